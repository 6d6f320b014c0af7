/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds_keys.c -- texts as numbers: outcomes, and the keys of stages. */
#include "odds_internal.h"

#include <stdlib.h>
#include <string.h>

static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    for (; length >= 8; text += 8, length -= 8) {
        uint64_t word;
        memcpy(&word, text, 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    for (; length > 0; text++, length--)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static bool grow_slots(Keys *keys)
{
    size_t slots = keys->slots == 0 ? 16 : 2 * keys->slots;
    uint32_t *slot = calloc(slots, sizeof *slot);

    if (slot == NULL)
        return false;
    for (size_t i = 0; i < keys->n; i++) {
        size_t at = keys->entry[i].hash & (slots - 1);
        while (slot[at] != 0)
            at = (at + 1) & (slots - 1);
        slot[at] = (uint32_t)i + 1;
    }
    free(keys->slot);
    keys->slot = slot;
    keys->slots = slots;
    return true;
}

ptrdiff_t adj_keys_add(Keys *keys, const char *text, size_t length, bool *added)
{
    uint64_t hash = hash_text(text, length);
    size_t at;
    char *copy;

    *added = false;
    if (2 * (keys->n + 1) > keys->slots && !grow_slots(keys))
        return NO_KEY;
    at = hash & (keys->slots - 1);
    for (; keys->slot[at] != 0; at = (at + 1) & (keys->slots - 1)) {
        size_t i = keys->slot[at] - 1;
        if (keys->entry[i].hash == hash && keys->entry[i].length == length &&
            memcmp(keys->entry[i].text, text, length) == 0)
            return (ptrdiff_t)i;
    }
    if (keys->n == keys->room) {
        size_t room = keys->room == 0 ? 8 : 2 * keys->room;
        void *grown = realloc(keys->entry, room * sizeof *keys->entry);
        if (grown == NULL)
            return NO_KEY;
        keys->entry = grown;
        keys->room = room;
    }
    if ((copy = malloc(length + 1)) == NULL)
        return NO_KEY;
    memcpy(copy, text, length);
    copy[length] = '\0';
    keys->entry[keys->n].text = copy;
    keys->entry[keys->n].length = length;
    keys->entry[keys->n].hash = hash;
    keys->slot[at] = (uint32_t)++keys->n;
    *added = true;
    return (ptrdiff_t)keys->n - 1;
}

void adj_keys_clear(Keys *keys)
{
    for (size_t i = 0; i < keys->n; i++)
        free(keys->entry[i].text);
    free(keys->entry);
    free(keys->slot);
    memset(keys, 0, sizeof *keys);
}
