/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/odds.c -- core.odds: exact odds by running a procedure for every branch. */
#include <string.h>

#include "chance.h"
#include "odds.h"

#define ODDS_TYPE "adj.odds"

enum { MOST_BRANCHES = 100000 };        /* when no budget is given */

typedef struct { adj_odds *odds; } OddsBox;

int adj_open_odds(lua_State *L);

static adj_odds *check_odds(lua_State *L)
{
    return ((OddsBox *)luaL_checkudata(L, 1, ODDS_TYPE))->odds;
}

/* odds.new{ budget = branches, value = true to look for the best play } */
static int odds_new(lua_State *L)
{
    uint64_t budget = MOST_BRANCHES;
    bool value = false;
    OddsBox *box;

    if (!lua_isnoneornil(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        budget = (uint64_t)adj_bind_field_integer(L, 1, "budget", MOST_BRANCHES, 1,
                                                  LUA_MAXINTEGER);
        lua_getfield(L, 1, "value");
        value = lua_toboolean(L, -1);
    }
    box = lua_newuserdatauv(L, sizeof *box, 0);
    box->odds = NULL;
    luaL_setmetatable(L, ODDS_TYPE);
    if ((box->odds = adj_odds_new(budget, value)) == NULL)
        return luaL_error(L, "not enough memory");
    return 1;
}

static int odds_gc(lua_State *L)
{
    OddsBox *box = luaL_checkudata(L, 1, ODDS_TYPE);

    adj_odds_free(box->odds);
    box->odds = NULL;
    return 0;
}

/* O:next() -> true while there is a branch to run. Raises when the exploration failed. */
static int odds_next(lua_State *L)
{
    adj_odds *odds = check_odds(L);
    bool more;

    adj_lua_charge(L, 10);
    more = adj_odds_next(odds);
    if (!more && adj_odds_failed(odds) != NULL)
        return luaL_error(L, "odds: %s", adj_odds_failed(odds));
    lua_pushboolean(L, more);
    return 1;
}

/* O:chance(D) -> the number of the outcome that this branch takes */
static int odds_chance(lua_State *L)
{
    adj_odds *odds = check_odds(L);
    adj_bind_dist *box = adj_bind_check_dist(L, 2);
    adj_error err = { .status = ADJ_OK };
    size_t index;

    if (adj_odds_chance(odds, box->dist, &index, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    lua_pushinteger(L, (lua_Integer)index + 1);
    return 1;
}

/* O:choice(n, "max"|"min") -> the number of the alternative that this branch takes */
static int odds_choice(lua_State *L)
{
    static const char *const ways[] = { "max", "min", NULL };
    adj_odds *odds = check_odds(L);
    lua_Integer n = adj_bind_integer(L, 2, 1, ADJ_DIST_MAX);
    int way = luaL_checkoption(L, 3, NULL, ways);
    adj_error err = { .status = ADJ_OK };
    size_t index;

    if (adj_odds_choose(odds, (size_t)n, way == 0 ? ADJ_CHOICE_MAX : ADJ_CHOICE_MIN, &index,
                        &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    lua_pushinteger(L, (lua_Integer)index + 1);
    return 1;
}

/* O:pass() -> true: go on at this stage, whatever its key would be */
static int odds_pass(lua_State *L)
{
    lua_pushboolean(L, adj_odds_pass(check_odds(L)));
    return 1;
}

/* O:way() -> how many answers lead to where this branch begins, how many stages, and how many of the
 * answers are the first ones of the last branch too */
static int odds_way(lua_State *L)
{
    adj_odds_road way = adj_odds_way(check_odds(L));

    lua_pushinteger(L, (lua_Integer)way.answers);
    lua_pushinteger(L, (lua_Integer)way.stages);
    lua_pushinteger(L, (lua_Integer)way.common);
    return 3;
}

/* O:position() -> how many answers this branch has been given, how many stages it has passed */
static int odds_position(lua_State *L)
{
    size_t answers, stages;

    adj_odds_position(check_odds(L), &answers, &stages);
    lua_pushinteger(L, (lua_Integer)answers);
    lua_pushinteger(L, (lua_Integer)stages);
    return 2;
}

/* O:skip(answers, stages): this branch, which has been asked nothing yet, begins behind a stage on
 * its way */
static int odds_skip(lua_State *L)
{
    adj_odds *odds = check_odds(L);
    adj_odds_road way = adj_odds_way(odds);
    lua_Integer answers = adj_bind_integer(L, 2, 0, (lua_Integer)way.answers);
    lua_Integer stages = adj_bind_integer(L, 3, 0, (lua_Integer)way.stages);
    adj_error err = { .status = ADJ_OK };

    if (adj_odds_skip(odds, (size_t)answers, (size_t)stages, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

/* O:stage(key [, boundary]) -> true: go on; false: this branch is done for now */
static int odds_stage(lua_State *L)
{
    adj_odds *odds = check_odds(L);
    size_t length;
    const char *key = luaL_checklstring(L, 2, &length);
    adj_error err = { .status = ADJ_OK };
    adj_status status;
    bool go_on = false;

    adj_lua_charge(L, length / 16 + 1);
    if (lua_toboolean(L, 3))
        status = adj_odds_boundary(odds, key, length, &go_on, &err);
    else
        status = adj_odds_stage(odds, key, length, &go_on, &err);
    if (status != ADJ_OK)
        return adj_bind_error(L, &err);
    lua_pushboolean(L, go_on);
    return 1;
}

typedef adj_status Ending(adj_odds *, const char *, size_t, const adj_ratio *, adj_error *);

static int end_branch(lua_State *L, Ending *ending)
{
    adj_odds *odds = check_odds(L);
    size_t length;
    const char *key = luaL_checklstring(L, 2, &length);
    adj_ratio *value = lua_isnoneornil(L, 3) ? NULL : adj_bind_check_ratio(L, 3);
    adj_error err = { .status = ADJ_OK };

    if (ending(odds, key, length, value, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

/* O:finish(outcome [, value]): the branch ended like this; value: an integer or a ratio */
static int odds_finish(lua_State *L) { return end_branch(L, adj_odds_finish); }

/* O:refuse(outcome [, value]): the same, by a refusal */
static int odds_refuse(lua_State *L) { return end_branch(L, adj_odds_refuse); }

/* O:answers() -> list of the numbers that this branch has been given, stages passed */
static int odds_answers(lua_State *L)
{
    const adj_odds *odds = check_odds(L);
    size_t stages, n = adj_odds_answers(odds, NULL, 0, &stages);
    uint32_t *index = lua_newuserdatauv(L, (n + 1) * sizeof *index, 0);

    (void)adj_odds_answers(odds, index, n, &stages);
    adj_lua_charge(L, n);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        lua_pushinteger(L, (lua_Integer)index[i] + 1);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    lua_pushinteger(L, (lua_Integer)stages);
    return 2;
}

/* odds.place(f) -> "FILE:LINE" where a function begins */
static int odds_place(lua_State *L)
{
    lua_Debug ar;

    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_settop(L, 1);
    lua_getinfo(L, ">S", &ar);
    lua_pushfstring(L, "%s:%d", ar.short_src, ar.linedefined > 0 ? ar.linedefined : 1);
    return 1;
}

/* O:fail(message): the exploration ends here; O:next() raises it. */
static int odds_fail(lua_State *L)
{
    adj_odds_fail(check_odds(L), luaL_checkstring(L, 2));
    return 0;
}

static int odds_failed(lua_State *L)
{
    lua_pushstring(L, adj_odds_failed(check_odds(L)));
    return 1;
}

static int odds_weight(lua_State *L)
{
    adj_odds *odds = check_odds(L);

    adj_odds_weight(odds, adj_bind_new_ratio(L));
    return 1;
}

/* O:outcomes() -> list of { key =, weight = }, in the order in which they were found */
static int odds_outcomes(lua_State *L)
{
    const adj_odds *odds = check_odds(L);
    size_t n = adj_odds_outcomes(odds), length;
    lua_Integer at = 0;

    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        const char *text;
        adj_ratio *weight;
        lua_createtable(L, 0, 2);
        weight = adj_bind_new_ratio(L);
        text = adj_odds_outcome(odds, i, &length, weight);
        lua_setfield(L, -2, "weight");
        lua_pushlstring(L, text, length);
        lua_setfield(L, -2, "key");
        if (mpq_sgn(weight->q) == 0)
            lua_pop(L, 1);              /* not under best play */
        else
            lua_rawseti(L, -2, ++at);
    }
    return 1;
}

static int odds_branches(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_odds_branches(check_odds(L)));
    return 1;
}

/* O:unmerged() -> decimal text: the branches there would have been without merging */
static int odds_unmerged(lua_State *L)
{
    const adj_odds *odds = check_odds(L);
    adj_ratio *count = adj_bind_new_ratio(L);       /* owns the number while it is pushed */
    luaL_Buffer b;
    char *text;

    adj_odds_unmerged(odds, mpq_numref(count->q));
    text = luaL_buffinitsize(L, &b, mpz_sizeinbase(mpq_numref(count->q), 10) + 2);
    mpz_get_str(text, 10, mpq_numref(count->q));
    luaL_pushresultsize(&b, strlen(text));
    return 1;
}

/* O:value() -> ratio: of best play, or the mean of the values given to finish */
static int odds_value(lua_State *L)
{
    adj_odds *odds = check_odds(L);

    adj_odds_value(odds, adj_bind_new_ratio(L));
    return 1;
}

static int odds_over_budget(lua_State *L)
{
    lua_pushboolean(L, adj_odds_over_budget(check_odds(L)));
    return 1;
}

static int odds_tostring(lua_State *L)
{
    lua_pushfstring(L, "odds after %I branches",
                    (lua_Integer)adj_odds_branches(check_odds(L)));
    return 1;
}

int adj_open_odds(lua_State *L)
{
    static const luaL_Reg meta[] = {
        { "__tostring", odds_tostring }, { "__gc", odds_gc }, { NULL, NULL },
    };
    static const luaL_Reg methods[] = {
        { "next", odds_next }, { "chance", odds_chance }, { "choice", odds_choice },
        { "pass", odds_pass }, { "way", odds_way }, { "position", odds_position },
        { "skip", odds_skip }, { "stage", odds_stage }, { "finish", odds_finish },
        { "refuse", odds_refuse }, { "answers", odds_answers }, { "fail", odds_fail },
        { "failed", odds_failed }, { "weight", odds_weight }, { "outcomes", odds_outcomes },
        { "branches", odds_branches }, { "unmerged", odds_unmerged }, { "value", odds_value },
        { "over_budget", odds_over_budget }, { NULL, NULL },
    };
    static const luaL_Reg functions[] = {
        { "new", odds_new }, { "place", odds_place }, { NULL, NULL },
    };

    adj_bind_new_type(L, ODDS_TYPE, meta, methods);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
