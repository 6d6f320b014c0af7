-- SPDX-License-Identifier: GPL-3.0-or-later
-- The World as Lua sees it: entities, their fields, lists, the trail.

local function place(name) return { name = name } end

local function setup()
  local t = { W = core.world.new() }
  local W = t.W
  W:type { name = "side", fields = { { name = "name", kind = "text", default = "" } } }
  W:type { name = "unit", fields = {
    { name = "name", kind = "text", default = "" },
    { name = "side", kind = "ref", indexed = true },
    { name = "arm", kind = "text" },
    { name = "strength", kind = "int", default = 4, min = 0, max = 9 },
    { name = "share", kind = "frac" },
    { name = "disrupted", kind = "bool", default = false },
    { name = "place", kind = "place" },
    { name = "goal", kind = "place" },
  } }
  t.a, t.b, t.c, t.off = place "A", place "B", place "C", place "off the map"
  t.town, t.wood = place "town", place "wood"
  W:places({ t.a, t.b, t.c, t.off }, { 1, 1, 2, 0 }, { t.town, t.wood })
  t.red = W:create("side", { name = "Red" })
  t.guards = W:create("unit", { name = "Guards", side = t.red, place = t.a })
  t.line = W:create("unit", { side = t.red, place = t.b, strength = 6 })
  return t
end

local function raises(f, part) expect(f):to_raise(part) end

describe("entities", function()
  it("read their fields, and the initial value of what was never written", function()
    local t = setup()
    expect(t.guards.name):to_be("Guards")
    expect(t.guards.side):to_be(t.red)
    expect(t.guards.arm):to_be(nil)
    expect(t.guards.strength):to_be(4)
    expect(t.line.strength):to_be(6)
    expect(tostring(t.guards.share)):to_be("0")
    expect(t.guards.disrupted):to_be(false)
    expect(t.guards.place):to_be(t.a)
    expect(t.guards.goal):to_be(nil)
    expect(t.guards.area):to_be(t.town)
    expect(t.red.area):to_be(nil)
    expect(t.guards.id):to_be(2)
    expect(t.guards.kind):to_be("unit")
    expect(t.guards.alive):to_be(true)
  end)

  it("keep every kind of value", function()
    local t = setup()
    local u = t.guards
    u.name, u.arm, u.strength, u.disrupted = "Old Guard", "infantry", 9, true
    u.share = core.world.frac(6, 8)
    u.place, u.goal, u.side = t.c, t.off, nil
    expect(u.name):to_be("Old Guard")
    expect(u.arm):to_be("infantry")
    expect(u.strength):to_be(9)
    expect(u.disrupted):to_be(true)
    expect(tostring(u.share)):to_be("3/4")
    expect(u.area):to_be(t.wood)
    expect(u.goal):to_be(t.off)
    expect(u.side):to_be(nil)
    u.arm, u.place, u.share = nil, nil, 2
    expect(u.arm):to_be(nil)
    expect(u.place):to_be(nil)
    expect(u.area):to_be(nil)
    expect(tostring(u.share)):to_be("2")
    u.strength = 6 / 2                      -- a whole float is that whole number
    expect(math.type(u.strength)):to_be("integer")
    expect(t.W:hash()):to_be(t.W:hash_slow())
  end)

  it("are the same value each time, so they can be keys", function()
    local t = setup()
    local seen = { [t.guards] = "yes" }
    expect(seen[t.W:get(2)]):to_be("yes")
    expect(seen[t.W:all("unit")[1]]):to_be("yes")
    expect(t.line.side == t.guards.side):to_be(true)
    expect(t.line == t.guards):to_be(false)
  end)

  it("are called by their name, or by kind and id", function()
    local t = setup()
    expect(tostring(t.guards)):to_be("Guards")
    expect(tostring(t.line)):to_be("unit 3")
    expect(core.world.is_entity(t.line)):to_be(true)
    expect(core.world.is_entity(core.world.frac(1))):to_be(false)
    expect(core.world.is_entity(t.W)):to_be(false)
    expect(core.world.is_entity("unit 3")):to_be(false)
    expect(core.world.is_entity()):to_be(false)
  end)

  it("an unknown field is an error with a guess", function()
    local t = setup()
    raises(function() return t.guards.distrupted end,
      'unit has no field "distrupted" (did you mean "disrupted"?)')
    raises(function() t.guards.strenght = 3 end, '(did you mean "strength"?)')
    raises(function() return t.guards.zzzzz end, 'unit has no field "zzzzz"')
    raises(function() return t.guards.alife end, '(did you mean "alive"?)')
    raises(function() return t.guards[1] end, "a field of unit is named by a text, not a number")
    raises(function() return t.guards[("x"):rep(100)] end, "has no field")
    raises(function() t.W:create("unit", { zeal = 3, nmae = "x", strength = 2 }) end,
      'unit has no field "nmae" (did you mean "name"?)')
    raises(function() t.W:create("unit", { 5 }) end, "fields are given by name")
    raises(function() t.W:create("unti") end, 'there is no kind "unti" (did you mean "unit"?)')
    raises(function() t.W:all("zebra") end, 'there is no kind "zebra"')
  end)

  it("a value that does not fit says what does", function()
    local t = setup()
    local u, trail = t.guards, t.W:trail_length()
    local function set(field, value, part) raises(function() u[field] = value end, part) end
    set("strength", 10, "unit.strength is between 0 and 9, not 10")
    set("strength", 1.5, "unit.strength is a whole number, not 1.5")
    set("strength", "3", 'unit.strength is a whole number, not "3"')
    set("strength", nil, "unit.strength is a whole number, not nil")
    set("disrupted", 1, "unit.disrupted is true or false, not 1")
    set("disrupted", nil, "unit.disrupted is true or false, not nil")
    set("name", 5, "unit.name is a text, not 5")
    set("name", nil, "unit.name is a text and cannot be none")
    set("name", ("x"):rep(70000), "at most 65536 bytes")
    set("side", "Red", 'unit.side is an entity, not "Red"')
    set("side", t.a, "unit.side is an entity, not a table")
    set("place", {}, "unit.place is a place of the map, not a table")
    set("place", t.town, "unit.place is a place of the map")
    set("place", u, "unit.place is a place of the map, not an entity")
    set("share", 0.5, "unit.share is a fraction or a whole number, not 0.5")
    set("share", true, "unit.share is a fraction or a whole number, not true")
    set("id", 3, "unit.id cannot be written")
    set("area", t.town, "unit.area cannot be written")
    set("side", core.world.new(), "unit.side is an entity")
    expect(t.W:trail_length()):to_be(trail)
  end)

  it("of another World are refused", function()
    local t, other = setup(), setup()
    raises(function() t.guards.side = other.red end, "unit.side is an entity")
    raises(function() t.W:destroy(other.guards) end, "of another World")
    raises(function() other.W:at(t.a) end, "place expected")
  end)

  it("creation is whole or nothing", function()
    local t = setup()
    local trail, hash = t.W:trail_length(), t.W:hash()
    raises(function() t.W:create("unit", { name = "x", strength = 20 }) end, "between 0 and 9")
    raises(function() t.W:create("unit", { name = "x", place = 5 }) end, "a place of the map")
    expect(t.W:trail_length()):to_be(trail)
    expect(t.W:hash()):to_be(hash)
    expect(t.W:create("unit", {}).id):to_be(4)
    expect(t.W:create("unit").id):to_be(5)
  end)

  it("dead ones say who they were", function()
    local t = setup()
    local W, mark = t.W, t.W:mark()
    local extra = W:create("unit", { name = "Extra" })
    t.line.side = t.red
    W:destroy(t.guards)
    raises(function() return t.guards.name end, "Guards was eliminated")
    raises(function() return t.guards.area end, "Guards was eliminated")
    raises(function() t.guards.strength = 1 end, "Guards was eliminated")
    raises(function() W:destroy(t.guards) end, "Guards was eliminated")
    raises(function() W:create("side", { name = t.guards.name }) end, "Guards was eliminated")
    expect(t.guards.alive):to_be(false)
    expect(t.guards.id):to_be(2)
    expect(t.guards.kind):to_be("unit")
    expect(tostring(t.guards)):to_be("Guards")
    expect(t.guards == t.guards):to_be(true)
    expect(W:get(2)):to_be(nil)
    W:destroy(t.red)
    expect(t.line.side):to_be(nil)          -- a reference to what is dead is none
    raises(function() t.line.side = t.red end, "Red was eliminated")
    W:rollback(mark)
    expect(t.guards.alive):to_be(true)
    expect(t.guards.name):to_be("Guards")
    expect(t.line.side):to_be(t.red)
    raises(function() return extra.name end, "unit 4 is no longer in play")
    raises(function() return extra.area end, "unit 4 is no longer in play")
    raises(function() W:append(t.guards, extra) end, "unit 4 is no longer in play")
    expect(extra.alive):to_be(false)
    expect(tostring(extra)):to_be("unit 4")
    local again = W:create("unit", { name = "Again" })
    expect(again.id):to_be(4)
    expect(again == extra):to_be(false)
    expect(extra.alive):to_be(false)
    expect(W:get(4)):to_be(again)
  end)
end)

-- What was read often is read without a call from then on: it must be what the World holds all the same.
describe("what is read often", function()
  local FIELDS = { "name", "side", "arm", "strength", "disrupted", "place", "goal" }
  local AREA = {}                  -- place -> area, of the setup at hand

  -- Reads all of an entity, and asks the World whether it is so.
  local function agrees(t, u)
    for _, field in ipairs(FIELDS) do
      if #t.W:having({ u }, field, u[field]) ~= 1 then return field end
    end
    local there = u.place
    if u.area ~= (there and AREA[there]) then return "area" end
    return u.alive ~= true and "alive" or u.id ~= t.ids[u] and "id" or nil
  end

  local function often(t, u) for _ = 1, 8 do expect(agrees(t, u)):to_be(nil) end end

  local function mapped()
    local t = setup()
    AREA = { [t.a] = t.town, [t.b] = t.town, [t.c] = t.wood }
    t.ids = { [t.guards] = t.guards.id, [t.line] = t.line.id }
    return t
  end

  it("is what was written last", function()
    local t = mapped()
    local u = t.guards
    often(t, u)
    u.strength, u.disrupted, u.name, u.arm, u.place, u.side = 7, true, "Life Guards", "cavalry", t.c, nil
    expect(u.area):to_be(t.wood)
    expect(u.name):to_be("Life Guards")
    often(t, u)
    u.place, u.arm = nil, nil
    expect(u.place):to_be(nil)
    expect(u.area):to_be(nil)
    often(t, u)
    raises(function() return u.strenght end, 'did you mean "strength"?')
    raises(function() u.strength = 99 end, "between 0 and 9")
    expect(u.strength):to_be(7)
  end)

  it("is what it was before, when that is undone", function()
    local t = mapped()
    local u, mark = t.guards, t.W:mark()
    often(t, u)
    u.strength, u.place, u.arm = 2, t.c, "horse"
    often(t, u)
    t.W:rollback(mark)
    expect(u.strength):to_be(4)
    expect(u.place):to_be(t.a)
    expect(u.area):to_be(t.town)
    expect(u.arm):to_be(nil)
    often(t, u)
  end)

  it("is no more of those who are gone, and again of those who come back", function()
    local t = mapped()
    local u, mark = t.line, t.W:mark()
    often(t, u)
    t.W:destroy(u)
    expect(u.alive):to_be(false)
    raises(function() return u.strength end, "unit 3 was eliminated")
    raises(function() return u.area end, "unit 3 was eliminated")
    t.W:rollback(mark)
    often(t, u)
    local young = t.W:create("unit", { strength = 1 })
    t.ids[young] = young.id
    often(t, young)
    t.W:rollback(mark)
    expect(young.alive):to_be(false)
    raises(function() return young.strength end, "no longer in play")
    local other = t.W:create("unit", { strength = 8 })
    expect(other.strength):to_be(8)
    raises(function() return young.strength end, "no longer in play")
  end)

  it("lets go of whom it refers to, when he goes", function()
    local t = mapped()
    often(t, t.guards)
    t.W:destroy(t.red)
    expect(t.guards.side):to_be(nil)
    often(t, t.guards)
  end)

  it("knows new places at once", function()
    local t = mapped()
    often(t, t.guards)
    local x, field = place "X", place "field"
    t.W:places({ x, t.a, t.b, t.off }, { 1, 0, 0, 0 }, { field })
    expect(t.guards.place):to_be(x)
    expect(t.guards.area):to_be(field)
  end)

  it("is the World's after five thousand changes at random", function()
    local t = mapped()
    local dice = core.rng.new(7)
    local W, marks = t.W, {}
    local living = W:all("unit")
    local places = { t.a, t.b, t.c, t.off }
    local changes = {
      function(u) u.strength = dice:below(10) end, function(u) u.place = places[dice:below(5) + 1] end,
      function(u) u.goal = places[dice:below(5) + 1] end, function(u) u.disrupted = dice:below(2) == 0 end,
      function(u) u.name = "n" .. dice:below(4) end, function(u) u.side = dice:below(2) == 0 and t.red or nil end,
      function(u) u.arm = dice:below(2) == 0 and "guns" or nil end,
      function() local u = W:create("unit"); t.ids[u] = u.id end,
      function(u) if #living > 2 then W:destroy(u) end end,
      function() marks[#marks + 1] = W:mark() end,
      function() if #marks > 0 then W:rollback(table.remove(marks)) end end,
    }
    for n = 1, 5000 do
      changes[dice:below(#changes) + 1](living[dice:below(#living) + 1])
      living = W:all("unit")
      for _ = 1, 3 do
        local wrong = agrees(t, living[dice:below(#living) + 1])
        if wrong then error(("after %d changes %s is not what the World holds"):format(n, wrong)) end
      end
    end
  end)
end)

describe("lists", function()
  it("stand in order of ids", function()
    local t = setup()
    local W = t.W
    local third = W:create("unit", { name = "Third", place = t.b })
    expect(W:all("unit")):to_equal({ t.guards, t.line, third })
    expect(#W:all()):to_be(4)
    expect(W:count("unit")):to_be(3)
    expect(W:count()):to_be(4)
    t.guards.place = t.b
    expect(W:at(t.b)):to_equal({ t.guards, t.line, third })
    expect(W:at(t.a)):to_equal({})
    expect(W:at(t.b, "side")):to_equal({})
    t.line.place = t.a
    expect(W:within(t.town, "unit")):to_equal({ t.guards, t.line, third })
    expect(W:within(t.wood)):to_equal({})
    expect(W:referrers(t.red, "side")):to_equal({ t.guards, t.line })
    expect(W:referrers(t.red)):to_equal({ t.guards, t.line })
    raises(function() W:referrers(t.red, "sied") end, 'no kind has a reference "sied"')
    raises(function() W:at(t.town) end, "place expected")
    raises(function() W:within(t.a) end, "area expected")
    raises(function() W:at(nil) end, "place expected")
  end)

  it("hold those of a side, or those with certain values", function()
    local t = setup()
    local W = t.W
    local blue = W:create("side", { name = "Blue" })
    local scouts = W:create("unit", { name = "Scouts", side = blue, place = t.b, arm = "cavalry" })
    expect(W:of(t.red, t.town, "unit")):to_equal({ t.guards, t.line })
    expect(W:of(t.red, t.b, "unit")):to_equal({ t.line })
    expect(W:of(blue, t.town, "unit")):to_equal({ scouts })
    expect(W:of(blue, t.wood, "unit")):to_equal({})
    expect(W:any_of(blue, t.town, "unit")):to_be(true)
    expect(W:any_of(blue, t.a, "unit")):to_be(false)
    expect(W:any_of(blue, t.wood, "unit")):to_be(false)
    expect(W:held(blue, { t.wood, t.town }, "unit")):to_equal({ t.town })
    expect(W:held(t.red, core.sandbox.freeze { t.wood }, "unit")):to_equal({})
    raises(function() W:held(blue, { t.town, t.a }, "unit") end, "element 2 of the list is no area")
    expect(W:having(W:all("unit"), "side", blue)):to_equal({ scouts })
    expect(W:lacking(W:all("unit"), "side", blue)):to_equal({ t.guards, t.line })
    expect(W:having({}, "side", blue)):to_equal({})
    raises(function() W:having({ t.line }, "sied", blue) end, 'no field "sied"')
    raises(function() W:having({ 1 }, "side", blue) end, "entity expected")
    raises(function() W:having(7, "side", blue) end, "table expected")
    expect(W:all("unit", { arm = "cavalry" })):to_equal({ scouts })
    expect(W:all("unit", { arm = "nobody has it" })):to_equal({})
    expect(W:all("unit", { side = t.red, strength = 6 })):to_equal({ t.line })
    expect(W:all("unit", { place = t.b })):to_equal({ t.line, scouts })
    expect(W:all("unit", { disrupted = false })):to_equal({ t.guards, t.line, scouts })
    expect(W:all("unit", {})):to_equal({ t.guards, t.line, scouts })
    raises(function() W:all("unit", { side = 1 }) end, "unit.side is an entity, not 1")
    raises(function() W:all("unit", { sied = t.red }) end, 'no field "sied" (did you mean "side"?)')
    raises(function() W:all("unit", { alive = true }) end, "no field")
    raises(function() W:all("unit", 7) end, "table expected")
    for i = 1, 12 do                  -- of several mistakes the same one, however the table lies
      raises(function() W:all("unit", { ["z" .. i] = 1, ["y" .. i] = 2, ["x" .. i] = 3, ["w" .. i] = 4 }) end,
        ('no field "w%d"'):format(i))
      raises(function() W:create("unit", { ["z" .. i] = 1, ["y" .. i] = 2, ["x" .. i] = 3, ["w" .. i] = 4 }) end,
        ('no field "w%d"'):format(i))
    end
    raises(function() W:all("unit", { side = 1, arm = 2, strength = "x", disrupted = 3, place = 4 }) end,
      "unit.side is an entity, not 1")
    raises(function() W:all(nil, {}) end, "string expected")
    raises(function() W:of(t.red, t.town, "side") end, "has no side")
    raises(function() W:of(t.red, nil, "unit") end, "area or place expected")
    raises(function() W:any_of(t.red, t.red, "unit") end, "area or place expected")
    raises(function() W:any_of(nil, t.town, "unit") end, "entity expected")
    for _ = 1, 300 do W:create("unit", { side = blue, place = t.c }) end
    expect(#W:of(blue, t.wood, "unit")):to_be(300)
    expect(W:any_of(blue, t.wood, "unit")):to_be(true)
    expect(W:any_of(t.red, t.wood, "unit")):to_be(false)
    expect(W:held(blue, { t.wood, t.town }, "unit")):to_equal({ t.wood, t.town })
    expect(#W:all("unit", { side = blue })):to_be(301)
  end)

  it("are snapshots", function()
    local t = setup()
    local list = t.W:at(t.a)
    t.guards.place = t.b
    expect(#list):to_be(1)
  end)

  it("may be long", function()
    local t = setup()
    for i = 1, 300 do t.W:create("unit", { name = "u" .. i, place = t.c }) end
    local list = t.W:at(t.c)
    expect(#list):to_be(300)
    expect(list[1].name):to_be("u1")
    expect(list[300].name):to_be("u300")
  end)

  it("children stand in the order they were given", function()
    local t = setup()
    local W = t.W
    local x, y, z = W:create "unit", W:create "unit", W:create "unit"
    W:append(t.guards, x)
    W:append(t.guards, z)
    W:append(t.guards, y, z)
    expect(W:children(t.guards)):to_equal({ x, y, z })
    expect(W:owner(y)):to_be(t.guards)
    expect(W:owner(t.guards)):to_be(nil)
    raises(function() W:append(x, t.guards) end, "its own owner")
    raises(function() W:append(t.line, z, x) end, "no child of the owner")
    W:detach(x)
    expect(W:children(t.guards)):to_equal({ y, z })
    local mark = W:mark()
    W:destroy(t.guards)                     -- children live on without an owner
    expect(W:owner(y)):to_be(nil)
    expect(y.alive):to_be(true)
    W:rollback(mark)
    expect(W:children(t.guards)):to_equal({ y, z })
  end)
end)

describe("the trail", function()
  it("knows its hash by the text", function()
    local t = setup()
    local hash = t.W:hash()
    expect(t.W:has_hash(hash)):to_be(true)
    expect(t.W:has_hash(hash .. "0")):to_be(false)
    t.guards.strength = 1
    expect(t.W:has_hash(hash)):to_be(false)
    expect(t.W:has_hash(t.W:hash())):to_be(true)
  end)

  it("undoes everything since a mark", function()
    local t = setup()
    local W = t.W
    local before, mark = W:hash(), W:mark()
    t.guards.strength = 1
    local inner, inside = W:mark(), W:hash()
    t.guards.place = t.c
    W:create("side", {})
    W:rollback(inner)
    expect(W:hash()):to_be(inside)
    expect(t.guards.place):to_be(t.a)
    W:rollback(mark)
    expect(W:hash()):to_be(before)
    expect(W:hash_slow()):to_be(before)
    expect(t.guards.strength):to_be(4)
    expect(W:trail_length()):to_be(mark)
    raises(function() W:rollback(inner + 5) end, "was itself rolled back")
    raises(function() W:rollback(-1) end, "never negative")
  end)

  it("tells the net changes", function()
    local t = setup()
    local W, mark = t.W, t.W:mark()
    t.guards.strength = 1
    t.guards.strength = 2
    t.line.place = t.c
    t.line.place = t.b
    t.line.name = "Line"
    W:append(t.guards, t.line)
    local new = W:create("side", { name = "Blue" })
    local rows = {}
    for i, c in ipairs(W:changes(mark)) do
      rows[i] = tostring(c.entity) .. " " .. c.field .. " " .. tostring(c.old) .. " " .. tostring(c.new)
    end
    expect(rows):to_equal({ "Guards strength 4 2", "Line owner nil Guards", "Line name  Line",
      "Blue alive false true", "Blue name  Blue" })
    expect(#W:changes(W:mark())):to_be(0)
    W:destroy(new)
    expect(#W:changes(mark)):to_be(3)
    raises(function() W:changes(1000) end, "must be an integer")
  end)

  it("tells what was touched", function()
    local t = setup()
    local W, mark = t.W, t.W:mark()
    expect(W:touched(mark)):to_equal({ area = {} })
    t.line.place = t.c
    t.line.strength = 1
    t.red.name = "Crimson"
    local gone = W:create("unit", { name = "Gone", place = t.off })
    W:destroy(gone)
    expect(W:touched(mark)):to_equal({ area = { t.town, t.wood }, unit = { t.line },
      side = { t.red } })
    mark = W:mark()
    W:destroy(t.guards)
    expect(W:touched(mark)):to_equal({ area = {} })
    t.line.place = t.off
    expect(W:touched(mark)):to_equal({ area = { t.wood }, unit = { t.line } })
    mark = W:mark()
    t.line.strength = 2
    local new = W:create("unit", { place = t.a })
    expect(W:touched(mark, "place")):to_equal({ area = { t.town }, unit = { new } })
    t.line.place = nil
    expect(W:touched(mark, "place")):to_equal({ area = { t.town }, unit = { t.line, new } })
    expect(W:touched(mark, "strength")):to_equal({ area = { t.town }, unit = { t.line, new } })
    raises(function() W:touched(1000) end, "must be an integer")
  end)

  it("the World is written only when it may be", function()
    local t = setup()
    local W = t.W
    expect(W:writable()):to_be(true)
    expect(W:writable(false)):to_be(true)
    local part = "the World changes only inside a command; use `set`"
    raises(function() t.guards.strength = 1 end, part)
    raises(function() W:create "unit" end, part)
    raises(function() W:destroy(t.guards) end, part)
    raises(function() W:append(t.guards, t.line) end, part)
    raises(function() W:detach(t.guards) end, part)
    expect(t.guards.strength):to_be(4)
    expect(W:writable(true)):to_be(false)
    t.guards.strength = 1
  end)
end)

describe("types", function()
  it("tell their fields in order", function()
    local fields = setup().W:fields("unit")
    local names = {}
    for i, f in ipairs(fields) do names[i] = f.name .. ":" .. f.kind end
    expect(table.concat(names, " ")):to_be("name:text side:ref arm:text strength:int share:frac "
      .. "disrupted:bool place:place goal:place")
    expect(fields[4]):to_equal({ name = "strength", kind = "int", default = 4, min = 0, max = 9,
      indexed = false, optional = false })
    expect(fields[3].optional):to_be(true)
    expect(fields[7].indexed):to_be(true)
  end)

  it("take more fields later, also for who lives already", function()
    local t = setup()
    local hash = t.W:hash()
    t.W:type { name = "unit", fields = { { name = "fatigue", kind = "int", default = 2 },
      { name = "name", kind = "text" } } }
    expect(t.guards.fatigue):to_be(2)
    expect(t.guards.name):to_be("Guards")
    expect(t.W:hash()):to_be(hash)
    t.guards.fatigue = 5
    expect(t.guards.fatigue):to_be(5)
    expect(t.W:create("unit", { fatigue = 1 }).fatigue):to_be(1)
    expect(#t.W:fields("unit")):to_be(9)
    expect(t.W:hash()):to_be(t.W:hash_slow())
  end)

  it("that make no sense are refused", function()
    local W = setup().W
    local function bad(field, part) raises(function() W:type { name = "unit", fields = { field } } end, part) end
    bad({ name = "strength", kind = "frac" }, "another kind")
    bad({ name = "x", kind = "float" }, 'there is no kind "float"')
    bad({ name = "area", kind = "ref" }, "unit.area: every entity has that already")
    bad({ name = "two words", kind = "int" }, "no word")
    bad({ name = "x", kind = "int", default = "3" }, "unit.x is a whole number")
    bad({ name = "x", kind = "int", default = 3, max = 2 }, "cannot start with that value")
    bad({ name = "x", kind = "int", min = "low" }, "min is a whole number")
    bad({ name = "x" }, "a name and a kind")
    bad(7, "described by a table")
    raises(function() W:type { name = "x", fields = 3 } end, "fields is a list")
    raises(function() W:type { fields = {} } end, "a type has a name")
    raises(function() W:places({ {} }) end, "there were 4 places already")
    local twice = {}
    raises(function() W:places({ twice, {}, {}, {}, twice }) end, "place 5 stands in the list twice")
    raises(function() W:places({ 1 }) end, "no object")
    raises(function() W:places({ {}, {}, {}, {} }, { 1 }, { {} }) end, "one number a place")
    raises(function() W:places({ {}, {}, {}, {} }, { 2, 0, 0, 0 }, { {} }) end, "from 0 to 1")
  end)

  it("a method is called with its own World", function()
    local W, V = core.world.new(), core.world.new()
    raises(function() return W.mark() end, "call it as World:method()")
    raises(function() return W.mark(V) end, "call it as World:method()")
    expect(tostring(W)):to_be("World")
  end)
end)

describe("fractions", function()
  local frac = core.world.frac
  it("are exact", function()
    expect(tostring(frac(1, 2) + frac(1, 3))):to_be("5/6")
    expect(tostring(frac(1, 2) - 1)):to_be("-1/2")
    expect(tostring(2 * frac(3, 4))):to_be("3/2")
    expect(tostring(frac(3, 4) / frac(3, 8))):to_be("2")
    expect(tostring(-frac(3, 4))):to_be("-3/4")
    expect(frac(7, 2) // 1):to_be(3)
    expect(frac(-7, 2) // 1):to_be(-4)
    expect(frac(6, 8) == frac(3, 4)):to_be(true)
    expect(frac(1, 3) < frac(1, 2)):to_be(true)
    expect(frac(1, 2) <= 0):to_be(false)
    expect(1 > frac(1, 2)):to_be(true)
    expect(frac(-3, 6):num()):to_be(-1)
    expect(frac(3, -6):den()):to_be(2)
    expect(frac(7, 2):floor()):to_be(3)
    expect(frac(7, 2):ceil()):to_be(4)
    expect(tostring(frac(frac(2, 4)))):to_be("1/2")
  end)
  it("refuse what they cannot hold", function()
    raises(function() return frac(1, 0) end, "divided by zero")
    raises(function() return frac(1, 2) / 0 end, "divided by zero")
    raises(function() return frac(1, 2) // 0 end, "divided by zero")
    raises(function() return frac(math.maxinteger) + 1 end, "does not fit 64 bits")
    raises(function() return frac(1, 2) + 0.5 end, "a fraction or a whole number is wanted")
    raises(function() return frac(1, 2) < "x" end, "a fraction or a whole number is wanted")
    raises(function() return frac("x") end, "a fraction or a whole number is wanted")
  end)
end)

describe("what rules look with", function()
  local looks = core.world.looks()

  it("has no World before the game begins", function()
    raises(function() looks.units_at({}) end, "before the game begins")
    raises(function() looks.all "unit" end, "before the game begins")
  end)

  it("looks at the World it was given last, and for units where no kind is named", function()
    local first, second = setup(), setup()
    first.W:attach(looks)
    expect(looks.units_at(first.a)):to_equal({ first.guards })
    expect(looks.units_in(first.town)):to_equal({ first.guards, first.line })
    expect(looks.units_of(first.red, first.town)):to_equal({ first.guards, first.line })
    expect(looks.units_of(first.red, first.b, "unit")):to_equal({ first.line })
    expect(looks.has_units(first.red, first.town)):to_be(true)
    expect(looks.has_units(first.red, first.wood)):to_be(false)
    expect(looks.has_units(first.red, first.a)):to_be(true)
    expect(looks.has_units(first.red, first.c)):to_be(false)
    expect(looks.areas_with(first.red, { first.wood, first.town })):to_equal({ first.town })
    expect(looks.all("unit", { strength = 6 })):to_equal({ first.line })
    expect(looks.all "side"):to_equal({ first.red })
    expect(looks.referrers(first.red, "side")):to_equal({ first.guards, first.line })
    expect(looks.having({ first.guards, first.line }, "strength", 6)):to_equal({ first.line })
    expect(looks.lacking({ first.guards, first.line }, "strength", 6)):to_equal({ first.guards })
    local both = { first.wood, first.town }
    first.guards.place = first.c
    expect(looks.units_of(first.red, both)):to_equal({ first.guards, first.line })
    expect(looks.units_of(first.red, core.sandbox.freeze(both), "unit", { strength = 6 })):to_equal({ first.line })
    expect(looks.units_of(first.red, {})):to_equal({})
    expect(looks.units_of(first.red, first.wood, nil, { disrupted = true })):to_equal({})
    expect(looks.has_units(first.red, both, "unit", { disrupted = false })):to_be(true)
    expect(looks.has_units(first.red, both, "unit", { disrupted = true })):to_be(false)
    expect(looks.has_units(first.red, first.c, "unit", { strength = 4 })):to_be(true)
    second.W:attach(looks)
    expect(looks.units_at(second.a)):to_equal({ second.guards })
    raises(function() looks.units_at(first.a) end, "place expected")
    raises(function() looks.units_of(first.red, second.town) end, "another World")
  end)

  it("numbers the areas of a frozen list once, and anew when places are", function()
    local t = setup()
    local areas, field = core.sandbox.freeze { t.wood, t.town }, place "field"
    t.W:attach(looks)
    for _ = 1, 2 do expect(looks.areas_with(t.red, areas)):to_equal({ t.town }) end
    t.W:places({ t.a, t.b, t.c, t.off }, { 1, 1, 1, 2 }, { t.wood, field })
    raises(function() looks.areas_with(t.red, areas) end, "element 2 of the list is no area")
    expect(looks.areas_with(t.red, core.sandbox.freeze { field, t.wood })):to_equal({ t.wood })
  end)

  it("says what it wants", function()
    local t = setup()
    t.W:attach(looks)
    raises(function() looks.units_at() end, "place expected")
    raises(function() looks.has_units(t.red) end, "area or place expected")
    raises(function() looks.areas_with(t.red, { t.a }) end, "element 1 of the list is no area")
    raises(function() looks.units_of(t.red, { t.town, t.a }) end, "element 2 of the list is no area")
    raises(function() looks.units_of(t.red, place "Y") end, "area or place expected")
    raises(function() looks.units_of(t.red, t.town, "unit", { arms = 1 }) end, 'did you mean "arm"?')
    raises(function() looks.units_in(t.town, "ship") end, "there is no kind")
    raises(function() t.W:attach {} end, "not what world.looks() gave")
  end)
end)
