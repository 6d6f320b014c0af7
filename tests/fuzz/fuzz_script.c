/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes what a script's text can do: it is loaded and run in the sandbox under limits, then
 * the next command must work as if nothing had been.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* run(text): the script in an environment with a frozen table and a host that catches errors. */
static const char driver[] =
    "local sandbox, limits, text = core.sandbox, core.limits, ...\n"
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
    "command(text)\n"
    "local ok, e = command [[local s = {} for i, v in ipairs(t) do s[i] = v end\n"
    "  table.sort(s) return table.concat(s, ('%d'):format(7)) .. tostring(type)]]\n"
    "assert(ok and e == '17273function', e)\n";

static adj_lua *new_state(void)
{
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_lua *lua;

    if (adj_lua_new(&options, &lua, NULL) != ADJ_OK)
        abort();
    if (adj_lua_load_host(adj_lua_state(lua), driver, sizeof driver - 1, "@tests/fuzz.lua") !=
        LUA_OK)
        abort();
    return lua;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static adj_lua *lua;
    static int runs;
    lua_State *L;

    if (size > 4096)
        return 0;
    if (lua == NULL)
        lua = new_state();
    L = adj_lua_state(lua);
    lua_pushvalue(L, 1);
    lua_pushlstring(L, (const char *)data, size);
    if (adj_lua_protected_call(L, 1, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        abort();
    }
    if (++runs % 500 == 0) {
        adj_lua_close(lua);
        lua = NULL;
    }
    return 0;
}

#include "replay.h"
