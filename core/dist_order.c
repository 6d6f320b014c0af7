/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_order.c -- sums of the highest or lowest dice, and best against best.
 *
 * Neither enumerates throws: the values are taken in order and only how many dice show
 * each matters. The algorithms are written once (dist_order_template.h) and built for
 * 128-bit numbers and for GMP's. */
#include "dist_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    size_t n, begin, end;   /* sorted places [begin, end) are kept, counted from the first
                             * value taken; begin < end <= n */
    bool ascending;         /* values are taken from the lowest up */
    bool draw;              /* without replacement: a weight is a number of items */
    int64_t step, base;     /* a kept sum is base + step * index */
    const int64_t *scores;  /* what the i-th value adds to the sum; NULL: itself */
    int64_t least;          /* the least score */
    size_t span, width;     /* indices of one die, and of the sum, from 0 */
    uint64_t *rest;         /* draws: items after the t-th value taken */
    adj_budget *budget;     /* charged beforehand, and polled */
} Order;

typedef struct {
    adj_side_dice a, b;
    size_t pairs;           /* comparisons */
    bool ties_win;
    adj_budget *budget;
} Versus;

/* Comparisons decided when, at one value, `a` more dice join i of a's and `b` more join
 * j of b's: pair k is won when a's die is placed here and b's comes later. */
static size_t wins(const Versus *v, size_t i, size_t a, size_t j, size_t b)
{
    size_t won = 0, reach = v->ties_win ? j : j + b;

    for (size_t k = 0; k < v->pairs; k++) {
        size_t mine = v->a.high + k, theirs = v->b.high + k;
        won += mine >= i && mine < i + a && theirs >= reach;
    }
    return won;
}

/* n over k where the result fits: divides before it multiplies. */
static adj_wide wide_binomial(size_t n, size_t k)
{
    adj_wide c = 1;

    if (k > n)
        return 0;
    if (k > n - k)
        k = n - k;
    for (size_t j = 1; j <= k; j++) {
        uint64_t g = adj_gcd(j, (uint64_t)(c % j));
        c = c / g * ((n - k + j) / (j / g));
    }
    return c;
}

/* --- 128 bits -------------------------------------------------------------------- */

#define NAME(x) x##_wide
#define NUM adj_wide
#define NEW(n) calloc((n), sizeof(adj_wide))
#define FREE(p, n) free(p)
#define SET0(x) ((x) = 0)
#define SET1(x) ((x) = 1)
#define COPY(x, a) ((x) = (a))
#define ADD(x, a) ((x) += (a))
#define SUB(x, a) ((x) -= (a))
#define MUL(x, a, b) ((x) = (a) * (b))
#define ADDMUL(x, a, b) ((x) += (a) * (b))
#define IS0(x) ((x) == 0)
#define BINOMIAL(x, n, k) ((x) = wide_binomial((n), (k)))
#define WEIGHT(x, dist, i) ((x) = (dist)->small[i])
#define FINISH(base, step, dense, n) adj_dist_from_dense((base), (step), (dense), (n))
#include "dist_order_template.h"
#undef NAME
#undef NUM
#undef NEW
#undef FREE
#undef SET0
#undef SET1
#undef COPY
#undef ADD
#undef SUB
#undef MUL
#undef ADDMUL
#undef IS0
#undef BINOMIAL
#undef WEIGHT
#undef FINISH

/* --- any size -------------------------------------------------------------------- */

#define NAME(x) x##_big
#define NUM mpz_t
#define NEW(n) adj_mpz_array(n)
#define FREE(p, n) adj_mpz_array_free((p), (n))
#define SET0(x) mpz_set_ui((x), 0)
#define SET1(x) mpz_set_ui((x), 1)
#define COPY(x, a) mpz_set((x), (a))
#define ADD(x, a) mpz_add((x), (x), (a))
#define SUB(x, a) mpz_sub((x), (x), (a))
#define MUL(x, a, b) mpz_mul((x), (a), (b))
#define ADDMUL(x, a, b) mpz_addmul((x), (a), (b))
#define IS0(x) (mpz_sgn(x) == 0)
#define BINOMIAL(x, n, k) mpz_bin_uiui((x), (n), (k))
#define WEIGHT(x, dist, i) adj_dist_weight((dist), (i), (x))
#define FINISH(base, step, dense, n) adj_dist_from_dense_big((base), (step), (dense), (n))
#include "dist_order_template.h"

/* --- the public faces ------------------------------------------------------------ */

static adj_status keep(const adj_dist *each, const int64_t *scores, adj_kept kept,
                       bool draw, adj_budget *budget, adj_dist **out)
{
    uint32_t n = kept.n, low = kept.low, high = kept.high;
    Order o = { .n = n, .draw = draw, .step = 1, .budget = budget,
                .scores = scores != NULL ? scores : each->values };
    int64_t first = o.scores[0], last = o.scores[0], top;
    uint64_t items = 0, span, work;
    uint64_t limbs = draw ? (uint64_t)each->total / 64 + 1      /* at most 2^items ways */
                          : adj_dist_limbs(each, n, NULL, 0);
    adj_status status;

    if ((uint64_t)low + high >= n)
        return adj_dist_point(0, out);
    for (size_t i = 1; i < each->n; i++) {
        first = o.scores[i] < first ? o.scores[i] : first;
        last = o.scores[i] > last ? o.scores[i] : last;
    }
    o.least = first;
    if (scores == NULL)
        o.step = adj_dist_step(each);
    o.ascending = low < high;           /* the shorter way to the kept dice */
    o.begin = o.ascending ? low : high;
    o.end = n - (o.ascending ? high : low);
    span = ((uint64_t)last - (uint64_t)first) / (uint64_t)o.step;
    if (__builtin_mul_overflow(first, (int64_t)(o.end - o.begin), &o.base) ||
        __builtin_mul_overflow(last, (int64_t)(o.end - o.begin), &top) ||
        span >= ADJ_DIST_MAX / (o.end - o.begin) ||
        (uint64_t)o.end * (span * (o.end - o.begin) + 1) > ADJ_DIST_MAX / 2 / limbs)
        return ADJ_ERANGE;
    o.span = (size_t)span;
    o.width = o.span * (o.end - o.begin) + 1;
    work = (uint64_t)each->n * o.end * (n + o.width * (o.end - o.begin)) + (uint64_t)n * n;
    work *= limbs;                                      /* far from overflow: both are bounded */
    if ((status = adj_budget_charge(budget, work)) != ADJ_OK)
        return status;
    if (draw) {
        if ((o.rest = malloc(each->n * sizeof *o.rest)) == NULL)
            return ADJ_ENOMEM;
        for (size_t t = each->n; t-- > 0; ) {
            o.rest[t] = items;
            items += (uint64_t)each->small[o.ascending ? t : each->n - 1 - t];
        }
    }
    status = (draw ? items < 120 : adj_dist_fits(each, n, NULL, 0))
           ? keep_wide(&o, each, out) : keep_big(&o, each, out);
    free(o.rest);
    return status;
}

adj_status adj_dist_keep(const adj_dist *each, adj_kept kept, const int64_t *scores,
                         adj_budget *budget, adj_dist **out)
{
    adj_status status;

    *out = NULL;
    if (scores == NULL && kept.low == 0 && kept.high == 0)
        return adj_dist_power(each, kept.n, budget, out);
    if (each->n == 1 && (uint64_t)kept.low + kept.high < kept.n) {  /* sure dice */
        adj_dist *point = NULL;
        if ((status = adj_dist_point(scores != NULL ? scores[0] : each->values[0],
                                     &point)) != ADJ_OK)
            return status;
        status = adj_dist_scale(point, (int64_t)(kept.n - kept.low - kept.high), 0, out);
        adj_dist_free(point);
        return status;
    }
    status = keep(each, scores, kept, false, budget, out);
    if (status == ADJ_OK)
        adj_dist_pass_cut(*out, each, kept.n);
    return status;
}

adj_status adj_dist_draw(const adj_dist *items, adj_kept kept, const int64_t *scores,
                         adj_budget *budget, adj_dist **out)
{
    *out = NULL;
    if (items->small == NULL || items->total > ADJ_DIST_MAX)
        return ADJ_ERANGE;
    if (kept.n > items->total)
        return ADJ_EINVAL;
    return keep(items, scores, kept, true, budget, out);
}

static uint32_t kept_of(const adj_side_dice *side)
{
    uint64_t dropped = (uint64_t)side->low + side->high;

    return dropped >= side->n ? 0 : side->n - (uint32_t)dropped;
}

adj_status adj_dist_versus(adj_side_dice a, adj_side_dice b, bool ties_win,
                           adj_budget *budget, adj_dist **out)
{
    Versus v = { .a = a, .b = b, .ties_win = ties_win, .budget = budget };
    uint64_t states, work;
    adj_status status;

    *out = NULL;
    v.pairs = kept_of(&a) < kept_of(&b) ? kept_of(&a) : kept_of(&b);
    if (v.pairs == 0)
        return adj_dist_point(0, out);
    if (a.n > 1000 || b.n > 1000)
        return ADJ_ERANGE;
    states = (uint64_t)(a.n + 1) * (b.n + 1) * (v.pairs + 1);
    work = (a.each->n + b.each->n) * states * (a.n + 1) * (b.n + 1);
    if (states > ADJ_DIST_MAX / adj_dist_limbs(a.each, a.n, b.each, b.n))
        return ADJ_ERANGE;
    if ((status = adj_budget_charge(budget, work)) != ADJ_OK)
        return status;
    status = adj_dist_fits(a.each, a.n, b.each, b.n) ? versus_wide(&v, out)
                                                     : versus_big(&v, out);
    if (status == ADJ_OK) {
        adj_dist_pass_cut(*out, a.each, a.n);
        adj_dist_pass_cut(*out, b.each, b.n);
    }
    return status;
}
