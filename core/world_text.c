/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_text.c -- the pool of texts. */
#include "world.h"
#include "world_internal.h"

#include <stdlib.h>
#include <string.h>

/* The table place where the text is or belongs. */
static size_t find_place(const uint32_t *table, size_t slots, const text *texts,
                         adj_u128 hash, const char *bytes, size_t length)
{
    size_t i = (size_t)hash.lo & (slots - 1);

    while (table[i] != 0) {
        const text *t = &texts[table[i]];

        if (t->hash.lo == hash.lo && t->length == length
            && memcmp(t->bytes, bytes, length) == 0)
            break;
        i = (i + 1) & (slots - 1);
    }
    return i;
}

static adj_status grow_table(adj_world *w, adj_error *err)
{
    size_t slots = w->text_slots == 0 ? 64 : w->text_slots * 2;
    adj_status status;
    uint32_t *table;

    if (w->text_len * 2 < w->text_slots)
        return ADJ_OK;
    table = world_alloc(w, slots * sizeof *table, &status, err);
    if (table == NULL)
        return status;
    for (size_t i = 1; i < w->text_len; i++) {
        const text *t = &w->texts[i];

        table[find_place(table, slots, w->texts, t->hash, t->bytes, t->length)] = (uint32_t)i;
    }
    world_release(w, w->text_table, w->text_slots * sizeof *table);
    w->text_table = table;
    w->text_slots = slots;
    return ADJ_OK;
}

adj_status adj_world_intern(adj_world *w, const char *bytes, size_t length, int64_t *number,
                            adj_error *err)
{
    adj_u128 hash;
    adj_status status;
    char *copy;
    size_t place;

    if (length > ADJ_WORLD_TEXT_MAX)
        return adj_error_set(err, ADJ_ERANGE, "a text has at most %d bytes, not %zu",
                             ADJ_WORLD_TEXT_MAX, length);
    if ((status = grow_table(w, err)) != ADJ_OK)
        return status;
    hash = world_hash_bytes(bytes, length);
    place = find_place(w->text_table, w->text_slots, w->texts, hash, bytes, length);
    if (w->text_table[place] == 0) {
        w->texts = world_grow(w, w->texts, &w->text_cap, w->text_len + 1, sizeof *w->texts,
                              &status, err);
        if (status != ADJ_OK)
            return status;
        if ((copy = world_alloc(w, length + 1, &status, err)) == NULL)
            return status;
        memcpy(copy, bytes, length);
        w->texts[w->text_len] = (text){copy, length, hash};
        w->text_table[place] = (uint32_t)w->text_len++;
    }
    *number = w->text_table[place];
    return ADJ_OK;
}

const char *adj_world_text(const adj_world *w, int64_t number, size_t *length)
{
    if (number < 1 || number >= (int64_t)w->text_len)
        return NULL;
    if (length != NULL)
        *length = w->texts[number].length;
    return w->texts[number].bytes;
}
