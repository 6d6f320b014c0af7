/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_internal.h -- the inside of a distribution, for dist_*.c, dice and odds. */
#ifndef ADJ_DIST_INTERNAL_H
#define ADJ_DIST_INTERNAL_H

#include "dist.h"

__extension__ typedef unsigned __int128 adj_wide;

struct adj_dist {
    unsigned shares;
    size_t n;
    int64_t *values;
    adj_wide *small;        /* the weights when the total is below 2^127, else NULL */
    adj_wide total;
    mpz_t *big;             /* the weights otherwise, else NULL */
    mpz_t big_total;        /* live only with `big` */
    mpq_t cut;              /* live only when has_cut */
    bool has_cut;
};

/* 2^127: a total at or above it goes to GMP. */
#define ADJ_WIDE_LIMIT ((adj_wide)1 << 127)

void     adj_mpz_set_wide(mpz_ptr z, adj_wide value);
adj_wide adj_mpz_get_wide(mpz_srcptr z);        /* z in 0..2^128-1 */

/* n entries, uninitialised weights; with `big` every mpz is initialised to 0. */
adj_dist *adj_dist_make(size_t n, bool big);

/* dense[i] is the weight of base + i*step; zeros are left out. Takes nothing over. */
adj_dist *adj_dist_from_dense(int64_t base, int64_t step, const adj_wide *dense, size_t n);
/* values[i] with weights[i], ascending; zeros left out; small when the total fits. */
adj_dist *adj_dist_from_weights(const int64_t *values, mpz_t *weights, size_t n);
adj_dist *adj_dist_from_dense_big(int64_t base, int64_t step, mpz_t *dense, size_t n);

/* A result that stands for a's i-th value with b's j-th. */
typedef struct {
    int64_t value;
    uint32_t i, j;
} adj_dist_pair;

/* Merges equal values. `b` may be NULL: then the weights are a's alone. Sorts the pairs. */
adj_status adj_dist_merge(const adj_dist *a, const adj_dist *b, adj_dist_pair *pairs,
                          size_t n, adj_dist **out);

/* The greatest step such that all values are first + i*step; 1 for a single value. */
int64_t adj_dist_step(const adj_dist *dist);

/* The first index whose value is at least `value`; n when there is none. */
size_t adj_dist_lower_bound(const adj_dist *dist, int64_t value);

/* True when total_a^na * total_b^nb stays below the limit. */
bool adj_dist_fits(const adj_dist *a, uint32_t na, const adj_dist *b, uint32_t nb);

/* The limbs of a number up to total_a^na * total_b^nb; b may be NULL. 1 for what fits in 128
 * bits. A table of n such numbers counts n times that, at most ADJ_DIST_MAX. */
size_t adj_dist_limbs(const adj_dist *a, uint32_t na, const adj_dist *b, uint32_t nb);

/* cut += the cut of `from`, `times` times. */
void adj_dist_pass_cut(adj_dist *dist, const adj_dist *from, uint32_t times);
void adj_dist_set_cut(adj_dist *dist, mpq_srcptr cut);

mpz_t *adj_mpz_array(size_t n);                 /* initialised to 0; NULL: no memory */
void   adj_mpz_array_free(mpz_t *array, size_t n);

#endif
