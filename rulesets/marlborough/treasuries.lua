-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.4: treasuries: who pays for whose forces, and what comes in.
--
-- Each Ally has a treasury of his own, and pays with it for what is his; France has one for its side,
-- whose forces have no bounds of nationality (F.french). Nobody lends to another, and nobody pays for him.

local PAYING = { "", "french", "british", "dutch", "austrian", "northern" }

entity "treasury" {
  name    = text(),
  side    = ref { indexed = true },
  nation  = one_of(PAYING),
  ep      = int(0, { min = 0, max = 99999, label = "EP", known_to = "knows_strength",
    help = "economic points saved (11.6-save)" }),
  home_ep = int(0, { min = 0, max = 999, help = "economic points off the map that the scenario gives it a year (G61)" }),
}

entity "fortress" {
  pays = one_of(PAYING, { hidden = true, help = "the Ally who has its economic points, if not that of its region (11.4)" }),
}

local PAYERS = { french = { "french" }, allied = { "british", "dutch", "austrian", "northern" } }

local COUNTRY = { french = "France", british = "Britain", dutch = "the United Provinces", austrian = "Austria",
  northern = "the Northern Allies" }
local MANY = { dutch = true, northern = true }             -- countries that are plural words

--- The nation whose treasury pays for forces of a nation.
rule("11.4", "payer", function (nation)
  if nation == "bavarian" or nation == "spanish" then return "french" end
  return nation
end)

--- The nations of a side that have treasuries.
rule("11.4", "payers", function (side) return PAYERS[side.key] end)

--- The side of a treasury.
local function side_of(payer) return payer == "french" and sides.french or sides.allied end

local function treasury_of(payer) return all("treasury", { nation = payer })[1] end

--- EP that a nation has in hand.
rule("11.6-save", "ep_of", function (payer)
  local treasury = treasury_of(payer)
  return treasury and treasury.ep or 0
end)

--- EP that the treasuries of a side have together.
rule("11.6-save", "ep_of_side", function (side)
  local ep = 0
  for _, payer in ipairs(rules.payers(side)) do ep = ep + rules.ep_of(payer) end
  return ep
end)

--- EP come into the treasury of a nation. Gives it.
rule("11.4", "pay_in", function (payer, ep)
  local treasury = treasury_of(payer)
    or create("treasury", { name = "Treasury of " .. COUNTRY[payer], side = side_of(payer), nation = payer })
  treasury.ep = treasury.ep + ep
  return treasury
end)

--- A treasury pays EP.
rule("11.4", "spend", function (payer, ep, what)
  local ctx = { what = what, ep = ep, country = COUNTRY[payer], has = rules.ep_of(payer),
    have = MANY[payer] and "have" or "has", pay = MANY[payer] and "pay" or "pays" }
  refuse_if("11.4", ep > ctx.has, "{what} costs {ep} EP, and {country} {have} {has}", ctx)
  if ep == 0 then return end
  treasury_of(payer).ep = ctx.has - ep
  note("11.4", "{country} {pay} {ep} EP for {what}", ctx)
end)

-- The treasuries of a side that are still in the war, or all of a side of which none is.
local function open_treasuries(side)
  local list = {}
  for _, payer in ipairs(rules.payers(side)) do
    if rules.fights(payer) then list[#list + 1] = payer end
  end
  return #list > 0 and list or rules.payers(side)
end

--- EP come to a side: its player says into which treasury (ours: the text does not).
rule("11.7", "receive", function (side, ep)
  if ep == 0 then return end
  local from = open_treasuries(side)
  local payer = choose { by = side, rule = "11.7", kind = "one", from = from, default = from[1],
    ask = ("Whose treasury has the %d EP?"):format(ep) }
  rules.pay_in(payer, ep)
end)

--- A side pays EP: its player says from which treasuries (ours: the text does not).
rule("11.7", "pay_together", function (side, ep, what)
  while ep > 0 do
    local from = {}
    for _, payer in ipairs(rules.payers(side)) do
      if rules.ep_of(payer) > 0 then from[#from + 1] = payer end
    end
    local payer = choose { by = side, rule = "11.7", kind = "one", from = from, default = from[1],
      ask = ("Who pays the %d EP?"):format(ep) }
    local part = math.min(ep, rules.ep_of(payer))
    rules.spend(payer, part, what)
    ep = ep - part
  end
end)

-- --- 11.4: what comes in --------------------------------------------------------------------------------

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

--- What Britain has off the map: 50, or 30 when the United Provinces are lost and the Allies have no
--- fortress on the coast; nothing for 1713 (11.10.5-13).
rule("11.10.2", "britain_pays", function (year)
  if year >= 1713 then return 0 end
  local reduced = game.up_neutral and not rules.coastal_base()
  return charts.economics:at(reduced and "Britain reduced" or "Britain")
end)

-- The Northern Allies pay in their years, as long as another Ally fights.
local function northern_pay(year)
  local there = rules.northern_present(year) and rules.northern_fight()  -- F.north, 11.10.4
  return there and charts.economics:at "Northern Allies" or 0
end

-- What a nation has off the map, to a tally.
local function add_off_map(value, payer, year)
  local treasury = treasury_of(payer)
  local function add(ep, id, what)
    if ep > 0 then value:add(ep, id, what) end
  end
  if treasury then add(treasury.home_ep, "11.4", "off the map") end
  if payer == "british" then add(rules.britain_pays(year), "11.4", "Britain")
  elseif payer == "austrian" then add(austria_value(year), "11.4", "Austria")
  elseif payer == "northern" then add(northern_pay(year), "11.4", "Northern Allies")
  elseif payer == "french" and game.refused then
    add(charts.economics:at "refused offer", "11.11-offer", "the offer refused")
  end
end

--- What a place is worth to a side: the first of its numbers to the French, the second to the Allies; in
--- the Empire nothing once Austria is defeated (11.10.3), nor at neutral places (11.10.2).
rule("11.4", "economic_value", function (side, fortress)
  local place = fortress.place
  if game.austria_lost and place.area and place.area.name == "Empire" then return 0 end
  if rules.is_neutral(place) then return 0 end
  return side == sides.french and fortress.value or fortress.value_allied
end)

local UPPER_RHINE = 24                                     -- columns of France from there on: Alsace, on a map that is ours

--- The Ally to whom a region belongs, or falls where nobody says more: the Empire, Bavaria and the upper
--- Rhine to Austria, the rest to the United Provinces (ours: to the Anglo-Dutch).
rule("11.4", "pays_by_region", function (place)
  local area = place.area and place.area.name
  if area == "Empire" or area == "Bavaria" then return "austrian" end
  if area == "France" and rules.column(place) >= UPPER_RHINE then return "austrian" end
  return "dutch"
end)

-- Who has what an Ally had that is out of the war.
local HEIRS = { "british", "dutch", "austrian" }

--- The nation that has the economic points of a place: France of all its side's; of the Allies' the one
--- that took it, of those that were theirs from the beginning the one to whom the region belongs. What
--- one had that is out of the war another one has. Nil where nobody has them.
rule("11.4", "pays_to", function (fortress)
  if fortress.side == sides.french then return "french" end
  if fortress.side ~= sides.allied then return nil end
  local nation = fortress.pays ~= "" and fortress.pays or rules.pays_by_region(fortress.place)
  if rules.fights(nation) then return nation end
  for _, heir in ipairs(HEIRS) do
    if rules.fights(heir) then return heir end
  end
  return nil
end)

--- A place is taken: of the Allies the nation has its points whose force leads; Northern Allies serve under
--- Imperial leaders, and so do their conquests (ours). What was an Ally's from the beginning is his again.
rule("11.4", "mark_taker", function (fortress, side, forces)
  fortress.pays = ""
  if not option.campaign or side ~= sides.allied or fortress.owner == side or not forces then return end
  fortress.pays = rules.leading_nation(forces[1].nation)
end)

--- With the switch the Allied player says each winter who has the points of each place on the map.
rule("11.4", "share_places", function ()
  if option.allied_places ~= "choice" then return end
  for _, fortress in ipairs(all("fortress", { side = sides.allied })) do
    if rules.economic_value(sides.allied, fortress) > 0 then
      local from = {}
      for _, payer in ipairs(HEIRS) do
        if rules.fights(payer) then from[#from + 1] = payer end
      end
      if #from > 0 then
        fortress.pays = choose { by = sides.allied, rule = "11.4", kind = "one", from = from,
          default = rules.pays_to(fortress), ask = ("Who has the EP of %s?"):format(fortress.name) }
      end
    end
  end
end)

--- A nation's income for the next year, a tally: what it has off the map, and of the places of its side.
rule("11.4", "income", function (payer)
  rules.check_values()                                                   -- G61
  local value, side = tally("EP"), side_of(payer)
  add_off_map(value, payer, game.season + 1)
  for _, fortress in ipairs(all("fortress", { side = side })) do
    local ep = rules.economic_value(side, fortress)
    if ep > 0 and rules.pays_to(fortress) == payer then value:add(ep, "11.4", fortress.name) end
  end
  return value
end)

-- --- what is asked at the prompt ------------------------------------------------------------------------

-- "Britain: 3 EP in hand; 50 come in for 1705; to maintain everything costs 45".
local function headline(payer)
  local country = COUNTRY[payer]
  return ("%s: %d EP in hand; %d come in for %d; to maintain everything costs %d"):format(
    country:sub(1, 1):upper() .. country:sub(2), rules.ep_of(payer), rules.income(payer).total,
    game.season + 1, rules.upkeep(payer).total)
end

--- What comes in and what everything costs, by treasury of a side: lines, and the places that pay.
rule("11.4", "economy_listed", function (side)
  local lines, places = {}, {}
  for _, payer in ipairs(rules.payers(side)) do
    lines[#lines + 1] = headline(payer)
    for _, fortress in ipairs(all("fortress", { side = side })) do
      local ep = rules.economic_value(side, fortress)
      if ep > 0 and rules.pays_to(fortress) == payer then
        lines[#lines + 1] = ("  %s %d"):format(fortress.name, ep)
        places[#places + 1] = fortress.place
      end
    end
  end
  return lines, places
end)

inquiry "economy" {
  rule = "11.4", help = "what the treasuries of a side earn and pay in the next interphase, and the places that pay it",
  args = { { name = "side", kind = "side", optional = true, help = "else the side that looks, or whose phase it is" } },
  run = function (args, looker)
    refuse_if("11.4", not option.campaign, "in a game of one season nobody earns or pays (the option campaign is off)")
    local lines, places = rules.economy_listed(args.side or looker or game.actor)
    return lines, places, "places that pay"
  end,
}
