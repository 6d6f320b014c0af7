-- SPDX-License-Identifier: GPL-3.0-or-later
-- Of the commands only those that lead somewhere.

policy("fighter", {
  command = function (side, commands)
    for _, unit in ipairs(referrers(side, "side")) do
      local enemies = referrers(side.enemy, "side")
      if not unit.tired and #enemies > 0 then
        return "strike", { target = enemies[commands:below(#enemies)], by = unit }
      end
    end
  end,
})
