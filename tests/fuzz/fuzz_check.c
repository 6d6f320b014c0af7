/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes `adjutant check`: house rules and scenarios of any text lead to findings with a place in
 * the file, within the limits, and to no error of the program's own.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Scenarios share a kit: most of the time would go into loading the ruleset. */
static const char driver[] =
    "local Check, CheckKit = require 'adjutant.check', require 'adjutant.check_kit'\n"
    "local CheckScenario = require 'adjutant.check_scenario'\n"
    "local folder = core.data_dir .. '/rulesets/seven-hex'\n"
    "local kit\n"
    "local function scenario(F, text)\n"
    "  kit = kit or CheckKit.load(Check.new(), folder, 'seven-hex', nil, function(p) return p end)\n"
    "  F:source('scenarios/a.lua', 'a.lua', text)\n"
    "  core.limits.begin { instructions = 3000000, cpu_ms = 5000 }\n"
    "  local ok, why = pcall(CheckScenario.run, F, kit, 'scenarios/a.lua', text, true)\n"
    "  assert(core.limits.finish() or ok, why)\n"
    "end\n"
    "return function(text)\n"
    "  local F = Check.new()\n"
    "  if text:find('scenario', 1, true) then\n"
    "    scenario(F, text)\n"
    "  else\n"
    "    Check.text(F, 'a.lua', text, { ruleset = core.data_dir .. '/tests/lua/duel', limits = { instructions = 8000000, cpu_ms = 5000 } })\n"
    "  end\n"
    "  F:sort()\n"
    "  for _, f in ipairs(F.list) do\n"
    "    assert(not f.internal and f.line >= 1 and f.column >= 1 and f.file == 'a.lua', F.line(f))\n"
    "  end\n"
    "end\n";

enum { RUN_MAX = 32768, RUNS = 300 };

#include "host.h"
