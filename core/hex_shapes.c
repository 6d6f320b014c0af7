/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hex_shapes.c -- rotation, bearings, rings, spirals and lines of hexes. */
#include "hex.h"

#include <assert.h>
#include <stdlib.h>

adj_hex adj_hex_rotate(adj_hex hex, adj_hex centre, int sixths)
{
    adj_hex v = { hex.q - centre.q, hex.r - centre.r };

    for (int i = ((sixths % 6) + 6) % 6; i > 0; i--)
        v = (adj_hex){ v.q + v.r, -v.q };
    return adj_hex_add(centre, v);
}

int adj_hex_bearing(adj_hex a, adj_hex b)
{
    adj_hex v = { b.q - a.q, b.r - a.r };

    if (v.q == 0 && v.r == 0)
        return -1;
    for (int d = 0; d < 6; d++) {
        /* turned back by d, the sector is x * (1,0) + y * (1,-1) with x > 0, y >= 0 */
        adj_hex t = adj_hex_rotate(v, (adj_hex){ 0, 0 }, -d);
        int32_t x = t.q + t.r, y = -t.r;
        if (x > 0 && y >= 0)
            return 2 * d + (y > 0);
    }
    assert(!"the six sectors cover the plane");
    return -1;
}

bool adj_hex_in_arc(adj_hex a, adj_hex b, int direction, int twelfths)
{
    int bearing = adj_hex_bearing(a, b), off;

    if (bearing < 0)
        return false;
    off = ((bearing - 2 * direction) % 12 + 12) % 12;
    return off <= twelfths || 12 - off <= twelfths;
}

adj_hex adj_hex_ring(adj_hex centre, int32_t radius, int32_t i)
{
    int side;

    if (radius == 0)
        return centre;
    side = (int)(i / radius);
    assert(side >= 0 && side < 6);
    centre = adj_hex_add(centre, adj_hex_scale(adj_hex_direction(side), radius));
    return adj_hex_add(centre, adj_hex_scale(adj_hex_direction(side + 2), i % radius));
}

int64_t adj_hex_disc(int32_t radius)
{
    return 1 + 3 * (int64_t)radius * (radius + 1);
}

adj_hex adj_hex_spiral(adj_hex centre, int64_t i)
{
    int32_t low = 0, high = 1;

    assert(i >= 0);
    while (adj_hex_disc(high) <= i)
        high *= 2;
    while (low < high) {                    /* the smallest disc that holds hex i */
        int32_t middle = low + (high - low) / 2;
        if (adj_hex_disc(middle) > i)
            high = middle;
        else
            low = middle + 1;
    }
    if (low == 0)
        return centre;
    return adj_hex_ring(centre, low, (int32_t)(i - adj_hex_disc(low - 1)));
}

static int64_t divide_near(int64_t num, int64_t den)
{
    int64_t doubled = 2 * num + den, whole = doubled / (2 * den);

    return doubled % (2 * den) < 0 ? whole - 1 : whole;
}

adj_hex adj_hex_line(adj_hex a, adj_hex b, int32_t i)
{
    int64_t n = adj_hex_distance(a, b), den, x, y, z, rx, ry, rz, dx, dy, dz;

    if (n == 0)
        return a;
    /* The point i/n of the way in cube coordinates, moved off the spines by a 16th of a step
     * in one fixed direction, so that ties fall alike from both ends; then rounded. */
    den = 16 * n;
    x = 16 * (a.q * (n - i) + (int64_t)b.q * i) + 1;
    z = 16 * (a.r * (n - i) + (int64_t)b.r * i) + 2;
    y = -x - z;
    rx = divide_near(x, den);
    ry = divide_near(y, den);
    rz = divide_near(z, den);
    dx = llabs(rx * den - x);
    dy = llabs(ry * den - y);
    dz = llabs(rz * den - z);
    if (dx > dy && dx > dz)
        rx = -ry - rz;
    else if (dz > dy)
        rz = -rx - ry;
    return (adj_hex){ (int32_t)rx, (int32_t)rz };
}
