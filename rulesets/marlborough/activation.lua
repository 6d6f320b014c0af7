-- SPDX-License-Identifier: GPL-3.0-or-later
-- 4.1: activation.

-- (forces, purpose, place) -> tally: AV with demoralisation and Dutch caution, at least 4
rule("4.1", "activation_value", function () error "activation_value: not written yet" end)

-- (forces, purpose, place) -> yes/no: rolls 2d6 on the Activation Table
rule("4.1", "activates", function () error "activates: not written yet" end)

-- (force) -> nothing: the command; counts the try
rule("4.1", "activate", function () error "activate: not written yet" end)
