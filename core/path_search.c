/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path_search.c -- Dijkstra's search with buckets: costs are small whole numbers, so the
 * nodes still to be looked at lie in a ring of lists, one for each cost. A search for one place
 * ranks nodes by cost and what at least is still to come (A*). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "path_internal.h"

/* --- the ring -------------------------------------------------------------------------------- */

static bool make_ring(adj_paths *p, int32_t span)
{
    int32_t size = 1;

    while (size < span)
        size *= 2;
    if (p->waiting > 0)                     /* the last search ended early */
        for (int32_t i = 0; i < p->ring_room; i++)
            p->ring[i].count = 0;
    p->waiting = 0;
    p->mask = (uint32_t)size - 1;
    if (size > p->ring_room) {
        adj_bucket *larger = realloc(p->ring, (size_t)size * sizeof *larger);
        if (larger == NULL)
            return false;
        memset(larger + p->ring_room, 0, (size_t)(size - p->ring_room) * sizeof *larger);
        p->ring = larger;
        p->ring_room = size;
    }
    /* A bucket always has room for one more. */
    for (int32_t i = size - 1; i >= 0 && p->ring[i].room == 0; i--)
        if (!adj_bucket_grow(&p->ring[i]))
            return false;
    return true;
}

/* --- one step -------------------------------------------------------------------------------- */

/* What entering `to` over a side of that kind costs, or ADJ_STEP_BLOCKED and more. */
static inline int32_t entry_cost(const adj_paths *p, const adj_mover *m, int32_t to, uint8_t side,
                                 bool road, bool *once)
{
    uint8_t terrain = p->map->terrain[to];

    *once = false;
    if (p->marked_count > 0 && (p->marks[to] & ADJ_MARK_BLOCKED) != 0)
        return ADJ_STEP_BLOCKED;
    if (road && m->road != ADJ_BLOCKED) {
        *once = m->once_road;
        return m->road + (m->terrain[terrain] & ADJ_STEP_OFF);
    }
    *once = (m->once_terrain[terrain] && m->keep[side] == -1) || m->once_side[side];
    return m->side[side] + (m->terrain[terrain] & m->keep[side]);
}

static inline int32_t hex_step(const adj_paths *p, const adj_mover *m, int32_t index, int32_t to,
                               int d, bool *once)
{
    const adj_hexmap *map = p->map;
    int32_t keeper = d < 3 ? index : to;
    int way = d < 3 ? d : d - 3;

    return entry_cost(p, m, to, map->sides[keeper][way], (map->ways[keeper] >> way & 1) != 0,
                      once);
}

int32_t adj_paths_step(const adj_paths *p, const adj_mover *m, int32_t from, int32_t to,
                       bool *once)
{
    const adj_hexmap *map = p->map;
    int32_t best = ADJ_STEP_BLOCKED;

    *once = false;
    for (int d = 0; d < 6 && from < map->grid; d++)
        if (from + map->delta[adj_hexmap_parity(map, from)][d] == to && to < map->grid)
            best = hex_step(p, m, from, to, d, once);
    if ((map->ways[from] & ADJ_WAY_LINKED) != 0) {
        int32_t rank = adj_hexmap_rank(map, from);
        for (int32_t i = map->out_first[rank]; i < map->out_first[rank + 1]; i++) {
            bool here = false;
            int32_t cost = map->out[i].to != to ? ADJ_STEP_BLOCKED
                           : entry_cost(p, m, to, map->out[i].side, map->out[i].road, &here);
            if (cost < best) {
                best = cost;
                *once = here;
            }
        }
    }
    return best >= ADJ_STEP_BLOCKED ? ADJ_BLOCKED : best;
}

/* --- the search with everything ---------------------------------------------------------------- */

/* Takes note of a way to `node`; false when out of memory. */
static bool reach(adj_search *s, int32_t node, uint32_t cost, uint8_t from, int32_t by)
{
    adj_paths *p = s->p;

    if (adj_paths_has(p, node)) {
        /* as cheap, but a move can go on from it */
        bool freed = p->cost[node] - p->base == cost && (p->from[node] & FORCED) != 0
                     && (from & FORCED) == 0;
        if (p->cost[node] - p->base <= cost && !freed)
            return true;
        from = (uint8_t)(from | (p->from[node] & DONE));
    }
    p->cost[node] = p->base + cost;
    if (p->cost[node] > p->top)
        p->top = p->cost[node];
    p->from[node] = from;
    if ((from & WAY) == BY_LINK)
        p->link_from[adj_hexmap_rank(p->map, adj_paths_place(p, node))
                     + (node >= p->size ? p->map->linked_count : 0)] = by;
    if (s->least > 0) {
        cost += (uint32_t)adj_search_estimate(s, adj_hex_add(s->here,
                                                             adj_hex_direction(from & WAY)));
        if (cost > s->limit)
            return true;                    /* no way to the goal leads over it */
    }
    return adj_search_push(p, cost, node);
}

static bool ends_move(const adj_search *s, int32_t node, int32_t index)
{
    const adj_paths *p = s->p;

    if ((p->from[node] & NO_WAY) != 0)
        return false;                       /* one may always leave the start */
    return (p->from[node] & FORCED) != 0 || s->m->stop[p->map->terrain[index]] != 0
           || (p->marked_count > 0 && (p->marks[index] & ADJ_MARK_STOP) != 0);
}

/* Takes the step from `node` to the place `to` that costs `step`. */
static bool go(adj_search *s, int32_t node, int32_t to, int32_t step, bool once, int way)
{
    adj_paths *p = s->p;
    int layer = node >= p->size ? 1 : 0, target = layer;
    uint8_t from = (uint8_t)(way | (layer != 0 ? LAYER : 0));
    uint32_t cost;

    if (step >= ADJ_STEP_BLOCKED)
        return true;
    if (once && layer == 0 && s->m->once > 0) {
        step += s->m->once;
        target = 1;
    }
    cost = p->cost[node] - p->base + (uint32_t)step;
    if (cost > s->limit) {
        if ((p->from[node] & NO_WAY) == 0 || !s->m->minimum_one)
            return true;
        cost = s->limit;
        from |= FORCED;
    }
    return reach(s, target * p->size + to, cost, from, adj_paths_place(p, node));
}

static bool expand(adj_search *s, int32_t node)
{
    adj_paths *p = s->p;
    const adj_hexmap *map = p->map;
    int32_t index = adj_paths_place(p, node), leave = 0;

    if (ends_move(s, node, index))
        return true;
    if (p->marked_count > 0 && (p->marks[index] & ADJ_MARK_LEAVE) != 0)
        leave = s->m->leave;
    if (s->least > 0)
        s->here = adj_hexmap_hex(map, index);
    for (int d = 0; d < 6 && index < map->grid; d++) {
        int32_t to = index + map->delta[adj_hexmap_parity(map, index)][d];
        bool once;
        int32_t step = hex_step(p, s->m, index, to, d, &once);
        if (!go(s, node, to, step + leave, once, d))
            return false;
    }
    if ((map->ways[index] & ADJ_WAY_LINKED) != 0) {
        int32_t rank = adj_hexmap_rank(map, index);
        for (int32_t i = map->out_first[rank]; i < map->out_first[rank + 1]; i++) {
            const adj_way_out *out = &map->out[i];
            bool once;
            int32_t step = entry_cost(p, s->m, out->to, out->side, out->road, &once);
            if (!go(s, node, out->to, step + leave, once, BY_LINK))
                return false;
        }
    }
    return true;
}

/* Puts a place in the result when it is looked at for the first time, in whichever layer. */
static bool note(adj_paths *p, int32_t node)
{
    int32_t other = node >= p->size ? node - p->size : node + p->size;
    bool first, end;

    if ((p->from[node] & DONE) != 0)
        return true;
    p->from[node] |= DONE;
    first = p->layers == 1 || !adj_paths_has(p, other) || (p->from[other] & DONE) == 0;
    end = p->marked_count == 0 || (p->from[node] & NO_WAY) != 0
          || (p->marks[adj_paths_place(p, node)] & ADJ_MARK_PASS_ONLY) == 0;
    if (first && end)
        return adj_search_list(&p->reached, &p->reached_room, &p->reached_count, p->size, node);
    return adj_search_list(&p->passed, &p->passed_room, &p->passed_count, 2 * p->size, node);
}

/* Empties the ring in order of rank. Entries that were bettered since are passed over. */
static adj_status run(adj_search *s, uint32_t rank)
{
    adj_paths *p = s->p;
    adj_status status;

    for (; p->waiting > 0; rank++) {
        adj_bucket *b = &p->ring[rank & p->mask];
        while (b->count > 0) {
            int32_t node = b->nodes[--b->count];
            p->waiting--;
            if (s->least > 0 ? (p->from[node] & DONE) != 0 : p->cost[node] - p->base != rank)
                continue;
            if (s->least > 0)
                p->from[node] |= DONE;
            if (s->goal >= 0 && adj_paths_place(p, node) == s->goal)
                return adj_search_charge(s, 0);
            if ((status = adj_search_charge(s, 1)) != ADJ_OK)
                return status;
            if ((s->goal < 0 && !note(p, node)) || !expand(s, node))
                return ADJ_ENOMEM;
        }
    }
    return adj_search_charge(s, 0);
}

/* --- beginning ----------------------------------------------------------------------------------- */

static void new_base(adj_paths *p)
{
    if (p->top >= UINT32_MAX / 2) {
        memset(p->cost, 0, (size_t)p->size * (size_t)p->layers * sizeof *p->cost);
        p->top = 0;
    }
    p->base = p->top + 1;
    p->top = p->base;
    p->reached_count = p->passed_count = 0;
}

static adj_status begin(adj_search *s, int32_t start, int64_t points)
{
    adj_paths *p = s->p;
    adj_status status;
    uint64_t rank;

    new_base(p);
    if (start < 0 || start >= p->size || p->map->terrain[start] == 0)
        return ADJ_ENOTFOUND;
    s->limit = points < 0 ? 0u : points > ADJ_POINTS_MOST ? (uint32_t)ADJ_POINTS_MOST
                                                          : (uint32_t)points;
    if (s->m->once > 0 && p->layers == 1 && !adj_paths_add_layer(p))
        return ADJ_ENOMEM;
    /* links lead any distance */
    s->least = s->goal < 0 || p->map->out != NULL ? 0 : s->m->least;
    /* A rank rises by at most a step and what one hex nearer to the goal would have saved. */
    if (!make_ring(p, s->m->most + s->least + 1))
        return ADJ_ENOMEM;
    p->cost[start] = p->base;
    p->from[start] = NO_WAY;
    rank = s->least > 0 ? adj_search_estimate(s, adj_hexmap_hex(p->map, start)) : 0;
    if (rank > s->limit)
        return ADJ_OK;                      /* too far for any way: ranks stay within the points */
    if (!adj_search_push(p, (uint32_t)rank, start))
        return ADJ_ENOMEM;
    status = adj_search_is_plain(s) ? adj_search_plain(s, (uint32_t)rank) : run(s, (uint32_t)rank);
    /* What a search had reached for when it was stopped must not look reached in the next. */
    if (status != ADJ_OK)
        p->top = p->base + s->limit;
    return status;
}

adj_status adj_paths_range(adj_paths *paths, const adj_mover *mover, int32_t start,
                           int64_t points, adj_budget *budget)
{
    adj_search s = { .p = paths, .m = mover, .goal = -1, .budget = budget };

    return begin(&s, start, points);
}

adj_status adj_paths_find(adj_paths *paths, const adj_mover *mover, int32_t start, int32_t goal,
                          int64_t points, adj_budget *budget, bool *found)
{
    adj_search s = { .p = paths, .m = mover, .goal = goal, .budget = budget };
    adj_status status;

    *found = false;
    if (goal < 0 || goal >= paths->size)
        return ADJ_ENOTFOUND;
    if (goal < paths->map->grid)
        s.goal_hex = adj_hexmap_hex(paths->map, goal);
    if ((status = begin(&s, start, points)) == ADJ_OK)
        *found = adj_paths_cost(paths, goal) >= 0;
    return status;
}
