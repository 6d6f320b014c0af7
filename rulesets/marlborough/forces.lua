-- SPDX-License-Identifier: GPL-3.0-or-later
-- 1, 5.4, 4.3: forces, their strength and nationality; splitting, absorbing, acting together.

local DETACHMENT = 15                                      -- 5.4: SP at most
local BRITISH_FLOOR = 20                                   -- 8.1-brit20: SP at least

local function as_list(forces)
  return forces.kind and { forces } or forces
end

-- --- F.force: who is where, how strong ------------------------------------------------------------

--- The forces at a place, of one side or of both.
rule("F.force", "forces_at", function (place, side)
  if side then return units_of(side, place, "force") end
  return units_at(place, "force")
end)

--- The forces of the other side there.
rule("F.force", "enemies_at", function (side, place)
  return units_of(side.enemy, place, "force")
end)

--- SP of a force, or of a list of forces together.
rule("F.force", "strength", function (forces)
  if forces.kind then return forces.sp end
  local sp = 0
  for i = 1, #forces do sp = sp + forces[i].sp end
  return sp
end)

--- The SP of a force by nation, its own first: a list of { nation =, sp =, contingent = }.
rule("C.split", "nations_in", function (force)
  local own = { nation = force.nation, sp = force.sp }
  local list = { own }
  for _, contingent in ipairs(all("contingent", { force = force })) do
    own.sp = own.sp - contingent.sp
    list[#list + 1] = { nation = contingent.nation, sp = contingent.sp, contingent = contingent }
  end
  return list
end)

--- SP of one nation in a force.
rule("C.split", "sp_of_nation", function (force, nation)
  for _, part in ipairs(rules.nations_in(force)) do
    if part.nation == nation then return part.sp end
  end
  return 0
end)

--- A force gains SP of a nation.
rule("C.split", "add_sp", function (force, n, nation)
  if n == 0 then return end
  force.sp = force.sp + n
  if nation == force.nation then return end
  local contingent = all("contingent", { force = force, nation = nation })[1]
  if contingent then contingent.sp = contingent.sp + n
  else create("contingent", { force = force, nation = nation, sp = n }) end
end)

--- A force out of play: its leaders go to the pool, the magazines that it laid with it.
rule("F.force", "remove_force", function (force, why)
  if why then note("F.force", "{force} leaves play: {why}", { force = force, why = why }) end
  for _, leader in ipairs(all("leader", { force = force })) do
    leader.post, leader.force, leader.relief = "pool", nil, 0
  end
  for _, contingent in ipairs(all("contingent", { force = force })) do eliminate(contingent) end
  for _, magazine in ipairs(referrers(force, "army")) do eliminate(magazine) end
  eliminate(force)
end)

-- --- C.split: losses --------------------------------------------------------------------------------

-- A part of a force, or of a contingent, gives up n SP.
local function give_up(part, n)
  local force, contingent = part.force, part.contingent
  force.sp = force.sp - n
  if not contingent then return end
  if contingent.sp == n then eliminate(contingent) else contingent.sp = contingent.sp - n end
end

--- How n SP fall on the forces of a list and the nations in them: pro rata, what is over by one each
--- to the largest fractions, the first of equal ones (G22). A list of { force =, nation =, sp =,
--- taken =, contingent = }.
rule("C.split", "shares", function (forces, n)
  local parts, total = {}, 0
  for _, force in ipairs(as_list(forces)) do
    for _, part in ipairs(rules.nations_in(force)) do
      if part.sp > 0 then
        part.force, total = force, total + part.sp
        parts[#parts + 1] = part
      end
    end
  end
  if n > total then n = total end
  local over = n
  for _, part in ipairs(parts) do
    part.taken, part.rest = part.sp * n // total, part.sp * n % total
    over = over - part.taken
  end
  while over > 0 do
    local largest = parts[1]
    for _, part in ipairs(parts) do
      if part.rest > largest.rest then largest = part end
    end
    largest.taken, largest.rest, over = largest.taken + 1, -1, over - 1
  end
  return parts, n
end)

--- Takes n SP from a force or a list, pro rata of forces and nations; gives how many were taken. A
--- force that has none left leaves play.
rule("C.split", "take_sp", function (forces, n)
  if n <= 0 then return 0 end
  local parts, taken = rules.shares(forces, n)
  for _, part in ipairs(parts) do
    if part.taken > 0 then give_up(part, part.taken) end
    if #parts > 1 and part.taken > 0 then
      note("C.split", "{n} of them {nation}, of {force}", { n = part.taken, nation = part.nation, force = part.force })
    end
  end
  for _, force in ipairs(as_list(forces)) do
    if force.alive and force.sp == 0 then rules.remove_force(force, "it has no SP left") end
  end
  return taken
end)

--- Takes n SP of one nation from a force; a force that has none left leaves play.
rule("C.split", "take_nation", function (force, n, nation)
  for _, part in ipairs(rules.nations_in(force)) do
    if part.nation == nation then
      refuse_if("C.split", part.sp < n, "{force} has {sp} {nation} SP", { force = force, sp = part.sp, nation = nation })
      part.force = force
      give_up(part, n)
      if force.sp == 0 then rules.remove_force(force, "it has no SP left") end
      return n
    end
  end
  return refuse("C.split", "{force} has no {nation} SP", { force = force, nation = nation })
end)

-- --- 5.2-join: acting together --------------------------------------------------------------------

--- The force and those that act with it in this turn, itself first.
rule("5.2-join", "acting", function (force)
  local lead = force.joined or force
  local with = referrers(lead, "joined")
  if lead == force and #with == 0 then return { force } end
  local list = { force }
  if lead ~= force and lead.place == force.place then list[2] = lead end
  for _, other in ipairs(with) do
    if other ~= force and other.place == force.place then list[#list + 1] = other end
  end
  return list
end)

-- --- 4.3: splitting ---------------------------------------------------------------------------------

--- The name of the next detachment of a nation.
local NATION = { french = "French", bavarian = "Bavarian", spanish = "Spanish", british = "British",
  dutch = "Dutch", austrian = "Imperial", northern = "Northern" }

rule("4.3", "detachment_name", function (side, nation)
  local number, taken = 0, true
  while taken do
    number = number + 1
    local name = ("%s Detachment %d"):format(NATION[nation], number)
    taken = #all("force", { name = name }) > 0
    if not taken then return name end
  end
end)

--- A new detachment of a force: n SP of one nation, its own unless named. Its leader is drawn from
--- the pool (5.1-pool).
rule("4.3", "split", function (force, sp, nation)
  nation = nation or force.nation
  local new = create("force", { name = rules.detachment_name(force.side, nation), side = force.side,
    nation = nation, size = "detachment", place = force.place, spent = force.spent, owed = force.owed,
    marched = force.marched, demoralised = force.demoralised, attacked = force.attacked,
    over = force.over, entered = force.entered })
  rules.take_nation(force, sp, nation)
  new.sp = sp
  note("4.3", "{force} detaches {sp} SP: {new}", { force = force, sp = sp, new = new })
  rules.draw_leader(new)                                                 -- 5.1-pool
  return new
end)

--- A force takes in another one.
rule("4.3", "absorb", function (into, other)
  rules.hearten_by_reinforcement(into, other.sp)                         -- C.dem-red2
  for _, part in ipairs(rules.nations_in(other)) do
    if part.sp > 0 then rules.add_sp(into, part.sp, part.nation) end
  end
  rules.share_movement(into, other)                                      -- 4.2-save
  if other.owed > into.owed then into.owed = other.owed end
  note("4.3", "{into} takes in {other}: {into.sp} SP", { into = into, other = other })
  rules.remove_force(other)
end)
