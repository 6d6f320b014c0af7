/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist.c -- distributions: how they are held and made, what they are made of. Sums are in
 * dist_sum.c, keeping and comparing the highest in dist_order.c, moments, tails and comparisons in
 * dist_figures.c. */
#include "dist_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- big numbers ----------------------------------------------------------------- */

void adj_mpz_set_wide(mpz_ptr z, adj_wide value)
{
    uint64_t halves[2] = { (uint64_t)value, (uint64_t)(value >> 64) };

    mpz_import(z, 2, -1, sizeof *halves, 0, 0, halves);
}

adj_wide adj_mpz_get_wide(mpz_srcptr z)
{
    uint64_t halves[2] = { 0, 0 };

    assert(mpz_sgn(z) >= 0 && mpz_sizeinbase(z, 2) <= 128);
    mpz_export(halves, NULL, -1, sizeof *halves, 0, 0, z);
    return (adj_wide)halves[1] << 64 | halves[0];
}

mpz_t *adj_mpz_array(size_t n)
{
    mpz_t *array = n > SIZE_MAX / sizeof *array ? NULL : malloc(n * sizeof *array);

    if (array != NULL)
        for (size_t i = 0; i < n; i++)
            mpz_init(array[i]);
    return array;
}

void adj_mpz_array_free(mpz_t *array, size_t n)
{
    if (array == NULL)
        return;
    for (size_t i = 0; i < n; i++)
        mpz_clear(array[i]);
    free(array);
}

/* --- life ------------------------------------------------------------------------ */

/* Values and small weights live in the same block as the header. */
adj_dist *adj_dist_make(size_t n, bool big)
{
    size_t head = (sizeof(adj_dist) + 15) & ~(size_t)15;
    size_t room = (n * sizeof(int64_t) + 15) & ~(size_t)15;
    adj_dist *dist = malloc(head + room + (big ? 0 : n * sizeof(adj_wide)));

    if (dist == NULL)
        return NULL;
    memset(dist, 0, sizeof *dist);
    dist->shares = 1;
    dist->n = n;
    dist->values = (int64_t *)(void *)((char *)dist + head);
    if (!big) {
        dist->small = (adj_wide *)(void *)((char *)dist + head + room);
    } else if ((dist->big = adj_mpz_array(n)) == NULL) {
        free(dist);
        return NULL;
    } else {
        mpz_init(dist->big_total);
    }
    return dist;
}

adj_dist *adj_dist_share(const adj_dist *dist)
{
    adj_dist *shared = (adj_dist *)dist;        /* only the count of shares changes */

    shared->shares++;
    return shared;
}

void adj_dist_free(adj_dist *dist)
{
    if (dist == NULL || --dist->shares > 0)
        return;
    if (dist->big != NULL) {
        adj_mpz_array_free(dist->big, dist->n);
        mpz_clear(dist->big_total);
    }
    if (dist->has_cut)
        mpq_clear(dist->cut);
    free(dist);
}

void adj_dist_set_cut(adj_dist *dist, mpq_srcptr cut)
{
    if (mpq_sgn(cut) == 0)
        return;
    if (!dist->has_cut)
        mpq_init(dist->cut);
    dist->has_cut = true;
    mpq_set(dist->cut, cut);
}

void adj_dist_pass_cut(adj_dist *dist, const adj_dist *from, uint32_t times)
{
    mpq_t sum;

    if (!from->has_cut || times == 0)
        return;
    mpq_init(sum);
    mpq_set_ui(sum, times, 1);
    mpq_mul(sum, sum, from->cut);
    if (dist->has_cut)
        mpq_add(sum, sum, dist->cut);
    adj_dist_set_cut(dist, sum);
    mpq_clear(sum);
}

/* --- making ---------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

adj_status adj_dist_new(const int64_t *values, const uint64_t *weights, size_t n,
                        adj_dist **out)
{
    struct { int64_t value; uint64_t weight; } *pairs;
    adj_dist *dist;
    size_t used = 0;

    *out = NULL;
    if (n > ADJ_DIST_MAX)
        return ADJ_ERANGE;
    if ((pairs = malloc((n + 1) * sizeof *pairs)) == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < n; i++)
        if (weights[i] != 0) {
            pairs[used].value = values[i];
            pairs[used++].weight = weights[i];
        }
    if (used == 0) {
        free(pairs);
        return ADJ_EINVAL;
    }
    qsort(pairs, used, sizeof *pairs, by_value);
    if ((dist = adj_dist_make(used, false)) == NULL) {
        free(pairs);
        return ADJ_ENOMEM;
    }
    dist->n = 0;
    for (size_t i = 0; i < used; i++) {
        if (dist->n == 0 || dist->values[dist->n - 1] != pairs[i].value) {
            dist->values[dist->n] = pairs[i].value;
            dist->small[dist->n++] = 0;
        }
        dist->small[dist->n - 1] += pairs[i].weight;
        dist->total += pairs[i].weight;
    }
    free(pairs);
    *out = dist;
    return ADJ_OK;
}

adj_status adj_dist_point(int64_t value, adj_dist **out)
{
    return adj_dist_uniform(value, 1, out);
}

adj_status adj_dist_uniform(int64_t first, size_t n, adj_dist **out)
{
    adj_dist *dist;
    int64_t last;

    *out = NULL;
    if (n == 0)
        return ADJ_EINVAL;
    if (n > ADJ_DIST_MAX || __builtin_add_overflow(first, (int64_t)n - 1, &last))
        return ADJ_ERANGE;
    if ((dist = adj_dist_make(n, false)) == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < n; i++) {
        dist->values[i] = first + (int64_t)i;
        dist->small[i] = 1;
    }
    dist->total = n;
    *out = dist;
    return ADJ_OK;
}

adj_dist *adj_dist_from_dense(int64_t base, int64_t step, const adj_wide *dense, size_t n)
{
    size_t used = 0;
    adj_dist *dist;

    for (size_t i = 0; i < n; i++)
        used += dense[i] != 0;
    if ((dist = adj_dist_make(used, false)) == NULL)
        return NULL;
    used = 0;
    for (size_t i = 0; i < n; i++)
        if (dense[i] != 0) {
            dist->values[used] = base + (int64_t)i * step;
            dist->small[used++] = dense[i];
            dist->total += dense[i];
        }
    return dist;
}

adj_dist *adj_dist_from_weights(const int64_t *values, mpz_t *weights, size_t n)
{
    size_t used = 0;
    adj_dist *dist;
    mpz_t total;
    bool big;

    mpz_init(total);
    for (size_t i = 0; i < n; i++) {
        used += mpz_sgn(weights[i]) != 0;
        mpz_add(total, total, weights[i]);
    }
    big = mpz_sizeinbase(total, 2) > 127;
    if ((dist = adj_dist_make(used, big)) != NULL) {
        if (big)
            mpz_set(dist->big_total, total);
        else
            dist->total = adj_mpz_get_wide(total);
        used = 0;
        for (size_t i = 0; i < n; i++) {
            if (mpz_sgn(weights[i]) == 0)
                continue;
            dist->values[used] = values[i];
            if (big)
                mpz_set(dist->big[used++], weights[i]);
            else
                dist->small[used++] = adj_mpz_get_wide(weights[i]);
        }
    }
    mpz_clear(total);
    return dist;
}

adj_dist *adj_dist_from_dense_big(int64_t base, int64_t step, mpz_t *dense, size_t n)
{
    int64_t *values = malloc(n * sizeof *values);
    adj_dist *dist = NULL;

    if (values != NULL) {
        for (size_t i = 0; i < n; i++)
            values[i] = base + (int64_t)i * step;
        dist = adj_dist_from_weights(values, dense, n);
    }
    free(values);
    return dist;
}

int64_t adj_dist_step(const adj_dist *dist)
{
    uint64_t step = 0;

    for (size_t i = 1; i < dist->n && step != 1; i++)
        step = adj_gcd((uint64_t)dist->values[i] - (uint64_t)dist->values[i - 1], step);
    return step == 0 || step > INT64_MAX ? 1 : (int64_t)step;
}

bool adj_dist_fits(const adj_dist *a, uint32_t na, const adj_dist *b, uint32_t nb)
{
    adj_wide product = 1;

    for (int side = 0; side < 2; side++) {
        const adj_dist *dist = side == 0 ? a : b;
        uint32_t n = side == 0 ? na : nb;
        if (n == 0 || dist == NULL)
            continue;
        if (dist->small == NULL)
            return false;
        if (dist->total == 1)
            continue;
        for (uint32_t i = 0; i < n; i++)
            if (__builtin_mul_overflow(product, dist->total, &product) ||
                product >= ADJ_WIDE_LIMIT)
                return false;
    }
    return true;
}

/* The logarithm of n to base 2, rounded up; n is changed. */
static size_t log2_up(mpz_t n)
{
    mpz_sub_ui(n, n, 1);
    return mpz_sgn(n) == 0 ? 0 : mpz_sizeinbase(n, 2);
}

size_t adj_dist_limbs(const adj_dist *a, uint32_t na, const adj_dist *b, uint32_t nb)
{
    mpz_t total;
    size_t bits = 1;

    if (adj_dist_fits(a, na, b, nb))
        return 1;
    mpz_init(total);
    adj_dist_total(a, total);
    bits += na * log2_up(total);
    if (b != NULL) {
        adj_dist_total(b, total);
        bits += nb * log2_up(total);
    }
    mpz_clear(total);
    return bits / GMP_NUMB_BITS + 1;
}

/* --- questions ------------------------------------------------------------------- */

size_t adj_dist_size(const adj_dist *dist)
{
    return dist->n;
}

int64_t adj_dist_value(const adj_dist *dist, size_t i)
{
    assert(i < dist->n);
    return dist->values[i];
}

void adj_dist_weight(const adj_dist *dist, size_t i, mpz_t out)
{
    assert(i < dist->n);
    if (dist->small != NULL)
        adj_mpz_set_wide(out, dist->small[i]);
    else
        mpz_set(out, dist->big[i]);
}

void adj_dist_total(const adj_dist *dist, mpz_t out)
{
    if (dist->small != NULL)
        adj_mpz_set_wide(out, dist->total);
    else
        mpz_set(out, dist->big_total);
}

void adj_dist_chance(const adj_dist *dist, size_t i, adj_ratio *out)
{
    adj_dist_weight(dist, i, mpq_numref(out->q));
    adj_dist_total(dist, mpq_denref(out->q));
    mpq_canonicalize(out->q);
}

size_t adj_dist_lower_bound(const adj_dist *dist, int64_t value)
{
    size_t low = 0, high = dist->n;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (dist->values[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

size_t adj_dist_find(const adj_dist *dist, int64_t value)
{
    size_t i = adj_dist_lower_bound(dist, value);

    return i < dist->n && dist->values[i] == value ? i : dist->n;
}

void adj_dist_cut(const adj_dist *dist, adj_ratio *out)
{
    if (dist->has_cut)
        mpq_set(out->q, dist->cut);
    else
        mpq_set_ui(out->q, 0, 1);
}
