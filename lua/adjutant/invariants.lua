-- SPDX-License-Identifier: GPL-3.0-or-later
-- adjutant.invariants -- what must always hold, asked of everything or only of what was touched.
--
-- An invariant: { name =, f = asks everything, one = the function of the ruleset, each = "area",
-- a kind of entity, or nil; field = the field that it is about, or nil }.

local Invariants = {}

--- A new one, for kit.invariants.
function Invariants.new(kit, name, each, field, f)
  local inv = { name = name, each = each, field = field, one = f, f = f }
  if each == "area" then
    inv.f = function()
      for _, area in ipairs(kit.board and kit.board.areas or {}) do
        local why = f(area)
        if why then return why end
      end
      return nil
    end
  elseif each then
    inv.f = function()
      for _, entity in ipairs(kit.world:all(each)) do
        local why = f(entity)
        if why then return why end
      end
      return nil
    end
  end
  return inv
end

local function said(inv, why) return ("broken invariant: %s: %s"):format(inv.name, why) end

-- They only look: playouts ask fewer of them and less often than a game does, and must play the same.
local function looking(f)
  return function(kit, ...)
    local world = kit.world
    local was = world:writable(false)
    local ok, why = pcall(f, kit, ...)
    world:writable(was)
    if not ok then error(why, 0) end
    return why
  end
end

--- What the invariants of a kit say is broken: a list of { name, text }. first: the first will do.
Invariants.all_broken = looking(function(kit, first)
  local broken = {}
  for _, inv in ipairs(kit.invariants) do
    local why = inv.f()
    if why then broken[#broken + 1] = { inv.name, tostring(why) } end
    if why and first then break end
  end
  return broken
end)

--- What is broken: a text, or nil.
Invariants.broken = looking(function(kit)
  for _, inv in ipairs(kit.invariants) do
    local why = inv.f()
    if why then return said(inv, why) end
  end
  return nil
end)

--- The same, by those only that ask everything at once.
Invariants.broken_whole = looking(function(kit)
  for _, inv in ipairs(kit.invariants) do
    local why = not inv.each and inv.f()
    if why then return said(inv, why) end
  end
  return nil
end)

--- The same of what changed since a mark, by those that ask areas or entities one by one.
Invariants.broken_since = looking(function(kit, mark)
  local by_field = {}
  for _, inv in ipairs(kit.invariants) do
    local field = inv.field or ""
    local things = inv.each and by_field[field]
    if inv.each and not things then
      things = kit.world:touched(mark, inv.field)
      by_field[field] = things
    end
    local list = things and things[inv.each]
    for i = 1, list and #list or 0 do
      local why = inv.one(list[i])
      if why then return said(inv, why) end
    end
  end
  return nil
end)

return Invariants
