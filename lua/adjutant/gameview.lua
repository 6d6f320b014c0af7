-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gameview -- looking at a game: log, why, rules, charts, map, units, Lua at the
-- prompt. Nothing here changes the World, draws a die or writes to the journal. Methods of Game.

local Command = require "adjutant.command"
local Text = require "adjutant.text"

local View = {}

local function line(text, role) return { text = text, role = role } end

-- --- log and why -----------------------------------------------------------------------------

-- "roll 2d6kh1 = 5 : 3 5 @12", as the journal has it -> "2d6kh1 = 5 (3 5)".
local function answer_text(payload)
  local text = payload:gsub(" @%d+$", "")
  local thrown, faces = text:match("^roll (.- = %-?%d+)(.*)$")
  if not thrown then return text end
  faces = faces:match("^ : (.+)$")
  return faces and ("%s (%s)"):format(thrown, faces) or thrown
end

-- The dice that a command given up had shown: with their throwers, as far as they are known.
local function dice_of_abandoned(e, lines)
  local shown = #lines
  for _, l in ipairs(e.lines or {}) do
    if l.role == "dice" then
      lines[#lines + 1] = line("        " .. l.text:gsub("^%S*%s+", ""), "dice")
    end
  end
  if #lines > shown then return end
  for _, answer in ipairs(e.answers) do
    lines[#lines + 1] = line("        " .. answer_text(answer), "dice")
  end
end

--- The log: every command, what was taken back, what was given up with the dice it had shown.
function View:log()
  local lines = {}
  local on_path = self.line_to(self.current)
  for _, e in ipairs(self.log_entries) do
    if e.kind == "command" then
      local n = e.node
      if not n.auto then
        local mark = on_path[n] and " " or "~"
        lines[#lines + 1] = line(("%s%3d  %s"):format(mark, n.n, self:known_line(Text.without_digest(n.line), n.heading)),
          not on_path[n] and "dim" or nil)
        for _, r in ipairs(self:known_entries(n.record, n.heading, n.line)) do
          if r.kind == "dice" then lines[#lines + 1] = line("        " .. r.text
            .. (r.reason and "  [" .. r.reason .. "]" or ""), "dice") end
        end
      end
    elseif e.kind == "abandoned" then
      local why = e.why and e.why ~= "" and e.why ~= "given up" and " (" .. e.why .. ")" or ""
      if self.view then why = "" end
      lines[#lines + 1] = line(("   -  %s: given up%s"):format(self:known_line(e.line, e.heading), why), "dim")
      if not self.view then dice_of_abandoned(e, lines) end
    elseif e.kind == "back" then
      lines[#lines + 1] = line(("   -  %s: answers taken back after the first %d"):format(self:known_line(e.line, e.heading), e.keep),
        "dim")
    elseif e.kind == "undo" then
      lines[#lines + 1] = line(("   -  back to after command %d"):format(e.to.n), "dim")
    elseif e.kind == "redo" then
      local back = e.over and ("back to after command %d, "):format(e.over.n) or ""
      lines[#lines + 1] = line(("   -  %son to command %d again"):format(back, e.to.n), "dim")
    elseif not self.view then
      lines[#lines + 1] = line("   -  " .. e.text, "dim")
    end
  end
  if #lines == 0 then lines[1] = line("nothing has happened yet", "dim") end
  return lines
end

local function derivation(lines, t)
  local role = "title"
  for l in t.text:gmatch("[^\n]+") do
    lines[#lines + 1] = line("         " .. l, role)
    role = nil
  end
end

--- What is known of command n (the last one, or the unfinished one): { n =, line =, record =,
--- undone =, unfinished = }. nil, message when there is none.
function View:record_of(n)
  if n == nil and self.pending then
    local p = self.pending
    return { line = self:known_line(p.line, p.heading), record = self:known_entries(p.record, p.heading, p.line),
      unfinished = true, houses = self.kit.houses }
  end
  local node = n and self.nodes[n]
  if n and not node then return nil, ("there is no command %d; the last is %d"):format(n, #self.nodes) end
  if not n then
    node = self.current
    while node.auto and node.parent do node = node.parent end
    if not node.parent then return nil, "nothing has happened yet" end
  end
  return { n = node.n, line = self:known_line(node.line, node.heading),
    record = self:known_entries(node.record, node.heading, node.line), undone = not self.line_to(self.current)[node],
    houses = node.houses }
end

--- How the result of command n (the last one) came about: every note, die and sum.
function View:why(n)
  local found, message = self:record_of(n)
  if not found then return nil, message end
  local record, heading = found.record, found.unfinished and found.line .. " (unfinished)"
    or ("%d  %s%s"):format(found.n, found.line, found.undone and "  (undone)" or "")
  local lines = { line(heading, "title") }
  for _, r in ipairs(record or {}) do
    local rule = r.rule and ("%-6s "):format(r.rule) or "       "
    local reason = r.reason and "  [" .. r.reason .. "]" or ""
    lines[#lines + 1] = line(rule .. r.text .. reason, r.kind == "dice" and "dice" or nil)
    for _, t in ipairs(r.tallies or {}) do derivation(lines, t) end
  end
  if #lines == 1 then lines[2] = line("       no rule had anything to say", "dim") end
  if found.houses then
    local behind = require("adjutant.house_text").behind(self.kit, found.houses, lines)
    table.move(behind, 1, #behind, #lines + 1, lines)
  end
  return lines
end

-- --- odds ---------------------------------------------------------------------------------------

--- The odds of a command line, or of the rest of the waiting command. lines | nil, message.
--- options: those of Odds.of, and those of Odds.lines.
function View:odds(text, options)
  local Odds = require "adjutant.odds"
  local found, message, limit = Odds.of(self, text, options)
  if not found then return nil, message, limit end
  local only = #found.outcomes == 1 and found.outcomes[1].reports.refused
  if only then return nil, only end
  return Odds.lines(found, options)
end

-- --- commands and completion -----------------------------------------------------------------------

--- The commands of the ruleset: list of { name =, help =, usage =, rule =, args =, phases =, look = }.
function View:commands()
  local list = {}
  for _, declared in ipairs { self.kit.command_list, self.kit.inquiry_list } do
    for _, c in ipairs(declared) do
      if not c.internal then
        local args = {}
        for _, a in ipairs(c.args) do if not a.own then args[#args + 1] = a end end
        list[#list + 1] = { name = c.name, help = c.help, usage = Command.usage(c), rule = c.rule,
          args = args, phases = c.phase_names, reaction = c.reaction, builtin = c.builtin, look = c.look }
      end
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

--- The command that only looks with which a line begins, and the rest of the line; nil when it
--- is none.
function View:inquiry_of(text)
  local word, rest = text:match("^%s*(%l[%l%d-]*)%s*(.*)$")
  local decl = word and self.kit.inquiries[word]
  return decl, decl and rest
end

--- Asks what only looks, as it is typed: `supply Villars`. Gives { texts =, marks = list of places or
--- nil, marked = words for them }; or nil, message, the limit that was reached, the rule that refuses.
function View:inquire(text)
  local decl, rest = self:inquiry_of(text)
  if not decl then
    local names = {}
    for i, c in ipairs(self.kit.inquiry_list) do names[i] = c.name end
    return nil, ("%s is no command that only looks%s"):format(Text.cite(text:match("%S+") or ""),
      Text.did_you_mean(text, names))
  end
  core.limits.begin(self.limits)
  local ok, args, found, marks, marked = pcall(function()
    local args, message = Command.parse(decl, rest, self.kit.names)
    if not args then return nil, message end
    return args, decl.run(args, self.view)
  end)
  local tripped, place = core.limits.finish()
  if tripped then return nil, self.stopped(tripped, place), tripped end
  if not ok then
    if require("adjutant.engine").is_refusal(args) then return nil, args.text, nil, args.rule end
    return nil, tostring(args)
  elseif not args then
    return nil, found, nil, "command"
  end
  local texts = {}
  if type(found) == "table" then
    for i, said in ipairs(found) do texts[i] = tostring(said) end
  elseif found ~= nil then
    texts[1] = tostring(found)
  end
  local list = type(marks) == "table" and { table.unpack(marks) } or nil
  return { texts = texts, marks = list, marked = marked and tostring(marked) or Command.line(decl, args) }
end

--- What may stand next in a command line: `before` ends before the word begun, `prefix`.
function View:completions(before, prefix)
  local decl, rest = self:inquiry_of(before .. " ")
  if not decl then decl, rest = self:find_command(before .. " ") end
  if not decl then
    local found = {}
    for _, list in ipairs { self.kit.command_list, self.kit.inquiry_list } do
      for _, c in ipairs(list) do
        if not c.internal and c.name:sub(1, #prefix) == prefix then found[#found + 1] = c.name end
      end
    end
    return found
  end
  return Command.complete(decl, rest, prefix, self.kit.names)
end

-- --- map, units, show --------------------------------------------------------------------------------------

--- The map as lines. options: width, style(text, role) -> text.
function View:map(options)
  if not self.board then return nil, "this game has no map" end
  local Draw = require "adjutant.draw"
  return Draw.lines(self.board, self.kit, options or {})
end

--- Everything that a unit can reach now, by the ruleset's rule `reach`: list of { place =, how = },
--- and what the rule says of an empty one.
--- nil, message, limit when there is no such rule, or it fails.
function View:reach(unit)
  local rule = self.kit.register.by_name.reach
  if not rule then return nil, "this ruleset does not say what a unit can reach" end
  core.limits.begin(self.limits)
  local ok, found, why = pcall(self.kit.register.callable.reach, unit)
  local tripped, place = core.limits.finish()
  if tripped then return nil, self.stopped(tripped, place), tripped end
  if not ok then return nil, tostring(found) end
  return found, why
end

-- Runs f(...) of the ruleset, which only looks: a list of texts. nil, message, limit when it fails.
local function look(self, f, ...)
  core.limits.begin(self.limits)
  local ok, found = pcall(f, ...)
  local tripped, place = core.limits.finish()
  if tripped then return nil, self.stopped(tripped, place), tripped end
  if not ok then return nil, tostring(found) end
  local list = {}
  if type(found) == "table" then
    for i, text in ipairs(found) do list[i] = tostring(text) end
  elseif found ~= nil then
    list[1] = tostring(found)
  end
  return list
end

--- How the game stands: turn, phase, whose go it is, and what the ruleset says by status().
--- lines | nil, message, limit.
function View:status()
  local game = self.kit.game
  local text = game.over and "The game is over: " .. game.verdict or self:phase_text()
  if not game.over and game.turns > 0 then text = text .. (" (of %d turns)"):format(game.turns) end
  local lines = { line(text, "title") }
  for _, f in ipairs(self.kit.status_list) do
    local found, message, limit = look(self, f)
    if not found then return nil, message, limit end
    for _, said in ipairs(found) do lines[#lines + 1] = line("  " .. said) end
  end
  return lines
end

--- What the ruleset says of a thing by sheet(kind, ...): texts. nil, message when it fails.
function View:sheet(kind, thing)
  local f = self.kit.sheets[kind]
  if not f then return {} end
  return look(self, f, thing)
end

--- The short form of turn and phase, for the prompt: "T1 Allied orders".
function View:prompt_text()
  local game, sequence = self.kit.game, self.kit.sequence
  local phase = sequence and sequence:phase(game)
  if game.over then return "game over" end
  if not phase then return self.kit.prompt or "adjutant" end
  local actor = game.actor and game.actor.name .. " " or ""
  return ("T%d %s%s"):format(game.turn, actor, phase.id:gsub("_", " "))
end

--- Every unit: { entity =, name =, side =, place =, facts = text }.
function View:units(filter)
  local list = {}
  for _, kind in ipairs(self.kit.entity_kinds) do
    for _, e in ipairs(self.world:all(kind)) do
      local facts = {}
      for _, f in ipairs(self.kit:fields(kind)) do
        local value = e[f.name]
        if f.name ~= "name" and f.name ~= "side" and f.name ~= "place" and value ~= nil
          and value ~= f.default and value ~= false and value ~= "" then
          facts[#facts + 1] = value == true and f.name or f.name .. " " .. Text.show(value)
        end
      end
      local name = e.name
      local side = self.kit:field(kind, "side") and e.side or nil
      local place = self.kit:field(kind, "place") and e.place or nil
      local row = { entity = e, kind = kind, name = name, side = side and side.name or "",
        side_key = side and side.key,
        place = place and place.name or "", facts = table.concat(facts, ", ") }
      local text = (name .. " " .. row.side .. " " .. row.place .. " " .. row.facts):lower()
      if not filter or Text.has(text, filter:lower()) then list[#list + 1] = row end
    end
  end
  return list
end

-- --- Lua at the prompt ------------------------------------------------------------------------------------------

local function lua_arguments(decl, t)
  local args = {}
  for _, a in ipairs(decl.args) do args[a.name] = t[a.name] or t[a.keyword or a.name] end
  for i, v in ipairs(t) do if decl.args[i] then args[decl.args[i].name] = v end end
  for _, a in ipairs(decl.args) do
    if a.list and args[a.name] ~= nil and type(args[a.name]) ~= "table" then
      args[a.name] = { args[a.name] }
    end
  end
  return args
end

--- Runs a command given as Lua, attack{ area = ..., with = {...} }: by its line, like any other.
local function command_function(self, decl)
  return function(t)
    if type(t) == "string" then t = { t } end
    local text = Command.line(decl, lua_arguments(decl, t or {}))
    if self.exploring then return require("adjutant.odds_explore").give(self, text) end
    local r = self:command(text)
    if self.on_result then self.on_result(r, text) end
    if r.status == "refused" or r.status == "error" then
      error((r.rule and "[" .. r.rule .. "] " or "") .. tostring(r.message), 0)
    end
    if r.status ~= "done" then return r.status end
  end
end

--- A command that only looks, given as Lua: its texts in a list, and the places it would mark.
local function inquiry_function(self, decl)
  return function(t)
    if type(t) ~= "table" then t = { t } end
    local found, message, _, rule = self:inquire(Command.line(decl, lua_arguments(decl, t)))
    if not found then error((rule and "[" .. rule .. "] " or "") .. tostring(message), 0) end
    return found.texts, found.marks
  end
end

-- What Lua at the prompt has beside the rules API (adjutant.odds_script).
local OF_ODDS = { "odds", "compare", "best", "worst" }

local function fill_prompt(self, api)
  for _, name in ipairs(OF_ODDS) do
    api[name] = function(...) return require("adjutant.odds_script")[name](self, ...) end
  end
  for name, value in pairs(self.kit.api) do
    if not self.kit.registers[name] then api[name] = value end
  end
  for _, list in ipairs { self.kit.command_list, self.kit.inquiry_list } do
    for _, decl in ipairs(list) do
      local name = decl.name
      if not decl.internal and name ~= "end" and name:find("^[%l%d]+$") and not api[name] then
        api[name] = decl.look and inquiry_function(self, decl) or command_function(self, decl)
      end
    end
  end
  return api
end

local function prompt_environment(self)
  self.prompt_api = fill_prompt(self, {})
  return core.sandbox.environment(self.prompt_api, { globals = true })
end

--- After a change of rules: the prompt sees what they have; a person's own globals stay.
function View:renew_prompt()
  local api = self.prompt_api
  if not api then return end
  for name in pairs(api) do api[name] = nil end
  fill_prompt(self, api)
end

--- The globals that Lua at the prompt sees and that begin with `prefix`.
function View:globals(prefix)
  local names = {}
  for name in pairs(self.kit.api) do
    if name:sub(1, #prefix) == prefix then names[#names + 1] = name end
  end
  for _, name in ipairs(OF_ODDS) do
    if name:sub(1, #prefix) == prefix then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

local function compile(self, text, options)
  if options.file then
    return core.sandbox.load(text, "@" .. options.file, self.prompt_env)
  end
  local name = options.name or "=prompt"
  local f = core.sandbox.load("return " .. text, name, self.prompt_env)
  if f then return f end
  return core.sandbox.load(text, name, self.prompt_env)
end

--- A text that gives a value, as a function in the environment of the prompt. nil, message.
function View:expression(text, name)
  self.prompt_env = self.prompt_env or prompt_environment(self)
  return core.sandbox.load("return " .. text, name, self.prompt_env)
end

--- Whether Lua at the prompt knows the name.
function View:knows_global(name)
  self.prompt_env = self.prompt_env or prompt_environment(self)
  return self.prompt_api[name] ~= nil
end

-- A text of several lines is as many lines.
local function add_text(lines, text)
  for l in (text:gsub("\n$", "") .. "\n"):gmatch("(.-)\n") do lines[#lines + 1] = line(l) end
end

--- Runs Lua from the prompt: it may read, and give commands. Gives the lines to show; or nil,
--- message, whether the text is only half a form, the limit that stopped it, and the lines
--- shown before. options: name = "=prompt", or file and arg of a script.
function View:eval(text, options)
  options = options or {}
  self.prompt_env = self.prompt_env or prompt_environment(self)
  local f, message = compile(self, text, options)
  if not f then return nil, message, message:find("<eof>'?$") ~= nil end
  local engine, lines = self.kit.engine, {}
  engine.print_out = function(said) add_text(lines, said) end
  self.on_result = function(r)
    for _, l in ipairs(r.lines) do lines[#lines + 1] = l end
  end
  engine.reset_output()
  self.inner_limit = nil                  -- reached by odds that the text has asked for
  core.limits.begin(self.limits)
  -- Memory may run out for the results too: whatever happens, the limits are closed.
  local ok, values = pcall(function() return table.pack(pcall(f, table.unpack(options.arg or {}))) end)
  local tripped, place = core.limits.finish()
  self:put_in_order()                     -- a command in it may have been broken off
  if not ok then values = { false, values, n = 2 } end
  engine.print_out, self.kit.engine.print_out, self.on_result = nil, nil, nil
  if self.inner_limit and (tripped or not values[1]) then
    return nil, self.inner_why, false, tripped or self.inner_limit, lines
  elseif tripped then
    return nil, self.stopped(tripped, place), false, tripped, lines
  end
  if not values[1] then return nil, tostring(values[2]), false, nil, lines end
  if not options.file then
    for i = 2, values.n do
      local shown = Text.lines_of[values[i]]
      if not shown then add_text(lines, View.value_text(values[i], 0)) end
      for _, l in ipairs(shown and shown(values[i]) or {}) do lines[#lines + 1] = l end
    end
  end
  return lines
end

local MOST_SHOWN = 40                    -- of a list or a table

-- What is in a table, as parts of a text: its list, or else its fields by name.
local function contents(value, depth)
  local parts = {}
  for i, v in ipairs(value) do
    if i > MOST_SHOWN then parts[i] = "..." break end
    parts[i] = View.value_text(v, depth + 1)
  end
  if #parts > 0 then return parts end
  local keys = {}
  for k in pairs(value) do if type(k) == "string" then keys[#keys + 1] = k end end
  table.sort(keys)
  for i, k in ipairs(keys) do
    if i > MOST_SHOWN then parts[i] = "..." break end
    parts[i] = k .. " = " .. View.value_text(value[k], depth + 1)
  end
  return parts
end

local function name_of(value) return value.name end
local function label_of(value) return value.label end

-- How a table is called: nil when it has no name. Those of the program may refuse to be asked.
local function name_in_words(value)
  local named, name = pcall(name_of, value)
  if named and name then
    local labelled, label = pcall(label_of, value)
    return tostring(name) .. (labelled and label and label ~= name and (" (%s)"):format(tostring(label)) or "")
  end
  local text = tostring(value)
  return not text:find "^table" and text or nil
end

--- A value as the prompt prints it.
function View.value_text(value, depth)
  if type(value) == "string" then return depth > 0 and ("%q"):format(value) or value end
  if type(value) ~= "table" or Text.lines_of[value] then return tostring(value) end
  local named, name = pcall(name_of, value)
  if depth > 0 and named and name then return tostring(name) end
  if depth > 2 then return "{...}" end
  local listed, parts = pcall(contents, value, depth)
  if not listed or #parts == 0 then
    local words = name_in_words(value)
    if words then return words end
  end
  return "{" .. (listed and table.concat(parts, ", ") or "") .. "}"
end

-- --- dice -----------------------------------------------------------------------------------------------------------

local THROWN = { live = "thrown by the program", manual = "thrown by hand" }

--- `dice live`, `dice manual`: who throws from now on. `dice` alone tells. `dice 2d6` shows what
--- dice can give, exactly.
function View:dice(text)
  text = text and text:match("^%s*(.-)%s*$") or ""
  if text == "" then
    return { line("dice are " .. THROWN[self.dice_mode]) }
  end
  if text ~= "live" and text ~= "manual" then
    if text:find("%d") then return require("adjutant.odds").of_dice(text) end
    return nil, "dice: live, manual, or dice like 2d6"
      .. Text.did_you_mean(text, { "live", "manual" })
  end
  if self.readonly then return nil, "this game is open for reading only" end
  local lines = { line("dice are now " .. THROWN[text]) }
  local trouble = self:write_logged("remark", "dice " .. text, { kind = "remark", text = "dice " .. text })
  if trouble then return nil, trouble end
  self.dice_mode = text
  return lines
end

-- --- where the game is ---------------------------------------------------------------------------------

--- "Turn 1, Allied orders".
function View:phase_text()
  local kit = self.kit
  local game, sequence = kit.game, kit.sequence
  local phase = sequence and sequence:phase(game)
  if not phase then return kit.title end
  local actor = game.actor and game.actor.name .. ": " or ""
  return ("Turn %d, %s%s"):format(game.turn, actor, phase.name)
end

--- How the game stands, in one line: its phase, or how it ended.
function View:standing()
  local game = self.kit.game
  return game.over and "the game is over: " .. game.verdict or self:phase_text()
end

--- The side whose go it is.
function View:side()
  local q = self:question()
  return q and q.by or self.kit.game.actor
end

View.phase = View.phase_text

--- Adds all this to Game.
function View.install(Game)
  for name, f in pairs(View) do
    if name ~= "install" and name ~= "value_text" then Game[name] = f end
  end
  Game.value_text = View.value_text
  require("adjutant.rulebook").install(Game)
  require("adjutant.knowledge").add(Game)
end

return View
