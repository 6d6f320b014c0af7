/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ground_paths.c -- movers, ranges and routes over a ground.
 *
 * User values of a mover: 1 what makes a route of its steps. Of the set that a range gives: 1
 * number -> object, 2 object -> number, 3 what makes a route, 4 the ground. */
#include <string.h>

#include "ground_bind.h"
#include "reach.h"

enum { SET_OBJECTS = 1, SET_NUMBERS, SET_MAKER, SET_GROUND };

typedef struct {
    const Ground *ground;       /* kept alive by user value 4 */
    int32_t next;
    adj_reach *reach;           /* behind this in the same block */
} Set;

/* --- movers ----------------------------------------------------------------------------------- */

/* Costs by kind from field `name` of the table at 1: a number, or false for blocked. */
static void read_costs(lua_State *L, const char *name, int32_t costs[256])
{
    if (lua_getfield(L, 1, name) != LUA_TNIL) {
        luaL_checktype(L, -1, LUA_TTABLE);
        for (int i = 0; i < 256; i++) {
            int found = lua_rawgeti(L, -1, i);
            if (found == LUA_TBOOLEAN)
                costs[i] = ADJ_BLOCKED;
            else if (found != LUA_TNIL)
                costs[i] = (int32_t)adj_bind_integer(L, lua_gettop(L), 0, ADJ_COST_MOST);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

static void read_kinds(lua_State *L, const char *name, bool kinds[256])
{
    if (lua_getfield(L, 1, name) != LUA_TNIL) {
        luaL_checktype(L, -1, LUA_TTABLE);
        for (int i = 0; i < 256; i++) {
            lua_rawgeti(L, -1, i);
            kinds[i] = lua_toboolean(L, -1);
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
}

/* core.ground.mover({ terrain = { [kind] = cost | false }, side =, along = { [kind] = true },
 * stop =, once = cost, once_terrain =, once_side =, leave = cost, minimum_one = }, maker) -> a mover.
 * maker(steps) makes a route of { number, spent, number, spent, ... } */
static int new_mover(lua_State *L)
{
    adj_error err = { 0 };
    adj_costs *costs;
    adj_mover *mover;

    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    costs = lua_newuserdatauv(L, sizeof *costs, 0);
    memset(costs, 0, sizeof *costs);
    for (int i = 0; i < 256; i++)
        costs->terrain[i] = ADJ_BLOCKED;    /* what the map has not must not count as cheap */
    read_costs(L, "terrain", costs->terrain);
    read_costs(L, "side", costs->side);
    read_kinds(L, "along", costs->along);
    read_kinds(L, "stop", costs->stop);
    read_kinds(L, "once_terrain", costs->once_terrain);
    read_kinds(L, "once_side", costs->once_side);
    costs->road = ADJ_BLOCKED;
    costs->once = (int32_t)adj_bind_field_integer(L, 1, "once", 0, 0, ADJ_COST_MOST);
    costs->leave = (int32_t)adj_bind_field_integer(L, 1, "leave", 0, 0, ADJ_COST_MOST);
    lua_getfield(L, 1, "minimum_one");
    costs->minimum_one = lua_toboolean(L, -1);
    mover = lua_newuserdatauv(L, sizeof *mover, 1);
    if (adj_mover_prepare(costs, mover, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    luaL_setmetatable(L, MOVER_TYPE);
    lua_pushvalue(L, 2);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

/* --- searching -------------------------------------------------------------------------------- */

static adj_paths *paths_of(lua_State *L, Ground *g)
{
    adj_error err = { 0 };

    if (g->paths == NULL && adj_paths_new(g->map, &g->paths, &err) != ADJ_OK)
        adj_bind_error(L, &err);
    return g->paths;
}

/* The object at `arg` as an index; -1 when it is no place of this ground. */
static int32_t object_index(lua_State *L, const Ground *g, int arg)
{
    int32_t index = -1;

    if (lua_getiuservalue(L, 1, GROUND_NUMBERS) == LUA_TTABLE && !lua_isnil(L, arg)) {
        lua_pushvalue(L, arg);
        if (lua_rawget(L, -2) == LUA_TNUMBER)
            index = g->index_of[lua_tointeger(L, -1) - 1];
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return index;
}

/* Sets the marks of the list { number, marks, ... } at `arg`, nil is none. */
static adj_status set_marks(lua_State *L, const Ground *g, int arg)
{
    adj_status status = ADJ_OK;
    lua_Integer n;

    if (lua_type(L, arg) != LUA_TTABLE)
        return ADJ_OK;
    n = (lua_Integer)lua_rawlen(L, arg);
    for (lua_Integer i = 1; i < n && status == ADJ_OK; i += 2) {
        lua_Integer number, marks;
        lua_rawgeti(L, arg, i);
        lua_rawgeti(L, arg, i + 1);
        number = lua_tointeger(L, -2);
        marks = lua_tointeger(L, -1);
        lua_pop(L, 2);
        if (number >= 1 && number <= g->places)
            status = adj_paths_mark(g->paths, g->index_of[number - 1], (uint8_t)(marks & 15));
    }
    return status;
}

static int64_t check_points(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? INT64_MAX : (int64_t)luaL_checkinteger(L, arg);
}

static int search_failed(lua_State *L, adj_status status)
{
    adj_error err = { .status = status };

    if (status == ADJ_ENOTFOUND)
        return luaL_error(L, "the move starts off the map");
    adj_error_set(&err, status, "%s", adj_status_text(status));
    return adj_bind_error(L, &err);
}

static void push_set(lua_State *L, const Ground *g)
{
    size_t head = (sizeof(Set) + 15) / 16 * 16;
    Set *set = lua_newuserdatauv(L, head + adj_reach_bytes(g->paths), 4);

    set->ground = g;
    set->next = 0;
    set->reach = (adj_reach *)((char *)set + head);
    adj_reach_keep(g->paths, set->reach);
    luaL_setmetatable(L, REACH_TYPE);
    lua_getiuservalue(L, 1, GROUND_OBJECTS);
    lua_setiuservalue(L, -2, SET_OBJECTS);
    lua_getiuservalue(L, 1, GROUND_NUMBERS);
    lua_setiuservalue(L, -2, SET_NUMBERS);
    lua_getiuservalue(L, 2, 1);
    lua_setiuservalue(L, -2, SET_MAKER);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, SET_GROUND);
}

/* G:range(mover, start, points|nil [, marks]) -> set; nil when start is no place of the map */
static int ground_range(lua_State *L)
{
    Ground *g = ground_check(L);
    const adj_mover *mover = luaL_checkudata(L, 2, MOVER_TYPE);
    int64_t points = check_points(L, 4);
    adj_paths *paths = paths_of(L, g);
    int32_t start = object_index(L, g, 3);
    adj_status status;

    if (start < 0)
        return 0;
    if ((status = set_marks(L, g, 5)) == ADJ_OK)
        status = adj_paths_range(paths, mover, start, points, adj_lua_budget(L));
    adj_paths_clear_marks(paths);
    if (status != ADJ_OK)
        return search_failed(L, status);
    push_set(L, g);
    return 1;
}

/* Calls the maker at the top with { number, spent, ... }; leaves what it made. */
static int make_route(lua_State *L, const Ground *g, const adj_path_step *steps, int32_t n)
{
    lua_createtable(L, 2 * n, 0);
    for (int32_t i = 0; i < n; i++) {
        lua_pushinteger(L, g->number_of[steps[i].index]);
        lua_rawseti(L, -2, 2 * i + 1);
        lua_pushinteger(L, (lua_Integer)steps[i].spent);
        lua_rawseti(L, -2, 2 * i + 2);
    }
    lua_call(L, 1, 1);
    return 1;
}

/* G:find(mover, start, goal, points|nil [, marks]) -> route, false when there is none; nil when
 * an end is no place of the map */
static int ground_find(lua_State *L)
{
    Ground *g = ground_check(L);
    const adj_mover *mover = luaL_checkudata(L, 2, MOVER_TYPE);
    int64_t points = check_points(L, 5);
    adj_paths *paths = paths_of(L, g);
    int32_t start = object_index(L, g, 3), goal = object_index(L, g, 4), n;
    adj_path_step *steps;
    adj_status status;
    bool found = false;

    if (start < 0 || goal < 0)
        return 0;
    if ((status = set_marks(L, g, 6)) == ADJ_OK)
        status = adj_paths_find(paths, mover, start, goal, points, adj_lua_budget(L), &found);
    n = status == ADJ_OK && found ? adj_paths_route(paths, goal, NULL, 0) : 0;
    if (n == 0) {
        adj_paths_clear_marks(paths);
        if (status != ADJ_OK)
            return search_failed(L, status);
        lua_pushboolean(L, 0);
        return 1;
    }
    adj_paths_clear_marks(paths);
    lua_getiuservalue(L, 2, 1);
    steps = lua_newuserdatauv(L, (size_t)n * sizeof *steps, 0);
    n = adj_paths_route(paths, goal, steps, n);
    lua_insert(L, -2);
    return make_route(L, g, steps, n);
}

/* G:step(mover, from, to) -> cost, once; nil when it cannot be made */
static int ground_step(lua_State *L)
{
    Ground *g = ground_check(L);
    const adj_mover *mover = luaL_checkudata(L, 2, MOVER_TYPE);
    adj_paths *paths = paths_of(L, g);
    int32_t from = ground_index(L, g, 3), to = ground_index(L, g, 4);
    bool once;
    int32_t cost = adj_paths_step(paths, mover, from, to, &once);

    if (cost == ADJ_BLOCKED)
        return 0;
    lua_pushinteger(L, cost);
    lua_pushboolean(L, once);
    return 2;
}

const luaL_Reg ground_path_methods[] = {
    { "range", ground_range }, { "find", ground_find }, { "step", ground_step }, { NULL, NULL }
};

/* --- sets --------------------------------------------------------------------------------------- */

static Set *check_set(lua_State *L)
{
    return luaL_checkudata(L, 1, REACH_TYPE);
}

/* The index of the place at 2; an error when it is none of the map. */
static int32_t set_index(lua_State *L, const Set *set, const char *method)
{
    lua_Integer number;

    lua_settop(L, 2);
    lua_getiuservalue(L, 1, SET_NUMBERS);
    lua_pushvalue(L, 2);
    if (lua_isnil(L, 2) || lua_rawget(L, 3) != LUA_TNUMBER)
        luaL_error(L, "set:%s(place): that is no place of the map, but %s", method,
                   lua_isnil(L, 2) ? "nothing" : adj_sandbox_text(L, 2, NULL));
    number = lua_tointeger(L, 4);
    return set->ground->index_of[number - 1];
}

/* set:has(place) */
static int set_has(lua_State *L)
{
    Set *set = check_set(L);
    lua_pushboolean(L, adj_reach_cost(set->reach, set_index(L, set, "has")) >= 0);
    return 1;
}

/* set:cost(place) -> points, nil when it is not reached */
static int set_cost(lua_State *L)
{
    Set *set = check_set(L);
    int64_t cost = adj_reach_cost(set->reach, set_index(L, set, "cost"));

    if (cost < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, (lua_Integer)cost);
    return 1;
}

/* set:route(place) -> route, nil when it is not reached */
static int set_route(lua_State *L)
{
    Set *set = check_set(L);
    int32_t index = set_index(L, set, "route");
    int32_t n = adj_reach_route(set->reach, index, NULL, 0);
    adj_path_step *steps;

    if (n == 0)
        return 0;
    adj_lua_charge(L, (uint64_t)n);
    lua_getiuservalue(L, 1, SET_MAKER);
    steps = lua_newuserdatauv(L, (size_t)n * sizeof *steps, 0);
    n = adj_reach_route(set->reach, index, steps, n);
    lua_insert(L, -2);
    return make_route(L, set->ground, steps, n);
}

/* Pushes the i-th place and its cost. */
static void push_at(lua_State *L, Set *set, int objects, int32_t i)
{
    int64_t cost;
    int32_t index = adj_reach_at(set->reach, i, &cost);

    lua_rawgeti(L, objects, set->ground->number_of[index]);
    lua_pushinteger(L, (lua_Integer)cost);
}

/* The iterator of each(): upvalues set, objects, how many were given. */
static int next_place(lua_State *L)
{
    Set *set = lua_touserdata(L, lua_upvalueindex(1));
    int32_t i = (int32_t)lua_tointeger(L, lua_upvalueindex(3));

    if (i >= adj_reach_count(set->reach))
        return 0;
    lua_pushinteger(L, i + 1);
    lua_replace(L, lua_upvalueindex(3));
    push_at(L, set, lua_upvalueindex(2), i);
    return 2;
}

/* for place, cost in set:each() do: in order of cost, equal ones in the order of the map */
static int set_each(lua_State *L)
{
    (void)check_set(L);
    lua_settop(L, 1);
    lua_getiuservalue(L, 1, SET_OBJECTS);
    lua_pushinteger(L, 0);
    lua_pushcclosure(L, next_place, 3);
    return 1;
}

/* set:list() -> the places, in that order */
static int set_list(lua_State *L)
{
    Set *set = check_set(L);
    int32_t n = adj_reach_count(set->reach);

    lua_settop(L, 1);
    lua_getiuservalue(L, 1, SET_OBJECTS);
    adj_lua_charge(L, (uint64_t)n);
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        push_at(L, set, 2, i);
        lua_pop(L, 1);
        lua_rawseti(L, 3, i + 1);
    }
    return 1;
}

static int set_length(lua_State *L)
{
    lua_pushinteger(L, adj_reach_count(check_set(L)->reach));
    return 1;
}

static int set_tostring(lua_State *L)
{
    lua_pushfstring(L, "%d places", (int)adj_reach_count(check_set(L)->reach));
    return 1;
}

static const luaL_Reg set_methods[] = {
    { "has", set_has }, { "cost", set_cost }, { "route", set_route }, { "each", set_each },
    { "list", set_list }, { NULL, NULL }
};

static const luaL_Reg set_meta[] = {
    { "__len", set_length }, { "__tostring", set_tostring }, { NULL, NULL }
};

void ground_open_paths(lua_State *L)
{
    luaL_newmetatable(L, MOVER_TYPE);
    adj_bind_new_type(L, REACH_TYPE, set_meta, set_methods);
    lua_pop(L, 2);
    lua_pushcfunction(L, new_mover);
    lua_setfield(L, -2, "mover");
}
