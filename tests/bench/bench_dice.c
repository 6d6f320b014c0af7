/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dice cost: thrown, read from their text, worked out exactly; and the odds' own work.
 *
 * The yardstick of throwing is the bare generator: the same number of dice from its words,
 * one die a word, without notation or keeping. Exact work is measured against a plain
 * enumeration of all throws where that ends in reasonable time. Best of several rounds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lauxlib.h>

#include "adjutant.h"
#include "dice.h"
#include "odds.h"

enum { ROUNDS = 7, THROWS = 200000 };

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static bool good = true;
static volatile int64_t sink;

/* Runs work(n) in rounds; nanoseconds for one of the n. */
static double best(void (*work)(size_t), size_t n)
{
    double least = 1e300;

    for (int round = 0; round < ROUNDS; round++) {
        double start = now_ns(), took;
        work(n);
        took = (now_ns() - start) / (double)n;
        least = took < least ? took : least;
    }
    return least;
}

static void report(const char *what, double ns, double limit, double yardstick,
                   const char *than)
{
    bool met = ns <= limit;

    printf("%-44s %10.1f ns (at most %.0f)%s", what, ns, limit, met ? "" : "  MISSED");
    if (yardstick > 100 * ns)
        printf("; %s takes %.0f x", than, yardstick / ns);
    else if (yardstick > 0)
        printf("; %.2f x %s", ns / yardstick, than);
    printf("\n");
    good &= met;
}

/* --- throwing ------------------------------------------------------------------------ */

static adj_dice *prepared;
static adj_rng rng;

static adj_dice *parse(const char *text)
{
    adj_dice *dice;

    if (adj_dice_parse(text, strlen(text), &dice, NULL) != ADJ_OK)
        abort();
    return dice;
}

static void bare_dice(size_t n)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 4; k++)
            sum += adj_rng_below(&rng, 6) + 1;
    sink = (int64_t)sum;
}

static void throw_from_text(size_t n)
{
    int64_t sum = 0;

    for (size_t i = 0; i < n; i++) {
        adj_dice *dice = parse("4d6kh3+2");
        sum += adj_dice_total(dice, &rng);
        adj_dice_free(dice);
    }
    sink = sum;
}

static void throw_in_bulk(size_t n)
{
    static int64_t totals[THROWS];

    adj_dice_totals(prepared, &rng, totals, n);
    sink = totals[n - 1];
}

static lua_State *L;

static void throw_from_lua(size_t n)
{
    lua_pushvalue(L, -1);
    lua_pushinteger(L, (lua_Integer)n);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        abort();
    }
}

static double time_lua(const char *body)
{
    char code[400];
    double took;

    snprintf(code, sizeof code,
             "local P, S = core.dice.parse('4d6kh3+2'), core.rng.new(1):stream('dice')\n"
             "return function(n) for _ = 1, n do %s end end", body);
    if (adj_lua_load_host(L, code, strlen(code), "=bench") != LUA_OK ||
        lua_pcall(L, 0, 1, 0) != LUA_OK) {
        fprintf(stderr, "%s\n", lua_tostring(L, -1));
        abort();
    }
    took = best(throw_from_lua, THROWS);
    lua_pop(L, 1);
    return took;
}

/* --- exactly -------------------------------------------------------------------------- */

static const char *exact_text;

static void work_out(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        adj_dice *dice = parse(exact_text);
        const adj_dist *dist;
        if (adj_dice_dist(dice, NULL, &dist, NULL) != ADJ_OK)
            abort();
        sink = (int64_t)adj_dist_size(dist);
        adj_dice_free(dice);
    }
}

static void volley_with_saves(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        adj_dice *volley = parse("5dav each(-2,min 0)"), *save = parse("d6c<5");
        const adj_dist *hits, *unsaved;
        adj_dist *casualties;
        if (adj_dice_dist(volley, NULL, &hits, NULL) != ADJ_OK ||
            adj_dice_dist(save, NULL, &unsaved, NULL) != ADJ_OK ||
            adj_dist_repeat(hits, unsaved, NULL, &casualties) != ADJ_OK)
            abort();
        sink = (int64_t)adj_dist_size(casualties);
        adj_dist_free(casualties);
        adj_dice_free(volley);
        adj_dice_free(save);
    }
}

/* All 6^7 throws of 7d6kh3 (those of ten dice would take minutes). */
static void enumerate_seven(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        uint64_t weight[19] = { 0 };
        int face[7] = { 1, 1, 1, 1, 1, 1, 1 }, k;
        do {
            int best_three[3] = { 0, 0, 0 };
            for (k = 0; k < 7; k++) {
                int x = face[k];
                for (int j = 0; j < 3; j++)
                    if (x > best_three[j]) {
                        int swap = best_three[j];
                        best_three[j] = x;
                        x = swap;
                    }
            }
            weight[best_three[0] + best_three[1] + best_three[2]]++;
            for (k = 0; k < 7 && ++face[k] == 7; k++)
                face[k] = 1;
        } while (k < 7);
        sink = (int64_t)weight[18];
    }
}

/* --- the odds' own work ------------------------------------------------------------------ */

/* A combat of 66 branches by two merged differences: 3d6kh1 against 2d6kh1, hits, a die of
 * adjustment, as the rules ask them, but with nothing of a game between. */
static void explore(size_t n)
{
    adj_dice *three = parse("3d6kh1"), *two = parse("2d6kh1"), *one = parse("1d6");
    const adj_dist *a, *b, *c;

    adj_dice_dist(three, NULL, &a, NULL);
    adj_dice_dist(two, NULL, &b, NULL);
    adj_dice_dist(one, NULL, &c, NULL);
    for (size_t i = 0; i < n; i++) {
        adj_odds *odds = adj_odds_new(UINT64_MAX, false);
        while (adj_odds_next(odds)) {
            size_t x, y, z;
            char key[48];
            bool go_on;
            int length;
            adj_odds_chance(odds, a, &x, NULL);
            adj_odds_chance(odds, b, &y, NULL);
            length = snprintf(key, sizeof key, "%032x %d", 77, (int)x - (int)y);
            adj_odds_stage(odds, key, (size_t)length, &go_on, NULL);
            if (!go_on)
                continue;
            adj_odds_chance(odds, c, &z, NULL);
            length = snprintf(key, sizeof key, "margin %d hits %d", (int)x - (int)y, (int)z / 2);
            adj_odds_finish(odds, key, (size_t)length, NULL, NULL);
        }
        sink = (int64_t)adj_odds_branches(odds);
        adj_odds_free(odds);
    }
    adj_dice_free(three);
    adj_dice_free(two);
    adj_dice_free(one);
}

int main(void)
{
    adj_error err;
    adj_lua *lua;
    double bare, empty, seven;

    adj_rng_seed_integer(&rng, 1);
    prepared = parse("4d6kh3+2");
    if (adj_lua_new(NULL, &lua, &err) != ADJ_OK) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    L = adj_lua_state(lua);

    bare = best(bare_dice, THROWS);
    printf("%-44s %10.1f ns\n", "four bare dice, a word each", bare);
    report("4d6kh3+2 from its text", best(throw_from_text, THROWS), 250, bare, "bare");
    report("4d6kh3+2 prepared, in bulk", best(throw_in_bulk, THROWS), 10, bare, "bare");
    empty = time_lua("");
    report("4d6kh3+2 prepared, a call from Lua", time_lua("P:total_only(S)") - empty, 65, bare,
           "bare");

    exact_text = "40d6";
    report("exact 40d6", best(work_out, 200), 100e3, 0, "");
    exact_text = "10d6kh3";
    report("exact 10d6kh3", best(work_out, 2000), 10e3, 0, "");
    seven = best(enumerate_seven, 1);
    exact_text = "7d6kh3";
    report("exact 7d6kh3", best(work_out, 2000), 10e3, seven, "enumeration");
    report("5dav each(-2), saves on 5+", best(volley_with_saves, 2000), 20e3, 0, "");
    exact_text = "4d6 vs 4d6";
    report("exact 4d6 vs 4d6", best(work_out, 200), 1e6, 0, "");
    report("odds of a merged combat, own work", best(explore, 200), 100e3, 0, "");

    adj_dice_free(prepared);
    adj_lua_close(lua);
    return good ? 0 : 1;
}
