/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_types.c -- kinds of entities: declaring them, making and unmaking one. */
#include <string.h>

#include "world_bind.h"

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
    f.indexed = adj_bind_field_flag(L, -1, "indexed") || strcmp(f.name, "place") == 0;
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
    kind->side_field = adj_world_find_field(w, kind->type, "side");
    if (kind->side_field >= 0 && adj_world_field(w, kind->type, kind->side_field)->kind != ADJ_REF)
        kind->side_field = -1;
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
        kind = lua_newuserdatauv(L, sizeof *kind, 4);
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
        world_push_mirrors(L, at, fields);
        lua_setiuservalue(L, at, 4);
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
    WorldBox *box = world_check(L);
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
    if (strcmp(name, "unit") == 0)
        box->unit = lua_touserdata(L, -1);
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
    WorldBox *box = world_check(L);
    const KindBox *kind = world_check_kind(L, 2);

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

/* Which fields the table at 3 gives. `fields` is where the kind's table of fields is. */
static void look_at_keys(lua_State *L, KindBox *kind, int fields, bool *given)
{
    for (lua_pushnil(L); lua_next(L, 3) != 0; lua_pop(L, 1)) {
        int field = world_find_field(L, kind, lua_gettop(L) - 1, fields);

        if (field < 0)
            world_no_fields(L, kind, 3, fields);
        given[field] = true;
    }
}

/* The values in the table at 3, by field; `given` says which. */
static void read_values(lua_State *L, KindBox *kind, adj_value *values, bool *given)
{
    const char *type = adj_world_type_name(kind->box->world, kind->type);
    int base = lua_gettop(L), names = base + 3;

    lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
    lua_getiuservalue(L, base + 1, 3);
    lua_getiuservalue(L, base + 1, 2);
    look_at_keys(L, kind, base + 2, given);
    for (int i = 0; i < kind->count; i++) {
        if (!given[i])
            continue;
        lua_rawgeti(L, names, i + 1);
        lua_rawget(L, 3);
        values[i] = world_check_value(L, names + 1, kind->box, (adj_kind)kind->kinds[i], type,
                                      kind->names[i]);
        lua_settop(L, names);
    }
    lua_settop(L, base);
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
    WorldBox *box = world_check_change(L);
    KindBox *kind = world_check_kind(L, 2);
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
    WorldBox *box = world_check_change(L);
    Handle *h = world_check_entity(L, 2);
    size_t mark = adj_world_mark(box->world);
    adj_error err;

    if (adj_world_destroy(box->world, h->entity, &err) != ADJ_OK)
        return world_raise(L, h, &err);
    world_mirror_changes(L, box, mark);
    return 0;
}

const luaL_Reg world_type_methods[] = {
    {"type", world_type}, {"fields", world_fields}, {"create", world_create},
    {"destroy", world_destroy},
    {NULL, NULL},
};
