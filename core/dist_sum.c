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

/* --- results from unordered pairs ------------------------------------------------ */

typedef struct {
    int64_t value;
    uint32_t i, j;          /* weight: a's i-th times b's j-th */
} Pair;

static int by_value(const void *a, const void *b)
{
    int64_t x = ((const Pair *)a)->value, y = ((const Pair *)b)->value;

    return (x > y) - (x < y);
}

static bool is_sorted(const Pair *pairs, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (pairs[i - 1].value > pairs[i].value)
            return false;
    return true;
}

/* Merges equal values. `b` may be NULL: then the weights are a's alone. */
static adj_status merge_pairs(const adj_dist *a, const adj_dist *b, Pair *pairs, size_t n,
                              adj_dist **out)
{
    bool big = !adj_dist_fits(a, 1, b, b != NULL);
    size_t distinct = 0, at = 0;
    adj_dist *dist;
    mpz_t x, y;

    if (!is_sorted(pairs, n))
        qsort(pairs, n, sizeof *pairs, by_value);
    for (size_t k = 0; k < n; k++)
        distinct += k == 0 || pairs[k].value != pairs[k - 1].value;
    if ((dist = adj_dist_make(distinct, big)) == NULL)
        return ADJ_ENOMEM;
    mpz_init(x);
    mpz_init_set_ui(y, 1);
    for (size_t k = 0; k < n; k++) {
        if (k == 0 || pairs[k].value != pairs[k - 1].value) {
            dist->values[at++] = pairs[k].value;
            if (!big)
                dist->small[at - 1] = 0;
        }
        if (!big) {
            adj_wide weight = a->small[pairs[k].i] * (b != NULL ? b->small[pairs[k].j] : 1);
            dist->small[at - 1] += weight;
            dist->total += weight;
        } else {
            adj_dist_weight(a, pairs[k].i, x);
            if (b != NULL)
                adj_dist_weight(b, pairs[k].j, y);
            mpz_addmul(dist->big[at - 1], x, y);
            mpz_addmul(dist->big_total, x, y);
        }
    }
    mpz_clear(x);
    mpz_clear(y);
    *out = dist;
    return ADJ_OK;
}

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
    Pair *pairs;
    size_t n = 0;

    if (a->n > ADJ_DIST_MAX / b->n)
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
    status = merge_pairs(a, b, pairs, n, out);
done:
    free(pairs);
    return status;
}

/* --- tables on a lattice ----------------------------------------------------------- */

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

static int64_t gcd(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static int64_t common_step(const adj_dist *a, const adj_dist *b)
{
    if (a->n == 1)
        return adj_dist_step(b);
    return b->n == 1 ? adj_dist_step(a) : gcd(adj_dist_step(a), adj_dist_step(b));
}

/* limbs a slot needs to hold sums up to the product of the totals */
static size_t slot_limbs(const adj_dist *a, uint32_t na, const adj_dist *b, uint32_t nb)
{
    mpz_t total;
    size_t bits = 1;

    mpz_init(total);
    adj_dist_total(a, total);
    bits += na * mpz_sizeinbase(total, 2);
    if (b != NULL) {
        adj_dist_total(b, total);
        bits += nb * mpz_sizeinbase(total, 2);
    }
    mpz_clear(total);
    return bits / GMP_NUMB_BITS + 1;
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

/* --- sums --------------------------------------------------------------------------- */

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
                          size_t n, adj_dist **out)
{
    size_t limbs = slot_limbs(a, 1, b, 1);
    mpz_t x, y;

    if (n > ADJ_DIST_MAX / limbs)
        return ADJ_ERANGE;
    mpz_init(x);
    mpz_init(y);
    pack(x, a, step, limbs);
    pack(y, b, step, limbs);
    mpz_mul(x, x, y);
    *out = unpack(x, first, step, n, limbs);
    mpz_clear(x);
    mpz_clear(y);
    return *out != NULL ? ADJ_OK : ADJ_ENOMEM;
}

adj_status adj_dist_add(const adj_dist *a, const adj_dist *b, adj_budget *budget,
                        adj_dist **out)
{
    int64_t first, last, step = common_step(a, b);
    adj_status status;
    size_t n;

    *out = NULL;
    if (__builtin_add_overflow(first_of(a), first_of(b), &first) ||
        __builtin_add_overflow(last_of(a), last_of(b), &last))
        return ADJ_ERANGE;
    n = lattice_size(first, last, step);
    if (n == 0 || n / 8 > a->n * b->n)          /* mostly holes */
        status = all_pairs(a, b, add_values, budget, out);
    else if (!adj_dist_fits(a, 1, b, 1))
        status = (status = adj_budget_charge(budget, 16 * n)) != ADJ_OK
               ? status : add_big(a, b, first, step, n, out);
    else
        status = (status = adj_budget_charge(budget, a->n * b->n)) != ADJ_OK
               ? status : add_small(a, b, first, step, n, out);
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

static bool is_even(const adj_dist *dist, size_t width)
{
    if (dist->n != width)
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
    bool even = is_even(dist, width);
    adj_wide *then = malloc(2 * size * sizeof *then), *now = then + size, *block = then;

    if (then == NULL)
        return ADJ_ENOMEM;
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
    size_t size, limbs = 1;
    adj_status status;
    bool fits;

    *out = NULL;
    if (n == 0)
        return adj_dist_point(0, out);
    if (__builtin_mul_overflow(first_of(dist), (int64_t)n, &first) ||
        __builtin_mul_overflow(last_of(dist), (int64_t)n, &last) ||
        (size = lattice_size(first, last, step)) == 0)
        return ADJ_ERANGE;
    fits = adj_dist_fits(dist, n, NULL, 0);
    if (!fits)
        limbs = slot_limbs(dist, n, NULL, 0);
    if (size > ADJ_DIST_MAX / limbs)
        return ADJ_ERANGE;
    if ((status = adj_budget_charge(budget, fits ? size * n : 16 * size * limbs)) != ADJ_OK)
        return status;
    if (fits) {
        status = power_small(dist, n, first, step, size, out);
    } else {
        mpz_t packed;
        mpz_init(packed);
        pack(packed, dist, step, limbs);
        mpz_pow_ui(packed, packed, n);
        *out = unpack(packed, first, step, size, limbs);
        status = *out != NULL ? ADJ_OK : ADJ_ENOMEM;
        mpz_clear(packed);
    }
    if (status == ADJ_OK)
        adj_dist_pass_cut(*out, dist, n);
    return status;
}

/* --- as many as another value says ---------------------------------------------------- */

/* Horner: ((c_N * G + c_(N-1) T) * G + c_(N-2) T^2) ..., on a lattice that contains 0. */
typedef struct {
    const adj_dist *count, *each;
    uint32_t most;              /* N, the greatest count */
    int64_t step, low;          /* `low`: the least of 0 and each's values, in steps */
    size_t width;               /* steps from low to the greatest of 0 and each's values */
} Repeat;

static adj_status repeat_small(const Repeat *r, adj_dist **out)
{
    size_t size = r->most * r->width + 1, length = 1, next = r->count->n;
    adj_wide *then = calloc(2 * size, sizeof *then), *now = then + size, *block = then;
    adj_wide scale = 1;

    if (then == NULL)
        return ADJ_ENOMEM;
    then[0] = r->count->small[--next];
    for (uint32_t k = 1; k <= r->most; k++) {
        adj_wide *swap = then;
        memset(now, 0, (length + r->width) * sizeof *now);
        for (size_t j = 0; j < r->each->n; j++) {
            adj_wide *row = now + (r->each->values[j] / r->step - r->low);
            for (size_t i = 0; i < length; i++)
                row[i] += then[i] * r->each->small[j];
        }
        length += r->width;
        scale *= r->each->total;
        if (next > 0 && r->count->values[next - 1] == (int64_t)(r->most - k))
            now[(size_t)(-r->low) * k] += r->count->small[--next] * scale;
        then = now;
        now = swap;
    }
    *out = adj_dist_from_dense(r->low * r->step * (int64_t)r->most, r->step, then, length);
    free(block);
    return *out != NULL ? ADJ_OK : ADJ_ENOMEM;
}

static adj_status repeat_big(const Repeat *r, adj_dist **out)
{
    size_t size = r->most * r->width + 1, length = 1, next = r->count->n;
    mpz_t *then = adj_mpz_array(size), *now = adj_mpz_array(size);
    adj_status status = ADJ_ENOMEM;
    mpz_t scale, weight;

    mpz_init_set_ui(scale, 1);
    mpz_init(weight);
    if (then == NULL || now == NULL)
        goto done;
    adj_dist_weight(r->count, --next, then[0]);
    for (uint32_t k = 1; k <= r->most; k++) {
        mpz_t *swap = then;
        for (size_t i = 0; i < length + r->width; i++)
            mpz_set_ui(now[i], 0);
        for (size_t j = 0; j < r->each->n; j++) {
            mpz_t *row = now + (r->each->values[j] / r->step - r->low);
            adj_dist_weight(r->each, j, weight);
            for (size_t i = 0; i < length; i++)
                mpz_addmul(row[i], then[i], weight);
        }
        length += r->width;
        adj_dist_total(r->each, weight);
        mpz_mul(scale, scale, weight);
        if (next > 0 && r->count->values[next - 1] == (int64_t)(r->most - k)) {
            adj_dist_weight(r->count, --next, weight);
            mpz_addmul(now[(size_t)(-r->low) * k], weight, scale);
        }
        then = now;
        now = swap;
    }
    *out = adj_dist_from_dense_big(r->low * r->step * (int64_t)r->most, r->step, then, length);
    status = *out != NULL ? ADJ_OK : ADJ_ENOMEM;
done:
    adj_mpz_array_free(then, size);
    adj_mpz_array_free(now, size);
    mpz_clear(scale);
    mpz_clear(weight);
    return status;
}

adj_status adj_dist_repeat(const adj_dist *count, const adj_dist *each, adj_budget *budget,
                           adj_dist **out)
{
    Repeat r = { .count = count, .each = each, .step = adj_dist_step(each) };
    int64_t first = first_of(each), last = last_of(each), most = last_of(count);
    adj_status status;

    *out = NULL;
    if (first_of(count) < 0)
        return ADJ_EINVAL;
    if (most == 0)
        return adj_dist_point(0, out);
    if (first < -ADJ_DIST_MAX || last > ADJ_DIST_MAX || most > ADJ_DIST_MAX)
        return ADJ_ERANGE;
    r.step = gcd(each->n == 1 ? 0 : r.step, first < 0 ? -first : first);
    if (r.step == 0)
        return adj_dist_point(0, out);          /* each is 0 for certain */
    r.most = (uint32_t)most;
    r.low = (first < 0 ? first : 0) / r.step;
    r.width = (size_t)((last > 0 ? last : 0) / r.step - r.low);
    if (r.width >= ADJ_DIST_MAX / (size_t)most)
        return ADJ_ERANGE;
    status = adj_budget_charge(budget, (uint64_t)most * (uint64_t)most * r.width * each->n);
    if (status != ADJ_OK)
        return status;
    status = adj_dist_fits(count, 1, each, r.most) ? repeat_small(&r, out)
                                                   : repeat_big(&r, out);
    if (status == ADJ_OK) {
        adj_dist_pass_cut(*out, count, 1);
        adj_dist_pass_cut(*out, each, r.most);
    }
    return status;
}

/* --- maps and conditions ------------------------------------------------------------- */

adj_status adj_dist_map(const adj_dist *dist, const int64_t *values, adj_dist **out)
{
    Pair *pairs = malloc(dist->n * sizeof *pairs);
    adj_status status;

    *out = NULL;
    if (pairs == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < dist->n; i++)
        pairs[i] = (Pair){ .value = values[i], .i = (uint32_t)i };
    status = merge_pairs(dist, NULL, pairs, dist->n, out);
    free(pairs);
    if (status == ADJ_OK)
        adj_dist_pass_cut(*out, dist, 1);
    return status;
}

adj_status adj_dist_scale(const adj_dist *dist, int64_t factor, int64_t offset,
                          adj_dist **out)
{
    int64_t *values = malloc(dist->n * sizeof *values);
    adj_status status = ADJ_ERANGE;

    *out = NULL;
    if (values == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < dist->n; i++)
        if (__builtin_mul_overflow(dist->values[i], factor, &values[i]) ||
            __builtin_add_overflow(values[i], offset, &values[i]))
            goto done;
    status = adj_dist_map(dist, values, out);
done:
    free(values);
    return status;
}

adj_status adj_dist_given(const adj_dist *dist, const bool *keep, adj_dist **out)
{
    Pair *pairs = malloc(dist->n * sizeof *pairs);
    adj_status status = ADJ_EINVAL;
    size_t n = 0;

    *out = NULL;
    if (pairs == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < dist->n; i++)
        if (keep[i])
            pairs[n++] = (Pair){ .value = dist->values[i], .i = (uint32_t)i };
    if (n > 0)
        status = merge_pairs(dist, NULL, pairs, n, out);
    free(pairs);
    return status;
}
