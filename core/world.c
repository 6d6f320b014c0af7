/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world.c -- the life of a World, its memory, its places. */
#include "world.h"
#include "world_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Element 0 of three arrays stands for nothing. */
static adj_status begin_arrays(adj_world *w)
{
    adj_status status;

    w->slots = world_grow(w, NULL, &w->slot_cap, 1, sizeof *w->slots, &status, NULL);
    if (status != ADJ_OK)
        return status;
    w->links = world_grow(w, NULL, &w->link_cap, 1, sizeof *w->links, &status, NULL);
    if (status != ADJ_OK)
        return status;
    w->texts = world_grow(w, NULL, &w->text_cap, 1, sizeof *w->texts, &status, NULL);
    if (status != ADJ_OK)
        return status;
    w->slots[0] = (slot){0};
    w->links[0] = (link){0};
    w->texts[0] = (text){0};
    w->link_len = 1;
    w->text_len = 1;
    return ADJ_OK;
}

adj_world *adj_world_new(void)
{
    adj_world *w = calloc(1, sizeof *w);

    if (w == NULL)
        return NULL;
    w->limit = ADJ_WORLD_BYTES;
    w->next_serial = 1;
    w->owner_key = world_key("", "owner", 0);
    w->counter_key = world_key("", "counter", 0);
    if (begin_arrays(w) != ADJ_OK) {
        adj_world_free(w);
        return NULL;
    }
    return w;
}

void adj_world_free(adj_world *w)
{
    if (w == NULL)
        return;
    for (int i = 0; i < w->n_types; i++)
        free(w->types[i].fields);
    for (size_t i = 1; i < w->text_len; i++)
        free(w->texts[i].bytes);
    free(w->types);
    free(w->texts);
    free(w->text_table);
    free(w->slots);
    free(w->cells);
    free(w->links);
    free(w->trail);
    free(w->node_heads);
    free(w->node_groups);
    free(w->group_starts);
    free(w->group_nodes);
    free(w);
}

void adj_world_set_limit(adj_world *w, size_t bytes)
{
    w->limit = bytes;
}

size_t adj_world_bytes(const adj_world *w)
{
    return w->bytes;
}

static adj_status full(const adj_world *w, adj_error *err)
{
    return adj_error_set(err, ADJ_ELIMIT, "the World is full: its limit is %zu KiB",
                         w->limit >> 10);
}

void *world_alloc(adj_world *w, size_t bytes, adj_status *status, adj_error *err)
{
    void *block;

    if (bytes > w->limit || w->bytes > w->limit - bytes) {
        *status = full(w, err);
        return NULL;
    }
    block = calloc(1, bytes > 0 ? bytes : 1);
    if (block == NULL) {
        *status = adj_error_set(err, ADJ_ENOMEM, "not enough memory for the World");
        return NULL;
    }
    w->bytes += bytes;
    *status = ADJ_OK;
    return block;
}

void world_release(adj_world *w, void *block, size_t bytes)
{
    if (block == NULL)
        return;
    free(block);
    w->bytes -= bytes;
}

void *world_grow(adj_world *w, void *array, size_t *cap, size_t need, size_t size,
                 adj_status *status, adj_error *err)
{
    size_t grown = *cap * 2 < 16 ? 16 : *cap * 2;
    void *moved;

    *status = ADJ_OK;
    if (need <= *cap)
        return array;
    if (grown < need)
        grown = need;
    /* Indices are 32 bits; the limit of bytes is meant to bite long before. */
    if (grown >= UINT32_MAX || (grown - *cap) > (SIZE_MAX >> 1) / size
        || w->bytes > w->limit || (grown - *cap) * size > w->limit - w->bytes) {
        *status = full(w, err);
        return array;
    }
    moved = realloc(array, grown * size);
    if (moved == NULL) {
        *status = adj_error_set(err, ADJ_ENOMEM, "not enough memory for the World");
        return array;
    }
    w->bytes += (grown - *cap) * size;
    *cap = grown;
    return moved;
}

/* --- places ----------------------------------------------------------------------------- */

static adj_status check_places(const adj_world *w, int32_t nodes, const int32_t *group_of,
                               int32_t groups, adj_error *err)
{
    if (nodes < w->nodes)
        return adj_error_set(err, ADJ_EINVAL, "there were %d places already, now %d",
                             (int)w->nodes, (int)nodes);
    if (groups < 0 || (group_of == NULL && groups > 0))
        return adj_error_set(err, ADJ_EINVAL, "groups without members");
    for (int32_t i = 0; group_of != NULL && i < nodes; i++)
        if (group_of[i] < 0 || group_of[i] > groups)
            return adj_error_set(err, ADJ_EINVAL, "place %d is in group %d of %d",
                                 (int)(i + 1), (int)group_of[i], (int)groups);
    return ADJ_OK;
}

/* Lists each group's nodes, ascending; `starts` is zeroed. */
static void list_groups(int32_t nodes, const int32_t *node_groups, int32_t groups,
                        int32_t *starts, int32_t *members)
{
    for (int32_t i = 1; i <= nodes; i++)
        starts[node_groups[i]]++;
    starts[0] = 0;
    for (int32_t g = 1, sum = 0; g <= groups + 1; g++) {
        int32_t count = starts[g];

        starts[g] = sum;
        sum += count;
    }
    /* starts[g] moves up to the start of g + 1 while g is filled: shift back after. */
    for (int32_t i = 1; i <= nodes; i++)
        if (node_groups[i] != 0)
            members[starts[node_groups[i]]++] = i;
    for (int32_t g = groups + 1; g > 1; g--)
        starts[g] = starts[g - 1];
    starts[1] = 0;
}

adj_status adj_world_places(adj_world *w, int32_t nodes, const int32_t *group_of,
                            int32_t groups, adj_error *err)
{
    size_t node_bytes = ((size_t)nodes + 1) * sizeof(int32_t);
    size_t group_bytes = ((size_t)groups + 2) * sizeof(int32_t);
    size_t old_nodes = ((size_t)w->nodes + 1) * sizeof(int32_t);
    size_t old_groups = ((size_t)w->groups + 2) * sizeof(int32_t);
    adj_status status = check_places(w, nodes, group_of, groups, err);
    uint32_t *heads = NULL;
    int32_t *node_groups = NULL, *starts = NULL, *members = NULL;

    if (status != ADJ_OK)
        return status;
    if ((heads = world_alloc(w, node_bytes, &status, err)) == NULL
        || (node_groups = world_alloc(w, node_bytes, &status, err)) == NULL
        || (members = world_alloc(w, node_bytes, &status, err)) == NULL
        || (starts = world_alloc(w, group_bytes, &status, err)) == NULL) {
        world_release(w, heads, node_bytes);
        world_release(w, node_groups, node_bytes);
        world_release(w, members, node_bytes);
        return status;
    }
    if (w->node_heads != NULL)
        memcpy(heads, w->node_heads, old_nodes);
    if (group_of != NULL)
        memcpy(node_groups + 1, group_of, (size_t)nodes * sizeof *group_of);
    list_groups(nodes, node_groups, groups, starts, members);
    world_release(w, w->node_heads, old_nodes);
    world_release(w, w->node_groups, old_nodes);
    world_release(w, w->group_nodes, old_nodes);
    world_release(w, w->group_starts, old_groups);
    w->node_heads = heads;
    w->node_groups = node_groups;
    w->group_starts = starts;
    w->group_nodes = members;
    w->nodes = nodes;
    w->groups = groups;
    return ADJ_OK;
}

int32_t adj_world_node_count(const adj_world *w)
{
    return w->nodes;
}

int32_t adj_world_group_of(const adj_world *w, int32_t node)
{
    return node >= 1 && node <= w->nodes ? w->node_groups[node] : 0;
}
