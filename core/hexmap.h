/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexmap.h -- a map of hexes with terrain, heights, hexsides and roads.
 *
 * A map is a rectangle of columns and rows of a printed grid; hexes of terrain 0 are not on it.
 * Hexes are also known by a number, 0 <= index < adj_hexmap_size: that is what paths work with.
 * Terrain and hexside kinds are small numbers whose meaning is the ruleset's. */
#ifndef ADJ_HEXMAP_H
#define ADJ_HEXMAP_H

#include "hexgrid.h"

typedef struct adj_hexmap adj_hexmap;

#define ADJ_HEXMAP_MOST 16000000        /* hexes */

/* A map of cols x rows hexes whose first column and row are `first`, all off the map so far.
 * ADJ_ERANGE for a size below 1 or above ADJ_HEXMAP_MOST hexes. */
adj_status adj_hexmap_new(adj_hex_layout layout, adj_offset first, int32_t cols, int32_t rows,
                          adj_hexmap **out, adj_error *err);
void adj_hexmap_free(adj_hexmap *map);                      /* NULL is fine */

adj_hex_layout adj_hexmap_layout(const adj_hexmap *map);
/* The numbers hexes can have; there are gaps. */
int32_t adj_hexmap_size(const adj_hexmap *map);
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

/* Reading, by number. */
uint8_t adj_hexmap_terrain(const adj_hexmap *map, int32_t index);
int16_t adj_hexmap_height(const adj_hexmap *map, int32_t index);
uint8_t adj_hexmap_side(const adj_hexmap *map, int32_t index, int direction);
bool    adj_hexmap_road(const adj_hexmap *map, int32_t index, int direction);

#endif
