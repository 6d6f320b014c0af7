/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/world.h -- the store of all state: entities with typed fields, on a trail.
 *
 * A World holds entities. Each has an id (1, 2, 3, ... in order of creation), a type, and a
 * value for each field of that type. Every change pushes what was there on the trail, so a
 * mark can be rolled back in the time of the changes made since; marks nest. The state hash
 * is kept up at each change (docs/state-hash.md).
 *
 * State is: which entities live, their field values, the order of each one's children, and
 * the id counter. Types, texts, the set of places, serials, the trail and all indices are
 * not state. What a query returns depends on the state alone: ids ascend, children come in
 * sibling order.
 *
 * Calls that change something either do it whole or leave everything as it was, also when
 * memory runs out. They fail with ADJ_ENOMEM, with ADJ_ELIMIT when the World has reached its
 * limit of bytes, and with what is said at each. `err` may be NULL. */
#ifndef ADJ_WORLD_H
#define ADJ_WORLD_H

#include "adj.h"
#include "frac.h"

typedef struct adj_world adj_world;

typedef uint32_t adj_id;                /* 0: no entity */

/* What a holder outside the World keeps. The serial is never used twice, so after a
 * creation is rolled back its handle stays dead even when the id comes back. */
typedef struct {
    adj_id id;
    uint64_t serial;
} adj_entity;

/* The numbers are part of the state hash: never change one. */
typedef enum {
    ADJ_INT = 1, ADJ_FRAC = 2, ADJ_BOOL = 3, ADJ_TEXT = 4, ADJ_REF = 5, ADJ_PLACE = 6
} adj_kind;

enum { ADJ_NOWHERE = 0, ADJ_NODE = 1, ADJ_POSE = 2 };

/* Nowhere; a node (`x` is its number from 1; a named box is a node too); or a pose on a
 * continuous table (x, y in the map's unit of length, heading in 1/100 degree). */
typedef struct {
    int32_t kind, x, y, heading;
} adj_place;

/* A value of a field whose kind the field knows. Make one with the functions below: unused
 * bytes must be zero. */
typedef union {
    int64_t integer;                    /* ADJ_INT; ADJ_BOOL 0 or 1; ADJ_TEXT a text's number,
                                           0 for none; ADJ_REF an id, 0 for none */
    adj_frac frac;
    adj_place place;
    uint64_t word[2];
} adj_value;

static inline adj_value adj_value_int(int64_t i)
{
    return (adj_value){.word = {(uint64_t)i, 0}};
}
static inline adj_value adj_value_frac(adj_frac f)
{
    return (adj_value){.frac = f};
}
static inline adj_value adj_value_node(int32_t node)
{
    return (adj_value){.place = {node != 0 ? ADJ_NODE : ADJ_NOWHERE, node, 0, 0}};
}
static inline adj_value adj_value_pose(int32_t x, int32_t y, int32_t heading)
{
    return (adj_value){.place = {ADJ_POSE, x, y, heading}};
}
static inline bool adj_value_same(adj_value a, adj_value b)
{
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
}

/* How a field is declared. */
typedef struct {
    const char *name;       /* a word of letters, digits and _, at most 40 bytes */
    adj_kind kind;
    bool indexed;           /* ADJ_PLACE: this is where the entity stands (one per type).
                               References are always indexed. */
    bool optional;          /* ADJ_TEXT: may be none */
    bool has_min, has_max;  /* ADJ_INT: values outside are refused */
    int64_t min, max;
    adj_value initial;      /* references start at none, places at nowhere */
} adj_field;

#define ADJ_WORLD_FIELDS 255                    /* most fields of a type */
#define ADJ_WORLD_TEXT_MAX 65536                /* most bytes of a text */
#define ADJ_WORLD_BYTES ((size_t)256 << 20)     /* limit of a new World */

/* --- life ------------------------------------------------------------------------------- */
adj_world *adj_world_new(void);                 /* NULL when out of memory */
void adj_world_free(adj_world *world);          /* NULL is fine */
void adj_world_set_limit(adj_world *world, size_t bytes);
size_t adj_world_bytes(const adj_world *world); /* held now */

/* --- types ------------------------------------------------------------------------------ */
/* Declares a type, or adds fields to it: living entities then have the initial value. A field
 * declared before must have the same kind; its other properties stay as they were.
 * ADJ_EINVAL for a bad name, another kind, a bad initial value, too many fields. */
adj_status adj_world_type(adj_world *world, const char *name, const adj_field *fields,
                          int count, int *type, adj_error *err);
int adj_world_type_count(const adj_world *world);
int adj_world_find_type(const adj_world *world, const char *name);      /* -1: none */
const char *adj_world_type_name(const adj_world *world, int type);
int adj_world_field_count(const adj_world *world, int type);
int adj_world_find_field(const adj_world *world, int type, const char *name);   /* -1 */
/* Lent until the type is next declared. */
const adj_field *adj_world_field(const adj_world *world, int type, int field);
int adj_world_where_field(const adj_world *world, int type);    /* the indexed place, or -1 */
int adj_world_name_field(const adj_world *world, int type);     /* the text "name", or -1 */

/* --- texts ------------------------------------------------------------------------------ */
/* The number of a text: equal bytes, equal number. Texts live as long as the World. */
adj_status adj_world_intern(adj_world *world, const char *bytes, size_t length,
                            int64_t *number, adj_error *err);
/* Lent as long as the World; a NUL follows. NULL for number 0 or an unknown one. */
const char *adj_world_text(const adj_world *world, int64_t number, size_t *length);

/* --- places ----------------------------------------------------------------------------- */
/* Says that there are nodes 1..nodes. group_of[i] is the group of node i + 1, in 1..groups,
 * or 0; NULL when there are no groups. May be said again with no fewer nodes. */
adj_status adj_world_places(adj_world *world, int32_t nodes, const int32_t *group_of,
                            int32_t groups, adj_error *err);
int32_t adj_world_node_count(const adj_world *world);
int32_t adj_world_group_of(const adj_world *world, int32_t node);       /* 0: none */

/* --- entities --------------------------------------------------------------------------- */
adj_status adj_world_create(adj_world *world, int type, adj_entity *out, adj_error *err);

/* The entity leaves play: references to it become none, its children lose their owner, it
 * leaves its own owner and every index. Its fields can still be seen with adj_world_peek.
 * ADJ_EDEAD when it is dead already. */
adj_status adj_world_destroy(adj_world *world, adj_entity entity, adj_error *err);

/* ADJ_EDEAD for a dead entity, ADJ_EINVAL for a field that its type has not. */
adj_status adj_world_get(const adj_world *world, adj_entity entity, int field, adj_value *out);

/* Besides: ADJ_ERANGE for an integer outside the field's bounds, ADJ_EDEAD for a reference
 * to a dead entity, ADJ_EINVAL for an unknown text or place or a malformed value. Writing
 * what is there already leaves no trace. */
adj_status adj_world_set(adj_world *world, adj_entity entity, int field, adj_value value,
                         adj_error *err);

bool adj_world_alive(const adj_world *world, adj_entity entity);
/* The entity that now has this id, dead or alive; {0, 0} when there is none. */
adj_entity adj_world_entity(const adj_world *world, adj_id id);
/* -1 when the entity's creation was rolled back. */
int adj_world_type_of(const adj_world *world, adj_entity entity);
/* Like get, but also for an entity that was destroyed. */
adj_status adj_world_peek(const adj_world *world, adj_entity entity, int field,
                          adj_value *out);
adj_id adj_world_last_id(const adj_world *world);       /* the id counter */

/* --- queries ---------------------------------------------------------------------------- */
/* Each returns how many entities there are and writes the first `room` ids to `ids`, in
 * ascending order (children: in sibling order). When the answer exceeds `room`, what is
 * written is unspecified: ask again with more. type -1: every type. */
size_t adj_world_all(const adj_world *world, int type, adj_id *ids, size_t room);
size_t adj_world_at(const adj_world *world, int32_t node, int type, adj_id *ids, size_t room);
size_t adj_world_within(const adj_world *world, int32_t group, int type, adj_id *ids,
                        size_t room);
/* The same of those alone that are sought: of a type (-1: any), and with these values in fields
 * of the type. adj_world_any_ tells whether there is one, and looks no further than that. */
typedef struct {
    int field;
    adj_value value;
} adj_wish;
typedef struct {
    int type;
    int count;                          /* of wishes; 0 where any type will do */
    const adj_wish *wishes;
} adj_sought;
size_t adj_world_find(const adj_world *world, const adj_sought *sought, adj_id *ids, size_t room);
size_t adj_world_find_at(const adj_world *world, int32_t node, const adj_sought *sought,
                         adj_id *ids, size_t room);
size_t adj_world_find_within(const adj_world *world, int32_t group, const adj_sought *sought,
                             adj_id *ids, size_t room);
/* In the groups of an array that ends with a 0, each of them once. */
size_t adj_world_find_among(const adj_world *world, const int32_t *groups,
                            const adj_sought *sought, adj_id *ids, size_t room);
bool adj_world_any_at(const adj_world *world, int32_t node, const adj_sought *sought);
bool adj_world_any_within(const adj_world *world, int32_t group, const adj_sought *sought);
/* Living entities that were written since the mark, and the groups where they are or have been,
 * each once and in ascending order; with a field those that are new or whose field of that name
 * was written. Room: for ids one, for groups two a change since the mark. */
size_t adj_world_touched(const adj_world *world, size_t mark, const char *field, adj_id *ids,
                         int32_t *groups, size_t *n_groups);
/* Those whose reference field of this name is `id`; NULL: any field, each entity once. */
size_t adj_world_referrers(const adj_world *world, adj_id id, const char *field, adj_id *ids,
                           size_t room);
size_t adj_world_children(const adj_world *world, adj_id id, adj_id *ids, size_t room);
size_t adj_world_count(const adj_world *world, int type);

/* --- children --------------------------------------------------------------------------- */
/* Makes `child` a child of `parent`, before `before` (a child of it) or last when before.id
 * is 0. It leaves the place it had. ADJ_EINVAL for a cycle or a `before` that is no child. */
adj_status adj_world_append(adj_world *world, adj_entity parent, adj_entity child,
                            adj_entity before, adj_error *err);
adj_status adj_world_detach(adj_world *world, adj_entity child, adj_error *err);
adj_id adj_world_owner(const adj_world *world, adj_id child);   /* 0: none */

/* --- trail ------------------------------------------------------------------------------ */
size_t adj_world_mark(const adj_world *world);          /* the trail's length */
/* Undoes every change made since the mark. Needs no memory. ADJ_EINVAL for a mark that was
 * itself rolled back. */
adj_status adj_world_rollback(adj_world *world, size_t mark, adj_error *err);

/* One net change. `field` is a field of the entity's type, or one of these. */
enum { ADJ_CHANGE_ALIVE = -2,           /* value.integer: whether it was in play */
       ADJ_CHANGE_OWNER = -1 };         /* value.word: the owner's id, the previous sibling's */
typedef struct {
    adj_id id;
    int32_t field;
    uint64_t order;                     /* scratch */
    adj_value before, now;
} adj_change;

/* The net changes since the mark, by id and field; returns how many. `changes` must have
 * room for trail length - mark. What came and went in between is left out. */
size_t adj_world_changes(const adj_world *world, size_t mark, adj_change *changes);

/* What change number i of the trail (below its length) was about: its entity, and a field of the
 * entity's type or one of the above. */
int adj_world_trail(const adj_world *world, size_t i, adj_id *id);

/* --- state hash ------------------------------------------------------------------------- */
adj_u128 adj_world_hash(const adj_world *world);        /* kept up: costs nothing */
adj_u128 adj_world_hash_slow(const adj_world *world);   /* from the state alone */
void adj_u128_hex(adj_u128 value, char out[33]);        /* high half first, lower case */

#endif
