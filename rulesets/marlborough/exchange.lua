-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.7: prisoners are exchanged, and what is left is traded.

entity "side" {
  offers = int(0, { min = 0, max = 999, hidden = true, help = "offers of trade in this interphase (11.7)" }),
}

-- A nation for SP that come to a side without forces.
local function any_nation(side)
  if side == sides.french then return "french" end
  for _, nation in ipairs { "dutch", "british", "austrian", "northern" } do
    if rules.fights(nation) then return nation end
  end
  return "austrian"
end

--- SP that come back from prison: their owner says which forces take them in. Without one they are a
--- new force, off the map.
rule("11.7", "take_back", function (side, sp)
  while sp > 0 do
    local forces = {}
    for _, force in ipairs(all("force", { side = side })) do
      if rules.room_in(force) > 0 then forces[#forces + 1] = force end
    end
    local force
    if #forces > 0 then
      force = choose { by = side, rule = "11.7", kind = "one", from = forces, default = forces[1],
        ask = ("Which force takes in %d SP that come back?"):format(sp) }
    end
    local n = math.min(sp, force and rules.room_in(force) or 15)
    if force then
      rules.add_sp(force, n, force.nation)
    else
      local nation = any_nation(side)
      force = create("force", { name = rules.detachment_name(nation), side = side, nation = nation,
        size = "detachment", sp = n })
    end
    note("11.7", "{n} SP come back to {force}", { n = n, force = force })
    sp = sp - n
  end
end)

--- Prisoners are exchanged one for one, as many as both sides have.
rule("11.7", "exchange_sp", function ()
  local french, allied = sides.french, sides.allied
  local n = math.min(french.captured_sp, allied.captured_sp)
  if n == 0 then return end
  note("11.7", "{n} SP of either side are exchanged", { n = n })
  french.captured_sp, allied.captured_sp = french.captured_sp - n, allied.captured_sp - n
  rules.take_back(french, n)
  rules.take_back(allied, n)
end)

--- The leaders that a side holds.
rule("11.7", "leaders_held", function (captor)
  return all("leader", { side = captor.enemy, post = "captured" })
end)

--- A captive leader comes back to his pool; one whose nation has left the war is out with it (11.10).
rule("11.7", "release", function (leader)
  rules.to_pool(leader)
  if not rules.fights(leader.nation) then leader.post = leader.nation == "bavarian" and "out" or "gone" end
end)

-- One of the leaders that a side holds, whom it gives for one of its own; "keep" for none.
local function given(side, held)
  local from = {}
  for i, leader in ipairs(held) do from[i] = leader end
  from[#from + 1] = "keep"
  local choice = choose { by = side, rule = "11.7", kind = "one", from = from, default = held[1],
    ask = "Whom do you give for one of your own leaders?" }
  return choice ~= "keep" and choice or nil
end

--- Leaders are exchanged one for one as long as both sides like: each says whom it gives, or keeps whom
--- it has (G66). They come back to their pools.
rule("11.7", "exchange_leaders", function ()
  while true do
    local of_french, of_allied = rules.leaders_held(sides.french), rules.leaders_held(sides.allied)
    if #of_french == 0 or #of_allied == 0 then return end
    local one = given(sides.french, of_french)
    local other = one and given(sides.allied, of_allied)
    if not one or not other then
      note("11.7", "they keep the leaders whom they have")
      return
    end
    note("11.7", "{one} is exchanged for {other}", { one = one, other = other })
    rules.release(one)
    rules.release(other)
  end
end)

--- Each captured train is an economic point for its captor.
rule("11.7", "ransom_trains", function ()
  for _, side in ipairs(sides) do
    if side.captured_trains > 0 then
      local ep = side.captured_trains * charts.economics:at "captured train"
      side.captured_trains = 0
      note("11.7", "{side}: {ep} EP for captured trains", { side = side, ep = ep })
      rules.receive(side, ep)
    end
  end
end)

--- What is exchanged one for one, and trains. The rest may be traded.
rule("11.7", "exchange_prisoners", function ()
  rules.exchange_sp()
  rules.exchange_leaders()
  rules.ransom_trains()
end)

local MOST_OFFERS = 3                                      -- ours

-- "3 SP, Tallard, 2 EP" of what a side gives.
local function bundle(sp, leaders, ep)
  local parts = {}
  if sp > 0 then parts[#parts + 1] = sp .. " SP" end
  for _, leader in ipairs(leaders) do parts[#parts + 1] = leader.name end
  if ep > 0 then parts[#parts + 1] = ep .. " EP" end
  return #parts > 0 and table.concat(parts, ", ") or "nothing"
end

local function check_bundle(side, sp, leaders, ep)
  refuse_if("11.7", sp > side.captured_sp, "{side} holds {side.captured_sp} SP", { side = side })
  local has = rules.ep_of_side(side)
  refuse_if("11.7", ep > has, "{side} has {has} EP", { side = side, has = has })
  for _, leader in ipairs(leaders) do
    refuse_if("11.7", leader.post ~= "captured" or leader.side == side, "{side} does not hold {leader}",
      { side = side, leader = leader })
  end
end

-- What a side gives goes to the other one.
local function hand_over(side, sp, leaders, ep)
  side.captured_sp = side.captured_sp - sp
  rules.pay_together(side, ep, "prisoners")
  rules.receive(side.enemy, ep)
  for _, leader in ipairs(leaders) do rules.release(leader) end
  rules.take_back(side.enemy, sp)
end

--- A side offers prisoners and EP for others; the enemy agrees, or not. At most three offers a side.
rule("11.7", "trade", function (side, give, take)
  local enemy = side.enemy
  refuse_if("11.7", side.offers >= MOST_OFFERS, "{side} has made three offers", { side = side })
  check_bundle(side, give.sp, give.leaders, give.ep)
  check_bundle(enemy, take.sp, take.leaders, take.ep)
  local ours, theirs = bundle(give.sp, give.leaders, give.ep), bundle(take.sp, take.leaders, take.ep)
  refuse_if("11.7", ours == "nothing" and theirs == "nothing", "that is no offer")
  side.offers = side.offers + 1
  note("11.7", "{side} offers {ours} for {theirs}", { side = side, ours = ours, theirs = theirs })
  local agreed = choose { by = enemy, rule = "11.7", kind = "yesno", default = theirs == "nothing",
    ask = ("%s offers %s for %s: agreed?"):format(side.name, ours, theirs) }
  note("11.7", agreed and "{enemy} agrees" or "{enemy} declines", { enemy = enemy })
  if agreed then
    hand_over(side, give.sp, give.leaders, give.ep)
    hand_over(enemy, take.sp, take.leaders, take.ep)
  end
  return agreed
end)

local function up_to(most_of)
  return function (_, below)
    local most = most_of()
    return most > 0 and below(most) + 1 or nil
  end
end

command "trade" {
  rule = "11.7", help = "offers prisoners, leaders and EP for those of the enemy, who may agree",
  phases = { "exchange_first", "exchange_second" },
  args = {
    { name = "sp", kind = "number", keyword = "sp", optional = true, min = 1, help = "SP that you give",
      sample = up_to(function () return game.actor.captured_sp end) },
    { name = "leaders", kind = "leaders", keyword = "leaders", optional = true, help = "leaders that you give",
      from = function () return rules.leaders_held(game.actor) end },
    { name = "ep", kind = "number", keyword = "ep", optional = true, min = 1, help = "EP that you give",
      sample = up_to(function () return rules.ep_of_side(game.actor) end) },
    { name = "for_sp", kind = "number", keyword = "for-sp", optional = true, min = 1, help = "SP that you want",
      sample = up_to(function () return game.actor.enemy.captured_sp end) },
    { name = "for_leaders", kind = "leaders", keyword = "for-leaders", optional = true,
      help = "leaders that you want", from = function () return rules.leaders_held(game.actor.enemy) end },
    { name = "for_ep", kind = "number", keyword = "for-ep", optional = true, min = 1, help = "EP that you want",
      sample = up_to(function () return rules.ep_of_side(game.actor.enemy) end) },
  },
  run = function (args)
    return rules.trade(game.actor, { sp = args.sp or 0, leaders = args.leaders or {}, ep = args.ep or 0 },
      { sp = args.for_sp or 0, leaders = args.for_leaders or {}, ep = args.for_ep or 0 })
  end,
}
