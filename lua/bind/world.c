/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world.c -- core.world: the World and its methods. */
#include <string.h>

#include "world_bind.h"

enum { MOST_PLACES = 1000000, FREE_ANSWERS = 64 };

static WorldBox *check_world(lua_State *L)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));

    if (lua_touserdata(L, 1) != box)
        luaL_argerror(L, 1, "the World is wanted: call it as World:method()");
    if (box->world == NULL)
        luaL_error(L, "this World is closed");
    return box;
}

static WorldBox *check_writable(lua_State *L)
{
    WorldBox *box = check_world(L);

    world_check_writable(L, box);
    return box;
}

/* The kind named at `arg`. */
static KindBox *check_kind(lua_State *L, int arg)
{
    const char *name = luaL_checkstring(L, arg);
    KindBox *kind;

    lua_pushvalue(L, arg);
    if (lua_rawget(L, UP(UP_KINDS)) != LUA_TUSERDATA)
        luaL_error(L, "there is no kind \"%s\"%s", name,
                   world_push_hint(L, name, UP(UP_KINDS)));
    kind = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return kind;
}

/* -1: any kind. */
static int optional_type(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? -1 : check_kind(L, arg)->type;
}

/* The number of the place or group at 2, by the table at that upvalue. */
static int32_t check_number(lua_State *L, int upvalue, const char *what)
{
    int32_t number;

    luaL_checkany(L, 2);
    if (lua_isnil(L, 2))
        luaL_typeerror(L, 2, what);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, UP(upvalue)) != LUA_TNUMBER)
        luaL_typeerror(L, 2, what);
    number = (int32_t)lua_tointeger(L, -1);
    lua_pop(L, 1);
    return number;
}

/* --- types ------------------------------------------------------------------------------------- */

static bool field_flag(lua_State *L, const char *name)
{
    bool set;

    lua_getfield(L, -1, name);
    set = lua_toboolean(L, -1);
    lua_pop(L, 1);
    return set;
}

static bool field_bound(lua_State *L, const char *name, int64_t *bound)
{
    int whole = 1;
    bool there = lua_getfield(L, -1, name) != LUA_TNIL;

    if (there)
        *bound = lua_tointegerx(L, -1, &whole);
    if (!whole)
        luaL_error(L, "a field's %s is a whole number", name);
    lua_pop(L, 1);
    return there;
}

static void refuse_built_in(lua_State *L, const char *type, const char *name)
{
    static const char *const taken[] = {"id", "kind", "alive", "area"};

    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcmp(name, taken[i]) == 0)
            luaL_error(L, "%s.%s: every entity has that already", type, name);
}

/* Reads the field description at the top; the name stays on the stack in its place. */
static adj_field read_field(lua_State *L, WorldBox *box, const char *type)
{
    adj_field f = {.name = NULL};
    const char *kind;
    int number;

    if (lua_type(L, -1) != LUA_TTABLE)
        luaL_error(L, "%s: a field is described by a table", type);
    if (lua_getfield(L, -1, "name") != LUA_TSTRING || lua_getfield(L, -2, "kind") != LUA_TSTRING)
        luaL_error(L, "%s: a field has a name and a kind", type);
    f.name = lua_tostring(L, -2);
    kind = lua_tostring(L, -1);
    refuse_built_in(L, type, f.name);
    if ((number = world_kind_number(kind)) < 0)
        luaL_error(L, "%s.%s: there is no kind \"%s\" (int, frac, bool, text, ref, place)", type,
                   f.name, kind);
    f.kind = (adj_kind)number;
    lua_pop(L, 1);
    lua_insert(L, -2);                          /* name, description */
    f.has_min = field_bound(L, "min", &f.min);
    f.has_max = field_bound(L, "max", &f.max);
    f.indexed = field_flag(L, "indexed") || strcmp(f.name, "place") == 0;
    if (lua_getfield(L, -1, "default") != LUA_TNIL)
        f.initial = world_check_value(L, lua_gettop(L), box, f.kind, type, f.name);
    else
        f.optional = f.kind == ADJ_TEXT;
    lua_pop(L, 2);
    return f;
}

/* field name -> number, and a list of the names, both for a KindBox of user values. */
static void push_field_tables(lua_State *L, const WorldBox *box, int type)
{
    static const struct { const char *name; int number; } built_in[] = {
        {"id", BUILT_ID}, {"kind", BUILT_KIND}, {"alive", BUILT_ALIVE}, {"area", BUILT_AREA},
    };
    int count = adj_world_field_count(box->world, type);

    lua_createtable(L, 0, count + 4);
    lua_createtable(L, count, 0);
    for (size_t i = 0; i < sizeof built_in / sizeof *built_in; i++) {
        lua_pushinteger(L, built_in[i].number);
        lua_setfield(L, -3, built_in[i].name);
    }
    for (int i = 0; i < count; i++) {
        lua_pushstring(L, adj_world_field(box->world, type, i)->name);
        lua_pushvalue(L, -1);
        lua_pushinteger(L, i);
        lua_rawset(L, -5);
        lua_rawseti(L, -2, i + 1);
    }
}

/* Fills a KindBox from the core and the tables on the top. */
static void fill_kind(lua_State *L, KindBox *kind, int fields_index)
{
    const adj_world *w = kind->box->world;

    kind->count = adj_world_field_count(w, kind->type);
    kind->where = adj_world_where_field(w, kind->type);
    kind->name_field = adj_world_name_field(w, kind->type);
    for (int i = 0; i < kind->count; i++)
        kind->kinds[i] = (unsigned char)adj_world_field(w, kind->type, i)->kind;
    memset(kind->cache, 0, sizeof kind->cache);
    for (lua_pushnil(L); lua_next(L, fields_index) != 0; lua_pop(L, 1))
        kind->names[world_name_place((int)lua_tointeger(L, -1))] = lua_tostring(L, -2);
}

/* Pushes the KindBox of a type the core knows, new or with its new fields. The handles
 * already made have the old metatable; so it is kept and filled anew. */
static void push_kind(lua_State *L, WorldBox *box, int type)
{
    bool fresh = lua_rawgeti(L, UP(UP_KINDS), type + 1) != LUA_TUSERDATA;
    KindBox *kind;
    int at, names, fields;

    if (fresh) {
        lua_pop(L, 1);
        kind = lua_newuserdatauv(L, sizeof *kind, 3);
        memset(kind, 0, sizeof *kind);
        kind->box = box;
        kind->type = type;
    }
    at = lua_gettop(L);
    kind = lua_touserdata(L, at);
    push_field_tables(L, box, type);
    names = lua_gettop(L);
    fields = names - 1;
    if (fresh) {
        world_push_metatable(L, at, fields);
        lua_setiuservalue(L, at, 1);
        lua_pushvalue(L, fields);
        lua_setiuservalue(L, at, 3);
    } else {
        /* Same table, more entries: the metamethods hold it. Old names stay anchored. */
        lua_getiuservalue(L, at, 3);
        for (lua_pushnil(L); lua_next(L, fields) != 0; lua_pop(L, 1)) {
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -2);
            lua_rawset(L, names + 1);
        }
        lua_replace(L, fields);
    }
    lua_setiuservalue(L, at, 2);                /* names */
    fill_kind(L, kind, fields);
    lua_settop(L, at);
}

/* W:type{ name =, fields = { {name =, kind =, default =, min =, max =, indexed =}, ... } } */
static int world_type(lua_State *L)
{
    WorldBox *box = check_world(L);
    const char *name;
    adj_field *fields;
    adj_error err;
    lua_Integer count;
    int type, list, buffer;

    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_getfield(L, 2, "name") != LUA_TSTRING)
        return luaL_error(L, "a type has a name");
    name = lua_tostring(L, 3);
    list = 4;
    if (lua_getfield(L, 2, "fields") == LUA_TNIL) {
        lua_newtable(L);
        lua_replace(L, list);
    }
    if (lua_type(L, list) != LUA_TTABLE)
        return luaL_error(L, "%s: fields is a list", name);
    count = adj_bind_list(L, list, ADJ_WORLD_FIELDS);
    buffer = list + 1;
    fields = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *fields, 0);
    luaL_checkstack(L, (int)count + 8, "too many fields");
    for (lua_Integer i = 1; i <= count; i++) {
        lua_geti(L, list, i);
        fields[i - 1] = read_field(L, box, name);       /* leaves the name, which it borrows */
    }
    if (adj_world_type(box->world, name, fields, (int)count, &type, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    lua_settop(L, buffer);
    push_kind(L, box, type);
    lua_pushvalue(L, -1);
    lua_rawseti(L, UP(UP_KINDS), type + 1);
    lua_pushvalue(L, 3);
    lua_insert(L, -2);
    lua_rawset(L, UP(UP_KINDS));
    return 0;
}

/* W:fields(kind) -> { {name =, kind =, default =, min =, max =, indexed =, optional =}, ... } */
static int world_fields(lua_State *L)
{
    WorldBox *box = check_world(L);
    const KindBox *kind = check_kind(L, 2);

    lua_createtable(L, kind->count, 0);
    for (int i = 0; i < kind->count; i++) {
        const adj_field *f = adj_world_field(box->world, kind->type, i);

        lua_createtable(L, 0, 7);
        lua_pushstring(L, f->name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, world_kind_name(f->kind));
        lua_setfield(L, -2, "kind");
        world_push_value(L, box, f->kind, f->initial);
        lua_setfield(L, -2, "default");
        if (f->has_min)
            lua_pushinteger(L, f->min), lua_setfield(L, -2, "min");
        if (f->has_max)
            lua_pushinteger(L, f->max), lua_setfield(L, -2, "max");
        lua_pushboolean(L, f->kind == ADJ_REF || i == kind->where);
        lua_setfield(L, -2, "indexed");
        lua_pushboolean(L, f->optional || f->kind == ADJ_REF || f->kind == ADJ_PLACE);
        lua_setfield(L, -2, "optional");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* --- creating and destroying ------------------------------------------------------------------- */

/* Raises when the table at 3 has a key that is no field: the one that sorts first. */
static void check_keys(lua_State *L, const KindBox *kind, int fields)
{
    const char *worst = NULL;

    for (lua_pushnil(L); lua_next(L, 3) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING)
            luaL_error(L, "%s: fields are given by name",
                       adj_world_type_name(kind->box->world, kind->type));
        lua_pushvalue(L, -2);
        if (lua_rawget(L, fields) != LUA_TNUMBER || lua_tointeger(L, -1) < 0)
            if (worst == NULL || strcmp(lua_tostring(L, -3), worst) < 0)
                worst = lua_tostring(L, -3);    /* the table holds it */
        lua_pop(L, 1);
    }
    if (worst != NULL) {
        lua_pushstring(L, worst);
        world_no_field(L, kind, lua_gettop(L), fields);
    }
}

/* The values in the table at 3, by field; `given` says which. */
static void read_values(lua_State *L, const KindBox *kind, adj_value *values, bool *given)
{
    const char *type = adj_world_type_name(kind->box->world, kind->type);
    int names = lua_gettop(L) + 1;

    lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
    lua_getiuservalue(L, -1, 3);
    check_keys(L, kind, lua_gettop(L));
    lua_pop(L, 1);
    lua_getiuservalue(L, -1, 2);
    lua_replace(L, names);
    for (int i = 0; i < kind->count; i++) {
        lua_rawgeti(L, names, i + 1);
        given[i] = lua_rawget(L, 3) != LUA_TNIL;
        if (given[i])
            values[i] = world_check_value(L, lua_gettop(L), kind->box,
                                          (adj_kind)kind->kinds[i], type, kind->names[i]);
        lua_settop(L, names);
    }
    lua_settop(L, names - 1);
}

static adj_status create(adj_world *w, const KindBox *kind, const adj_value *values,
                         const bool *given, adj_entity *out, adj_error *err)
{
    size_t mark = adj_world_mark(w);
    adj_status status = adj_world_create(w, kind->type, out, err);

    for (int i = 0; status == ADJ_OK && i < kind->count; i++)
        if (given[i])
            status = adj_world_set(w, *out, i, values[i], err);
    if (status != ADJ_OK)
        adj_world_rollback(w, mark, NULL);
    return status;
}

/* W:create(kind[, {field = value, ...}]) -> entity */
static int world_create(lua_State *L)
{
    WorldBox *box = check_writable(L);
    KindBox *kind = check_kind(L, 2);
    adj_value values[ADJ_WORLD_FIELDS];
    bool given[ADJ_WORLD_FIELDS] = {false};
    adj_entity entity;
    adj_error err;
    Handle *h;

    lua_settop(L, 3);
    if (!lua_isnil(L, 3)) {
        luaL_checktype(L, 3, LUA_TTABLE);
        adj_bind_thaw(L, 3);
        read_values(L, kind, values, given);
    }
    /* The handle first: afterwards nothing can raise. */
    h = world_push_unborn(L, kind, adj_world_last_id(box->world) + 1);
    if (create(box->world, kind, values, given, &entity, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    h->entity = entity;
    return 1;
}

/* W:destroy(entity) */
static int world_destroy(lua_State *L)
{
    WorldBox *box = check_writable(L);
    Handle *h = world_check_entity(L, 2);
    adj_error err;

    if (adj_world_destroy(box->world, h->entity, &err) != ADJ_OK)
        return world_raise(L, h, &err);
    return 0;
}

/* --- queries ------------------------------------------------------------------------------------ */

typedef struct {
    enum { ALL, AT, WITHIN, REFERRERS, CHILDREN } what;
    int type;
    int32_t number;             /* node, group or id */
    const char *field;
} Query;

static size_t ask(const adj_world *w, const Query *q, adj_id *ids, size_t room)
{
    switch (q->what) {
    case ALL:       return adj_world_all(w, q->type, ids, room);
    case AT:        return adj_world_at(w, q->number, q->type, ids, room);
    case WITHIN:    return adj_world_within(w, q->number, q->type, ids, room);
    case REFERRERS: return adj_world_referrers(w, (adj_id)q->number, q->field, ids, room);
    case CHILDREN:  return adj_world_children(w, (adj_id)q->number, ids, room);
    }
    return 0;
}

/* Pushes the answer as a list. */
static int answer(lua_State *L, WorldBox *box, const Query *q)
{
    adj_id few[FREE_ANSWERS], *ids = few;
    size_t n = ask(box->world, q, few, FREE_ANSWERS);

    if (n > FREE_ANSWERS) {
        size_t room = n;

        adj_lua_charge(L, n);
        ids = lua_newuserdatauv(L, room * sizeof *ids, 0);
        n = ask(box->world, q, ids, room);
    }
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        world_push_entity(L, box, ids[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* W:all([kind]) */
static int world_all(lua_State *L)
{
    WorldBox *box = check_world(L);

    return answer(L, box, &(Query){.what = ALL, .type = optional_type(L, 2)});
}

/* W:at(place[, kind]) */
static int world_at(lua_State *L)
{
    WorldBox *box = check_world(L);
    int32_t node = check_number(L, UP_NODES, "place");

    return answer(L, box, &(Query){.what = AT, .type = optional_type(L, 3), .number = node});
}

/* W:within(group[, kind]) */
static int world_within(lua_State *L)
{
    WorldBox *box = check_world(L);
    int32_t group = check_number(L, UP_GROUP_NUMBERS, "area");

    return answer(L, box,
                  &(Query){.what = WITHIN, .type = optional_type(L, 3), .number = group});
}

/* W:referrers(entity[, field]) */
static int world_referrers(lua_State *L)
{
    WorldBox *box = check_world(L);
    const Handle *h = world_check_entity(L, 2);
    const char *field = luaL_optstring(L, 3, NULL);
    bool known = field == NULL;

    for (int t = 0; !known && t < adj_world_type_count(box->world); t++) {
        int i = adj_world_find_field(box->world, t, field);

        known = i >= 0 && adj_world_field(box->world, t, i)->kind == ADJ_REF;
    }
    if (!known)
        return luaL_error(L, "no kind has a reference \"%s\"", field);
    return answer(L, box, &(Query){.what = REFERRERS, .number = (int32_t)h->entity.id,
                                   .field = field});
}

/* W:children(owner) */
static int world_children(lua_State *L)
{
    WorldBox *box = check_world(L);
    const Handle *h = world_check_entity(L, 2);

    return answer(L, box, &(Query){.what = CHILDREN, .number = (int32_t)h->entity.id});
}

/* W:owner(child) -> entity or nil */
static int world_owner(lua_State *L)
{
    WorldBox *box = check_world(L);
    const Handle *h = world_check_entity(L, 2);

    world_push_entity(L, box, adj_world_owner(box->world, h->entity.id));
    return 1;
}

/* W:append(owner, child[, before]) */
static int world_append(lua_State *L)
{
    WorldBox *box = check_writable(L);
    const Handle *owner = world_check_entity(L, 2), *child = world_check_entity(L, 3);
    adj_entity before = {0, 0};
    adj_error err;

    if (!lua_isnoneornil(L, 4))
        before = world_check_entity(L, 4)->entity;
    if (adj_world_append(box->world, owner->entity, child->entity, before, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

/* W:detach(child) */
static int world_detach(lua_State *L)
{
    WorldBox *box = check_writable(L);
    const Handle *h = world_check_entity(L, 2);
    adj_error err;

    if (adj_world_detach(box->world, h->entity, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

/* W:get(id) -> living entity or nil */
static int world_get(lua_State *L)
{
    WorldBox *box = check_world(L);
    lua_Integer id = luaL_checkinteger(L, 2);
    adj_entity entity = {0, 0};

    if (id >= 1 && id <= (lua_Integer)UINT32_MAX)
        entity = adj_world_entity(box->world, (adj_id)id);
    if (adj_world_alive(box->world, entity))
        world_push_entity(L, box, entity.id);
    else
        lua_pushnil(L);
    return 1;
}

/* W:count([kind]) */
static int world_count(lua_State *L)
{
    WorldBox *box = check_world(L);

    lua_pushinteger(L, (lua_Integer)adj_world_count(box->world, optional_type(L, 2)));
    return 1;
}

/* --- places --------------------------------------------------------------------------------------- */

/* Empties number -> object at `objects` and object -> number at `numbers`, then fills them with
 * the list at `list`. Raises before anything is changed when an object stands there twice. */
static void enter_objects(lua_State *L, int list, lua_Integer n, int objects, int numbers)
{
    for (lua_Integer i = 1; i <= n; i++) {
        lua_geti(L, list, i);
        lua_rawseti(L, UP(objects), i);
        lua_geti(L, list, i);
        lua_pushinteger(L, i);
        lua_rawset(L, UP(numbers));
    }
}

static void forget_objects(lua_State *L, int objects, int numbers)
{
    for (lua_Integer i = 1; lua_rawgeti(L, UP(objects), i) != LUA_TNIL; i++) {
        lua_pushnil(L);
        lua_rawset(L, UP(numbers));
        lua_pushnil(L);
        lua_rawseti(L, UP(objects), i);
    }
    lua_pop(L, 1);
}

static lua_Integer check_objects(lua_State *L, int list, const char *what)
{
    lua_Integer n;

    luaL_checktype(L, list, LUA_TTABLE);
    n = adj_bind_list(L, list, MOST_PLACES);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= n; i++) {
        int found = lua_geti(L, list, i);

        if (found != LUA_TTABLE && found != LUA_TUSERDATA)
            luaL_error(L, "%s %I is no object but a %s", what, (LUAI_UACINT)i,
                       luaL_typename(L, -1));
        lua_pushvalue(L, -1);
        if (lua_rawget(L, -3) != LUA_TNIL)
            luaL_error(L, "%s %I stands in the list twice", what, (LUAI_UACINT)i);
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
        lua_rawset(L, -3);
    }
    lua_pop(L, 1);
    return n;
}

/* W:places(objects[, group_of, group_objects]) */
static int world_places(lua_State *L)
{
    WorldBox *box = check_world(L);
    lua_Integer n = check_objects(L, 2, "place"), groups = 0;
    int32_t *group_of = NULL;
    adj_error err;

    lua_settop(L, 4);
    if (!lua_isnil(L, 3)) {
        luaL_checktype(L, 3, LUA_TTABLE);
        groups = check_objects(L, 4, "area");
        if (adj_bind_list(L, 3, MOST_PLACES) != n)
            return luaL_error(L, "group_of has one number a place");
        group_of = lua_newuserdatauv(L, (size_t)(n + 1) * sizeof *group_of, 0);
        for (lua_Integer i = 1; i <= n; i++) {
            lua_geti(L, 3, i);
            group_of[i - 1] = (int32_t)adj_bind_integer(L, lua_gettop(L), 0, groups);
            lua_pop(L, 1);
        }
    }
    if (adj_world_places(box->world, (int32_t)n, group_of, (int32_t)groups, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    forget_objects(L, UP_PLACES, UP_NODES);
    forget_objects(L, UP_GROUPS, UP_GROUP_NUMBERS);
    enter_objects(L, 2, n, UP_PLACES, UP_NODES);
    if (groups > 0)
        enter_objects(L, 4, groups, UP_GROUPS, UP_GROUP_NUMBERS);
    return 0;
}

/* --- trail and hash ------------------------------------------------------------------------------- */

/* W:mark() -> mark; W:trail_length() is the same number */
static int world_mark(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_world_mark(check_world(L)->world));
    return 1;
}

/* W:rollback(mark) */
static int world_rollback(lua_State *L)
{
    WorldBox *box = check_world(L);
    lua_Integer mark = luaL_checkinteger(L, 2);
    adj_error err;

    luaL_argcheck(L, mark >= 0, 2, "a mark is never negative");
    if (adj_world_rollback(box->world, (size_t)mark, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

static int push_hash(lua_State *L, adj_u128 hash)
{
    char text[33];

    adj_u128_hex(hash, text);
    lua_pushlstring(L, text, 32);
    return 1;
}

static int world_hash(lua_State *L)
{
    return push_hash(L, adj_world_hash(check_world(L)->world));
}

static int world_hash_slow(lua_State *L)
{
    return push_hash(L, adj_world_hash_slow(check_world(L)->world));
}

/* W:writable([bool]) -> whether it was */
static int world_writable(lua_State *L)
{
    WorldBox *box = check_world(L);

    lua_pushboolean(L, box->writable);
    if (!lua_isnone(L, 2))
        box->writable = lua_toboolean(L, 2);
    return 1;
}

static void push_change(lua_State *L, WorldBox *box, const adj_change *c)
{
    int type = adj_world_type_of(box->world, adj_world_entity(box->world, c->id));
    const adj_field *f = adj_world_field(box->world, type, c->field);
    adj_kind kind = f != NULL ? f->kind : c->field == ADJ_CHANGE_OWNER ? ADJ_REF : ADJ_BOOL;

    lua_createtable(L, 0, 4);
    world_push_entity(L, box, c->id);
    lua_setfield(L, -2, "entity");
    lua_pushstring(L, f != NULL ? f->name : c->field == ADJ_CHANGE_OWNER ? "owner" : "alive");
    lua_setfield(L, -2, "field");
    world_push_value(L, box, kind, c->before);
    lua_setfield(L, -2, "old");
    world_push_value(L, box, kind, c->now);
    lua_setfield(L, -2, "new");
}

/* W:changes(mark) -> { {entity =, field =, old =, new =}, ... }: the net changes since, by id
 * and field; "alive" and "owner" stand for coming, going and changing owners */
static int world_changes(lua_State *L)
{
    WorldBox *box = check_world(L);
    lua_Integer length = (lua_Integer)adj_world_mark(box->world);
    lua_Integer mark = adj_bind_integer(L, 2, 0, length);
    adj_change *changes = lua_newuserdatauv(L, (size_t)(length - mark + 1) * sizeof *changes, 0);
    size_t n;

    adj_lua_charge(L, (uint64_t)(length - mark));
    n = adj_world_changes(box->world, (size_t)mark, changes);
    lua_createtable(L, (int)n, 0);
    for (size_t i = 0; i < n; i++) {
        push_change(L, box, &changes[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* --- making one ------------------------------------------------------------------------------------ */

static const luaL_Reg methods[] = {
    {"type", world_type}, {"fields", world_fields}, {"create", world_create},
    {"destroy", world_destroy}, {"get", world_get}, {"all", world_all}, {"count", world_count},
    {"at", world_at}, {"within", world_within}, {"referrers", world_referrers},
    {"append", world_append}, {"detach", world_detach}, {"owner", world_owner},
    {"children", world_children}, {"places", world_places}, {"mark", world_mark},
    {"trail_length", world_mark}, {"rollback", world_rollback}, {"hash", world_hash},
    {"hash_slow", world_hash_slow}, {"writable", world_writable}, {"changes", world_changes},
    {"key", world_as_key},
    {NULL, NULL},
};

static int world_gc(lua_State *L)
{
    WorldBox *box = lua_touserdata(L, 1);

    adj_world_free(box->world);
    box->world = NULL;
    return 0;
}

static int world_tostring(lua_State *L)
{
    lua_pushliteral(L, "World");
    return 1;
}

/* world.new() -> World */
static int world_new(lua_State *L)
{
    WorldBox *box = lua_newuserdatauv(L, sizeof *box, 0);
    int world = lua_gettop(L);

    *box = (WorldBox){.writable = true};
    lua_createtable(L, 0, 6);
    lua_pushcfunction(L, world_gc);
    lua_setfield(L, -2, "__gc");
    lua_pushcfunction(L, world_tostring);
    lua_setfield(L, -2, "__tostring");
    lua_pushliteral(L, "World");
    lua_setfield(L, -2, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_newtable(L);
    lua_pushvalue(L, world);
    for (int i = UP_WORLD + 1; i <= UP_SHARED; i++)
        lua_newtable(L);
    luaL_setfuncs(L, methods, UP_SHARED);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, world);         /* __gc is in it: collectable from here on */
    box->world = adj_world_new();
    return box->world != NULL ? 1 : luaL_error(L, "not enough memory");
}

/* world.is_entity(value) -> whether it is an entity, of whichever World */
static int is_entity(lua_State *L)
{
    lua_pushboolean(L, world_to_handle(L, 1) != NULL);
    return 1;
}

static const luaL_Reg functions[] = {
    {"new", world_new}, {"frac", world_frac_new}, {"is_entity", is_entity}, {NULL, NULL},
};

int adj_open_world(lua_State *L);
int adj_open_world(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
