/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact odds: merged against unmerged, best play against plain recursion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "odds.h"
#include "rng.h"
#include "watched.h"

/* --- random procedures -------------------------------------------------------------- */

/* A walk over a few states in so many steps: at each step a die of the state's own, or a
 * choice, leads to another state. Many ways lead to the same one. */
enum { STATES = 5, STEPS = 5, DICE = 4 };

typedef struct {
    adj_dist *die[DICE];
    int kind[STEPS][STATES];            /* 0 chance, 1 max, 2 min, 3 nothing */
    int which[STEPS][STATES];
    int to[STEPS][STATES][6];
    bool ends[STEPS][STATES];           /* the walk may end early */
    int64_t worth[STATES];
} Walk;

static void make_walk(Walk *walk, adj_rng *rng, bool choices)
{
    static const int64_t values[] = { 1, 2, 3, 4, 5, 6 };

    for (int d = 0; d < DICE; d++) {
        uint64_t weights[6];
        size_t n = 1 + adj_rng_below(rng, 6);
        for (size_t i = 0; i < n; i++)
            weights[i] = 1 + adj_rng_below(rng, d == 3 ? UINT64_MAX / 8 : 9);
        assert_int_equal(adj_dist_new(values, weights, n, &walk->die[d]), ADJ_OK);
    }
    for (int s = 0; s < STEPS; s++)
        for (int i = 0; i < STATES; i++) {
            walk->kind[s][i] = (int)adj_rng_below(rng, choices ? 4 : 1);
            walk->which[s][i] = (int)adj_rng_below(rng, DICE);
            walk->ends[s][i] = s > 1 && adj_rng_below(rng, 6) == 0;
            for (int k = 0; k < 6; k++)
                walk->to[s][i][k] = (int)adj_rng_below(rng, STATES);
        }
    for (int i = 0; i < STATES; i++)
        walk->worth[i] = (int64_t)adj_rng_below(rng, 21) - 10;
}

static void free_walk(Walk *walk)
{
    for (int d = 0; d < DICE; d++)
        adj_dist_free(walk->die[d]);
}

/* One branch. With `stages` every step begins with one, but for some that have none, and for
 * the fourth, which begins with a boundary. */
static void run(const Walk *walk, adj_odds *odds, bool stages, bool with_value)
{
    int state = 0;
    adj_error err;
    adj_ratio value;
    char key[32];

    for (int step = 0; step < STEPS && !walk->ends[step][state]; step++) {
        size_t index = 0;
        if (stages && (step == 3 || walk->which[step][state] != 1)) {
            bool go_on;
            int n = snprintf(key, sizeof key, "%d:%d", step, state);
            assert_int_equal((step == 3 ? adj_odds_boundary : adj_odds_stage)
                                 (odds, key, (size_t)n, &go_on, &err), ADJ_OK);
            if (!go_on)
                return;
        }
        switch (walk->kind[step][state]) {
        case 0:
            assert_int_equal(adj_odds_chance(odds, walk->die[walk->which[step][state]], &index,
                                             &err), ADJ_OK);
            break;
        case 1:
        case 2:
            assert_int_equal(adj_odds_choose(odds, 1 + (size_t)walk->which[step][state],
                                             walk->kind[step][state] == 1 ? ADJ_CHOICE_MAX
                                                                          : ADJ_CHOICE_MIN,
                                             &index, &err), ADJ_OK);
            break;
        default:
            break;
        }
        state = walk->to[step][state][index];
    }
    adj_ratio_init(&value);
    adj_ratio_set_integer(&value, walk->worth[state]);
    snprintf(key, sizeof key, "end %d", state);
    assert_int_equal(adj_odds_finish(odds, key, strlen(key), with_value ? &value : NULL, &err),
                     ADJ_OK);
    adj_ratio_clear(&value);
}

static adj_odds *explore(const Walk *walk, bool stages, bool value_mode)
{
    adj_odds *odds = adj_odds_new(UINT64_MAX, value_mode);

    assert_non_null(odds);
    while (adj_odds_next(odds))
        run(walk, odds, stages, true);
    assert_null(adj_odds_failed(odds));
    assert_false(adj_odds_over_budget(odds));
    return odds;
}

/* The weight of an outcome by its key; 0 when it was not found. */
static void weight_of(const adj_odds *odds, const char *key, adj_ratio *out)
{
    size_t length;

    for (size_t i = 0; i < adj_odds_outcomes(odds); i++) {
        const char *text = adj_odds_outcome(odds, i, &length, out);
        if (length == strlen(key) && memcmp(text, key, length) == 0)
            return;
    }
    mpq_set_ui(out->q, 0, 1);
}

static void assert_same_outcomes(const adj_odds *a, const adj_odds *b)
{
    adj_ratio x, y, sum;

    adj_ratio_init(&x);
    adj_ratio_init(&y);
    adj_ratio_init(&sum);
    for (int i = 0; i < STATES; i++) {
        char key[32];
        snprintf(key, sizeof key, "end %d", i);
        weight_of(a, key, &x);
        weight_of(b, key, &y);
        assert_true(mpq_equal(x.q, y.q));
        mpq_add(sum.q, sum.q, x.q);
    }
    assert_true(mpq_cmp_ui(sum.q, 1, 1) == 0);
    adj_odds_value(a, &x);
    adj_odds_value(b, &y);
    assert_true(mpq_equal(x.q, y.q));
    adj_ratio_clear(&x);
    adj_ratio_clear(&y);
    adj_ratio_clear(&sum);
}

static void merged_and_unmerged_odds_are_equal(void **state)
{
    adj_rng rng;
    uint64_t merged_branches = 0, all_branches = 0;

    (void)state;
    adj_rng_seed_integer(&rng, 12);
    for (int i = 0; i < (watched() ? 5 : 150); i++) {
        Walk walk;
        adj_odds *merged, *unmerged;
        mpz_t count;
        make_walk(&walk, &rng, false);
        merged = explore(&walk, true, false);
        unmerged = explore(&walk, false, false);
        assert_same_outcomes(merged, unmerged);
        mpz_init(count);
        adj_odds_unmerged(merged, count);       /* what it would have been, and was */
        assert_int_equal(mpz_get_ui(count), adj_odds_branches(unmerged));
        adj_odds_unmerged(unmerged, count);
        assert_int_equal(mpz_get_ui(count), adj_odds_branches(unmerged));
        mpz_clear(count);
        merged_branches += adj_odds_branches(merged);
        all_branches += adj_odds_branches(unmerged);
        adj_odds_free(merged);
        adj_odds_free(unmerged);
        free_walk(&walk);
    }
    assert_true(merged_branches * 5 < all_branches);
}

/* The value of best play by plain recursion, and the weight of each end under it. */
static void recurse(const Walk *walk, int step, int state, mpq_t value, mpq_t *ends)
{
    mpq_t part, best, *part_ends = malloc(STATES * sizeof *part_ends);
    int kind = step < STEPS && !walk->ends[step][state] ? walk->kind[step][state] : 4;
    size_t n = 1;

    mpq_inits(part, best, NULL);
    for (int i = 0; i < STATES; i++) {
        mpq_init(part_ends[i]);
        mpq_set_ui(ends[i], 0, 1);
    }
    mpq_set_ui(value, 0, 1);
    if (kind == 4) {
        mpq_set_si(value, (long)walk->worth[state], 1);
        mpq_set_ui(ends[state], 1, 1);
    } else if (kind == 0) {
        n = adj_dist_size(walk->die[walk->which[step][state]]);
    } else if (kind != 3) {
        n = 1 + (size_t)walk->which[step][state];
    }
    for (size_t k = 0; kind != 4 && k < n; k++) {
        recurse(walk, step + 1, walk->to[step][state][k], part, part_ends);
        if (kind == 0) {
            adj_ratio chance;
            adj_ratio_init(&chance);
            adj_dist_chance(walk->die[walk->which[step][state]], k, &chance);
            mpq_mul(part, part, chance.q);
            mpq_add(value, value, part);
            for (int i = 0; i < STATES; i++) {
                mpq_mul(part_ends[i], part_ends[i], chance.q);
                mpq_add(ends[i], ends[i], part_ends[i]);
            }
            adj_ratio_clear(&chance);
        } else if (k == 0 || (kind == 1 ? mpq_cmp(part, value) > 0 : mpq_cmp(part, value) < 0)) {
            mpq_set(value, part);
            for (int i = 0; i < STATES; i++)
                mpq_set(ends[i], part_ends[i]);
        }
    }
    for (int i = 0; i < STATES; i++)
        mpq_clear(part_ends[i]);
    free(part_ends);
    mpq_clears(part, best, NULL);
}

static void best_play_is_what_plain_recursion_finds(void **state)
{
    adj_rng rng;

    (void)state;
    adj_rng_seed_integer(&rng, 13);
    for (int i = 0; i < (watched() ? 5 : 150); i++) {
        Walk walk;
        mpq_t want, ends[STATES];
        adj_ratio have;
        mpz_t leaves;
        make_walk(&walk, &rng, true);
        adj_ratio_init(&have);
        mpq_init(want);
        mpz_init(leaves);
        for (int k = 0; k < STATES; k++)
            mpq_init(ends[k]);
        recurse(&walk, 0, 0, want, ends);
        for (int stages = 0; stages < 2; stages++) {
            adj_odds *odds = explore(&walk, stages, true), *all = explore(&walk, false, true);
            adj_odds_value(odds, &have);
            assert_true(mpq_equal(have.q, want));
            for (int k = 0; k < STATES; k++) {
                char key[32];
                snprintf(key, sizeof key, "end %d", k);
                weight_of(odds, key, &have);
                assert_true(mpq_equal(have.q, ends[k]));
            }
            adj_odds_unmerged(odds, leaves);
            assert_int_equal(mpz_get_ui(leaves), adj_odds_branches(all));
            adj_odds_free(odds);
            adj_odds_free(all);
        }
        for (int k = 0; k < STATES; k++)
            mpq_clear(ends[k]);
        mpq_clear(want);
        mpz_clear(leaves);
        adj_ratio_clear(&have);
        free_walk(&walk);
    }
}

/* --- the shape of an exploration --------------------------------------------------------- */

static adj_dist *die(size_t sides)
{
    adj_dist *dist;

    assert_int_equal(adj_dist_uniform(1, sides, &dist), ADJ_OK);
    return dist;
}

static size_t ask(adj_odds *odds, const adj_dist *dist)
{
    size_t index;
    adj_error err;

    assert_int_equal(adj_odds_chance(odds, dist, &index, &err), ADJ_OK);
    return index;
}

static void outcomes_stand_in_the_order_in_which_they_came(void **state)
{
    static const char *const names[] = { "third", "first", "third", "second" };
    static const char *const want[] = { "third", "first", "second" };
    adj_dist *d4 = die(4);
    adj_odds *odds = adj_odds_new(100, false);
    adj_ratio weight;
    size_t length;

    (void)state;
    adj_ratio_init(&weight);
    while (adj_odds_next(odds)) {
        size_t i = ask(odds, d4);
        adj_odds_weight(odds, &weight);
        assert_true(mpq_cmp_ui(weight.q, 1, 4) == 0);
        adj_odds_finish(odds, names[i], strlen(names[i]), NULL, NULL);
    }
    assert_int_equal(adj_odds_outcomes(odds), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(adj_odds_outcome(odds, i, &length, &weight), want[i]);
        assert_int_equal(length, strlen(want[i]));
        assert_true(mpq_cmp_ui(weight.q, i == 0 ? 2 : 1, 4) == 0);
    }
    assert_int_equal(adj_odds_branches(odds), 4);
    assert_false(adj_odds_next(odds));          /* for good */
    adj_ratio_clear(&weight);
    adj_odds_free(odds);
    adj_dist_free(d4);
    adj_odds_free(NULL);
}

/* A first die of 1 goes straight to the boundary, the others by way of a stage. */
static void branches_meet_at_a_boundary_however_they_came_there(void **state)
{
    adj_dist *d6 = die(6);
    adj_odds *odds = adj_odds_new(100, false);
    adj_ratio weight;
    adj_error err;
    size_t length;
    bool go_on;

    (void)state;
    adj_ratio_init(&weight);
    while (adj_odds_next(odds)) {
        if (ask(odds, d6) > 0) {
            assert_int_equal(adj_odds_stage(odds, "on", 2, &go_on, &err), ADJ_OK);
            if (!go_on)
                continue;
        }
        if (!adj_odds_pass(odds)) {
            assert_int_equal(adj_odds_boundary(odds, "here", 4, &go_on, &err), ADJ_OK);
            assert_false(go_on);
            continue;
        }
        adj_odds_weight(odds, &weight);
        assert_true(mpq_cmp_ui(weight.q, 1, 1) == 0);
        adj_odds_finish(odds, "end", 3, NULL, NULL);
    }
    assert_int_equal(adj_odds_branches(odds), 6 + 1 + 1);
    assert_int_equal(adj_odds_outcomes(odds), 1);
    (void)adj_odds_outcome(odds, 0, &length, &weight);
    assert_true(mpq_cmp_ui(weight.q, 1, 1) == 0);
    adj_ratio_clear(&weight);
    adj_odds_free(odds);
    adj_dist_free(d6);
}

/* Three ways, each worth more than the one before; the last is refused, the second when its
 * die falls so. */
static void a_refused_alternative_is_not_taken(void **state)
{
    static const adj_choice ways[] = { ADJ_CHOICE_MAX, ADJ_CHOICE_MIN };
    adj_dist *d2 = die(2);
    adj_ratio value;
    adj_error err;

    (void)state;
    adj_ratio_init(&value);
    for (int w = 0; w < 2; w++) {
        adj_odds *odds = adj_odds_new(100, true);
        while (adj_odds_next(odds)) {
            size_t way;
            bool refused;
            assert_int_equal(adj_odds_choose(odds, 3, ways[w], &way, &err), ADJ_OK);
            refused = way == 2 || (way == 1 && ask(odds, d2) == 1);
            adj_ratio_set_integer(&value, (int64_t)(10 * way) - (w == 1 ? 100 * (way == 2) : 0));
            (refused ? adj_odds_refuse : adj_odds_finish)(odds, "x", 1, &value, &err);
        }
        adj_odds_value(odds, &value);
        assert_true(mpq_cmp_si(value.q, w == 0 ? 10 : 0, 1) == 0);
        adj_odds_free(odds);
    }
    adj_ratio_clear(&value);
    adj_dist_free(d2);
}

static void a_branch_tells_the_answers_it_was_given(void **state)
{
    adj_dist *d3 = die(3), *one = die(1);
    adj_odds *odds = adj_odds_new(100, false);
    size_t seen = 0, stages;
    uint32_t index[4];
    adj_error err;
    bool go_on;

    (void)state;
    while (adj_odds_next(odds)) {
        size_t first = ask(odds, d3), second;
        (void)ask(odds, one);                       /* no answer to speak of */
        assert_int_equal(adj_odds_stage(odds, "s", 1, &go_on, &err), ADJ_OK);
        if (!go_on)
            continue;
        second = ask(odds, d3);
        adj_odds_finish(odds, "x", 1, NULL, NULL);
        assert_int_equal(adj_odds_answers(odds, index, 4, &stages), 2);
        assert_int_equal(index[0], first);
        assert_int_equal(index[1], second);
        assert_int_equal(stages, 1);
        assert_int_equal(adj_odds_answers(odds, NULL, 0, &stages), 2);
        seen++;
    }
    assert_int_equal(seen, 3);
    adj_odds_free(odds);
    adj_dist_free(d3);
    adj_dist_free(one);
}

/* The same number of outcomes, but others: before a stage, and after it. */
static void another_distribution_is_another_question(void **state)
{
    static const int64_t values[] = { 1, 2 };
    static const uint64_t even[] = { 1, 1 }, odd[] = { 1, 2 };
    adj_dist *a, *b, *same;

    (void)state;
    assert_int_equal(adj_dist_new(values, even, 2, &a), ADJ_OK);
    assert_int_equal(adj_dist_new(values, even, 2, &same), ADJ_OK);
    assert_int_equal(adj_dist_new(values, odd, 2, &b), ADJ_OK);
    for (int with_stage = 0; with_stage < 2; with_stage++)
        for (int other = 0; other < 2; other++) {
            adj_odds *odds = adj_odds_new(100, false);
            int runs = 0;
            adj_error err;
            size_t index;
            bool go_on = true;
            while (adj_odds_next(odds)) {
                int run = runs++;
                const adj_dist *dist = run % 2 == 0 ? a : other ? b : same;
                if (adj_odds_chance(odds, dist, &index, &err) != ADJ_OK)
                    continue;
                if (with_stage)
                    (void)adj_odds_stage(odds, "s", 1, &go_on, &err);
                if (go_on)
                    adj_odds_finish(odds, "x", 1, NULL, NULL);
            }
            assert_int_equal(adj_odds_failed(odds) != NULL, other);
            adj_odds_free(odds);
        }
    adj_dist_free(a);
    adj_dist_free(b);
    adj_dist_free(same);
}

static void what_is_certain_does_not_branch(void **state)
{
    adj_dist *one = die(1);
    adj_odds *odds = adj_odds_new(100, false);

    (void)state;
    while (adj_odds_next(odds)) {
        for (int i = 0; i < 10; i++)
            assert_int_equal(ask(odds, one), 0);
        adj_odds_finish(odds, "", 0, NULL, NULL);
    }
    assert_int_equal(adj_odds_branches(odds), 1);
    adj_odds_free(odds);
    adj_dist_free(one);
}

/* 300 dice, merged after each by their sum modulo 7: weights far beyond 128 bits. */
static void long_chains_stay_exact(void **state)
{
    adj_dist *d6 = die(6);
    adj_odds *odds = adj_odds_new(UINT64_MAX, false);
    adj_ratio sum, weight;
    mpz_t count, want;
    char key[32];

    (void)state;
    while (adj_odds_next(odds)) {
        size_t total = 0;
        for (int i = 0; i < 300; i++) {
            bool go_on;
            int n = snprintf(key, sizeof key, "%zu", total);
            assert_int_equal(adj_odds_stage(odds, key, (size_t)n, &go_on, NULL), ADJ_OK);
            if (!go_on)
                goto unwound;
            total = (total + 1 + ask(odds, d6)) % 7;
        }
        snprintf(key, sizeof key, "%zu", total);
        adj_odds_finish(odds, key, strlen(key), NULL, NULL);
unwound:;
    }
    adj_ratio_init(&sum);
    adj_ratio_init(&weight);
    mpz_init(count);
    mpz_init(want);
    assert_int_equal(adj_odds_outcomes(odds), 7);
    for (size_t i = 0, length; i < 7; i++) {
        adj_odds_outcome(odds, i, &length, &weight);
        mpq_add(sum.q, sum.q, weight.q);
    }
    assert_true(mpq_cmp_ui(sum.q, 1, 1) == 0);
    adj_odds_unmerged(odds, count);
    mpz_ui_pow_ui(want, 6, 300);
    assert_true(mpz_cmp(count, want) == 0);
    assert_int_equal(adj_odds_branches(odds), 1 + 6 + 36 + 298 * 42);
    mpz_clear(count);
    mpz_clear(want);
    adj_ratio_clear(&sum);
    adj_ratio_clear(&weight);
    adj_odds_free(odds);
    adj_dist_free(d6);
}

static void past_the_budget_it_stops_and_says_so(void **state)
{
    adj_dist *d6 = die(6);

    (void)state;
    for (int value_mode = 0; value_mode < 2; value_mode++)
        for (uint64_t budget = 34; budget <= 37; budget++) {
            adj_odds *odds = adj_odds_new(budget, value_mode);
            adj_ratio zero;
            uint64_t runs = 0;
            adj_ratio_init(&zero);
            while (adj_odds_next(odds)) {
                ask(odds, d6);
                ask(odds, d6);
                adj_odds_finish(odds, "x", 1, &zero, NULL);
                runs++;
            }
            assert_int_equal(runs, budget < 36 ? budget : 36);
            assert_int_equal(adj_odds_branches(odds), runs);
            assert_int_equal(adj_odds_over_budget(odds), budget < 36);
            assert_null(adj_odds_failed(odds));
            adj_ratio_clear(&zero);
            adj_odds_free(odds);
        }
    adj_dist_free(d6);
}

/* --- broken promises ---------------------------------------------------------------------- */

static void a_branch_without_an_end_is_a_failure(void **state)
{
    adj_odds *odds = adj_odds_new(10, false);

    (void)state;
    assert_true(adj_odds_next(odds));
    assert_false(adj_odds_next(odds));
    assert_string_equal(adj_odds_failed(odds), "a branch ended without an outcome");
    adj_odds_free(odds);
}

static void a_failure_ends_it_with_its_own_words(void **state)
{
    adj_odds *odds = adj_odds_new(10, false);

    (void)state;
    assert_true(adj_odds_next(odds));
    adj_odds_fail(odds, "the unit is gone");
    adj_odds_fail(odds, "again");
    assert_false(adj_odds_next(odds));
    assert_string_equal(adj_odds_failed(odds), "the unit is gone");
    adj_odds_free(odds);
}

static void a_procedure_that_asks_otherwise_when_run_again_is_found_out(void **state)
{
    adj_dist *d6 = die(6), *d4 = die(4);
    adj_error err;
    size_t index;
    bool go_on;

    (void)state;
    for (int how = 0; how < 4; how++) {
        adj_odds *odds = adj_odds_new(10, how == 3);
        adj_ratio zero;
        adj_ratio_init(&zero);
        assert_true(adj_odds_next(odds));
        ask(odds, d6);
        ask(odds, d6);
        assert_int_equal(adj_odds_finish(odds, "x", 1, &zero, &err), ADJ_OK);
        assert_true(adj_odds_next(odds));
        if (how == 0)
            assert_int_equal(adj_odds_chance(odds, d4, &index, &err), ADJ_EINVAL);
        else if (how == 1)
            assert_int_equal(adj_odds_finish(odds, "x", 1, &zero, &err), ADJ_EINVAL);
        else if (how == 2)
            assert_int_equal(adj_odds_stage(odds, "x", 1, &go_on, &err), ADJ_EINVAL);
        else
            assert_int_equal(adj_odds_choose(odds, 6, ADJ_CHOICE_MAX, &index, &err), ADJ_EINVAL);
        assert_non_null(strstr(err.text, "asks other questions"));
        assert_int_equal(adj_odds_chance(odds, d6, &index, &err), ADJ_EINVAL);  /* it is over */
        assert_false(adj_odds_next(odds));
        assert_non_null(adj_odds_failed(odds));
        adj_ratio_clear(&zero);
        adj_odds_free(odds);
    }
    adj_dist_free(d6);
    adj_dist_free(d4);
}

static void misuse_is_told(void **state)
{
    adj_dist *d6 = die(6);
    adj_odds *odds = adj_odds_new(10, false), *value = adj_odds_new(10, true);
    adj_error err;
    size_t index;
    bool go_on;

    (void)state;
    assert_int_equal(adj_odds_chance(odds, d6, &index, &err), ADJ_EINVAL);      /* no branch */
    assert_false(adj_odds_next(odds));
    adj_odds_free(odds);
    odds = adj_odds_new(10, false);
    assert_true(adj_odds_next(odds));
    assert_int_equal(adj_odds_choose(odds, 2, ADJ_CHOICE_MAX, &index, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "best play"));
    adj_odds_free(odds);
    assert_true(adj_odds_next(value));
    assert_int_equal(adj_odds_choose(value, 0, ADJ_CHOICE_MIN, &index, &err), ADJ_EINVAL);
    adj_odds_free(value);
    value = adj_odds_new(10, true);
    assert_true(adj_odds_next(value));
    assert_int_equal(adj_odds_finish(value, "x", 1, NULL, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "value"));
    adj_odds_free(value);
    value = adj_odds_new(10, true);
    assert_true(adj_odds_next(value));
    assert_int_equal(adj_odds_stage(value, "a", 1, &go_on, &err), ADJ_OK);
    assert_true(go_on);
    assert_int_equal(adj_odds_stage(value, "a", 1, &go_on, &err), ADJ_EINVAL);
    assert_non_null(strstr(err.text, "leads back"));
    adj_odds_free(value);
    adj_dist_free(d6);
}

/* Keys are bytes: a NUL or a prefix does not confuse them. */
static void keys_are_compared_in_full(void **state)
{
    static const struct { const char *text; size_t length; } keys[] = {
        {"a", 1}, {"a\0b", 3}, {"a\0c", 3}, {"", 0}, {"aaaaaaaaa", 9}, {"aaaaaaaaab", 10},
    };
    adj_dist *d6 = die(6);
    adj_odds *odds = adj_odds_new(100, false);

    (void)state;
    while (adj_odds_next(odds)) {
        bool go_on;
        size_t i = ask(odds, d6);
        adj_odds_stage(odds, keys[i].text, keys[i].length, &go_on, NULL);
        if (go_on)
            adj_odds_finish(odds, keys[i].text, keys[i].length, NULL, NULL);
    }
    assert_int_equal(adj_odds_outcomes(odds), 6);
    assert_int_equal(adj_odds_branches(odds), 12);
    adj_odds_free(odds);
    adj_dist_free(d6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_and_unmerged_odds_are_equal),
        cmocka_unit_test(best_play_is_what_plain_recursion_finds),
        cmocka_unit_test(outcomes_stand_in_the_order_in_which_they_came),
        cmocka_unit_test(branches_meet_at_a_boundary_however_they_came_there),
        cmocka_unit_test(a_refused_alternative_is_not_taken),
        cmocka_unit_test(a_branch_tells_the_answers_it_was_given),
        cmocka_unit_test(another_distribution_is_another_question),
        cmocka_unit_test(what_is_certain_does_not_branch),
        cmocka_unit_test(long_chains_stay_exact),
        cmocka_unit_test(past_the_budget_it_stops_and_says_so),
        cmocka_unit_test(a_branch_without_an_end_is_a_failure),
        cmocka_unit_test(a_failure_ends_it_with_its_own_words),
        cmocka_unit_test(a_procedure_that_asks_otherwise_when_run_again_is_found_out),
        cmocka_unit_test(misuse_is_told),
        cmocka_unit_test(keys_are_compared_in_full),
    };

    return cmocka_run_group_tests_name("odds", tests, NULL, NULL);
}
