-- SPDX-License-Identifier: GPL-3.0-or-later
-- 11.10, 11.11: nations that leave the war, and victory of the campaign.

entity "game" {
  up_lost      = flag(false, { help = "the United Provinces are out of the war (11.10.2)" }),
  austria_lost = flag(false, { help = "Austria is defeated (11.10.3)" }),
  bavaria_left = flag(false, { help = "Bavaria has left France (11.10.1)" }),
  bavaria_back = int(0, { min = 0, max = 1999, hidden = true, help = "the season after which it came back (11.10.1)" }),
  tory         = flag(false, { help = "Tories govern Britain (11.10.5)" }),
  britain_out  = flag(false, { help = "Britain is neutral (11.10.5)" }),
  up_neutral   = flag(false, { help = "the ground of the United Provinces is closed (11.10.2)" }),
  offered      = flag(false, { help = "a Partial Allied Victory has been offered (11.11)" }),
  refused      = flag(false, { help = "and refused: 20 EP a year to France (11.11)" }),
  outcome      = one_of({ "", "partial_french", "partial_allied", "total_allied" }, { hidden = true,
                   help = "what an interphase has decided (11.11)" }),
}

-- --- nations that leave --------------------------------------------------------------------------------

-- SP of other nations in a force that leaves, which then is removed, form forces of their own.
local function spare_others(force)
  for _, contingent in ipairs(all("contingent", { force = force })) do
    local nation, sp = contingent.nation, contingent.sp
    local new = create("force", { name = rules.detachment_name(nation), side = force.side, nation = nation,
      size = sp > 15 and "army" or "detachment", sp = sp, place = force.place })
    note("11.10", "{new} stays, {sp} SP", { new = new, sp = sp })
  end
end

--- All forces of a nation leave play and score nothing: armies and detachments, what serves with others,
--- trains, magazines, works, and SP that were added to garrisons.
rule("11.10", "dismiss_forces", function (nation, why)
  for _, force in ipairs(all("force", { nation = nation })) do
    spare_others(force)
    rules.remove_force(force, why)
  end
  for _, contingent in ipairs(all("contingent", { nation = nation })) do
    rules.take_nation(contingent.force, contingent.sp, nation)
  end
  for _, kind in ipairs { "train", "magazine", "work" } do
    for _, piece in ipairs(all(kind, { nation = nation })) do eliminate(piece) end
  end
  for _, fortress in ipairs(all("fortress", { nation = nation })) do
    rules.leave_fortress(fortress)
    fortress.extra, fortress.nation = 0, ""
  end
end)

--- The leaders of a nation leave play; those who lead Northern Allies stay with them (11.10.4). `post`
--- says where they are then.
rule("11.10", "dismiss_leaders", function (nation, post)
  for _, leader in ipairs(all("leader", { nation = nation })) do
    local force = leader.force
    if not (force and force.nation ~= nation) and leader.post ~= "captured" then
      leader.post, leader.force, leader.inside, leader.relief = post, nil, nil, 0
    end
  end
end)

--- Whether a nation is in the war, in the field or able to take it.
rule("11.10", "fights", function (nation)
  if nation == "dutch" then return not game.up_lost and not game.up_neutral end
  if nation == "austrian" then return not game.austria_lost end
  if nation == "british" then return not game.britain_out end
  if nation == "bavarian" then return not game.bavaria_left end
  if nation == "northern" then return rules.northern_fight() end
  return true
end)

--- Northern Allies stay while any other Ally fights.
rule("11.10.4", "northern_fight", function ()
  return rules.fights "british" or rules.fights "dutch" or rules.fights "austrian"
end)

-- --- 11.10.1: Bavaria ----------------------------------------------------------------------------------

local function places_of_area(name)
  local list = {}
  for _, fortress in ipairs(all "fortress") do
    local area = fortress.place.area
    if area and area.name == name then list[#list + 1] = fortress end
  end
  return list
end

local function holds_any(side, list)
  for _, fortress in ipairs(list) do
    if fortress.side == side then return true end
  end
  return false
end

--- Whether the Allies occupy a hex: a force, a garrison or works of theirs are there.
rule("11.10.1", "is_occupied", function (place)
  local allied = sides.allied
  if has_units(allied, place, "force") or has_units(allied, place, "work") then return true end
  local fortress = units_of(allied, place, "fortress")[1]
  return fortress ~= nil and rules.garrison(fortress) > 0
end)

--- Whether a hex is of Bavaria, in the interphase in which it comes back to France.
rule("11.10.1", "back_with_france", function (place)
  return game.bavaria_back == game.season and place.area ~= nil and place.area.name == "Bavaria"
end)

--- In an interphase: Bavaria leaves France when the Allies hold all its fortresses and open cities; its
--- forces and leaders leave play (ours). It comes back when France holds one of them, and France has what
--- the Allies do not occupy. Its leaders are in the pool again then, its forces have to be raised (ours).
rule("11.10.1", "bavaria", function ()
  local places = places_of_area "Bavaria"
  if #places == 0 then return end
  local french = holds_any(sides.french, places)
  if game.bavaria_left and french then
    game.bavaria_left, game.bavaria_back = false, game.season
    for _, leader in ipairs(all("leader", { nation = "bavarian", post = "out" })) do leader.post = "pool" end
    note("11.10.1", "Bavaria is with France again")
    for _, fortress in ipairs(places) do
      if fortress.side == sides.allied and not rules.is_occupied(fortress.place) then
        rules.take_fortress(fortress, sides.french)
      end
    end
  elseif not game.bavaria_left and not french then
    note("11.10.1", "the Allies hold all of Bavaria: it leaves France")
    rules.dismiss_forces("bavarian", "Bavaria leaves France")
    rules.dismiss_leaders("bavarian", "out")
    game.bavaria_left = true
  end
end)

-- --- 11.10.2: the United Provinces ---------------------------------------------------------------------

--- A place is out of the war: no side holds it.
rule("11.10.2", "make_neutral", function (fortress)
  rules.leave_fortress(fortress)
  fortress.side, fortress.extra, fortress.nation = nil, 0, ""
  fortress.blockaded, fortress.besieged = false, 0
  note("11.10.2", "{fortress} is neutral", { fortress = fortress })
end)

-- Who stands on neutral ground leaves it, off the map until the forces are deployed again.
local function clear_neutral_ground()
  for _, kind in ipairs { "force", "train" } do
    for _, piece in ipairs(all(kind)) do
      if piece.place and rules.is_neutral(piece.place) then piece.camp, piece.place = piece.place, nil end
    end
  end
  for _, kind in ipairs { "magazine", "work" } do
    for _, piece in ipairs(all(kind)) do
      if rules.is_neutral(piece.place) then eliminate(piece) end
    end
  end
end

--- Whether a hex is closed to both sides: Dutch ground after the United Provinces made peace, and places
--- that are neutral.
rule("11.10.2", "is_neutral", function (place)
  if not game.up_neutral then return false end
  if place.area and place.area.name == "United Provinces" then return true end
  local fortress = units_at(place, "fortress")[1]
  return fortress ~= nil and fortress.side == nil
end)

--- In an interphase: the French hold Amsterdam, and the United Provinces make peace.
rule("11.10.2", "united_provinces", function ()
  local amsterdam = all("fortress", { name = "Amsterdam" })[1]
  if game.up_neutral or not amsterdam or amsterdam.side ~= sides.french then return end
  note("11.10.2", "the French hold Amsterdam: the United Provinces make peace")
  rules.dismiss_forces("dutch", "the United Provinces make peace")
  rules.dismiss_leaders("dutch", "gone")
  game.up_lost, game.up_neutral = true, true
  for _, fortress in ipairs(places_of_area "United Provinces") do rules.make_neutral(fortress) end
  clear_neutral_ground()
end)

-- Fortresses of the coast, on a map that is ours.
local COAST = { Calais = true, Dunkirk = true, Nieuport = true, Ostend = true }

--- Whether the Allies hold a fortress on the coast of France or the Spanish Netherlands.
rule("11.10.2", "coastal_base", function ()
  for _, fortress in ipairs(all("fortress", { side = sides.allied })) do
    if COAST[fortress.name] and rules.class_of(fortress) > 0 then return true end
  end
  return false
end)

-- --- 11.10.3: Austria ----------------------------------------------------------------------------------

local HALF, TURNS = 50, 6                                  -- 11.10.3-cut
local VIENNA = "Austria"                                   -- the box beyond the exits

local function off_map(force) return force.place ~= nil and force.place.name == VIENNA end

--- French armies that have left the map for Vienna; detachments do not count.
rule("11.10.3", "before_vienna", function ()
  local list = {}
  for _, force in ipairs(all("force", { side = sides.french, size = "army" })) do
    if off_map(force) then list[#list + 1] = force end
  end
  return list
end)

--- The primary magazine of the French at Passau, or nil.
rule("11.10.3", "passau_magazine", function ()
  local passau = all("fortress", { name = "Passau" })[1]
  if not passau then return nil end
  return having(units_of(sides.french, passau.place, "magazine"), "grade", "primary")[1]
end)

--- The throw of a turn: 2d6 by the SP of the armies before Vienna. Fewer than 5 SP do not count.
rule("11.10.3", "test_austria", function (armies)
  local sp = rules.strength(armies)
  if sp < 5 then return false end
  local defeated = charts.austria:roll("2d6", "11.10.3 Austria", { at = sp, by = sides.french })
  report("Austria", defeated)
  note("11.10.3", defeated and "{sp} French SP before Vienna: Austria is defeated"
    or "{sp} French SP before Vienna: Austria holds out", { sp = sp })
  return defeated
end)

--- Austria is out: Imperial forces and leaders are removed, and nothing in the Empire is worth EP.
rule("11.10.3", "defeat_austria", function ()
  rules.dismiss_forces("austrian", "Austria is defeated")
  rules.dismiss_leaders("austrian", "gone")
  game.austria_lost = true
end)

--- The magazine at Passau is lost or moved while the army is off the map: half of it is lost, the rest
--- demoralised for 6 turns. Once, until it has a magazine there again.
rule("11.10.3-cut", "cut_off", function (force)
  local lost = rules.share_of(force.sp, HALF).total
  note("11.10.3-cut", "{force} has no magazine at Passau: {lost} of {sp} SP are lost",
    { force = force, lost = lost, sp = force.sp })
  force.left_map = ""
  local side = force.side
  rules.take_sp(force, lost)
  rules.score_lost(side, lost, "11.10.3-cut", "SP lost before Vienna")
  if force.alive and force.demoralised < TURNS then force.demoralised = TURNS end
end)

--- Before a side's phase: who is before Vienna with a magazine behind him, and who is cut off. The
--- French throw for Austria when their own phase begins.
rule("11.10.3", "austria", function (side)
  if game.austria_lost then return end
  local armies = rules.before_vienna()
  if not rules.passau_magazine() then
    for _, force in ipairs(armies) do
      if force.left_map ~= "" then rules.cut_off(force) end
    end
    return
  end
  for _, force in ipairs(armies) do force.left_map = "Passau" end
  if side == sides.french and rules.test_austria(armies) then
    rules.defeat_austria()
    check_victory()                                                      -- 11.11-total
  end
end)

--- An army comes back from before Vienna: it is placed at Passau, and its move is over.
rule("11.10.3-cut", "return_to_passau", function (force)
  local passau = all("fortress", { name = "Passau" })[1]
  local ctx = { force = force, place = passau and passau.place }
  refuse_if("11.10.3-cut", not off_map(force), "{force} is not before Vienna", ctx)
  refuse_if("4.1", not force.active, "{force} is not active", ctx)
  refuse_if("4.5", not passau or has_units(force.side.enemy, ctx.place, "force"), "the enemy is at Passau", ctx)
  force.place, force.left_map, force.entered, force.over = ctx.place, "", nil, ""
  force.spent, force.active = rules.allowance(force), false
  note("11.10.3-cut", "{force} returns to {place}", ctx)
end)

command "return" {
  rule = "11.10.3-cut", help = "a force comes back from before Vienna to Passau; its move is over",
  phases = { "activity" },
  args = {
    { name = "force", kind = "force",
      among = function () return all("force", { side = game.active, active = true }) end,
      fits = function (force)
        local passau = off_map(force) and all("fortress", { name = "Passau" })[1]
        return passau and not has_units(force.side.enemy, passau.place, "force") or false
      end },
  },
  run = function (args) rules.return_to_passau(args.force) end,
}

-- --- 11.10.5: Tories in England ------------------------------------------------------------------------

local TORY_SP = 12

--- The war goes on into 1712: 12 British SP stay, under Ormonde; their owner says which force they are,
--- and others fill it up where it has fewer. They may be fewer than 20 (G74), and what goes scores nothing.
rule("11.10.5-12", "tories", function ()
  game.tory = true
  local forces = all("force", { nation = "british" })
  if #forces == 0 then return end
  local strongest = forces[1]
  for _, force in ipairs(forces) do
    if force.sp > strongest.sp then strongest = force end
  end
  local kept = choose { by = sides.allied, rule = "11.10.5-12", kind = "one", from = forces, default = strongest,
    ask = "Which British force stays?" }
  note("11.10.5-12", "a Tory government: 12 British SP stay, with {force}", { force = kept })
  local own = rules.sp_of_nation(kept, "british")
  for _, force in ipairs(forces) do
    if force ~= kept then
      local more = rules.sp_of_nation(force, "british")
      rules.add_sp(kept, more, "british")
      own = own + more
      spare_others(force)
      rules.remove_force(force, "Tories govern Britain")
    end
  end
  if own > TORY_SP then rules.take_nation(kept, own - TORY_SP, "british") end
  for _, contingent in ipairs(all("contingent", { nation = "british" })) do
    rules.take_nation(contingent.force, contingent.sp, "british")
  end
  rules.appoint_ormonde(kept)
end)

--- Ormonde has the command, wherever he was; who had it goes to the pool.
rule("11.10.5-12", "appoint_ormonde", function (force)
  for _, leader in ipairs(rules.leaders_of(force)) do rules.to_pool(leader) end
  local ormonde = all("leader", { name = "Ormonde" })[1]
  if not ormonde then
    rules.enlist("Ormonde", force)
    return
  end
  ormonde.inside, ormonde.post, ormonde.force, ormonde.relief = nil, "force", force, 0
end)

--- Before the French move, each turn under the Tories: on 1 or 2 the British are gone, and score nothing.
rule("11.10.5-12", "britain_wavers", function ()
  if not game.tory or #all("force", { nation = "british" }) == 0 then return end
  local gone = roll_as("1d6", "11.10.5-12 Britain", function (die) return die <= 2 end, sides.french)
  note("11.10.5-12", gone and "the British go home" or "the British stay")
  if gone then rules.dismiss_forces("british", "they go home") end
end)

--- Whether a place is hostile to a side: the enemy is there, or on his side of the front.
rule("11.10.5-12", "is_hostile", function (side, place)
  local enemy = side.enemy
  if has_units(enemy, place, "force") or has_units(enemy, place, "work") then return true end
  return rules.front_holder(place) == enemy
end)

local WEST_OF = 16                                         -- 11.10.5-13: the column

--- 1713: Britain and the United Provinces are neutral, with the Allied fortresses of Cologne, the Spanish
--- Netherlands, and those west of column 16.
rule("11.10.5-13", "maritime_peace", function ()
  note("11.10.5-13", "Britain and the United Provinces make peace")
  for _, nation in ipairs { "british", "dutch" } do
    rules.dismiss_forces(nation, "peace")
    rules.dismiss_leaders(nation, "gone")
  end
  game.britain_out, game.up_neutral = true, true
  for _, fortress in ipairs(all("fortress", { side = sides.allied })) do
    local place = fortress.place
    local area = place.area and place.area.name
    if area == "Cologne" or area == "Spanish Netherlands" or area == "United Provinces"
      or rules.column(place) < WEST_OF then rules.make_neutral(fortress) end
  end
  clear_neutral_ground()
end)

--- The number in a label: 16 of "H16".
rule("11.10.5-13", "column", function (place)
  return tonumber((place.label or place.name):match "%d+") or 0
end)

--- A new year begins: what it changes.
rule("11.10.5", "politics", function (year)
  if year >= 1713 and not game.britain_out then rules.maritime_peace()
  elseif year >= 1712 and not game.tory then rules.tories() end
  if not rules.northern_present(year) or not rules.northern_fight() then                 -- F.north, 11.10.4
    rules.dismiss_forces("northern", "the Northern Allies go home")
  end
end)

-- --- what is closed ------------------------------------------------------------------------------------

--- Why a list of forces may not enter a place for politics: a rule and words; nil when they may. From
--- before Vienna the way back is to Passau.
rule("11.10", "closed_country", function (forces, to)
  if game.up_neutral and rules.is_neutral(to) then return "11.10.2", "{to} is neutral" end
  local first = forces[1]
  local from = first.place
  if from and from.name == VIENNA and to ~= from then
    return "11.10.3-cut", "from before Vienna armies return to Passau"
  end
  if to.name == VIENNA and first.side ~= sides.french then
    return "11.10.3", "only the French go that way"
  end
  if not game.tory then return nil end
  for _, force in ipairs(forces) do
    if force.nation == "british" and rules.is_hostile(force.side, to) then
      return "11.10.5-12", "the British do not enter a hostile hex"
    end
  end
end)

--- Whether politics keep a group from coming to a hex that an enemy moves into: to the British under the
--- Tories it is hostile, whoever held it before.
rule("11.10.5-12", "closed_to_reaction", function (forces, place)
  if not (game.tory or game.up_neutral) or forces[1].place == place then return false end
  if rules.closed_country(forces, place) then return true end
  for _, force in ipairs(forces) do
    if game.tory and force.nation == "british" then return true end
  end
  return false
end)

--- Before a side's phases.
rule("11.10.3", "nations_step", function (side)
  if not option.campaign then return end
  rules.austria(side)
  if side == sides.french then rules.britain_wavers() end
end)

-- --- 11.11: victory ------------------------------------------------------------------------------------

local function allied_hold(name)
  local place = all("fortress", { name = name })[1]
  return place ~= nil and place.side == sides.allied
end

--- Whether the Allies hold one of the places for which France may offer peace (G62).
rule("11.11-offer", "may_offer", function ()
  return not game.offered and (allied_hold "Toul" or allied_hold "Lille" or allied_hold "Amiens")
end)

--- In an interphase France may offer a Partial Allied Victory, once. If it is refused, France has 20 EP
--- more in this and every later interphase.
rule("11.11-offer", "offer_peace", function ()
  if not rules.may_offer() then return end
  local offers = choose { by = sides.french, rule = "11.11-offer", kind = "yesno", default = false,
    ask = "Does France offer a Partial Allied Victory? (it may do so once)" }
  if not offers then return end
  game.offered = true
  local taken = choose { by = sides.allied, rule = "11.11-offer", kind = "yesno", default = true,
    ask = "Do the Allies accept a Partial Victory? (else France has 20 EP more each winter)" }
  note("11.11-offer", taken and "the Allies accept the offer of France"
    or "the Allies refuse the offer of France")
  if taken then game.outcome = "partial_allied" else game.refused = true end
end)

local LAST_YEAR = 1713

--- What an interphase decides: the Allies in Paris; one of the two defeated by the end of 1713; or an
--- offer of peace.
rule("11.11-total", "decide_campaign", function ()
  if game.up_lost and game.austria_lost then return end                  -- the game is over
  if allied_hold "Paris" then game.outcome = "total_allied"
  elseif game.season >= LAST_YEAR and (game.up_lost or game.austria_lost) then game.outcome = "partial_french"
  else rules.offer_peace() end                                           -- 11.11-offer
end)

--- The winner of a campaign and why, or nil.
rule("11.11-total", "campaign_victory", function ()
  if game.up_lost and game.austria_lost then
    return sides.french, "French Total Victory: the United Provinces and Austria are out of the war"
  elseif game.outcome == "total_allied" then
    return sides.allied, "Allied Total Victory: the Allies are in Paris"
  elseif game.outcome == "partial_french" then
    return sides.french, "French Partial Victory: one of their enemies is out of the war"
  elseif game.outcome == "partial_allied" then
    return sides.allied, "Allied Partial Victory: France made peace"
  end
  return nil
end)

-- What a season was worth.
entity "year" {
  year   = int(0, { min = 0, max = 1999 }),
  french = fraction(),
  allied = fraction(),
}

--- The season's points of both sides are written down.
rule("11.11-tie", "record_year", function ()
  local french, allied = sides.french.points, sides.allied.points
  for _, year in ipairs(all "year") do french, allied = french - year.french, allied - year.allied end
  create("year", { year = game.season, french = french, allied = allied })
end)

--- The side that was ahead in more years, and why; no side when they are equal.
rule("11.11-tie", "more_years", function ()
  local lead = 0
  for _, year in ipairs(all "year") do
    if year.french > year.allied then lead = lead + 1
    elseif year.allied > year.french then lead = lead - 1 end
  end
  if lead == 0 then return nil, "neither side was ahead in more years" end
  return lead > 0 and sides.french or sides.allied, ("ahead in %d more years"):format(lead > 0 and lead or -lead)
end)

--- A campaign that nobody has won is a tie; a marginal victory goes to more points of all years, or to
--- more years ahead, or to nobody.
rule("11.11-tie", "marginal_victory", function ()
  if option.marginal == "none" then return nil, "a tie" end
  local winner, why
  if option.marginal == "years" then winner, why = rules.more_years() else winner, why = rules.more_points() end
  return winner, winner and "marginal victory: " .. why or "a tie: " .. why
end)
