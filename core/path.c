/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path.c -- Dijkstra's search with buckets: costs are small whole numbers, so the hexes
 * still to be looked at lie in a ring of lists, one for each cost. */
#include "path.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "hexmap_internal.h"

/* In `from`: the direction of the step, the layer it came from, a step that minimum_one allowed,
 * the start, a node that was looked at. */
enum { WAY = 7, LAYER = 8, FORCED = 16, NO_WAY = 32, DONE = 64 };

typedef struct {
    int32_t *nodes;
    int32_t count, room;
} bucket;

/* A node is a hex, or, in the second layer, the same hex after `once` was paid. A node was
 * reached in this search when its stamp says so. */
struct adj_paths {
    const adj_hexmap *map;
    int32_t size;               /* nodes of one layer */
    int layers;
    int32_t *cost;
    uint16_t *stamp;
    uint8_t *from;              /* the direction of the step here, and flags */
    uint8_t *marks;
    uint16_t now;
    int32_t *marked;            /* hexes with marks, to clear them */
    int32_t marked_count, marked_room;
    bucket *ring;
    int32_t ring_size, ring_room;
    int32_t *reached;           /* hexes of a range */
    int32_t reached_count, reached_room;
};

typedef struct {
    adj_paths *p;
    const adj_costs *costs;
    int64_t points;
    int32_t goal;               /* -1: all */
    adj_hex goal_hex;
    int32_t least;              /* the cheapest step, for the estimate */
    int32_t waiting;            /* entries in the ring */
} search;

/* --- room ---------------------------------------------------------------------------------- */

static bool grow(int32_t **list, int32_t *room, int32_t count)
{
    int32_t wanted = *room < 8 ? 8 : *room;
    int32_t *larger;

    if (count < *room)
        return true;
    while (wanted <= count)
        wanted *= 2;
    if ((larger = realloc(*list, (size_t)wanted * sizeof *larger)) == NULL)
        return false;
    *list = larger;
    *room = wanted;
    return true;
}

adj_status adj_paths_new(const adj_hexmap *map, adj_paths **out, adj_error *err)
{
    adj_paths *p = calloc(1, sizeof *p);

    *out = NULL;
    if (p == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    p->map = map;
    p->size = map->size;
    p->layers = 1;
    p->cost = malloc((size_t)p->size * sizeof *p->cost);
    p->stamp = calloc((size_t)p->size, sizeof *p->stamp);
    p->from = malloc((size_t)p->size * sizeof *p->from);
    p->marks = calloc((size_t)p->size, sizeof *p->marks);
    if (p->cost == NULL || p->stamp == NULL || p->from == NULL || p->marks == NULL) {
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
    free(p->stamp);
    free(p->from);
    free(p->marks);
    free(p->marked);
    free(p->reached);
    free(p);
}

/* The second layer is made when costs first need it. */
static bool add_layer(adj_paths *p)
{
    size_t nodes = 2 * (size_t)p->size;
    int32_t *cost = realloc(p->cost, nodes * sizeof *cost);
    uint16_t *stamp;
    uint8_t *from;

    if (cost == NULL)
        return false;
    p->cost = cost;
    if ((stamp = realloc(p->stamp, nodes * sizeof *stamp)) == NULL)
        return false;
    p->stamp = stamp;
    if ((from = realloc(p->from, nodes * sizeof *from)) == NULL)
        return false;
    p->from = from;
    memset(p->stamp + p->size, 0, (size_t)p->size * sizeof *p->stamp);
    p->layers = 2;
    return true;
}

static bool make_ring(adj_paths *p, int32_t size)
{
    p->ring_size = size;
    for (int32_t i = 0; i < p->ring_room; i++)
        p->ring[i].count = 0;
    if (size > p->ring_room) {
        bucket *larger = realloc(p->ring, (size_t)size * sizeof *larger);
        if (larger == NULL)
            return false;
        memset(larger + p->ring_room, 0, (size_t)(size - p->ring_room) * sizeof *larger);
        p->ring = larger;
        p->ring_room = size;
    }
    return true;
}

void adj_paths_mark(adj_paths *p, int32_t index, uint8_t marks)
{
    assert(index >= 0 && index < p->size);
    /* Out of memory: the mark holds, and clearing falls back on the whole map. */
    if (p->marks[index] == 0 && p->marked_count >= 0) {
        if (grow(&p->marked, &p->marked_room, p->marked_count))
            p->marked[p->marked_count++] = index;
        else
            p->marked_count = -1;
    }
    p->marks[index] |= marks;
}

void adj_paths_clear_marks(adj_paths *p)
{
    if (p->marked_count < 0)
        memset(p->marks, 0, (size_t)p->size);
    for (int32_t i = 0; i < p->marked_count; i++)
        p->marks[p->marked[i]] = 0;
    p->marked_count = 0;
}

/* --- costs ---------------------------------------------------------------------------------- */

static bool is_cost(int32_t cost)
{
    return cost == ADJ_BLOCKED || (cost >= 0 && cost <= ADJ_COST_MOST);
}

adj_status adj_costs_check(const adj_costs *costs, adj_error *err)
{
    for (int i = 0; i < 256; i++)
        if (!is_cost(costs->terrain[i]) || !is_cost(costs->side[i]))
            return adj_error_set(err, ADJ_ERANGE, "the cost of %s %d is %d: it must be blocked or "
                                 "0 to %d", is_cost(costs->side[i]) ? "terrain" : "hexside", i,
                                 (int)(is_cost(costs->side[i]) ? costs->terrain[i]
                                                               : costs->side[i]), ADJ_COST_MOST);
    if (!is_cost(costs->road) || costs->once < 0 || costs->once > ADJ_COST_MOST)
        return adj_error_set(err, ADJ_ERANGE, "the cost of %s must be 0 to %d",
                             is_cost(costs->road) ? "once" : "the road", ADJ_COST_MOST);
    return ADJ_OK;
}

static void cost_bounds(const adj_costs *costs, int32_t *least, int32_t *most)
{
    int32_t low = ADJ_COST_MOST, high = 0, side = 0;

    for (int i = 0; i < 256; i++) {
        if (i > 0 && costs->terrain[i] != ADJ_BLOCKED) {
            low = costs->terrain[i] < low ? costs->terrain[i] : low;
            high = costs->terrain[i] > high ? costs->terrain[i] : high;
        }
        side = costs->side[i] > side ? costs->side[i] : side;
    }
    if (costs->road != ADJ_BLOCKED) {
        low = costs->road < low ? costs->road : low;
        high = costs->road > high ? costs->road : high;
    }
    *least = low;
    *most = high + side + costs->once;
}

/* What the step from hex `index` in direction d costs; ADJ_BLOCKED when it cannot be made.
 * *once: whether it is one that `once` is paid for. */
static int32_t step_cost(const search *s, int32_t index, int32_t to, int d, bool *once)
{
    const adj_hexmap *map = s->p->map;
    const adj_costs *costs = s->costs;
    uint8_t terrain = map->terrain[to];
    uint8_t side;
    int keeper = d < 3 ? index : to, way = d < 3 ? d : d - 3;
    int32_t cost;

    if (terrain == 0 || (s->p->marks[to] & ADJ_MARK_BLOCKED) != 0)
        return ADJ_BLOCKED;
    side = map->sides[keeper][way];
    if (costs->road != ADJ_BLOCKED && (map->roads[keeper] >> way & 1) != 0) {
        *once = costs->once_road;
        return costs->road;
    }
    cost = costs->terrain[terrain];
    if (cost == ADJ_BLOCKED || costs->side[side] == ADJ_BLOCKED)
        return ADJ_BLOCKED;
    *once = costs->once_terrain[terrain] || costs->once_side[side];
    return cost + costs->side[side];
}

/* --- the search ------------------------------------------------------------------------------ */

static int64_t estimate(const search *s, int32_t node)
{
    if (s->goal < 0 || s->least == 0)
        return 0;
    return (int64_t)s->least * adj_hex_distance(adj_hexmap_hex(s->p->map, node % s->p->size),
                                                s->goal_hex);
}

static bool push(search *s, int32_t node, int64_t rank)
{
    bucket *b = &s->p->ring[rank % s->p->ring_size];

    if (!grow(&b->nodes, &b->room, b->count))
        return false;
    b->nodes[b->count++] = node;
    s->waiting++;
    return true;
}

/* Takes note of a way to `node`; false when out of memory. */
static bool reach(search *s, int32_t node, int32_t cost, uint8_t from)
{
    adj_paths *p = s->p;

    if (p->stamp[node] == p->now) {
        /* as cheap, but a move can go on from it */
        bool freed = p->cost[node] == cost && (p->from[node] & FORCED) != 0
                     && (from & FORCED) == 0;
        if (p->cost[node] <= cost && !freed)
            return true;
        from |= p->from[node] & DONE;
    }
    p->stamp[node] = p->now;
    p->cost[node] = cost;
    p->from[node] = from;
    return push(s, node, cost + estimate(s, node));
}

static bool ends_move(const search *s, int32_t node, int32_t index)
{
    const adj_paths *p = s->p;

    if ((p->from[node] & NO_WAY) != 0)
        return false;                       /* one may always leave the start */
    return (p->from[node] & FORCED) != 0 || (p->marks[index] & ADJ_MARK_STOP) != 0
           || s->costs->stop[p->map->terrain[index]];
}

static bool expand(search *s, int32_t node)
{
    adj_paths *p = s->p;
    int32_t layer = node >= p->size ? 1 : 0, index = node - layer * p->size;
    const int32_t *delta = p->map->delta[adj_hexmap_parity(p->map, index)];
    bool start = (p->from[node] & NO_WAY) != 0;

    if (ends_move(s, node, index))
        return true;
    for (int d = 0; d < 6; d++) {
        int32_t to = index + delta[d], target = layer;
        bool once = false;
        int32_t step = step_cost(s, index, to, d, &once);
        int64_t cost;
        uint8_t from = (uint8_t)(d | (layer != 0 ? LAYER : 0));
        if (step == ADJ_BLOCKED)
            continue;
        if (once && layer == 0 && s->costs->once > 0) {
            step += s->costs->once;
            target = 1;
        }
        cost = (int64_t)p->cost[node] + step;
        if (cost > s->points) {
            if (!start || !s->costs->minimum_one)
                continue;
            cost = s->points;
            from |= FORCED;
        }
        if (!reach(s, target * p->size + to, (int32_t)cost, from))
            return false;
    }
    return true;
}

/* Puts a hex in the result when it is looked at for the first time, in whichever layer. */
static bool note(adj_paths *p, int32_t node)
{
    int32_t other = node >= p->size ? node - p->size : node + p->size;
    int32_t index = node >= p->size ? other : node;

    if ((p->from[node] & DONE) != 0)
        return true;
    p->from[node] |= DONE;
    if (p->layers == 2 && p->stamp[other] == p->now && (p->from[other] & DONE) != 0)
        return true;
    if ((p->marks[index] & ADJ_MARK_PASS_ONLY) != 0 && (p->from[node] & NO_WAY) == 0)
        return true;
    if (!grow(&p->reached, &p->reached_room, p->reached_count))
        return false;
    p->reached[p->reached_count++] = index;
    return true;
}

/* Empties the ring in order of rank. Entries that were bettered since are passed over. */
static adj_status run(search *s, int64_t rank, adj_budget *budget)
{
    adj_paths *p = s->p;
    adj_status status;

    for (; s->waiting > 0; rank++) {
        bucket *b = &p->ring[rank % p->ring_size];
        while (b->count > 0) {
            int32_t node = b->nodes[--b->count];
            s->waiting--;
            if (p->cost[node] + estimate(s, node) != rank)
                continue;
            if (s->goal >= 0 && node % p->size == s->goal)
                return ADJ_OK;
            if ((status = adj_budget_charge(budget, 1)) != ADJ_OK)
                return status;
            if ((s->goal < 0 && !note(p, node)) || !expand(s, node))
                return ADJ_ENOMEM;
        }
    }
    return ADJ_OK;
}

static void new_stamp(adj_paths *p)
{
    if (++p->now == 0) {
        memset(p->stamp, 0, (size_t)p->size * (size_t)p->layers * sizeof *p->stamp);
        p->now = 1;
    }
    p->reached_count = 0;
}

static adj_status begin(search *s, int32_t start, adj_budget *budget)
{
    adj_paths *p = s->p;
    int32_t most;

    new_stamp(p);
    if (start < 0 || start >= p->size || p->map->terrain[start] == 0)
        return ADJ_ENOTFOUND;
    if (s->points < 0)
        s->points = 0;
    if (s->points > INT32_MAX / 2)
        s->points = INT32_MAX / 2;
    if (s->costs->once > 0 && p->layers == 1 && !add_layer(p))
        return ADJ_ENOMEM;
    cost_bounds(s->costs, &s->least, &most);
    if (s->costs->minimum_one)
        s->least = 0;                       /* a forced step may be cheaper than any */
    /* A rank rises by at most a step and what one hex nearer to the goal would have saved. */
    if (!make_ring(p, most + s->least + 1))
        return ADJ_ENOMEM;
    p->stamp[start] = p->now;
    p->cost[start] = 0;
    p->from[start] = NO_WAY;
    if (!push(s, start, estimate(s, start)))
        return ADJ_ENOMEM;
    return run(s, estimate(s, start), budget);
}

adj_status adj_paths_range(adj_paths *paths, const adj_costs *costs, int32_t start,
                           int64_t points, adj_budget *budget)
{
    search s = { .p = paths, .costs = costs, .points = points, .goal = -1 };

    return begin(&s, start, budget);
}

adj_status adj_paths_find(adj_paths *paths, const adj_costs *costs, int32_t start, int32_t goal,
                          int64_t points, adj_budget *budget, bool *found)
{
    search s = { .p = paths, .costs = costs, .points = points, .goal = goal };
    adj_status status;

    *found = false;
    if (goal < 0 || goal >= paths->size)
        return ADJ_ENOTFOUND;
    s.goal_hex = adj_hexmap_hex(paths->map, goal);
    if ((status = begin(&s, start, budget)) == ADJ_OK)
        *found = adj_paths_cost(paths, goal) >= 0;
    return status;
}

/* --- the result ------------------------------------------------------------------------------ */

/* The cheaper node of a hex, or -1. */
static int32_t best_node(const adj_paths *p, int32_t index)
{
    int32_t paid = index + p->size;
    bool one, two;

    if (index < 0 || index >= p->size)
        return -1;
    one = p->stamp[index] == p->now;
    two = p->layers == 2 && p->stamp[paid] == p->now;
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
        *cost = paths->cost[best_node(paths, paths->reached[i])];
    return paths->reached[i];
}

int64_t adj_paths_cost(const adj_paths *paths, int32_t index)
{
    int32_t node = best_node(paths, index);

    if (node < 0 || ((paths->marks[index] & ADJ_MARK_PASS_ONLY) != 0
                     && (paths->from[node] & NO_WAY) == 0))
        return -1;
    return paths->cost[node];
}

int32_t adj_paths_route(const adj_paths *p, int32_t index, adj_path_step *out, int32_t most)
{
    int32_t node = best_node(p, index), count = 1, at = node;

    if (adj_paths_cost(p, index) < 0)
        return 0;
    for (; (p->from[at] & NO_WAY) == 0; count++) {
        int32_t hex = at >= p->size ? at - p->size : at;
        hex = adj_hexmap_beside(p->map, hex, ((p->from[at] & WAY) + 3) % 6);
        at = (p->from[at] & LAYER) != 0 ? hex + p->size : hex;
    }
    at = node;
    for (int32_t i = count - 1; i >= 0; i--) {
        int32_t hex = at >= p->size ? at - p->size : at;
        if (i < most)
            out[i] = (adj_path_step){ hex, p->cost[at] };
        hex = adj_hexmap_beside(p->map, hex, ((p->from[at] & WAY) + 3) % 6);
        at = (p->from[at] & LAYER) != 0 ? hex + p->size : hex;
    }
    return count;
}
