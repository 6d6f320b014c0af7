-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.gamecompare -- how two positions of a game differ: what is in play in each, entity by entity, and
-- the commands on either side of where their lines part. Methods of Game, loaded when they are first asked for.

local Text = require "adjutant.text"
local Tree = require "adjutant.gametree"

local Compare = {}

local width, pad = Text.width, Text.pad
local line, called, standing, count_of, add_commands = Tree.line, Tree.called, Tree.standing, Tree.count_of,
  Tree.add_commands
local leader, common, path_from = Tree.leader, Tree.common, Tree.path_from

-- --- positions --------------------------------------------------------------------------------

--- What is in play: id -> { name =, kind =, side =, fields = { name -> text } }, for two positions
--- to be compared.
function Compare:snapshot()
  local found, world = {}, self.world
  local kinds, seen = { "game", "side" }, { game = true, side = true }
  for _, t in ipairs(self.kit.types) do
    if not seen[t.name] then kinds[#kinds + 1] = t.name end
    seen[t.name] = true
  end
  for _, kind in ipairs(kinds) do
    local fields = world:fields(kind)
    for _, e in ipairs(world:all(kind)) do
      local values = {}
      for _, f in ipairs(fields) do
        local value = e[f.name]
        values[f.name] = value == nil and "none" or value == true and "yes" or value == false and "no"
          or Text.show(value)
      end
      local side = values.side
      found[e.id] = { id = e.id, kind = kind, fields = values, side = side,
        name = values.name and values.name ~= "" and values.name or kind .. " " .. e.id }
    end
  end
  return found
end

-- What the sequence of play keeps for itself.
local OWN = { phase = true, phase_over = true, passes = true, out = true, waived = true,
  exceptions = true, rules = true }

--- The differences of two snapshots: list of { entity = name, field =, a =, b = }; an entity that
--- one side alone has is one row, with field "in play".
function Compare.differences(a, b)
  local ids, rows = {}, {}
  for id in pairs(a) do ids[#ids + 1] = id end
  for id in pairs(b) do if not a[id] then ids[#ids + 1] = id end end
  table.sort(ids)
  for _, id in ipairs(ids) do
    local x, y = a[id], b[id]
    if not x or not y then
      rows[#rows + 1] = { entity = (x or y).name, field = "in play", a = x and "yes" or "no",
        b = y and "yes" or "no" }
    else
      local names, all = {}, {}
      for name in pairs(x.fields) do names[#names + 1], all[name] = name, true end
      for name in pairs(y.fields) do if not all[name] then names[#names + 1] = name end end
      table.sort(names)
      for _, name in ipairs(names) do
        local u, v = x.fields[name], y.fields[name]
        if u ~= v and not (x.kind == "game" and OWN[name]) then
          rows[#rows + 1] = { entity = x.name, field = name, a = u or "-", b = v or "-" }
        end
      end
    end
  end
  return rows
end

--- What of one snapshot is not in a later one: the entries, by their ids.
function Compare.lost(before, now)
  local list = {}
  for id, entry in pairs(before) do if not now[id] then list[#list + 1] = entry end end
  table.sort(list, function(a, b) return a.id < b.id end)
  return list
end

-- "Picardie and Bearn (Franco-Bavarian)": what was in play at first and is no more.
local function lost(before, now)
  local sides, names = {}, {}
  for _, entry in ipairs(Compare.lost(before, now)) do
    local side = entry.side or ""
    if not names[side] then
      sides[#sides + 1] = side
      names[side] = {}
    end
    table.insert(names[side], entry.name)
  end
  local parts = {}
  for i, side in ipairs(sides) do
    parts[i] = Text.list(names[side]) .. (side ~= "" and " (" .. side .. ")" or "")
  end
  return #parts > 0 and table.concat(parts, "; ") or "nothing"
end

-- --- two of them --------------------------------------------------------------------------------

local function compared(self, a, b)
  local base, shots = common(a, b), {}
  for i, node in ipairs { base, a, b } do
    local ok, message = self:walk(node)
    if not ok then error(message, 0) end
    shots[i] = self:snapshot()
  end
  return base, shots[1], shots[2], shots[3]
end

local function add_side(lines, label, base, node)
  local path = path_from(base, node)
  if #path == 0 then
    lines[#lines + 1] = line(("%s is where they part"):format(label))
    return
  end
  lines[#lines + 1] = line(("only on the way to %s: %s"):format(label, count_of(path)))
  add_commands(lines, path)
end

local function add_differences(lines, rows)
  if #rows == 0 then
    lines[#lines + 1] = line("the two positions are the same")
    return
  end
  local wide, field, value = 0, 0, 0
  for _, r in ipairs(rows) do
    wide, field, value = math.max(wide, width(r.entity)), math.max(field, width(r.field)), math.max(value, width(r.a))
  end
  wide, field, value = math.min(wide, 28), math.min(field, 20), math.min(value, 28)
  lines[#lines + 1] = line "the positions differ in (A | B):"
  for _, r in ipairs(rows) do
    lines[#lines + 1] = line(("  %s  %s  %s | %s"):format(pad(r.entity, wide), pad(r.field, field), pad(r.a, value), r.b))
  end
end

--- Two commands, or the ends of two branches, and where their lines part: the nodes a, b and base, and
--- what was in play at each, before, now_a and now_b. nil, message.
function Compare:parted(first, second)
  if self.pending then return nil, "a question is open: answer it, or `abandon` the command" end
  local a, b, message
  a, message = self:node_of(first)
  if not a then return nil, message end
  b, message = self:node_of(second)
  if not b then return nil, message end
  self.home = self.current
  local ok, base, before, now_a, now_b = pcall(compared, self, a, b)
  local returned, why = self:come_home()
  if not returned then return nil, why end
  if not ok then return nil, "compare: " .. tostring(base) end
  return { a = a, b = b, base = base, before = before, now_a = now_a, now_b = now_b }
end

--- How two commands, or the ends of two branches, differ: where their lines part, the commands
--- and results of each, and the two positions entity by entity. lines | nil, message.
function Compare:compare(first, second)
  local found, message = self:parted(first, second)
  if not found then return nil, message end
  local a, b, base, before, now_a, now_b = found.a, found.b, found.base, found.before, found.now_a, found.now_b
  local lines = { line("A  " .. called(leader(a)) .. standing(a), "title"),
    line("B  " .. called(leader(b)) .. standing(b), "title"),
    line("they part at " .. called(leader(base))) }
  add_side(lines, "A", base, a)
  add_side(lines, "B", base, b)
  add_differences(lines, Compare.differences(now_a, now_b))
  lines[#lines + 1] = line(("lost since they parted: A %s; B %s"):format(lost(before, now_a), lost(before, now_b)))
  return lines
end

return Compare
