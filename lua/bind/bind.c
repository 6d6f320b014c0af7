/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/bind.c -- checks and errors that all bindings share. */
#include "bind.h"

#include <string.h>

#include "bind_internal.h"
#include "state_internal.h"

enum { STEPS_A_POLL = 256 };

int adj_bind_error(lua_State *L, const adj_error *err)
{
    adj_lua *lua = adj_lua_of(L);
    lua_Debug at;

    if (err->status == ADJ_ECANCEL && lua->cancel)
        return adj_limits_trip(L, (adj_trip)lua->cause);
    if (err->status == ADJ_ELIMIT && lua->budget.steps_left == 0)
        return adj_limits_trip(L, TRIP_INSTRUCTIONS);
    if (adj_script_place(L, &at)) {     /* a rule is at fault, not what of ours it called */
        lua_pushfstring(L, "%s:%d: %s", at.short_src, at.currentline, err->text);
        return lua_error(L);
    }
    return luaL_error(L, "%s", err->text);
}

int adj_bind_status(lua_State *L, adj_status status)
{
    adj_error err = {.status = status};

    adj_error_set(&err, status, "%s", adj_status_text(status));
    return adj_bind_error(L, &err);
}

int adj_bind_fail(lua_State *L, const adj_error *err)
{
    lua_pushnil(L);
    lua_pushstring(L, err->text);
    return 2;
}

static const char *kind_of(adj_status status)
{
    switch (status) {
    case ADJ_ENOTFOUND: return "missing";
    case ADJ_EDAMAGED:  return "damaged";
    case ADJ_EVERSION:  return "version";
    case ADJ_ELOCKED:   return "locked";
    case ADJ_EINVAL:    return "invalid";
    case ADJ_ERANGE:    return "big";
    case ADJ_ENOMEM:    return "memory";
    default:            return "io";
    }
}

int adj_bind_fail_kind(lua_State *L, const adj_error *err)
{
    (void)adj_bind_fail(L, err);
    lua_pushstring(L, kind_of(err->status));
    return 3;
}

bool adj_bind_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                       const luaL_Reg *methods)
{
    if (!luaL_newmetatable(L, type)) {
        bool whole = lua_getfield(L, -1, "__metatable") != LUA_TNIL;

        lua_pop(L, 1);
        if (whole)
            return false;
    }
    luaL_setfuncs(L, meta, 0);
    lua_newtable(L);
    luaL_setfuncs(L, methods, 0);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");     /* last: without it memory ran out before this */
    return true;
}

const char *adj_bind_path(lua_State *L, int arg)
{
    size_t length;
    const char *path = luaL_checklstring(L, arg, &length);

    luaL_argcheck(L, strlen(path) == length, arg, "a path cannot hold a zero byte");
    luaL_argcheck(L, length > 0, arg, "an empty path");
    return path;
}

static const char *range_message(lua_State *L, lua_Integer min, lua_Integer max)
{
    return lua_pushfstring(L, "must be an integer from %I to %I", (LUAI_UACINT)min,
                           (LUAI_UACINT)max);
}

lua_Integer adj_bind_integer(lua_State *L, int arg, lua_Integer min, lua_Integer max)
{
    lua_Integer value = luaL_checkinteger(L, arg);

    if (value < min || value > max)
        luaL_argerror(L, arg, range_message(L, min, max));
    return value;
}

lua_Integer adj_bind_field_integer(lua_State *L, int index, const char *name,
                                   lua_Integer absent, lua_Integer min, lua_Integer max)
{
    int whole;
    lua_Integer value;

    if (lua_getfield(L, index, name) == LUA_TNIL) {
        lua_pop(L, 1);
        return absent;
    }
    value = lua_tointegerx(L, -1, &whole);
    if (!whole || lua_type(L, -1) != LUA_TNUMBER || value < min || value > max)
        luaL_error(L, "field '%s' %s", name, range_message(L, min, max));
    lua_pop(L, 1);
    return value;
}

bool adj_bind_field_flag(lua_State *L, int index, const char *name)
{
    bool set;

    lua_getfield(L, index, name);
    set = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return set;
}

bool adj_bind_thaw(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
        return false;
    if (lua_rawgetp(L, -1, ADJ_FROZEN_KEY) != LUA_TTABLE) {
        lua_pop(L, 2);
        return false;
    }
    lua_replace(L, index);
    lua_pop(L, 1);
    return true;
}

int adj_bind_next(lua_State *L, int index, unsigned *steps)
{
    if (++*steps % STEPS_A_POLL == 0)
        adj_lua_charge(L, 0);
    return lua_next(L, index);
}

lua_Integer adj_bind_list(lua_State *L, int arg, lua_Integer max)
{
    lua_Integer n, count = 0;
    unsigned steps = 0;

    luaL_checktype(L, arg, LUA_TTABLE);
    lua_pushvalue(L, arg);
    adj_bind_thaw(L, -1);
    n = (lua_Integer)lua_rawlen(L, -1);
    if (n > max)
        luaL_argerror(L, arg, lua_pushfstring(L, "has more than %I elements",
                                              (LUAI_UACINT)max));
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, -1, i) == LUA_TNIL)
            luaL_argerror(L, arg, lua_pushfstring(L, "has a hole at index %I",
                                                  (LUAI_UACINT)i));
        lua_pop(L, 1);
    }
    /* integer keys beyond the border mean that it is itself a hole */
    for (lua_pushnil(L); adj_bind_next(L, -2, &steps) != 0; lua_pop(L, 1))
        if (lua_isinteger(L, -2) && lua_tointeger(L, -2) > n)
            count++;
    if (count > 0)
        luaL_argerror(L, arg, lua_pushfstring(L, "has a hole at index %I",
                                              (LUAI_UACINT)n + 1));
    lua_pop(L, 1);
    return n;
}
