/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ratio.c -- core.ratio: exact rational numbers. */
#include <string.h>

#include "chance.h"

#define RATIO_TYPE "adj.ratio"

enum { MOST_BITS = 1 << 20 };       /* of numerator and denominator each */

int adj_open_ratio(lua_State *L);

/* --- shared by the bindings of this family --------------------------------------- */

void *adj_bind_check_upvalue(lua_State *L, int arg, int up, const char *type)
{
    void *box = lua_touserdata(L, arg);

    if (box != NULL && lua_getmetatable(L, arg)) {
        bool same = lua_rawequal(L, -1, lua_upvalueindex(up));
        lua_pop(L, 1);
        if (same)
            return box;
    }
    luaL_typeerror(L, arg, type);
    return NULL;
}

adj_ratio *adj_bind_new_ratio(lua_State *L)
{
    adj_ratio *ratio = lua_newuserdatauv(L, sizeof *ratio, 0);

    adj_bind_push_ratio_type(L);            /* may raise: nothing is owned yet */
    adj_ratio_init(ratio);                  /* cannot fail short of ending the process */
    lua_setmetatable(L, -2);
    return ratio;
}

adj_ratio *adj_bind_check_ratio(lua_State *L, int arg)
{
    adj_ratio *ratio = luaL_testudata(L, arg, RATIO_TYPE);

    if (ratio != NULL)
        return ratio;
    if (!lua_isinteger(L, arg))
        luaL_typeerror(L, arg, "ratio or integer");
    ratio = adj_bind_new_ratio(L);
    adj_ratio_set_integer(ratio, lua_tointeger(L, arg));
    lua_replace(L, arg);
    return ratio;
}

/* --- arithmetic ------------------------------------------------------------------ */

static size_t size_of(const adj_ratio *ratio)
{
    return mpz_sizeinbase(mpq_numref(ratio->q), 2) + mpz_sizeinbase(mpq_denref(ratio->q), 2);
}

typedef void Operation(mpq_ptr, mpq_srcptr, mpq_srcptr);

static int operate(lua_State *L, Operation *operation)
{
    adj_ratio *a = adj_bind_check_ratio(L, 1), *b = adj_bind_check_ratio(L, 2), *result;
    size_t size = size_of(a) + size_of(b);

    if (size > MOST_BITS)
        return luaL_error(L, "ratio too large");
    adj_lua_charge(L, size / 64);
    result = adj_bind_new_ratio(L);
    operation(result->q, a->q, b->q);
    return 1;
}

static int ratio_add(lua_State *L) { return operate(L, mpq_add); }
static int ratio_sub(lua_State *L) { return operate(L, mpq_sub); }
static int ratio_mul(lua_State *L) { return operate(L, mpq_mul); }

static int ratio_div(lua_State *L)
{
    if (mpq_sgn(adj_bind_check_ratio(L, 2)->q) == 0)
        return luaL_error(L, "a ratio is divided by zero");
    return operate(L, mpq_div);
}

static int ratio_unm(lua_State *L)
{
    adj_ratio *a = adj_bind_check_ratio(L, 1), *result = adj_bind_new_ratio(L);

    mpq_neg(result->q, a->q);
    return 1;
}

static int compare(lua_State *L)
{
    return mpq_cmp(adj_bind_check_ratio(L, 1)->q, adj_bind_check_ratio(L, 2)->q);
}

static int ratio_eq(lua_State *L)
{
    adj_ratio *a = luaL_testudata(L, 1, RATIO_TYPE), *b = luaL_testudata(L, 2, RATIO_TYPE);

    lua_pushboolean(L, a != NULL && b != NULL && mpq_equal(a->q, b->q));
    return 1;
}

static int ratio_lt(lua_State *L)
{
    lua_pushboolean(L, compare(L) < 0);
    return 1;
}

static int ratio_le(lua_State *L)
{
    lua_pushboolean(L, compare(L) <= 0);
    return 1;
}

/* --- texts ----------------------------------------------------------------------- */

static int ratio_tostring(lua_State *L)
{
    adj_ratio *a = adj_bind_check_ratio(L, 1);
    size_t room = adj_ratio_text(a, NULL, 0);
    luaL_Buffer b;
    char *text = luaL_buffinitsize(L, &b, room);

    adj_ratio_text(a, text, room);
    luaL_pushresultsize(&b, strlen(text));
    return 1;
}

static int ratio_percent(lua_State *L)
{
    adj_ratio *a = adj_bind_check_ratio(L, 1);
    unsigned digits;
    size_t room;
    luaL_Buffer b;
    char *text;

    lua_settop(L, 2);
    digits = lua_isnil(L, 2) ? 2 : (unsigned)adj_bind_integer(L, 2, 0, 1000);
    room = adj_ratio_percent(a, digits, NULL, 0);
    text = luaL_buffinitsize(L, &b, room);
    adj_ratio_percent(a, digits, text, room);
    luaL_pushresultsize(&b, strlen(text));
    return 1;
}

static int push_integer_text(lua_State *L, mpz_srcptr z)
{
    luaL_Buffer b;
    char *room = luaL_buffinitsize(L, &b, mpz_sizeinbase(z, 10) + 2);

    mpz_get_str(room, 10, z);
    luaL_pushresultsize(&b, strlen(room));
    return 1;
}

static int ratio_num(lua_State *L)
{
    return push_integer_text(L, mpq_numref(adj_bind_check_ratio(L, 1)->q));
}

static int ratio_den(lua_State *L)
{
    return push_integer_text(L, mpq_denref(adj_bind_check_ratio(L, 1)->q));
}

static int ratio_number(lua_State *L)
{
    lua_pushnumber(L, adj_ratio_number(adj_bind_check_ratio(L, 1)));
    return 1;
}

static int ratio_gc(lua_State *L)
{
    adj_ratio *ratio = luaL_checkudata(L, 1, RATIO_TYPE);

    adj_ratio_clear(ratio);
    mpz_init(mpq_numref(ratio->q));         /* holds no memory, and may be cleared again */
    mpz_init(mpq_denref(ratio->q));
    return 0;
}

/* --- the module ------------------------------------------------------------------ */

/* ratio.new(n [, d]): n/d. */
static int ratio_new(lua_State *L)
{
    lua_Integer n = luaL_checkinteger(L, 1), d = luaL_optinteger(L, 2, 1);

    luaL_argcheck(L, d != 0, 2, "a ratio needs a denominator other than 0");
    adj_ratio_set(adj_bind_new_ratio(L), n, d);
    return 1;
}

/* ratio.parse("5/12") -> ratio, or nil, message */
static int ratio_parse(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    adj_ratio *ratio;

    luaL_argcheck(L, length <= 10000, 1, "text too long");
    ratio = adj_bind_new_ratio(L);
    if (strlen(text) == length && adj_ratio_parse(ratio, text) == ADJ_OK)
        return 1;
    lua_pushnil(L);
    lua_pushliteral(L, "expected a fraction such as 5/12");
    return 2;
}

void adj_bind_push_ratio_type(lua_State *L)
{
    static const luaL_Reg meta[] = {
        { "__add", ratio_add }, { "__sub", ratio_sub }, { "__mul", ratio_mul },
        { "__div", ratio_div }, { "__unm", ratio_unm }, { "__eq", ratio_eq },
        { "__lt", ratio_lt }, { "__le", ratio_le }, { "__tostring", ratio_tostring },
        { "__gc", ratio_gc }, { NULL, NULL },
    };
    static const luaL_Reg methods[] = {
        { "percent", ratio_percent }, { "number", ratio_number }, { "num", ratio_num },
        { "den", ratio_den }, { NULL, NULL },
    };

    adj_bind_new_type(L, RATIO_TYPE, meta, methods);
}

int adj_open_ratio(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "new", ratio_new }, { "parse", ratio_parse }, { NULL, NULL },
    };

    luaL_newlib(L, functions);
    return 1;
}
