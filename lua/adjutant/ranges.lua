-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.ranges -- sets of whole numbers as ranges: { { from, to }, ... }, ascending, not touching.

local Ranges = {}

-- The first range that ends at or after n - 1: the one that n could join.
local function place(list, n)
  local low, high = 1, #list + 1
  while low < high do
    local middle = (low + high) // 2
    if list[middle][2] < n - 1 then low = middle + 1 else high = middle end
  end
  return low
end

--- Adds from to to.
function Ranges.add(list, from, to)
  local i = place(list, from)
  local j = i
  while list[j] and list[j][1] <= to + 1 do
    from, to = math.min(from, list[j][1]), math.max(to, list[j][2])
    j = j + 1
  end
  if j == i + 1 then
    list[i] = { from, to }
  elseif j == i then
    table.insert(list, i, { from, to })
  else
    table.move(list, j, #list + (j - i - 1), i + 1)
    list[i] = { from, to }
  end
  return list
end

--- The parts of from to to that are missing in the list.
function Ranges.missing(list, from, to)
  local parts, i = {}, place(list, from)
  while from <= to do
    local range = list[i]
    if not range or range[1] > to then
      parts[#parts + 1] = { from, to }
      break
    end
    if range[1] > from then parts[#parts + 1] = { from, range[1] - 1 } end
    from, i = math.max(from, range[2] + 1), i + 1
  end
  return parts
end

--- The first range that two lists have in common: from, to; nil when there is none.
function Ranges.common(a, b)
  local i, j = 1, 1
  while a[i] and b[j] do
    local from, to = math.max(a[i][1], b[j][1]), math.min(a[i][2], b[j][2])
    if from <= to then return from, to end
    if a[i][2] < b[j][2] then i = i + 1 else j = j + 1 end
  end
  return nil
end

--- How many numbers there are.
function Ranges.size(list)
  local n = 0
  for _, range in ipairs(list) do n = n + range[2] - range[1] + 1 end
  return n
end

--- "1-40 51-60", and back (nil for anything else).
function Ranges.text(list)
  local parts = {}
  for i, range in ipairs(list) do parts[i] = ("%d-%d"):format(range[1], range[2]) end
  return table.concat(parts, " ")
end

function Ranges.of(text)
  local list = {}
  for part in text:gmatch("%S+") do
    local from, to = part:match("^(%d+)-(%d+)$")
    from, to = math.tointeger(tonumber(from)), math.tointeger(tonumber(to))
    if not from or not to or from > to or list[1] and from <= list[#list][2] then return nil end
    list[#list + 1] = { from, to }
  end
  return list
end

return Ranges
