/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/weight.h -- the exact weight of a branch: 128-bit while it fits, GMP beyond.
 *
 * A combat's weights are products of a few dice and fit; they are not even reduced, since
 * branches of the same shape share their denominator. */
#ifndef ADJ_WEIGHT_H
#define ADJ_WEIGHT_H

#include "dist_internal.h"

typedef struct {
    adj_wide num, den;          /* when big is NULL */
    mpq_t *big;
} adj_weight;

adj_weight adj_weight_whole(uint64_t n);
void       adj_weight_clear(adj_weight *w);                     /* to 0 */
adj_status adj_weight_copy(adj_weight *to, const adj_weight *from);     /* `to` holds nothing */
/* to = from * the chance of the i-th value; `to` holds nothing, and is not `from`. */
adj_status adj_weight_times(adj_weight *to, const adj_weight *from, const adj_dist *dist,
                            size_t i);
adj_status adj_weight_add(adj_weight *sum, const adj_weight *more);
void       adj_weight_get(const adj_weight *w, adj_ratio *out);

#endif
