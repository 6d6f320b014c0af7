/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/nesting.c -- core.nesting: how deep rules call each other.
 *
 * A combat calls a hundred rules, so nothing is counted on the way in or out: a wrapper asks
 * now and then, and the answer is read off the Lua stack. */
#include "bind.h"

int adj_open_nesting(lua_State *L);

enum { MOST_NESTED = 150, CALLS_BETWEEN = 16, NAMES_TOLD = 12 };

/* Adds the name of the function at `level` to the list of rules met. False past the end. */
static bool look_at(lua_State *L, int level, const char **name)
{
    lua_Debug ar;

    *name = NULL;
    if (!lua_getstack(L, level, &ar))
        return false;
    lua_getinfo(L, "f", &ar);
    if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TSTRING)
        *name = lua_tostring(L, -1);        /* the table keeps it */
    lua_pop(L, 1);
    return true;
}

/* Raises with the names of the innermost rules, in the order in which they call. */
static int too_deep(lua_State *L)
{
    const char *told[NAMES_TOLD], *name;
    int n = 0;
    luaL_Buffer text;

    for (int level = 0; n < NAMES_TOLD && look_at(L, level, &name); level++) {
        if (name == NULL)
            continue;
        told[n++] = name;
        if (n > 1 && name == told[0])
            break;
    }
    luaL_buffinit(L, &text);
    while (n-- > 0) {
        luaL_addstring(&text, told[n]);
        if (n > 0)
            luaL_addstring(&text, " -> ");
    }
    luaL_pushresult(&text);
    lua_pushfstring(L, "rules call each other more than %d deep: %s", MOST_NESTED,
                    lua_tostring(L, -1));
    return lua_error(L);
}

/* check() -> how many calls may pass before the next check */
static int check(lua_State *L)
{
    lua_Debug ar;
    const char *name;
    int rules = 0;

    lua_pushinteger(L, CALLS_BETWEEN);
    if (!lua_getstack(L, MOST_NESTED, &ar))
        return 1;
    for (int level = 0; look_at(L, level, &name); level++)
        if (name != NULL && ++rules > MOST_NESTED)
            return too_deep(L);
    return 1;
}

/* checker(names) -> check; names: function -> the name of the rule */
static int checker(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_pushcclosure(L, check, 1);
    return 1;
}

/* parameters(f) -> how many, whether more may follow */
static int parameters(lua_State *L)
{
    lua_Debug ar;

    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_getinfo(L, ">u", &ar);
    lua_pushinteger(L, ar.nparams);
    lua_pushboolean(L, ar.isvararg);
    return 2;
}

/* upvalues(f) -> names, values: what a Lua function remembers; nothing for a C function */
static int upvalues(lua_State *L)
{
    const char *name;

    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    if (lua_iscfunction(L, 1))
        return 0;
    lua_newtable(L);
    lua_newtable(L);
    for (int i = 1; (name = lua_getupvalue(L, 1, i)) != NULL; i++) {
        lua_rawseti(L, 3, i);
        lua_pushstring(L, name);
        lua_rawseti(L, 2, i);
    }
    return 2;
}

/* set_upvalue(f, i, value) */
static int set_upvalue(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checkany(L, 3);
    lua_settop(L, 3);
    if (lua_setupvalue(L, 1, (int)adj_bind_integer(L, 2, 1, 255)) == NULL)
        return luaL_argerror(L, 2, "the function has no such upvalue");
    return 0;
}

int adj_open_nesting(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"checker", checker}, {"parameters", parameters}, {"upvalues", upvalues},
        {"set_upvalue", set_upvalue}, {NULL, NULL},
    };

    luaL_newlib(L, functions);
    return 1;
}
