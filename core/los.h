/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/los.h -- lines of sight over a hex map, integers only.
 *
 * A line runs from centre to centre. What it crosses between the two hexes can block it: a hex
 * whose top (height, plus what its terrain stands up) is too high, a hexside kind that blocks.
 * A hex off the map always blocks. The answer is the same with the ends swapped, and wherever
 * the map lies. */
#ifndef ADJ_LOS_H
#define ADJ_LOS_H

#include "hexmap.h"

typedef enum {
    ADJ_SPINE_LENIENT,      /* a line between two hexes is blocked when both block */
    ADJ_SPINE_STRICT        /* ... when either blocks */
} adj_spine;

typedef enum {
    ADJ_SIGHT_SLOPE,        /* the line falls evenly from the one height to the other */
    ADJ_SIGHT_HIGHER,       /* a hex blocks when it is too high for the higher end */
    ADJ_SIGHT_LOWER         /* ... for the lower end */
} adj_sight;

typedef struct {
    adj_spine spine;
    adj_sight sight;
    bool equal_blocks;          /* a top as high as the line blocks too */
    int16_t stands[256];        /* by terrain: what is added to the height of a hex between */
    bool side_blocks[256];      /* by hexside kind, when the line crosses such a side */
} adj_los_rule;

/* What the line touches: one hex, or the two it runs between. */
typedef struct {
    int count;
    int32_t index[2];           /* -1 off the map */
    bool blocks;                /* too high, or off the map */
    bool side_blocks;           /* the side crossed on the way here from the step before */
} adj_los_step;

#define ADJ_LOS_FAR 4000            /* the longest line, in hexes */

/* How many steps adj_los may give for hexes `distance` apart. */
int32_t adj_los_most(int32_t distance);

/* Whether the line from hex a to hex b is free; *clear is the answer. With steps not NULL (room
 * for adj_los_most), everything that the line touches in order, the ends included, and their
 * count in *n. `eyes` are added to the heights of a and b. ADJ_ENOTFOUND when an end is off the
 * map, ADJ_ERANGE when they are further apart than ADJ_LOS_FAR. */
adj_status adj_los(const adj_hexmap *map, const adj_los_rule *rule, adj_hex a, adj_hex b,
                   const int16_t eyes[2], bool *clear, adj_los_step *steps, int32_t *n);

#endif
