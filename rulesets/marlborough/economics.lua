-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4, 11.6: economic points: income, upkeep, building.

entity "side" {
  home_ep = int(0, { help = "economic points off the map that the scenario gives it a year (G61)" }),
}

entity "force" {
  unpaid = int(0, { min = 0, label = "unpaid SP", help = "SP that are not maintained (11.6-short)" }),
}

local function acting_forces() return all("force", { side = game.actor }) end
local function acting_trains() return all("train", { side = game.actor }) end

-- --- 11.4, 11.6: income and upkeep ----------------------------------------------------------------------

--- Economic values have to be known: the ruleset has none, a campaign scenario brings its own (G61).
rule("11.4", "check_values", function ()
  for _, fortress in ipairs(all "fortress") do
    refuse_if("11.4", fortress.value < 0 or fortress.value_allied < 0,
      "the economic value of {fortress} is not known: a campaign needs value and value_allied of every place",
      { fortress = fortress })
  end
end)

-- What the year that is paid for makes of Austria's value.
local function austria_value(year)
  if game.austria_lost then return charts.economics:at "Austria defeated" end
  if year >= 1711 then return charts.economics:at "Austria 1711" end
  return charts.economics:at(year >= 1708 and "Austria 1708" or "Austria")
end

--- What Britain pays: 50, or 30 when the United Provinces are lost and the Allies have no fortress on the
--- coast; nothing for 1713 (11.10.5-13).
rule("11.10.2", "britain_pays", function (year)
  if year >= 1713 then return 0 end
  local reduced = game.up_neutral and not rules.coastal_base()
  return charts.economics:at(reduced and "Britain reduced" or "Britain")
end)

local function add_off_map(value, side, year)
  value:add(side.home_ep, "11.4", "off the map")
  if side == sides.french then
    if game.refused then value:add(charts.economics:at "refused offer", "11.11-offer", "the offer refused") end
    return
  end
  value:add(rules.britain_pays(year), "11.4", "Britain")
  value:add(austria_value(year), "11.4", "Austria")
  if rules.northern_present(year) and rules.northern_fight() then        -- F.north, 11.10.4
    value:add(charts.economics:at "Northern Allies", "11.4", "Northern Allies")
  end
end

--- What a place is worth to a side: the first of its numbers to the French, the second to the Allies; in
--- the Empire nothing once Austria is defeated (11.10.3), nor at neutral places (11.10.2).
rule("11.4", "economic_value", function (side, fortress)
  local place = fortress.place
  if game.austria_lost and place and place.area and place.area.name == "Empire" then return 0 end
  if place and rules.is_neutral(place) then return 0 end
  return side == sides.french and fortress.value or fortress.value_allied
end)

--- A side's income for the next year, a tally: the places that it holds, and what is off the map.
rule("11.4", "income", function (side)
  rules.check_values()                                                   -- G61
  local value = tally("EP")
  add_off_map(value, side, game.season + 1)
  for _, fortress in ipairs(all("fortress", { side = side })) do
    local ep = rules.economic_value(side, fortress)
    if ep > 0 then value:add(ep, "11.4", fortress.name) end
  end
  return value
end)

--- What the side has to pay: SP of forces that are to be paid, trains, armies. Garrisons and works are
--- free (11.6-save). A tally.
rule("11.4", "upkeep", function (side)
  local value, sp, armies = tally("EP"), 0, 0
  for _, force in ipairs(all("force", { side = side })) do
    sp = sp + force.sp - force.unpaid
    if force.size == "army" then armies = armies + 1 end
  end
  local trains = #all("train", { side = side })
  value:add(sp * charts.upkeep:at("SP", "maintain"), "11.4", sp .. " SP")
  value:add(trains * charts.upkeep:at("train", "maintain"), "11.4", trains .. " siege trains")
  value:add(armies * charts.upkeep:at("army", "maintain"), "11.4", armies .. " armies")
  return value
end)

--- The upkeep of a side begins: its income comes in, to what it has saved.
rule("11.4", "begin_upkeep", function ()
  local side = game.actor
  for _, force in ipairs(all("force", { side = side })) do force.unpaid = 0 end
  local income = rules.income(side)
  side.ep = side.ep + income.total
  note("11.4", "{side}: {income} come in, {ep} EP in all; to maintain everything costs {upkeep}",
    { side = side, income = income, ep = side.ep, upkeep = rules.upkeep(side) })
end)

--- A train that is not maintained, or not wanted, is gone.
rule("11.6-order", "disband_train", function (train)
  note("11.6-order", "{train} is disbanded", { train = train })
  eliminate(train)
end)

--- A force is disbanded: it scores nothing, its leaders go to the pool.
rule("11.6-order", "disband", function (force)
  rules.remove_force(force, "disbanded")
end)

--- SP of a force that are not maintained.
rule("11.6-short", "leave_unpaid", function (force, sp)
  refuse_if("11.6-short", sp > force.sp, "{force} has {force.sp} SP", { force = force })
  force.unpaid = sp
  note("11.6-short", "{sp} SP of {force} are not maintained", { sp = sp, force = force })
end)

-- What can be left unpaid: forces that have paid SP, and trains.
local function to_cut(side)
  local list, weakest = {}, nil
  for _, force in ipairs(all("force", { side = side })) do
    if force.sp > force.unpaid then
      list[#list + 1] = force
      if not weakest or force.sp < weakest.sp then weakest = force end
    end
  end
  for _, train in ipairs(all("train", { side = side })) do list[#list + 1] = train end
  return list, weakest or list[1]
end

--- The EP do not reach: the owner says where he saves, until they do.
rule("11.6-short", "cut_upkeep", function (side)
  local each = charts.upkeep:at("SP", "maintain")
  while rules.upkeep(side).total > side.ep do
    local short = rules.upkeep(side).total - side.ep
    local list, weakest = to_cut(side)
    local piece = choose { by = side, rule = "11.6-short", kind = "one", from = list, default = weakest,
      ask = ("%d EP are missing: what is not maintained?"):format(short) }
    if piece.kind == "train" then
      rules.disband_train(piece)
    else
      local sp = math.min(piece.sp - piece.unpaid, (short + each - 1) // each)
      rules.leave_unpaid(piece, piece.unpaid + sp)
    end
  end
end)

--- Half of the SP that are not maintained are lost, of all together by the quarter rule, shared among
--- their forces.
rule("11.6-short", "lose_unpaid", function (side)
  local unpaid, forces = 0, {}
  for _, force in ipairs(all("force", { side = side })) do
    if force.unpaid > 0 then
      unpaid, forces[#forces + 1] = unpaid + force.unpaid, force
    end
  end
  if unpaid == 0 then return 0 end
  local loss = rules.share_of(unpaid, 50)
  note("11.6-short", "{side}: SP that are not maintained {unpaid}, of them lost {loss}",
    { side = side, unpaid = unpaid, loss = loss })
  local counted, taken = 0, 0
  for _, force in ipairs(forces) do
    counted = counted + force.unpaid
    local n = loss.total * counted // unpaid - taken                     -- pro rata, to the last SP
    taken, force.unpaid = taken + n, 0
    rules.take_sp(force, n)
  end
  rules.score_lost(side, loss.total, "11.6-short", loss.total .. " SP lost for want of upkeep")   -- 11.6-vp
  return loss.total
end)

--- The upkeep of a side ends: what is to be maintained is paid, the rest suffers. Surplus is saved.
rule("11.6-order", "pay_upkeep", function ()
  local side = game.actor
  rules.cut_upkeep(side)                                                 -- 11.6-short
  local cost = rules.upkeep(side)
  side.ep = side.ep - cost.total
  note("11.6-order", "{side} pays {cost} and has {ep} EP left", { side = side, cost = cost, ep = side.ep })
  rules.lose_unpaid(side)
end)

local UPKEEP = { "upkeep_first", "upkeep_second" }

command "disband" {
  rule = "11.6-order", help = "disbands a force", phases = UPKEEP,
  args = { { name = "force", kind = "force", among = acting_forces,
    fits = function () return true end } },
  run = function (args)
    refuse_if("11.6-order", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.disband(args.force)
  end,
}

command "scrap" {
  rule = "11.6-order", help = "disbands a siege train", phases = UPKEEP,
  args = { { name = "train", kind = "train", among = acting_trains, fits = function () return true end } },
  run = function (args)
    refuse_if("11.6-order", args.train.side ~= game.actor, "{train} is not yours", args)
    rules.disband_train(args.train)
  end,
}

command "unpaid" {
  rule = "11.6-short", help = "SP of a force that are not maintained: half of them are lost", phases = UPKEEP,
  args = {
    { name = "force", kind = "force", among = acting_forces, fits = function () return true end },
    { name = "sp", kind = "number", keyword = "sp", min = 0, help = "how many of its SP",
      sample = function (args, below) return args.force and below(args.force.sp + 1) or nil end },
  },
  run = function (args)
    refuse_if("11.6-short", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.leave_unpaid(args.force, args.sp)
  end,
}

-- --- 11.4: building --------------------------------------------------------------------------------------

--- Spends EP.
rule("11.4", "spend", function (side, ep, what)
  refuse_if("11.4", ep > side.ep, "{what} costs {ep} EP, and {side} has {side.ep}",
    { what = what, ep = ep, side = side })
  side.ep = side.ep - ep
  note("11.4", "{side} pays {ep} EP for {what}", { side = side, ep = ep, what = what })
end)

local NATIONS = { french = { "french", "bavarian", "spanish" },
  allied = { "british", "dutch", "austrian", "northern" } }

--- Whether a nation can raise anything: it fights; Britain not under the Tories, Northern Allies in their
--- years.
rule("11.4", "may_raise", function (nation)
  if not rules.fights(nation) then return false end
  if nation == "british" then return game.season + 1 < 1712 end
  return nation ~= "northern" or rules.northern_present(game.season + 1)
end)

--- The nations of a side that can.
rule("11.4", "nations_that_raise", function (side)
  local list = {}
  for _, nation in ipairs(NATIONS[side.key]) do
    if rules.may_raise(nation) then list[#list + 1] = nation end
  end
  return list
end)

--- New SP for a force, of its own nation.
rule("11.4", "recruit", function (force, sp)
  refuse_if("11.4", not rules.may_raise(force.nation), "{nation} raises nothing now", { nation = force.nation })
  refuse_if("5.4", sp > rules.room_in(force), "a detachment has at most 15 SP", { force = force })
  rules.spend(force.side, sp * charts.upkeep:at("SP", "build"), ("%d SP of %s"):format(sp, force.name))
  rules.add_sp(force, sp, force.nation)
end)

local NATION = { french = "French", bavarian = "Bavarian", spanish = "Spanish", british = "British",
  dutch = "Dutch", austrian = "Imperial", northern = "Northern" }

local ORDINAL = { "1st", "2nd", "3rd" }

-- The first free name of its kind: "Dutch 3rd Army".
local function free_name(kind, nation, what)
  local number = 0
  while true do
    number = number + 1
    local name = ("%s %s %s"):format(NATION[nation], ORDINAL[number] or number .. "th", what)
    if #all(kind, { name = name }) == 0 then return name end
  end
end

local function check_nation(side, nation)
  local ours = false
  for _, one in ipairs(rules.nations_that_raise(side)) do ours = ours or one == nation end
  refuse_if("11.4", not ours, "{nation} raises nothing for {side} now", { nation = nation, side = side })
end

--- A new army or detachment of a nation, off the map. It has a leader when one is drawn for it.
rule("11.4", "raise", function (side, size, nation, sp)
  check_nation(side, nation)
  refuse_if("5.4", size == "detachment" and sp > 15, "a detachment has at most 15 SP")
  rules.spend(side, sp * charts.upkeep:at("SP", "build") + charts.upkeep:at(size, "build"),
    ("a %s of %d SP"):format(size, sp))
  return create("force", { name = size == "army" and free_name("force", nation, "Army")
    or rules.detachment_name(nation), side = side, nation = nation, size = size, sp = sp })
end)

--- A new siege train of a nation, off the map.
rule("11.4", "equip", function (side, nation)
  check_nation(side, nation)
  rules.spend(side, charts.upkeep:at("train", "build"), "a siege train")
  return create("train", { name = free_name("train", nation, "Siege Train"), side = side,
    nation = nation })
end)

local BUILDING = { "building_first", "building_second" }

-- SP that the EP of who acts can pay, beside so many EP.
local function affordable(beside)
  return math.max((game.actor.ep - beside) // charts.upkeep:at("SP", "build"), 0)
end

local function raising() return rules.nations_that_raise(game.actor) end

command "recruit" {
  rule = "11.4", help = "new SP for a force of yours: 2 EP each", phases = BUILDING,
  args = {
    { name = "force", kind = "force", among = acting_forces,
      fits = function (force)
        return affordable(0) > 0 and rules.room_in(force) > 0 and rules.may_raise(force.nation)
      end },
    { name = "sp", kind = "number", keyword = "sp", min = 1, help = "how many",
      sample = function (args, below)
        local most = args.force and math.min(rules.room_in(args.force), affordable(0)) or 0
        return most > 0 and below(most) + 1 or nil
      end },
  },
  run = function (args)
    refuse_if("11.4", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.recruit(args.force, args.sp)
  end,
}

command "raise" {
  rule = "11.4", help = "a new army (5 EP) or detachment, its SP 2 EP each", phases = BUILDING,
  args = {
    { name = "size", kind = "word", values = { "army", "detachment" },
      from = function () return affordable(5) > 0 and { "army", "detachment" } or {} end },
    { name = "nation", kind = "word", keyword = "of", from = raising,
      values = { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern" } },
    { name = "sp", kind = "number", keyword = "sp", min = 1, help = "how many",
      sample = function (args, below)
        local most = affordable(args.size == "army" and 5 or 0)
        if args.size == "detachment" then most = math.min(most, 15) end
        return most > 0 and below(most) + 1 or nil
      end },
  },
  run = function (args) rules.raise(game.actor, args.size, args.nation, args.sp) end,
}

command "equip" {
  rule = "11.4", help = "a new siege train: 10 EP", phases = BUILDING,
  args = { { name = "nation", kind = "word",
    values = { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern" },
    from = function () return game.actor.ep >= charts.upkeep:at("train", "build") and raising() or {} end } },
  run = function (args) rules.equip(game.actor, args.nation) end,
}

-- --- what is asked at the prompt ------------------------------------------------------------------------

--- What comes in and what everything costs, for one side: lines, and the places that pay.
rule("11.4", "economy_listed", function (side)
  local lines, places = {}, {}
  lines[1] = ("%s: %d EP in hand; %d come in for %d; to maintain everything costs %d"):format(side.name,
    side.ep, rules.income(side).total, game.season + 1, rules.upkeep(side).total)
  for _, fortress in ipairs(all("fortress", { side = side })) do
    local ep = rules.economic_value(side, fortress)
    if ep > 0 then
      lines[#lines + 1] = ("  %s %d"):format(fortress.name, ep)
      places[#places + 1] = fortress.place
    end
  end
  return lines, places
end)

inquiry "economy" {
  rule = "11.4", help = "what a side earns and pays in the next interphase, and the places that pay it",
  args = { { name = "side", kind = "side" } },
  run = function (args)
    local lines, places = rules.economy_listed(args.side)
    return lines, places, "places that pay"
  end,
}
