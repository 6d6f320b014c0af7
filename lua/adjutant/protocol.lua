-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.protocol -- a game for another program: one JSON object in, one out (docs/serve.md).
--
-- It asks the game what the prompt asks it, and waits at the same questions. What goes wrong is
-- one error object { kind, message, rule, where }; nothing is changed then. Requests that steer
-- the game answer with the position and the open question, also when they fail.

local Export = require "adjutant.export"
local Text = require "adjutant.text"

local json = core.json

local Protocol = {}
Protocol.__index = Protocol

--- The version of the protocol. Fields are only ever added under one number.
Protocol.VERSION = 1

local MOST_LINES, USUAL_LINES = 1000, 200       -- of candidates

--- A conversation; `game` is open from the start, or nil.
function Protocol.new(game) return setmetatable({ game = game }, Protocol) end

local function problem(kind, message, fields)
  fields = fields or {}
  fields.kind, fields.message = kind, Text.brief(tostring(message))
  return nil, fields
end

local function game_module() return require "adjutant.game" end
local function book() return require "adjutant.export_book" end

-- --- what the game says of a command ------------------------------------------------------------

-- "Rules" that stand in no rulebook: the prompt's own refusals.
local KINDS = { command = "command", question = "question", reaction = "command", phase = "phase",
  ["read-only"] = "read_only", undo = "nothing", redo = "nothing", ["goto"] = "nothing",
  prev = "nothing", next = "nothing", branch = "command" }

-- What was said, as far as the side that looks may know it.
local function said(game, lines)
  return Export.said(game:known_entries(lines, game.asked_in))
end

local function failure(game, r)
  if r.status == "question" then return problem("answer", r.message, { log = said(game, r.lines) }) end
  local kind = r.status ~= "refused" and "error" or KINDS[r.rule or ""]
    or (game.kit.commands[r.rule or ""] and "command" or "refused")
  if kind == "nothing" and game.pending then kind = "question" end
  if r.limit then kind = r.limit == "interrupt" and "interrupted" or "limit" end
  return problem(kind, r.message or r.status, { rule = kind == "refused" and r.rule or nil,
    where = r.where, limit = kind == "limit" and r.limit or nil, log = said(game, r.lines) })
end

-- The fields of a response out of a result of the game.
local function moved(game, r, message)
  if type(r) ~= "table" or not r.status then
    if r then return { result = "done", log = Export.said(r) } end
    return problem("error", message or "that cannot be done")
  end
  if r.status == "refused" or r.status == "error" or r.status == "question" and r.message then
    return failure(game, r)
  end
  local node = r.n and game.nodes[r.n]
  return { result = r.status, command = r.n, log = said(game, r.lines), message = r.message,
    reports = node and r.status == "done" and not game.view and Export.reports(node.reports) or nil }
end

-- --- requests -----------------------------------------------------------------------------------

-- name -> { takes = { field = type }, game = needs one, moves = tells the position, run }.
-- Types: text, integer, count, boolean, object, texts, any; with ? where the field may be left out.
local Requests = {}

local function request(name, takes, run, extra)
  Requests[name] = { takes = takes, run = run }
  for key, value in pairs(extra or {}) do Requests[name][key] = value end
end

local MOVES, LOOKS = { game = true, moves = true }, { game = true }

request("hello", { protocol = "integer?" }, function(_, r)
  if r.protocol and r.protocol ~= Protocol.VERSION then
    return problem("protocol", ("protocol %d is not spoken here, only %d"):format(r.protocol, Protocol.VERSION),
      { protocol = Protocol.VERSION })
  end
  return { program = "adjutant", version = core.version or json.null, protocol = Protocol.VERSION }
end, { moves = true })

request("command", { text = "text" }, function(self, r)
  if self.game:is_closed(r.text) then return problem("view", "that command is the umpire's") end
  return moved(self.game, self.game:known_refusal(r.text, self.game:command(r.text)))
end, MOVES)

request("answer", { answer = "any" }, function(self, r)
  local q = self.game:question()
  if not q then return problem("question", "no question is open") end
  if not self.game:known_question() then
    return problem("view", "the question is for the other side to answer")
  end
  local a, message = require("adjutant.export_question").answer(q, r.answer)
  if not a then return problem("answer", message) end
  return moved(self.game, self.game:answer(a))
end, MOVES)

request("back", {}, function(self) return moved(self.game, self.game:back()) end, MOVES)
request("abandon", {}, function(self) return moved(self.game, self.game:abandon("given up")) end, MOVES)

for _, name in ipairs { "undo", "redo", "prev", "next" } do
  request(name, { n = "count?" }, function(self, r)
    return moved(self.game, self.game[name](self.game, r.n or 1))
  end, MOVES)
end

request("goto", { to = "any" }, function(self, r)
  if type(r.to) ~= "string" and math.type(r.to) ~= "integer" then
    return problem("request", "goto: `to` is the number of a command or the name of a branch")
  end
  return moved(self.game, self.game:go(tostring(r.to)))
end, MOVES)

request("branch", { name = "text" }, function(self, r)
  return moved(self.game, self.game:branch(r.name))
end, MOVES)

request("variations", { n = "count?" }, function(self, r)
  local lines, message = self.game:variations(r.n)
  if not lines then return problem("nothing", message) end
  local found = require("adjutant.export_tree").variations(self.game, r.n)
  found.lines = Export.lines(lines)
  return found
end, LOOKS)

request("compare", { a = "text", b = "text" }, function(self, r)
  local found, message = require("adjutant.export_tree").compare(self.game, r.a, r.b)
  if not found then return problem("nothing", message) end
  return found
end, LOOKS)

request("dice", { mode = "text" }, function(self, r)
  if r.mode ~= "live" and r.mode ~= "manual" then
    return problem("request", "dice: `mode` is live or manual")
  elseif self.game:question() then
    return problem("question", "a question is open: who throws changes between commands")
  end
  return moved(self.game, self.game:dice(r.mode))
end, MOVES)

request("position", {}, function() return {} end, MOVES)

request("view", { side = "text?" }, function(self, r)
  local game = self.game
  if r.side and r.side ~= "umpire" then
    local side, message = game:side_named(r.side)
    if not side then return problem("request", message) end
    game:look_as(side)
  else
    game:look_as(nil)
  end
  return {}
end, MOVES)

-- What looks: name -> export(game, request). What comes back nil is "nothing of that name".
local function looking(name, takes, export)
  request(name, takes, function(self, r)
    local found, message, limit = export(self.game, r)
    if not found then return problem(limit and "limit" or "nothing", message, { limit = limit }) end
    return found
  end, LOOKS)
end

looking("status", {}, Export.status)
looking("units", { filter = "text?" }, function(game, r) return Export.units(game, r.filter) end)
looking("show", { name = "text?" }, function(game, r) return Export.show(game, r.name) end)
looking("map", {}, Export.map)
looking("reach", { unit = "text" }, function(game, r) return Export.reach(game, r.unit) end)
request("inquire", { text = "text" }, function(self, r)
  local game = self.game
  local found, message, limit, rule = Export.inquire(game, r.text)
  if found then return found end
  if not game:inquiry_of(r.text) then return problem("nothing", message) end
  return failure(game, game.look_failed(message, limit, rule))
end, LOOKS)
looking("log", { last = "count?" }, function(game, r) return Export.log(game, r.last) end)
looking("why", { n = "count?" }, function(game, r) return Export.why(game, r.n) end)
looking("rule", { name = "text?", source = "boolean?" }, function(game, r)
  return book().rule(game, r.name, r.source)
end)
looking("chart", { name = "text?" }, function(game, r) return book().chart(game, r.name) end)
looking("odds", { text = "text?" }, function(game, r)
  if game.view and game.pending then return nil, "the odds of an unfinished command are the umpire's" end
  local found, message, limit = require("adjutant.odds").of(game, r.text)
  if not found then return nil, message, limit end
  return { odds = require("adjutant.odds_files").plain(found) }
end)
looking("complete", { text = "text" }, function(game, r)
  local before, word = r.text:match("^(.-)([^%s,]*)$")
  local words, message, limit = game:completions(before, word)
  if not words then return nil, message, limit end
  return { before = before, words = Export.texts(words) }
end)

-- --- candidates ---------------------------------------------------------------------------------

local function belongs_now(game, decl)
  local phase = game.kit.sequence and game.kit.sequence:phase(game.kit.game)
  if game.kit.game.over or game.pending then return false end
  if decl.builtin then return decl.name == "end" end
  return not decl.reaction and (not decl.phases or (phase ~= nil and decl.phases[phase.id] == true))
end

local function all_commands(game)
  local list = json.array {}
  for _, decl in ipairs(game.kit.command_list) do
    if not decl.internal then list[#list + 1] = book().command(decl, belongs_now(game, decl)) end
  end
  local inquiries = json.array {}
  for i, decl in ipairs(game.kit.inquiry_list) do inquiries[i] = book().command(decl, true) end
  return { commands = list, inquiries = inquiries }
end

looking("candidates", { command = "text?", most = "count?" }, function(game, r)
  if not r.command then return all_commands(game) end
  local decl, message = game:find_command(r.command)
  if not decl or decl.internal then return nil, message or decl.name .. " comes by itself" end
  local most = math.min(r.most or USUAL_LINES, MOST_LINES)
  local ok, lines, more = game:limited(require("adjutant.player").some_lines, game, decl, most)
  if not ok then return nil, lines, more end                 -- message, limit
  return { commands = json.array { book().command(decl, belongs_now(game, decl)) }, lines = Export.texts(lines), more = more }
end)

-- --- games --------------------------------------------------------------------------------------

request("rulesets", {}, function()
  local list = json.array {}
  for i, name in ipairs(game_module().rulesets()) do
    list[i] = { name = name, scenarios = Export.texts(game_module().scenarios(name)) }
  end
  return { rulesets = list }
end)

request("games", {}, function()
  local games, message = game_module().games()
  if not games then return problem("error", message) end
  return Export.games(games)
end)

--- Makes a game the open one; the fields that tell of it.
function Protocol:open(game)
  if self.game then self.game:close() end
  self.game = game
  local plain, r = { log = json.array {} }, game.resumed
  if r and r.lines then plain.log = Export.said(r.lines) end
  if r and r.status ~= "done" and r.message then plain.message = tostring(r.message) end
  local bytes, path
  if game.folder then bytes, path = game.folder:dropped() end
  if bytes then
    plain.warning = ("the journal ended in the middle of a record: its %d bytes are left out and kept as %s")
      :format(#bytes, tostring(path or "they were"))
  end
  return plain
end

local function texts_of(options)
  local values = {}
  for key, value in pairs(options or {}) do
    if type(value) == "table" or value == json.null then
      return nil, ("new: option %s: a text, a number or a truth value is wanted"):format(key)
    end
    values[key] = tostring(value)
  end
  return values
end

request("new", { ruleset = "text", scenario = "text", seed = "integer?", dice = "text?", name = "text?",
  unsaved = "boolean?", options = "object?", with = "texts?" }, function(self, r)
  if r.dice and r.dice ~= "live" and r.dice ~= "manual" then
    return problem("request", "new: `dice` is live or manual")
  end
  local options, wrong = texts_of(r.options)
  if not options then return problem("request", wrong) end
  local House = require "adjutant.house"
  local houses, message = House.read_all(r.with)
  if not houses then return problem("error", message) end
  local folder
  if not r.unsaved then
    local own_name = (r.scenario:match("([^/]+)$") or "game"):gsub("%.lua$", ""):gsub("[^%w_-]", "")
    folder = r.name or require("adjutant.gamefolder").unused_name(own_name)
  end
  local game
  game, message = game_module().new { ruleset = r.ruleset, scenario = r.scenario, seed = r.seed,
    dice = r.dice or "live", folder = folder, options = options, houses = houses, house_files = houses.files }
  if not game then return problem("error", message) end
  return self:open(game)
end, { moves = true })

request("resume", { game = "text", read_only = "boolean?" }, function(self, r)
  local game, message, kind = game_module().resume(r.game, { readonly = r.read_only })
  if not game then return problem(kind == "damaged" and "damaged" or "error", message) end
  return self:open(game)
end, { moves = true })

request("close", {}, function(self)
  local folder = self.game.folder
  local plain = { game = Export.or_null(folder and folder.name) }
  self.game:close()
  self.game = nil
  return plain
end, LOOKS)

request("quit", {}, function(self)
  self.quitting = true
  return {}
end)

-- --- reading and answering ----------------------------------------------------------------------

-- A text as it could be typed at the prompt: one line.
local function is_line(v) return type(v) == "string" and not v:find("[\0\n\r]") end

local CHECKS = {
  text = function(v) return is_line(v), "a text of one line" end,
  integer = function(v) return math.type(v) == "integer", "a whole number" end,
  count = function(v) return math.type(v) == "integer" and v >= 1, "a whole number from 1" end,
  boolean = function(v) return type(v) == "boolean", "true or false" end,
  object = function(v) return type(v) == "table" and v[1] == nil, "an object" end,
  texts = function(v)
    if type(v) ~= "table" then return false, "a list of texts" end
    for key, text in pairs(v) do
      if math.type(key) ~= "integer" or not is_line(text) then return false, "a list of texts" end
    end
    return true
  end,
  any = function(v) return type(v) ~= "string" or is_line(v), "a text of one line, or no text" end,
}

local function check_fields(name, takes, r)
  local names = Text.sorted_keys(takes)
  for _, field in ipairs(names) do
    local kind, optional = takes[field]:match("^(%l+)(%??)$")
    local value = r[field]
    if value == json.null and kind ~= "any" then
      value, r[field] = nil, nil
    end
    if value == nil then
      if optional == "" then return ("%s: the field `%s` is missing"):format(name, field) end
    else
      local fits, wanted = CHECKS[kind](value)
      if not fits then return ("%s: `%s` must be %s"):format(name, field, wanted) end
    end
  end
  return nil
end

local function names_of_requests()
  return Text.sorted_keys(Requests)
end

-- The fields of the response, or nil and the error.
local function carry_out(self, r)
  local name = r["do"]
  if type(name) ~= "string" then
    return problem("request", "the field `do` is missing: it names what is wanted")
  end
  local wanted = Requests[name]
  if not wanted then
    return problem("unknown", ("there is no request %q%s"):format(name,
      require("adjutant.text").did_you_mean(name, names_of_requests())))
  end
  local wrong = check_fields(name, wanted.takes, r)
  if wrong then return problem("request", wrong) end
  if wanted.game and not self.game then
    return problem("no_game", "no game is open: `new` or `resume` opens one")
  end
  local view = self.game and self.game.view
  if view and wanted.umpire then
    return problem("view", ("%s is the umpire's; the view is %s"):format(name, view.key))
  end
  if view and wanted.game and not wanted.moves and not wanted.plain then return self.game:veiled(wanted.run, self, r) end
  return wanted.run(self, r)
end

-- What only the umpire does: it tells of the whole World, or goes about in the history.
for _, name in ipairs { "undo", "redo", "prev", "next", "goto", "branch", "variations" } do
  Requests[name].umpire = true
end
Requests.close.plain = true

local SCALAR = { string = true, number = true, boolean = true }

local function add_position(self, response)
  if not self.game then return end
  response.position = Export.position(self.game)
  response.question = require("adjutant.export_question").of(self.game)
end

-- What raised, as an error object: memory that ran out, or a mistake of ours.
local function raised(e)
  local text = tostring(e)
  local memory = text:find("not enough memory", 1, true) or text:find("memory limit", 1, true)
  return { kind = memory and "limit" or "internal", limit = memory and "memory" or nil, message = text }
end

--- Carries a request (a table) out. Gives the response, a table for core.json.
function Protocol:request(r)
  if self.game and self.game.busy then self.game:put_in_order() end      -- before anything looks at it
  local ok, fields, err = pcall(carry_out, self, r)
  if not ok then fields, err = nil, raised(fields) end
  local response = fields or {}
  response.ok = fields ~= nil
  response.id = SCALAR[type(r.id)] and r.id or json.null
  response["do"] = type(r["do"]) == "string" and r["do"] or nil
  if err then
    response.log, err.log = err.log, nil
    response.error = err
  end
  local wanted = Requests[r["do"]]
  if wanted and wanted.moves then
    ok, err = pcall(add_position, self, response)
    if not ok then
      response = { ok = false, id = response.id, error = raised(err) }
    end
  end
  return response
end

--- An error that belongs to no request.
function Protocol.complaint(kind, message, fields)
  local _, err = problem(kind, message, fields)
  return { id = json.null, ok = false, error = err }
end

--- A line as it came in: the response.
function Protocol:line(text)
  local r, message, line, column = json.decode(text)
  if r == nil then
    return Protocol.complaint("json", ("column %d: %s"):format(column, message), line > 1 and { line = line } or nil)
  elseif type(r) ~= "table" or r[1] ~= nil then
    return Protocol.complaint("request", "a request is an object, like {\"do\":\"position\"}")
  end
  return self:request(r)
end

--- A response as one line, without its newline.
function Protocol.encode(response)
  local ok, text = pcall(json.encode, response)
  if ok then return text end
  return json.encode { id = response.id, ok = false,
    error = { kind = "too_big", message = "the response cannot be written: " .. tostring(text) } }
end

--- What is said at the start, unasked.
function Protocol:greeting(fields)
  local response = fields or {}
  response.hello, response.protocol, response.version = "adjutant", Protocol.VERSION, core.version or json.null
  response.ok, response.id = true, json.null
  add_position(self, response)
  return response
end

return Protocol
