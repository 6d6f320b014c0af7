/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_base.c -- the basic functions that scripts get in our own form. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bind_internal.h"

void adj_charge_text(lua_State *L, size_t bytes)
{
    if (bytes > TEXT_MAX)
        luaL_error(L, "the text is longer than 1 MiB");
    adj_lua_charge(L, bytes / BYTES_A_STEP + 1);
}

const char *adj_sandbox_text(lua_State *L, int index, size_t *length)
{
    index = lua_absindex(L, index);
    if (luaL_callmeta(L, index, "__tostring")) {
        if (lua_type(L, -1) != LUA_TSTRING)
            luaL_error(L, "'__tostring' must return a string");
        return lua_tolstring(L, -1, length);
    }
    switch (lua_type(L, index)) {
    case LUA_TNUMBER:
        if (!lua_isinteger(L, index) && isnan(lua_tonumber(L, index)))
            lua_pushliteral(L, "nan");      /* "-nan" on some machines */
        else
            luaL_tolstring(L, index, NULL);
        break;
    case LUA_TSTRING:
    case LUA_TBOOLEAN:
    case LUA_TNIL:
        luaL_tolstring(L, index, NULL);
        break;
    default:
        if (luaL_getmetafield(L, index, "__name") != LUA_TSTRING)
            lua_pushstring(L, luaL_typename(L, index));
        break;
    }
    return lua_tolstring(L, -1, length);
}

int adj_sandbox_tostring(lua_State *L)
{
    luaL_checkany(L, 1);
    adj_sandbox_text(L, 1, NULL);
    return 1;
}

/* is_empty(t): true when a table holds nothing at all */
static int base_is_empty(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    adj_bind_thaw(L, 1);
    lua_pushnil(L);
    lua_pushboolean(L, lua_next(L, 1) == 0);
    return 1;
}

/* --- pairs, in an order that is the same everywhere ------------------------------------ */

enum { RUN = 16, MERGED_A_POLL = 4096, REMOVED_A_POLL = 256 };

typedef enum { KEY_FALSE, KEY_TRUE, KEY_NUMBER, KEY_TEXT } key_kind;

typedef struct {
    key_kind kind;
    bool whole;                 /* a number: integer or real */
    union {
        lua_Integer integer;
        lua_Number real;
        const char *text;       /* the table holds it */
    };
    size_t length;
} sort_key;

/* i <=> r, exactly */
static int compare_mixed(lua_Integer i, lua_Number r)
{
    lua_Number down;
    lua_Integer whole;

    if (r >= 0x1p63)
        return -1;
    if (r < -0x1p63)
        return 1;
    down = floor(r);
    whole = (lua_Integer)down;
    if (i != whole)
        return i < whole ? -1 : 1;
    return r > down ? -1 : 0;
}

static int compare_numbers(const sort_key *a, const sort_key *b)
{
    if (a->whole && b->whole)
        return (a->integer > b->integer) - (a->integer < b->integer);
    if (a->whole)
        return compare_mixed(a->integer, b->real);
    if (b->whole)
        return -compare_mixed(b->integer, a->real);
    return (a->real > b->real) - (a->real < b->real);
}

static int compare_keys(const sort_key *a, const sort_key *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->kind == KEY_NUMBER)
        return compare_numbers(a, b);
    if (a->kind == KEY_TEXT) {
        int order = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);

        return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
    }
    return 0;
}

static void read_key(lua_State *L, int index, sort_key *key)
{
    memset(key, 0, sizeof *key);
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        key->kind = lua_toboolean(L, index) ? KEY_TRUE : KEY_FALSE;
        break;
    case LUA_TNUMBER:
        key->kind = KEY_NUMBER;
        key->whole = lua_isinteger(L, index);
        if (key->whole)
            key->integer = lua_tointeger(L, index);
        else
            key->real = lua_tonumber(L, index);
        break;
    case LUA_TSTRING:
        key->kind = KEY_TEXT;
        key->text = lua_tolstring(L, index, &key->length);
        break;
    default:
        adj_sandbox_text(L, index, NULL);
        luaL_error(L, "pairs: a key is a %s (%s); its order would differ from run to run, "
                      "use a list", luaL_typename(L, index), lua_tostring(L, -1));
    }
}

static void push_key(lua_State *L, const sort_key *key)
{
    switch (key->kind) {
    case KEY_FALSE:
    case KEY_TRUE:
        lua_pushboolean(L, key->kind == KEY_TRUE);
        break;
    case KEY_NUMBER:
        if (key->whole)
            lua_pushinteger(L, key->integer);
        else
            lua_pushnumber(L, key->real);
        break;
    case KEY_TEXT:
        lua_pushlstring(L, key->text, key->length);
        break;
    }
}

/* Counts the entries of the table at 1; *list is true when they are 1..n and nothing else. */
static size_t count_entries(lua_State *L, bool *list)
{
    size_t count = 0, n = lua_rawlen(L, 1);
    unsigned steps = 0;

    *list = true;
    for (lua_pushnil(L); adj_bind_next(L, 1, &steps) != 0; lua_pop(L, 1)) {
        count++;
        if (*list && !(lua_isinteger(L, -2) && lua_tointeger(L, -2) >= 1 &&
                       (lua_Unsigned)lua_tointeger(L, -2) <= n))
            *list = false;
    }
    *list = *list && count == n;
    return count;
}

static void insertion_sort(sort_key *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        sort_key key = keys[i];
        size_t at = i;

        for (; at > 0 && compare_keys(&key, &keys[at - 1]) < 0; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

/* Merges from[left..middle-1] and from[middle..right-1] into to[left..right-1]. */
static void merge_keys(lua_State *L, const sort_key *from, sort_key *to, size_t left, size_t middle,
                       size_t right)
{
    size_t i = left, j = middle;

    for (size_t k = left; k < right; k++) {
        if (k % MERGED_A_POLL == 0)
            adj_lua_charge(L, 0);
        if (j >= right || (i < middle && compare_keys(&from[j], &from[i]) >= 0))
            to[k] = from[i++];
        else
            to[k] = from[j++];
    }
}

/* Sorts keys[0..count-1] with as much room behind them: half a million take longer than Ctrl-C may,
 * so that this polls, which qsort cannot. Returns where they are in the end. */
static sort_key *sort_keys(lua_State *L, sort_key *keys, size_t count)
{
    sort_key *from = keys, *to = keys + count;

    for (size_t at = 0; at < count; at += RUN)
        insertion_sort(keys + at, count - at < RUN ? count - at : RUN);
    for (size_t width = RUN; width < count; width *= 2) {
        sort_key *swap = from;

        for (size_t left = 0; left < count; left += 2 * width) {
            size_t middle = left + width < count ? left + width : count;
            size_t right = middle + width < count ? middle + width : count;

            merge_keys(L, from, to, left, middle, right);
        }
        from = to;
        to = swap;
    }
    return from;
}

/* Pushes the list of the keys of the table at 1, in order. */
static void push_sorted_keys(lua_State *L, size_t count)
{
    sort_key *keys;
    size_t i = 0, room = count > RUN ? 2 * count : count;
    unsigned steps = 0;

    if (count > SIZE_MAX / 2 / sizeof *keys)
        luaL_error(L, "not enough memory");
    keys = lua_newuserdatauv(L, room * sizeof *keys, 0);
    for (lua_pushnil(L); i < count && adj_bind_next(L, 1, &steps) != 0; lua_pop(L, 1))
        read_key(L, lua_gettop(L) - 1, &keys[i++]);
    lua_settop(L, 2);
    keys = sort_keys(L, keys, count);
    lua_createtable(L, count < INT32_MAX ? (int)count : 0, 0);
    for (i = 0; i < count; i++) {
        push_key(L, &keys[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_replace(L, 2);
}

/* Upvalues: the table, its keys (for a list: how many), how many are done. */
static int pairs_step(lua_State *L)
{
    lua_Integer i = lua_tointeger(L, lua_upvalueindex(3));
    bool list = lua_isinteger(L, lua_upvalueindex(2));
    lua_Integer last = list ? lua_tointeger(L, lua_upvalueindex(2))
                            : (lua_Integer)lua_rawlen(L, lua_upvalueindex(2));
    unsigned removed = 0;

    while (i < last) {
        i++;
        if (list)
            lua_pushinteger(L, i);
        else
            lua_rawgeti(L, lua_upvalueindex(2), i);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) {
            lua_pushinteger(L, i);
            lua_replace(L, lua_upvalueindex(3));
            return 2;
        }
        lua_pop(L, 2);      /* removed since the start */
        if (++removed % REMOVED_A_POLL == 0)
            adj_lua_charge(L, REMOVED_A_POLL);
    }
    lua_pushinteger(L, last);
    lua_replace(L, lua_upvalueindex(3));
    lua_pushnil(L);
    return 1;
}

int adj_sandbox_pairs(lua_State *L)
{
    bool list;
    size_t count, steps;

    luaL_checkany(L, 1);
    if (lua_type(L, 1) == LUA_TUSERDATA && luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
        lua_pushvalue(L, 1);
        lua_call(L, 1, 3);
        return 3;
    }
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    adj_bind_thaw(L, 1);
    count = count_entries(L, &list);
    steps = count * 16;
    for (size_t n = count; n > 1 && !list; n /= 2)
        steps += count;
    adj_lua_charge(L, steps + 1);
    if (list)
        lua_pushinteger(L, (lua_Integer)count);
    else
        push_sorted_keys(L, count);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, pairs_step, 3);
    lua_pushnil(L);
    lua_pushnil(L);
    return 3;
}

/* Raises that a script gave no text to `raiser`, with the place where it did. */
static int no_text(lua_State *L, const char *raiser)
{
    return luaL_error(L, "%s: the message is a text, not %s", raiser,
                      lua_isnil(L, -1) ? "nil" : lua_pushfstring(L, "a %s", luaL_typename(L, -1)));
}

/* error(message [, level]): as in Lua, but that what is no text says so, and where. */
static int base_error(lua_State *L)
{
    int level = (int)luaL_optinteger(L, 2, 1);

    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TNUMBER)
        lua_tostring(L, 1);
    if (lua_type(L, 1) != LUA_TSTRING)
        return no_text(L, "error");
    if (level > 0) {
        luaL_where(L, level);
        lua_insert(L, 1);
        lua_concat(L, 2);
    }
    return lua_error(L);
}

/* assert(value [, message], ...): as in Lua, but for messages that are no text. */
static int base_assert(lua_State *L)
{
    if (lua_toboolean(L, 1))
        return lua_gettop(L);
    luaL_checkany(L, 1);
    lua_settop(L, 2);
    if (lua_isnil(L, 2))
        return luaL_error(L, "assertion failed!");
    if (lua_type(L, 2) == LUA_TNUMBER)
        lua_tostring(L, 2);
    if (lua_type(L, 2) != LUA_TSTRING)
        return no_text(L, "assert");
    return lua_error(L);
}

const luaL_Reg adj_sandbox_base[] = {
    {"error", base_error},
    {"assert", base_assert},
    {"tostring", adj_sandbox_tostring},
    {"is_empty", base_is_empty},
    {"pairs", adj_sandbox_pairs},
    {NULL, NULL},
};
