-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ, 11.2: half-months, winter, the length of a season.

-- () -> yes/no: whether this turn is a winter turn
rule("SEQ", "is_winter", function () error "is_winter: not written yet" end)

-- () -> "May I 1704"
rule("SEQ", "date_text", function () error "date_text: not written yet" end)
