/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hex.h -- hexes as axial coordinates, integers only.
 *
 * The six directions are numbered counter-clockwise as drawn with pointy tops:
 * 0 E (1,0)  1 NE (1,-1)  2 NW (0,-1)  3 W (-1,0)  4 SW (-1,1)  5 SE (0,1).
 * Coordinates are meant to stay within +-ADJ_HEX_MOST, where nothing here can overflow. */
#ifndef ADJ_HEX_H
#define ADJ_HEX_H

#include "adj.h"

#define ADJ_HEX_MOST 100000000

typedef struct {
    int32_t q, r;
} adj_hex;

adj_hex adj_hex_direction(int direction);                 /* any integer, taken modulo 6 */
adj_hex adj_hex_add(adj_hex a, adj_hex b);
adj_hex adj_hex_scale(adj_hex a, int32_t times);
bool    adj_hex_equal(adj_hex a, adj_hex b);
int32_t adj_hex_distance(adj_hex a, adj_hex b);
/* The direction from a to its neighbour b, or -1 when they are not neighbours. */
int     adj_hex_towards(adj_hex a, adj_hex b);

/* A hex turned about a centre by sixths of a circle, counter-clockwise. */
adj_hex adj_hex_rotate(adj_hex hex, adj_hex centre, int sixths);
/* The bearing of b from a in twelfths of a circle: 2*d on the spine in direction d, 2*d + 1
 * strictly between directions d and d + 1; -1 when they are the same hex. */
int adj_hex_bearing(adj_hex a, adj_hex b);
/* Whether b lies in the arc that spans `twelfths` (0..11) on either side of direction `d`. */
bool adj_hex_in_arc(adj_hex a, adj_hex b, int direction, int twelfths);

/* Hex i (0 <= i < 6 * radius, or 0 for radius 0) of the ring, counter-clockwise from direction 0. */
adj_hex adj_hex_ring(adj_hex centre, int32_t radius, int32_t i);
/* Hex i of the spiral: the centre, then ring 1, ring 2, ... */
adj_hex adj_hex_spiral(adj_hex centre, int64_t i);
/* How many hexes lie within `radius`. */
int64_t adj_hex_disc(int32_t radius);

/* Hex i (0 <= i <= distance) of a shortest path that keeps to the straight line from a to b.
 * From b to a it runs through the same hexes. */
adj_hex adj_hex_line(adj_hex a, adj_hex b, int32_t i);

/* A stretch of the straight line between two centres: one hex that it crosses, or the two
 * hexes between which it runs along the common side (then count is 2). */
typedef struct {
    int count;
    adj_hex hex[2];
    int64_t num, den;       /* how far along the line its middle is: num/den of the way */
} adj_hex_stretch;

/* How many stretches adj_hex_trace may give for hexes `distance` apart. */
int32_t adj_hex_trace_most(int32_t distance);

/* The stretches of the line from a to b in order, both ends included, into out (room for
 * adj_hex_trace_most of them); returns their count. Hexes that the line only touches at a
 * corner are left out. From b to a it gives the same stretches in reverse. */
int32_t adj_hex_trace(adj_hex a, adj_hex b, adj_hex_stretch *out);

#endif
