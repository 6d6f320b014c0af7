/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_entity.c -- entities as Lua values: u.field, u.field = v, tostring(u).
 *
 * These are the most called functions of the whole program; reading a field costs two
 * comparisons of addresses and one array access besides what Lua takes. What is read often gets
 * a mirror and is then read without a call at all (world_mirror.c). */
#include <stdio.h>
#include <string.h>

#include "world_bind.h"

enum { READS_BEFORE_MIRROR = 12 };

Handle *world_to_handle(lua_State *L, int arg)
{
    Handle *h = lua_touserdata(L, arg);

    if (h == NULL || lua_rawlen(L, arg) != sizeof *h || h->magic != HANDLE_MAGIC)
        return NULL;
    return h;
}

static adj_world *open_world(lua_State *L, const Handle *h)
{
    if (h->kind->box->world == NULL)
        luaL_error(L, "this World is closed");
    return h->kind->box->world;
}

/* The name of an entity, dead or alive: its text "name", else "unit 14". */
static const char *push_name(lua_State *L, const Handle *h)
{
    adj_world *w = open_world(L, h);
    const char *bytes;
    size_t length;
    adj_value v;

    if (h->kind->name_field >= 0
        && adj_world_peek(w, h->entity, h->kind->name_field, &v) == ADJ_OK
        && (bytes = adj_world_text(w, v.integer, &length)) != NULL && length > 0)
        return lua_pushlstring(L, bytes, length);
    return lua_pushfstring(L, "%s %I", adj_world_type_name(w, h->kind->type),
                           (LUAI_UACINT)h->entity.id);
}

int world_raise(lua_State *L, const Handle *h, const adj_error *err)
{
    adj_world *w = open_world(L, h);

    if (err->status != ADJ_EDEAD || adj_world_alive(w, h->entity))
        return adj_bind_error(L, err);
    if (adj_world_type_of(w, h->entity) < 0)
        return luaL_error(L, "%s is no longer in play", push_name(L, h));
    return luaL_error(L, "%s was eliminated", push_name(L, h));
}

static int raise_dead(lua_State *L, const Handle *h)
{
    return world_raise(L, h, &(adj_error){.status = ADJ_EDEAD});
}

Handle *world_check_entity(lua_State *L, int arg)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));
    Handle *h = world_to_handle(L, arg);

    if (h == NULL)
        luaL_typeerror(L, arg, "entity");
    else if (h->kind->box != box)
        luaL_argerror(L, arg, "the entity is of another World");
    else if (!adj_world_alive(open_world(L, h), h->entity))
        raise_dead(L, h);
    return h;
}

static Handle *push_handle(lua_State *L, adj_entity entity, int type)
{
    Handle *h = lua_newuserdatauv(L, sizeof *h, 1);

    *h = (Handle){.entity = entity};            /* no handle until it is whole */
    lua_rawgeti(L, UP(UP_KINDS), type + 1);
    h->kind = lua_touserdata(L, -1);
    lua_getiuservalue(L, -1, 1);
    lua_setmetatable(L, -3);
    lua_pop(L, 1);
    h->magic = HANDLE_MAGIC;
    lua_pushvalue(L, -1);
    lua_rawseti(L, UP(UP_HANDLES), entity.id);
    return h;
}

void world_push_entity(lua_State *L, WorldBox *box, adj_id id)
{
    adj_entity entity;
    const Handle *h;

    entity = adj_world_entity(box->world, id);
    if (entity.serial == 0) {
        lua_pushnil(L);
        return;
    }
    if (lua_rawgeti(L, UP(UP_HANDLES), id) == LUA_TUSERDATA) {
        h = lua_touserdata(L, -1);
        if (h->entity.serial == entity.serial)
            return;
    }
    lua_pop(L, 1);
    push_handle(L, entity, adj_world_type_of(box->world, entity));
}

Handle *world_push_unborn(lua_State *L, KindBox *kind, adj_id id)
{
    return push_handle(L, (adj_entity){id, 0}, kind->type);
}

/* --- did you mean ------------------------------------------------------------------------------ */

const char *world_push_hint(lua_State *L, const char *word, int index)
{
    size_t length = strlen(word);
    adj_nearest meant = {.wanted = word, .distance = length >= 6 ? (int)(length / 3) + 1 : 2};

    adj_bind_nearest(L, index, &meant);
    return meant.name != NULL ? lua_pushfstring(L, " (did you mean \"%s\"?)", meant.name)
                              : lua_pushliteral(L, "");
}

int world_no_field(lua_State *L, const KindBox *kind, int word_index, int fields_index)
{
    const char *type = adj_world_type_name(kind->box->world, kind->type);
    const char *word;

    fields_index = lua_absindex(L, fields_index);
    if (lua_type(L, word_index) != LUA_TSTRING)
        return luaL_error(L, "a field of %s is named by a text, not a %s", type,
                          luaL_typename(L, word_index));
    word = lua_tostring(L, word_index);
    return luaL_error(L, "%s has no field \"%s\"%s", type, word,
                      world_push_hint(L, word, fields_index));
}

int world_no_fields(lua_State *L, KindBox *kind, int table, int fields_index)
{
    const char *first = NULL;

    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        int key = lua_gettop(L) - 1;

        if (world_find_field(L, kind, key, fields_index) >= 0)
            continue;
        if (lua_type(L, key) != LUA_TSTRING)
            return luaL_error(L, "%s: fields are given by name",
                              adj_world_type_name(kind->box->world, kind->type));
        if (first == NULL || strcmp(lua_tostring(L, key), first) < 0)
            first = lua_tostring(L, key);       /* the table holds it */
    }
    lua_pushstring(L, first);
    return world_no_field(L, kind, lua_gettop(L), fields_index);
}

/* --- reading and writing ------------------------------------------------------------------------ */

static int find_field_slowly(lua_State *L, KindBox *kind, int index, int fields)
{
    const char *name;
    int field;

    if (lua_type(L, index) != LUA_TSTRING)
        return NO_FIELD;
    name = lua_tostring(L, index);
    lua_pushvalue(L, index);
    if (lua_rawget(L, fields) != LUA_TNUMBER) {
        lua_pop(L, 1);
        return NO_FIELD;
    }
    field = (int)lua_tointeger(L, -1);
    lua_pop(L, 1);
    /* A long text that equals a name may lie elsewhere and go away: not cached. */
    if (kind->names[world_name_place(field)] == name) {
        const void *text = lua_topointer(L, index);
        size_t i = world_cache_place(text);

        kind->cache[i ^ 1] = kind->cache[i];
        kind->cache[i].name = text;
        kind->cache[i].field = field;
    }
    return field;
}

/* One call for the address of the text, where its bytes would take two. */
static inline int find_field(lua_State *L, KindBox *kind, int index, int fields)
{
    const void *text = lua_topointer(L, index);
    size_t i = world_cache_place(text);

    if (text != NULL) {
        if (kind->cache[i].name == text)
            return kind->cache[i].field;
        if (kind->cache[i ^ 1].name == text)
            return kind->cache[i ^ 1].field;
    }
    return find_field_slowly(L, kind, index, fields);
}

int world_find_field(lua_State *L, KindBox *kind, int index, int fields)
{
    return find_field(L, kind, index, fields);
}

/* The handle that a metamethod is called with. Only the VM calls it, for a handle: nothing
 * hands out the metatable. */
static inline Handle *own_handle(lua_State *L)
{
    Handle *h = lua_touserdata(L, 1);

    if (h == NULL || h->magic != HANDLE_MAGIC)
        luaL_typeerror(L, 1, "entity");
    return h;
}

static int push_area(lua_State *L, const Handle *h, adj_world *w)
{
    adj_value v;
    int32_t group = 0;

    if (h->kind->where >= 0) {
        if (adj_world_get(w, h->entity, h->kind->where, &v) != ADJ_OK)
            return raise_dead(L, h);
        if (v.place.kind == ADJ_NODE)
            group = adj_world_group_of(w, v.place.x);
    } else if (!adj_world_alive(w, h->entity)) {
        return raise_dead(L, h);
    }
    if (group == 0)
        lua_pushnil(L);
    else
        lua_rawgeti(L, UP(UP_GROUPS), group);
    return 1;
}

/* Pushes what the text at 2 names of an entity, and gives its number. */
static int push_named(lua_State *L, Handle *h)
{
    adj_world *w = open_world(L, h);
    int field = find_field(L, h->kind, 2, UP(UP_FIELDS));
    adj_value v;

    if (field >= 0) {
        if (adj_world_get(w, h->entity, field, &v) != ADJ_OK)
            raise_dead(L, h);
        world_push_value(L, h->kind->box, h->kind->kinds[field], v);
        return field;
    }
    switch (field) {
    case BUILT_ID:
        lua_pushinteger(L, h->entity.id);
        break;
    case BUILT_KIND:
        lua_pushstring(L, adj_world_type_name(w, h->kind->type));
        break;
    case BUILT_ALIVE:
        lua_pushboolean(L, adj_world_alive(w, h->entity));
        break;
    case BUILT_AREA:
        push_area(L, h, w);
        break;
    default:
        world_no_field(L, h->kind, 2, UP(UP_FIELDS));
    }
    return field;
}

static int entity_index(lua_State *L)
{
    Handle *h = own_handle(L);

    push_named(L, h);
    if (++h->reads == READS_BEFORE_MIRROR)
        world_mirror(L, 1, h);
    return 1;
}

/* The same for what a mirror has not got: it is put there, unless it is nil, or `alive` of the dead. */
static int mirror_index(lua_State *L)
{
    Handle *h = world_mirrored(L, 1);
    int field = push_named(L, h);

    if (lua_isnil(L, -1) || (field == BUILT_ALIVE && !lua_toboolean(L, -1)))
        return 1;
    world_mirror_holds(h, field);
    lua_pushvalue(L, 2);
    lua_pushvalue(L, -2);
    lua_rawset(L, 1);
    return 1;
}

void world_check_writable(lua_State *L, const WorldBox *box)
{
    if (!box->writable)
        luaL_error(L, "the World changes only inside a command; use `set`");
}

static int entity_newindex(lua_State *L)
{
    Handle *h = own_handle(L);
    adj_world *w = open_world(L, h);
    KindBox *kind = h->kind;
    int field = find_field(L, kind, 2, UP(UP_FIELDS));
    adj_error err;
    adj_value v;

    if (field == NO_FIELD)
        return world_no_field(L, kind, 2, UP(UP_FIELDS));
    if (field < 0)
        return luaL_error(L, "%s.%s cannot be written", adj_world_type_name(w, kind->type),
                          lua_tostring(L, 2));
    world_check_writable(L, kind->box);
    v = world_check_value(L, 3, kind->box, kind->kinds[field],
                          adj_world_type_name(w, kind->type), kind->names[field]);
    if (adj_world_set(w, h->entity, field, v, &err) != ADJ_OK)
        return world_raise(L, h, &err);
    if (h->mirrored)
        world_mirror_write(L, 1, 2, h, field, v);
    return 0;
}

static int entity_tostring(lua_State *L)
{
    Handle *h = world_to_handle(L, 1);

    if (h == NULL)
        return luaL_typeerror(L, 1, "entity");
    push_name(L, h);
    return 1;
}

static const luaL_Reg entity_meta[] = {
    {"__index", entity_index},
    {"__newindex", entity_newindex},
    {"__tostring", entity_tostring},
    {NULL, NULL},
};

/* Pushes a closure over what all functions of an entity need. */
static void push_closure(lua_State *L, lua_CFunction f, int kind_index, int fields_index)
{
    for (int i = 1; i <= UP_SHARED; i++)
        lua_pushvalue(L, UP(i));
    lua_pushvalue(L, fields_index);
    lua_pushvalue(L, kind_index);               /* only to keep it alive */
    lua_pushcclosure(L, f, UP_FIELDS + 1);
}

void world_push_metatable(lua_State *L, int kind_index, int fields_index)
{
    const KindBox *kind = lua_touserdata(L, kind_index);

    kind_index = lua_absindex(L, kind_index);
    fields_index = lua_absindex(L, fields_index);
    lua_newtable(L);
    for (const luaL_Reg *f = entity_meta; f->name != NULL; f++) {
        push_closure(L, f->func, kind_index, fields_index);
        lua_setfield(L, -2, f->name);
    }
    lua_pushstring(L, adj_world_type_name(kind->box->world, kind->type));
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

void world_push_mirrors(lua_State *L, int kind_index, int fields_index)
{
    push_closure(L, mirror_index, lua_absindex(L, kind_index), lua_absindex(L, fields_index));
    world_push_mirror_type(L, -1);
    lua_remove(L, -2);
}
