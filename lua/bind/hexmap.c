/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/hexmap.c -- core.hexmap: maps. Areas are numbered from 1, directions 0 to 5, the
 * outer hexes of an area by their direction, its central hex is -1. */
#include <string.h>

#include "bind.h"
#include "flower.h"

#define FLOWERS_TYPE "adj.flowers"

typedef struct { adj_flowers *map; } Box;

static const adj_flowers *check_flowers(lua_State *L)
{
    Box *box = luaL_checkudata(L, 1, FLOWERS_TYPE);
    luaL_argcheck(L, box->map != NULL, 1, "the map was not built");
    return box->map;
}

static int check_area(lua_State *L, const adj_flowers *map, int arg)
{
    return (int)adj_bind_integer(L, arg, 1, adj_flowers_count(map)) - 1;
}

/* The direction from the area at `arg` to its neighbour at `arg` + 1. */
static int check_way(lua_State *L, const adj_flowers *map, int arg)
{
    int from = check_area(L, map, arg), to = check_area(L, map, arg + 1);
    int way = adj_flowers_direction(map, from, to);

    if (way < 0)
        luaL_error(L, "areas %d and %d are not neighbours", from + 1, to + 1);
    return way;
}

static void push_area(lua_State *L, int area)
{
    if (area < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, area + 1);
}

/* The areas at `n` places, as a list with false for those off the map. */
static void push_places(lua_State *L, const adj_flowers *map, adj_hex at, const adj_hex *steps,
                        int n)
{
    lua_createtable(L, n, 0);
    for (int i = 0; i < n; i++) {
        int area = adj_flowers_at(map, adj_hex_add(at, steps[i]));
        if (area < 0)
            lua_pushboolean(L, 0);
        else
            lua_pushinteger(L, area + 1);
        lua_rawseti(L, -2, i + 1);
    }
}

/* A:count() */
static int flowers_count(lua_State *L)
{
    lua_pushinteger(L, adj_flowers_count(check_flowers(L)));
    return 1;
}

/* A:neighbour(area, direction) -> area | nil */
static int flowers_neighbour(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int area = check_area(L, map, 2);
    push_area(L, adj_flowers_neighbour(map, area, (int)adj_bind_integer(L, 3, 0, 5)));
    return 1;
}

/* A:direction(from, to) -> 0..5 | nil */
static int flowers_direction(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int way = adj_flowers_direction(map, check_area(L, map, 2), check_area(L, map, 3));
    if (way < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, way);
    return 1;
}

/* A:distance(from, to) in areas */
static int flowers_distance(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    lua_pushinteger(L, adj_flowers_distance(map, check_area(L, map, 2), check_area(L, map, 3)));
    return 1;
}

/* A:facing(area, neighbour) -> major, minor: the outer hexes of `area` on that border */
static int flowers_facing(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int major, minor;
    adj_flower_facing(adj_flowers_chirality(map), check_way(L, map, 2), &major, &minor);
    lua_pushinteger(L, major);
    lua_pushinteger(L, minor);
    return 2;
}

/* A:touching(area, neighbour) -> { {own, theirs}, ... }, three pairs of outer hexes */
static int flowers_touching(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int pairs[3][2];

    adj_flower_touching(adj_flowers_chirality(map), check_way(L, map, 2), pairs);
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        lua_createtable(L, 2, 0);
        for (int k = 0; k < 2; k++) {
            lua_pushinteger(L, pairs[i][k]);
            lua_rawseti(L, -2, k + 1);
        }
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* A:open(area, neighbour, own, theirs) -> whether some touching pair is clear on both sides;
 * bit i of `own` and `theirs` says that outer hex i is not to be entered */
static int flowers_open(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int way = check_way(L, map, 2);
    unsigned own = (unsigned)adj_bind_integer(L, 4, 0, 63);
    unsigned theirs = (unsigned)adj_bind_integer(L, 5, 0, 63);
    lua_pushboolean(L, adj_flower_open(adj_flowers_chirality(map), way, own, theirs));
    return 1;
}

/* A:hex_neighbours(area, outer) -> six times { area, outer }, or false off the map */
static int flowers_hex_neighbours(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int area = check_area(L, map, 2), around[6];

    adj_flowers_around(map, area, (int)adj_bind_integer(L, 3, -1, 5) + 1, around);
    lua_createtable(L, 6, 0);
    for (int d = 0; d < 6; d++) {
        if (around[d] < 0) {
            lua_pushboolean(L, 0);
        } else {
            lua_createtable(L, 2, 0);
            lua_pushinteger(L, around[d] / 7 + 1);
            lua_rawseti(L, -2, 1);
            lua_pushinteger(L, around[d] % 7 - 1);
            lua_rawseti(L, -2, 2);
        }
        lua_rawseti(L, -2, d + 1);
    }
    return 1;
}

/* A:hex(area, outer) -> q, r: where the hex lies in the plane */
static int flowers_hex(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    adj_hex place = adj_flowers_place(map, check_area(L, map, 2));
    adj_hex hex = adj_flower_hex(adj_flowers_chirality(map), place,
                                 (int)adj_bind_integer(L, 3, -1, 5) + 1);
    lua_pushinteger(L, hex.q);
    lua_pushinteger(L, hex.r);
    return 2;
}

/* A:withdrawal(area, from) -> the three areas away from the neighbour `from`; false off map */
static int flowers_withdrawal(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    adj_hex steps[3];
    adj_flower_withdrawal(check_way(L, map, 2), steps);
    push_places(L, map, adj_flowers_place(map, check_area(L, map, 2)), steps, 3);
    return 1;
}

/* A:retreat(area, from [, first]) -> the five areas at distance two; with `first`, a number 1
 * to 3 of the withdrawal areas, those of the five next to it; false off map */
static int flowers_retreat(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int way = check_way(L, map, 2), n = 5;
    adj_hex steps[5];

    if (lua_isnoneornil(L, 4))
        adj_flower_retreat(way, steps);
    else
        n = adj_flower_retreat_from(way, (int)adj_bind_integer(L, 4, 1, 3) - 1, steps);
    push_places(L, map, adj_flowers_place(map, check_area(L, map, 2)), steps, n);
    return 1;
}

/* A:wedge(area, outer, range) -> the areas kP + nQ, k + n = 1 to range, nearest first, where P
 * and Q are the two areas that outer hex abuts; false off the map */
static int flowers_wedge(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    adj_hex at = adj_flowers_place(map, check_area(L, map, 2));
    int outer = (int)adj_bind_integer(L, 3, 0, 5), range = (int)adj_bind_integer(L, 4, 0, 100);
    int n = 0, count = range * (range + 3) / 2;
    adj_hex *steps = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *steps, 0);

    adj_lua_charge(L, (uint64_t)count);
    for (int distance = 1; distance <= range; distance++)
        for (int k = 0; k <= distance; k++)
            steps[n++] = adj_hex_add(adj_hex_scale(adj_hex_direction(outer), distance - k),
                                     adj_hex_scale(adj_hex_direction(outer - 1), k));
    push_places(L, map, at, steps, count);
    return 1;
}

static void push_stretch(lua_State *L, const adj_flowers *map, const adj_hex_stretch *stretch)
{
    lua_createtable(L, stretch->count, 0);
    for (int k = 0; k < stretch->count; k++) {
        int area = adj_flowers_at(map, stretch->hex[k]);
        if (area < 0)
            lua_pushboolean(L, 0);
        else
            lua_pushinteger(L, area + 1);
        lua_rawseti(L, -2, k + 1);
    }
}

/* A:line_between(from, to) -> the areas strictly between on the straight line, in order: lists
 * of one area, or of two where the line runs along their border; false off the map */
static int flowers_line_between(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    int from = check_area(L, map, 2), to = check_area(L, map, 3);
    int32_t most = adj_hex_trace_most(adj_flowers_distance(map, from, to));
    adj_hex_stretch *line;
    int32_t n;

    adj_lua_charge(L, (uint64_t)most);
    line = lua_newuserdatauv(L, (size_t)most * sizeof *line, 0);
    n = adj_hex_trace(adj_flowers_place(map, from), adj_flowers_place(map, to), line);
    lua_createtable(L, n > 2 ? n - 2 : 0, 0);
    for (int32_t i = 1; i + 1 < n; i++) {
        push_stretch(L, map, &line[i]);
        lua_rawseti(L, -2, i);
    }
    return 1;
}

/* --- making ------------------------------------------------------------------------- */

static adj_hex check_place(lua_State *L, int areas, lua_Integer i)
{
    lua_Integer a, b;

    if (lua_geti(L, areas, i) != LUA_TTABLE)
        luaL_error(L, "areas[%I] must be a table with a and b", (LUAI_UACINT)i);
    a = adj_bind_field_integer(L, lua_gettop(L), "a", 0, -ADJ_FLOWERS_FAR, ADJ_FLOWERS_FAR);
    b = adj_bind_field_integer(L, lua_gettop(L), "b", 0, -ADJ_FLOWERS_FAR, ADJ_FLOWERS_FAR);
    lua_pop(L, 1);
    return adj_flower_place((int32_t)a, (int32_t)b);
}

/* core.hexmap.flowers{ chirality = "R"|"L", areas = { {a =, b =}, ... } } -> A, or nil, message
 * when the areas do not fit on one map */
static int new_flowers(lua_State *L)
{
    static const char *const names[] = { "R", "L", NULL };
    static const adj_chirality values[] = { ADJ_FLOWER_R, ADJ_FLOWER_L };
    adj_chirality chirality;
    adj_error err = { 0 };
    adj_hex *places;
    lua_Integer n;
    Box *box;

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_getfield(L, 1, "chirality");
    chirality = values[luaL_checkoption(L, 2, "R", names)];
    lua_getfield(L, 1, "areas");
    n = adj_bind_list(L, 3, ADJ_FLOWERS_MOST);
    places = lua_newuserdatauv(L, ((size_t)n + 1) * sizeof *places, 0);
    for (lua_Integer i = 1; i <= n; i++)
        places[i - 1] = check_place(L, 3, i);
    box = lua_newuserdatauv(L, sizeof *box, 0);
    box->map = NULL;
    luaL_setmetatable(L, FLOWERS_TYPE);
    if (adj_flowers_new(chirality, places, (int)n, &box->map, &err) != ADJ_OK)
        return adj_bind_fail(L, &err);
    return 1;
}

static int flowers_gc(lua_State *L)
{
    Box *box = luaL_checkudata(L, 1, FLOWERS_TYPE);
    adj_flowers_free(box->map);
    box->map = NULL;
    return 0;
}

static int flowers_tostring(lua_State *L)
{
    const adj_flowers *map = check_flowers(L);
    lua_pushfstring(L, "map of %d seven-hex areas (%s)", adj_flowers_count(map),
                    adj_flowers_chirality(map) == ADJ_FLOWER_R ? "R" : "L");
    return 1;
}

static const luaL_Reg flowers_methods[] = {
    { "count", flowers_count }, { "neighbour", flowers_neighbour },
    { "direction", flowers_direction }, { "distance", flowers_distance },
    { "facing", flowers_facing }, { "touching", flowers_touching }, { "open", flowers_open },
    { "hex", flowers_hex }, { "hex_neighbours", flowers_hex_neighbours },
    { "withdrawal", flowers_withdrawal }, { "retreat", flowers_retreat },
    { "wedge", flowers_wedge },
    { "line_between", flowers_line_between }, { NULL, NULL }
};

static const luaL_Reg flowers_meta[] = {
    { "__gc", flowers_gc }, { "__tostring", flowers_tostring }, { NULL, NULL }
};

static const luaL_Reg functions[] = { { "flowers", new_flowers }, { NULL, NULL } };

int adj_open_hexmap(lua_State *L);

int adj_open_hexmap(lua_State *L)
{
    adj_bind_new_type(L, FLOWERS_TYPE, flowers_meta, flowers_methods);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
