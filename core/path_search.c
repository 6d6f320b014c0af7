/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path_search.c -- Dijkstra's search with buckets: costs are small whole numbers, so the
 * nodes still to be looked at lie in a ring of lists, one for each cost. A search for one place
 * ranks nodes by cost and what at least is still to come (A*). */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "path_internal.h"

enum { CHARGE_EVERY = 64 };

typedef struct {
    adj_paths *p;
    const adj_mover *m;
    uint32_t limit;             /* the points of the move */
    int32_t goal;               /* -1: all */
    adj_hex goal_hex, here;     /* here: the hex being looked at */
    int32_t least;              /* the cheapest step, for the estimate; 0: none is made */
    adj_budget *budget;
    int32_t uncharged;
} search;

/* --- the ring -------------------------------------------------------------------------------- */

static bool grow_bucket(adj_bucket *b)
{
    return adj_paths_grow(&b->nodes, &b->room, b->count, INT32_MAX / 2);
}

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
        if (!grow_bucket(&p->ring[i]))
            return false;
    return true;
}

static inline bool push(adj_paths *p, uint32_t rank, int32_t node)
{
    adj_bucket *b = &p->ring[rank & p->mask];

    b->nodes[b->count++] = node;
    p->waiting++;
    return b->count < b->room || grow_bucket(b);
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

/* What is at least still to come from a hex. */
static uint32_t estimate(const search *s, adj_hex hex)
{
    return (uint32_t)s->least * (uint32_t)adj_hex_distance(hex, s->goal_hex);
}

/* Takes note of a way to `node`; false when out of memory. */
static bool reach(search *s, int32_t node, uint32_t cost, uint8_t from, int32_t by)
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
    if (s->least > 0)
        cost += estimate(s, adj_hex_add(s->here, adj_hex_direction(from & WAY)));
    return push(p, cost, node);
}

static bool ends_move(const search *s, int32_t node, int32_t index)
{
    const adj_paths *p = s->p;

    if ((p->from[node] & NO_WAY) != 0)
        return false;                       /* one may always leave the start */
    return (p->from[node] & FORCED) != 0 || s->m->stop[p->map->terrain[index]] != 0
           || (p->marked_count > 0 && (p->marks[index] & ADJ_MARK_STOP) != 0);
}

/* Takes the step from `node` to the place `to` that costs `step`. */
static bool go(search *s, int32_t node, int32_t to, int32_t step, bool once, int way)
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

static bool expand(search *s, int32_t node)
{
    adj_paths *p = s->p;
    const adj_hexmap *map = p->map;
    int32_t index = adj_paths_place(p, node);

    if (ends_move(s, node, index))
        return true;
    if (s->least > 0)
        s->here = adj_hexmap_hex(map, index);
    for (int d = 0; d < 6 && index < map->grid; d++) {
        int32_t to = index + map->delta[adj_hexmap_parity(map, index)][d];
        bool once;
        int32_t step = hex_step(p, s->m, index, to, d, &once);
        if (!go(s, node, to, step, once, d))
            return false;
    }
    if ((map->ways[index] & ADJ_WAY_LINKED) != 0) {
        int32_t rank = adj_hexmap_rank(map, index);
        for (int32_t i = map->out_first[rank]; i < map->out_first[rank + 1]; i++) {
            const adj_way_out *out = &map->out[i];
            bool once;
            int32_t step = entry_cost(p, s->m, out->to, out->side, out->road, &once);
            if (!go(s, node, out->to, step, once, BY_LINK))
                return false;
        }
    }
    return true;
}

static bool list(int32_t **nodes, int32_t *room, int32_t *count, int32_t most, int32_t node)
{
    if (*count == *room && !adj_paths_grow(nodes, room, *count, most))
        return false;
    (*nodes)[(*count)++] = node;
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
        return list(&p->reached, &p->reached_room, &p->reached_count, p->size, node);
    return list(&p->passed, &p->passed_room, &p->passed_count, 2 * p->size, node);
}

static adj_status charge(search *s, int32_t steps)
{
    s->uncharged += steps;
    if (s->uncharged < CHARGE_EVERY && steps > 0)
        return ADJ_OK;
    steps = s->uncharged;
    s->uncharged = 0;
    return adj_budget_charge(s->budget, (uint64_t)steps);
}

/* Empties the ring in order of rank. Entries that were bettered since are passed over. */
static adj_status run(search *s, uint32_t rank)
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
                return charge(s, 0);
            if ((status = charge(s, 1)) != ADJ_OK)
                return status;
            if ((s->goal < 0 && !note(p, node)) || !expand(s, node))
                return ADJ_ENOMEM;
        }
    }
    return charge(s, 0);
}

/* --- the search of everything with nothing special ---------------------------------------------- */

/* Whether a search needs none of: marks, links, roads, costs paid once, a forced first step. */
static bool is_plain(const search *s)
{
    const adj_paths *p = s->p;

    return s->goal < 0 && s->m->once == 0 && !s->m->minimum_one && p->marked_count == 0
           && p->map->out == NULL && (!p->map->any_road || s->m->road == ADJ_BLOCKED);
}

/* The arrays that such a search reads and writes, by value, so that a store of a byte does not
 * make the compiler fetch them all again. */
typedef struct {
    uint32_t *cost;
    uint8_t *from;
    const uint8_t *terrain, (*sides)[3], *ways;
    const int32_t *into, *over, *keep;
    adj_bucket *ring;
    uint32_t base, limit, mask;
} plain;

static inline bool plain_reach(plain s, int32_t to, uint32_t cost, int d, int32_t *waiting)
{
    adj_bucket *b;

    if (cost > s.limit || s.cost[to] - s.base <= cost)
        return true;                        /* a node not reached yet wraps to a huge cost */
    s.cost[to] = s.base + cost;
    s.from[to] = (uint8_t)d;
    b = &s.ring[cost & s.mask];
    b->nodes[b->count++] = to;
    ++*waiting;
    return b->count < b->room || grow_bucket(b);
}

static inline bool plain_expand(plain s, const int32_t *delta, int32_t index, uint32_t here,
                                int32_t *waiting)
{
    bool room = true;

    for (int d = 0; d < 3; d++) {
        int32_t to = index + delta[d];
        uint8_t side = s.sides[index][d];
        int32_t step = s.over[side] + (s.into[s.terrain[to]] & s.keep[side]);
        room &= plain_reach(s, to, here + (uint32_t)step, d, waiting);
    }
    for (int d = 3; d < 6; d++) {
        int32_t to = index + delta[d];
        uint8_t side = s.sides[to][d - 3];
        int32_t step = s.over[side] + (s.into[s.terrain[to]] & s.keep[side]);
        room &= plain_reach(s, to, here + (uint32_t)step, d, waiting);
    }
    return room;
}

static adj_status run_plain(search *s)
{
    adj_paths *p = s->p;
    const adj_hexmap *map = p->map;
    const plain f = { p->cost, p->from, map->terrain, (const uint8_t (*)[3])map->sides, map->ways,
                      s->m->terrain, s->m->side, s->m->keep, p->ring, p->base, s->limit, p->mask };
    int32_t waiting = p->waiting;
    adj_status status = ADJ_OK;

    for (uint32_t rank = 0; waiting > 0 && status == ADJ_OK; rank++) {
        adj_bucket *b = &f.ring[rank & f.mask];
        p->top = p->base + rank;
        while (b->count > 0 && status == ADJ_OK) {
            int32_t node = b->nodes[--b->count];
            waiting--;
            if (f.cost[node] != f.base + rank)
                continue;
            if (!list(&p->reached, &p->reached_room, &p->reached_count, p->size, node))
                status = ADJ_ENOMEM;
            else if (s->m->stop[f.terrain[node]] != 0 && (f.from[node] & NO_WAY) == 0)
                status = charge(s, 1);
            else if (!plain_expand(f, map->delta[f.ways[node] >> 7], node, rank, &waiting))
                status = ADJ_ENOMEM;
            else
                status = charge(s, 1);
        }
    }
    p->waiting = waiting;
    return status == ADJ_OK ? charge(s, 0) : status;
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

static adj_status begin(search *s, int32_t start, int64_t points)
{
    adj_paths *p = s->p;
    adj_status status;
    uint32_t rank;

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
    rank = s->least > 0 ? estimate(s, adj_hexmap_hex(p->map, start)) : 0;
    if (!push(p, rank, start))
        return ADJ_ENOMEM;
    status = is_plain(s) ? run_plain(s) : run(s, rank);
    /* What a search had reached for when it was stopped must not look reached in the next. */
    if (status != ADJ_OK)
        p->top = p->base + s->limit;
    return status;
}

adj_status adj_paths_range(adj_paths *paths, const adj_mover *mover, int32_t start,
                           int64_t points, adj_budget *budget)
{
    search s = { .p = paths, .m = mover, .goal = -1, .budget = budget };

    return begin(&s, start, points);
}

adj_status adj_paths_find(adj_paths *paths, const adj_mover *mover, int32_t start, int32_t goal,
                          int64_t points, adj_budget *budget, bool *found)
{
    search s = { .p = paths, .m = mover, .goal = goal, .budget = budget };
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
