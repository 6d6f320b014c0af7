/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ground_sight.c -- lines of sight over a ground. */
#include <string.h>

#include "ground_bind.h"

/* Fills flags[kind] from the list of kinds in field `name` of the table at 1. */
static void read_flags(lua_State *L, const char *name, bool flags[256])
{
    lua_Integer n;

    if (lua_getfield(L, 1, name) != LUA_TNIL) {
        n = (lua_Integer)lua_rawlen(L, -1);
        for (lua_Integer i = 1; i <= n; i++) {
            lua_rawgeti(L, -1, i);
            flags[adj_bind_integer(L, lua_gettop(L), 0, 255)] = true;
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/* core.ground.sight{ spine = "both"|"either", level = "slope"|"higher"|"lower", equal_blocks =,
 * stands = { [terrain] = height }, side_blocks = { kind, ... } } -> a rule */
static int new_sight(lua_State *L)
{
    static const char *const spines[] = { "both", "either", NULL };
    static const char *const levels[] = { "slope", "higher", "lower", NULL };
    adj_los_rule *rule;

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    rule = lua_newuserdatauv(L, sizeof *rule, 0);
    memset(rule, 0, sizeof *rule);
    lua_getfield(L, 1, "spine");
    rule->spine = luaL_checkoption(L, 3, "both", spines) == 0 ? ADJ_SPINE_LENIENT
                                                              : ADJ_SPINE_STRICT;
    lua_getfield(L, 1, "level");
    rule->sight = (adj_sight)luaL_checkoption(L, 4, "slope", levels);
    lua_getfield(L, 1, "equal_blocks");
    rule->equal_blocks = lua_toboolean(L, 5);
    lua_getfield(L, 1, "stands");
    if (!lua_isnil(L, 6)) {
        luaL_checktype(L, 6, LUA_TTABLE);
        for (int i = 1; i < 256; i++) {
            if (lua_rawgeti(L, 6, i) != LUA_TNIL)
                rule->stands[i] = (int16_t)adj_bind_integer(L, 7, -10000, 10000);
            lua_settop(L, 6);
        }
    }
    read_flags(L, "side_blocks", rule->side_blocks);
    lua_settop(L, 2);
    luaL_setmetatable(L, SIGHT_TYPE);
    return 1;
}

static void push_step(lua_State *L, const Ground *g, const adj_los_step *step)
{
    lua_createtable(L, 2, 2);
    for (int k = 0; k < step->count; k++) {
        ground_push(L, g, step->index[k]);
        lua_rawseti(L, -2, k + 1);
    }
    lua_pushboolean(L, step->blocks);
    lua_setfield(L, -2, "blocks");
    lua_pushboolean(L, step->side_blocks);
    lua_setfield(L, -2, "side_blocks");
}

/* G:sight(rule, a, b, eye_a, eye_b) -> clear, steps: lists of one number or two (false off the
 * map) with blocks and side_blocks */
static int ground_sight(lua_State *L)
{
    const Ground *g = ground_check(L);
    const adj_los_rule *rule = luaL_checkudata(L, 2, SIGHT_TYPE);
    adj_hex a = ground_hex(L, g, 3), b = ground_hex(L, g, 4);
    const int16_t eyes[2] = { (int16_t)adj_bind_integer(L, 5, -10000, 10000),
                              (int16_t)adj_bind_integer(L, 6, -10000, 10000) };
    int32_t most = adj_los_most(adj_hex_distance(a, b)), n = 0;
    adj_los_step *steps;
    adj_status status;
    bool clear;

    adj_lua_charge(L, 4 * (uint64_t)most);
    steps = lua_newuserdatauv(L, (size_t)most * sizeof *steps, 0);
    if ((status = adj_los(g->map, rule, a, b, eyes, &clear, steps, &n)) != ADJ_OK)
        return adj_bind_status(L, status);
    lua_pushboolean(L, clear);
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        push_step(L, g, &steps[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 2;
}

const luaL_Reg ground_sight_methods[] = { { "sight", ground_sight }, { NULL, NULL } };

void ground_open_sight(lua_State *L)
{
    luaL_newmetatable(L, SIGHT_TYPE);
    lua_pop(L, 1);
    lua_pushcfunction(L, new_sight);
    lua_setfield(L, -2, "sight");
}
