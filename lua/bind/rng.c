/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/rng.c -- core.rng: streams of random numbers. */
#include <errno.h>
#include <sys/random.h>

#include "chance.h"

#define RNG_TYPE "adj.rng"

int adj_open_rng(lua_State *L);

/* A stream is asked for a number at every choice of a playout, so it is known by a mark in it:
 * looking up the name of its type would take longer than the number. */
#define RNG_MAGIC UINT32_C(0x41645247)
typedef struct {
    adj_rng rng;                /* first: the box is the stream */
    uint32_t magic;
} RngBox;

static adj_rng *new_rng(lua_State *L)
{
    RngBox *box = lua_newuserdatauv(L, sizeof *box, 0);

    box->magic = RNG_MAGIC;
    adj_rng_seed_integer(&box->rng, 0);
    adj_bind_push_rng_type(L);
    lua_setmetatable(L, -2);
    return &box->rng;
}

adj_rng *adj_bind_check_rng(lua_State *L, int arg)
{
    RngBox *box = lua_touserdata(L, arg);

    if (box == NULL || lua_rawlen(L, arg) != sizeof *box || box->magic != RNG_MAGIC)
        luaL_typeerror(L, arg, RNG_TYPE);
    return &box->rng;
}

/* rng.new(seed): an integer, or any text; 7 and "7" are the same. */
static int rng_new(lua_State *L)
{
    size_t length;

    if (lua_isinteger(L, 1)) {
        adj_rng_seed_integer(new_rng(L), lua_tointeger(L, 1));
    } else {
        luaL_argcheck(L, lua_type(L, 1) == LUA_TSTRING, 1, "the seed is an integer or a text");
        const char *text = lua_tolstring(L, 1, &length);
        adj_rng_seed(new_rng(L), text, length);
    }
    return 1;
}

/* rng.entropy() -> a seed in 1..2^31-1 from the system, for a game that names none */
static int rng_entropy(lua_State *L)
{
    uint32_t word = 0;

    while (getrandom(&word, sizeof word, 0) < 0)
        if (errno != EINTR)
            return luaL_error(L, "the system gives no random numbers");
    lua_pushinteger(L, (word & 0x7FFFFFFF) == 0 ? 1 : (word & 0x7FFFFFFF));
    return 1;
}

/* G:stream(name) -> the independent stream of that name, at position 0 */
static int rng_stream(lua_State *L)
{
    const adj_rng *rng = adj_bind_check_rng(L, 1);
    size_t length;
    const char *name = luaL_checklstring(L, 2, &length);

    adj_rng_stream(rng, name, length, new_rng(L));
    return 1;
}

/* G:split(integer, ...) -> the independent stream of those numbers */
static int rng_split(lua_State *L)
{
    enum { MOST = 16 };
    const adj_rng *rng = adj_bind_check_rng(L, 1);
    int n = lua_gettop(L) - 1;
    int64_t numbers[MOST];

    luaL_argcheck(L, n <= MOST, MOST + 2, "too many numbers");
    for (int i = 0; i < n; i++)
        numbers[i] = luaL_checkinteger(L, i + 2);
    adj_rng_split(rng, numbers, (size_t)n, new_rng(L));
    return 1;
}

/* G:below(n) -> an integer in 0..n-1 */
static int rng_below(lua_State *L)
{
    adj_rng *rng = adj_bind_check_rng(L, 1);
    lua_Integer n = adj_bind_integer(L, 2, 1, LUA_MAXINTEGER);

    lua_pushinteger(L, (lua_Integer)adj_rng_below(rng, (uint64_t)n));
    return 1;
}

/* --- drawing -------------------------------------------------------------------------------- */

/* below(n) -> an integer in 0..n-1, from the stream that is upvalue 1 */
static int draw_below(lua_State *L)
{
    lua_Integer n = adj_bind_integer(L, 1, 1, LUA_MAXINTEGER);
    RngBox *box = lua_touserdata(L, lua_upvalueindex(1));

    if (box == NULL)
        return luaL_error(L, "there is no stream to draw from yet");
    lua_pushinteger(L, (lua_Integer)adj_rng_below(&box->rng, (uint64_t)n));
    return 1;
}

/* rng.drawer() -> below(n), a function that draws from the stream that rng.draw_from gives it */
static int rng_drawer(lua_State *L)
{
    lua_pushnil(L);
    lua_pushcclosure(L, draw_below, 1);
    return 1;
}

/* rng.draw_from(below, stream): from now on */
static int rng_draw_from(lua_State *L)
{
    luaL_argcheck(L, lua_tocfunction(L, 1) == draw_below, 1, "what rng.drawer() gave is wanted");
    adj_bind_check_rng(L, 2);
    lua_settop(L, 2);
    lua_setupvalue(L, 1, 1);
    return 0;
}

static int rng_position(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_rng_position(adj_bind_check_rng(L, 1)));
    return 1;
}

static int rng_seek(lua_State *L)
{
    adj_rng *rng = adj_bind_check_rng(L, 1);

    adj_rng_seek(rng, (uint64_t)adj_bind_integer(L, 2, 0, LUA_MAXINTEGER));
    return 0;
}

static int rng_tostring(lua_State *L)
{
    lua_pushfstring(L, "stream at %I", (lua_Integer)adj_rng_position(adj_bind_check_rng(L, 1)));
    return 1;
}

void adj_bind_push_rng_type(lua_State *L)
{
    static const luaL_Reg meta[] = { { "__tostring", rng_tostring }, { NULL, NULL } };
    static const luaL_Reg methods[] = {
        { "stream", rng_stream }, { "split", rng_split }, { "below", rng_below },
        { "position", rng_position }, { "seek", rng_seek }, { NULL, NULL },
    };

    adj_bind_new_type(L, RNG_TYPE, meta, methods);
}

int adj_open_rng(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "new", rng_new }, { "entropy", rng_entropy }, { "drawer", rng_drawer },
        { "draw_from", rng_draw_from }, { NULL, NULL },
    };

    luaL_newlib(L, functions);
    lua_pushliteral(L, ADJ_RNG_NAME);
    lua_setfield(L, -2, "name");
    return 1;
}
