/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/ratio.c -- see ratio.h. */
#include "ratio.h"

#include <string.h>

void adj_mpz_set_uint64(mpz_ptr z, uint64_t value)
{
    mpz_import(z, 1, -1, sizeof value, 0, 0, &value);
}

void adj_mpz_set_int64(mpz_ptr z, int64_t value)
{
    adj_mpz_set_uint64(z, value < 0 ? -(uint64_t)value : (uint64_t)value);
    if (value < 0)
        mpz_neg(z, z);
}

void adj_ratio_init(adj_ratio *r)
{
    mpq_init(r->q);
}

void adj_ratio_clear(adj_ratio *r)
{
    mpq_clear(r->q);
}

void adj_ratio_set_integer(adj_ratio *r, int64_t n)
{
    adj_mpz_set_int64(mpq_numref(r->q), n);
    mpz_set_ui(mpq_denref(r->q), 1);
}

adj_status adj_ratio_set(adj_ratio *r, int64_t n, int64_t d)
{
    if (d == 0)
        return ADJ_EINVAL;
    adj_mpz_set_int64(mpq_numref(r->q), n);
    adj_mpz_set_int64(mpq_denref(r->q), d);
    mpq_canonicalize(r->q);
    return ADJ_OK;
}

static const char *skip_digits(const char *text)
{
    while (*text >= '0' && *text <= '9')
        text++;
    return text;
}

adj_status adj_ratio_parse(adj_ratio *r, const char *text)
{
    const char *start = *text == '-' ? text + 1 : text;
    const char *end = skip_digits(start);

    if (end == start)
        return ADJ_EINVAL;
    if (*end == '/') {
        const char *den = end + 1;
        end = skip_digits(den);
        if (end == den)
            return ADJ_EINVAL;
    }
    if (*end != '\0' || mpq_set_str(r->q, text, 10) != 0 ||
        mpz_sgn(mpq_denref(r->q)) == 0) {
        mpq_set_ui(r->q, 0, 1);
        return ADJ_EINVAL;
    }
    mpq_canonicalize(r->q);
    return ADJ_OK;
}

size_t adj_ratio_text(const adj_ratio *r, char *text, size_t size)
{
    size_t room = mpz_sizeinbase(mpq_numref(r->q), 10) +
                  mpz_sizeinbase(mpq_denref(r->q), 10) + 3;

    if (size >= room)
        mpq_get_str(text, 10, r->q);
    return room;
}

size_t adj_ratio_percent(const adj_ratio *r, unsigned digits, char *text, size_t size)
{
    bool negative = mpq_sgn(r->q) < 0;
    mpz_t scaled, twice;
    size_t room, length;

    mpz_init(scaled);
    mpz_init(twice);
    mpz_ui_pow_ui(scaled, 10, digits + 2);      /* percent, then the places */
    mpz_mul(scaled, scaled, mpq_numref(r->q));
    mpz_abs(scaled, scaled);
    mpz_mul_2exp(scaled, scaled, 1);
    mpz_add(scaled, scaled, mpq_denref(r->q));
    mpz_mul_2exp(twice, mpq_denref(r->q), 1);
    mpz_fdiv_q(scaled, scaled, twice);

    room = mpz_sizeinbase(scaled, 10) + digits + 8;
    if (size >= room) {
        negative = negative && mpz_sgn(scaled) != 0;
        length = (size_t)gmp_snprintf(text, size, "%s%0*Zd", negative ? "-" : "",
                                      (int)digits + 1, scaled);
        if (digits > 0) {
            memmove(text + length - digits + 1, text + length - digits, digits);
            text[length - digits] = '.';
            length++;
        }
        memcpy(text + length, " %", 3);
    }
    mpz_clear(scaled);
    mpz_clear(twice);
    return room;
}

double adj_ratio_number(const adj_ratio *r)
{
    return mpq_get_d(r->q);
}
