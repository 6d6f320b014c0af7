/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tally.h"

#include <assert.h>
#include <string.h>

int64_t adj_fraction_round(int64_t num, int64_t den, adj_rounding rounding)
{
    int64_t whole = num / den;
    int64_t rest = num % den;

    if (rest == 0)
        return whole;
    if (rest < 0) {                     /* C truncates towards zero */
        whole--;
        rest += den;
    }
    switch (rounding) {
    case ADJ_ROUND_DOWN:       return whole;
    case ADJ_ROUND_UP:         return whole + 1;
    case ADJ_ROUND_NEAREST:    return whole + (rest >= den - rest);
    case ADJ_ROUND_QUARTER_UP: return whole + (rest > den / 4);
    case ADJ_ROUND_EXACT:      break;
    }
    assert(!"a rounding must be named");
    return whole;
}

static adj_status settle(adj_fraction *value, int64_t num, int64_t den, adj_rounding rounding)
{
    if (den == 1) {
        *value = (adj_fraction){num, 1};
    } else if (rounding != ADJ_ROUND_EXACT) {
        *value = (adj_fraction){adj_fraction_round(num, den, rounding), 1};
    } else {
        int64_t d = (int64_t)adj_gcd(adj_magnitude(num), (uint64_t)den);    /* at most den */
        *value = (adj_fraction){num / d, den / d};
    }
    return ADJ_OK;
}

static adj_status scale(adj_fraction *value, int64_t times, int64_t by, adj_rounding rounding)
{
    int64_t num, den;

    if (by <= 0)
        return ADJ_EINVAL;
    if (__builtin_mul_overflow(value->num, times, &num)
        || __builtin_mul_overflow(value->den, by, &den))
        return ADJ_ERANGE;
    return settle(value, num, den, rounding);
}

/* Keeps the value at or below (at_most), or at or above, an integer. */
static adj_status bound(adj_fraction *value, int64_t limit, bool at_most)
{
    int64_t scaled;

    if (__builtin_mul_overflow(limit, value->den, &scaled))
        return ADJ_ERANGE;
    if (at_most ? value->num > scaled : value->num < scaled)
        *value = (adj_fraction){limit, 1};
    return ADJ_OK;
}

adj_status adj_tally_follow(adj_fraction *value, const adj_tally_step *step)
{
    int64_t amount;
    adj_rounding rounding = (adj_rounding)step->rounding;

    switch ((adj_tally_op)step->op) {
    case ADJ_TALLY_ADD:
        if (__builtin_mul_overflow(step->amount, value->den, &amount)
            || __builtin_add_overflow(value->num, amount, &amount))
            return ADJ_ERANGE;
        value->num = amount;
        return ADJ_OK;
    case ADJ_TALLY_MULTIPLY: return scale(value, step->amount, step->by, rounding);
    case ADJ_TALLY_DIVIDE:   return scale(value, 1, step->amount, rounding);
    case ADJ_TALLY_ROUND:    return settle(value, value->num, value->den, rounding);
    case ADJ_TALLY_CAP:      return bound(value, step->amount, true);
    case ADJ_TALLY_FLOOR:    return bound(value, step->amount, false);
    }
    return ADJ_EINVAL;
}

void adj_tally_init(adj_tally *tally, int64_t start, adj_tally_step *steps, uint32_t capacity)
{
    tally->value = (adj_fraction){start, 1};
    tally->start = start;
    tally->name = 0;
    tally->count = 0;
    tally->capacity = capacity;
    tally->steps = steps;
}

void adj_tally_move(adj_tally *tally, adj_tally_step *steps, uint32_t capacity)
{
    assert(capacity >= tally->count);
    memcpy(steps, tally->steps, tally->count * sizeof *steps);
    tally->steps = steps;
    tally->capacity = capacity;
}

adj_status adj_tally_apply(adj_tally *tally, adj_tally_step step)
{
    adj_fraction value = tally->value;
    adj_status status;

    if (tally->count == tally->capacity)
        return ADJ_ENOMEM;
    if ((status = adj_tally_follow(&value, &step)) != ADJ_OK)
        return status;
    tally->steps[tally->count++] = step;
    tally->value = value;
    return ADJ_OK;
}
