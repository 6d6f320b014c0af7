-- SPDX-License-Identifier: GPL-3.0-or-later
-- MAG, 7.3, 7.7, 7.9, 8.1-mag: magazines.
--
-- Each army has one primary magazine and lays one secondary for its next turn (G72), a British army
-- two. In the primary phase a secondary takes the place of the primary. Detachments lay none.

local RANGE = charts.ranges:at "magazine"

-- --- 8.1-mag, MAG.det: whose magazines --------------------------------------------------------------

--- Whether a nation may draw on the magazines of another one: the French side knows no limits of
--- nationality (F.french), Northern Allies use any Allied magazine (F.north).
rule("8.1-mag", "may_draw_on", function (nation, owner, side)
  return nation == owner or side == sides.french or nation == "northern"
end)

--- The magazines of an army; or those that a nation of a side may draw on.
rule("MAG.prim", "magazines_of", function (who, side)
  if type(who) ~= "string" then return referrers(who, "army") end
  local list = {}
  for _, magazine in ipairs(all("magazine", { side = side })) do
    if rules.may_draw_on(who, magazine.nation, side) then list[#list + 1] = magazine end
  end
  return list
end)

--- The magazines that a force draws on: an army on its own (Northern Allies on any Allied one), of a
--- grade or of both; a detachment on all of its nationality, whatever their grade (G44).
rule("MAG.det", "magazines_for", function (force, grade)
  if force.size == "detachment" then return rules.magazines_of(force.nation, force.side) end
  local list = rules.magazines_of(force.nation == "northern" and force.nation or force, force.side)
  if #list == 0 then list = rules.joint_magazines(force) end             -- 7.7
  return grade and having(list, "grade", grade) or list
end)

-- --- MAG.prim: the primary phase --------------------------------------------------------------------

--- The secondary magazine that locates the next primary one: with two (British) the owner picks.
rule("MAG.brit", "next_primary", function (army, secondaries)
  if #secondaries == 1 then return secondaries[1] end
  local places = {}
  for i, magazine in ipairs(secondaries) do places[i] = { value = magazine, label = magazine.place.name } end
  return choose { by = army.side, rule = "MAG.brit", kind = "one", from = places, default = secondaries[1],
    ask = ("Where does %s have its primary magazine?"):format(army.name) }
end)

--- The secondary magazine of an army becomes the primary one; what it had besides is lifted. Without a
--- secondary the primary one stays where it is, or is lifted (G43).
rule("MAG.prim", "lay_primary", function (army)
  local magazines = rules.magazines_of(army)
  local secondaries = having(magazines, "grade", "secondary")
  if #secondaries == 0 and rules.primary_stays() then return end
  local chosen = #secondaries > 0 and rules.next_primary(army, secondaries) or nil  -- MAG.brit
  for _, magazine in ipairs(magazines) do
    if magazine ~= chosen then eliminate(magazine) end
  end
  if chosen then
    chosen.grade = "primary"
    note("MAG.prim", "{army} has its primary magazine in {place}", { army = army, place = chosen.place })
  elseif #magazines > 0 then
    note("MAG.fixed", "the primary magazine of {army} is lifted", { army = army })
  end
end)

--- Whether a primary magazine may stay where it is without a secondary to take its place (G43).
rule("MAG.fixed", "primary_stays", function () return option.magazine_stays end)

--- The Primary Magazine Phase of a side.
rule("MAG.prim", "lay_primaries", function (side)
  for _, army in ipairs(all("force", { side = side, size = "army" })) do rules.lay_primary(army) end
end)

-- --- MAG.sec, 7.3: the secondary phase --------------------------------------------------------------

--- How many secondary magazines an army may lay: British two, others one.
rule("MAG.brit", "secondaries_of", function (army)
  return army.nation == "british" and 2 or 1
end)

--- Whether a hex is friendly to a side: no enemy force in it, no place that the enemy holds, nothing of
--- the enemy that closes it to supply.
rule("MAG.sec", "is_friendly", function (side, place)
  return not place.box and not has_units(side.enemy, place, "force")
    and not has_units(side.enemy, place, "fortress") and rules.closed_by(side, place) == nil
end)

--- The places that are near enough for a magazine of an army: within 5 MP of it, or of where it can be
--- in its next turn, by ways that the enemy does not close. A set as reach() gives it.
rule("7.3", "magazine_range", function (army)
  return rules.supply_range(army, army.place, rules.magazine_reach())
end)

--- How far that is.
rule("7.3", "magazine_reach", function ()
  return RANGE + charts.allowance:at("force", game.winter and "winter" or "season")
end)

--- Whether a place is near enough for a magazine of an army.
rule("7.3", "in_magazine_range", function (army, place)
  return rules.in_supply_range(army, army.place, place, rules.magazine_reach())
end)

--- Refuses a secondary magazine where it may not be laid.
rule("MAG.sec", "may_lay", function (army, place)
  local ctx = { army = army, place = place, range = RANGE }
  refuse_if("MAG.sec", army.side ~= game.active, "{army} is not of the active side", ctx)
  refuse_if("MAG.sec", army.size ~= "army" or not army.place or army.place.box,
    "only armies on the map lay magazines", ctx)
  local secondaries = having(rules.magazines_of(army), "grade", "secondary")
  refuse_if("MAG.sec", #secondaries >= rules.secondaries_of(army), "{army} has its secondary magazine already", ctx)
  for _, magazine in ipairs(rules.magazines_of(army)) do
    refuse_if("MAG.sec", magazine.place == place, "{army} has a magazine in {place} already", ctx)
  end
  refuse_if("MAG.sec", not rules.is_friendly(army.side, place), "{place} is no friendly hex", ctx)
  refuse_if("7.3", not rules.in_magazine_range(army, place),
    "{place} is more than {range} MP from where {army} can be next turn", ctx)
end)

local function name_of(army)
  local names = {}
  for _, magazine in ipairs(rules.magazines_of(army)) do names[magazine.name] = true end
  local name, number = army.name .. " magazine", 2
  while names[name] do
    name, number = ("%s magazine %d"):format(army.name, number), number + 1
  end
  return name
end

--- A magazine of an army, of that grade, at a place.
rule("MAG.sec", "create_magazine", function (army, place, grade)
  return create("magazine", { name = name_of(army), side = army.side, nation = army.nation, grade = grade,
    army = army, place = place })
end)

--- An army lays a secondary magazine.
rule("MAG.sec", "lay_secondary", function (army, place)
  rules.may_lay(army, place)
  note("MAG.sec", "{army} lays a secondary magazine in {place}", { army = army, place = place })
  return rules.create_magazine(army, place, "secondary")
end)

-- --- 7.7: armies that combine -----------------------------------------------------------------------

--- The magazines of an army of its nation that an army acts with, which serve both.
rule("7.7", "joint_magazines", function (army)
  local list = {}
  for _, other in ipairs(rules.acting(army)) do
    if #list == 0 and other ~= army and other.size == "army" and other.nation == army.nation then
      list = rules.magazines_of(other)
    end
  end
  return list
end)

-- The armies of a nation in a group that have magazines.
local function with_magazines(forces, nation)
  local list = {}
  for _, army in ipairs(forces) do
    if army.size == "army" and army.nation == nation and #rules.magazines_of(army) > 0 then list[#list + 1] = army end
  end
  return list
end

--- Armies of a nation are active together (5.2-join): one set of magazines stays for all of them, the owner
--- says which. When they go apart the others lay new ones.
rule("7.7", "share_magazines", function (forces)
  for _, force in ipairs(forces) do
    local armies = with_magazines(forces, force.nation)
    if #armies > 1 then
      local keep = choose { by = force.side, rule = "7.7", kind = "one", from = armies, default = armies[1],
        ask = "Whose magazines stay?" }
      for _, army in ipairs(armies) do
        if army ~= keep then
          for _, magazine in ipairs(rules.magazines_of(army)) do eliminate(magazine) end
        end
      end
      note("7.7", "the magazines of {army} serve {armies}", { army = keep, armies = armies })
    end
  end
end)

--- An army takes in another one: one set of magazines goes, the owner says which; an army that has
--- none takes over those of the other.
rule("7.7", "combine_magazines", function (into, other)
  local own, taken = rules.magazines_of(into), rules.magazines_of(other)
  if #taken == 0 or into.size ~= "army" then return end
  local keep = #own == 0 and other or choose { by = into.side, rule = "7.7", kind = "one", default = into,
    from = { into, other }, ask = "Whose magazines stay?" }
  for _, magazine in ipairs(keep == into and taken or own) do eliminate(magazine) end
  if keep == other then
    for _, magazine in ipairs(taken) do magazine.army, magazine.nation = into, into.nation end
  end
  note("7.7", "the magazines of {army} serve both", { army = keep })
end)

-- --- 7.9: magazines that are lost -------------------------------------------------------------------

--- Whether nobody is with the magazines of a side in a hex: no force, and no garrison.
rule("7.9", "is_alone", function (side, place)
  if has_units(side, place, "force") then return false end
  return not (has_units(side, place, "fortress") and rules.hostile_fortress(side.enemy, place))
end)

--- Forces of a side are in a hex: enemy magazines that are alone there are destroyed. New ones are laid
--- in the phases of the next turn.
rule("7.9", "destroy_magazines", function (side, place)
  local enemy = side.enemy
  if not rules.is_alone(enemy, place) then return end
  for _, magazine in ipairs(units_of(enemy, place, "magazine")) do
    note("7.9", "{magazine} in {place} is destroyed", { magazine = magazine, place = place })
    eliminate(magazine)
  end
end)

-- --- the command ------------------------------------------------------------------------------------

local function can_lay(army)
  return army.place ~= nil and not army.place.box
    and #having(rules.magazines_of(army), "grade", "secondary") < rules.secondaries_of(army)
end

-- Where an army could lay one, those near to it first.
local function hexes_for(army)
  local list = {}
  for place in rules.magazine_range(army):each() do
    if rules.is_friendly(army.side, place) and not has_units(army.side, place, "magazine") then
      list[#list + 1] = place
    end
  end
  return list
end

command "magazine" {
  rule = "MAG.sec", help = "lays the secondary magazine of an army, which is its primary one next turn",
  phases = { "secondary_magazines" },
  args = {
    { name = "army", kind = "force", among = function () return all("force", { side = game.active, size = "army" }) end,
      fits = can_lay },
    { name = "at", kind = "place", keyword = "at", help = "a friendly hex",
      from = function (args) return args.army and args.army.place and hexes_for(args.army) or {} end,
      sample = function (args, below)
        local army = args.army
        for _ = 1, army and army.place and 4 or 0 do
          local place = army.place
          for _ = 1, below(RANGE) do place = place.neighbours[below(#place.neighbours) + 1] end
          if rules.is_friendly(army.side, place) and not has_units(army.side, place, "magazine") then return place end
        end
      end },
  },
  run = function (args) rules.lay_secondary(args.army, args.at) end,
}
