/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/fuzz/host.h -- a fuzzer in host Lua: include it behind `driver`, a chunk that gives a
 * function of one text, and with RUN_MAX, the longest text, and RUNS, how many texts one Lua state
 * is given. An error of the function is a finding; so is what a state leaves behind when it is
 * closed: looked for after the first, second, fourth, eighth one, and so on, for it costs far more than
 * a text. (libFuzzer itself would look after every text, and each time find the state there.) */
#include <lauxlib.h>
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define LEAKS() __lsan_do_recoverable_leak_check()
#endif
#endif
#ifndef LEAKS
#define LEAKS() 0
#endif

#include "adj_build.h"
#include "adjutant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static adj_lua *new_state(void)
{
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_lua *lua;
    lua_State *L;

    if (adj_lua_new(&options, &lua, NULL) != ADJ_OK)
        abort();
    L = adj_lua_state(lua);
    if (adj_lua_load_host(L, driver, sizeof driver - 1, "@tests/fuzz.lua") != LUA_OK
        || adj_lua_protected_call(L, 0, 1) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        abort();
    }
    return lua;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static adj_lua *lua;
    static unsigned runs, closed;
    lua_State *L;

    if (size > RUN_MAX)
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
    if (++runs % RUNS == 0) {
        adj_lua_close(lua);
        lua = NULL;
        closed++;
        if ((closed % 256 == 0 || (closed & (closed - 1)) == 0) && LEAKS() != 0)
            abort();
    }
    return 0;
}

#include "replay.h"
