/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path_plain.c -- the search where nothing special is about: no marks, links, roads, costs
 * paid once. Most searches are such, and all that they need is in a few arrays. */
#include "path_internal.h"

bool adj_search_is_plain(const adj_search *s)
{
    const adj_paths *p = s->p;

    return (s->goal < 0 || s->least > 0) && s->m->once == 0 && !s->m->minimum_one
           && p->marked_count == 0 && p->map->out == NULL
           && (!p->map->any_road || s->m->road == ADJ_BLOCKED);
}

/* The arrays that such a search reads and writes, by value, so that a store of a byte does not
 * make the compiler fetch them all again. */
typedef struct {
    uint32_t *cost;
    uint8_t *from;
    const uint8_t *terrain, (*sides)[3], *ways;
    const int32_t *into, *over, *keep;
    adj_bucket *ring;
    uint32_t base, limit, mask, least;
    adj_hex goal;
} plain;

/* The step from a hex (at `here`, when the goal is being made for) in direction d, for `cost`. */
static inline bool plain_reach(plain s, int32_t to, uint32_t cost, int d, adj_hex here,
                               int32_t *waiting)
{
    adj_bucket *b;

    if (cost > s.limit || s.cost[to] - s.base <= cost)
        return true;                        /* a node not reached yet wraps to a huge cost */
    s.cost[to] = s.base + cost;
    s.from[to] = (uint8_t)d;
    if (s.least > 0) {
        cost += s.least * (uint32_t)adj_hex_distance(adj_hex_add(here, adj_hex_direction(d)),
                                                     s.goal);
        if (cost > s.limit)
            return true;                    /* no way to the goal leads over it */
    }
    b = &s.ring[cost & s.mask];
    b->nodes[b->count++] = to;
    ++*waiting;
    return b->count < b->room || adj_bucket_grow(b);
}

static inline bool plain_expand(plain s, const int32_t *delta, int32_t index, uint32_t spent,
                                adj_hex here, int32_t *waiting)
{
    bool room = true;

    for (int d = 0; d < 3; d++) {
        int32_t to = index + delta[d];
        uint8_t side = s.sides[index][d];
        int32_t step = s.over[side] + (s.into[s.terrain[to]] & s.keep[side]);
        room &= plain_reach(s, to, spent + (uint32_t)step, d, here, waiting);
    }
    for (int d = 3; d < 6; d++) {
        int32_t to = index + delta[d];
        uint8_t side = s.sides[to][d - 3];
        int32_t step = s.over[side] + (s.into[s.terrain[to]] & s.keep[side]);
        room &= plain_reach(s, to, spent + (uint32_t)step, d, here, waiting);
    }
    return room;
}

static plain arrays_of(const adj_search *s, uint32_t least)
{
    const adj_paths *p = s->p;

    return (plain){ p->cost, p->from, p->map->terrain, (const uint8_t (*)[3])p->map->sides,
                    p->map->ways, s->m->terrain, s->m->side, s->m->keep, p->ring, p->base,
                    s->limit, p->mask, least, s->goal_hex };
}

static bool ends_here(const adj_search *s, const plain *f, int32_t node)
{
    return s->m->stop[f->terrain[node]] != 0 && (f->from[node] & NO_WAY) == 0;
}

static adj_status flood(adj_search *s)
{
    adj_paths *p = s->p;
    const plain f = arrays_of(s, 0);
    const adj_hex nowhere = { 0, 0 };
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
            if (!adj_search_list(&p->reached, &p->reached_room, &p->reached_count, p->size, node)
                || (!ends_here(s, &f, node)
                    && !plain_expand(f, p->map->delta[f.ways[node] >> 7], node, rank, nowhere,
                                     &waiting)))
                status = ADJ_ENOMEM;
            else
                status = adj_search_charge(s, 1);
        }
    }
    p->waiting = waiting;
    return status == ADJ_OK ? adj_search_charge(s, 0) : status;
}

/* As the search with everything does it: a node is done with when it is first looked at. */
static adj_status make_for_goal(adj_search *s, uint32_t rank)
{
    adj_paths *p = s->p;
    const plain f = arrays_of(s, (uint32_t)s->least);
    int32_t waiting = p->waiting;
    adj_status status = ADJ_OK;
    bool there = false;

    for (; waiting > 0 && status == ADJ_OK && !there; rank++) {
        adj_bucket *b = &f.ring[rank & f.mask];
        p->top = p->base + rank + (uint32_t)s->m->most;
        while (b->count > 0 && status == ADJ_OK && !there) {
            int32_t node = b->nodes[--b->count];
            waiting--;
            there = node == s->goal;
            if (there || (f.from[node] & DONE) != 0)
                continue;
            if (!ends_here(s, &f, node)
                && !plain_expand(f, p->map->delta[f.ways[node] >> 7], node, f.cost[node] - f.base,
                                 adj_hexmap_hex(p->map, node), &waiting))
                status = ADJ_ENOMEM;
            else
                status = adj_search_charge(s, 1);
            f.from[node] |= DONE;
        }
    }
    p->waiting = waiting;
    return status == ADJ_OK ? adj_search_charge(s, 0) : status;
}

adj_status adj_search_plain(adj_search *s, uint32_t rank)
{
    return s->goal < 0 ? flood(s) : make_for_goal(s, rank);
}
