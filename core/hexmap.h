/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexmap.h -- a map of hexes with terrain, heights, hexsides and roads, and of boxes.
 *
 * A map is a rectangle of columns and rows of a printed grid; hexes of terrain 0 are not on it.
 * Hexes are also known by a number, 0 <= index < adj_hexmap_size: that is what paths work with.
 * Terrain and hexside kinds are small numbers whose meaning is the ruleset's.
 *
 * A box is a place off the grid: links lead from it to hexes and to other boxes. A map without
 * hexes, of boxes alone, is a graph: areas, provinces, a chain of depots. */
#ifndef ADJ_HEXMAP_H
#define ADJ_HEXMAP_H

#include "hexgrid.h"

typedef struct adj_hexmap adj_hexmap;

#define ADJ_HEXMAP_MOST 16000000        /* hexes */

/* A map of cols x rows hexes whose first column and row are `first`, all off the map so far.
 * ADJ_ERANGE for a size below 1 or above ADJ_HEXMAP_MOST hexes, and when `first` is further out
 * than ADJ_HEX_MOST / 4. */
adj_status adj_hexmap_new(adj_hex_layout layout, adj_offset first, int32_t cols, int32_t rows,
                          adj_hexmap **out, adj_error *err);
/* A map without hexes. */
adj_status adj_hexmap_new_boxes(adj_hexmap **out, adj_error *err);
void adj_hexmap_free(adj_hexmap *map);                      /* NULL is fine */

adj_hex_layout adj_hexmap_layout(const adj_hexmap *map);
/* The numbers places can have, hexes first, then boxes; there are gaps among the hexes. */
int32_t adj_hexmap_size(const adj_hexmap *map);
/* The number of the first box: how many numbers belong to hexes. */
int32_t adj_hexmap_first_box(const adj_hexmap *map);
/* The number of a hex within the rectangle, or -1. */
int32_t adj_hexmap_index(const adj_hexmap *map, adj_hex hex);
adj_hex adj_hexmap_hex(const adj_hexmap *map, int32_t index);
/* The number of the neighbour in direction 0..5 of a hex within the rectangle. It may lie just
 * outside, where terrain is 0. */
int32_t adj_hexmap_beside(const adj_hexmap *map, int32_t index, int direction);

/* Setting. The hex must be within the rectangle: ADJ_ENOTFOUND otherwise. A side and a road
 * belong to both hexes that share it; one of them may lie outside. */
adj_status adj_hexmap_set_terrain(adj_hexmap *map, adj_hex hex, uint8_t terrain);
adj_status adj_hexmap_set_height(adj_hexmap *map, adj_hex hex, int16_t height);
adj_status adj_hexmap_set_side(adj_hexmap *map, adj_hex hex, int direction, uint8_t side);
adj_status adj_hexmap_set_road(adj_hexmap *map, adj_hex hex, int direction, bool road);

/* One way between two places, both ways unless it says otherwise. */
typedef struct {
    int32_t from, to;
    uint8_t side;           /* what is crossed, like a hexside */
    bool road, one_way;
} adj_link;

/* Adds `boxes` boxes of terrain 1 and all links, once in the life of a map, before paths are
 * searched on it. ADJ_ENOTFOUND when a link leads to a number that is no place, ADJ_EINVAL when
 * it leads to where it comes from or the map has links already. */
adj_status adj_hexmap_join(adj_hexmap *map, int32_t boxes, const adj_link *links, int32_t count,
                           adj_error *err);
/* Sets the terrain of a place by its number. */
void adj_hexmap_set_terrain_at(adj_hexmap *map, int32_t index, uint8_t terrain);

/* Reading, by number. */
uint8_t adj_hexmap_terrain(const adj_hexmap *map, int32_t index);
int16_t adj_hexmap_height(const adj_hexmap *map, int32_t index);
uint8_t adj_hexmap_side(const adj_hexmap *map, int32_t index, int direction);
bool    adj_hexmap_road(const adj_hexmap *map, int32_t index, int direction);

#endif
