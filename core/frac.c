/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frac.h"

#include <inttypes.h>
#include <stdio.h>

/* Divides n by a positive d that divides it; d may be 2^63, which int64_t cannot hold. */
static int64_t exact_quotient(int64_t n, uint64_t d)
{
    uint64_t q = adj_magnitude(n) / d;

    return n < 0 ? (int64_t)(0 - q) : (int64_t)q;
}

adj_status adj_frac_make(int64_t num, int64_t den, adj_frac *out)
{
    uint64_t common;
    int64_t n, d;

    if (den == 0)
        return ADJ_EINVAL;
    common = adj_gcd(adj_magnitude(num), adj_magnitude(den));
    n = exact_quotient(num, common);
    d = exact_quotient(den, common);
    if (d < 0) {
        if (n == INT64_MIN || d == INT64_MIN)
            return ADJ_ERANGE;
        n = -n;
        d = -d;
    }
    *out = (adj_frac){n, d};
    return ADJ_OK;
}

adj_status adj_frac_add(adj_frac a, adj_frac b, adj_frac *out)
{
    int64_t common = (int64_t)adj_gcd((uint64_t)a.den, (uint64_t)b.den);
    int64_t left, right, num, den, again;

    if (__builtin_mul_overflow(a.num, b.den / common, &left)
        || __builtin_mul_overflow(b.num, a.den / common, &right)
        || __builtin_add_overflow(left, right, &num))
        return ADJ_ERANGE;
    /* What is left to cancel divides `common`: cancel it before the product, not after. */
    again = (int64_t)adj_gcd(adj_magnitude(num), (uint64_t)common);
    if (__builtin_mul_overflow(a.den / common, b.den / again, &den))
        return ADJ_ERANGE;
    return adj_frac_make(num / again, den, out);
}

adj_status adj_frac_sub(adj_frac a, adj_frac b, adj_frac *out)
{
    if (b.num == INT64_MIN)
        return ADJ_ERANGE;
    b.num = -b.num;
    return adj_frac_add(a, b, out);
}

adj_status adj_frac_mul(adj_frac a, adj_frac b, adj_frac *out)
{
    uint64_t left = adj_gcd(adj_magnitude(a.num), (uint64_t)b.den);
    uint64_t right = adj_gcd(adj_magnitude(b.num), (uint64_t)a.den);
    int64_t num, den;

    if (__builtin_mul_overflow(exact_quotient(a.num, left), exact_quotient(b.num, right), &num)
        || __builtin_mul_overflow(exact_quotient(a.den, right), exact_quotient(b.den, left),
                                  &den))
        return ADJ_ERANGE;
    return adj_frac_make(num, den, out);
}

adj_status adj_frac_div(adj_frac a, adj_frac b, adj_frac *out)
{
    adj_frac turned;

    if (b.num == 0)
        return ADJ_EINVAL;
    if (b.num == INT64_MIN)
        return ADJ_ERANGE;
    turned = b.num < 0 ? (adj_frac){-b.den, -b.num} : (adj_frac){b.den, b.num};
    return adj_frac_mul(a, turned, out);
}

int64_t adj_frac_floor(adj_frac a)
{
    int64_t q = a.num / a.den;

    return a.num % a.den < 0 ? q - 1 : q;
}

int64_t adj_frac_ceil(adj_frac a)
{
    int64_t q = a.num / a.den;

    return a.num % a.den > 0 ? q + 1 : q;
}

/* By the continued fractions of both: cross products may need 128 bits. */
int adj_frac_compare(adj_frac a, adj_frac b)
{
    int sign = 1;

    for (;;) {
        int64_t whole_a = adj_frac_floor(a), whole_b = adj_frac_floor(b);
        int64_t rest_a, rest_b;

        if (whole_a != whole_b)
            return whole_a < whole_b ? -sign : sign;
        /* num - whole * den lies in 0..den-1; unsigned, because the product may not fit. */
        rest_a = (int64_t)((uint64_t)a.num - (uint64_t)whole_a * (uint64_t)a.den);
        rest_b = (int64_t)((uint64_t)b.num - (uint64_t)whole_b * (uint64_t)b.den);
        if (rest_a == 0 || rest_b == 0)
            return rest_a == rest_b ? 0 : rest_a == 0 ? -sign : sign;
        a = (adj_frac){a.den, rest_a};
        b = (adj_frac){b.den, rest_b};
        sign = -sign;
    }
}

int adj_frac_text(adj_frac a, char *buffer, size_t size)
{
    if (a.den == 1)
        return snprintf(buffer, size, "%" PRId64, a.num);
    return snprintf(buffer, size, "%" PRId64 "/%" PRId64, a.num, a.den);
}
