/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice, distributions and odds when memory runs out: at the n-th allocation once, and from
 * the n-th on. (GMP's own memory is not ours to refuse.)
 * (valgrind: too slow) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dice.h"
#include "odds.h"
#include "failing_memory.h"
#include "watched.h"

/* --- the work ---------------------------------------------------------------------- */

static adj_status use_dice(const char *text)
{
    adj_dice *dice;
    const adj_dist *dist;
    adj_throws throws;
    adj_faces faces = { 0 };
    adj_status status;
    adj_error err;
    int64_t total;
    adj_rng rng;

    adj_rng_seed_integer(&rng, 1);
    if ((status = adj_dice_parse(text, strlen(text), &dice, &err)) != ADJ_OK)
        return status;
    status = adj_dice_roll(dice, &rng, &faces, &total);
    if (status != ADJ_OK) {
        assert_true(adj_rng_position(&rng) == 0);       /* nothing thrown */
        assert_int_equal(faces.n, 0);
    }
    if (status == ADJ_OK)
        status = adj_dice_dist(dice, NULL, &dist, &err);
    if (status == ADJ_OK)
        status = adj_dice_accept(dice, "3", 1, &faces, &total, &err);
    if (status == ADJ_EINVAL)
        status = ADJ_OK;                                /* a 3 is not enough for most */
    if (status == ADJ_OK && (status = adj_dice_throws(dice, false, NULL, &throws, &err)) == ADJ_OK)
        adj_throws_clear(&throws);
    free(faces.face);
    adj_dice_free(dice);
    return status;
}

static adj_status use_dist(void)
{
    static const int64_t values[] = { 0, 1, INT64_C(1) << 50 };
    static const uint64_t weights[] = { 1, 1, 2 };
    adj_dist *a = NULL, *b = NULL, *c = NULL, *d = NULL;
    bool keep[3] = { true, false, true };
    adj_status status;

    if ((status = adj_dist_new(values, weights, 3, &a)) == ADJ_OK &&
        (status = adj_dist_add(a, a, NULL, &b)) == ADJ_OK &&
        (status = adj_dist_given(a, keep, &c)) == ADJ_OK)
        status = adj_dist_subtract(b, c, NULL, &d);
    adj_dist_free(a);
    adj_dist_free(b);
    adj_dist_free(c);
    adj_dist_free(d);
    return status;
}

static adj_status use_repeat(void)
{
    adj_dist *a = NULL, *b = NULL;
    adj_status status;

    if ((status = adj_dist_uniform(0, 40, &a)) == ADJ_OK)
        status = adj_dist_repeat(a, a, NULL, &b);       /* beyond 128 bits */
    adj_dist_free(b);
    b = NULL;
    if (status == ADJ_OK)
        status = adj_dist_power(a, 2, NULL, &b);
    adj_dist_free(a);
    adj_dist_free(b);
    return status;
}

static adj_status use_odds(bool value_mode)
{
    static const int64_t values[] = { 1, 2, 3 };
    static const uint64_t weights[] = { UINT64_C(1) << 60, (UINT64_C(1) << 60) + 1, 1 };
    adj_dist *coin = NULL;
    adj_odds *odds = NULL;
    adj_status status = adj_dist_new(values, weights, 3, &coin);
    adj_ratio one;

    adj_ratio_init(&one);
    mpq_set_ui(one.q, 1, 1);
    if (status == ADJ_OK && (odds = adj_odds_new(UINT64_MAX, value_mode)) == NULL)
        status = ADJ_ENOMEM;
    while (odds != NULL && adj_odds_next(odds)) {
        size_t total = 0;
        for (int i = 0; i < 5 && status == ADJ_OK; i++) {      /* weights beyond 128 bits */
            char key[16];
            size_t index;
            bool go_on;
            int n = snprintf(key, sizeof key, "%d:%zu", i, total);
            if ((status = adj_odds_stage(odds, key, (size_t)n, &go_on, NULL)) != ADJ_OK || !go_on)
                goto unwound;
            if ((status = adj_odds_chance(odds, coin, &index, NULL)) == ADJ_OK && i == 0 &&
                value_mode)
                status = adj_odds_choose(odds, 2, ADJ_CHOICE_MAX, &index, NULL);
            total = (total + index) % 3;
        }
        if (status == ADJ_OK)
            status = adj_odds_finish(odds, total == 0 ? "even" : "odd", 3, &one, NULL);
unwound:;
    }
    if (odds != NULL && status == ADJ_OK && adj_odds_failed(odds) != NULL)
        status = ADJ_ENOMEM;
    for (size_t i = 0, length; odds != NULL && i < adj_odds_outcomes(odds); i++)
        adj_odds_outcome(odds, i, &length, &one);
    adj_odds_free(odds);
    adj_dist_free(coin);
    adj_ratio_clear(&one);
    return status;
}

static adj_status use(int which)
{
    static const char *const texts[] = {
        "3d4kh2+1", "2d4!:2r<2 each(x2) dl1", "d6 vs 2d3", "2 of {1,2,2,3}kh1", "3d4kl2c<2*2",
        "60d6-50d4", "2d3!", "2 of {1..3}c2", "d2*d2*-d2",
    };
    enum { TEXTS = sizeof texts / sizeof *texts };

    if (which < TEXTS)
        return use_dice(texts[which]);
    switch (which - TEXTS) {
    case 0: return use_dist();
    case 1: return use_repeat();
    case 2: return use_odds(false);
    case 3: return use_odds(true);
    default: return ADJ_ENOTFOUND;
    }
}

/* Every request to the 400th, then every 97th; SLOW (under valgrind or a sanitizer): a sample. */
static void every_failed_allocation_is_told(void **state)
{
    long near = watched() ? 13 : 1, far = watched() ? 1997 : 97;

    (void)state;
    for (int which = 0; use(which) != ADJ_ENOTFOUND; which++)
        for (int all = 0; all < 2; all++)
            for (long n = 0; ; n += n < 400 ? near : far) {
                adj_status status;
                countdown = n;
                forever = all;
                failed = false;
                status = use(which);
                countdown = -1;
                if (!failed)                    /* never came to the n-th */
                    break;
                if (status != ADJ_ENOMEM && !(which == 5 && status == ADJ_ERANGE))
                    fail_msg("use %d, allocation %ld: status %d", which, n, (int)status);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_told),
    };

    return cmocka_run_group_tests_name("dice memory", tests, NULL, NULL);
}
