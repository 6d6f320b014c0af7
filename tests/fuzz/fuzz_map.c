/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the maps and charts of a script: its text is run in the sandbox with the functions that
 * declare a map, movement costs and charts. It may be refused, with a message; nothing else may
 * happen. A map that is taken is drawn and searched.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The script returns a map, or declares charts. An error that is no text, or that comes from the
 * prelude's own code (a fault there, not in the script), is a finding. */
static const char driver[] =
    "local sandbox, limits = core.sandbox, core.limits\n"
    "local Board, Movement, Draw = require 'adjutant.board', require 'adjutant.movement',\n"
    "  require 'adjutant.draw'\n"
    "local Charts = require 'adjutant.charts'\n"
    "local function search(kit, costs, board)\n"
    "  kit.board = board\n"
    "  Movement.lay(kit)\n"
    "  local start = board.hexes[1]\n"
    "  for _, class in ipairs(costs.movers) do\n"
    "    local set = kit.api.reach(costs, class, start, 20)\n"
    "    assert(set:cost(start) == 0)\n"
    "    for place, cost in set:each() do assert(set:route(place).cost == cost) end\n"
    "  end\n"
    "end\n"
    "return function(text)\n"
    "  limits.begin { instructions = 2000000, cpu_ms = 2000, heap = 32 << 20 }\n"
    "  local kit, charts = { api = {}, registers = {} }, {}\n"
    "  Movement.install(kit)\n"
    "  Charts.install(kit.api, charts, nil)\n"
    "  local ok, e = pcall(function()\n"
    "    local f, why = sandbox.load(text, 'fuzz.lua', sandbox.environment(kit.api))\n"
    "    if not f then error(why, 0) end\n"
    "    local map = f()\n"
    "    if type(map) ~= 'table' then return end\n"
    "    local board = Board.new(map, 'fuzz.lua')\n"
    "    local world = core.world.new()\n"
    "    board:register(world)\n"
    "    kit.world, kit.side_list, kit.entity_kinds = world, {}, {}\n"
    "    Draw.lines(board, kit, { width = 80 })\n"
    "    if kit.costs[1] and board.ground then search(kit, kit.costs[1], board) end\n"
    "  end)\n"
    "  local tripped = limits.finish()\n"
    "  if not ok and not tripped and type(e) == 'string'\n"          /* a script may raise a table */
    "      and e:find('^lua/adjutant/') and not e:find('^lua/adjutant/charts') then\n"
    "    error(e, 0)\n"
    "  end\n"
    "end\n";

enum { RUN_MAX = 4096, RUNS = 200 };

#include "host.h"
