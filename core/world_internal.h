/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world_internal.h -- the parts of a World, for core/world*.c only.
 *
 * Cells and links are stacks that grow with the id counter: entity id's values are
 * cells[slot.cell ..], its index entries links[slot.link ..]. A rolled-back creation is
 * always the youngest entity, so undoing it pops both. Destroyed entities keep theirs,
 * because a rollback may bring them back. */
#ifndef ADJ_WORLD_INTERNAL_H
#define ADJ_WORLD_INTERNAL_H

#include "world.h"

typedef struct {
    uint64_t serial;            /* 0: no entity has this id now */
    uint32_t cell, link;        /* where its values and index entries start */
    uint16_t type;
    bool alive;
    adj_id older, younger;      /* living entities of its type; kept while dead, so that a
                                   rollback can put it back between them */
    uint32_t referrers;         /* first link of the references to it */
    adj_id owner, first, last, previous, next;
} slot;

/* An entry of a reference or a place in an index: a doubly linked list. Lists are in no
 * order; queries sort. Index 0 is no link. */
typedef struct {
    uint32_t previous, next;
    adj_id id;
    uint32_t field;
} link;

typedef struct {
    adj_field spec;             /* spec.name is the pool's copy */
    adj_u128 key;               /* hash of type, field and kind */
    int link;                   /* number among its type's index entries, -1: not indexed */
} field;

typedef struct {
    const char *name;
    adj_u128 key;
    field *fields;
    int count, links;
    int where, name_field;
    adj_id oldest, youngest;
    size_t living;
} type;

typedef struct {
    char *bytes;
    size_t length;
    adj_u128 hash;
} text;

/* A trail entry: how to undo one change. `op` is a field number or one of these. */
enum { OP_CREATE = 0x100, OP_DESTROY, OP_MOVE };
typedef struct {
    adj_id id;
    uint32_t op;
    adj_value old;              /* OP_MOVE: word[0] owner, word[1] previous sibling */
} change;

struct adj_world {
    slot *slots;                /* [1..counter] */
    size_t slot_cap;
    adj_id counter;
    uint64_t next_serial;

    adj_value *cells;
    size_t cell_len, cell_cap;
    link *links;                /* [0] unused */
    size_t link_len, link_cap;

    change *trail;
    size_t trail_len, trail_cap;
    adj_u128 sum;               /* the state hash but for the id counter */

    type *types;
    size_t type_cap;
    int n_types;
    adj_u128 owner_key, counter_key;

    text *texts;                /* [0] none */
    size_t text_len, text_cap;
    uint32_t *text_table;       /* open addressing, a power of two, 0 free */
    size_t text_slots;

    uint32_t *node_heads;       /* [1..nodes] first link of the entities there */
    int32_t *node_groups;       /* [1..nodes] */
    int32_t *group_starts;      /* [1..groups + 1] into group_nodes */
    int32_t *group_nodes;
    int32_t nodes, groups;

    size_t bytes, limit;
};

/* --- memory: world.c ---------------------------------------------------------------------- */
/* The array, moved perhaps, with room for `need` elements of `size` bytes. On failure the
 * array as it was, with *status set. */
void *world_grow(adj_world *w, void *array, size_t *cap, size_t need, size_t size,
                 adj_status *status, adj_error *err);
/* `bytes` zeroed bytes counted against the limit; NULL with *status set. */
void *world_alloc(adj_world *w, size_t bytes, adj_status *status, adj_error *err);
void world_release(adj_world *w, void *block, size_t bytes);

/* --- hash: world_hash.c ------------------------------------------------------------------- */
adj_u128 world_hash_bytes(const char *bytes, size_t length);
/* The key of a field; an empty type or field name and kind 0 for the World's own. */
adj_u128 world_key(const char *type_name, const char *field_name, int kind);

/* One bijective step of each half: the finishers of SplitMix64 and of MurmurHash3. */
static inline uint64_t mix_lo(uint64_t x)
{
    x += UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

static inline uint64_t mix_hi(uint64_t x)
{
    x += UINT64_C(0xd1b54a32d192ed03);
    x = (x ^ (x >> 33)) * UINT64_C(0xff51afd7ed558ccd);
    x = (x ^ (x >> 33)) * UINT64_C(0xc4ceb9fe1a85ec53);
    return x ^ (x >> 33);
}

static inline adj_u128 hash_absorb(adj_u128 h, uint64_t lo, uint64_t hi)
{
    return (adj_u128){mix_lo(h.lo ^ lo), mix_hi(h.hi ^ hi)};
}

/* H(id, key, word 0, word 1), the contribution of one fact. */
static inline adj_u128 hash_fact(adj_u128 key, adj_id id, uint64_t w0, uint64_t w1)
{
    return hash_absorb(hash_absorb(hash_absorb(key, id, id), w0, w0), w1, w1);
}

static inline void hash_add(adj_u128 *sum, adj_u128 h)
{
    sum->lo += h.lo;
    sum->hi += h.hi + (sum->lo < h.lo);
}

static inline void hash_subtract(adj_u128 *sum, adj_u128 h)
{
    uint64_t borrow = sum->lo < h.lo;

    sum->lo -= h.lo;
    sum->hi -= h.hi + borrow;
}

/* What of a value enters the hash: content, never a number of the pool. */
static inline adj_u128 value_words(const adj_world *w, const field *f, adj_value v)
{
    if (f->spec.kind == ADJ_TEXT)
        return w->texts[v.integer].hash;
    if (f->spec.kind == ADJ_PLACE)
        return (adj_u128){(uint32_t)v.place.kind | (uint64_t)(uint32_t)v.place.x << 32,
                          (uint32_t)v.place.y | (uint64_t)(uint32_t)v.place.heading << 32};
    return (adj_u128){v.word[0], v.word[1]};
}

static inline adj_u128 hash_value(const adj_world *w, const field *f, adj_id id, adj_value v)
{
    adj_u128 words = value_words(w, f, v);

    return hash_fact(f->key, id, words.lo, words.hi);
}

/* --- store: world_store.c ----------------------------------------------------------------- */
static inline slot *live_slot(const adj_world *w, adj_entity e)
{
    slot *s;

    if (e.id > w->counter || e.serial == 0)
        return NULL;
    s = &w->slots[e.id];
    return s->alive && s->serial == e.serial ? s : NULL;
}

static inline bool id_alive(const adj_world *w, int64_t id)
{
    return id >= 1 && id <= (int64_t)w->counter && w->slots[id].alive;
}

/* Room for `more` trail entries. */
static inline adj_status trail_room(adj_world *w, size_t more, adj_error *err)
{
    adj_status status;

    if (w->trail_cap - w->trail_len >= more)
        return ADJ_OK;
    w->trail = world_grow(w, w->trail, &w->trail_cap, w->trail_len + more, sizeof *w->trail,
                          &status, err);
    return status;
}

/* Only after trail_room. */
static inline void trail_push(adj_world *w, adj_id id, uint32_t op, adj_value old)
{
    w->trail[w->trail_len++] = (change){id, op, old};
}

adj_status world_dead(const adj_world *w, adj_entity e, adj_error *err);
/* Enters one field of a living entity in its index, or takes it out. */
void index_in(adj_world *w, slot *s, const field *f, adj_id id, adj_value v);
void index_out(adj_world *w, slot *s, const field *f, adj_value v);

/* --- children: world_tree.c --------------------------------------------------------------- */
/* Takes a child out from under its owner; puts it in after `previous` (0: first). Keep the
 * hash up; push nothing. */
void tree_out(adj_world *w, adj_id child);
void tree_in(adj_world *w, adj_id child, adj_id owner, adj_id previous);
/* Pushes and takes out; only after trail_room. */
void tree_detach(adj_world *w, adj_id child);

#endif
