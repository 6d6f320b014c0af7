-- SPDX-License-Identifier: GPL-3.0-or-later
-- SG, 7.6, 4.9: sieges.

--- Refuses a siege that may not be: 2:1 over the whole garrison.
rule("SG.odds", "may_besiege", function (forces, fortress)
  refuse_if("SG.odds", rules.strength(forces) < 2 * rules.garrison(fortress),
    "{sp} SP are not twice the {garrison} in {fortress}",
    { sp = rules.strength(forces), garrison = rules.garrison(fortress), fortress = fortress })
end)

--- One round of a siege: 2d6 on the Siege Table. Gives the result.
rule("SG.roll", "siege_round", function (forces, fortress)
  rules.may_besiege(forces, fortress)
  return "-"
end)
