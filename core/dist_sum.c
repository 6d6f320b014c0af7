/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_sum.c -- sums, products, maps and conditions of distributions.
 *
 * A sum is a product of polynomials. While the total fits in 127 bits it is multiplied
 * out in 128-bit numbers; beyond, the coefficients are laid side by side in one long
 * integer (Kronecker's substitution) and GMP multiplies that. */
#include "dist_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- every pair of values -------------------------------------------------------- */

typedef bool Operation(int64_t x, int64_t y, int64_t *out);     /* false: overflow */

static bool add_values(int64_t x, int64_t y, int64_t *out)
{
    return !__builtin_add_overflow(x, y, out);
}

static bool multiply_values(int64_t x, int64_t y, int64_t *out)
{
    return !__builtin_mul_overflow(x, y, out);
}

static adj_status all_pairs(const adj_dist *a, const adj_dist *b, Operation *operation,
                            adj_budget *budget, adj_dist **out)
{
    adj_status status;
    adj_dist_pair *pairs;
    size_t n = 0;

    if (a->n > ADJ_DIST_MAX / b->n / adj_dist_limbs(a, 1, b, 1))
        return ADJ_ERANGE;
    if ((status = adj_budget_charge(budget, 4 * a->n * b->n)) != ADJ_OK)
        return status;
    if ((pairs = malloc(a->n * b->n * sizeof *pairs)) == NULL)
        return ADJ_ENOMEM;
    status = ADJ_ERANGE;
    for (size_t i = 0; i < a->n; i++)
        for (size_t j = 0; j < b->n; j++, n++) {
            if (!operation(a->values[i], b->values[j], &pairs[n].value))
                goto done;
            pairs[n].i = (uint32_t)i;
            pairs[n].j = (uint32_t)j;
        }
    status = adj_dist_merge(a, b, pairs, n, out);
done:
    free(pairs);
    return status;
}

/* --- tables on a lattice --------------------------------------------------------- */

/* How many entries from first to last in steps; 0 when that is past the limit. */
static size_t lattice_size(int64_t first, int64_t last, int64_t step)
{
    uint64_t span = ((uint64_t)last - (uint64_t)first) / (uint64_t)step;

    return span >= ADJ_DIST_MAX ? 0 : (size_t)span + 1;
}

static int64_t first_of(const adj_dist *dist)
{
    return dist->values[0];
}

static int64_t last_of(const adj_dist *dist)
{
    return dist->values[dist->n - 1];
}

static size_t place(const adj_dist *dist, size_t i, int64_t step)
{
    return (size_t)(((uint64_t)dist->values[i] - (uint64_t)dist->values[0]) / (uint64_t)step);
}

static int64_t common_step(const adj_dist *a, const adj_dist *b)
{
    if (a->n == 1)
        return adj_dist_step(b);
    if (b->n == 1)
        return adj_dist_step(a);
    return (int64_t)adj_gcd((uint64_t)adj_dist_step(a), (uint64_t)adj_dist_step(b));
}

/* The polynomial of `dist` as one integer, a coefficient every `limbs` limbs. */
static void pack(mpz_t out, const adj_dist *dist, int64_t step, size_t limbs)
{
    size_t length = (place(dist, dist->n - 1, step) + 1) * limbs;
    mp_limb_t *limb = mpz_limbs_write(out, (mp_size_t)length);
    mpz_t weight;

    memset(limb, 0, length * sizeof *limb);
    mpz_init(weight);
    for (size_t i = 0; i < dist->n; i++) {
        adj_dist_weight(dist, i, weight);
        memcpy(limb + place(dist, i, step) * limbs, mpz_limbs_read(weight),
               mpz_size(weight) * sizeof *limb);
    }
    mpz_clear(weight);
    mpz_limbs_finish(out, (mp_size_t)length);
}

static adj_dist *unpack(const mpz_t packed, int64_t first, int64_t step, size_t n,
                        size_t limbs)
{
    mpz_t *dense = adj_mpz_array(n), slot;
    size_t length = mpz_size(packed);
    adj_dist *dist;

    if (dense == NULL)
        return NULL;
    for (size_t i = 0; i < n && i * limbs < length; i++) {
        size_t have = length - i * limbs < limbs ? length - i * limbs : limbs;
        mpz_set(dense[i], mpz_roinit_n(slot, mpz_limbs_read(packed) + i * limbs,
                                       (mp_size_t)have));
    }
    dist = adj_dist_from_dense_big(first, step, dense, n);
    adj_mpz_array_free(dense, n);
    return dist;
}

/* --- sums ------------------------------------------------------------------------ */

/* Polynomials are multiplied by hand while a term of the result takes fewer products than this;
 * beyond it, packed into integers, which is never quadratic. */
enum { PRODUCTS_BY_HAND = 150, WIDE_LIMBS = 2 };

/* As unpack, of two limbs a coefficient. */
static adj_dist *unpack_wide(const mpz_t packed, int64_t first, int64_t step, size_t n)
{
    adj_wide *dense = calloc(n, sizeof *dense);
    const mp_limb_t *limb = mpz_limbs_read(packed);
    size_t length = mpz_size(packed);
    adj_dist *dist;

    if (dense == NULL)
        return NULL;
    for (size_t i = 0; i < length && i < WIDE_LIMBS * n; i++)
        dense[i / WIDE_LIMBS] |= (adj_wide)limb[i] << (i % WIDE_LIMBS * 64);
    dist = adj_dist_from_dense(first, step, dense, n);
    free(dense);
    return dist;
}

static adj_status add_small(const adj_dist *a, const adj_dist *b, int64_t first,
                            int64_t step, size_t n, adj_dist **out)
{
    adj_wide *dense = calloc(n, sizeof *dense);

    if (dense == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < a->n; i++) {
        adj_wide *row = dense + place(a, i, step);
        for (size_t j = 0; j < b->n; j++)
            row[place(b, j, step)] += a->small[i] * b->small[j];
    }
    *out = adj_dist_from_dense(first, step, dense, n);
    free(dense);
    return *out != NULL ? ADJ_OK : ADJ_ENOMEM;
}

static adj_status add_big(const adj_dist *a, const adj_dist *b, int64_t first, int64_t step,
                          size_t n, bool fits, adj_dist **out)
{
    size_t limbs = fits ? WIDE_LIMBS : adj_dist_limbs(a, 1, b, 1);
    mpz_t x, y;

    if (n > ADJ_DIST_MAX / limbs)
        return ADJ_ERANGE;
    mpz_init(x);
    mpz_init(y);
    pack(x, a, step, limbs);
    pack(y, b, step, limbs);
    mpz_mul(x, x, y);
    *out = fits ? unpack_wide(x, first, step, n) : unpack(x, first, step, n, limbs);
    mpz_clear(x);
    mpz_clear(y);
    return *out != NULL ? ADJ_OK : ADJ_ENOMEM;
}

adj_status adj_dist_add(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                        adj_dist **out)
{
    int64_t first, last, step = common_step(a, b);
    adj_status status;
    bool fits, by_hand;
    size_t n;

    *out = NULL;
    if (__builtin_add_overflow(first_of(a), first_of(b), &first) ||
        __builtin_add_overflow(last_of(a), last_of(b), &last))
        return ADJ_ERANGE;
    n = lattice_size(first, last, step);
    if (n == 0 || n / 8 > a->n * b->n) {        /* mostly holes */
        status = all_pairs(a, b, add_values, budget, out);
    } else {
        fits = adj_dist_fits(a, 1, b, 1);
        by_hand = fits && a->n * b->n / n <= PRODUCTS_BY_HAND;
        status = adj_budget_charge(budget, by_hand ? a->n * b->n : 16 * n);
        if (status == ADJ_OK)
            status = by_hand ? add_small(a, b, first, step, n, out)
                             : add_big(a, b, first, step, n, fits, out);
    }
    if (status == ADJ_OK) {
        adj_dist_pass_cut(*out, a, 1);
        adj_dist_pass_cut(*out, b, 1);
    }
    return status;
}

adj_status adj_dist_subtract(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                             adj_dist **out)
{
    adj_dist *minus = NULL;
    adj_status status = adj_dist_scale(b, -1, 0, &minus);

    *out = NULL;
    if (status == ADJ_OK)
        status = adj_dist_add(a, minus, budget, out);
    adj_dist_free(minus);
    return status;
}

adj_status adj_dist_multiply(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                             adj_dist **out)
{
    adj_status status;

    *out = NULL;
    status = all_pairs(a, b, multiply_values, budget, out);
    if (status == ADJ_OK) {
        adj_dist_pass_cut(*out, a, 1);
        adj_dist_pass_cut(*out, b, 1);
    }
    return status;
}

/* Whether all values from the first to the last have the same weight. */
static bool is_even(const adj_dist *dist, int64_t step)
{
    if (dist->small == NULL || dist->n != place(dist, dist->n - 1, step) + 1)
        return false;
    for (size_t i = 1; i < dist->n; i++)
        if (dist->small[i] != dist->small[0])
            return false;
    return true;
}

/* now = then times an even die of `width` faces: a window slides along. */
static void add_even_die(adj_wide *now, const adj_wide *then, size_t n, size_t width,
                         adj_wide weight)
{
    adj_wide window = 0;

    for (size_t k = 0; k < n + width - 1; k++) {
        if (k < n)
            window += then[k];
        if (k >= width)
            window -= then[k - width];
        now[k] = window * weight;
    }
}

static adj_status power_small(const adj_dist *dist, uint32_t n, int64_t first, int64_t step,
                              size_t size, adj_dist **out)
{
    size_t width = place(dist, dist->n - 1, step) + 1, length = 1;
    bool even = is_even(dist, step);
    adj_wide *block = malloc(2 * size * sizeof *block), *then = block, *now;

    if (block == NULL)
        return ADJ_ENOMEM;
    now = then + size;
    then[0] = 1;
    for (uint32_t k = 0; k < n; k++) {
        adj_wide *swap = then;
        if (even) {
            add_even_die(now, then, length, width, dist->small[0]);
        } else {
            memset(now, 0, (length + width - 1) * sizeof *now);
            for (size_t j = 0; j < dist->n; j++) {
                adj_wide *row = now + place(dist, j, step), weight = dist->small[j];
                for (size_t i = 0; i < length; i++)
                    row[i] += then[i] * weight;
            }
        }
        length += width - 1;
        then = now;
        now = swap;
    }
    *out = adj_dist_from_dense(first, step, then, length);
    free(block);
    return *out != NULL ? ADJ_OK : ADJ_ENOMEM;
}

adj_status adj_dist_power(const adj_dist *dist, uint32_t n, adj_budget *budget,
                          adj_dist **out)
{
    int64_t first, last, step = adj_dist_step(dist);
    size_t size, limbs;
    bool fits, by_hand;
    adj_status status;

    *out = NULL;
    if (n == 0)
        return adj_dist_point(0, out);
    if (__builtin_mul_overflow(first_of(dist), (int64_t)n, &first) ||
        __builtin_mul_overflow(last_of(dist), (int64_t)n, &last) ||
        (size = lattice_size(first, last, step)) == 0)
        return ADJ_ERANGE;
    fits = adj_dist_fits(dist, n, NULL, 0);
    by_hand = fits && (is_even(dist, step) || dist->n * n / 2 <= PRODUCTS_BY_HAND);
    limbs = !fits ? adj_dist_limbs(dist, n, NULL, 0) : by_hand ? 1 : WIDE_LIMBS;
    if (size > ADJ_DIST_MAX / limbs)
        return ADJ_ERANGE;
    status = adj_budget_charge(budget, !by_hand ? 16 * size * limbs
                                     : is_even(dist, step) ? size * n : size * n * dist->n);
    if (status != ADJ_OK)
        return status;
    if (by_hand) {
        status = power_small(dist, n, first, step, size, out);
    } else {
        mpz_t packed;
        mpz_init(packed);
        pack(packed, dist, step, limbs);
        mpz_pow_ui(packed, packed, n);
        *out = fits ? unpack_wide(packed, first, step, size)
                    : unpack(packed, first, step, size, limbs);
        status = *out != NULL ? ADJ_OK : ADJ_ENOMEM;
        mpz_clear(packed);
    }
    if (status == ADJ_OK)
        adj_dist_pass_cut(*out, dist, n);
    return status;
}
