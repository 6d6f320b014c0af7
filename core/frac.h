/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/frac.h -- exact fractions of two 64-bit integers.
 *
 * An adj_frac is always in lowest terms with a positive denominator, so equal fractions
 * have equal bits. Arithmetic that would leave 64 bits is refused, never rounded. */
#ifndef ADJ_FRAC_H
#define ADJ_FRAC_H

#include "adj.h"

typedef struct {
    int64_t num, den;       /* den >= 1, gcd(num, den) == 1 */
} adj_frac;

/* All five: ADJ_OK and *out; ADJ_EINVAL for a zero denominator or divisor; ADJ_ERANGE when
 * the result, or a step towards it, does not fit. On failure *out is as it was. */
adj_status adj_frac_make(int64_t num, int64_t den, adj_frac *out);
adj_status adj_frac_add(adj_frac a, adj_frac b, adj_frac *out);
adj_status adj_frac_sub(adj_frac a, adj_frac b, adj_frac *out);
adj_status adj_frac_mul(adj_frac a, adj_frac b, adj_frac *out);
adj_status adj_frac_div(adj_frac a, adj_frac b, adj_frac *out);

/* Negative, zero or positive as a is below, equal to or above b. Exact, never fails. */
int adj_frac_compare(adj_frac a, adj_frac b);

/* The largest integer not above a, and the smallest not below it. */
int64_t adj_frac_floor(adj_frac a);
int64_t adj_frac_ceil(adj_frac a);

/* "3/4", or "3" for a whole number. Returns the length; 44 bytes are always enough. */
int adj_frac_text(adj_frac a, char *buffer, size_t size);

#endif
