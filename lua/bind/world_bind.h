/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_bind.h -- what the files of the World's binding share.
 *
 * Every function of a World is a closure made for that World with the upvalues below, so
 * that reading a field needs no registry look-up. Tables named by an upvalue are the same
 * objects for the World's whole life. */
#ifndef ADJ_WORLD_BIND_H
#define ADJ_WORLD_BIND_H

#include "bind.h"
#include "world.h"

enum {
    UP_WORLD = 1,       /* the World's userdata */
    UP_HANDLES,         /* id -> handle: the same entity is the same value */
    UP_TEXTS,           /* text number -> string */
    UP_TEXT_NUMBERS,    /* string -> text number */
    UP_PLACES,          /* node -> place object */
    UP_NODES,           /* place object -> node */
    UP_GROUPS,          /* group -> its object */
    UP_GROUP_NUMBERS,   /* object -> group */
    UP_KINDS,           /* kind name -> KindBox, type + 1 -> KindBox */
    UP_LISTS,           /* frozen list of areas -> their groups, see world_looks.c */
    UP_SHARED = UP_LISTS,
    UP_FIELDS           /* metamethods of entities: field name -> number, see BUILT_IN */
};
#define UP(n) lua_upvalueindex(n)

#define HANDLE_MAGIC UINT32_C(0x41644548)

enum { KNOWN_REFERENCES = 4 };

typedef struct {
    bool writable;
    adj_world *world;           /* NULL until made and once collected */
    const char *references[KNOWN_REFERENCES];   /* names of fields, asked for last */
    const void *kind_name;      /* of the kind asked for last; the table of kinds holds the text */
    struct KindBox *kind;
    struct KindBox *unit;       /* the kind "unit", NULL while there is none */
} WorldBox;

enum { CACHE_SIZE = 128 };      /* a power of two; a text lies at its place or at the one beside it */

/* One kind of entity. User value 1: the metatable of its handles, 2: field number + 1 ->
 * name, 3: name -> field number, 4: the metatable of mirrors. `cache` finds a field by the address of the text that names it; an address stays good
 * because the table of fields holds the text. */
typedef struct KindBox {
    WorldBox *box;
    int type, count, where, name_field, side_field;     /* -1: it has none */
    const char *names[ADJ_WORLD_FIELDS + 4];    /* then the built-in ones, see world_name_place */
    unsigned char kinds[ADJ_WORLD_FIELDS];
    struct { const void *name; int field; } cache[CACHE_SIZE];
} KindBox;

/* User value 1: its mirror, see world_mirror.c. */
typedef struct {
    uint32_t magic;
    unsigned reads;             /* of fields, as long as it has no mirror */
    bool mirrored;
    uint64_t held;              /* fields that the mirror may hold, see world_mirror_bit */
    adj_entity entity;
    KindBox *kind;              /* its metatable's closures keep it and the World alive */
} Handle;

/* What every entity has besides its fields: numbers below 0. */
enum { BUILT_ID = -2, BUILT_KIND = -3, BUILT_ALIVE = -4, BUILT_AREA = -5, NO_FIELD = -1 };

/* The place in the cache of the text at that address. */
static inline size_t world_cache_place(const void *text)
{
    return ((uintptr_t)text >> 4 ^ (uintptr_t)text >> 11) & (CACHE_SIZE - 1);
}

/* Where KindBox.names has the name of a field or of a built-in. */
static inline int world_name_place(int field)
{
    return field >= 0 ? field : ADJ_WORLD_FIELDS - 2 - field;
}

/* --- the World itself: world.c ----------------------------------------------------------------- */
/* The World whose method is running; raises when argument 1 is not it. */
WorldBox *world_check(lua_State *L);
/* The same, raising when it cannot be written now. */
WorldBox *world_check_change(lua_State *L);
/* The kind named at `arg`. */
KindBox *world_check_kind(lua_State *L, int arg);
/* The type of the kind named at `arg`; -1, any, when none is. */
int world_optional_type(lua_State *L, int arg);
/* The kind of a type that there is. */
KindBox *world_kind(lua_State *L, int type);
extern const luaL_Reg world_type_methods[];     /* world_types.c */
extern const luaL_Reg world_list_methods[];     /* world_lists.c */
extern const luaL_Reg world_look_methods[];     /* world_looks.c */
/* world.looks() -> { units_at =, units_of =, ... }: what W:attach(looks) gives its World. */
int world_looks(lua_State *L);

/* --- entities: world_entity.c --------------------------------------------------------------- */
/* The handle at `arg`, NULL when it is something else. */
Handle *world_to_handle(lua_State *L, int arg);
/* The living entity of this World at `arg`; raises otherwise. */
Handle *world_check_entity(lua_State *L, int arg);
/* Pushes the entity that now has this id, nil for 0. */
void world_push_entity(lua_State *L, WorldBox *box, adj_id id);
/* Pushes a handle for the id that the next creation will give; still dead. */
Handle *world_push_unborn(lua_State *L, KindBox *kind, adj_id id);
/* Pushes the metatable of a kind, with the functions of `world_entity.c`. */
void world_push_metatable(lua_State *L, int kind_index, int fields_index);
/* Pushes the metatable of a kind's mirrors. */
void world_push_mirrors(lua_State *L, int kind_index, int fields_index);
/* Pushes ` (did you mean "x"?)` with a key of the table at `index` that is near, or "". */
const char *world_push_hint(lua_State *L, const char *word, int index);
/* The number of the field that the text at `index` names, NO_FIELD for anything else. `fields`
 * is where the kind's table of fields is. */
int world_find_field(lua_State *L, KindBox *kind, int index, int fields);
/* Raises: the field is unknown. */
int world_no_field(lua_State *L, const KindBox *kind, int word_index, int fields_index);
/* Raises: the table at `table` has keys that name no field of the kind. Of several that is the one that
 * sorts first, so that the order of the table does not show. */
int world_no_fields(lua_State *L, KindBox *kind, int table, int fields_index);
/* Raises when writing is not allowed now. */
void world_check_writable(lua_State *L, const WorldBox *box);
/* Raises err's text; a dead entity is named. */
int world_raise(lua_State *L, const Handle *h, const adj_error *err);

/* --- what was read before: world_mirror.c ---------------------------------------------------- */
/* Pushes the metatable of a kind's mirrors, whose __index is the closure at `index`. */
void world_push_mirror_type(lua_State *L, int index);
/* The handle whose mirror is at `mirror`. */
Handle *world_mirrored(lua_State *L, int mirror);
/* The bit of a field in Handle.held; the last is of all that have none of their own. */
enum { LAST_BIT = 63 };
static inline uint64_t world_mirror_bit(int field)
{
    return UINT64_C(1) << (field < LAST_BIT ? field : LAST_BIT);
}

/* The mirror gets the value of a field (below 0: built in). */
static inline void world_mirror_holds(Handle *h, int field)
{
    if (field == BUILT_AREA)
        field = h->kind->where;
    if (field >= 0)
        h->held |= world_mirror_bit(field);
}
/* Gives the handle at `index` a mirror. */
void world_mirror(lua_State *L, int index, Handle *h);
/* The field of that number has a new value in the handle at `index`, which has a mirror and was
 * written by the name at `name`. */
void world_mirror_write(lua_State *L, int index, int name, Handle *h, int field, adj_value v);
/* Mirrors forget what the changes since `mark` wrote; before these are rolled back, too. */
void world_mirror_changes(lua_State *L, WorldBox *box, size_t mark);
/* All mirrors go. */
void world_mirror_none(lua_State *L);

/* --- values: world_value.c ------------------------------------------------------------------- */
/* Pushes a value of a field of that kind. */
void world_push_value(lua_State *L, WorldBox *box, adj_kind kind, adj_value v);
/* The value at `index` for the field `type.field`; raises when it does not fit its kind. */
adj_value world_check_value(lua_State *L, int index, WorldBox *box, adj_kind kind,
                            const char *type, const char *field);
const char *world_kind_name(adj_kind kind);
/* -1 when there is no such kind. */
int world_kind_number(const char *name);

/* --- fractions: world_frac.c ------------------------------------------------------------------ */
void world_push_frac(lua_State *L, adj_frac f);
/* A fraction or an integer; false for anything else. */
bool world_to_frac(lua_State *L, int index, adj_frac *out);
/* frac(n[, d]) -> fraction */
int world_frac_new(lua_State *L);

/* --- the World as a key: world_key.c ----------------------------------------------------------- */
/* W:key(...) -> text */
int world_as_key(lua_State *L);
int world_plain_key(lua_State *L);
int world_copy(lua_State *L);

#endif
