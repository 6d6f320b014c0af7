/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hexmap_internal.h"

#include <assert.h>
#include <stdlib.h>

/* --- making ------------------------------------------------------------------------------ */

static void set_deltas(adj_hexmap *map)
{
    for (int parity = 0; parity < 2; parity++) {
        adj_offset at = { parity, parity };
        adj_hex hex = adj_hex_from_offset(map->layout, at);
        for (int d = 0; d < 6; d++) {
            adj_offset to = adj_hex_to_offset(map->layout,
                                              adj_hex_add(hex, adj_hex_direction(d)));
            map->delta[parity][d] = (to.row - at.row) * map->stride + (to.col - at.col);
        }
    }
}

/* Which of the two rows of deltas each hex uses: its row (column, with flat tops) odd or even. */
static void set_parities(adj_hexmap *map)
{
    for (int32_t row = 0; row < map->rows + 2; row++)
        for (int32_t col = 0; col < map->stride; col++) {
            int32_t line = map->layout.flat_top ? col - 1 + map->first.col
                                                : row - 1 + map->first.row;
            if ((line & 1) != 0)
                map->ways[row * map->stride + col] = ADJ_WAY_ODD;
        }
}

static bool is_far(int32_t line)
{
    return line < -ADJ_HEX_MOST / 4 || line > ADJ_HEX_MOST / 4;
}

adj_status adj_hexmap_new(adj_hex_layout layout, adj_offset first, int32_t cols, int32_t rows,
                          adj_hexmap **out, adj_error *err)
{
    adj_hexmap *map;

    *out = NULL;
    if (cols < 1 || rows < 1 || (int64_t)cols * rows > ADJ_HEXMAP_MOST)
        return adj_error_set(err, ADJ_ERANGE, "a map of %d x %d hexes: a map has 1 to %d hexes",
                             (int)cols, (int)rows, ADJ_HEXMAP_MOST);
    if (is_far(first.col) || is_far(first.row))
        return adj_error_set(err, ADJ_ERANGE, "a map begins at column %d, row %d: at most %d either way",
                             (int)first.col, (int)first.row, ADJ_HEX_MOST / 4);
    if ((map = calloc(1, sizeof *map)) == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    map->layout = layout;
    map->first = first;
    map->cols = cols;
    map->rows = rows;
    map->stride = cols + 2;
    map->grid = map->size = map->stride * (rows + 2);
    map->terrain = calloc((size_t)map->size, sizeof *map->terrain);
    map->sides = calloc((size_t)map->size, sizeof *map->sides);
    map->ways = calloc((size_t)map->size, sizeof *map->ways);
    if (map->terrain == NULL || map->sides == NULL || map->ways == NULL) {
        adj_hexmap_free(map);
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    }
    set_deltas(map);
    set_parities(map);
    *out = map;
    return ADJ_OK;
}

adj_status adj_hexmap_new_boxes(adj_hexmap **out, adj_error *err)
{
    if ((*out = calloc(1, sizeof **out)) == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    (*out)->stride = 1;
    return ADJ_OK;
}

void adj_hexmap_free(adj_hexmap *map)
{
    if (map == NULL)
        return;
    free(map->terrain);
    free(map->height);
    free(map->sides);
    free(map->ways);
    free(map->linked);
    free(map->out_first);
    free(map->out);
    free(map);
}

/* --- numbers ------------------------------------------------------------------------------ */

adj_hex_layout adj_hexmap_layout(const adj_hexmap *map)
{
    return map->layout;
}

int32_t adj_hexmap_size(const adj_hexmap *map)
{
    return map->size;
}

int32_t adj_hexmap_index(const adj_hexmap *map, adj_hex hex)
{
    adj_offset at = adj_hex_to_offset(map->layout, hex);
    int64_t col = (int64_t)at.col - map->first.col, row = (int64_t)at.row - map->first.row;

    if (col < 0 || col >= map->cols || row < 0 || row >= map->rows)
        return -1;
    return (int32_t)((row + 1) * map->stride + col + 1);
}

adj_hex adj_hexmap_hex(const adj_hexmap *map, int32_t index)
{
    adj_offset at = { index % map->stride - 1 + map->first.col,
                      index / map->stride - 1 + map->first.row };

    return adj_hex_from_offset(map->layout, at);
}

int32_t adj_hexmap_beside(const adj_hexmap *map, int32_t index, int direction)
{
    return index + map->delta[adj_hexmap_parity(map, index)][direction];
}

/* --- setting and reading ------------------------------------------------------------------ */

adj_status adj_hexmap_set_terrain(adj_hexmap *map, adj_hex hex, uint8_t terrain)
{
    int32_t index = adj_hexmap_index(map, hex);

    if (index < 0)
        return ADJ_ENOTFOUND;
    map->terrain[index] = terrain;
    return ADJ_OK;
}

adj_status adj_hexmap_set_height(adj_hexmap *map, adj_hex hex, int16_t height)
{
    int32_t index = adj_hexmap_index(map, hex);

    if (index < 0)
        return ADJ_ENOTFOUND;
    if (map->height == NULL) {
        if (height == 0)
            return ADJ_OK;
        if ((map->height = calloc((size_t)map->size, sizeof *map->height)) == NULL)
            return ADJ_ENOMEM;
    }
    map->height[index] = height;
    return ADJ_OK;
}

/* Turns *index, *direction to the hex that keeps that side. */
static void keeper(const adj_hexmap *map, int32_t *index, int *direction)
{
    assert(*direction >= 0 && *direction < 6);
    if (*direction >= 3) {
        *index = adj_hexmap_beside(map, *index, *direction);
        *direction -= 3;
    }
}

adj_status adj_hexmap_set_side(adj_hexmap *map, adj_hex hex, int direction, uint8_t side)
{
    int32_t index = adj_hexmap_index(map, hex);

    if (index < 0)
        return ADJ_ENOTFOUND;
    keeper(map, &index, &direction);
    map->sides[index][direction] = side;
    return ADJ_OK;
}

adj_status adj_hexmap_set_road(adj_hexmap *map, adj_hex hex, int direction, bool road)
{
    int32_t index = adj_hexmap_index(map, hex);

    if (index < 0)
        return ADJ_ENOTFOUND;
    keeper(map, &index, &direction);
    if (road)
        map->ways[index] = (uint8_t)(map->ways[index] | 1u << direction);
    else
        map->ways[index] = (uint8_t)(map->ways[index] & ~(1u << direction));
    map->any_road = map->any_road || road;
    return ADJ_OK;
}

uint8_t adj_hexmap_terrain(const adj_hexmap *map, int32_t index)
{
    return map->terrain[index];
}

int16_t adj_hexmap_height(const adj_hexmap *map, int32_t index)
{
    return map->height != NULL ? map->height[index] : (int16_t)0;
}

uint8_t adj_hexmap_side(const adj_hexmap *map, int32_t index, int direction)
{
    keeper(map, &index, &direction);
    return map->sides[index][direction];
}

bool adj_hexmap_road(const adj_hexmap *map, int32_t index, int direction)
{
    keeper(map, &index, &direction);
    return (map->ways[index] >> direction & 1) != 0;
}
