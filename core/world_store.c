/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_store.c -- entities, writes, the trail and its undoing. */
#include "world.h"
#include "world_internal.h"

#include <inttypes.h>
#include <string.h>

adj_status world_dead(const adj_world *w, adj_entity e, adj_error *err)
{
    bool was_here = e.id >= 1 && e.id <= w->counter && w->slots[e.id].serial == e.serial;

    if (was_here)
        return adj_error_set(err, ADJ_EDEAD, "%s %" PRIu32 " was eliminated",
                             w->types[w->slots[e.id].type].name, e.id);
    return adj_error_set(err, ADJ_EDEAD, "entity %" PRIu32 " is no longer in play", e.id);
}

/* --- indices ------------------------------------------------------------------------------ */

static uint32_t *list_head(adj_world *w, const field *f, adj_value v)
{
    if (f->spec.kind == ADJ_REF)
        return v.integer != 0 ? &w->slots[v.integer].referrers : NULL;
    return v.place.kind == ADJ_NODE ? &w->node_heads[v.place.x] : NULL;
}

void index_in(adj_world *w, slot *s, const field *f, adj_id id, adj_value v)
{
    uint32_t *head = list_head(w, f, v);
    uint32_t me = s->link + (uint32_t)f->link;
    const type *t = &w->types[s->type];

    if (head == NULL)
        return;
    w->links[me] = (link){0, *head, id, (uint32_t)(f - t->fields)};
    if (*head != 0)
        w->links[*head].previous = me;
    *head = me;
}

void index_out(adj_world *w, slot *s, const field *f, adj_value v)
{
    uint32_t *head = list_head(w, f, v);
    const link *me = &w->links[s->link + (uint32_t)f->link];

    if (head == NULL)
        return;
    if (me->previous != 0)
        w->links[me->previous].next = me->next;
    else
        *head = me->next;
    if (me->next != 0)
        w->links[me->next].previous = me->previous;
}

/* Changes one value of a living entity: hash and index follow. */
static void store(adj_world *w, slot *s, adj_id id, const field *f, adj_value *cell,
                  adj_value v)
{
    if (!adj_value_same(*cell, f->spec.initial))
        hash_subtract(&w->sum, hash_value(w, f, id, *cell));
    if (!adj_value_same(v, f->spec.initial))
        hash_add(&w->sum, hash_value(w, f, id, v));
    if (f->link >= 0) {
        index_out(w, s, f, *cell);
        index_in(w, s, f, id, v);
    }
    *cell = v;
}

/* --- creating and destroying -------------------------------------------------------------- */

static void join_type(adj_world *w, slot *s, adj_id id)
{
    type *t = &w->types[s->type];

    if (s->older != 0)
        w->slots[s->older].younger = id;
    else
        t->oldest = id;
    if (s->younger != 0)
        w->slots[s->younger].older = id;
    else
        t->youngest = id;
    t->living++;
    hash_add(&w->sum, hash_fact(t->key, id, 1, 0));
    s->alive = true;
}

/* Keeps the slot's own older and younger: see the header. */
static void leave_type(adj_world *w, slot *s, adj_id id)
{
    type *t = &w->types[s->type];

    if (s->older != 0)
        w->slots[s->older].younger = s->younger;
    else
        t->oldest = s->younger;
    if (s->younger != 0)
        w->slots[s->younger].older = s->older;
    else
        t->youngest = s->older;
    t->living--;
    hash_subtract(&w->sum, hash_fact(t->key, id, 1, 0));
    s->alive = false;
}

static adj_status room_for_one(adj_world *w, const type *t, adj_error *err)
{
    adj_status status = trail_room(w, 1, err);

    if (status == ADJ_OK)
        w->slots = world_grow(w, w->slots, &w->slot_cap, (size_t)w->counter + 2,
                              sizeof *w->slots, &status, err);
    if (status == ADJ_OK)
        w->cells = world_grow(w, w->cells, &w->cell_cap, w->cell_len + (size_t)t->count,
                              sizeof *w->cells, &status, err);
    if (status == ADJ_OK)
        w->links = world_grow(w, w->links, &w->link_cap, w->link_len + (size_t)t->links,
                              sizeof *w->links, &status, err);
    return status;
}

adj_status adj_world_create(adj_world *w, int index, adj_entity *out, adj_error *err)
{
    adj_id id = w->counter + 1;
    adj_status status;
    const type *t;
    slot *s;

    if (index < 0 || index >= w->n_types)
        return adj_error_set(err, ADJ_EINVAL, "no such type");
    t = &w->types[index];
    if ((status = room_for_one(w, t, err)) != ADJ_OK)
        return status;
    s = &w->slots[id];
    *s = (slot){.serial = w->next_serial++, .cell = (uint32_t)w->cell_len,
                .link = (uint32_t)w->link_len, .type = (uint16_t)index, .older = t->youngest};
    for (int i = 0; i < t->count; i++)
        w->cells[w->cell_len++] = t->fields[i].spec.initial;
    w->link_len += (size_t)t->links;
    w->counter = id;
    join_type(w, s, id);
    trail_push(w, id, OP_CREATE, (adj_value){.word = {0, 0}});
    *out = (adj_entity){id, s->serial};
    return ADJ_OK;
}

static void uncreate(adj_world *w, adj_id id)
{
    slot *s = &w->slots[id];

    leave_type(w, s, id);
    w->cell_len = s->cell;
    w->link_len = s->link;
    s->serial = 0;
    w->counter = id - 1;
}

static size_t count_referrers(const adj_world *w, const slot *s)
{
    size_t n = 0;

    for (uint32_t i = s->referrers; i != 0; i = w->links[i].next)
        n++;
    return n;
}

static void clear_references(adj_world *w, adj_id id)
{
    const adj_value none = {.word = {0, 0}};

    while (w->slots[id].referrers != 0) {
        link l = w->links[w->slots[id].referrers];
        slot *from = &w->slots[l.id];
        adj_value *cell = &w->cells[from->cell + l.field];

        trail_push(w, l.id, l.field, *cell);
        store(w, from, l.id, &w->types[from->type].fields[l.field], cell, none);
    }
}

/* What a living entity's fields add to hash and indices, out or in again. */
static void fields_out(adj_world *w, slot *s, adj_id id)
{
    const type *t = &w->types[s->type];

    for (int i = 0; i < t->count; i++) {
        const field *f = &t->fields[i];
        adj_value v = w->cells[s->cell + (uint32_t)i];

        if (adj_value_same(v, f->spec.initial))
            continue;
        hash_subtract(&w->sum, hash_value(w, f, id, v));
        if (f->link >= 0)
            index_out(w, s, f, v);
    }
}

static void fields_in(adj_world *w, slot *s, adj_id id)
{
    const type *t = &w->types[s->type];

    for (int i = 0; i < t->count; i++) {
        const field *f = &t->fields[i];
        adj_value v = w->cells[s->cell + (uint32_t)i];

        if (adj_value_same(v, f->spec.initial))
            continue;
        hash_add(&w->sum, hash_value(w, f, id, v));
        if (f->link >= 0)
            index_in(w, s, f, id, v);
    }
}

adj_status adj_world_destroy(adj_world *w, adj_entity e, adj_error *err)
{
    slot *s = live_slot(w, e);
    adj_status status;

    if (s == NULL)
        return world_dead(w, e, err);
    /* All the room first: from there on nothing can fail. */
    if ((status = trail_room(w, adj_world_children(w, e.id, NULL, 0) + count_referrers(w, s)
                                    + 2, err)) != ADJ_OK)
        return status;
    while (s->first != 0)
        tree_detach(w, s->first);
    if (s->owner != 0)
        tree_detach(w, e.id);
    clear_references(w, e.id);
    fields_out(w, s, e.id);
    leave_type(w, s, e.id);
    trail_push(w, e.id, OP_DESTROY, (adj_value){.word = {0, 0}});
    return ADJ_OK;
}

/* --- reading and writing ------------------------------------------------------------------ */

adj_status adj_world_get(const adj_world *w, adj_entity e, int index, adj_value *out)
{
    const slot *s = live_slot(w, e);

    if (s == NULL)
        return ADJ_EDEAD;
    if (index < 0 || index >= w->types[s->type].count)
        return ADJ_EINVAL;
    *out = w->cells[s->cell + (uint32_t)index];
    return ADJ_OK;
}

adj_status adj_world_peek(const adj_world *w, adj_entity e, int index, adj_value *out)
{
    int t = adj_world_type_of(w, e);

    if (t < 0)
        return ADJ_EDEAD;
    if (index < 0 || index >= w->types[t].count)
        return ADJ_EINVAL;
    *out = w->cells[w->slots[e.id].cell + (uint32_t)index];
    return ADJ_OK;
}

static adj_status out_of_bounds(const type *t, const field *f, int64_t v, adj_error *err)
{
    const adj_field *spec = &f->spec;

    if (spec->has_min && spec->has_max)
        return adj_error_set(err, ADJ_ERANGE, "%s.%s is between %" PRId64 " and %" PRId64
                             ", not %" PRId64, t->name, spec->name, spec->min, spec->max, v);
    if (spec->has_min)
        return adj_error_set(err, ADJ_ERANGE, "%s.%s is at least %" PRId64 ", not %" PRId64,
                             t->name, spec->name, spec->min, v);
    return adj_error_set(err, ADJ_ERANGE, "%s.%s is at most %" PRId64 ", not %" PRId64,
                         t->name, spec->name, spec->max, v);
}

static bool place_fits(const adj_world *w, adj_place p)
{
    switch (p.kind) {
    case ADJ_NOWHERE: return p.x == 0 && p.y == 0 && p.heading == 0;
    case ADJ_NODE:    return p.x >= 1 && p.x <= w->nodes && p.y == 0 && p.heading == 0;
    case ADJ_POSE:    return true;
    }
    return false;
}

static bool frac_fits(adj_frac f)
{
    adj_frac reduced;

    return f.den >= 1 && adj_frac_make(f.num, f.den, &reduced) == ADJ_OK
           && reduced.den == f.den;
}

static adj_status check_value(const adj_world *w, const type *t, const field *f, adj_value v,
                              adj_error *err)
{
    const adj_field *spec = &f->spec;
    bool fits = false;

    switch (spec->kind) {
    case ADJ_INT:
        if ((spec->has_min && v.integer < spec->min) || (spec->has_max && v.integer > spec->max))
            return out_of_bounds(t, f, v.integer, err);
        fits = v.word[1] == 0;
        break;
    case ADJ_FRAC:
        fits = frac_fits(v.frac);
        break;
    case ADJ_BOOL:
        fits = v.word[0] <= 1 && v.word[1] == 0;
        break;
    case ADJ_TEXT:
        if (v.word[0] == 0 && !spec->optional)
            return adj_error_set(err, ADJ_EINVAL, "%s.%s is a text and cannot be none", t->name,
                                 spec->name);
        fits = v.word[0] < w->text_len && v.word[1] == 0;
        break;
    case ADJ_REF:
        if (v.word[0] != 0 && !id_alive(w, v.integer))
            return adj_error_set(err, ADJ_EDEAD, "%s.%s cannot refer to what is not in play",
                                 t->name, spec->name);
        fits = v.word[1] == 0;
        break;
    case ADJ_PLACE:
        fits = place_fits(w, v.place);
        break;
    }
    return fits ? ADJ_OK : adj_error_set(err, ADJ_EINVAL, "%s.%s cannot hold that value",
                                         t->name, spec->name);
}

adj_status adj_world_set(adj_world *w, adj_entity e, int index, adj_value v, adj_error *err)
{
    slot *s = live_slot(w, e);
    adj_status status;
    adj_value *cell;
    const field *f;
    const type *t;

    if (s == NULL)
        return world_dead(w, e, err);
    t = &w->types[s->type];
    if (index < 0 || index >= t->count)
        return adj_error_set(err, ADJ_EINVAL, "%s has no field number %d", t->name, index);
    f = &t->fields[index];
    cell = &w->cells[s->cell + (uint32_t)index];
    if (adj_value_same(*cell, v))
        return ADJ_OK;
    if ((status = check_value(w, t, f, v, err)) != ADJ_OK
        || (status = trail_room(w, 1, err)) != ADJ_OK)
        return status;
    trail_push(w, e.id, (uint32_t)index, *cell);
    store(w, s, e.id, f, cell, v);
    return ADJ_OK;
}

bool adj_world_alive(const adj_world *w, adj_entity e)
{
    return live_slot(w, e) != NULL;
}

adj_entity adj_world_entity(const adj_world *w, adj_id id)
{
    if (id == 0 || id > w->counter)
        return (adj_entity){0, 0};
    return (adj_entity){id, w->slots[id].serial};
}

int adj_world_type_of(const adj_world *w, adj_entity e)
{
    if (e.id == 0 || e.id > w->counter || w->slots[e.id].serial != e.serial)
        return -1;
    return w->slots[e.id].type;
}

adj_id adj_world_last_id(const adj_world *w)
{
    return w->counter;
}

/* --- trail -------------------------------------------------------------------------------- */

size_t adj_world_mark(const adj_world *w)
{
    return w->trail_len;
}

static void undo(adj_world *w, const change *c)
{
    slot *s = &w->slots[c->id];

    switch (c->op) {
    case OP_CREATE:
        uncreate(w, c->id);
        break;
    case OP_DESTROY:
        join_type(w, s, c->id);
        fields_in(w, s, c->id);
        break;
    case OP_MOVE:
        if (s->owner != 0)
            tree_out(w, c->id);
        if (c->old.word[0] != 0)
            tree_in(w, c->id, (adj_id)c->old.word[0], (adj_id)c->old.word[1]);
        break;
    default:
        store(w, s, c->id, &w->types[s->type].fields[c->op], &w->cells[s->cell + c->op],
              c->old);
    }
}

adj_status adj_world_rollback(adj_world *w, size_t mark, adj_error *err)
{
    if (mark > w->trail_len)
        return adj_error_set(err, ADJ_EINVAL, "mark %zu was itself rolled back", mark);
    while (w->trail_len > mark) {
        w->trail_len--;
        undo(w, &w->trail[w->trail_len]);
    }
    return ADJ_OK;
}
