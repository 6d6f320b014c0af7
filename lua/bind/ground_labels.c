/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ground_labels.c -- the labels that a map prints in its hexes. */
#include <string.h>

#include "ground_bind.h"

#define SCHEME_TYPE "adj.scheme"

/* core.ground.scheme{ kind = "digits"|"letters"|"doubled", digits =, first_col =, first_row =,
 * rows_up =, rows_first =, slant = nil|"up"|"down", flat_top =, even = } -> S, with which columns
 * and rows are 0-based. The layout matters only for slanted lines. */
static int new_scheme(lua_State *L)
{
    static const char *const kinds[] = { "digits", "letters", "doubled", NULL };
    static const char *const slants[] = { "none", "up", "down", NULL };
    adj_label_scheme *s;

    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    lua_getfield(L, 1, "kind");
    s = lua_newuserdatauv(L, sizeof *s, 0);
    memset(s, 0, sizeof *s);
    s->kind = (adj_label_kind)luaL_checkoption(L, 2, "digits", kinds);
    s->digits = (int)adj_bind_field_integer(L, 1, "digits", 0, 0, 9);
    s->first_col = (int32_t)adj_bind_field_integer(L, 1, "first_col", 0, -1000000, 1000000);
    s->first_row = (int32_t)adj_bind_field_integer(L, 1, "first_row", 0, -1000000, 1000000);
    s->rows_up = adj_bind_field_flag(L, 1, "rows_up");
    s->rows_first = adj_bind_field_flag(L, 1, "rows_first");
    s->layout = (adj_hex_layout){ adj_bind_field_flag(L, 1, "flat_top"), adj_bind_field_flag(L, 1, "even") };
    lua_getfield(L, 1, "slant");
    s->slant = (adj_label_slant)luaL_checkoption(L, -1, "none", slants);
    lua_pop(L, 1);
    luaL_setmetatable(L, SCHEME_TYPE);
    return 1;
}

/* S:format(col, row) -> label, or nil when that hex can bear none */
static int scheme_format(lua_State *L)
{
    const adj_label_scheme *s = luaL_checkudata(L, 1, SCHEME_TYPE);
    adj_offset at = { (int32_t)adj_bind_integer(L, 2, -ADJ_HEX_MOST / 2, ADJ_HEX_MOST / 2),
                      (int32_t)adj_bind_integer(L, 3, -ADJ_HEX_MOST / 2, ADJ_HEX_MOST / 2) };
    char label[ADJ_LABEL_SIZE];

    if (adj_label_format(s, adj_hex_from_offset(s->layout, at), label) != ADJ_OK)
        lua_pushnil(L);
    else
        lua_pushstring(L, label);
    return 1;
}

/* S:parse(label) -> col, row; nil, message when it is none */
static int scheme_parse(lua_State *L)
{
    const adj_label_scheme *s = luaL_checkudata(L, 1, SCHEME_TYPE);
    adj_error err = { 0 };
    adj_offset at;
    adj_hex hex;

    if (adj_label_parse(s, luaL_checkstring(L, 2), &hex, &err) != ADJ_OK)
        return adj_bind_fail(L, &err);
    at = adj_hex_to_offset(s->layout, hex);
    lua_pushinteger(L, at.col);
    lua_pushinteger(L, at.row);
    return 2;
}

static const luaL_Reg scheme_methods[] = {
    { "format", scheme_format }, { "parse", scheme_parse }, { NULL, NULL }
};

void ground_open_labels(lua_State *L)
{
    static const luaL_Reg none[] = { { NULL, NULL } };

    adj_bind_new_type(L, SCHEME_TYPE, none, scheme_methods);
    lua_pop(L, 1);
    lua_pushcfunction(L, new_scheme);
    lua_setfield(L, -2, "scheme");
}
