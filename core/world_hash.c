/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_hash.c -- the state hash. docs/state-hash.md specifies it byte by byte; a
 * change here makes every saved game unreadable. */
#include "world.h"
#include "world_internal.h"

#include <stdio.h>
#include <string.h>

/* Two arbitrary numbers: the fractional parts of the square roots of 2 and 3. */
static const adj_u128 start = {UINT64_C(0x6a09e667f3bcc908), UINT64_C(0xbb67ae8584caa73b)};

adj_u128 world_hash_bytes(const char *bytes, size_t length)
{
    adj_u128 h = start;

    for (size_t i = 0; i < length; i += 8) {
        uint64_t word = 0;

        for (size_t j = 0; j < 8 && i + j < length; j++)
            word |= (uint64_t)(unsigned char)bytes[i + j] << (8 * j);
        h = hash_absorb(h, word, word);
    }
    return hash_absorb(h, length, length);
}

adj_u128 world_key(const char *type_name, const char *field_name, int kind)
{
    char bytes[128];
    size_t t = strlen(type_name), f = strlen(field_name);

    memcpy(bytes, type_name, t + 1);
    memcpy(bytes + t + 1, field_name, f + 1);
    bytes[t + f + 2] = (char)kind;
    return world_hash_bytes(bytes, t + f + 3);
}

static adj_u128 with_counter(const adj_world *w, adj_u128 sum)
{
    hash_add(&sum, hash_fact(w->counter_key, 0, w->counter, 0));
    return sum;
}

adj_u128 adj_world_hash(const adj_world *w)
{
    return with_counter(w, w->sum);
}

/* The previous sibling as the owner's list has it, not as the child has it. */
static void add_children(const adj_world *w, adj_id owner, adj_u128 *sum)
{
    adj_id before = 0;

    for (adj_id child = w->slots[owner].first; child != 0; child = w->slots[child].next) {
        hash_add(sum, hash_fact(w->owner_key, child, owner, before));
        before = child;
    }
}

adj_u128 adj_world_hash_slow(const adj_world *w)
{
    adj_u128 sum = {0, 0};

    for (adj_id id = 1; id <= w->counter; id++) {
        const slot *s = &w->slots[id];
        const type *t = &w->types[s->type];

        if (!s->alive)
            continue;
        hash_add(&sum, hash_fact(t->key, id, 1, 0));
        for (int i = 0; i < t->count; i++) {
            const field *f = &t->fields[i];
            adj_value v = w->cells[s->cell + (uint32_t)i];

            if (!adj_value_same(v, f->spec.initial))
                hash_add(&sum, hash_value(w, f, id, v));
        }
        add_children(w, id, &sum);
    }
    return with_counter(w, sum);
}

void adj_u128_hex(adj_u128 value, char out[33])
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 0; i < 16; i++) {
        out[i] = digits[value.hi >> (60 - 4 * i) & 15];
        out[16 + i] = digits[value.lo >> (60 - 4 * i) & 15];
    }
    out[32] = '\0';
}
