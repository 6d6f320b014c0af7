/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes printed tables: a script declares charts, and may give changes as a house rule does. A
 * chart is refused with a message, or it can be shown, looked up in and changed; an error from the
 * prelude's own code (a fault there, not in the script) is a finding.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* run(text): the script sees grid, modifiers and values; it may return a list of changes, the
 * first for the first chart it made, and so on. */
static const char driver[] =
    "local sandbox, limits = core.sandbox, core.limits\n"
    "local Charts = require 'adjutant.charts'\n"
    "local FAULTS = { 'attempt to ', 'bad argument', 'invalid ', 'number has no integer representation' }\n"
    "local function sound(ok, e)\n"
    "  local told = not ok and type(e) == 'string' and e:match '^lua/adjutant/[%w_]+%.lua:%d+: (.*)$'\n"
    "  for _, fault in ipairs(told and FAULTS or {}) do\n"
    "    if told:sub(1, #fault) == fault and not limits.tripped() then error(e, 0) end\n"
    "  end\n"
    "end\n"
    "local function use(chart)\n"
    "  local lines = Charts.lines(chart)\n"
    "  assert(#lines > 1)\n"
    "  local own = Charts.inside[chart]\n"
    "  if own.kind == 'values' then\n"
    "    for _, key in ipairs(chart:keys()) do assert(chart:at(key) ~= nil) end\n"
    "  elseif own.kind == 'grid' then\n"
    "    for row = -2, 13 do\n"
    "      sound(pcall(chart.at, chart, row))\n"
    "      for col = 0, 7 do sound(pcall(chart.at, chart, row, col)) end\n"
    "      sound(pcall(chart.odds, chart, row, 2))\n"
    "      sound(pcall(chart.shift, chart, 1, row))\n"
    "    end\n"
    "  else\n"
    "    sound(pcall(chart.tally, chart, { strength = 3 }))\n"
    "  end\n"
    "end\n"
    "return function(text)\n"
    "  local made = {}\n"
    "  local function keep(make)\n"
    "    return function(def)\n"
    "      local chart = make(def)\n"
    "      made[#made + 1] = chart\n"
    "      return chart\n"
    "    end\n"
    "  end\n"
    "  limits.begin { instructions = 2000000, cpu_ms = 2000, heap = 32 << 20 }\n"
    "  local ok, e = pcall(function()\n"
    "    local f, why = sandbox.load(text, 'fuzz.lua', sandbox.environment {\n"
    "      grid = keep(Charts.grid), modifiers = keep(Charts.modifiers), values = keep(Charts.values) })\n"
    "    if not f then error(why, 0) end\n"
    "    local changes = f()\n"
    "    for _, chart in ipairs(made) do use(chart) end\n"
    "    if type(changes) ~= 'table' then return end\n"
    "    for i, chart in ipairs(made) do\n"
    "      if type(changes[i]) == 'table' then\n"
    "        sound(pcall(Charts.override, chart, changes[i]))\n"
    "        use(chart)\n"
    "      end\n"
    "    end\n"
    "  end)\n"
    "  if not limits.finish() then sound(ok, e) end\n"
    "end\n";

enum { RUN_MAX = 4096, RUNS = 500 };

#include "host.h"
