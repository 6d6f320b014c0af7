-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gameview -- looking at a game: log, why, rules, charts, map, units. Nothing here
-- changes the World, draws a die or writes to the journal. Methods of Game.

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
  if n and not node then
    return nil, #self.nodes == 0 and "nothing has happened yet"
      or ("there is no command %d; the last is %d"):format(n, #self.nodes)
  end
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
          args = args, phases = c.phase_names, reaction = c.reaction, builtin = c.builtin, look = c.look,
          looks_ahead = c.looks_ahead }
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
  local ok, args, found, marks, marked = self:limited(function()
    local args, message = Command.parse(decl, rest, self.kit.names)
    if not args then return nil, message end
    return args, decl.run(args, self.view)
  end)
  if not ok then return nil, args, found, marks end          -- message, limit, rule
  if not args then return nil, found, nil, "command" end
  local texts = {}
  if type(found) == "table" then
    for i, said in ipairs(found) do texts[i] = tostring(said) end
  elseif found ~= nil then
    texts[1] = tostring(found)
  end
  local list = type(marks) == "table" and { table.unpack(marks) } or nil
  return { texts = texts, marks = list, marked = marked and tostring(marked) or Command.line(decl, args) }
end

-- Nobody who types waits longer for what may come next.
local WHILE_TYPING = { instructions = 20000000, cpu_ms = 1000 }

--- What may stand next in a command line: `before` ends before the word begun, `prefix`. nil, message,
--- limit when the rules that list it are stopped.
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
  local ok, found, limit = self.within(WHILE_TYPING, Command.complete, decl, rest, prefix, self.kit.names)
  if not ok then return nil, found, limit end
  return found
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
  local ok, found, why = self:limited(self.kit.register.callable.reach, unit)
  if not ok then return nil, found, why end                  -- message, limit
  return found, why
end

-- Runs f(...) of the ruleset, which only looks: a list of texts. nil, message, limit when it fails.
local function look(self, f, ...)
  local ok, found, limit = self:limited(f, ...)
  if not ok then return nil, found, limit end
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
    if name ~= "install" then Game[name] = f end
  end
  require("adjutant.gamelua").install(Game)
  require("adjutant.rulebook").install(Game)
  require("adjutant.knowledge").add(Game)
end

return View
