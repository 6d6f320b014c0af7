/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/weight.c -- see weight.h. */
#include "weight.h"

#include <stdlib.h>

adj_weight adj_weight_whole(uint64_t n)
{
    return (adj_weight){ .num = n, .den = 1 };
}

void adj_weight_clear(adj_weight *w)
{
    if (w->big != NULL) {
        mpq_clear(*w->big);
        free(w->big);
    }
    *w = adj_weight_whole(0);
}

void adj_weight_get(const adj_weight *w, adj_ratio *out)
{
    if (w->big != NULL) {
        mpq_set(out->q, *w->big);
        return;
    }
    adj_mpz_set_wide(mpq_numref(out->q), w->num);
    adj_mpz_set_wide(mpq_denref(out->q), w->den);
    mpq_canonicalize(out->q);
}

/* Once big, a weight stays big. */
static adj_status set_big(adj_weight *w, mpq_srcptr q)
{
    mpq_t *big = malloc(sizeof *big);

    if (big == NULL)
        return ADJ_ENOMEM;
    mpq_init(*big);
    mpq_set(*big, q);
    *w = (adj_weight){ .num = 0, .den = 1, .big = big };
    return ADJ_OK;
}

adj_status adj_weight_copy(adj_weight *to, const adj_weight *from)
{
    if (from->big != NULL)
        return set_big(to, *from->big);
    *to = *from;
    return ADJ_OK;
}

static adj_wide gcd(adj_wide a, adj_wide b)
{
    while (b != 0) {
        bool narrow = (uint64_t)a == a && (uint64_t)b == b;
        adj_wide rest = narrow ? (uint64_t)a % (uint64_t)b : a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool multiply(adj_wide a, adj_wide b, adj_wide *out)
{
    if ((uint64_t)a == a && (uint64_t)b == b) {
        *out = (adj_wide)(uint64_t)a * (uint64_t)b;
        return true;
    }
    return !__builtin_mul_overflow(a, b, out);
}

adj_status adj_weight_times(adj_weight *to, const adj_weight *from, const adj_dist *dist,
                            size_t i)
{
    adj_ratio product, chance;
    adj_status status;
    adj_weight w = *from;

    if (w.big == NULL && dist->small != NULL) {
        adj_wide num = dist->small[i], den = dist->total;
        if (multiply(w.num, num, &to->num) && multiply(w.den, den, &to->den)) {
            to->big = NULL;
            return ADJ_OK;
        }
        adj_wide g = gcd(w.num, den), h = gcd(num, w.den), k;
        num /= h;
        w.den /= h;
        den /= g;
        w.num /= g;
        k = gcd(w.num, w.den);
        if (multiply(w.num / k, num, &to->num) && multiply(w.den / k, den, &to->den)) {
            to->big = NULL;
            return ADJ_OK;
        }
    }
    adj_ratio_init(&product);
    adj_ratio_init(&chance);
    adj_weight_get(from, &product);
    adj_dist_chance(dist, i, &chance);
    mpq_mul(product.q, product.q, chance.q);
    status = set_big(to, product.q);
    adj_ratio_clear(&product);
    adj_ratio_clear(&chance);
    return status;
}

adj_status adj_weight_add(adj_weight *sum, const adj_weight *more)
{
    adj_ratio a, b;
    adj_status status = ADJ_OK;
    adj_weight old = *sum;

    if (sum->big == NULL && more->big == NULL) {
        adj_wide x = sum->num, y = more->num, den = sum->den, g, total;
        if (den != more->den) {
            g = gcd(den, more->den);
            if (!multiply(x, more->den / g, &x) || !multiply(y, den / g, &y) ||
                !multiply(den / g, more->den, &den))
                goto exact;
        }
        if (__builtin_add_overflow(x, y, &total))
            goto exact;
        sum->num = total;
        sum->den = den;
        return ADJ_OK;
    }
exact:
    adj_ratio_init(&a);
    adj_ratio_init(&b);
    adj_weight_get(sum, &a);
    adj_weight_get(more, &b);
    mpq_add(a.q, a.q, b.q);
    if (sum->big != NULL)
        mpq_set(*sum->big, a.q);
    else if ((status = set_big(sum, a.q)) != ADJ_OK)
        *sum = old;
    adj_ratio_clear(&a);
    adj_ratio_clear(&b);
    return status;
}
