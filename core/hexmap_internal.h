/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexmap_internal.h -- the arrays of a map, for path and line-of-sight work. */
#ifndef ADJ_HEXMAP_INTERNAL_H
#define ADJ_HEXMAP_INTERNAL_H

#include "hexmap.h"

/* The rectangle has a border of one hex all around, so that every neighbour of a hex on the map
 * has a number and no edge needs to be checked. A hex keeps the sides in directions 0 to 2; the
 * other three are kept by the neighbours there. Seven bytes a hex. */
struct adj_hexmap {
    adj_hex_layout layout;
    adj_offset first;
    int32_t cols, rows;
    int32_t stride;                 /* cols + 2 */
    int32_t size;                   /* (cols + 2) * (rows + 2) */
    int32_t delta[2][6];            /* by the parity of row (pointy) or column (flat) */
    uint8_t *terrain;
    int16_t *height;
    uint8_t (*sides)[3];
    uint8_t *roads;                 /* bits 0 to 2 */
};

static inline int adj_hexmap_parity(const adj_hexmap *map, int32_t index)
{
    if (map->layout.flat_top)
        return (int)((index % map->stride - 1 + map->first.col) & 1);
    return (int)((index / map->stride - 1 + map->first.row) & 1);
}

#endif
