-- SPDX-License-Identifier: GPL-3.0-or-later
-- SEQ: the sequence of play.

-- () -> nothing: called when a turn begins
rule("SEQ.turn", "begin_turn", function () error "begin_turn: not written yet" end)

-- () -> nothing: called when a turn ends; season and victory
rule("SEQ.turn", "finish_turn", function () error "finish_turn: not written yet" end)
