/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/openers.c -- the bindings by name. Each is opened when `core.NAME` is first read, so
 * that a start that needs none of them pays for none. */
#include <string.h>

#include <lauxlib.h>

#include "state_internal.h"

#define BINDINGS(ENTRY)                                                                      \
    ENTRY(chart) ENTRY(dice) ENTRY(files) ENTRY(ground) ENTRY(hexmap) ENTRY(journal)         \
    ENTRY(json) ENTRY(limits) ENTRY(names) ENTRY(nesting) ENTRY(odds) ENTRY(process)         \
    ENTRY(ratio) ENTRY(rng) ENTRY(sandbox) ENTRY(tally) ENTRY(words)       \
    ENTRY(world)

#define DECLARE(name) int adj_open_##name(lua_State *L);
BINDINGS(DECLARE)

#define ROW(name) {#name, adj_open_##name},
static const luaL_Reg openers[] = {BINDINGS(ROW){NULL, NULL}};

int adj_core_index(lua_State *L)
{
    const char *name = lua_tostring(L, 2);

    for (const luaL_Reg *o = openers; name != NULL && o->name != NULL; o++) {
        if (strcmp(o->name, name) != 0)
            continue;
        lua_pushcfunction(L, o->func);
        lua_call(L, 0, 1);
        lua_pushvalue(L, 2);
        lua_pushvalue(L, -2);
        lua_rawset(L, 1);
        return 1;
    }
    return 0;
}
