/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_tree.c -- ordered children.
 *
 * A child contributes (owner, previous sibling) to the state hash, so putting one in or
 * taking one out changes two contributions however long the row is. */
#include "world.h"
#include "world_internal.h"

static adj_u128 hash_child(const adj_world *w, adj_id child)
{
    const slot *s = &w->slots[child];

    return hash_fact(w->owner_key, child, s->owner, s->previous);
}

void tree_out(adj_world *w, adj_id child)
{
    slot *s = &w->slots[child], *owner = &w->slots[s->owner];

    hash_subtract(&w->sum, hash_child(w, child));
    if (s->previous != 0)
        w->slots[s->previous].next = s->next;
    else
        owner->first = s->next;
    if (s->next != 0) {
        hash_subtract(&w->sum, hash_child(w, s->next));
        w->slots[s->next].previous = s->previous;
        hash_add(&w->sum, hash_child(w, s->next));
    } else {
        owner->last = s->previous;
    }
    s->owner = s->previous = s->next = 0;
}

void tree_in(adj_world *w, adj_id child, adj_id owner_id, adj_id previous)
{
    slot *s = &w->slots[child], *owner = &w->slots[owner_id];

    s->owner = owner_id;
    s->previous = previous;
    s->next = previous != 0 ? w->slots[previous].next : owner->first;
    if (previous != 0)
        w->slots[previous].next = child;
    else
        owner->first = child;
    if (s->next != 0) {
        hash_subtract(&w->sum, hash_child(w, s->next));
        w->slots[s->next].previous = child;
        hash_add(&w->sum, hash_child(w, s->next));
    } else {
        owner->last = child;
    }
    hash_add(&w->sum, hash_child(w, child));
}

static void push_move(adj_world *w, adj_id child)
{
    const slot *s = &w->slots[child];

    trail_push(w, child, OP_MOVE, (adj_value){.word = {s->owner, s->previous}});
}

void tree_detach(adj_world *w, adj_id child)
{
    push_move(w, child);
    tree_out(w, child);
}

static bool is_under(const adj_world *w, adj_id id, adj_id ancestor)
{
    for (; id != 0; id = w->slots[id].owner)
        if (id == ancestor)
            return true;
    return false;
}

adj_status adj_world_append(adj_world *w, adj_entity parent, adj_entity child,
                            adj_entity before, adj_error *err)
{
    slot *p = live_slot(w, parent), *c = live_slot(w, child), *b = NULL;
    adj_status status;
    adj_id previous;

    if (p == NULL)
        return world_dead(w, parent, err);
    if (c == NULL)
        return world_dead(w, child, err);
    if (before.id != 0 && (b = live_slot(w, before)) == NULL)
        return world_dead(w, before, err);
    if (b != NULL && b->owner != parent.id)
        return adj_error_set(err, ADJ_EINVAL, "the one to stand before is no child of the owner");
    if (is_under(w, parent.id, child.id))
        return adj_error_set(err, ADJ_EINVAL, "it would be its own owner");
    if (c->owner == parent.id
        && (b != NULL ? b == c || c->next == before.id : p->last == child.id))
        return ADJ_OK;
    if ((status = trail_room(w, 1, err)) != ADJ_OK)
        return status;
    push_move(w, child.id);
    if (c->owner != 0)
        tree_out(w, child.id);
    previous = b != NULL ? b->previous : p->last;
    tree_in(w, child.id, parent.id, previous);
    return ADJ_OK;
}

adj_status adj_world_detach(adj_world *w, adj_entity child, adj_error *err)
{
    const slot *c = live_slot(w, child);
    adj_status status;

    if (c == NULL)
        return world_dead(w, child, err);
    if (c->owner == 0)
        return ADJ_OK;
    if ((status = trail_room(w, 1, err)) != ADJ_OK)
        return status;
    tree_detach(w, child.id);
    return ADJ_OK;
}

adj_id adj_world_owner(const adj_world *w, adj_id child)
{
    return id_alive(w, child) ? w->slots[child].owner : 0;
}

size_t adj_world_children(const adj_world *w, adj_id id, adj_id *ids, size_t room)
{
    size_t n = 0;

    if (!id_alive(w, id))
        return 0;
    for (adj_id child = w->slots[id].first; child != 0; child = w->slots[child].next, n++)
        if (n < room)
            ids[n] = child;
    return n;
}
