/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist.h -- exact distributions: integer values with whole-number weights.
 *
 * The chance of a value is its weight over the total. Weights are held in 128 bits as
 * long as the total fits in 127, in GMP integers beyond, and never rounded. A
 * distribution is never changed once made, so it is shared by counting: every `_new`,
 * `_add`, ... gives the caller one share to `_free`. Values are distinct and ascending;
 * every weight is positive; there is at least one value.
 *
 * Functions whose work a script chooses take a budget (NULL: unlimited) and answer
 * ADJ_ELIMIT or ADJ_ECANCEL when it ends; ADJ_ERANGE when a value would not fit in 64
 * bits or a table would exceed ADJ_DIST_MAX entries; ADJ_ENOMEM; *out is NULL then. */
#ifndef ADJ_DIST_H
#define ADJ_DIST_H

#include "ratio.h"

typedef struct adj_dist adj_dist;

enum { ADJ_DIST_MAX = 1 << 22 };        /* entries of one table */

/* From n values in any order, equal ones merged, zero weights left out. ADJ_EINVAL
 * when every weight is zero. */
adj_status adj_dist_new(const int64_t *values, const uint64_t *weights, size_t n,
                        adj_dist **out);
adj_status adj_dist_point(int64_t value, adj_dist **out);
adj_status adj_dist_uniform(int64_t first, size_t n, adj_dist **out);

adj_dist *adj_dist_share(const adj_dist *dist);     /* one more share of the same */
void      adj_dist_free(adj_dist *dist);            /* gives one share back; NULL is fine */

size_t  adj_dist_size(const adj_dist *dist);
int64_t adj_dist_value(const adj_dist *dist, size_t i);             /* i from 0 */
void    adj_dist_weight(const adj_dist *dist, size_t i, mpz_t out);
void    adj_dist_total(const adj_dist *dist, mpz_t out);
void    adj_dist_chance(const adj_dist *dist, size_t i, adj_ratio *out);
/* Where `value` is: its index, or size when it is not among the values. */
size_t  adj_dist_find(const adj_dist *dist, int64_t value);

/* The chance that an unbounded rule (explosions without a stated bound) would have gone
 * on past what is tabulated; 0 for everything else. At most the sum over all parts. */
void    adj_dist_cut(const adj_dist *dist, adj_ratio *out);

/* --- sums, maps and conditions --------------------------------------------------- */

/* The sum, difference and product of independent values. */
adj_status adj_dist_add(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                        adj_dist **out);
adj_status adj_dist_subtract(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                             adj_dist **out);
adj_status adj_dist_multiply(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                             adj_dist **out);
/* value * factor + offset. */
adj_status adj_dist_scale(const adj_dist *dist, int64_t factor, int64_t offset,
                          adj_dist **out);
/* The sum of n independent values; n = 0 gives 0 for certain. */
adj_status adj_dist_power(const adj_dist *dist, uint32_t n, adj_budget *budget,
                          adj_dist **out);
/* The sum of as many independent values of `each` as `count` says (hits, then a save for
 * each hit). ADJ_EINVAL when count has a negative value. */
adj_status adj_dist_repeat(const adj_dist *count, const adj_dist *each, adj_budget *budget,
                           adj_dist **out);
/* values[i] stands for the i-th value; equal ones merge. */
adj_status adj_dist_map(const adj_dist *dist, const int64_t *values, adj_dist **out);
/* Given that the i-th value is one of those with keep[i]; ADJ_EINVAL when none is. */
adj_status adj_dist_given(const adj_dist *dist, const bool *keep, adj_dist **out);

/* n values of which the `low` lowest and the `high` highest are dropped; dropping as
 * many as there are, or more, leaves none. */
typedef struct { uint32_t n, low, high; } adj_kept;

/* The sum of the kept of n independent values; none kept gives 0. With `scores` a kept
 * value adds scores[i] for the i-th value instead of itself (1 for those that count). */
adj_status adj_dist_keep(const adj_dist *each, adj_kept kept, const int64_t *scores,
                         adj_budget *budget, adj_dist **out);

/* One side of a comparison: `n` values of `each`, `low` lowest and `high` highest dropped. */
typedef struct {
    const adj_dist *each;
    uint32_t n, low, high;
} adj_side_dice;

/* Best against best, second against second, as far as both go: how many comparisons
 * `a` wins; ties are for a when `ties_win`, else for b. */
adj_status adj_dist_versus(adj_side_dice a, adj_side_dice b, bool ties_win,
                           adj_budget *budget, adj_dist **out);

/* As adj_dist_keep for n items drawn without replacement; weights[i] items have the i-th
 * value. ADJ_EINVAL when there are fewer than n items. */
adj_status adj_dist_draw(const adj_dist *items, adj_kept kept, const int64_t *scores,
                         adj_budget *budget, adj_dist **out);

/* --- questions ------------------------------------------------------------------- */

void adj_dist_mean(const adj_dist *dist, adj_ratio *out);
void adj_dist_variance(const adj_dist *dist, adj_ratio *out);
void adj_dist_at_least(const adj_dist *dist, int64_t value, adj_ratio *out);
/* The least value v with chance(<= v) at least p; p is clamped to 0..1. */
int64_t adj_dist_quantile(const adj_dist *dist, const adj_ratio *p);
/* The chances that an independent a is above, equal to and below b. */
void adj_dist_compare(const adj_dist *a, const adj_dist *b, adj_ratio *above,
                      adj_ratio *equal, adj_ratio *below);

#endif
