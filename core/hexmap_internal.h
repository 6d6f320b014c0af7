/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexmap_internal.h -- the arrays of a map, for path and line-of-sight work. */
#ifndef ADJ_HEXMAP_INTERNAL_H
#define ADJ_HEXMAP_INTERNAL_H

#include "hexmap.h"

/* The rectangle has a border of one hex all around, so that every neighbour of a hex on the map
 * has a number and no edge needs to be checked. A hex keeps the sides in directions 0 to 2; the
 * other three are kept by the neighbours there. Seven bytes a hex, five while all heights are 0.
 *
 * Behind the numbers of the rectangle come those of the boxes. Places with links have a rank: the
 * linked hexes in order of number, then all boxes. */
typedef struct {
    int32_t to;
    uint8_t side;
    bool road;
} adj_way_out;

/* In `ways`: bits 0 to 2 the roads, and these. */
enum { ADJ_WAY_LINKED = 64, ADJ_WAY_ODD = 128 };

struct adj_hexmap {
    adj_hex_layout layout;
    adj_offset first;
    int32_t cols, rows;
    int32_t stride;                 /* cols + 2 */
    int32_t grid;                   /* (cols + 2) * (rows + 2), 0 when there is no hex */
    int32_t size;                   /* grid and boxes */
    int32_t delta[2][6];            /* by the parity of row (pointy) or column (flat) */
    uint8_t *terrain;
    int16_t *height;                /* NULL while all are 0 */
    uint8_t (*sides)[3];
    uint8_t *ways;
    bool any_road;
    int32_t *linked;                /* the linked hexes, in order */
    int32_t linked_hexes, linked_count;
    int32_t *out_first;             /* linked_count + 1, into out */
    adj_way_out *out;
};

/* The rank of a place that has ADJ_WAY_LINKED. */
int32_t adj_hexmap_rank(const adj_hexmap *map, int32_t index);

static inline int adj_hexmap_parity(const adj_hexmap *map, int32_t index)
{
    return map->ways[index] >> 7;
}

#endif
