-- SPDX-License-Identifier: GPL-3.0-or-later
-- Rule by rule: what implements it, and the cases in examples/ that test it (titles that begin
-- with the rule's id, unless `tests` names others).

return {
  -- 1: scale, forces, nationality
  -- 2: leaders, pools, co-command
  -- 3: fortifications
  -- 4: sequence and magazines
  -- 5: activation and movement
  -- 6: battle
  -- 7: interception and lines
  -- 8: siege
  -- 9: stacking, supply, winter
  -- 10: victory points
  -- 11: Dutch caution (13.5)
  -- 12: the campaign game
}
