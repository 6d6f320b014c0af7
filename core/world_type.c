/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_type.c -- entity types and their fields. */
#include "world.h"
#include "world_internal.h"

#include <stdlib.h>
#include <string.h>

#define NAME_MAX_BYTES 40

static bool is_word(const char *name)
{
    size_t length = name != NULL ? strlen(name) : 0;

    if (length == 0 || length > NAME_MAX_BYTES || (name[0] >= '0' && name[0] <= '9'))
        return false;
    for (const char *c = name; *c != '\0'; c++)
        if (!(*c == '_' || (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z')
              || (*c >= 'A' && *c <= 'Z')))
            return false;
    return true;
}

static bool is_zero(adj_value v)
{
    return v.word[0] == 0 && v.word[1] == 0;
}

/* Whether a new field's initial value and bounds make sense. */
static bool initial_fits(const adj_world *w, const adj_field *f)
{
    adj_value v = f->initial;
    adj_frac reduced;

    switch (f->kind) {
    case ADJ_INT:
        return v.word[1] == 0 && (!f->has_min || v.integer >= f->min)
               && (!f->has_max || v.integer <= f->max);
    case ADJ_FRAC:
        return v.frac.den >= 1 && adj_frac_make(v.frac.num, v.frac.den, &reduced) == ADJ_OK
               && reduced.den == v.frac.den;
    case ADJ_BOOL:
        return v.word[1] == 0 && v.word[0] <= 1;
    case ADJ_TEXT:
        return v.word[1] == 0 && v.word[0] < w->text_len && (v.word[0] != 0 || f->optional);
    case ADJ_REF: case ADJ_PLACE:
        return is_zero(v);
    }
    return false;
}

static int find_field(const type *t, const char *name)
{
    for (int i = 0; i < t->count; i++)
        if (strcmp(t->fields[i].spec.name, name) == 0)
            return i;
    return -1;
}

/* Adds one field to `t`, whose array has room, unless it is there already. */
static adj_status add_field(adj_world *w, type *t, const adj_field *spec, adj_error *err)
{
    field *f = &t->fields[t->count];
    adj_status status;
    int64_t number;
    int found;

    if (!is_word(spec->name))
        return adj_error_set(err, ADJ_EINVAL, "%s has a field with a name that is no word",
                             t->name);
    if ((found = find_field(t, spec->name)) >= 0) {
        if (t->fields[found].spec.kind != spec->kind)
            return adj_error_set(err, ADJ_EINVAL, "%s.%s was declared with another kind",
                                 t->name, spec->name);
        return ADJ_OK;
    }
    *f = (field){.spec = *spec, .link = -1};
    if (f->spec.kind == ADJ_FRAC && is_zero(f->spec.initial))
        f->spec.initial = adj_value_frac((adj_frac){0, 1});
    if (!initial_fits(w, &f->spec))
        return adj_error_set(err, ADJ_EINVAL, "%s.%s cannot start with that value", t->name,
                             spec->name);
    if (spec->kind == ADJ_PLACE && spec->indexed && t->where >= 0)
        return adj_error_set(err, ADJ_EINVAL, "%s cannot stand at both %s and %s", t->name,
                             t->fields[t->where].spec.name, spec->name);
    if ((status = adj_world_intern(w, spec->name, strlen(spec->name), &number, err)) != ADJ_OK)
        return status;
    f->spec.name = w->texts[number].bytes;
    f->key = world_key(t->name, f->spec.name, spec->kind);
    if (spec->kind == ADJ_REF || (spec->kind == ADJ_PLACE && spec->indexed))
        f->link = t->links++;
    if (spec->kind == ADJ_PLACE && spec->indexed)
        t->where = t->count;
    if (spec->kind == ADJ_TEXT && strcmp(spec->name, "name") == 0)
        t->name_field = t->count;
    t->count++;
    return ADJ_OK;
}

/* --- laying out anew when a type with entities gets more fields -------------------------- */

typedef struct {
    adj_value *cells;
    link *links;
    size_t cell_len, link_len;
} layout;

static void measure(const adj_world *w, int grown, const type *now, layout *to)
{
    to->cell_len = 0;
    to->link_len = 1;
    for (adj_id id = 1; id <= w->counter; id++) {
        const type *t = w->slots[id].type == grown ? now : &w->types[w->slots[id].type];

        to->cell_len += (size_t)t->count;
        to->link_len += (size_t)t->links;
    }
}

/* Moves every entity's values to the new cells and forgets the indices. The trail speaks of
 * ids and fields, not of cells, so it stays good. */
static void move_values(adj_world *w, int grown, const type *was, const type *now, layout *to)
{
    uint32_t cell = 0, first_link = 1;

    for (adj_id id = 1; id <= w->counter; id++) {
        slot *s = &w->slots[id];
        const type *t = s->type == grown ? now : &w->types[s->type];
        int kept = s->type == grown ? was->count : t->count;

        if (kept > 0)
            memcpy(to->cells + cell, w->cells + s->cell, (size_t)kept * sizeof *to->cells);
        for (int i = kept; i < t->count; i++)
            to->cells[cell + (uint32_t)i] = t->fields[i].spec.initial;
        s->cell = cell;
        s->link = first_link;
        s->referrers = 0;
        cell += (uint32_t)t->count;
        first_link += (uint32_t)t->links;
    }
    for (int32_t i = 1; i <= w->nodes; i++)
        w->node_heads[i] = 0;
}

static void index_all(adj_world *w)
{
    for (adj_id id = 1; id <= w->counter; id++) {
        slot *s = &w->slots[id];
        const type *t = &w->types[s->type];

        for (int i = 0; s->alive && i < t->count; i++)
            if (t->fields[i].link >= 0)
                index_in(w, s, &t->fields[i], id, w->cells[s->cell + (uint32_t)i]);
    }
}

/* Puts `now` in the place of type number `index`, with the entities that exist. */
static adj_status replace_type(adj_world *w, int index, const type *now, adj_error *err)
{
    type was = w->types[index];
    layout to;
    adj_status status;

    measure(w, index, now, &to);
    to.cells = world_alloc(w, to.cell_len * sizeof *to.cells, &status, err);
    if (to.cells == NULL)
        return status;
    to.links = world_alloc(w, to.link_len * sizeof *to.links, &status, err);
    if (to.links == NULL) {
        world_release(w, to.cells, to.cell_len * sizeof *to.cells);
        return status;
    }
    move_values(w, index, &was, now, &to);
    world_release(w, w->cells, w->cell_cap * sizeof *w->cells);
    world_release(w, w->links, w->link_cap * sizeof *w->links);
    w->cells = to.cells;
    w->cell_len = w->cell_cap = to.cell_len;
    w->links = to.links;
    w->link_len = w->link_cap = to.link_len;
    w->types[index] = *now;
    index_all(w);
    return ADJ_OK;
}

static adj_status begin_type(adj_world *w, const char *name, type *t, adj_error *err)
{
    int64_t number;
    adj_status status;

    if (!is_word(name))
        return adj_error_set(err, ADJ_EINVAL, "the name of a type is a word");
    if (w->n_types >= 0xffff)
        return adj_error_set(err, ADJ_EINVAL, "too many types");
    w->types = world_grow(w, w->types, &w->type_cap, (size_t)w->n_types + 1, sizeof *w->types,
                          &status, err);
    if (status != ADJ_OK
        || (status = adj_world_intern(w, name, strlen(name), &number, err)) != ADJ_OK)
        return status;
    *t = (type){.name = w->texts[number].bytes, .where = -1, .name_field = -1};
    t->key = world_key(t->name, "", 0);
    return ADJ_OK;
}

adj_status adj_world_type(adj_world *w, const char *name, const adj_field *fields, int count,
                          int *out, adj_error *err)
{
    int index = adj_world_find_type(w, name);
    bool fresh = index < 0;
    adj_status status;
    type now;
    field *old_fields = NULL;
    size_t old_bytes = 0, bytes;

    if (!fresh) {
        now = w->types[index];
        old_fields = now.fields;
        old_bytes = (size_t)now.count * sizeof *now.fields;
    } else if ((status = begin_type(w, name, &now, err)) != ADJ_OK) {
        return status;
    }
    if (count < 0 || now.count + count > ADJ_WORLD_FIELDS)
        return adj_error_set(err, ADJ_EINVAL, "%s has more than %d fields", now.name,
                             ADJ_WORLD_FIELDS);
    bytes = (size_t)(now.count + count) * sizeof *now.fields;
    if ((now.fields = world_alloc(w, bytes, &status, err)) == NULL)
        return status;
    if (old_fields != NULL)
        memcpy(now.fields, old_fields, old_bytes);
    for (int i = 0; status == ADJ_OK && i < count; i++)
        status = add_field(w, &now, &fields[i], err);
    if (status == ADJ_OK && fresh) {
        index = w->n_types++;
        w->types[index] = now;
    } else if (status == ADJ_OK && now.count > w->types[index].count) {
        status = replace_type(w, index, &now, err);
    } else if (status == ADJ_OK) {
        w->types[index].fields = now.fields;    /* nothing new */
    }
    if (status != ADJ_OK) {
        world_release(w, now.fields, bytes);
        return status;
    }
    /* Count what is kept, not the room there was for fields declared twice. */
    w->bytes -= bytes - (size_t)now.count * sizeof *now.fields;
    world_release(w, old_fields, old_bytes);
    if (out != NULL)
        *out = index;
    return ADJ_OK;
}

/* --- looking ------------------------------------------------------------------------------ */

int adj_world_type_count(const adj_world *w)
{
    return w->n_types;
}

int adj_world_find_type(const adj_world *w, const char *name)
{
    for (int i = 0; name != NULL && i < w->n_types; i++)
        if (strcmp(w->types[i].name, name) == 0)
            return i;
    return -1;
}

static const type *type_at(const adj_world *w, int index)
{
    return index >= 0 && index < w->n_types ? &w->types[index] : NULL;
}

const char *adj_world_type_name(const adj_world *w, int index)
{
    const type *t = type_at(w, index);

    return t != NULL ? t->name : NULL;
}

int adj_world_field_count(const adj_world *w, int index)
{
    const type *t = type_at(w, index);

    return t != NULL ? t->count : 0;
}

int adj_world_find_field(const adj_world *w, int index, const char *name)
{
    const type *t = type_at(w, index);

    return t != NULL && name != NULL ? find_field(t, name) : -1;
}

const adj_field *adj_world_field(const adj_world *w, int index, int number)
{
    const type *t = type_at(w, index);

    return t != NULL && number >= 0 && number < t->count ? &t->fields[number].spec : NULL;
}

int adj_world_where_field(const adj_world *w, int index)
{
    const type *t = type_at(w, index);

    return t != NULL ? t->where : -1;
}

int adj_world_name_field(const adj_world *w, int index)
{
    const type *t = type_at(w, index);

    return t != NULL ? t->name_field : -1;
}
