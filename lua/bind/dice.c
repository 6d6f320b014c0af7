/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/dice.c -- core.dice: pools of dice, thrown, typed, or worked out. */
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "dice.h"

#define POOL_TYPE "adj.pool"

typedef struct {                    /* user value 1: the distribution, once asked for */
    adj_dice *dice;
    adj_faces faces;                /* kept here while Lua tables are made of them */
} PoolBox;

enum { UP_POOL = 1, UP_RNG = 2 };   /* metatables, upvalues of every method */

int adj_open_dice(lua_State *L);

static PoolBox *check_pool(lua_State *L)
{
    PoolBox *box = adj_bind_check_upvalue(L, 1, UP_POOL, POOL_TYPE);

    luaL_argcheck(L, box->dice != NULL, 1, "the pool was not made");
    return box;
}

static int pool_gc(lua_State *L)
{
    PoolBox *box = luaL_checkudata(L, 1, POOL_TYPE);

    adj_dice_free(box->dice);
    free(box->faces.face);
    memset(box, 0, sizeof *box);
    return 0;
}

/* dice.parse(text) -> pool, or nil, message, column */
static int dice_parse(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    PoolBox *box = lua_newuserdatauv(L, sizeof *box, 1);
    adj_error err = { .status = ADJ_OK };

    memset(box, 0, sizeof *box);
    lua_pushvalue(L, lua_upvalueindex(UP_POOL));
    lua_setmetatable(L, -2);
    if (adj_dice_parse(text, length, &box->dice, &err) == ADJ_OK)
        return 1;
    if (err.status == ADJ_OK)
        return luaL_error(L, "not enough memory");
    adj_bind_fail(L, &err);
    lua_pushinteger(L, err.column);
    return 3;
}

/* --- about the pool -------------------------------------------------------------- */

static int pool_text(lua_State *L)
{
    lua_pushstring(L, adj_dice_text(check_pool(L)->dice));
    return 1;
}

/* P:count() -> how many faces are thrown at first */
static int pool_count(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_dice_count(check_pool(L)->dice));
    return 1;
}

/* P:range() -> the least and the greatest total */
static int pool_range(lua_State *L)
{
    int64_t least, greatest;

    adj_dice_range(check_pool(L)->dice, &least, &greatest);
    lua_pushinteger(L, least);
    lua_pushinteger(L, greatest);
    return 2;
}

static int pool_prompt(lua_State *L)
{
    char text[1024];
    size_t length = adj_dice_prompt(check_pool(L)->dice, text, sizeof text);

    lua_pushlstring(L, text, length < sizeof text ? length : sizeof text - 1);
    return 1;
}

/* --- throwing -------------------------------------------------------------------- */

static void push_faces(lua_State *L, const adj_faces *faces)
{
    lua_createtable(L, (int)faces->n, 0);
    for (size_t i = 0; i < faces->n; i++) {
        lua_pushinteger(L, faces->face[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

/* P:roll(stream) -> total, list of faces */
static int pool_roll(lua_State *L)
{
    PoolBox *box = check_pool(L);
    adj_rng *rng = adj_bind_check_upvalue(L, 2, UP_RNG, "adj.rng");
    int64_t total;

    adj_lua_charge(L, adj_dice_count(box->dice));
    box->faces.n = 0;
    if (adj_dice_roll(box->dice, rng, &box->faces, &total) != ADJ_OK)
        return luaL_error(L, "not enough memory");
    lua_pushinteger(L, total);
    push_faces(L, &box->faces);
    return 2;
}

/* P:total_only(stream) -> total; moves the stream exactly as P:roll does */
static int pool_total_only(lua_State *L)
{
    PoolBox *box = check_pool(L);
    adj_rng *rng = adj_bind_check_upvalue(L, 2, UP_RNG, "adj.rng");
    size_t count = adj_dice_count(box->dice);

    if (count > 50)
        adj_lua_charge(L, count);
    lua_pushinteger(L, adj_dice_total(box->dice, rng));
    return 1;
}

/* P:accept(text) -> total, list of faces or nil when "=n" was typed; or nil, message */
static int pool_accept(lua_State *L)
{
    PoolBox *box = check_pool(L);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    adj_error err = { .status = ADJ_OK };
    int64_t total;

    adj_lua_charge(L, length);
    box->faces.n = 0;
    if (adj_dice_accept(box->dice, text, length, &box->faces, &total, &err) != ADJ_OK)
        return adj_bind_fail(L, &err);
    lua_pushinteger(L, total);
    if (box->faces.n > 0 || adj_dice_count(box->dice) == 0)
        push_faces(L, &box->faces);
    else
        lua_pushnil(L);
    return 2;
}

/* P:value(faces) -> total, or nil, message */
static int pool_value(lua_State *L)
{
    PoolBox *box = check_pool(L);
    lua_Integer n = adj_bind_list(L, 2, 100000);
    int64_t *faces = lua_newuserdatauv(L, (size_t)n * sizeof *faces + 1, 0), total;
    adj_error err = { .status = ADJ_OK };

    adj_lua_charge(L, (uint64_t)n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 2, i);
        if (!lua_isinteger(L, -1))
            return luaL_error(L, "face %d is not an integer", (int)i);
        faces[i - 1] = lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    if (adj_dice_value(box->dice, faces, (size_t)n, &total, &err) != ADJ_OK)
        return adj_bind_fail(L, &err);
    lua_pushinteger(L, total);
    return 1;
}

/* --- exactly --------------------------------------------------------------------- */

/* P:dist() -> the distribution of the total, always the same value */
static int pool_dist(lua_State *L)
{
    PoolBox *box = check_pool(L);
    adj_error err = { .status = ADJ_OK };
    const adj_dist *dist;
    adj_bind_dist *made;

    if (lua_getiuservalue(L, 1, 1) == LUA_TUSERDATA)
        return 1;
    if (adj_dice_dist(box->dice, adj_lua_budget(L), &dist, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    made = adj_bind_new_dist(L);
    made->dist = adj_dist_share(dist);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
    return 1;
}

typedef struct { adj_throws throws; } ThrowsBox;

static int throws_gc(lua_State *L)
{
    adj_throws_clear(lua_touserdata(L, 1));
    return 0;
}

static const luaL_Reg throws_meta[] = { { "__gc", throws_gc }, { NULL, NULL } };
static const luaL_Reg none[] = { { NULL, NULL } };

/* P:faces_dist([sorted]) -> distribution over lists of faces: of every throw in its order,
 * or with `sorted` true of the faces from the highest down */
static int pool_faces_dist(lua_State *L)
{
    PoolBox *box = check_pool(L);
    bool sorted = lua_toboolean(L, 2);
    adj_error err = { .status = ADJ_OK };
    adj_bind_dist *made = adj_bind_new_dist(L);
    ThrowsBox *hold = lua_newuserdatauv(L, sizeof *hold, 0);
    adj_throws *throws = &hold->throws;

    memset(hold, 0, sizeof *hold);
    adj_bind_new_type(L, "adj.throws", throws_meta, none);
    lua_setmetatable(L, -2);
    if (adj_dice_throws(box->dice, sorted, adj_lua_budget(L), throws, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    lua_createtable(L, (int)throws->n, 0);
    for (size_t i = 0; i < throws->n; i++) {
        size_t from = throws->start[i], to = throws->start[i + 1];
        lua_createtable(L, (int)(to - from), 0);
        for (size_t k = from; k < to; k++) {
            lua_pushinteger(L, throws->face[k]);
            lua_rawseti(L, -2, (lua_Integer)(k - from) + 1);
        }
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_setiuservalue(L, -3, 1);
    made->tuples = true;
    made->dist = adj_dist_share(throws->dist);
    lua_pop(L, 1);
    return 1;
}

static int pool_tostring(lua_State *L)
{
    const PoolBox *box = luaL_checkudata(L, 1, POOL_TYPE);

    lua_pushstring(L, box->dice != NULL ? adj_dice_text(box->dice) : "dice");
    return 1;
}

/* --- distributions without dice -------------------------------------------------- */

/* dice.uniform(n) -> the distribution of 1..n, each alike */
static int dice_uniform(lua_State *L)
{
    lua_Integer n = adj_bind_integer(L, 1, 1, ADJ_DIST_MAX);
    adj_bind_dist *box = adj_bind_new_dist(L);

    adj_lua_charge(L, (uint64_t)n / 8);
    if (adj_dist_uniform(1, (size_t)n, &box->dist) != ADJ_OK)
        return luaL_error(L, "not enough memory");
    return 1;
}

/* dice.weighted{ {value, weight}, ... }: integers, weights at least 0 */
static int dice_weighted(lua_State *L)
{
    lua_Integer n = adj_bind_list(L, 1, 100000);
    int64_t *values = lua_newuserdatauv(L, (size_t)n * sizeof *values + 1, 0);
    uint64_t *weights = lua_newuserdatauv(L, (size_t)n * sizeof *weights + 1, 0);
    adj_bind_dist *box;
    adj_status status;

    adj_lua_charge(L, (uint64_t)n);
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, 1, i);
        luaL_argexpected(L, lua_istable(L, -1) || lua_isuserdata(L, -1), 1,
                         "list of {value, weight}");
        lua_geti(L, -1, 1);
        lua_geti(L, -2, 2);
        luaL_argcheck(L, lua_isinteger(L, -1) && lua_isinteger(L, -2) &&
                      lua_tointeger(L, -1) >= 0, 1, "values and weights are whole numbers");
        values[i - 1] = lua_tointeger(L, -2);
        weights[i - 1] = (uint64_t)lua_tointeger(L, -1);
        lua_pop(L, 3);
    }
    box = adj_bind_new_dist(L);
    status = adj_dist_new(values, weights, (size_t)n, &box->dist);
    luaL_argcheck(L, status != ADJ_EINVAL, 1, "some weight must be above 0");
    if (status != ADJ_OK)
        return adj_bind_status(L, status);
    return 1;
}

/* --- the module ------------------------------------------------------------------ */

int adj_open_dice(lua_State *L)
{
    static const luaL_Reg meta[] = {
        { "__tostring", pool_tostring }, { "__gc", pool_gc }, { NULL, NULL },
    };
    static const luaL_Reg methods[] = {
        { "text", pool_text }, { "count", pool_count }, { "range", pool_range },
        { "prompt", pool_prompt }, { "roll", pool_roll }, { "total_only", pool_total_only },
        { "accept", pool_accept }, { "value", pool_value }, { "dist", pool_dist },
        { "faces_dist", pool_faces_dist }, { NULL, NULL },
    };
    static const luaL_Reg functions[] = {
        { "parse", dice_parse }, { "uniform", dice_uniform }, { "weighted", dice_weighted },
        { NULL, NULL },
    };

    adj_bind_new_type(L, POOL_TYPE, meta, none);        /* methods with upvalues follow */
    lua_getfield(L, -1, "__index");
    lua_pushvalue(L, -2);
    adj_bind_push_rng_type(L);
    luaL_setfuncs(L, methods, 2);
    lua_pop(L, 1);
    luaL_newlibtable(L, functions);
    lua_pushvalue(L, -2);
    luaL_setfuncs(L, functions, 1);
    return 1;
}
