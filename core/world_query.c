/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_query.c -- what a rule asks: who is where, who refers to whom, what changed. */
#include "world.h"
#include "world_internal.h"

#include <stdlib.h>
#include <string.h>

/* Shell sort: rows are short and often nearly in order, and it needs no memory. The gaps are
 * Ciura's, and past 701 each is 9/4 of the one before. */
static void sort_ids(adj_id *ids, size_t n)
{
    static const uint32_t gaps[] = {
        1, 4, 10, 23, 57, 132, 301, 701, 1577, 3547, 7982, 17960, 40411, 90926, 204584, 460315,
        1035710, 2330348, 5243283, 11797386, 26544119,
    };
    size_t count = 1;

    while (count < sizeof gaps / sizeof *gaps && gaps[count] < n)
        count++;
    while (count-- > 0) {
        size_t gap = gaps[count];

        for (size_t i = gap; i < n; i++) {
            adj_id id = ids[i];
            size_t j = i;

            for (; j >= gap && ids[j - gap] > id; j -= gap)
                ids[j] = ids[j - gap];
            ids[j] = id;
        }
    }
}

size_t adj_world_count(const adj_world *w, int index)
{
    size_t n = 0;

    if (index >= 0)
        return index < w->n_types ? w->types[index].living : 0;
    for (int i = 0; i < w->n_types; i++)
        n += w->types[i].living;
    return n;
}

/* Whether an entity has the values sought in fields of its type. */
static inline bool has_values(const adj_world *w, const slot *s, const adj_sought *sought)
{
    const adj_value *cells = &w->cells[s->cell];

    for (int i = 0; i < sought->count; i++)
        if (!adj_value_same(cells[sought->wishes[i].field], sought->wishes[i].value))
            return false;
    return true;
}

static inline bool is_sought(const adj_world *w, const slot *s, const adj_sought *sought)
{
    if (sought->type < 0)
        return true;
    return s->type == sought->type && has_values(w, s, sought);
}

size_t adj_world_find(const adj_world *w, const adj_sought *sought, adj_id *ids, size_t room)
{
    int index = sought->type;
    size_t n = 0;

    if (index >= w->n_types)
        return 0;
    if (index >= 0) {
        for (adj_id id = w->types[index].oldest; id != 0; id = w->slots[id].younger) {
            if (!has_values(w, &w->slots[id], sought))
                continue;
            if (n < room)
                ids[n] = id;
            n++;
        }
        return n;
    }
    for (adj_id id = 1; id <= w->counter; id++) {
        if (!w->slots[id].alive)
            continue;
        if (n < room)
            ids[n] = id;
        n++;
    }
    return n;
}

/* Adds those at one node to the n there are. */
static size_t gather(const adj_world *w, int32_t node, const adj_sought *sought, adj_id *ids,
                     size_t room, size_t n)
{
    for (uint32_t i = w->node_heads[node]; i != 0; i = w->links[i].next) {
        adj_id id = w->links[i].id;

        if (!is_sought(w, &w->slots[id], sought))
            continue;
        if (n < room)
            ids[n] = id;
        n++;
    }
    return n;
}

size_t adj_world_find_at(const adj_world *w, int32_t node, const adj_sought *sought, adj_id *ids,
                         size_t room)
{
    size_t n;

    if (node < 1 || node > w->nodes)
        return 0;
    n = gather(w, node, sought, ids, room, 0);
    if (n > 1 && n <= room)
        sort_ids(ids, n);
    return n;
}

/* Adds those of one group to the n there are. */
static size_t gather_group(const adj_world *w, int32_t group, const adj_sought *sought,
                           adj_id *ids, size_t room, size_t n)
{
    if (group < 1 || group > w->groups)
        return n;
    for (int32_t i = w->group_starts[group]; i < w->group_starts[group + 1]; i++)
        if (w->node_heads[w->group_nodes[i]] != 0)
            n = gather(w, w->group_nodes[i], sought, ids, room, n);
    return n;
}

size_t adj_world_find_within(const adj_world *w, int32_t group, const adj_sought *sought,
                             adj_id *ids, size_t room)
{
    size_t n = gather_group(w, group, sought, ids, room, 0);

    if (n > 1 && n <= room)
        sort_ids(ids, n);
    return n;
}

size_t adj_world_find_among(const adj_world *w, const int32_t *groups, const adj_sought *sought,
                            adj_id *ids, size_t room)
{
    size_t n = 0;

    for (; *groups != 0; groups++)
        n = gather_group(w, *groups, sought, ids, room, n);
    if (n > 1 && n <= room)
        sort_ids(ids, n);
    return n;
}

bool adj_world_any_at(const adj_world *w, int32_t node, const adj_sought *sought)
{
    if (node < 1 || node > w->nodes)
        return false;
    for (uint32_t i = w->node_heads[node]; i != 0; i = w->links[i].next)
        if (is_sought(w, &w->slots[w->links[i].id], sought))
            return true;
    return false;
}

bool adj_world_any_within(const adj_world *w, int32_t group, const adj_sought *sought)
{
    if (group < 1 || group > w->groups)
        return false;
    for (int32_t i = w->group_starts[group]; i < w->group_starts[group + 1]; i++)
        if (w->node_heads[w->group_nodes[i]] != 0
            && adj_world_any_at(w, w->group_nodes[i], sought))
            return true;
    return false;
}

size_t adj_world_all(const adj_world *w, int index, adj_id *ids, size_t room)
{
    return adj_world_find(w, &(adj_sought){.type = index}, ids, room);
}

size_t adj_world_at(const adj_world *w, int32_t node, int index, adj_id *ids, size_t room)
{
    return adj_world_find_at(w, node, &(adj_sought){.type = index}, ids, room);
}

size_t adj_world_within(const adj_world *w, int32_t group, int index, adj_id *ids,
                        size_t room)
{
    return adj_world_find_within(w, group, &(adj_sought){.type = index}, ids, room);
}

/* With no field named, an entity that refers to it twice stands twice in the list. */
static size_t drop_doubles(adj_id *ids, size_t n)
{
    size_t kept = 0;

    for (size_t i = 0; i < n; i++)
        if (kept == 0 || ids[kept - 1] != ids[i])
            ids[kept++] = ids[i];
    return kept;
}

size_t adj_world_referrers(const adj_world *w, adj_id id, const char *name, adj_id *ids,
                           size_t room)
{
    size_t n = 0;

    if (!id_alive(w, id))
        return 0;
    for (uint32_t i = w->slots[id].referrers; i != 0; i = w->links[i].next) {
        const link *l = &w->links[i];

        if (name != NULL) {
            const type *t = &w->types[w->slots[l->id].type];

            if (strcmp(t->fields[l->field].spec.name, name) != 0)
                continue;
        }
        if (n < room)
            ids[n] = l->id;
        n++;
    }
    if (n > room)
        return n;
    sort_ids(ids, n);
    return drop_doubles(ids, n);
}

/* --- the trail ---------------------------------------------------------------------------- */

int adj_world_trail(const adj_world *w, size_t i, adj_id *id)
{
    const change *c = &w->trail[i];

    *id = c->id;
    if (c->op == OP_CREATE || c->op == OP_DESTROY)
        return ADJ_CHANGE_ALIVE;
    return c->op == OP_MOVE ? ADJ_CHANGE_OWNER : (int)c->op;
}

/* --- net changes -------------------------------------------------------------------------- */

static int by_id_field_age(const void *left, const void *right)
{
    const adj_change *a = left, *b = right;

    if (a->id != b->id)
        return a->id < b->id ? -1 : 1;
    if (a->field != b->field)
        return a->field < b->field ? -1 : 1;
    return a->order < b->order ? -1 : a->order > b->order;
}

static adj_change describe(const change *c, uint64_t order)
{
    adj_change out = {c->id, (int32_t)c->op, order, c->old, {.word = {0, 0}}};

    if (c->op == OP_CREATE || c->op == OP_DESTROY) {
        out.field = ADJ_CHANGE_ALIVE;
        out.before = adj_value_int(c->op == OP_DESTROY);
    } else if (c->op == OP_MOVE) {
        out.field = ADJ_CHANGE_OWNER;
        out.before = c->old;
    }
    return out;
}

static adj_value value_now(const adj_world *w, const adj_change *c)
{
    const slot *s = &w->slots[c->id];

    if (c->field == ADJ_CHANGE_ALIVE)
        return adj_value_int(s->alive);
    if (c->field == ADJ_CHANGE_OWNER)
        return (adj_value){.word = {s->owner, s->previous}};
    return w->cells[s->cell + (uint32_t)c->field];
}

size_t adj_world_changes(const adj_world *w, size_t mark, adj_change *changes)
{
    size_t n = 0, kept = 0;

    for (size_t i = mark; i < w->trail_len; i++, n++)
        changes[n] = describe(&w->trail[i], i);
    if (n > 1)
        qsort(changes, n, sizeof *changes, by_id_field_age);
    for (size_t i = 0; i < n; i++) {
        adj_change c = changes[i];
        bool oldest = i == 0 || changes[i - 1].id != c.id || changes[i - 1].field != c.field;

        if (!oldest)
            continue;
        c.now = value_now(w, &c);
        /* Created and destroyed since: it sorts first, and all the rest of it goes too. */
        if (c.field == ADJ_CHANGE_ALIVE && c.before.integer == 0 && c.now.integer == 0) {
            while (i + 1 < n && changes[i + 1].id == c.id)
                i++;
            continue;
        }
        if (!adj_value_same(c.before, c.now))
            changes[kept++] = c;
    }
    return kept;
}

/* --- what was touched --------------------------------------------------------------------- */

static void add_group(const adj_world *w, adj_value place, int32_t *groups, size_t *n)
{
    int32_t group = place.place.kind == ADJ_NODE ? w->node_groups[place.place.x] : 0;

    if (group != 0)
        groups[(*n)++] = group;
}

size_t adj_world_touched(const adj_world *w, size_t mark, const char *name, adj_id *ids,
                         int32_t *groups, size_t *n_groups)
{
    size_t n = 0, g = 0;

    for (size_t i = mark; i < w->trail_len; i++) {
        const change *c = &w->trail[i];
        const slot *s = &w->slots[c->id];
        const type *t = &w->types[s->type];
        int where = t->where;

        if (name != NULL && c->op != OP_CREATE && c->op != OP_DESTROY
            && (c->op >= (uint32_t)t->count || strcmp(t->fields[c->op].spec.name, name) != 0))
            continue;
        if (where >= 0 && c->op == (uint32_t)where)
            add_group(w, c->old, groups, &g);
        if (s->alive)
            ids[n++] = c->id;
    }
    sort_ids(ids, n);
    n = drop_doubles(ids, n);
    for (size_t i = 0; i < n; i++) {
        const slot *s = &w->slots[ids[i]];
        int where = w->types[s->type].where;

        if (where >= 0)
            add_group(w, w->cells[s->cell + (uint32_t)where], groups, &g);
    }
    /* Groups are numbers above 0, as ids are. */
    sort_ids((adj_id *)groups, g);
    *n_groups = drop_doubles((adj_id *)groups, g);
    return n;
}
