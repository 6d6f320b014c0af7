-- SPDX-License-Identifier: GPL-3.0-or-later
-- A policy that asks for what is not there.
policy("timid", {
  comand = function () return nil end,
  command = function (_, commands)
    if rules.cuont() > 3 then return commands:random() end
  end,
})
