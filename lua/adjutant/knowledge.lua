-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.knowledge -- what a side may know, and the game as it sees it.
--
-- A field says who may know it (`known_to`: "owner", or the name of a rule that is asked
-- rule(side, entity)), and what others reckon with (`seen_as`: the name of a rule asked
-- rule(entity), or a value; the field's default when left out). told{} says of which rules the notes
-- are for everybody, and of which for the umpire alone; all others are for the side whose phase it is.
--
-- Looking through a side's eyes is done on a World in which what it may not know is overwritten, and
-- which is rolled back afterwards. So whatever looks (maps, odds, candidates, refusals) can only
-- depend on what the side may know; it need not be told of this.

local Faults = require "adjutant.faults"
local Text = require "adjutant.text"

local Knowledge = {}

local TOLD = { notes = true, umpire = true, commands = true, when = true, seen = true }
local TOLD_KEYS = Text.sorted_keys(TOLD)

-- --- declarations -----------------------------------------------------------------------------------

--- Adds told{} to what rulesets register.
function Knowledge.install(kit)
  local api = kit.api
  kit.told = { notes = {}, umpire = {}, commands = {}, seen = {} }

  --- Whose the notes of rules are: notes (ids: for everybody), umpire (ids: for the umpire alone),
  --- commands (names: whose arguments everybody may read in the log), when = the name of a rule that
  --- says whether anything is hidden at all, seen = { kind = the name of a rule that says whether a side
  --- knows that there is such a thing }.
  function api.told(data)
    if type(data) ~= "table" then error("told{ notes = { ids }, umpire = { ids }, commands = { names } }", 2) end
    for _, key in ipairs(Text.sorted_keys(data)) do
      if key ~= "when" and type(data[key]) ~= "table" then
        error(("told: %s is a table, not %s"):format(tostring(key), Text.show(data[key])), 2)
      elseif not TOLD[key] then
        error(("told: there is no entry %s%s; there is %s"):format(tostring(key),
          Text.did_you_mean(tostring(key), TOLD_KEYS), Text.list(TOLD_KEYS)), 2)
      end
    end
    for _, key in ipairs { "notes", "umpire", "commands" } do
      for _, id in ipairs(data[key] or {}) do kit.told[key][id] = true end
    end
    for kind, by in pairs(data.seen or {}) do kit.told.seen[kind] = by end
    kit.told.when = data.when or kit.told.when
    kit.told.where = require("adjutant.ruleset").where(2)
  end
end

--- Raises when what says who knows what names a rule that there is not.
function Knowledge.check(kit)
  local known = kit.register.by_name
  local function need(what, name, where)
    if type(name) == "string" and known[name] then return end
    error(("%s names the rule %s, which does not exist%s%s"):format(what, Text.show(name),
      Text.did_you_mean(tostring(name), Text.sorted_keys(known)), where and " (" .. where .. ")" or ""), 0)
  end
  if kit.told.when ~= nil then Faults.attempt(need, "told: when", kit.told.when, kit.told.where) end
  Faults.each(Text.sorted_keys(kit.told.seen), function(_, kind)
    need("told: seen." .. tostring(kind), kit.told.seen[kind], kit.told.where)
  end)
  for _, t in ipairs(kit.types) do
    Faults.each(t.fields, function(_, f)
      if f.known_to == nil or f.known_to == "owner" then return end
      need(("entity %s: the field %s: known_to"):format(t.name, f.name), f.known_to, t.where)
    end)
  end
end

-- The fields that not everybody may know: list of { kind =, field = description }.
local function hidden_fields(kit)
  local list = kit.hidden_fields
  if list then return list end
  list = {}
  for _, t in ipairs(kit.types) do
    for _, f in ipairs(t.fields) do
      if f.known_to then list[#list + 1] = { kind = t.name, field = f } end
    end
  end
  kit.hidden_fields = list
  return list
end

local function known(kit, f, side, entity)
  if f.known_to == "owner" then return entity.side == nil or entity.side == side end
  return kit.register.callable[f.known_to](side, entity)
end

local function seen_as(kit, f, entity)
  local by = f.seen_as
  if type(by) == "string" and kit.register.by_name[by] then return kit.register.callable[by](entity) end
  if by ~= nil then return by end
  return f.default
end

-- What a side may not know now: list of { entity, field, what it reckons with }. Everything is asked
-- before anything is written.
local function unknown_to(game, side)
  local kit, list = game.kit, {}
  for _, h in ipairs(hidden_fields(kit)) do
    for _, entity in ipairs(game.world:all(h.kind)) do
      if not known(kit, h.field, side, entity) then
        list[#list + 1] = { entity, h.field.name, seen_as(kit, h.field, entity) }
      end
    end
  end
  return list
end

-- The things of which a side does not know that they are there.
local function unseen_by(game, side)
  local kit, list, kinds = game.kit, {}, {}
  for kind in pairs(kit.told.seen) do kinds[#kinds + 1] = kind end
  table.sort(kinds)
  for _, kind in ipairs(kinds) do
    local seen = kit.register.callable[kit.told.seen[kind]]
    for _, entity in ipairs(game.world:all(kind)) do
      if not seen(side, entity) then list[#list + 1] = entity end
    end
  end
  return list
end

-- --- looking through a side's eyes ---------------------------------------------------------------------

local Methods = {}

--- Looks as a side from now on; nil: as the umpire.
function Methods:look_as(side) self.view = side end

--- The side of a word, for `view`: its key or name; nil for the umpire. nil, message.
function Methods:side_named(word)
  local names = { "umpire" }
  for _, side in ipairs(self.kit.side_list) do
    if side.key:lower() == word:lower() or side.name:lower() == word:lower() then return side end
    names[#names + 1] = side.key
  end
  return nil, ("there is no side %s%s; a view is %s"):format(Text.cite(word), Text.did_you_mean(word, names),
    Text.list(names, "or"))
end

-- Puts the World back as it is, before anything else can fail; then gives or raises what came of it.
local function lift(self, mark, was, ok, ...)
  local world = self.world
  self.kit.veil = nil
  world:writable(true)
  world:rollback(mark)
  world:writable(was)
  if not ok then error((...), 0) end
  return ...
end

-- What a side does not know: of the fields of things, and that they are there.
local function hidden_from(game, side) return unknown_to(game, side), unseen_by(game, side) end

-- Calls f(...) in the World without what is hidden, and gives what it gives.
local function behind(self, list, unseen, f, ...)
  local kit, world = self.kit, self.world
  local was = world:writable(false)             -- a question may be asked amid a command
  local function look(...)
    local veil = {}
    world:writable(true)
    for _, u in ipairs(list) do
      local entity, name = u[1], u[2]
      veil[entity] = veil[entity] or {}
      veil[entity][name] = true
      entity[name] = u[3]
    end
    for _, entity in ipairs(unseen) do world:destroy(entity) end
    world:writable(false)
    kit.veil = veil
    return f(...)
  end
  return lift(self, world:mark(), was, pcall(look, ...))
end

--- Calls f(...) in the World as the view has it, and gives what it gives. f only looks.
function Methods:veiled(f, ...)
  local side = self.view
  if not side or self.kit.veil then return f(...) end
  local ok, list, unseen = self:limited(hidden_from, self, side)
  if not ok then error(list, 0) end
  return behind(self, list, unseen, f, ...)
end

--- Whether a field of an entity is not known in the present view.
function Knowledge.is_veiled(kit, entity, name)
  local veil = kit.veil
  local fields = veil and veil[entity]
  return fields ~= nil and fields[name] == true
end

-- Whether anything is hidden from sides in this game.
local function anything_hidden(game)
  local told = game.kit.told
  if not told.when then return next(told.notes) ~= nil end
  return game.kit.register.callable[told.when]()
end

-- The same for who looks: within limits.
local function hides(game)
  if not game.kit.told.when then return anything_hidden(game) end
  local ok, hidden = game:limited(anything_hidden, game)
  if not ok then error(hidden, 0) end
  return hidden
end

--- A player (adjutant.players) who decides by what his side may know: while anything is hidden, his
--- functions run in the World as it is in that side's view.
function Knowledge.player(game, side, player)
  local kit = game.kit
  if #hidden_fields(kit) == 0 and next(kit.told.seen) == nil then return player end
  local function as_side(f, ...)
    if not anything_hidden(game) then return f(...) end
    if kit.veil then return f(...) end
    local before = game.view
    game.view = side
    local given = table.pack(pcall(function(...)
      local list, unseen = hidden_from(game, side)
      return behind(game, list, unseen, f, ...)
    end, ...))
    game.view = before
    if not given[1] then error(given[2], 0) end
    return table.unpack(given, 2, given.n)
  end
  return setmetatable({
    command = function(...) return as_side(player.command, ...) end,
    answer = function(...) return as_side(player.answer, ...) end,
  }, { __index = player })
end

-- Whether a command belongs to the side's own phase, by its heading "Turn 1, French: Activity".
local function is_own(side, heading)
  return heading ~= nil and heading:find(", " .. side.name .. ":", 1, true) ~= nil
end

--- Whether the side that looks may know an entry { kind or role, rule, text, actor } of a command's record;
--- actor: whose go it was then; heading: of the phase of that command.
function Methods:may_know(entry, heading)
  local side, told = self.view, self.kit.told
  if not side or not hides(self) then return true end
  local kind = entry.kind or entry.role
  if kind == "dice" or kind == "title" then return true end              -- thrown on the table
  local rule = entry.rule
  if kind == "choice" or kind == "dim" then
    local text = entry.text:gsub("^" .. ("%-6s "):format(rule or ""):gsub("%p", "%%%0"), ""):gsub("^%s+", "")
    return rule and told.notes[rule] or text:sub(1, #side.name + 1) == side.name .. ":"
  end
  local own = entry.actor == side
  if entry.actor == nil then own = is_own(side, heading) end
  if rule == nil or told.notes[rule] then return rule ~= nil or own end
  return not told.umpire[rule] and own
end

-- Whether a line is a command of the umpire: set, place, ruling, with ...
local function is_umpires(game, line)
  local word = line and line:match("^%s*(%l+)")
  local decl = word and game.kit.commands[word]
  return decl ~= nil and decl.builtin and word ~= "end" and word ~= "phase" or false
end

--- Whether the side that looks may not give the command of a line: it is the umpire's.
function Methods:is_closed(line) return self.view ~= nil and is_umpires(self, line) end

--- Those of a list of entries or lines of a command that the side that looks may know.
function Methods:known_entries(list, heading, line)
  if not self.view then return list end
  local kept = {}
  if is_umpires(self, line) then return kept end
  for _, entry in ipairs(list or {}) do
    if type(entry) ~= "table" or self:may_know(entry, heading) then kept[#kept + 1] = entry end
  end
  return kept
end

--- A command's line as the side that looks may read it.
function Methods:known_line(line, heading)
  local side = self.view
  if not side then return line end
  if is_umpires(self, line) then return "(the umpire)" end
  if not hides(self) or is_own(side, heading) then return line end
  local word = line:match("^%S+") or ""
  if self.kit.told.commands[word] or word == "end" or word == "phase" then return line end
  return word .. " ..."
end

--- Why a line is refused, as far as the side that looks may know: the result of a refused command
--- made over.
function Methods:known_refusal(line, r)
  if not self.view or r.status ~= "refused" then return r end
  local Drivers, Engine = require "adjutant.drivers", require "adjutant.engine"
  local function again()
    local decl, args = self:read(line)
    if not decl then
      local why = self:barred(line)
      return "refused", { rule = why and "phase" or "command", text = why or args }
    end
    local mark = self.world:mark()
    local driver = Drivers.recorded({}, function(q)
      Engine.UNWIND.question = q
      error(Engine.UNWIND)
    end, function() error(Engine.UNWIND) end)
    core.limits.begin(self.limits)
    local status, value = self.kit.engine.run(driver, function() self:body { decl = decl, args = args } end)
    core.limits.finish()
    self.world:writable(true)
    self.world:rollback(mark)
    self.world:writable(false)
    return status, value
  end
  local status, value = self:veiled(again)
  if status == "refused" then
    r.rule, r.message = value.rule, value.text
  else
    r.rule, r.message = "command", ("that cannot be done, for a reason that %s does not know"):format(self.view.name)
  end
  r.lines = {}
  return r
end

--- A question as the side that looks may see it: nil when it is the other's to answer.
function Methods:known_question()
  local q = self:question()
  if not q or not self.view or q.by == nil or q.by == self.view or q.by == self.view.key then return q end
  if q.kind == "roll" or q.kind == "draw" then return q end
  return nil
end

-- Whether an answer of the open command was given by the side that looks.
local function is_by(side, a) return a.by == side or a.by == side.key end

--- Why the side that looks may not take back its last answer, or the whole command: what it has seen
--- since would serve it. nil when it may.
function Methods:back_bar(whole)
  local side, p = self.view, self.pending
  if not side or not p or not p.question then return nil end
  if not self:known_question() then return "the other side has been asked: taking back is the umpire's now" end
  for i = #p.answers, 1, -1 do
    local a = p.answers[i]
    local word = a.payload and a.payload:match "^%a+"
    if word == "roll" or word == "draw" then
      return "dice have been thrown since: taking back is the umpire's now"
    elseif not is_by(side, a) then
      return "the other side has answered since: taking back is the umpire's now"
    elseif not whole then
      return nil
    end
  end
  return nil
end

--- Adds all this to Game.
function Knowledge.add(Game)
  for name, f in pairs(Methods) do Game[name] = f end
end

return Knowledge
