-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamererun -- a recorded game, played again: every hash verified; and under other rules
-- beside it, up to the first command that goes another way. What `adjutant replay` does.

local Compare = require "adjutant.gamecompare"
local Game = require "adjutant.game"
local Replay = require "adjutant.gamereplay"
local Start = require "adjutant.gamestart"
local Text = require "adjutant.text"

local Rerun = {}

-- --- what one command did ---------------------------------------------------------------------

-- What the sequence of play keeps for itself; the phase is compared by its name.
local OWN = { passes = true, out = true, waived = true, exceptions = true, rules = true }

local function shown(value)
  return value == nil and "none" or value == true and "yes" or value == false and "no" or Text.show(value)
end

-- The changes since a mark: list of { key =, entity =, field =, now = }, and by key.
local function changes_of(game, mark)
  local list, by_key = {}, {}
  local sequence = game.kit.sequence
  for _, c in ipairs(game.world:changes(mark)) do
    local e, field, now = c.entity, c.field, shown(c.new)
    local own = e == game.kit.game
    if own and field == "phase" then
      local phase = sequence and sequence.phases[c.new]
      now = phase and phase.id or now
    end
    if not (own and OWN[field]) then
      local alive = e.alive
      local name = alive and game.kit:field(e.kind, "name") and e.name or own and "game" or nil
      local entry = { key = ("%d %s"):format(e.id, field), entity = name or ("%s %d"):format(e.kind, e.id),
        field = field == "alive" and "in play" or field, now = now }
      list[#list + 1], by_key[entry.key] = entry, entry
    end
  end
  return list, by_key
end

-- How the same command changed two positions: texts, none when alike.
local function changes_differ(a, mark_a, b, mark_b)
  local list_a, in_a = changes_of(a, mark_a)
  local list_b, in_b = changes_of(b, mark_b)
  local lines = {}
  for _, x in ipairs(list_a) do
    local y = in_b[x.key]
    if not y or y.now ~= x.now then
      lines[#lines + 1] = ("%s, %s: %s in the record, %s now"):format(x.entity, x.field, x.now,
        y and y.now or "as before")
    end
  end
  for _, y in ipairs(list_b) do
    if not in_a[y.key] then
      lines[#lines + 1] = ("%s, %s: as before in the record, %s now"):format(y.entity, y.field, y.now)
    end
  end
  return lines
end

local function reports_differ(a, b)
  local lines, names, values = {}, {}, { {}, {} }
  for side, reports in ipairs { a or {}, b or {} } do
    for _, r in ipairs(reports) do
      if not values[1][r.name] and not values[2][r.name] then names[#names + 1] = r.name end
      local list = values[side][r.name]
      values[side][r.name] = list and list .. ", " .. r.value or r.value
    end
  end
  for _, name in ipairs(names) do
    local x, y = values[1][name] or "nothing", values[2][name] or "nothing"
    if x ~= y then lines[#lines + 1] = ("%s: %s in the record, %s now"):format(name, x, y) end
  end
  return lines
end

-- --- one command under the other rules --------------------------------------------------------

local function found(kind, lines) return { kind = kind, lines = type(lines) == "table" and lines or { lines } } end

-- The answers of the record that the command has not asked for: how many.
local function unused(record, answers)
  local asked = 0
  for _, entry in ipairs(record) do
    if entry.kind == "dice" or entry.kind == "choice" then asked = asked + 1 end
  end
  return #answers - asked
end

-- Runs the command that game `a` has just done in game `b`. nil when it goes the same way (and then b
-- has it too); else what differs.
local function compared(a, b, node)
  local decl, args, limit = b:read(node.line)
  if not decl then return found(limit and "error" or "refused", args) end
  local answers = a.answers_of(node)
  local p = { line = node.line, decl = decl, args = args, answers = answers, mark = b.world:mark(),
    heading = b:phase_text() }
  local asked
  local status, value = b:rerun(p, function(q)
    asked = asked or q
    return b.stop(q)
  end)
  if status == "refused" then return found("refused", require("adjutant.engine").refusal_text(value.rule, value.text)) end
  if status == "unwound" then
    return found("questions", ("it asks more than the record answers: %s (%s)"):format(
      tostring(asked.ask or asked.reason or "?"), asked.kind))
  elseif status ~= "done" then
    local other = tostring(value):find("^answer %d+ was ")
    return found(other and "questions" or "error", tostring(value))
  end
  local left = unused(p.record, answers)
  if left > 0 then
    return found("questions", ("it asks less: %s of the record %s not asked for"):format(Text.count(left, "answer"),
      left == 1 and "is" or "are"))
  end
  local lines = reports_differ(node.reports, p.reports)
  local kind = #lines > 0 and "reports" or "state"
  for _, l in ipairs(changes_differ(a, node.mark, b, p.mark)) do lines[#lines + 1] = l end
  if #lines > 0 then return found(kind, lines) end
  b:push(p, b.world:hash())
  return nil
end

-- --- the whole game ---------------------------------------------------------------------------

-- One record of the journal for both games. What differs, or nil; and a message when the record does
-- not give what it says.
local function step(a, b, r, state, other)
  local known = #a.nodes
  local ok, message = Replay.step(a, r, state)
  if not ok then return nil, message end
  if not b then return nil end
  if r.kind == "done" then
    local node = a.nodes[known + 1]
    local difference = compared(a, b, node)
    if difference then difference.n, difference.line, difference.heading = node.n, node.line, node.heading end
    return difference
  elseif r.kind == "undo" or r.kind == "redo" then
    if r.payload:find("^to ") then
      ok, message = Replay.step(b, r, other)
      if not ok then return found("error", message) end
    end
  end
  return nil
end

local function play(a, b, folder)
  local state, other = { answers = {} }, { answers = {} }
  for _, r in ipairs(folder:records()) do
    local difference, message = step(a, b, r, state, other)
    if message then
      return nil, ("command %d (%s, record %s): %s"):format(#a.nodes + 1, state.line or r.kind, tostring(r.seq),
        message)
    elseif difference then
      return difference
    end
  end
  return { kind = "none" }
end

-- How two set-ups differ: texts. Of a field that one of them does not have, how many have it.
local function setup_differs(a, b)
  local lines, counted, fields = {}, {}, {}
  for _, row in ipairs(Compare.differences(a, b)) do
    if row.a == "-" or row.b == "-" then
      local key = ("have %s a field %s"):format(row.a == "-" and "now" or "no more", row.field)
      if not counted[key] then fields[#fields + 1] = key end
      counted[key] = (counted[key] or 0) + 1
    else
      lines[#lines + 1] = ("%s, %s: %s in the record, %s now"):format(row.entity, row.field, row.a, row.b)
    end
  end
  for _, key in ipairs(fields) do lines[#lines + 1] = ("%d in play %s"):format(counted[key], key) end
  return lines
end

--- Plays a saved game again. o: houses (list of { path =, text = }), installed (the rules that are
--- installed), root. Gives { commands =, changed = whether other rules stood beside, start = texts:
--- how the set-ups differ, difference = nil or { n, line, heading, kind = "refused"|"questions"|
--- "reports"|"state"|"error", lines } }; or nil, message, kind.
function Rerun.run(name, o)
  o = o or {}
  local Folder = require "adjutant.gamefolder"
  local folder, message, kind = Folder.open(name, { readonly = true })
  if not folder then return nil, message, kind end
  local a, b
  a, message = Start.begun(Game, folder, {})
  if a and (o.installed or o.houses and #o.houses > 0) then
    b, message = Start.begun(Game, folder, o)
  end
  if message then
    folder:close()
    return nil, message, "game"
  end
  local result = { changed = b ~= nil, start = {}, name = folder.name }
  if b then
    result.start = setup_differs(a:snapshot(), b:snapshot())
  end
  local difference
  difference, message = play(a, b, folder)
  folder:close()
  if not difference then return nil, message, "damaged" end
  result.commands = #a.nodes
  result.difference = difference.kind ~= "none" and difference or nil
  return result
end

local WHAT = { refused = "it is refused", questions = "other questions", reports = "another result",
  state = "another position", error = "it fails" }

--- What Rerun.run found, as lines.
function Rerun.lines(found_)
  local lines = {}
  local function add(text, role) lines[#lines + 1] = { text = text, role = role } end
  if #found_.start > 0 then
    add("the set-up differs", "title")
    for _, text in ipairs(found_.start) do add("  " .. text) end
  end
  local d = found_.difference
  if d then
    add(("command %d is the first that goes another way: %s"):format(d.n, Text.without_digest(d.line)), "title")
    if d.heading then add("  " .. d.heading, "dim") end
    add("  " .. (WHAT[d.kind] or d.kind))
    for _, text in ipairs(d.lines) do add("    " .. text) end
  elseif found_.changed then
    add(("%s: nothing goes another way"):format(Text.count(found_.commands, "command")))
  else
    add(("%s played again, every hash as recorded"):format(Text.count(found_.commands, "command")))
  end
  return lines
end

return Rerun
