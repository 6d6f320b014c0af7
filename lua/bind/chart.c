/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/chart.c -- core.chart: from a row and a column to a cell. Rows, columns and cells
 * are numbered from 1 in printed order. A "side" is "rows" or "cols". */
#include <string.h>

#include "bind.h"
#include "chart.h"

#define CHART_TYPE "adj.chart"

typedef struct { adj_chart *chart; } Box;

static adj_chart *check_chart(lua_State *L)
{
    Box *box = luaL_checkudata(L, 1, CHART_TYPE);
    luaL_argcheck(L, box->chart != NULL, 1, "the chart was not built");
    return box->chart;
}

static adj_chart_side check_side(lua_State *L, int arg)
{
    static const char *const names[] = { "rows", "cols", NULL };
    return (adj_chart_side)luaL_checkoption(L, arg, NULL, names);
}

/* The position of the value at `arg` (a number, a key, or the list of two for odds), or -1. */
static int locate(lua_State *L, const adj_chart *chart, adj_chart_side side, int arg)
{
    lua_Integer first, second;
    int exact, whole;

    switch (lua_type(L, arg)) {
    case LUA_TNUMBER:
        first = lua_tointegerx(L, arg, &exact);
        return exact ? adj_chart_by_number(chart, side, first) : -1;
    case LUA_TSTRING:
        return adj_chart_by_key(chart, side, lua_tostring(L, arg));
    case LUA_TTABLE:
        lua_geti(L, arg, 1);
        lua_geti(L, arg, 2);
        first = lua_tointegerx(L, -2, &exact);
        second = lua_tointegerx(L, -1, &whole);
        lua_pop(L, 2);
        if (!exact || !whole)
            luaL_error(L, "odds are a list of two whole numbers");
        return adj_chart_by_odds(chart, side, first, second);
    default:
        return -1;
    }
}

/* C:find(row [, col]) -> cell | nil, "rows" or "cols": the side that has no such place */
static int chart_find(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    int columns = adj_chart_count(chart, ADJ_CHART_COLS), col = 0;
    int row = locate(L, chart, ADJ_CHART_ROWS, 2);

    if (row >= 0 && !(columns == 1 && lua_isnoneornil(L, 3)))
        col = locate(L, chart, ADJ_CHART_COLS, 3);
    if (row >= 0 && col >= 0) {
        lua_pushinteger(L, (lua_Integer)row * columns + col + 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, row < 0 ? "rows" : "cols");
    return 2;
}

/* C:locate(side, value) -> position | nil */
static int chart_locate(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    int at = locate(L, chart, check_side(L, 2), 3);

    if (at < 0)
        lua_pushnil(L);
    else
        lua_pushinteger(L, at + 1);
    return 1;
}

static int check_position(lua_State *L, const adj_chart *chart, adj_chart_side side, int arg)
{
    return (int)adj_bind_integer(L, arg, 1, adj_chart_count(chart, side)) - 1;
}

/* C:shift(side, position, by) -> position */
static int chart_shift(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    adj_chart_side side = check_side(L, 2);
    int position = check_position(L, chart, side, 3);
    lua_pushinteger(L, adj_chart_shift(chart, side, position, luaL_checkinteger(L, 4)) + 1);
    return 1;
}

static void push_end(lua_State *L, int64_t value)
{
    if (value == INT64_MIN || value == INT64_MAX)
        lua_pushnil(L);
    else
        lua_pushinteger(L, value);
}

/* C:span(side) -> lowest, highest number of the ranges; nil is an open end */
static int chart_span(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    int64_t low, high;

    adj_chart_span(chart, check_side(L, 2), &low, &high);
    push_end(L, low);
    push_end(L, high);
    return 2;
}

/* C:range(side, position) -> low, high of one range; nil is an open end */
static int chart_range(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    adj_chart_side side = check_side(L, 2);
    int64_t low, high;

    adj_chart_range(chart, side, check_position(L, chart, side, 3), &low, &high);
    push_end(L, low);
    push_end(L, high);
    return 2;
}

static const char *const sources[] = { "printed", "inferred", "house", NULL };

/* C:source(cell) -> "printed" | "inferred" | "house" */
static int chart_source(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    int cell = (int)adj_bind_integer(L, 2, 1, adj_chart_cells(chart)) - 1;
    lua_pushstring(L, sources[adj_chart_source(chart, cell)]);
    return 1;
}

/* C:set_source(cell, source) */
static int chart_set_source(lua_State *L)
{
    adj_chart *chart = check_chart(L);
    int cell = (int)adj_bind_integer(L, 2, 1, adj_chart_cells(chart)) - 1;
    adj_chart_set_source(chart, cell, (adj_provenance)luaL_checkoption(L, 3, NULL, sources));
    return 0;
}

/* C:count(side) */
static int chart_count(lua_State *L)
{
    const adj_chart *chart = check_chart(L);
    lua_pushinteger(L, adj_chart_count(chart, check_side(L, 2)));
    return 1;
}

/* --- making ----------------------------------------------------------------------------- */

/* The text field of the table at the top; the axis table keeps it alive. */
static const char *text_field(lua_State *L, const char *name)
{
    const char *text = NULL;

    if (lua_getfield(L, -1, name) == LUA_TSTRING)
        text = lua_tostring(L, -1);
    lua_pop(L, 1);
    return text;
}

static adj_band check_band(lua_State *L)
{
    int at = lua_gettop(L);
    adj_band band = { .key = text_field(L, "key"), .label = text_field(L, "label") };

    band.low = adj_bind_field_integer(L, at, "low", INT64_MIN, INT64_MIN, INT64_MAX);
    band.high = adj_bind_field_integer(L, at, "high", INT64_MAX, INT64_MIN, INT64_MAX);
    band.num = (int32_t)adj_bind_field_integer(L, at, "num", 1, INT32_MIN, INT32_MAX);
    band.den = (int32_t)adj_bind_field_integer(L, at, "den", 1, INT32_MIN, INT32_MAX);
    return band;
}

/* Reads the axis at `index` into *out; its bands are a userdata that is left on the stack. */
static void check_axis(lua_State *L, int index, adj_axis *out)
{
    static const char *const kinds[] = { "ranges", "keys", "odds", NULL };
    static const char *const favours[] = { "defender", "smaller", NULL };
    adj_band *bands;

    luaL_checktype(L, index, LUA_TTABLE);
    out->count = (int)adj_bind_list(L, index, ADJ_BANDS_MOST);
    lua_getfield(L, index, "kind");
    out->kind = (adj_axis_kind)luaL_checkoption(L, -1, NULL, kinds);
    lua_getfield(L, index, "favour");
    out->favour = (adj_favour)luaL_checkoption(L, -1, "defender", favours);
    lua_getfield(L, index, "clamp");
    out->clamp = lua_toboolean(L, -1);
    lua_pop(L, 3);
    bands = lua_newuserdatauv(L, ((size_t)out->count + 1) * sizeof *bands, 0);
    for (int i = 0; i < out->count; i++) {
        lua_geti(L, index, i + 1);
        luaL_checktype(L, -1, LUA_TTABLE);
        bands[i] = check_band(L);
        lua_pop(L, 1);
    }
    out->bands = bands;
}

/* core.chart.new(rows [, cols]) -> C | nil, message. An axis is a list of bands with kind =
 * "ranges" (bands { low =, high =, label = }, nil is open), "keys" ({ key = }) or "odds"
 * ({ num =, den =, key = }, favour = "defender"|"smaller"), and clamp = boolean. */
static int new_chart(lua_State *L)
{
    adj_axis rows, cols;
    adj_error err = { 0 };
    bool two;
    Box *box;

    lua_settop(L, 2);
    two = !lua_isnil(L, 2);
    check_axis(L, 1, &rows);
    if (two)
        check_axis(L, 2, &cols);
    box = lua_newuserdatauv(L, sizeof *box, 0);
    box->chart = NULL;
    luaL_setmetatable(L, CHART_TYPE);
    if (adj_chart_new(&rows, two ? &cols : NULL, &box->chart, &err) != ADJ_OK)
        return adj_bind_fail(L, &err);
    return 1;
}

static int chart_gc(lua_State *L)
{
    Box *box = luaL_checkudata(L, 1, CHART_TYPE);
    adj_chart_free(box->chart);
    box->chart = NULL;
    return 0;
}

static const luaL_Reg chart_meta[] = { { "__gc", chart_gc }, { NULL, NULL } };

static const luaL_Reg chart_methods[] = {
    { "find", chart_find }, { "locate", chart_locate }, { "shift", chart_shift },
    { "span", chart_span }, { "range", chart_range }, { "count", chart_count },
    { "source", chart_source }, { "set_source", chart_set_source }, { NULL, NULL }
};

static const luaL_Reg functions[] = { { "new", new_chart }, { NULL, NULL } };

int adj_open_chart(lua_State *L);

int adj_open_chart(lua_State *L)
{
    adj_bind_new_type(L, CHART_TYPE, chart_meta, chart_methods);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
