/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hex.h"

#include <stdlib.h>

static const adj_hex directions[6] = {
    { 1, 0 }, { 1, -1 }, { 0, -1 }, { -1, 0 }, { -1, 1 }, { 0, 1 },
};

adj_hex adj_hex_direction(int direction)
{
    return directions[((direction % 6) + 6) % 6];
}

adj_hex adj_hex_add(adj_hex a, adj_hex b)
{
    return (adj_hex){ a.q + b.q, a.r + b.r };
}

adj_hex adj_hex_scale(adj_hex a, int32_t times)
{
    return (adj_hex){ a.q * times, a.r * times };
}

bool adj_hex_equal(adj_hex a, adj_hex b)
{
    return a.q == b.q && a.r == b.r;
}

int32_t adj_hex_distance(adj_hex a, adj_hex b)
{
    int32_t q = abs(a.q - b.q), r = abs(a.r - b.r), s = abs(a.q - b.q + a.r - b.r);
    int32_t most = q > r ? q : r;
    return most > s ? most : s;
}

int adj_hex_towards(adj_hex a, adj_hex b)
{
    for (int d = 0; d < 6; d++)
        if (b.q - a.q == directions[d].q && b.r - a.r == directions[d].r)
            return d;
    return -1;
}

/* --- straight lines --------------------------------------------------------------- */

/* A hex at cube coordinates x, y, z (their sum is 0) is where |x-y|, |y-z| and |z-x| of the
 * offset from its centre are at most 1. Along the line those three differences grow evenly, so
 * each gives an interval of the line, with exact ends num/den. */
typedef struct {
    int64_t num, den;       /* den >= 1 */
} share;

static bool below(share a, share b)
{
    return a.num * b.den < b.num * a.den;   /* both below 2^30: see ADJ_HEX_MOST */
}

/* Narrows [*from, *to] to where |t * step - offset| <= 1; false when the whole line is outside. */
static bool narrow(int64_t step, int64_t offset, share *from, share *to)
{
    share enter, leave;

    if (step == 0)
        return llabs(offset) <= 1;
    if (step > 0) {
        enter = (share){ offset - 1, step };
        leave = (share){ offset + 1, step };
    } else {
        enter = (share){ -offset - 1, -step };
        leave = (share){ -offset + 1, -step };
    }
    if (below(*from, enter))
        *from = enter;
    if (below(leave, *to))
        *to = leave;
    return true;
}

/* Where the line a + t * by, t in 0..1, is in hex h; false when at most at one point. */
static bool crossing(adj_hex a, adj_hex by, adj_hex h, share *from, share *to)
{
    /* cube: x = q, z = r, y = -q - r */
    int64_t q = h.q - (int64_t)a.q, r = h.r - (int64_t)a.r;

    *from = (share){ 0, 1 };
    *to = (share){ 1, 1 };
    return narrow(2 * (int64_t)by.q + by.r, 2 * q + r, from, to)
        && narrow(-(int64_t)by.q - 2 * (int64_t)by.r, -q - 2 * r, from, to)
        && narrow((int64_t)by.r - by.q, r - q, from, to)
        && below(*from, *to);
}

int32_t adj_hex_trace_most(int32_t distance)
{
    return 2 * distance + 1;
}

static void sort_pair(adj_hex_stretch *pair)
{
    adj_hex first = pair->hex[0], second = pair->hex[1];

    if (pair->count == 2 && (second.q < first.q || (second.q == first.q && second.r < first.r))) {
        pair->hex[0] = second;
        pair->hex[1] = first;
    }
}

static void set_middle(adj_hex_stretch *stretch, share from, share to)
{
    stretch->num = from.num * to.den + to.num * from.den;
    stretch->den = 2 * from.den * to.den;
}

/* The stretch after `here`, entered at `leave`: a neighbour whose crossing starts there, or two
 * when the line then runs along their common side. Returns how many; 0 cannot be. */
static int following(adj_hex a, adj_hex by, const adj_hex_stretch *here, share leave,
                     adj_hex_stretch *next, share *next_leave)
{
    next->count = 0;
    for (int k = 0; k < here->count; k++) {
        for (int d = 0; d < 6; d++) {
            adj_hex h = adj_hex_add(here->hex[k], directions[d]);
            share from, to;
            if (!crossing(a, by, h, &from, &to) || below(from, leave) || below(leave, from))
                continue;
            if (next->count == 1 && adj_hex_equal(next->hex[0], h))
                continue;
            if (next->count < 2)
                next->hex[next->count++] = h;
            *next_leave = to;
        }
    }
    sort_pair(next);
    set_middle(next, leave, *next_leave);
    return next->count;
}

int32_t adj_hex_trace(adj_hex a, adj_hex b, adj_hex_stretch *out)
{
    adj_hex by = { b.q - a.q, b.r - a.r };
    const share end = { 1, 1 };
    share leave = end, from;
    int32_t n = 1;

    out[0] = (adj_hex_stretch){ 1, { a, a }, 0, 1 };
    if (adj_hex_equal(a, b))
        return 1;
    (void)crossing(a, by, a, &from, &leave);
    set_middle(&out[0], from, leave);
    while (below(leave, end)) {
        share next_leave = end;
        if (following(a, by, &out[n - 1], leave, &out[n], &next_leave) == 0)
            break;
        leave = next_leave;
        n++;
    }
    return n;
}
