/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_frac.c -- exact fractions as values: core.world.frac(3, 4). */
#include "world_bind.h"

#define FRAC_TYPE "adj.frac"

static void push_metatable(lua_State *L);

void world_push_frac(lua_State *L, adj_frac f)
{
    adj_frac *box = lua_newuserdatauv(L, sizeof *box, 0);

    *box = f;
    push_metatable(L);
    lua_setmetatable(L, -2);
}

bool world_to_frac(lua_State *L, int index, adj_frac *out)
{
    const adj_frac *f;
    lua_Integer whole;
    int is_whole;

    if (lua_type(L, index) == LUA_TNUMBER) {
        whole = lua_tointegerx(L, index, &is_whole);
        *out = (adj_frac){whole, 1};
        return is_whole;
    }
    if ((f = luaL_testudata(L, index, FRAC_TYPE)) == NULL)
        return false;
    *out = *f;
    return true;
}

static adj_frac check_frac(lua_State *L, int arg)
{
    adj_frac f = {0, 1};

    if (!world_to_frac(L, arg, &f))
        luaL_error(L, "a fraction or a whole number is wanted, not a %s", luaL_typename(L, arg));
    return f;
}

static int answer(lua_State *L, adj_status status, adj_frac f)
{
    if (status == ADJ_EINVAL)
        return luaL_error(L, "a fraction divided by zero");
    if (status != ADJ_OK)
        return luaL_error(L, "the fraction does not fit 64 bits");
    world_push_frac(L, f);
    return 1;
}

int world_frac_new(lua_State *L)
{
    lua_Integer num, den;
    adj_frac f = {0, 1};

    if (lua_isnoneornil(L, 2)) {
        world_push_frac(L, check_frac(L, 1));
        return 1;
    }
    num = luaL_checkinteger(L, 1);
    den = luaL_checkinteger(L, 2);
    return answer(L, adj_frac_make(num, den, &f), f);
}

#define ARITHMETIC(name)                                                            \
    static int frac_##name(lua_State *L)                                            \
    {                                                                               \
        adj_frac a = check_frac(L, 1), b = check_frac(L, 2), f = {0, 1};            \
        adj_status status = adj_frac_##name(a, b, &f);                              \
                                                                                    \
        return answer(L, status, f);                                                \
    }
ARITHMETIC(add)
ARITHMETIC(sub)
ARITHMETIC(mul)
ARITHMETIC(div)

static int frac_unm(lua_State *L)
{
    adj_frac f = {0, 1};
    adj_status status = adj_frac_sub(f, check_frac(L, 1), &f);

    return answer(L, status, f);
}

/* a // b: the largest integer not above the quotient */
static int frac_idiv(lua_State *L)
{
    adj_frac f = {0, 1};
    adj_status status = adj_frac_div(check_frac(L, 1), check_frac(L, 2), &f);

    if (status != ADJ_OK)
        return answer(L, status, f);
    lua_pushinteger(L, adj_frac_floor(f));
    return 1;
}

static int frac_eq(lua_State *L)
{
    adj_frac a, b;

    lua_pushboolean(L, world_to_frac(L, 1, &a) && world_to_frac(L, 2, &b)
                           && adj_frac_compare(a, b) == 0);
    return 1;
}

static int frac_lt(lua_State *L)
{
    lua_pushboolean(L, adj_frac_compare(check_frac(L, 1), check_frac(L, 2)) < 0);
    return 1;
}

static int frac_le(lua_State *L)
{
    lua_pushboolean(L, adj_frac_compare(check_frac(L, 1), check_frac(L, 2)) <= 0);
    return 1;
}

static int frac_tostring(lua_State *L)
{
    char text[44];

    adj_frac_text(check_frac(L, 1), text, sizeof text);
    lua_pushstring(L, text);
    return 1;
}

static int frac_num(lua_State *L)
{
    lua_pushinteger(L, check_frac(L, 1).num);
    return 1;
}

static int frac_den(lua_State *L)
{
    lua_pushinteger(L, check_frac(L, 1).den);
    return 1;
}

static int frac_floor(lua_State *L)
{
    lua_pushinteger(L, adj_frac_floor(check_frac(L, 1)));
    return 1;
}

static int frac_ceil(lua_State *L)
{
    lua_pushinteger(L, adj_frac_ceil(check_frac(L, 1)));
    return 1;
}

static const luaL_Reg frac_meta[] = {
    {"__add", frac_add}, {"__sub", frac_sub}, {"__mul", frac_mul}, {"__div", frac_div},
    {"__idiv", frac_idiv}, {"__unm", frac_unm}, {"__eq", frac_eq}, {"__lt", frac_lt},
    {"__le", frac_le}, {"__tostring", frac_tostring}, {NULL, NULL},
};

static const luaL_Reg frac_methods[] = {
    {"num", frac_num}, {"den", frac_den}, {"floor", frac_floor}, {"ceil", frac_ceil},
    {NULL, NULL},
};

static void push_metatable(lua_State *L)
{
    if (!luaL_newmetatable(L, FRAC_TYPE) && lua_getfield(L, -1, "__metatable") != LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_settop(L, lua_gettop(L) - (lua_isnil(L, -1) ? 1 : 0));
    luaL_setfuncs(L, frac_meta, 0);
    luaL_newlib(L, frac_methods);
    lua_setfield(L, -2, "__index");
    lua_pushliteral(L, "fraction");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");     /* last: it says that the table is whole */
}
