/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what a script's text can do: it is loaded and run in the sandbox under limits, then
 * the next command must work as if nothing had been.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* run(text): the script in an environment with a frozen table and a host that catches errors. */
static const char driver[] =
    "local sandbox, limits = core.sandbox, core.limits\n"
    "local function command(source)\n"
    "  local env = sandbox.environment { t = sandbox.seal { 3, 1, 2, x = { y = 1 } },\n"
    "    try = function(f, ...) return pcall(f, ...) end,\n"
    "    call = function(f, ...) return f(...) end }\n"
    "  limits.begin { instructions = 200000, cpu_ms = 400, heap = 16 << 20 }\n"
    "  local ok, e = pcall(function()\n"
    "    local f, why = sandbox.load(source, 'fuzz.lua', env)\n"
    "    if not f then error(why, 0) end\n"
    "    return f()\n"
    "  end)\n"
    "  limits.finish()\n"
    "  return ok, tostring(e)\n"
    "end\n"
    "return function(text)\n"
    "  command(text)\n"
    "  local ok, e = command [[local s = {} for i, v in ipairs(t) do s[i] = v end\n"
    "    table.sort(s) return table.concat(s, ('%d'):format(7)) .. tostring(type)]]\n"
    "  assert(ok and e == '17273function', e)\n"
    "end\n";

enum { RUN_MAX = 4096, RUNS = 500 };

#include "host.h"
