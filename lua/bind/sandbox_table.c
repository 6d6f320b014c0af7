/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_table.c -- the table functions of scripts: frozen tables are read through,
 * lists have at most 100,000 elements, and sorting is stable and the same everywhere. */
#include "bind_internal.h"

static lua_Integer length_of(lua_State *L, int arg)
{
    lua_Integer n = (lua_Integer)lua_rawlen(L, arg);

    if (n > LIST_MAX)
        luaL_argerror(L, arg, "more than 100000 elements");
    return n;
}

/* The list at `arg`, to be read: thawed in place. Its length. */
static lua_Integer read_list(lua_State *L, int arg)
{
    luaL_checktype(L, arg, LUA_TTABLE);
    adj_bind_thaw(L, arg);
    return length_of(L, arg);
}

/* The same for a list that is going to change. */
static lua_Integer change_list(lua_State *L, int arg)
{
    luaL_checktype(L, arg, LUA_TTABLE);
    if (adj_bind_thaw(L, arg))
        luaL_argerror(L, arg, "the table is read-only");
    return length_of(L, arg);
}

/* concat(list [, between [, first [, last]]]) */
static int table_concat(lua_State *L)
{
    size_t gap;
    const char *between;
    lua_Integer n = read_list(L, 1), first, last;
    luaL_Buffer b;

    between = luaL_optlstring(L, 2, "", &gap);
    first = luaL_optinteger(L, 3, 1);
    last = luaL_optinteger(L, 4, n);
    if (first > last) {
        lua_pushliteral(L, "");
        return 1;
    }
    if ((lua_Unsigned)last - (lua_Unsigned)first >= LIST_MAX)
        return luaL_error(L, "table.concat: more than 100000 elements");
    adj_lua_charge(L, (uint64_t)(last - first) + 1);
    luaL_buffinit(L, &b);
    for (lua_Integer i = first;; i++) {
        lua_rawgeti(L, 1, i);
        if (!lua_isstring(L, -1))
            return luaL_error(L, "table.concat: element %I is a %s", (LUAI_UACINT)i,
                              luaL_typename(L, -1));
        luaL_addvalue(&b);
        if (i < last)
            luaL_addlstring(&b, between, gap);
        if (luaL_bufflen(&b) > TEXT_MAX)
            return luaL_error(L, "table.concat: the text is longer than 1 MiB");
        if (i == last)
            break;
    }
    adj_charge_text(L, luaL_bufflen(&b));
    luaL_pushresult(&b);
    return 1;
}

/* insert(list, [at,] value) */
static int table_insert(lua_State *L)
{
    lua_Integer n = change_list(L, 1) + 1, at = n;

    switch (lua_gettop(L)) {
    case 2:
        break;
    case 3:
        at = luaL_checkinteger(L, 2);
        luaL_argcheck(L, at >= 1 && at <= n, 2, "the position is outside the list");
        break;
    default:
        return luaL_error(L, "table.insert takes two or three arguments");
    }
    if (n > LIST_MAX)
        return luaL_argerror(L, 1, "more than 100000 elements");
    adj_lua_charge(L, (uint64_t)(n - at) + 1);
    for (lua_Integer i = n; i > at; i--) {
        lua_rawgeti(L, 1, i - 1);
        lua_rawseti(L, 1, i);
    }
    lua_rawseti(L, 1, at);
    return 0;
}

/* remove(list [, at]) -> the element removed */
static int table_remove(lua_State *L)
{
    lua_Integer n = change_list(L, 1), at = luaL_optinteger(L, 2, n);

    if (lua_gettop(L) >= 2)
        luaL_argcheck(L, (at >= 1 && at <= n + 1) || (n == 0 && at == 0), 2,
                      "the position is outside the list");
    if (n > at)
        adj_lua_charge(L, (uint64_t)(n - at));
    lua_rawgeti(L, 1, at);
    for (; at < n; at++) {
        lua_rawgeti(L, 1, at + 1);
        lua_rawseti(L, 1, at);
    }
    lua_pushnil(L);
    lua_rawseti(L, 1, at);
    return 1;
}

static int table_pack(lua_State *L)
{
    int n = lua_gettop(L);

    if (n > LIST_MAX)
        return luaL_error(L, "table.pack: more than 100000 elements");
    adj_lua_charge(L, (uint64_t)n + 1);
    lua_createtable(L, n, 1);
    lua_insert(L, 1);
    for (int i = n; i >= 1; i--)
        lua_rawseti(L, 1, i);
    lua_pushinteger(L, n);
    lua_setfield(L, 1, "n");
    return 1;
}

static int table_unpack(lua_State *L)
{
    lua_Integer n, first = luaL_optinteger(L, 2, 1), last;

    n = read_list(L, 1);
    last = luaL_optinteger(L, 3, n);
    if (first > last)
        return 0;
    if ((lua_Unsigned)last - (lua_Unsigned)first >= LIST_MAX ||
        !lua_checkstack(L, (int)(last - first) + 1))
        return luaL_error(L, "table.unpack: too many results");
    adj_lua_charge(L, (uint64_t)(last - first) + 1);
    for (lua_Integer i = first; i < last; i++)
        lua_rawgeti(L, 1, i);
    lua_rawgeti(L, 1, last);
    return (int)(last - first) + 1;
}

/* --- sort ----------------------------------------------------------------------------------- */

/* Stack slots of table_sort: the list, the comparison or nil, the elements in work, room. */
enum { LIST = 1, LESS = 2, WORK = 3, ROOM = 4 };

/* Whether element i of the table at `from` comes before element j. */
static bool comes_before(lua_State *L, int from, lua_Integer i, lua_Integer j)
{
    bool before;

    adj_lua_charge(L, 2);
    if (lua_isnil(L, LESS)) {
        lua_rawgeti(L, from, i);
        lua_rawgeti(L, from, j);
        before = lua_compare(L, -2, -1, LUA_OPLT);
        lua_pop(L, 2);
        return before;
    }
    lua_pushvalue(L, LESS);
    lua_rawgeti(L, from, i);
    lua_rawgeti(L, from, j);
    lua_call(L, 2, 1);
    before = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return before;
}

static void copy(lua_State *L, int from, lua_Integer i, int to, lua_Integer k)
{
    lua_rawgeti(L, from, i);
    lua_rawseti(L, to, k);
}

/* Merges from[left..middle-1] and from[middle..right-1] into to[left..right-1]. */
static void merge(lua_State *L, int from, int to, lua_Integer left, lua_Integer middle,
                  lua_Integer right)
{
    lua_Integer i = left, j = middle;

    for (lua_Integer k = left; k < right; k++) {
        if (j >= right || (i < middle && !comes_before(L, from, j, i)))
            copy(L, from, i++, to, k);
        else
            copy(L, from, j++, to, k);
    }
}

static lua_Integer least(lua_Integer a, lua_Integer b)
{
    return a < b ? a : b;
}

/* Sorts the elements in WORK; returns the slot that holds them in order. */
static int merge_sort(lua_State *L, lua_Integer n)
{
    int from = WORK, to = ROOM;

    for (lua_Integer width = 1; width < n; width *= 2) {
        int swap = from;

        for (lua_Integer left = 1; left <= n; left += 2 * width)
            merge(L, from, to, left, least(left + width, n + 1), least(left + 2 * width, n + 1));
        from = to;
        to = swap;
    }
    return from;
}

/* A comparison that answers `<=`, or differently from call to call, gives an order that
 * depends on how the sort happens to ask. */
static void check_order(lua_State *L, int sorted, lua_Integer n)
{
    for (lua_Integer i = 1; i < n; i++)
        if (comes_before(L, sorted, i + 1, i))
            luaL_error(L, "table.sort: the comparison contradicts itself (it must say whether "
                          "a comes strictly before b)");
    if (n > 1 && (comes_before(L, sorted, n, 1) || comes_before(L, sorted, 1, 1)))
        luaL_error(L, "table.sort: the comparison contradicts itself (it must say whether "
                      "a comes strictly before b)");
}

/* sort(list [, less]) */
static int table_sort(lua_State *L)
{
    lua_Integer n = change_list(L, LIST);
    int sorted;

    if (!lua_isnoneornil(L, LESS))
        luaL_checktype(L, LESS, LUA_TFUNCTION);
    lua_settop(L, LESS);
    lua_createtable(L, (int)n, 0);
    lua_createtable(L, (int)n, 0);
    adj_lua_charge(L, (uint64_t)n + 1);
    for (lua_Integer i = 1; i <= n; i++) {
        if (lua_rawgeti(L, LIST, i) == LUA_TNIL)
            return luaL_error(L, "table.sort: the list has a hole at index %I",
                              (LUAI_UACINT)i);
        lua_rawseti(L, WORK, i);
    }
    sorted = merge_sort(L, n);
    check_order(L, sorted, n);
    for (lua_Integer i = 1; i <= n; i++)
        copy(L, sorted, i, LIST, i);
    return 0;
}

const luaL_Reg adj_sandbox_table[] = {
    {"concat", table_concat},
    {"insert", table_insert},
    {"pack", table_pack},
    {"remove", table_remove},
    {"sort", table_sort},
    {"unpack", table_unpack},
    {NULL, NULL},
};
