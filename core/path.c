/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path.c -- the room of a search, the costs, the marks, and what a search has found. */
#include "path_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- room ---------------------------------------------------------------------------------- */

bool adj_paths_grow(int32_t **list, int32_t *room, int32_t count, int32_t most)
{
    int64_t wanted = *room < 16 ? 16 : *room;
    int32_t *larger;

    if (count < *room)
        return true;
    while (wanted <= count)
        wanted *= 2;
    if (wanted > most)
        wanted = most;
    if ((larger = realloc(*list, (size_t)wanted * sizeof *larger)) == NULL)
        return false;
    *list = larger;
    *room = (int32_t)wanted;
    return true;
}

adj_status adj_paths_new(const adj_hexmap *map, adj_paths **out, adj_error *err)
{
    adj_paths *p = calloc(1, sizeof *p);
    size_t places = (size_t)map->size + 1;

    *out = NULL;
    if (p == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    p->map = map;
    p->size = map->size;
    p->layers = 1;
    p->base = 1;
    p->cost = calloc(places, sizeof *p->cost);
    p->from = malloc(places * sizeof *p->from);
    p->link_from = malloc(((size_t)map->linked_count + 1) * sizeof *p->link_from);
    if (p->cost == NULL || p->from == NULL || p->link_from == NULL) {
        adj_paths_free(p);
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    }
    *out = p;
    return ADJ_OK;
}

void adj_paths_free(adj_paths *p)
{
    if (p == NULL)
        return;
    for (int32_t i = 0; i < p->ring_room; i++)
        free(p->ring[i].nodes);
    free(p->ring);
    free(p->cost);
    free(p->from);
    free(p->link_from);
    free(p->marks);
    free(p->marked);
    free(p->reached);
    free(p->passed);
    free(p);
}

/* The second layer is made when costs first need it. */
bool adj_paths_add_layer(adj_paths *p)
{
    size_t nodes = 2 * (size_t)p->size + 1, links = 2 * (size_t)p->map->linked_count + 1;
    uint32_t *cost = realloc(p->cost, nodes * sizeof *cost);
    uint8_t *from;
    int32_t *link_from;

    if (cost == NULL)
        return false;
    p->cost = cost;
    if ((from = realloc(p->from, nodes * sizeof *from)) == NULL)
        return false;
    p->from = from;
    if ((link_from = realloc(p->link_from, links * sizeof *link_from)) == NULL)
        return false;
    p->link_from = link_from;
    memset(p->cost + p->size, 0, ((size_t)p->size + 1) * sizeof *p->cost);
    p->layers = 2;
    return true;
}

/* --- marks ----------------------------------------------------------------------------------- */

adj_status adj_paths_mark(adj_paths *p, int32_t index, uint8_t marks)
{
    assert(index >= 0 && index < p->size);
    if (p->marks == NULL && (p->marks = calloc((size_t)p->size + 1, 1)) == NULL)
        return ADJ_ENOMEM;
    if (p->marks[index] == 0) {
        if (!adj_paths_grow(&p->marked, &p->marked_room, p->marked_count, p->size))
            return ADJ_ENOMEM;
        p->marked[p->marked_count++] = index;
    }
    p->marks[index] |= marks;
    return ADJ_OK;
}

void adj_paths_clear_marks(adj_paths *p)
{
    for (int32_t i = 0; i < p->marked_count; i++)
        p->marks[p->marked[i]] = 0;
    p->marked_count = 0;
}

/* --- costs ---------------------------------------------------------------------------------- */

static bool is_cost(int32_t cost)
{
    return cost == ADJ_BLOCKED || (cost >= 0 && cost <= ADJ_COST_MOST);
}

static adj_status check_costs(const adj_costs *costs, adj_error *err)
{
    for (int i = 0; i < 256; i++)
        if (!is_cost(costs->terrain[i]) || !is_cost(costs->side[i]))
            return adj_error_set(err, ADJ_ERANGE, "the cost of %s %d is %d: it must be blocked or "
                                 "0 to %d", is_cost(costs->side[i]) ? "terrain" : "hexside", i,
                                 (int)(is_cost(costs->side[i]) ? costs->terrain[i]
                                                               : costs->side[i]), ADJ_COST_MOST);
    if (!is_cost(costs->road) || costs->once < 0 || costs->once > ADJ_COST_MOST
        || costs->leave < 0 || costs->leave > ADJ_COST_MOST)
        return adj_error_set(err, ADJ_ERANGE, "the cost of %s must be 0 to %d",
                             !is_cost(costs->road) ? "the road"
                             : costs->leave < 0 || costs->leave > ADJ_COST_MOST ? "leaving" : "once",
                             ADJ_COST_MOST);
    return ADJ_OK;
}

static void cost_bounds(const adj_costs *costs, adj_mover *m)
{
    int32_t low = ADJ_COST_MOST, high = 0, side = 0;

    for (int i = 0; i < 256; i++) {
        if (i > 0 && costs->terrain[i] != ADJ_BLOCKED) {
            low = costs->terrain[i] < low ? costs->terrain[i] : low;
            high = costs->terrain[i] > high ? costs->terrain[i] : high;
        }
        if (costs->along[i] && costs->side[i] != ADJ_BLOCKED)
            low = costs->side[i] < low ? costs->side[i] : low;
        side = costs->side[i] > side ? costs->side[i] : side;
    }
    if (costs->road != ADJ_BLOCKED) {
        low = costs->road < low ? costs->road : low;
        high = costs->road > high ? costs->road : high;
    }
    m->least = costs->minimum_one ? 0 : low;    /* a forced step may be cheaper than any */
    m->most = high + side + costs->once + costs->leave;
}

adj_status adj_mover_prepare(const adj_costs *costs, adj_mover *m, adj_error *err)
{
    adj_status status = check_costs(costs, err);

    if (status != ADJ_OK)
        return status;
    for (int i = 0; i < 256; i++) {
        int32_t terrain = costs->terrain[i], side = costs->side[i];
        m->terrain[i] = terrain == ADJ_BLOCKED ? ADJ_STEP_BLOCKED : terrain;
        m->side[i] = side == ADJ_BLOCKED ? ADJ_STEP_BLOCKED : side;
        m->keep[i] = costs->along[i] ? ADJ_STEP_OFF : -1;
        m->stop[i] = costs->stop[i];
        m->once_terrain[i] = costs->once_terrain[i];
        m->once_side[i] = costs->once_side[i];
    }
    m->terrain[0] = ADJ_STEP_OFF;
    m->road = costs->road;
    m->once = costs->once;
    m->once_road = costs->once_road;
    m->leave = costs->leave;
    m->minimum_one = costs->minimum_one;
    cost_bounds(costs, m);
    return ADJ_OK;
}

/* --- what was found -------------------------------------------------------------------------- */

int32_t adj_paths_parent(const adj_paths *p, int32_t node)
{
    int32_t place = adj_paths_place(p, node), parent;

    if ((p->from[node] & NO_WAY) != 0)
        return -1;
    if ((p->from[node] & WAY) == BY_LINK)
        parent = p->link_from[adj_hexmap_rank(p->map, place)
                              + (node >= p->size ? p->map->linked_count : 0)];
    else
        parent = adj_hexmap_beside(p->map, place, ((p->from[node] & WAY) + 3) % 6);
    return (p->from[node] & LAYER) != 0 ? parent + p->size : parent;
}

/* The cheaper node of a place, or -1. */
static int32_t best_node(const adj_paths *p, int32_t index)
{
    int32_t paid = index + p->size;
    bool one, two;

    if (index < 0 || index >= p->size)
        return -1;
    one = adj_paths_has(p, index);
    two = p->layers == 2 && adj_paths_has(p, paid);
    if (one && two)
        return p->cost[paid] < p->cost[index] ? paid : index;
    return one ? index : two ? paid : -1;
}

int32_t adj_paths_count(const adj_paths *paths)
{
    return paths->reached_count;
}

int32_t adj_paths_at(const adj_paths *paths, int32_t i, int64_t *cost)
{
    assert(i >= 0 && i < paths->reached_count);
    if (cost != NULL)
        *cost = adj_paths_spent(paths, paths->reached[i]);
    return adj_paths_place(paths, paths->reached[i]);
}

int64_t adj_paths_cost(const adj_paths *paths, int32_t index)
{
    int32_t node = best_node(paths, index);

    if (node < 0 || (paths->marked_count > 0 && (paths->marks[index] & ADJ_MARK_PASS_ONLY) != 0
                     && (paths->from[node] & NO_WAY) == 0))
        return -1;
    return adj_paths_spent(paths, node);
}

int32_t adj_paths_route(const adj_paths *p, int32_t index, adj_path_step *out, int32_t most)
{
    int32_t node = best_node(p, index), count = 0;

    if (adj_paths_cost(p, index) < 0)
        return 0;
    for (int32_t at = node; at >= 0; at = adj_paths_parent(p, at))
        count++;
    for (int32_t i = count - 1, at = node; i >= 0; i--, at = adj_paths_parent(p, at))
        if (i < most)
            out[i] = (adj_path_step){ adj_paths_place(p, at), adj_paths_spent(p, at) };
    return count;
}
