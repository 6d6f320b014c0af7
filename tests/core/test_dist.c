/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distributions against plain enumeration, and against fractions worked out by hand.
 * (valgrind: too slow) */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <cmocka.h>

#include "dist.h"
#include "watched.h"

/* --- help ------------------------------------------------------------------------ */

static adj_dist *make(const int64_t *values, const uint64_t *weights, size_t n)
{
    adj_dist *dist;

    assert_int_equal(adj_dist_new(values, weights, n, &dist), ADJ_OK);
    return dist;
}

static adj_dist *die(size_t sides)
{
    adj_dist *dist;

    assert_int_equal(adj_dist_uniform(1, sides, &dist), ADJ_OK);
    return dist;
}

/* The chance of a value as text, "0" when it cannot come. */
static const char *chance(const adj_dist *dist, int64_t value)
{
    static char text[4][400];
    static int turn;
    size_t i = adj_dist_find(dist, value);
    adj_ratio r;

    turn = (turn + 1) % 4;
    adj_ratio_init(&r);
    if (i < adj_dist_size(dist))
        adj_dist_chance(dist, i, &r);
    assert_true(adj_ratio_text(&r, text[turn], sizeof text[turn]) <= sizeof text[turn]);
    adj_ratio_clear(&r);
    return text[turn];
}

static void assert_same(const adj_dist *a, const adj_dist *b)
{
    assert_int_equal(adj_dist_size(a), adj_dist_size(b));
    for (size_t i = 0; i < adj_dist_size(a); i++) {
        assert_int_equal(adj_dist_value(a, i), adj_dist_value(b, i));
        assert_string_equal(chance(a, adj_dist_value(a, i)), chance(b, adj_dist_value(b, i)));
    }
}

static uint64_t weight_of(const adj_dist *dist, size_t i)
{
    uint64_t weight;
    mpz_t z;

    mpz_init(z);
    adj_dist_weight(dist, i, z);
    weight = mpz_get_ui(z);
    mpz_clear(z);
    return weight;
}

/* All tuples of n values of `each`: calls score for each with its weight. */
typedef int64_t Score(const int64_t *tuple, size_t n, const void *context);

typedef struct { int64_t *value; uint64_t *weight; size_t n; } Counts;

static void enumerate(const adj_dist *each, size_t n, Score *score, const void *context,
                      Counts *counts)
{
    size_t index[16] = { 0 }, k = 0;
    int64_t tuple[16] = { 0 };
    uint64_t all = 1;

    for (size_t i = 0; i < n; i++)
        all *= adj_dist_size(each);
    counts->value = calloc(all, sizeof(int64_t));
    counts->weight = calloc(all, sizeof(uint64_t));
    counts->n = 0;
    do {
        uint64_t weight = 1;
        for (size_t i = 0; i < n; i++) {
            tuple[i] = adj_dist_value(each, index[i]);
            weight *= weight_of(each, index[i]);
        }
        counts->value[counts->n] = score(tuple, n, context);
        counts->weight[counts->n++] = weight;
        for (k = 0; k < n && ++index[k] == adj_dist_size(each); k++)
            index[k] = 0;
    } while (k < n);
}

static void assert_enumerates(const adj_dist *dist, const adj_dist *each, size_t n,
                              Score *score, const void *context)
{
    Counts counts;
    adj_dist *want;

    enumerate(each, n, score, context, &counts);
    want = make(counts.value, counts.weight, counts.n);
    assert_same(dist, want);
    adj_dist_free(want);
    free(counts.value);
    free(counts.weight);
}

static int upwards(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static int64_t sum_kept(const int64_t *tuple, size_t n, const void *context)
{
    const adj_kept *kept = context;
    int64_t sorted[16], sum = 0;

    memcpy(sorted, tuple, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, upwards);
    for (size_t i = kept->low; i + kept->high < n; i++)
        sum += sorted[i];
    return sum;
}

static int64_t count_fours(const int64_t *tuple, size_t n, const void *context)
{
    const adj_kept *kept = context;
    int64_t sorted[16], sum = 0;

    memcpy(sorted, tuple, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, upwards);
    for (size_t i = kept->low; i + kept->high < n; i++)
        sum += sorted[i] == 4;
    return sum;
}

/* --- making ---------------------------------------------------------------------- */

static void equal_values_merge_and_zero_weights_go(void **state)
{
    static const int64_t values[] = { 3, 1, 3, 7, -2 };
    static const uint64_t weights[] = { 1, 2, 4, 0, 1 };
    adj_dist *dist = make(values, weights, 5), *none;

    (void)state;
    assert_int_equal(adj_dist_size(dist), 3);
    assert_int_equal(adj_dist_value(dist, 0), -2);
    assert_string_equal(chance(dist, 3), "5/8");
    assert_string_equal(chance(dist, 7), "0");
    assert_int_equal(adj_dist_new(values, weights + 3, 1, &none), ADJ_EINVAL);
    assert_null(none);
    assert_int_equal(adj_dist_new(values, weights, 0, &none), ADJ_EINVAL);
    assert_int_equal(adj_dist_uniform(1, 0, &none), ADJ_EINVAL);
    assert_int_equal(adj_dist_uniform(1, (size_t)ADJ_DIST_MAX + 1, &none), ADJ_ERANGE);
    assert_int_equal(adj_dist_uniform(INT64_MAX, 2, &none), ADJ_ERANGE);
    adj_dist_free(dist);
    adj_dist_free(NULL);
}

/* --- sums ------------------------------------------------------------------------- */

static void powers_are_all_throws_summed(void **state)
{
    static const int64_t odd[] = { -3, 0, 5, 12 };
    static const uint64_t weights[] = { 1, 2, 2, 7 };
    adj_dist *all[3] = { die(6), die(1), make(odd, weights, 4) }, *sum;
    adj_kept none = { 0, 0, 0 };

    (void)state;
    for (size_t d = 0; d < 3; d++) {
        for (uint32_t n = 1; n <= 5; n++) {
            assert_int_equal(adj_dist_power(all[d], n, NULL, &sum), ADJ_OK);
            assert_enumerates(sum, all[d], n, sum_kept, &none);
            adj_dist_free(sum);
        }
        assert_int_equal(adj_dist_power(all[d], 0, NULL, &sum), ADJ_OK);
        assert_string_equal(chance(sum, 0), "1");
        adj_dist_free(sum);
        adj_dist_free(all[d]);
    }
}

/* 80d6 needs more than 128 bits; it is also two sums of 40d6 and n single additions. */
static void long_and_short_numbers_give_the_same_sums(void **state)
{
    static const int64_t values[] = { 1, 4, 9 };
    static const uint64_t weights[] = { 1000003, 1, 999999937 };
    adj_dist *each[2] = { die(6), make(values, weights, 3) };
    uint32_t half[2] = { 40, 3 };

    (void)state;
    for (int d = 0; d < 2; d++) {
        adj_dist *whole, *part, *twice, *steps = NULL, *next;
        assert_int_equal(adj_dist_power(each[d], 2 * half[d], NULL, &whole), ADJ_OK);
        assert_int_equal(adj_dist_power(each[d], half[d], NULL, &part), ADJ_OK);
        assert_int_equal(adj_dist_add(part, part, NULL, &twice), ADJ_OK);
        assert_int_equal(adj_dist_point(0, &steps), ADJ_OK);
        for (uint32_t i = 0; i < 2 * half[d]; i++) {
            assert_int_equal(adj_dist_add(steps, each[d], NULL, &next), ADJ_OK);
            adj_dist_free(steps);
            steps = next;
        }
        assert_same(whole, twice);
        assert_same(whole, steps);
        adj_dist_free(whole);
        adj_dist_free(part);
        adj_dist_free(twice);
        adj_dist_free(steps);
        adj_dist_free(each[d]);
    }
}

static void known_fractions(void **state)
{
    adj_dist *d6 = die(6), *sum;

    (void)state;
    assert_int_equal(adj_dist_power(d6, 2, NULL, &sum), ADJ_OK);
    assert_string_equal(chance(sum, 7), "1/6");
    assert_string_equal(chance(sum, 12), "1/36");
    adj_dist_free(sum);
    assert_int_equal(adj_dist_power(d6, 40, NULL, &sum), ADJ_OK);
    assert_string_equal(chance(sum, 40), "1/13367494538843734067838845976576");
    /* 41: one die of 40 shows 2 */
    assert_string_equal(chance(sum, 41), "5/1670936817355466758479855747072");
    adj_dist_free(sum);
    assert_int_equal(adj_dist_power(d6, 100, NULL, &sum), ADJ_OK);
    assert_string_equal(chance(sum, 600), chance(sum, 100));
    assert_string_equal(chance(sum, 345), chance(sum, 355));
    adj_dist_free(sum);
    assert_int_equal(adj_dist_keep(d6, (adj_kept){ 4, 1, 0 }, NULL, NULL, &sum), ADJ_OK);
    assert_string_equal(chance(sum, 18), "7/432");              /* 21 of 1296 */
    assert_string_equal(chance(sum, 3), "1/1296");
    adj_dist_free(sum);
    adj_dist_free(d6);
}

static void differences_products_and_scales(void **state)
{
    adj_dist *d6 = die(6), *d4 = die(4), *x;

    (void)state;
    assert_int_equal(adj_dist_subtract(d6, d4, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 0), "1/6");
    assert_string_equal(chance(x, -3), "1/24");
    adj_dist_free(x);
    assert_int_equal(adj_dist_multiply(d6, d4, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 12), "1/8");                  /* 3*4, 4*3, 6*2 */
    assert_string_equal(chance(x, 7), "0");
    adj_dist_free(x);
    assert_int_equal(adj_dist_scale(d6, -250, 10, &x), ADJ_OK);
    assert_string_equal(chance(x, -1490), "1/6");
    assert_int_equal(adj_dist_value(x, 5), -240);
    adj_dist_free(x);
    assert_int_equal(adj_dist_scale(d6, 0, 3, &x), ADJ_OK);
    assert_string_equal(chance(x, 3), "1");
    adj_dist_free(x);
    adj_dist_free(d6);
    adj_dist_free(d4);
}

/* Above a few hundred values sums are worked out another way: against every pair. */
static void wide_uneven_dice_are_all_pairs_too(void **state)
{
    enum { FACES = 400 };
    int64_t values[FACES];
    uint64_t weights[FACES], sum[2 * FACES] = { 0 };
    adj_dist *die, *twice, *both;
    mpz_t weight, other;

    (void)state;
    for (size_t i = 0; i < FACES; i++) {
        values[i] = (int64_t)i * 3 - 50;
        weights[i] = i % 7 * i + 1;
    }
    for (size_t i = 0; i < FACES; i++)
        for (size_t j = 0; j < FACES; j++)
            sum[i + j] += weights[i] * weights[j];
    mpz_inits(weight, other, NULL);
    assert_int_equal(adj_dist_new(values, weights, FACES, &die), ADJ_OK);
    assert_int_equal(adj_dist_power(die, 2, NULL, &twice), ADJ_OK);
    assert_int_equal(adj_dist_add(die, die, NULL, &both), ADJ_OK);
    assert_int_equal(adj_dist_size(twice), 2 * FACES - 1);
    assert_int_equal(adj_dist_size(both), 2 * FACES - 1);
    for (size_t i = 0; i < 2 * FACES - 1; i++) {
        assert_int_equal(adj_dist_value(twice, i), (int64_t)i * 3 - 100);
        adj_dist_weight(twice, i, weight);
        adj_dist_weight(both, i, other);
        assert_int_equal(mpz_cmp(weight, other), 0);
        assert_int_equal(mpz_cmp_ui(weight, sum[i]), 0);
    }
    mpz_clears(weight, other, NULL);
    adj_dist_free(die);
    adj_dist_free(twice);
    adj_dist_free(both);
}

static void values_far_apart_are_added_without_a_table(void **state)
{
    static const int64_t wide[] = { 0, 1, INT64_C(1) << 60 };
    static const uint64_t weights[] = { 1, 1, 2 };
    static const uint64_t heavy[] = { UINT64_MAX, UINT64_MAX, UINT64_MAX };
    adj_dist *a = make(wide, weights, 3), *b = make(wide, heavy, 3), *x, *y;

    (void)state;
    assert_int_equal(adj_dist_add(a, a, NULL, &x), ADJ_OK);
    assert_int_equal(adj_dist_size(x), 6);
    assert_string_equal(chance(x, 1), "1/8");
    assert_string_equal(chance(x, (INT64_C(1) << 60) + 1), "1/4");
    adj_dist_free(x);
    assert_int_equal(adj_dist_add(b, b, NULL, &x), ADJ_OK);     /* more than 128 bits */
    assert_string_equal(chance(x, 1), "2/9");
    assert_int_equal(adj_dist_multiply(x, b, NULL, &y), ADJ_ERANGE);
    adj_dist_free(x);
    adj_dist_free(a);
    adj_dist_free(b);
}

static void what_does_not_fit_is_refused(void **state)
{
    static const int64_t far[] = { INT64_MIN, INT64_MAX };
    static const uint64_t even[] = { 1, 1 };
    adj_dist *a = make(far, even, 2), *d6 = die(6), *million = die(1000000), *x;

    (void)state;
    assert_int_equal(adj_dist_add(a, d6, NULL, &x), ADJ_ERANGE);
    assert_null(x);
    assert_int_equal(adj_dist_subtract(d6, a, NULL, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_power(a, 2, NULL, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_power(million, 100, NULL, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_multiply(million, million, NULL, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_keep(a, (adj_kept){ 3, 1, 0 }, NULL, NULL, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_keep(million, (adj_kept){ 100, 50, 0 }, NULL, NULL, &x),
                     ADJ_ERANGE);
    assert_int_equal(adj_dist_scale(a, 2, 0, &x), ADJ_ERANGE);
    assert_int_equal(adj_dist_repeat(million, million, NULL, &x), ADJ_ERANGE);
    adj_dist_free(a);
    adj_dist_free(d6);
    adj_dist_free(million);
}

static void a_spent_budget_and_a_cancel_stop_the_work(void **state)
{
    adj_dist *d6 = die(6), *x = NULL;
    volatile int cancel = 1;

    (void)state;
    for (int which = 0; which < 2; which++) {
        adj_status want = which == 0 ? ADJ_ELIMIT : ADJ_ECANCEL;
        adj_budget budget = { which == 0 ? 3 : UINT64_MAX, which == 0 ? NULL : &cancel };
        adj_side_dice side = { d6, 3, 0, 0 };
        assert_int_equal(adj_dist_add(d6, d6, &budget, &x), want);
        assert_int_equal(adj_dist_multiply(d6, d6, &budget, &x), want);
        assert_int_equal(adj_dist_power(d6, 20, &budget, &x), want);
        assert_int_equal(adj_dist_power(d6, 200, &budget, &x), want);
        assert_int_equal(adj_dist_repeat(d6, d6, &budget, &x), want);
        assert_int_equal(adj_dist_keep(d6, (adj_kept){ 5, 2, 0 }, NULL, &budget, &x), want);
        assert_int_equal(adj_dist_draw(d6, (adj_kept){ 5, 2, 0 }, NULL, &budget, &x), want);
        assert_int_equal(adj_dist_versus(side, side, false, &budget, &x), want);
        assert_null(x);
    }
    adj_dist_free(d6);
}

static volatile int interrupted;

static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

typedef adj_status Long(const adj_dist *, adj_budget *, adj_dist **);

static adj_status keep_long(const adj_dist *d, adj_budget *budget, adj_dist **out)
{
    return adj_dist_keep(d, (adj_kept){ 20, 10, 0 }, NULL, budget, out);
}

static adj_status compare_long(const adj_dist *d, adj_budget *budget, adj_dist **out)
{
    adj_side_dice side = { d, 40, 0, 0 };

    return adj_dist_versus(side, side, true, budget, out);
}

static adj_status repeat_long(const adj_dist *d, adj_budget *budget, adj_dist **out)
{
    adj_dist *coin;
    adj_status status;

    assert_int_equal(adj_dist_uniform(0, 2, &coin), ADJ_OK);
    status = adj_dist_repeat(d, coin, budget, out);
    adj_dist_free(coin);
    return status;
}

/* In the middle too: what takes a second here takes several elsewhere. */
static void a_cancel_stops_work_that_has_begun(void **state)
{
    static const struct { Long *work; int sides; } cases[] = {
        { keep_long, 1500 }, { compare_long, 40 }, { repeat_long, 8000 },
    };

    (void)state;
    signal(SIGVTALRM, interrupt);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct itimerval soon = { .it_value = { 0, 50000 } };
        adj_budget budget = { UINT64_MAX, &interrupted };
        adj_dist *d, *out = NULL;
        clock_t before = clock();

        interrupted = 0;
        assert_int_equal(adj_dist_uniform(1, (size_t)cases[i].sides, &d), ADJ_OK);
        assert_int_equal(setitimer(ITIMER_VIRTUAL, &soon, NULL), 0);
        assert_int_equal(cases[i].work(d, &budget, &out), ADJ_ECANCEL);
        assert_null(out);
        assert_true(clock() - before < (watched() ? 20 : 1) * CLOCKS_PER_SEC / 4);
        adj_dist_free(d);
    }
}

/* --- keeping ------------------------------------------------------------------------ */

static void kept_sums_are_all_throws_sorted(void **state)
{
    static const int64_t odd[] = { -5, 0, 1, 4 };
    static const uint64_t weights[] = { 2, 1, 3, 1 };
    static const uint64_t heavy[] = { UINT64_C(1) << 13, 1, 3, UINT64_C(1) << 12 };
    adj_dist *all[3] = { die(6), make(odd, weights, 4), make(odd, heavy, 4) };

    (void)state;
    for (size_t d = 0; d < 3; d++) {
        const int64_t fours[] = { 0, 0, 0, 1, 0, 0 };
        for (uint32_t n = 1; n <= 4; n++)
            for (uint32_t low = 0; low <= n + 1; low++)
                for (uint32_t high = 0; high + low <= n + 1; high++) {
                    adj_kept kept = { n, low, high };
                    adj_dist *x;
                    assert_int_equal(adj_dist_keep(all[d], kept, NULL, NULL, &x), ADJ_OK);
                    assert_enumerates(x, all[d], n, sum_kept, &kept);
                    adj_dist_free(x);
                    assert_int_equal(adj_dist_keep(all[d], kept, fours, NULL, &x), ADJ_OK);
                    assert_enumerates(x, all[d], n, count_fours, &kept);
                    adj_dist_free(x);
                }
        adj_dist_free(all[d]);
    }
}

/* With weights scaled by a large factor the same chances need GMP. */
static void long_and_short_numbers_keep_alike(void **state)
{
    int64_t values[6];
    uint64_t large[6];
    adj_dist *d6 = die(6), *same, *x, *y;

    (void)state;
    for (int i = 0; i < 6; i++) {
        values[i] = i + 1;
        large[i] = UINT64_C(1) << 60;
    }
    same = make(values, large, 6);
    for (uint32_t low = 0; low <= 7; low++)
        for (uint32_t high = 0; high + low <= 7; high++) {
            adj_kept kept = { 7, low, high };
            assert_int_equal(adj_dist_keep(d6, kept, NULL, NULL, &x), ADJ_OK);
            assert_int_equal(adj_dist_keep(same, kept, NULL, NULL, &y), ADJ_OK);
            assert_same(x, y);
            adj_dist_free(x);
            adj_dist_free(y);
        }
    adj_dist_free(d6);
    adj_dist_free(same);
}

static void many_sure_dice_are_sure(void **state)
{
    adj_dist *d1 = die(1), *x;
    const int64_t hit[] = { 1 };

    (void)state;
    assert_int_equal(adj_dist_keep(d1, (adj_kept){ 1000, 3, 400 }, NULL, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 597), "1");
    adj_dist_free(x);
    assert_int_equal(adj_dist_keep(d1, (adj_kept){ 1000, 0, 0 }, hit, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 1000), "1");
    adj_dist_free(x);
    adj_dist_free(d1);
}

typedef struct { size_t na, nb; adj_kept a, b; bool ties; } Fight;

static int64_t fight(const int64_t *tuple, size_t n, const void *context)
{
    const Fight *f = context;
    int64_t a[16], b[16], won = 0;

    (void)n;
    memcpy(a, tuple, f->na * sizeof *a);
    memcpy(b, tuple + f->na, f->nb * sizeof *b);
    qsort(a, f->na, sizeof *a, upwards);
    qsort(b, f->nb, sizeof *b, upwards);
    for (size_t k = 0; k + f->a.low + f->a.high < f->na && k + f->b.low + f->b.high < f->nb; k++) {
        int64_t x = a[f->na - 1 - f->a.high - k], y = b[f->nb - 1 - f->b.high - k];
        won += x > y || (f->ties && x == y);
    }
    return won;
}

static void comparisons_are_all_throws_against_each_other(void **state)
{
    static const int64_t odd[] = { -1, 2, 3 };
    static const uint64_t weights[] = { 1, 2, 1 }, heavy[] = { UINT64_C(1) << 8, 1, 7 };
    adj_dist *all[3] = { die(4), make(odd, weights, 3), make(odd, heavy, 3) };

    (void)state;
    for (int d = 0; d < 3; d++) {
        for (size_t na = 0; na <= 3; na++)
            for (size_t nb = 0; nb <= 3; nb++)
                for (uint32_t low = 0; low <= 1; low++)
                    for (uint32_t high = 0; high <= 1; high++)
                        for (int ties = 0; ties < 2; ties++) {
                            Fight f = { na, nb, { 0, 0, high }, { 0, low, 0 }, ties };
                            adj_side_dice a = { all[d], (uint32_t)na, 0, high };
                            adj_side_dice b = { all[d], (uint32_t)nb, low, 0 };
                            adj_dist *x;
                            assert_int_equal(adj_dist_versus(a, b, ties, NULL, &x), ADJ_OK);
                            assert_enumerates(x, all[d], na + nb, fight, &f);
                            adj_dist_free(x);
                        }
        adj_dist_free(all[d]);
    }
}

/* Three against two is in every book about Risk: 2890, 2611, 2275 of 7776. */
static void risk_three_against_two(void **state)
{
    adj_dist *d6 = die(6), *x;
    adj_side_dice a = { d6, 3, 0, 0 }, b = { d6, 2, 0, 0 };

    (void)state;
    assert_int_equal(adj_dist_versus(a, b, false, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 2), "1445/3888");             /* 2890/7776 */
    assert_string_equal(chance(x, 1), "2611/7776");
    assert_string_equal(chance(x, 0), "2275/7776");
    adj_dist_free(x);
    adj_dist_free(d6);
}

static void unlike_dice_can_be_compared(void **state)
{
    adj_dist *d6 = die(6), *d1 = die(1), *x;
    adj_side_dice a = { d6, 2, 0, 0 }, b = { d1, 900, 0, 0 };

    (void)state;
    assert_int_equal(adj_dist_versus(a, b, false, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 2), "25/36");
    assert_string_equal(chance(x, 0), "1/36");
    adj_dist_free(x);
    b.n = 1001;
    assert_int_equal(adj_dist_versus(a, b, false, NULL, &x), ADJ_ERANGE);
    adj_dist_free(d6);
    adj_dist_free(d1);
}

/* --- drawing -------------------------------------------------------------------------- */

/* All ordered draws of n items, by index. */
static void enumerate_draws(const int64_t *item, size_t items, const adj_kept *kept,
                            Counts *counts)
{
    size_t index[8] = { 0 }, n = kept->n, k = 0;

    counts->value = calloc(100000, sizeof(int64_t));
    counts->weight = calloc(100000, sizeof(uint64_t));
    counts->n = 0;
    do {
        int64_t tuple[8];
        bool twice = false;
        for (size_t i = 0; i < n; i++) {
            tuple[i] = item[index[i]];
            for (size_t j = 0; j < i; j++)
                twice |= index[i] == index[j];
        }
        if (!twice) {
            counts->value[counts->n] = sum_kept(tuple, n, kept);
            counts->weight[counts->n++] = 1;
        }
        for (k = 0; k < n && ++index[k] == items; k++)
            index[k] = 0;
    } while (k < n);
}

static void draws_do_not_put_back(void **state)
{
    static const int64_t item[] = { 1, 1, 2, 3, 3, 3 };
    static const uint64_t ones[] = { 1, 1, 1, 1, 1, 1 };
    adj_dist *items = make(item, ones, 6), *x, *want;

    (void)state;
    for (uint32_t n = 1; n <= 5; n++)
        for (uint32_t low = 0; low < n; low++)
            for (uint32_t high = 0; high + low < n; high++) {
                adj_kept kept = { n, low, high };
                Counts counts;
                enumerate_draws(item, 6, &kept, &counts);
                want = make(counts.value, counts.weight, counts.n);
                assert_int_equal(adj_dist_draw(items, kept, NULL, NULL, &x), ADJ_OK);
                assert_same(x, want);
                adj_dist_free(want);
                adj_dist_free(x);
                free(counts.value);
                free(counts.weight);
            }
    assert_int_equal(adj_dist_draw(items, (adj_kept){ 6, 0, 0 }, NULL, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 13), "1");
    adj_dist_free(x);
    assert_int_equal(adj_dist_draw(items, (adj_kept){ 7, 0, 0 }, NULL, NULL, &x), ADJ_EINVAL);
    adj_dist_free(items);
}

/* 13 hearts in 52 cards, 5 drawn: the hypergeometric distribution; and a pack so large that
 * it needs GMP. */
static void hearts_in_a_hand(void **state)
{
    static const int64_t heart[] = { 0, 1 };
    static const uint64_t pack[] = { 39, 13 }, packs[] = { 390, 130 };
    adj_dist *cards = make(heart, pack, 2), *x;

    (void)state;
    assert_int_equal(adj_dist_draw(cards, (adj_kept){ 5, 0, 0 }, NULL, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 5), "33/66640");
    assert_string_equal(chance(x, 0), "2109/9520");
    adj_dist_free(x);
    adj_dist_free(cards);
    cards = make(heart, packs, 2);
    assert_int_equal(adj_dist_draw(cards, (adj_kept){ 2, 0, 0 }, NULL, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 2), "43/692");                /* 130/520 * 129/519 */
    adj_dist_free(x);
    adj_dist_free(cards);
}

/* --- as many as ------------------------------------------------------------------------- */

static void repeats_are_a_mixture_of_powers(void **state)
{
    static const int64_t counts[] = { 0, 2, 3, 5 }, each_value[] = { -2, 1, 4 };
    static const uint64_t weights[] = { 1, 3, 2, 1 }, heavy[] = { UINT64_C(1) << 40, 1, 5 };
    adj_dist *count = make(counts, weights, 4);

    (void)state;
    for (int d = 0; d < 3; d++) {
        adj_dist *each = d == 0 ? die(6) : make(each_value, d == 1 ? weights : heavy, 3);
        adj_dist *x;
        adj_ratio want, part, have;
        adj_ratio_init(&want);
        adj_ratio_init(&part);
        adj_ratio_init(&have);
        assert_int_equal(adj_dist_repeat(count, each, NULL, &x), ADJ_OK);
        for (int64_t v = -12; v <= 32; v++) {
            size_t at = adj_dist_find(x, v);
            mpq_set_ui(want.q, 0, 1);
            mpq_set_ui(have.q, 0, 1);
            for (size_t i = 0; i < 4; i++) {
                adj_dist *power;
                size_t k;
                assert_int_equal(adj_dist_power(each, (uint32_t)counts[i], NULL, &power), ADJ_OK);
                k = adj_dist_find(power, v);
                if (k < adj_dist_size(power)) {
                    adj_dist_chance(power, k, &part);
                    adj_ratio_set(&have, (int64_t)weights[i], 7);
                    mpq_mul(part.q, part.q, have.q);
                    mpq_add(want.q, want.q, part.q);
                }
                adj_dist_free(power);
            }
            mpq_set_ui(have.q, 0, 1);
            if (at < adj_dist_size(x))
                adj_dist_chance(x, at, &have);
            assert_true(mpq_equal(have.q, want.q));
        }
        adj_dist_free(x);
        adj_dist_free(each);
        adj_ratio_clear(&want);
        adj_ratio_clear(&part);
        adj_ratio_clear(&have);
    }
    adj_dist_free(count);
}

static void repeats_of_nothing_are_nothing(void **state)
{
    adj_dist *zero, *seven, *d6 = die(6), *minus, *x;

    (void)state;
    adj_dist_point(0, &zero);
    adj_dist_point(7, &seven);
    adj_dist_scale(d6, -1, 0, &minus);
    assert_int_equal(adj_dist_repeat(zero, d6, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 0), "1");
    adj_dist_free(x);
    assert_int_equal(adj_dist_repeat(d6, zero, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 0), "1");
    adj_dist_free(x);
    assert_int_equal(adj_dist_repeat(d6, seven, NULL, &x), ADJ_OK);
    assert_string_equal(chance(x, 42), "1/6");
    adj_dist_free(x);
    assert_int_equal(adj_dist_repeat(minus, d6, NULL, &x), ADJ_EINVAL);
    adj_dist_free(zero);
    adj_dist_free(seven);
    adj_dist_free(minus);
    adj_dist_free(d6);
}

/* --- maps, conditions, questions ------------------------------------------------------------ */

static void maps_merge_and_conditions_rescale(void **state)
{
    static const int64_t image[] = { 0, 0, 1, 1, 1, 9 };
    static const bool keep[] = { false, true, false, true, false, true }, none[6];
    adj_dist *d6 = die(6), *x;

    (void)state;
    assert_int_equal(adj_dist_map(d6, image, &x), ADJ_OK);
    assert_int_equal(adj_dist_size(x), 3);
    assert_string_equal(chance(x, 1), "1/2");
    adj_dist_free(x);
    assert_int_equal(adj_dist_given(d6, keep, &x), ADJ_OK);
    assert_string_equal(chance(x, 4), "1/3");
    assert_string_equal(chance(x, 3), "0");
    adj_dist_free(x);
    assert_int_equal(adj_dist_given(d6, none, &x), ADJ_EINVAL);
    assert_null(x);
    adj_dist_free(d6);
}

static void questions_have_exact_answers(void **state)
{
    static const struct { int64_t n, d, want; } quantiles[] = {
        {0, 1, 2}, {1, 36, 2}, {2, 36, 3}, {1, 2, 7}, {21, 36, 7}, {22, 36, 8}, {1, 1, 12},
        {5, 1, 12}, {-1, 1, 2},
    };
    adj_dist *d6 = die(6), *sum;
    adj_ratio r, equal, below;
    char text[64];

    (void)state;
    adj_ratio_init(&r);
    adj_ratio_init(&equal);
    adj_ratio_init(&below);
    adj_dist_power(d6, 2, NULL, &sum);
    adj_dist_mean(sum, &r);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "7");
    adj_dist_variance(sum, &r);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "35/6");
    adj_dist_at_least(sum, 10, &r);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "1/6");
    adj_dist_at_least(sum, 13, &r);
    assert_true(mpq_sgn(r.q) == 0);
    adj_dist_at_least(sum, INT64_MIN, &r);
    assert_true(mpq_cmp_ui(r.q, 1, 1) == 0);
    for (size_t i = 0; i < sizeof quantiles / sizeof *quantiles; i++) {
        adj_ratio_set(&r, quantiles[i].n, quantiles[i].d);
        assert_int_equal(adj_dist_quantile(sum, &r), quantiles[i].want);
    }
    adj_dist_compare(d6, sum, &r, &equal, &below);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "5/54");          /* 20 of 216 */
    adj_ratio_text(&equal, text, sizeof text);
    assert_string_equal(text, "5/72");
    mpq_add(r.q, r.q, equal.q);
    mpq_add(r.q, r.q, below.q);
    assert_true(mpq_cmp_ui(r.q, 1, 1) == 0);
    adj_ratio_clear(&r);
    adj_ratio_clear(&equal);
    adj_ratio_clear(&below);
    adj_dist_free(sum);
    adj_dist_free(d6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_values_merge_and_zero_weights_go),
        cmocka_unit_test(powers_are_all_throws_summed),
        cmocka_unit_test(long_and_short_numbers_give_the_same_sums),
        cmocka_unit_test(known_fractions),
        cmocka_unit_test(differences_products_and_scales),
        cmocka_unit_test(wide_uneven_dice_are_all_pairs_too),
        cmocka_unit_test(values_far_apart_are_added_without_a_table),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(a_spent_budget_and_a_cancel_stop_the_work),
        cmocka_unit_test(a_cancel_stops_work_that_has_begun),
        cmocka_unit_test(kept_sums_are_all_throws_sorted),
        cmocka_unit_test(long_and_short_numbers_keep_alike),
        cmocka_unit_test(many_sure_dice_are_sure),
        cmocka_unit_test(comparisons_are_all_throws_against_each_other),
        cmocka_unit_test(risk_three_against_two),
        cmocka_unit_test(unlike_dice_can_be_compared),
        cmocka_unit_test(draws_do_not_put_back),
        cmocka_unit_test(hearts_in_a_hand),
        cmocka_unit_test(repeats_are_a_mixture_of_powers),
        cmocka_unit_test(repeats_of_nothing_are_nothing),
        cmocka_unit_test(maps_merge_and_conditions_rescale),
        cmocka_unit_test(questions_have_exact_answers),
    };

    return cmocka_run_group_tests_name("dist", tests, NULL, NULL);
}
