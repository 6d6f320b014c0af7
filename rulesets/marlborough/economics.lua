-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4, 11.6: upkeep and building, by treasury (treasuries.lua).

entity "force" {
  unpaid = int(0, { min = 0, max = 999, label = "unpaid SP", help = "SP of its own nation that are not maintained (11.6-short)" }),
}

entity "contingent" {
  unpaid = int(0, { min = 0, max = 999, hidden = true, help = "SP that are not maintained (11.6-short)" }),
}

local function acting_forces() return all("force", { side = game.actor }) end
local function acting_trains() return all("train", { side = game.actor }) end

-- --- 11.4, 11.6: upkeep ---------------------------------------------------------------------------------

-- A treasury pays for the SP of its nation wherever they serve: parts of forces, { force =, nation =, sp =,
-- piece = the force or contingent that counts those unpaid }.
local function parts_of(payer)
  local list = {}
  for _, force in ipairs(all "force") do
    for _, part in ipairs(rules.nations_in(force)) do
      if rules.payer(part.nation) == payer then
        part.force, part.piece = force, part.contingent or force
        list[#list + 1] = part
      end
    end
  end
  return list
end

local function trains_of(payer)
  local list = {}
  for _, train in ipairs(all "train") do
    if rules.payer(train.nation) == payer then list[#list + 1] = train end
  end
  return list
end

--- What a treasury has to pay: SP in forces that are to be maintained, trains, armies. Garrisons and works
--- are free (11.6-save). A tally.
rule("11.4", "upkeep", function (payer)
  local value, sp, armies = tally("EP"), 0, 0
  for _, part in ipairs(parts_of(payer)) do
    sp = sp + part.sp - part.piece.unpaid
    if part.piece == part.force and part.force.size == "army" then armies = armies + 1 end
  end
  local trains = #trains_of(payer)
  local function add(n, row, what)
    if n > 0 then value:add(n * charts.upkeep:at(row, "maintain"), "11.4", n .. " " .. what) end
  end
  add(sp, "SP", "SP")
  add(trains, "train", trains == 1 and "siege train" or "siege trains")
  add(armies, "army", armies == 1 and "army" or "armies")
  return value
end)

--- The upkeep of a side begins: what its treasuries have for the year comes in, to what they have saved.
rule("11.4", "begin_upkeep", function ()
  local side = game.actor
  if side == sides.allied then rules.share_places() end
  for _, payer in ipairs(rules.payers(side)) do
    for _, part in ipairs(parts_of(payer)) do part.piece.unpaid = 0 end
    local income = rules.income(payer)
    local treasury = rules.pay_in(payer, income.total)
    note("11.4", "{treasury}: {income} come in, {ep} EP in all; to maintain everything costs {upkeep}",
      { treasury = treasury, income = income, ep = treasury.ep, upkeep = rules.upkeep(payer) })
  end
end)

--- A train that is not maintained, or not wanted, is gone.
rule("11.6-order", "disband_train", function (train)
  note("11.6-order", "{train} is disbanded", { train = train })
  eliminate(train)
end)

--- A force is disbanded: it scores nothing, its leaders go to the pool.
rule("11.6-order", "disband", function (force)
  refuse_if("13.5-50", rules.gives_up_home(force), "the Dutch keep 50 SP", {})
  rules.remove_force(force, "disbanded")
end)

-- The part of a force that has SP of a nation, or nil.
local function part_of(force, nation)
  for _, part in ipairs(rules.nations_in(force)) do
    if part.nation == nation then
      part.piece = part.contingent or force
      return part
    end
  end
  return nil
end

--- SP of a force, of its own nation unless another is named, that are not maintained: no more than their
--- treasury cannot pay, for what it can pay it must.
rule("11.6-short", "leave_unpaid", function (force, sp, nation)
  nation = nation or force.nation
  local part, payer = part_of(force, nation), rules.payer(nation)
  local ctx = { force = force, sp = sp, has = part and part.sp or 0, nation = nation }
  refuse_if("11.6-short", not part or sp > part.sp, "{force} has {has} {nation} SP", ctx)
  local each = charts.upkeep:at("SP", "maintain")
  local rest = rules.upkeep(payer).total - (sp - part.piece.unpaid) * each
  refuse_if("11.6-order", sp > part.piece.unpaid and rest + each <= rules.ep_of(payer),
    "who has the EP maintains what he has, or disbands it", ctx)
  part.piece.unpaid = sp
  note("11.6-short", "{sp} {nation} SP of {force} are not maintained", ctx)
end)

-- SP that are worth so many EP, part SP up; none where a house rule has them cost nothing.
local function sp_worth(ep)
  local each = charts.upkeep:at("SP", "maintain")
  return each > 0 and (ep + each - 1) // each or 0
end

-- What a treasury can leave unpaid: forces in which it pays for SP, the weakest to be asked for first, and
-- trains.
local function to_cut(payer)
  local list, counts, weakest = {}, {}, nil
  for _, part in ipairs(parts_of(payer)) do
    local force, sp = part.force, part.sp - part.piece.unpaid
    if sp > 0 and sp_worth(1) > 0 then
      if not counts[force] then list[#list + 1] = force end
      counts[force] = (counts[force] or 0) + sp
    end
  end
  for _, force in ipairs(list) do
    if not weakest or counts[force] < counts[weakest] then weakest = force end
  end
  for _, train in ipairs(trains_of(payer)) do list[#list + 1] = train end
  return list, weakest or list[1]
end

-- Leaves so many SP of a force unpaid for which a treasury pays, or all of them.
local function cut_force(force, payer, sp)
  for _, part in ipairs(parts_of(payer)) do
    if part.force == force then
      local n = math.min(part.sp - part.piece.unpaid, sp)
      if n > 0 then rules.leave_unpaid(force, part.piece.unpaid + n, part.nation) end
      sp = sp - n
    end
  end
end

--- The EP of a treasury do not reach: its player says where it saves, until they do.
rule("11.6-short", "cut_upkeep", function (payer)
  local side = payer == "french" and sides.french or sides.allied
  while rules.upkeep(payer).total > rules.ep_of(payer) do
    local short = rules.upkeep(payer).total - rules.ep_of(payer)
    local list, weakest = to_cut(payer)
    local piece = choose { by = side, rule = "11.6-short", kind = "one", from = list, default = weakest,
      ask = ("%d EP are missing: what is not maintained?"):format(short) }
    if piece.kind == "train" then rules.disband_train(piece)
    else cut_force(piece, payer, sp_worth(short)) end
  end
end)

--- Half of the SP that a treasury does not maintain are lost, of all together by the quarter rule, shared
--- among their forces.
rule("11.6-short", "lose_unpaid", function (payer)
  local unpaid, parts = 0, {}
  for _, part in ipairs(parts_of(payer)) do
    part.unpaid = part.piece.unpaid
    if part.unpaid > 0 then
      unpaid, parts[#parts + 1] = unpaid + part.unpaid, part
    end
  end
  if unpaid == 0 then return 0 end
  local side, loss = parts[1].force.side, rules.share_of(unpaid, 50)
  note("11.6-short", "{side}: {nation} SP that are not maintained {unpaid}, of them lost {loss}",
    { side = side, nation = payer, unpaid = unpaid, loss = loss })
  local counted, taken = 0, 0
  for _, part in ipairs(parts) do
    counted = counted + part.unpaid
    local n = loss.total * counted // unpaid - taken                     -- pro rata, to the last SP
    taken, part.piece.unpaid = taken + n, 0
    if n > 0 then rules.take_nation(part.force, n, part.nation) end
  end
  rules.score_lost(side, loss.total, "11.6-short", loss.total .. " SP lost for want of upkeep")   -- 11.6-vp
  return loss.total
end)

--- What a treasury reaches for after all, as its player has disbanded others since, is maintained, of the
--- first of his forces on (ours).
rule("11.6-order", "maintain_again", function (payer)
  for _, part in ipairs(parts_of(payer)) do
    local short = rules.upkeep(payer).total - rules.ep_of(payer)
    local n = math.min(-sp_worth(short), part.piece.unpaid)              -- -3 EP short: 3 to spare
    if n > 0 then rules.leave_unpaid(part.force, part.piece.unpaid - n, part.nation) end
  end
end)

--- The upkeep of a side ends: each treasury pays for what is to be maintained, the rest suffers. Surplus is
--- saved.
rule("11.6-order", "pay_upkeep", function ()
  for _, payer in ipairs(rules.payers(game.actor)) do
    rules.maintain_again(payer)
    rules.cut_upkeep(payer)                                              -- 11.6-short
    rules.spend(payer, rules.upkeep(payer).total, "upkeep")
    rules.lose_unpaid(payer)
  end
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

-- SP that a treasury cannot maintain as things are.
local function missing(nation)
  local payer = rules.payer(nation)
  return math.max(sp_worth(rules.upkeep(payer).total - rules.ep_of(payer)), 0)
end

local ALL_NATIONS = { "french", "bavarian", "spanish", "british", "dutch", "austrian", "northern" }

-- The nations that a force is made of.
local function nations_of(args)
  local list = {}
  for _, part in ipairs(args.force and rules.nations_in(args.force) or {}) do list[#list + 1] = part.nation end
  return list
end

command "unpaid" {
  rule = "11.6-short", help = "SP of a force that its treasury cannot maintain: half of them are lost",
  phases = UPKEEP,
  args = {
    { name = "force", kind = "force", among = acting_forces,
      fits = function (force) return missing(force.nation) > 0 end },
    { name = "sp", kind = "number", keyword = "sp", min = 0, help = "how many of its SP",
      sample = function (args, below)
        if not args.force then return nil end
        return below(math.min(part_of(args.force, args.force.nation).sp, missing(args.force.nation)) + 1)
      end },
    { name = "nation", kind = "word", keyword = "of", optional = true, values = ALL_NATIONS, from = nations_of,
      help = "of which nation, if not of its own" },
  },
  run = function (args)
    refuse_if("11.6-short", args.force.side ~= game.actor, "{force} is not yours", args)
    rules.leave_unpaid(args.force, args.sp, args.nation)
  end,
}

-- --- 11.4: building --------------------------------------------------------------------------------------

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
  rules.spend(rules.payer(force.nation), sp * charts.upkeep:at("SP", "build"), ("%d SP of %s"):format(sp, force.name))
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

local MOST_DETACHED, BRITISH_ARMY = 15, 20                 -- 5.4, 8.1-brit20

-- The fewest SP that a new army or detachment may have.
local function fewest(size, nation) return size == "army" and nation == "british" and BRITISH_ARMY or 1 end

--- A new army or detachment of a nation, off the map. It has a leader when one is drawn for it.
rule("11.4", "raise", function (side, size, nation, sp)
  check_nation(side, nation)
  refuse_if("5.4", size == "detachment" and sp > MOST_DETACHED, "a detachment has at most 15 SP")
  refuse_if("8.1-brit20", sp < fewest(size, nation), "a British army has at least 20 SP")
  rules.spend(rules.payer(nation), sp * charts.upkeep:at("SP", "build") + charts.upkeep:at(size, "build"),
    ("a %s of %d SP"):format(size, sp))
  return create("force", { name = size == "army" and free_name("force", nation, "Army")
    or rules.detachment_name(nation), side = side, nation = nation, size = size, sp = sp })
end)

--- A new siege train of a nation, off the map.
rule("11.4", "equip", function (side, nation)
  check_nation(side, nation)
  rules.spend(rules.payer(nation), charts.upkeep:at("train", "build"), "a siege train")
  return create("train", { name = free_name("train", nation, "Siege Train"), side = side,
    nation = nation })
end)

local BUILDING = { "building_first", "building_second" }

-- SP that the treasury of a nation can raise, beside so many EP.
local function affordable(nation, beside)
  return math.max((rules.ep_of(rules.payer(nation)) - beside) // charts.upkeep:at("SP", "build"), 0)
end

-- SP that a nation can raise as an army or a detachment.
local function most_raised(size, nation)
  local most = affordable(nation, charts.upkeep:at(size, "build"))
  return size == "detachment" and math.min(most, MOST_DETACHED) or most
end

-- The nations of who acts that can raise an army or a detachment.
local function raising(args)
  local list = {}
  for _, nation in ipairs(rules.nations_that_raise(game.actor)) do
    if args.size and most_raised(args.size, nation) >= fewest(args.size, nation) then list[#list + 1] = nation end
  end
  return list
end

-- The nations of who acts that can pay a siege train.
local function equipping()
  local list = {}
  for _, nation in ipairs(rules.nations_that_raise(game.actor)) do
    if rules.ep_of(rules.payer(nation)) >= charts.upkeep:at("train", "build") then list[#list + 1] = nation end
  end
  return list
end

command "recruit" {
  rule = "11.4", help = "new SP for a force of yours: 2 EP each", phases = BUILDING,
  args = {
    { name = "force", kind = "force", among = acting_forces,
      fits = function (force)
        return affordable(force.nation, 0) > 0 and rules.room_in(force) > 0 and rules.may_raise(force.nation)
      end },
    { name = "sp", kind = "number", keyword = "sp", min = 1, help = "how many",
      sample = function (args, below)
        local most = args.force and math.min(rules.room_in(args.force), affordable(args.force.nation, 0)) or 0
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
      from = function ()
        local list = {}
        for _, size in ipairs { "army", "detachment" } do
          if #raising { size = size } > 0 then list[#list + 1] = size end
        end
        return list
      end },
    { name = "nation", kind = "word", keyword = "of", from = raising, values = ALL_NATIONS },
    { name = "sp", kind = "number", keyword = "sp", min = 1, help = "how many",
      sample = function (args, below)
        if not args.size or not args.nation then return nil end
        local least, most = fewest(args.size, args.nation), most_raised(args.size, args.nation)
        return most >= least and least + below(most - least + 1) or nil
      end },
  },
  run = function (args) rules.raise(game.actor, args.size, args.nation, args.sp) end,
}

command "equip" {
  rule = "11.4", help = "a new siege train: 10 EP", phases = BUILDING,
  args = { { name = "nation", kind = "word", values = ALL_NATIONS, from = equipping } },
  run = function (args) rules.equip(game.actor, args.nation) end,
}
