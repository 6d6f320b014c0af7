/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/dist.c -- exact distributions as Lua values, made by core.dice.
 *
 * The values are integers, or any Lua values (chart cells, lists of faces): then the core
 * holds 1, 2, ... and user value 1 what they stand for. */
#include <string.h>

#include "chance.h"

#define DIST_TYPE "adj.dist"

adj_bind_dist *adj_bind_new_dist(lua_State *L)
{
    adj_bind_dist *box = lua_newuserdatauv(L, sizeof *box, 1);

    memset(box, 0, sizeof *box);
    adj_bind_push_dist_type(L);
    lua_setmetatable(L, -2);
    return box;
}

adj_bind_dist *adj_bind_check_dist(lua_State *L, int arg)
{
    adj_bind_dist *box = luaL_checkudata(L, arg, DIST_TYPE);

    luaL_argcheck(L, box->dist != NULL, arg, "the distribution was not made");
    return box;
}

static int dist_gc(lua_State *L)
{
    adj_bind_dist *box = luaL_checkudata(L, 1, DIST_TYPE);

    adj_dist_free(box->dist);
    box->dist = NULL;
    return 0;
}

/* Raises unless the status is good. The box that was being filled is Lua's to collect. */
static void want(lua_State *L, adj_status status, const char *what)
{
    adj_error err;

    if (status == ADJ_OK)
        return;
    adj_error_set(&err, status, "%s: %s", what,
                  status == ADJ_ERANGE ? "too large to be worked out exactly"
                                       : adj_status_text(status));
    adj_bind_error(L, &err);
}

/* --- values ---------------------------------------------------------------------- */

static bool is_labelled(lua_State *L, int arg)
{
    bool labelled = lua_getiuservalue(L, arg, 1) == LUA_TTABLE;

    lua_pop(L, 1);
    return labelled;
}

static const adj_bind_dist *check_numbers(lua_State *L, int arg)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, arg);

    luaL_argcheck(L, !is_labelled(L, arg), arg, "the values of the distribution are not integers");
    return box;
}

/* Pushes the i-th value (from 0) of the distribution at `arg`. */
static void push_value(lua_State *L, int arg, const adj_bind_dist *box, size_t i)
{
    int64_t value = adj_dist_value(box->dist, i);

    if (lua_getiuservalue(L, arg, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_pushinteger(L, value);
        return;
    }
    lua_rawgeti(L, -1, value);
    lua_remove(L, -2);
    if (box->tuples) {                          /* a copy: the faces are shared */
        lua_Integer n = (lua_Integer)lua_rawlen(L, -1);
        lua_createtable(L, (int)n, 0);
        for (lua_Integer k = 1; k <= n; k++) {
            lua_rawgeti(L, -2, k);
            lua_rawseti(L, -2, k);
        }
        lua_remove(L, -2);
    }
}

static size_t check_index(lua_State *L, const adj_bind_dist *box, int arg)
{
    return (size_t)adj_bind_integer(L, arg, 1, (lua_Integer)adj_dist_size(box->dist)) - 1;
}

/* D:size() -> how many different values */
static int dist_size(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_dist_size(adj_bind_check_dist(L, 1)->dist));
    return 1;
}

/* D:value(i) -> the i-th value, from 1 */
static int dist_value(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);

    push_value(L, 1, box, check_index(L, box, 2));
    return 1;
}

/* D:weight(i) -> ratio: the chance of the i-th value */
static int dist_weight(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t i = check_index(L, box, 2);

    adj_dist_chance(box->dist, i, adj_bind_new_ratio(L));
    return 1;
}

static int dist_values(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t n = adj_dist_size(box->dist);

    adj_lua_charge(L, n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_value(L, 1, box, i);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* The index (from 0) of the Lua value at `arg`, or size. */
static size_t find(lua_State *L, const adj_bind_dist *box, int arg)
{
    size_t n = adj_dist_size(box->dist);

    if (!is_labelled(L, 1))
        return lua_isinteger(L, arg) ? adj_dist_find(box->dist, lua_tointeger(L, arg)) : n;
    adj_lua_charge(L, n);
    lua_getiuservalue(L, 1, 1);
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, -1, adj_dist_value(box->dist, i));
        if (lua_rawequal(L, -1, arg)) {
            lua_pop(L, 2);
            return i;
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    return n;
}

/* D:find(value) -> its number, or nil */
static int dist_find(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t i;

    luaL_checkany(L, 2);
    i = find(L, box, 2);
    if (i < adj_dist_size(box->dist))
        lua_pushinteger(L, (lua_Integer)i + 1);
    else
        lua_pushnil(L);
    return 1;
}

/* D:probability(value) -> ratio, 0 for a value that cannot come */
static int dist_probability(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t i;

    luaL_checkany(L, 2);
    i = find(L, box, 2);
    adj_ratio *ratio = adj_bind_new_ratio(L);
    if (i < adj_dist_size(box->dist))
        adj_dist_chance(box->dist, i, ratio);
    return 1;
}

/* --- questions about numbers ----------------------------------------------------- */

static int dist_mean(lua_State *L)
{
    const adj_bind_dist *box = check_numbers(L, 1);

    adj_lua_charge(L, adj_dist_size(box->dist));
    adj_dist_mean(box->dist, adj_bind_new_ratio(L));
    return 1;
}

static int dist_variance(lua_State *L)
{
    const adj_bind_dist *box = check_numbers(L, 1);

    adj_lua_charge(L, adj_dist_size(box->dist));
    adj_dist_variance(box->dist, adj_bind_new_ratio(L));
    return 1;
}

static int dist_at_least(lua_State *L)
{
    const adj_bind_dist *box = check_numbers(L, 1);
    lua_Integer value = luaL_checkinteger(L, 2);

    adj_lua_charge(L, adj_dist_size(box->dist));
    adj_dist_at_least(box->dist, value, adj_bind_new_ratio(L));
    return 1;
}

static int dist_at_most(lua_State *L)
{
    const adj_bind_dist *box = check_numbers(L, 1);
    lua_Integer value = luaL_checkinteger(L, 2);
    adj_ratio *ratio;

    adj_lua_charge(L, adj_dist_size(box->dist));
    ratio = adj_bind_new_ratio(L);
    if (value == LUA_MAXINTEGER) {
        mpq_set_ui(ratio->q, 1, 1);
        return 1;
    }
    adj_dist_at_least(box->dist, value + 1, ratio);
    mpz_sub(mpq_numref(ratio->q), mpq_denref(ratio->q), mpq_numref(ratio->q));
    return 1;
}

/* D:quantile(p) -> the least value v with chance(<= v) at least p, a ratio or 0 or 1 */
static int dist_quantile(lua_State *L)
{
    const adj_bind_dist *box = check_numbers(L, 1);
    const adj_ratio *p = adj_bind_check_ratio(L, 2);

    adj_lua_charge(L, adj_dist_size(box->dist));
    lua_pushinteger(L, adj_dist_quantile(box->dist, p));
    return 1;
}

/* D:compare(E) -> the chances that D is above, equal to and below an independent E */
static int dist_compare(lua_State *L)
{
    const adj_bind_dist *a = check_numbers(L, 1), *b = check_numbers(L, 2);
    adj_ratio *above, *equal, *below;

    adj_lua_charge(L, adj_dist_size(a->dist) + adj_dist_size(b->dist));
    above = adj_bind_new_ratio(L);
    equal = adj_bind_new_ratio(L);
    below = adj_bind_new_ratio(L);
    adj_dist_compare(a->dist, b->dist, above, equal, below);
    return 3;
}

/* D:cut() -> ratio: the most that is lost by ending what has no written bound */
static int dist_cut(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);

    adj_dist_cut(box->dist, adj_bind_new_ratio(L));
    return 1;
}

/* --- arithmetic ------------------------------------------------------------------ */

/* An integer at `arg` is replaced by the distribution that is sure of it. */
static const adj_bind_dist *check_operand(lua_State *L, int arg)
{
    if (lua_isinteger(L, arg)) {
        adj_bind_dist *box = adj_bind_new_dist(L);
        want(L, adj_dist_point(lua_tointeger(L, arg), &box->dist), "distribution");
        lua_replace(L, arg);
    }
    return check_numbers(L, arg);
}

typedef adj_status Operation(const adj_dist *, const adj_dist *, adj_budget *, adj_dist **);

static int operate(lua_State *L, Operation *operation, const char *what)
{
    const adj_bind_dist *a = check_operand(L, 1), *b = check_operand(L, 2);
    adj_bind_dist *box = adj_bind_new_dist(L);

    want(L, operation(a->dist, b->dist, adj_lua_budget(L), &box->dist), what);
    return 1;
}

static int dist_add(lua_State *L) { return operate(L, adj_dist_add, "sum"); }
static int dist_sub(lua_State *L) { return operate(L, adj_dist_subtract, "difference"); }
static int dist_mul(lua_State *L) { return operate(L, adj_dist_multiply, "product"); }

static int dist_unm(lua_State *L)
{
    const adj_bind_dist *a = check_numbers(L, 1);
    adj_bind_dist *box = adj_bind_new_dist(L);

    want(L, adj_dist_scale(a->dist, -1, 0, &box->dist), "negative");
    return 1;
}

/* D:sum(n) -> the distribution of the sum of n independent values */
static int dist_sum(lua_State *L)
{
    const adj_bind_dist *a = check_numbers(L, 1);
    lua_Integer n = adj_bind_integer(L, 2, 0, 1000000);
    adj_bind_dist *box = adj_bind_new_dist(L);

    want(L, adj_dist_power(a->dist, (uint32_t)n, adj_lua_budget(L), &box->dist), "sum");
    return 1;
}

/* D:each(E) -> the sum of as many values of E as D says: hits, then a save for each */
static int dist_each(lua_State *L)
{
    const adj_bind_dist *a = check_numbers(L, 1), *b = check_numbers(L, 2);
    adj_bind_dist *box = adj_bind_new_dist(L);

    luaL_argcheck(L, adj_dist_value(a->dist, 0) >= 0, 1, "a count cannot be negative");
    want(L, adj_dist_repeat(a->dist, b->dist, adj_lua_budget(L), &box->dist), "each");
    return 1;
}

/* --- maps and conditions --------------------------------------------------------- */

/* Pushes what the function or table at 2 makes of the i-th value. */
static void push_image(lua_State *L, const adj_bind_dist *box, size_t i)
{
    if (lua_type(L, 2) == LUA_TFUNCTION) {
        lua_pushvalue(L, 2);
        push_value(L, 1, box, i);
        lua_call(L, 1, 1);
    } else {
        push_value(L, 1, box, i);
        lua_gettable(L, 2);
    }
}

static void check_mapper(lua_State *L)
{
    int type = lua_type(L, 2);

    luaL_argexpected(L, type == LUA_TFUNCTION || type == LUA_TTABLE || type == LUA_TUSERDATA, 2,
                     "function or table");
    lua_settop(L, 2);
}

/* D:map(f or t) -> the distribution of f(value) or t[value]; equal results merge. Results
 * that are all integers are numbers again; else they come in the order of the values. */
static int dist_map(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t n = adj_dist_size(box->dist);
    adj_bind_dist *made;
    int64_t *images;
    bool integers = true;
    lua_Integer labels = 0;

    check_mapper(L);
    adj_lua_charge(L, n);
    images = lua_newuserdatauv(L, n * sizeof *images, 0);       /* 3 */
    lua_createtable(L, (int)n, 0);                              /* 4: results */
    for (size_t i = 0; i < n; i++) {
        push_image(L, box, i);
        if (lua_isnil(L, -1))
            return luaL_error(L, "map: value %d of the distribution became nil", (int)i + 1);
        if (lua_isinteger(L, -1))
            images[i] = lua_tointeger(L, -1);
        else
            integers = false;
        lua_rawseti(L, 4, (lua_Integer)i + 1);
    }
    made = adj_bind_new_dist(L);                                /* 5 */
    if (integers) {
        want(L, adj_dist_map(box->dist, images, &made->dist), "map");
        return 1;
    }
    lua_newtable(L);                                            /* 6: result -> label */
    lua_newtable(L);                                            /* 7: label -> result */
    for (size_t i = 0; i < n; i++) {
        lua_rawgeti(L, 4, (lua_Integer)i + 1);
        lua_pushvalue(L, -1);
        if (lua_rawget(L, 6) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushinteger(L, ++labels);
            lua_rawset(L, 6);
            lua_pushvalue(L, -2);
            lua_rawseti(L, 7, labels);
            images[i] = labels;
        } else {
            images[i] = lua_tointeger(L, -1);
        }
        lua_pop(L, 2);
    }
    lua_setiuservalue(L, 5, 1);
    lua_settop(L, 5);
    want(L, adj_dist_map(box->dist, images, &made->dist), "map");
    return 1;
}

/* D:given(f or t) -> the distribution given that f(value) or t[value] is true, or nil and a
 * message when that cannot be */
static int dist_given(lua_State *L)
{
    const adj_bind_dist *box = adj_bind_check_dist(L, 1);
    size_t n = adj_dist_size(box->dist);
    adj_bind_dist *made;
    adj_status status;
    bool *keep;

    check_mapper(L);
    adj_lua_charge(L, n);
    keep = lua_newuserdatauv(L, n, 0);
    for (size_t i = 0; i < n; i++) {
        push_image(L, box, i);
        keep[i] = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    made = adj_bind_new_dist(L);
    made->tuples = box->tuples;
    lua_getiuservalue(L, 1, 1);
    lua_setiuservalue(L, -2, 1);
    status = adj_dist_given(box->dist, keep, &made->dist);
    if (status == ADJ_EINVAL) {
        lua_pushnil(L);
        lua_pushliteral(L, "no value meets the condition");
        return 2;
    }
    want(L, status, "given");
    return 1;
}

static int dist_tostring(lua_State *L)
{
    const adj_bind_dist *box = luaL_checkudata(L, 1, DIST_TYPE);

    if (box->dist == NULL)
        lua_pushliteral(L, "distribution");
    else
        lua_pushfstring(L, "distribution of %I values", (lua_Integer)adj_dist_size(box->dist));
    return 1;
}

void adj_bind_push_dist_type(lua_State *L)
{
    static const luaL_Reg meta[] = {
        { "__add", dist_add }, { "__sub", dist_sub }, { "__mul", dist_mul },
        { "__unm", dist_unm }, { "__len", dist_size }, { "__tostring", dist_tostring },
        { "__gc", dist_gc }, { NULL, NULL },
    };
    static const luaL_Reg methods[] = {
        { "size", dist_size }, { "value", dist_value }, { "weight", dist_weight },
        { "values", dist_values }, { "find", dist_find }, { "probability", dist_probability },
        { "mean", dist_mean }, { "variance", dist_variance }, { "at_least", dist_at_least },
        { "at_most", dist_at_most }, { "quantile", dist_quantile },
        { "compare", dist_compare }, { "cut", dist_cut }, { "sum", dist_sum },
        { "each", dist_each }, { "map", dist_map }, { "given", dist_given }, { NULL, NULL },
    };

    adj_bind_new_type(L, DIST_TYPE, meta, methods);
}
