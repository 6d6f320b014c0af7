/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "reach.h"

#include <assert.h>
#include <stdlib.h>

#include "path_internal.h"

typedef struct {
    int32_t node, cost, parent;     /* parent: a node, -1 for the start */
} entry;

/* The entries, the places first, then the nodes that routes only pass; behind them a table of
 * slots (a number of an entry plus 1, or 0). Sorting and the table wait until they are needed. */
struct adj_reach {
    int32_t size, count, total, slots;      /* size: nodes of one layer; slots: a power of two */
    bool sorted, filled;
    entry entries[];
};

static int32_t slots_for(int32_t total)
{
    int32_t slots = 4;

    while (slots < total + total / 2)
        slots *= 2;
    return slots;
}

size_t adj_reach_bytes(const adj_paths *p)
{
    int32_t total = p->reached_count + p->passed_count;

    return sizeof(adj_reach) + (size_t)total * sizeof(entry)
           + (size_t)slots_for(total) * sizeof(int32_t);
}

static int32_t *table(adj_reach *reach)
{
    return (int32_t *)&reach->entries[reach->total];
}

static entry entry_of(const adj_paths *p, int32_t node)
{
    return (entry){ node, adj_paths_spent(p, node), adj_paths_parent(p, node) };
}

void adj_reach_keep(const adj_paths *p, adj_reach *reach)
{
    reach->size = p->size;
    reach->count = p->reached_count;
    reach->total = p->reached_count + p->passed_count;
    reach->slots = slots_for(reach->total);
    reach->sorted = reach->filled = false;
    for (int32_t i = 0; i < p->reached_count; i++)
        reach->entries[i] = entry_of(p, p->reached[i]);
    for (int32_t i = 0; i < p->passed_count; i++)
        reach->entries[reach->count + i] = entry_of(p, p->passed[i]);
}

/* --- finding ----------------------------------------------------------------------------- */

static uint32_t slot_of(const adj_reach *reach, int32_t node)
{
    return ((uint32_t)node * 2654435769u >> 7) & ((uint32_t)reach->slots - 1);
}

static void fill(adj_reach *reach)
{
    int32_t *slots = table(reach);

    for (int32_t i = 0; i < reach->slots; i++)
        slots[i] = 0;
    for (int32_t i = 0; i < reach->total; i++) {
        uint32_t at = slot_of(reach, reach->entries[i].node);
        while (slots[at] != 0)
            at = (at + 1) & ((uint32_t)reach->slots - 1);
        slots[at] = i + 1;
    }
    reach->filled = true;
}

static const entry *find_node(adj_reach *reach, int32_t node, int32_t *number)
{
    int32_t *slots = table(reach);

    if (!reach->filled)
        fill(reach);
    for (uint32_t at = slot_of(reach, node); slots[at] != 0;
         at = (at + 1) & ((uint32_t)reach->slots - 1))
        if (reach->entries[slots[at] - 1].node == node) {
            *number = slots[at] - 1;
            return &reach->entries[slots[at] - 1];
        }
    return NULL;
}

/* The entry of a place that is among the results, or NULL. */
static const entry *find_place(adj_reach *reach, int32_t index)
{
    int32_t number = 0;
    const entry *found;

    if (index < 0 || index >= reach->size)
        return NULL;
    found = find_node(reach, index, &number);
    if (found == NULL || number >= reach->count)
        found = find_node(reach, index + reach->size, &number);
    return found != NULL && number < reach->count ? found : NULL;
}

int64_t adj_reach_cost(adj_reach *reach, int32_t index)
{
    const entry *found = find_place(reach, index);
    return found != NULL ? found->cost : -1;
}

int32_t adj_reach_route(adj_reach *reach, int32_t index, adj_path_step *out, int32_t most)
{
    const entry *goal = find_place(reach, index), *at;
    int32_t count = 0, number;

    for (at = goal; at != NULL; at = at->parent < 0 ? NULL : find_node(reach, at->parent, &number))
        count++;
    at = goal;
    for (int32_t i = count - 1; i >= 0; i--) {
        if (i < most)
            out[i] = (adj_path_step){ at->node % reach->size, at->cost };
        if (i > 0)
            at = find_node(reach, at->parent, &number);
    }
    return count;
}

/* --- in order ---------------------------------------------------------------------------- */

static int by_number(const void *a, const void *b, void *size)
{
    int32_t of = *(const int32_t *)size;
    int32_t x = ((const entry *)a)->node % of, y = ((const entry *)b)->node % of;
    return (x > y) - (x < y);
}

/* They come in order of cost: what is left is to sort the runs of equal cost. */
static void sort(adj_reach *reach)
{
    for (int32_t from = 0, to; from < reach->count; from = to) {
        for (to = from; to < reach->count; to++)
            if (reach->entries[to].cost != reach->entries[from].cost)
                break;
        if (to - from > 1)
            qsort_r(&reach->entries[from], (size_t)(to - from), sizeof(entry), by_number,
                    &reach->size);
    }
    reach->sorted = true;
    reach->filled = false;
}

int32_t adj_reach_count(const adj_reach *reach)
{
    return reach->count;
}

int32_t adj_reach_at(adj_reach *reach, int32_t i, int64_t *cost)
{
    assert(i >= 0 && i < reach->count);
    if (!reach->sorted)
        sort(reach);
    if (cost != NULL)
        *cost = reach->entries[i].cost;
    return reach->entries[i].node % reach->size;
}
