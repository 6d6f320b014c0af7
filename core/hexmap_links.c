/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexmap_links.c -- boxes, and links that lead past the grid. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hexmap_internal.h"

int32_t adj_hexmap_first_box(const adj_hexmap *map)
{
    return map->grid;
}

void adj_hexmap_set_terrain_at(adj_hexmap *map, int32_t index, uint8_t terrain)
{
    assert(index >= 0 && index < map->size);
    map->terrain[index] = terrain;
}

int32_t adj_hexmap_rank(const adj_hexmap *map, int32_t index)
{
    int32_t low = 0, high = map->linked_hexes - 1;

    if (index >= map->grid)
        return map->linked_hexes + index - map->grid;
    while (low < high) {
        int32_t middle = low + (high - low) / 2;
        if (map->linked[middle] < index)
            low = middle + 1;
        else
            high = middle;
    }
    assert(map->linked_hexes > 0 && map->linked[low] == index);
    return low;
}

static adj_status check_links(const adj_hexmap *map, int32_t size, const adj_link *links,
                              int32_t count, adj_error *err)
{
    for (int32_t i = 0; i < count; i++) {
        const adj_link *l = &links[i];
        if (l->from < 0 || l->from >= size || l->to < 0 || l->to >= size
            || (l->from < map->grid && map->terrain[l->from] == 0)
            || (l->to < map->grid && map->terrain[l->to] == 0))
            return adj_error_set(err, ADJ_ENOTFOUND, "link %d leads to what is no place",
                                 (int)i + 1);
        if (l->from == l->to)
            return adj_error_set(err, ADJ_EINVAL, "link %d leads to where it comes from",
                                 (int)i + 1);
    }
    return ADJ_OK;
}

/* Gives one array room for `size` elements, the new ones zero. */
static bool widen(void **array, size_t before, size_t size, size_t element)
{
    char *larger = realloc(*array, size * element);

    if (larger == NULL)
        return false;
    memset(larger + before * element, 0, (size - before) * element);
    *array = larger;
    return true;
}

static bool add_boxes(adj_hexmap *map, int32_t boxes)
{
    size_t before = (size_t)map->grid, size = before + (size_t)boxes;
    void *terrain = map->terrain, *sides = map->sides, *ways = map->ways, *height = map->height;
    bool done = boxes == 0
                || (widen(&terrain, before, size, sizeof *map->terrain)
                    && widen(&sides, before, size, sizeof *map->sides)
                    && widen(&ways, before, size, sizeof *map->ways)
                    && (height == NULL || widen(&height, before, size, sizeof *map->height)));

    map->terrain = terrain;
    map->sides = sides;
    map->ways = ways;
    map->height = height;
    if (!done)
        return false;
    map->size = map->grid + boxes;
    for (int32_t i = map->grid; i < map->size; i++) {
        map->terrain[i] = 1;
        map->ways[i] = ADJ_WAY_LINKED;
    }
    return true;
}

static bool list_linked_hexes(adj_hexmap *map)
{
    int32_t n = 0;

    for (int32_t i = 0; i < map->grid; i++)
        n += (map->ways[i] & ADJ_WAY_LINKED) != 0;
    if ((map->linked = malloc(((size_t)n + 1) * sizeof *map->linked)) == NULL)
        return false;
    for (int32_t i = 0; i < map->grid; i++)
        if ((map->ways[i] & ADJ_WAY_LINKED) != 0)
            map->linked[map->linked_hexes++] = i;
    map->linked_count = map->linked_hexes + map->size - map->grid;
    return true;
}

static void put_way(adj_hexmap *map, int32_t *next, int32_t from, const adj_link *l, int32_t to)
{
    map->out[next[adj_hexmap_rank(map, from)]++] = (adj_way_out){ to, l->side, l->road };
}

/* Sorts the links by where they start: counts, sums, places. */
static bool list_ways(adj_hexmap *map, const adj_link *links, int32_t count)
{
    size_t ranks = (size_t)map->linked_count;
    int32_t *first = calloc(ranks + 2, sizeof *first), *next = malloc((ranks + 1) * sizeof *next);

    map->out_first = first;
    map->out = malloc((2 * (size_t)count + 1) * sizeof *map->out);
    if (first == NULL || next == NULL || map->out == NULL) {
        free(next);
        return false;
    }
    for (int32_t i = 0; i < count; i++) {
        first[adj_hexmap_rank(map, links[i].from) + 1]++;
        if (!links[i].one_way)
            first[adj_hexmap_rank(map, links[i].to) + 1]++;
    }
    for (size_t i = 0; i < ranks; i++)
        first[i + 1] += first[i];
    memcpy(next, first, ranks * sizeof *next);
    for (int32_t i = 0; i < count; i++) {
        put_way(map, next, links[i].from, &links[i], links[i].to);
        if (!links[i].one_way)
            put_way(map, next, links[i].to, &links[i], links[i].from);
        map->any_road = map->any_road || links[i].road;
    }
    free(next);
    return true;
}

adj_status adj_hexmap_join(adj_hexmap *map, int32_t boxes, const adj_link *links, int32_t count,
                           adj_error *err)
{
    adj_status status;

    if (map->out != NULL)
        return adj_error_set(err, ADJ_EINVAL, "the map has its links already");
    if (boxes < 0 || count < 0 || boxes > ADJ_HEXMAP_MOST || count > ADJ_HEXMAP_MOST)
        return adj_error_set(err, ADJ_ERANGE, "at most %d boxes and links", ADJ_HEXMAP_MOST);
    if ((status = check_links(map, map->grid + boxes, links, count, err)) != ADJ_OK)
        return status;
    if (!add_boxes(map, boxes))
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    for (int32_t i = 0; i < count; i++) {
        map->ways[links[i].from] |= ADJ_WAY_LINKED;
        map->ways[links[i].to] |= ADJ_WAY_LINKED;
    }
    if (!list_linked_hexes(map) || !list_ways(map, links, count))
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    return ADJ_OK;
}
