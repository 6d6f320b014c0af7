-- SPDX-License-Identifier: GPL-3.0-or-later
-- 13.1, 11.8: hidden strengths.
--
-- With 13.1 the SP of forces and of supplementary garrisons are known to their owner alone. The other
-- side reckons with what such a force usually has. `view SIDE` and packets show no more than that, and
-- during the redeployment (11.8) nobody sees where the enemy goes.

-- --- 13.1 --------------------------------------------------------------------------------------------

local USUAL = { army = 30, detachment = 8 }                -- SP (ours)

--- Whether a side knows the strength of a force, a contingent or a garrison.
rule("13.1", "knows_strength", function (side, thing)
  if not option.hidden_strengths then return true end
  local owner = thing.kind == "contingent" and thing.force and thing.force.side or thing.side
  return owner == nil or owner == side
end)

--- What a side reckons an enemy force with whose strength it does not know.
rule("13.1", "usual_strength", function (force)
  return USUAL[force.size]
end)

-- --- 11.8 --------------------------------------------------------------------------------------------

local REDEPLOY = { redeploy_first = true, redeploy_second = true }

--- Whether a side knows where a piece is: while armies are deployed anew it knows of its own alone.
rule("11.8", "knows_place", function (side, piece)
  if not REDEPLOY[current_phase() or ""] then return true end
  return piece.side == nil or piece.side == side
end)

--- Whether anything is hidden now.
rule("13.1", "hides_anything", function ()
  return option.hidden_strengths or REDEPLOY[current_phase() or ""] == true
end)

-- What everybody is told: where forces go, what they do, and what scores. What a battle, a siege or a
-- pursuit is reckoned with is the umpire's; what a side does with its own SP is its own.
told {
  when = "hides_anything", seen = { magazine = "knows_place", work = "knows_place" },
  notes = { "SEQ", "SEQ.turn", "MAG.prim", "MAG.sec", "MAG.fixed", "7.7", "7.9", "4.1", "4.1.1", "4.1-train", "4.2",
    "4.5", "4.6.2", "4.7", "4.7-active", "4.9.3", "4.9.4", "5.1-pool", "5.2-join", "L.split", "SG.leader",
    "C.retreat", "C.rout", "C.routboth", "C.prevent", "C.leaderloss", "C.capture", "C.train", "C.dem-tick",
    "INT.declare", "INT.cost", "PEN", "PEN.yes", "PEN.no", "LN.value", "4.6.8-clear", "9.0", "9.0-own", "9.1",
    "VP.eco", "7.8-out", "13.7", "13.8", "11.2.1", "11.2.3", "11.2-h", "11.2.5", "11.3", "11.7", "11.10.1",
    "11.10.2", "11.10.3", "11.10.5-12", "11.10.5-13", "11.11-offer", "13.3" },
  umpire = { "C.loss", "4.6.3", "C.dem-table", "C.split", "SG.roll", "F.force" },
  commands = { "move", "haul", "activate", "battle", "besiege", "withdraw", "join", "separate", "retire",
    "magazine", "march", "storm", "replace", "relieve", "build", "dismantle", "restore", "trade", "coup",
    "return" },
}
