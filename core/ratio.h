/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/ratio.h -- exact rational numbers of any size, for chances and shares.
 *
 * Always in lowest terms with a positive denominator. Arithmetic is GMP's mpq; this
 * header adds what a person reads. Running out of memory inside GMP ends the process;
 * callers bound the sizes (adj_budget, the limits of the dice notation). */
#ifndef ADJ_RATIO_H
#define ADJ_RATIO_H

#include "adj.h"

#include <gmp.h>

typedef struct { mpq_t q; } adj_ratio;

void adj_ratio_init(adj_ratio *r);          /* to 0; clear it when done */
void adj_ratio_clear(adj_ratio *r);
void adj_ratio_set_integer(adj_ratio *r, int64_t n);

/* n/d. ADJ_EINVAL when d is 0. */
adj_status adj_ratio_set(adj_ratio *r, int64_t n, int64_t d);

/* "5", "-5/12". ADJ_EINVAL for anything else, blanks included. */
adj_status adj_ratio_parse(adj_ratio *r, const char *text);

/* The texts below go into text[size] if it is large enough; they return the room that is
 * always enough, the final NUL included. */

/* "5/12", or "3" when whole. */
size_t adj_ratio_text(const adj_ratio *r, char *text, size_t size);

/* "41.67 %": rounded to `digits` places (at most 1000), a half away from zero. */
size_t adj_ratio_percent(const adj_ratio *r, unsigned digits, char *text, size_t size);

/* The nearest double or one beside it; only for drawing, never for state. */
double adj_ratio_number(const adj_ratio *r);

/* int64 to GMP, whatever the size of long. */
void adj_mpz_set_int64(mpz_ptr z, int64_t value);
void adj_mpz_set_uint64(mpz_ptr z, uint64_t value);

#endif
