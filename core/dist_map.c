/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_map.c -- maps and conditions of distributions, and sums of as many values as
 * another distribution says. */
#include "dist_internal.h"

#include <stdlib.h>
#include <string.h>

static int by_value(const void *a, const void *b)
{
    int64_t x = ((const adj_dist_pair *)a)->value, y = ((const adj_dist_pair *)b)->value;

    return (x > y) - (x < y);
}

static bool is_sorted(const adj_dist_pair *pairs, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (pairs[i - 1].value > pairs[i].value)
            return false;
    return true;
}

adj_status adj_dist_merge(const adj_dist *a, const adj_dist *b, adj_dist_pair *pairs,
                          size_t n, adj_dist **out)
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

/* --- maps and conditions --------------------------------------------------------- */

adj_status adj_dist_map(const adj_dist *dist, const int64_t *values, adj_dist **out)
{
    adj_dist_pair *pairs = malloc(dist->n * sizeof *pairs);
    adj_status status;

    *out = NULL;
    if (pairs == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < dist->n; i++)
        pairs[i] = (adj_dist_pair){ .value = values[i], .i = (uint32_t)i };
    status = adj_dist_merge(dist, NULL, pairs, dist->n, out);
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
    adj_dist_pair *pairs = malloc(dist->n * sizeof *pairs);
    adj_status status = ADJ_EINVAL;
    size_t n = 0;

    *out = NULL;
    if (pairs == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < dist->n; i++)
        if (keep[i])
            pairs[n++] = (adj_dist_pair){ .value = dist->values[i], .i = (uint32_t)i };
    if (n > 0)
        status = adj_dist_merge(dist, NULL, pairs, n, out);
    free(pairs);
    return status;
}

/* --- as many as another value says ----------------------------------------------- */

/* Horner: ((c_N * G + c_(N-1) T) * G + c_(N-2) T^2) ..., on a lattice that contains 0. */
typedef struct {
    const adj_dist *count, *each;
    uint32_t most;              /* N, the greatest count */
    int64_t step, low;          /* `low`: the least of 0 and each's values, in steps */
    size_t width;               /* steps from low to the greatest of 0 and each's values */
    adj_budget *budget;         /* charged beforehand, and polled */
} Repeat;

static adj_status repeat_small(const Repeat *r, adj_dist **out)
{
    size_t size = r->most * r->width + 1, length = 1, next = r->count->n;
    adj_wide *block = calloc(2 * size, sizeof *block), *then = block, *now;
    adj_wide scale = 1;
    adj_status status = ADJ_OK;

    if (block == NULL)
        return ADJ_ENOMEM;
    now = then + size;
    then[0] = r->count->small[--next];
    for (uint32_t k = 1; k <= r->most && status == ADJ_OK; k++) {
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
        status = adj_budget_charge(r->budget, 0);
    }
    if (status == ADJ_OK && (*out = adj_dist_from_dense(r->low * r->step * (int64_t)r->most, r->step,
                                                        then, length)) == NULL)
        status = ADJ_ENOMEM;
    free(block);
    return status;
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
    status = ADJ_OK;
    for (uint32_t k = 1; k <= r->most && status == ADJ_OK; k++) {
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
        status = adj_budget_charge(r->budget, 0);
    }
    if (status == ADJ_OK && (*out = adj_dist_from_dense_big(r->low * r->step * (int64_t)r->most,
                                                            r->step, then, length)) == NULL)
        status = ADJ_ENOMEM;
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
    Repeat r = { .count = count, .each = each, .step = adj_dist_step(each), .budget = budget };
    int64_t first = each->values[0], last = each->values[each->n - 1];
    int64_t most = count->values[count->n - 1];
    adj_status status;

    *out = NULL;
    if (count->values[0] < 0)
        return ADJ_EINVAL;
    if (most == 0)
        return adj_dist_point(0, out);
    if (first < -ADJ_DIST_MAX || last > ADJ_DIST_MAX || most > ADJ_DIST_MAX)
        return ADJ_ERANGE;
    r.step = (int64_t)adj_gcd(each->n == 1 ? 0 : (uint64_t)r.step, adj_magnitude(first));
    if (r.step == 0)
        return adj_dist_point(0, out);          /* each is 0 for certain */
    r.most = (uint32_t)most;
    r.low = (first < 0 ? first : 0) / r.step;
    r.width = (size_t)((last > 0 ? last : 0) / r.step - r.low);
    if (r.width >= ADJ_DIST_MAX / (size_t)most / adj_dist_limbs(count, 1, each, r.most))
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
