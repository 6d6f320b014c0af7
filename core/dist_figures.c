/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_figures.c -- mean and variance, tails and quantiles, one against another: exactly. */
#include "dist_internal.h"

/* sum of weight * (value or its square), over the total */
static void moment(const adj_dist *dist, int power, adj_ratio *out)
{
    mpz_t weight, value;
    mpz_ptr sum = mpq_numref(out->q);

    mpz_init(weight);
    mpz_init(value);
    mpz_set_ui(sum, 0);
    for (size_t i = 0; i < dist->n; i++) {
        adj_dist_weight(dist, i, weight);
        adj_mpz_set_int64(value, dist->values[i]);
        if (power == 2)
            mpz_mul(value, value, value);
        mpz_addmul(sum, weight, value);
    }
    adj_dist_total(dist, mpq_denref(out->q));
    mpq_canonicalize(out->q);
    mpz_clear(weight);
    mpz_clear(value);
}

void adj_dist_mean(const adj_dist *dist, adj_ratio *out)
{
    moment(dist, 1, out);
}

void adj_dist_variance(const adj_dist *dist, adj_ratio *out)
{
    adj_ratio mean;

    adj_ratio_init(&mean);
    moment(dist, 1, &mean);
    mpq_mul(mean.q, mean.q, mean.q);
    moment(dist, 2, out);
    mpq_sub(out->q, out->q, mean.q);
    adj_ratio_clear(&mean);
}

void adj_dist_at_least(const adj_dist *dist, int64_t value, adj_ratio *out)
{
    mpz_t weight;
    mpz_ptr sum = mpq_numref(out->q);

    mpz_init(weight);
    mpz_set_ui(sum, 0);
    for (size_t i = adj_dist_lower_bound(dist, value); i < dist->n; i++) {
        adj_dist_weight(dist, i, weight);
        mpz_add(sum, sum, weight);
    }
    adj_dist_total(dist, mpq_denref(out->q));
    mpq_canonicalize(out->q);
    mpz_clear(weight);
}

int64_t adj_dist_quantile(const adj_dist *dist, const adj_ratio *p)
{
    mpz_t sum, weight, need;
    size_t i;

    mpz_init(sum);
    mpz_init(weight);
    mpz_init(need);
    adj_dist_total(dist, need);                 /* sum >= p*total, in whole numbers */
    mpz_mul(need, need, mpq_numref(p->q));
    mpz_cdiv_q(need, need, mpq_denref(p->q));
    for (i = 0; i < dist->n; i++) {
        adj_dist_weight(dist, i, weight);
        mpz_add(sum, sum, weight);
        if (mpz_cmp(sum, need) >= 0)
            break;
    }
    mpz_clear(sum);
    mpz_clear(weight);
    mpz_clear(need);
    return dist->values[i < dist->n ? i : dist->n - 1];
}

void adj_dist_compare(const adj_dist *a, const adj_dist *b, adj_ratio *above,
                      adj_ratio *equal, adj_ratio *below)
{
    mpz_t under, weight, other, total;          /* under: weight of b below a's value */
    size_t j = 0;

    mpz_inits(under, weight, other, total, NULL);
    mpq_set_ui(above->q, 0, 1);
    mpq_set_ui(equal->q, 0, 1);
    for (size_t i = 0; i < a->n; i++) {
        adj_dist_weight(a, i, weight);
        for (; j < b->n && b->values[j] < a->values[i]; j++) {
            adj_dist_weight(b, j, other);
            mpz_add(under, under, other);
        }
        mpz_addmul(mpq_numref(above->q), weight, under);
        if (j < b->n && b->values[j] == a->values[i]) {
            adj_dist_weight(b, j, other);
            mpz_addmul(mpq_numref(equal->q), weight, other);
        }
    }
    adj_dist_total(a, total);
    adj_dist_total(b, other);
    mpz_mul(total, total, other);
    mpz_set(mpq_denref(above->q), total);
    mpz_set(mpq_denref(equal->q), total);
    mpq_canonicalize(above->q);
    mpq_canonicalize(equal->q);
    mpq_set_ui(below->q, 1, 1);
    mpq_sub(below->q, below->q, above->q);
    mpq_sub(below->q, below->q, equal->q);
    mpz_clears(under, weight, other, total, NULL);
}
