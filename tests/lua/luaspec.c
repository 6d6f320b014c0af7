/* SPDX-License-Identifier: GPL-3.0-or-later */
/* luaspec FILE... -- runs Lua specs in a host state; the last line is `N passed, N failed`.
 *
 * A spec is a host chunk. Its `describe`, `it` and `expect` come from adjutant.spec, or from
 * tests/lua/spec.lua for what is tested below the rules API. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "adjutant.h"

enum { SPEC_MAX = 1024 * 1024 };

static adj_lua *lua;

/* read_file(path) -> text | nil, message */
static int read_file(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1);
    char *text = lua_newuserdatauv(L, SPEC_MAX, 0);
    FILE *in = fopen(path, "rb");
    size_t n;

    if (in == NULL) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: %s", path, strerror(errno));
        return 2;
    }
    n = fread(text, 1, SPEC_MAX, in);
    (void)fclose(in);
    lua_pushlstring(L, text, n);
    return 1;
}

static int load_host(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *name = luaL_checkstring(L, 2);

    if (adj_lua_load_host(L, text, length, name) == LUA_OK)
        return 1;
    lua_pushnil(L);
    lua_insert(L, -2);
    return 2;
}

/* spec_tools, a global of the host while specs run */
static void set_tools(lua_State *L)
{
    static const luaL_Reg tools[] = {
        {"read_file", read_file}, {"load_host", load_host}, {NULL, NULL},
    };

    adj_lua_push_host(L);
    luaL_newlib(L, tools);
    lua_setfield(L, -2, "spec_tools");
    lua_pop(L, 1);
}

/* Runs one file of host Lua with the spec words; pushes passed and failed. */
static int run_files(lua_State *L)
{
    int argc = (int)lua_tointeger(L, 1);
    char **argv = lua_touserdata(L, 2);

    set_tools(L);
    lua_pushcfunction(L, read_file);
    lua_pushfstring(L, "%s/tests/lua/spec.lua", adj_lua_data(lua));
    lua_call(L, 1, 2);
    if (lua_isnil(L, -2))
        return lua_error(L);
    lua_pop(L, 1);
    if (adj_lua_load_host(L, lua_tostring(L, -1), lua_rawlen(L, -1), "@tests/lua/spec.lua") !=
        LUA_OK)
        return lua_error(L);
    lua_createtable(L, argc, 0);
    for (int i = 1; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i);
    }
    lua_call(L, 1, 2);
    return 2;
}

int main(int argc, char **argv)
{
    adj_error err;
    lua_State *L;
    long passed = 0, failed = 1;

    if (adj_lua_new(NULL, &lua, &err) != ADJ_OK) {
        fprintf(stderr, "luaspec: %s\n", err.text);
        return 1;
    }
    L = adj_lua_state(lua);
    lua_pushcfunction(L, run_files);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    if (adj_lua_protected_call(L, 2, 2) == LUA_OK) {
        passed = (long)lua_tointeger(L, -2);
        failed = (long)lua_tointeger(L, -1);
    } else {
        adj_lua_push_traceback(L);
        fprintf(stderr, "luaspec: %s\n%s\n", lua_tostring(L, -2), lua_tostring(L, -1));
    }
    adj_lua_close(lua);
    printf("%ld passed, %ld failed\n", passed, failed);
    return failed == 0 ? 0 : 1;
}
