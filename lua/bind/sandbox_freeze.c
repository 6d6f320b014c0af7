/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_freeze.c -- tables that can be read and not written.
 *
 * A frozen table is an empty one whose metatable reads from the table behind it (with
 * __index a table, so that the VM does it without a call) and refuses to write. `freeze`
 * makes a second, frozen face of a table that its owner goes on changing; `seal` freezes a
 * table itself and all that is reachable from it, under whatever name it is held. */
#include <string.h>

#include "bind_internal.h"
#include "state_internal.h"

const char adj_frozen_key;

/* __newindex(proxy, key, value) */
static int refuse_write(lua_State *L)
{
    const char *key = adj_sandbox_text(L, 2, NULL);
    const char *name = "this table";
    if (luaL_getmetafield(L, 1, "__name") == LUA_TSTRING)
        name = lua_pushfstring(L, "`%s`", lua_tostring(L, -1));
    return luaL_error(L, "%s is read-only: cannot set `%s`", name, key);
}

static int frozen_length(lua_State *L)
{
    adj_bind_thaw(L, 1);
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, 1));
    return 1;
}

/* Stack: ... face behind. Gives `face` the metatable that reads from `behind`; pops `behind`. */
static void set_face(lua_State *L, const char *name)
{
    int behind = lua_gettop(L);

    lua_createtable(L, 0, 7);
    lua_pushvalue(L, behind);
    lua_setfield(L, -2, "__index");
    lua_pushvalue(L, behind);
    lua_rawsetp(L, -2, ADJ_FROZEN_KEY);
    lua_pushcfunction(L, refuse_write);
    lua_setfield(L, -2, "__newindex");
    lua_pushcfunction(L, frozen_length);
    lua_setfield(L, -2, "__len");
    lua_pushcfunction(L, adj_sandbox_pairs);
    lua_setfield(L, -2, "__pairs");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    if (name != NULL) {
        lua_pushstring(L, name);
        lua_setfield(L, -2, "__name");
    }
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
}

void adj_freeze_top(lua_State *L, const char *name)
{
    lua_newtable(L);
    lua_insert(L, -2);
    set_face(L, name);
}

static bool is_frozen(lua_State *L, int index)
{
    bool frozen;

    lua_pushvalue(L, index);
    frozen = adj_bind_thaw(L, -1);
    lua_pop(L, 1);
    return frozen;
}

/* freeze(t [, name]) -> a frozen face of t; `name` is for the error of a write. What t holds
 * is handed out as it is. A frozen table is its own face. */
int adj_sandbox_freeze(lua_State *L)
{
    const char *name = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : NULL;

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushvalue(L, 1);
    if (!is_frozen(L, 1))
        adj_freeze_top(L, name);
    return 1;
}

int adj_sandbox_is_frozen(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_pushboolean(L, is_frozen(L, 1));
    return 1;
}

/* --- sealing -------------------------------------------------------------------------- */

enum { QUEUE = 2, SEEN = 3 };       /* stack slots of adj_sandbox_seal */

/* Appends the value on the top to the queue if there is anything to seal in it; pops it. */
static void enqueue(lua_State *L)
{
    int type = lua_type(L, -1);

    if (type != LUA_TTABLE && (type != LUA_TFUNCTION || lua_iscfunction(L, -1))) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    if (lua_rawget(L, SEEN) != LUA_TNIL) {
        lua_pop(L, 2);
        return;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, SEEN);
    lua_rawseti(L, QUEUE, (lua_Integer)lua_rawlen(L, QUEUE) + 1);
}

/* The table on the top becomes the face of a new one that holds what it held. Tables with a
 * metatable belong to the host, which looks after them. */
static void seal_table(lua_State *L)
{
    int table = lua_gettop(L);
    unsigned steps = 0;

    if (lua_getmetatable(L, table)) {
        lua_pop(L, 1);
        return;
    }
    lua_newtable(L);
    for (lua_pushnil(L); adj_bind_next(L, table, &steps) != 0; lua_pop(L, 1)) {
        lua_pushvalue(L, -1);
        enqueue(L);
        lua_pushvalue(L, -2);
        lua_pushvalue(L, -2);
        lua_rawset(L, table + 1);
    }
    for (lua_pushnil(L); adj_bind_next(L, table, &steps) != 0;) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushnil(L);
        lua_rawset(L, table);
    }
    set_face(L, NULL);
}

static void seal_upvalues(lua_State *L)
{
    lua_Debug about;

    lua_pushvalue(L, -1);
    lua_getinfo(L, ">S", &about);
    if (adj_chunk_is_host(about.source))
        return;
    for (int i = 1; lua_getupvalue(L, -1, i) != NULL; i++)
        enqueue(L);
}

/* seal(value) -> value: freezes, in place, every plain table reachable from it through table
 * values and through the upvalues of script functions. */
int adj_sandbox_seal(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    lua_newtable(L);
    lua_newtable(L);
    lua_pushvalue(L, 1);
    enqueue(L);
    for (lua_Integer i = 1; lua_rawgeti(L, QUEUE, i) != LUA_TNIL; i++) {
        adj_lua_charge(L, 1);
        if (lua_istable(L, -1))
            seal_table(L);
        else
            seal_upvalues(L);
        lua_settop(L, SEEN);
    }
    lua_settop(L, 1);
    return 1;
}

/* upvalues(f) -> { {name=, value=}, ... }: what a script function remembers between calls;
 * nothing for a function of the host */
int adj_sandbox_upvalues(lua_State *L)
{
    lua_Debug about;
    const char *name;
    lua_Integer n = 0;

    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_newtable(L);
    lua_pushvalue(L, 1);
    lua_getinfo(L, ">S", &about);
    if (lua_iscfunction(L, 1) || adj_chunk_is_host(about.source))
        return 1;
    for (int i = 1; (name = lua_getupvalue(L, 1, i)) != NULL; i++) {
        if (strcmp(name, "_ENV") == 0) {
            lua_pop(L, 1);
            continue;
        }
        lua_createtable(L, 0, 2);
        lua_insert(L, -2);
        lua_setfield(L, -2, "value");
        lua_pushstring(L, name);
        lua_setfield(L, -2, "name");
        lua_rawseti(L, -2, ++n);
    }
    return 1;
}
