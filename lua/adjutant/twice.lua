-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.twice -- check mode: every command runs twice from one mark with the same answers.
--
-- A rule that keeps state outside the World, or lets something into it that is not the same
-- each time, gives itself away: status, length of the trail, state hash, notes, reports must
-- agree, and no upvalue of a registered function may have changed. The second time rules of the ground
-- are worked out anew. A game is in check mode
-- when game.check is "twice"; examples and playouts of tests run in it.

local Game = require "adjutant.game"

local Twice = {}

local upvalues = core.sandbox.upvalues

-- --- what functions remember ----------------------------------------------------------------

--- Every upvalue of the script functions of a kit that a call could change: a list of
--- { f =, i =, value =, name =, owner = }. What tables hold is sealed when a ruleset loads.
function Twice.memory(kit)
  local cells, seen, queue = {}, {}, require("adjutant.remembered").functions(kit)
  local function visit(value, owner)
    if type(value) == "function" or type(value) == "table" then
      queue[#queue + 1] = { f = value, name = owner }
    end
  end
  local at = 1
  while queue[at] do
    local entry = queue[at]
    local f = entry.f
    at = at + 1
    if not seen[f] then
      seen[f] = true
      if type(f) == "function" then
        for i, up in ipairs(upvalues(f)) do
          if not kit.links:bound(up.name, up.value) then
            cells[#cells + 1] = { f = f, i = i, value = up.value, name = up.name, owner = entry.name }
          end
          visit(up.value, entry.name)
        end
      elseif core.sandbox.is_frozen(f) then
        for _, value in pairs(f) do visit(value, entry.name) end
      end
    end
  end
  return cells
end

--- The first upvalue that is not what it was when `cells` was taken or last looked at; nil when
--- there is none.
function Twice.changed(cells)
  local last, ups, why
  for _, cell in ipairs(cells) do
    if cell.f ~= last then last, ups = cell.f, upvalues(cell.f) end
    local was, now = cell.value, ups[cell.i].value
    cell.value = now
    if not rawequal(was, now) and not why then
      why = ("%s changes its variable %s (%s, now %s): state belongs in the World"):format(
        cell.owner, cell.name, tostring(was), tostring(now))
    end
  end
  return why
end

-- --- two runs -------------------------------------------------------------------------------

local function texts(record)
  local parts = {}
  for i, entry in ipairs(record) do
    parts[i] = ("%s %s %s"):format(entry.kind, entry.rule or "-", entry.text)
  end
  return parts
end

local function reports_of(reports)
  local parts = {}
  for i, r in ipairs(reports) do parts[i] = ("%s = %s"):format(r.name, tostring(r.value)) end
  return parts
end

local function told(status, value)
  if status == "refused" then return "refused: " .. value.text end
  if status == "unwound" then return "asks: " .. tostring(value and value.ask) end
  return status == "error" and "error: " .. tostring(value) or status
end

local function first_difference(what, a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then
      return ("%s %d: %s, the second time %s"):format(what, i, a[i] or "nothing", b[i] or "nothing")
    end
  end
  return nil
end

--- A picture of a run that has just ended with `status, value`.
local function picture(world, run, status, value)
  return { told = told(status, value), notes = texts(run.record or {}),
    reports = reports_of(run.reports or {}), trail = world:trail_length(), hash = world:hash() }
end

--- How the second of two runs differs from the first, or nil.
function Twice.difference(a, b)
  if a.told ~= b.told then return ("%s, the second time %s"):format(a.told, b.told) end
  local why = first_difference("note", a.notes, b.notes)
    or first_difference("report", a.reports, b.reports)
  if why then return why end
  if a.hash ~= b.hash then return ("state hash %s, the second time %s"):format(a.hash, b.hash) end
  if a.trail ~= b.trail then
    return ("%d writes, the second time %d"):format(a.trail, b.trail)
  end
  return nil
end

Twice.picture = picture

--- The pending command `p` has just run to `status, value`: runs it again. nil when both runs
--- agree, else one line that says where they part. p is then as after the first run.
function Twice.check(game, p, status, value)
  local first = picture(game.world, p, status, value)
  local remembered = game.kit.remembered
  local why = remembered and Twice.changed(remembered)
  local record, reports = p.record, p.reports
  local status2, value2 = game.kit.register.ground:without(game.rerun, game, p, Game.stop)
  local again = remembered and Twice.changed(remembered)
  why = why or Twice.difference(first, picture(game.world, p, status2, value2)) or again
  p.record, p.reports = record, reports
  if why then return ("not the same twice: %s: %s"):format(p.line, why) end
  return nil
end

--- Puts a game into check mode.
function Twice.on(game)
  game.check = "twice"
  game.kit.remembered = Twice.memory(game.kit)
  return game
end

return Twice
