/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path_internal.h -- the room of a search, for path*.c and reach.c. */
#ifndef ADJ_PATH_INTERNAL_H
#define ADJ_PATH_INTERNAL_H

#include "hexmap_internal.h"
#include "path.h"

/* A step that costs this or more cannot be made; points stay below it. */
enum { ADJ_STEP_BLOCKED = 1 << 29, ADJ_POINTS_MOST = ADJ_STEP_BLOCKED - 1 };

/* The cost of entering what is off the map. A way along a side is free of the terrain's cost,
 * not of this: of a cost, a mover's `keep` for such a side keeps this bit alone. */
enum { ADJ_STEP_OFF = 1 << 30 };

/* In `from`: the direction of the step (BY_LINK: not in a direction), the layer it came from, a
 * step that minimum_one allowed, the start, a node that was looked at. */
enum { WAY = 7, BY_LINK = 6, LAYER = 8, FORCED = 16, NO_WAY = 32, DONE = 64 };

typedef struct {
    int32_t *nodes;
    int32_t count, room;
} adj_bucket;

/* A node is a place, or, in the second layer, the same place after `once` was paid: its number
 * plus `size`. Costs are kept on top of `base`, which rises above all costs of the searches
 * before: so a node whose cost is below it has not been reached in this one. */
struct adj_paths {
    const adj_hexmap *map;
    int32_t size;               /* nodes of one layer */
    int layers;
    uint32_t *cost;
    uint32_t base, top;         /* top: the highest in use */
    uint8_t *from;
    uint8_t *marks;             /* NULL until the first */
    int32_t *link_from;         /* by rank (and layer): the node a step by link came from */
    int32_t *marked;            /* places with marks, to clear them */
    int32_t marked_count, marked_room;
    adj_bucket *ring;
    int32_t ring_room;          /* a power of two, or 0 */
    uint32_t mask;              /* of this search: ranks fall into ring[rank & mask] */
    int32_t waiting;            /* entries in the ring */
    int32_t *reached;           /* nodes of a range, one a place that may be an end */
    int32_t reached_count, reached_room;
    int32_t *passed;            /* the other nodes that were looked at */
    int32_t passed_count, passed_room;
};

/* Makes room for element `count` in a list that will never need more than `most`. */
bool adj_paths_grow(int32_t **list, int32_t *room, int32_t count, int32_t most);
bool adj_paths_add_layer(adj_paths *p);

static inline int32_t adj_paths_place(const adj_paths *p, int32_t node)
{
    return node >= p->size ? node - p->size : node;
}

static inline bool adj_paths_has(const adj_paths *p, int32_t node)
{
    return p->cost[node] >= p->base;
}

static inline int32_t adj_paths_spent(const adj_paths *p, int32_t node)
{
    return (int32_t)(p->cost[node] - p->base);
}

/* --- a search (path_search.c, path_plain.c) --------------------------------------------- */

enum { ADJ_CHARGE_EVERY = 64 };

typedef struct {
    adj_paths *p;
    const adj_mover *m;
    uint32_t limit;             /* the points of the move */
    int32_t goal;               /* -1: all */
    adj_hex goal_hex, here;     /* here: the hex being looked at */
    int32_t least;              /* the cheapest step, for the estimate; 0: none is made */
    adj_budget *budget;
    int32_t uncharged;
} adj_search;

/* A bucket always has room for one more. */
static inline bool adj_bucket_grow(adj_bucket *b)
{
    return adj_paths_grow(&b->nodes, &b->room, b->count, INT32_MAX / 2);
}

/* Puts a node in the ring. */
static inline bool adj_search_push(adj_paths *p, uint32_t rank, int32_t node)
{
    adj_bucket *b = &p->ring[rank & p->mask];

    b->nodes[b->count++] = node;
    p->waiting++;
    return b->count < b->room || adj_bucket_grow(b);
}

/* Appends a node to a list. */
static inline bool adj_search_list(int32_t **nodes, int32_t *room, int32_t *count, int32_t most,
                                   int32_t node)
{
    if (*count == *room && !adj_paths_grow(nodes, room, *count, most))
        return false;
    (*nodes)[(*count)++] = node;
    return true;
}

/* Charges the budget, a good many steps at a time; with 0 what is left. */
static inline adj_status adj_search_charge(adj_search *s, int32_t steps)
{
    s->uncharged += steps;
    if (s->uncharged < ADJ_CHARGE_EVERY && steps > 0)
        return ADJ_OK;
    steps = s->uncharged;
    s->uncharged = 0;
    return adj_budget_charge(s->budget, (uint64_t)steps);
}

/* What is at least still to come from a hex. */
static inline uint64_t adj_search_estimate(const adj_search *s, adj_hex hex)
{
    return (uint64_t)s->least * (uint64_t)adj_hex_distance(hex, s->goal_hex);
}

/* Whether a search needs none of: marks, links, roads, costs paid once, a forced first step. */
bool adj_search_is_plain(const adj_search *s);
/* Runs such a search, from what is in the ring at `rank`. */
adj_status adj_search_plain(adj_search *s, uint32_t rank);

/* The node that the step to `node` came from, or -1 for the start. */
int32_t adj_paths_parent(const adj_paths *p, int32_t node);

#endif
