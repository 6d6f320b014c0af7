/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_looks.c -- who is where, who is of which side, who has which values: lists.
 *
 * Each is a method of the World, and most are functions of the rules too: these know their World
 * by themselves and take units where no kind is named. They are made before there is a World, for
 * files name them as they are read. */
#include <string.h>

#include "world_bind.h"

enum { FREE_ANSWERS = 64, FEW_ANSWERS = 256 };

/* -1: any kind. */
static int optional_type(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? -1 : world_check_kind(L, arg)->type;
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

enum { MOST_WISHES = 8 };

/* Values that fields must have. */
typedef struct {
    int count;
    adj_wish wishes[MOST_WISHES];
} Filter;

typedef struct {
    enum { ALL, AT, WITHIN, REFERRERS, CHILDREN } what;
    int type;
    int32_t number;             /* node, group or id */
    const char *field;
    const Filter *filter;       /* NULL: all of them */
} Query;

/* Reads the table { field = value, ... } at `arg`; none of it is a filter without wishes. */
static void check_filter(lua_State *L, int arg, KindBox *kind, Filter *filter)
{
    int fields;

    filter->count = 0;
    if (lua_isnoneornil(L, arg))
        return;
    luaL_checktype(L, arg, LUA_TTABLE);
    adj_bind_thaw(L, arg);
    lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
    lua_getiuservalue(L, -1, 3);
    fields = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, arg) != 0; lua_pop(L, 1)) {
        int field = world_find_field(L, kind, fields + 1, fields);

        if (field < 0)
            world_no_field(L, kind, fields + 1, fields);
        if (filter->count == MOST_WISHES)
            luaL_error(L, "at most %d fields can be asked for", MOST_WISHES);
        filter->wishes[filter->count].field = field;
        filter->wishes[filter->count++].value = world_check_value(
            L, fields + 2, kind->box, (adj_kind)kind->kinds[field],
            adj_world_type_name(kind->box->world, kind->type), kind->names[field]);
    }
    lua_settop(L, fields - 2);
}

static adj_sought sought_by(const Query *q)
{
    if (q->filter == NULL)
        return (adj_sought){.type = q->type};
    return (adj_sought){q->type, q->filter->count, q->filter->wishes};
}

static size_t ask(const adj_world *w, const Query *q, adj_id *ids, size_t room)
{
    adj_sought sought = sought_by(q);

    switch (q->what) {
    case ALL:       return adj_world_find(w, &sought, ids, room);
    case AT:        return adj_world_find_at(w, q->number, &sought, ids, room);
    case WITHIN:    return adj_world_find_within(w, q->number, &sought, ids, room);
    case REFERRERS: return adj_world_referrers(w, (adj_id)q->number, q->field, ids, room);
    case CHILDREN:  return adj_world_children(w, (adj_id)q->number, ids, room);
    }
    return 0;
}

/* Pushes the answer as a list. */
static int answer(lua_State *L, WorldBox *box, const Query *q)
{
    adj_id few[FEW_ANSWERS], *ids = few;
    size_t n = ask(box->world, q, few, FEW_ANSWERS);

    if (n > FREE_ANSWERS)
        adj_lua_charge(L, n);
    if (n > FEW_ANSWERS) {
        size_t room = n;

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

/* W:all([kind[, {field = value, ...}]]) */
static int world_all(lua_State *L)
{
    WorldBox *box = world_check(L);
    Filter filter;

    if (lua_isnoneornil(L, 3))
        return answer(L, box, &(Query){.what = ALL, .type = optional_type(L, 2)});
    check_filter(L, 3, world_check_kind(L, 2), &filter);
    return answer(L, box, &(Query){.what = ALL, .type = optional_type(L, 2), .filter = &filter});
}

/* W:at(place[, kind]) */
static int world_at(lua_State *L)
{
    WorldBox *box = world_check(L);
    int32_t node = check_number(L, UP_NODES, "place");

    return answer(L, box, &(Query){.what = AT, .type = optional_type(L, 3), .number = node});
}

/* W:within(group[, kind]) */
static int world_within(lua_State *L)
{
    WorldBox *box = world_check(L);
    int32_t group = check_number(L, UP_GROUP_NUMBERS, "area");

    return answer(L, box,
                  &(Query){.what = WITHIN, .type = optional_type(L, 3), .number = group});
}

/* What W:of and W:any_of ask: those of the side at 2, in the area or at the place at 3, of the
 * kind at 4. */
static Query check_of(lua_State *L, Filter *filter)
{
    Query q = {.what = WITHIN, .filter = filter};
    const Handle *side = world_check_entity(L, 2);
    const KindBox *kind = world_check_kind(L, 4);

    luaL_argcheck(L, kind->side_field >= 0, 4, "this kind has no side");
    q.type = kind->type;
    filter->count = 1;
    filter->wishes[0] = (adj_wish){kind->side_field, adj_value_int(side->entity.id)};
    luaL_argexpected(L, !lua_isnoneornil(L, 3), 3, "area or place");
    lua_pushvalue(L, 3);
    if (lua_rawget(L, UP(UP_GROUP_NUMBERS)) != LUA_TNUMBER) {
        q.what = AT;
        lua_pushvalue(L, 3);
        if (lua_rawget(L, UP(UP_NODES)) != LUA_TNUMBER)
            luaL_typeerror(L, 3, "area or place");
    }
    q.number = (int32_t)lua_tointeger(L, -1);
    lua_settop(L, 4);
    return q;
}

/* W:of(side, area or place, kind) */
static int world_of(lua_State *L)
{
    WorldBox *box = world_check(L);
    Filter filter;
    Query q = check_of(L, &filter);

    return answer(L, box, &q);
}

/* W:any_of(side, area or place, kind) -> whether there is one */
static int world_any_of(lua_State *L)
{
    WorldBox *box = world_check(L);
    Filter filter;
    Query q = check_of(L, &filter);
    adj_sought sought = sought_by(&q);

    lua_pushboolean(L, q.what == AT ? adj_world_any_at(box->world, q.number, &sought)
                                    : adj_world_any_within(box->world, q.number, &sought));
    return 1;
}

/* W:held(side, areas, kind) -> those of a list of areas in which the side has some of the kind */
static int world_held(lua_State *L)
{
    WorldBox *box = world_check(L);
    const Handle *side = world_check_entity(L, 2);
    const KindBox *kind = world_check_kind(L, 4);
    lua_Integer found = 0, length;
    adj_wish wish = {kind->side_field, adj_value_int(side->entity.id)};
    adj_sought sought = {kind->type, 1, &wish};

    luaL_argcheck(L, kind->side_field >= 0, 4, "this kind has no side");
    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 4);
    adj_bind_thaw(L, 3);
    length = (lua_Integer)lua_rawlen(L, 3);
    if (length > FREE_ANSWERS)
        adj_lua_charge(L, (uint64_t)length);
    lua_newtable(L);
    for (lua_Integer i = 1; i <= length; i++) {
        lua_rawgeti(L, 3, i);
        lua_pushvalue(L, 6);
        if (lua_rawget(L, UP(UP_GROUP_NUMBERS)) != LUA_TNUMBER)
            return luaL_error(L, "element %I of the list is no area", (LUAI_UACINT)i);
        if (adj_world_any_within(box->world, (int32_t)lua_tointeger(L, 7), &sought)) {
            lua_settop(L, 6);
            lua_rawseti(L, 5, ++found);
        } else {
            lua_settop(L, 5);
        }
    }
    return 1;
}

/* Those of the list at 2 whose field named at 3 has the value at 4, or has another. An entity that
 * is dead or has no such field raises. */
static int pick(lua_State *L, bool same)
{
    WorldBox *box = world_check(L);
    KindBox *kind = NULL;
    adj_value wanted = {.word = {0, 0}}, v;
    lua_Integer n = 0, length;
    int field = -1, fields = 0;

    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 4);
    adj_bind_thaw(L, 2);
    length = (lua_Integer)lua_rawlen(L, 2);
    if (length > FREE_ANSWERS)
        adj_lua_charge(L, (uint64_t)length);
    lua_createtable(L, (int)length, 0);
    for (lua_Integer i = 1; i <= length; i++) {
        Handle *h;

        lua_rawgeti(L, 2, i);
        h = world_check_entity(L, lua_gettop(L));
        if (h->kind != kind) {
            kind = h->kind;
            lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
            lua_getiuservalue(L, -1, 3);
            fields = lua_gettop(L);
            field = world_find_field(L, kind, 3, fields);
            if (field < 0)
                return world_no_field(L, kind, 3, fields);
            wanted = world_check_value(L, 4, box, (adj_kind)kind->kinds[field],
                                       adj_world_type_name(box->world, kind->type),
                                       kind->names[field]);
            lua_pop(L, 2);
        }
        if (adj_world_get(box->world, h->entity, field, &v) == ADJ_OK
            && adj_value_same(v, wanted) == same)
            lua_rawseti(L, 5, ++n);
        else
            lua_pop(L, 1);
    }
    return 1;
}

/* W:having(list, field, value) -> list */
static int world_having(lua_State *L)
{
    return pick(L, true);
}

/* W:lacking(list, field, value) -> list */
static int world_lacking(lua_State *L)
{
    return pick(L, false);
}

/* Whether some kind has a reference of the name at `index`. */
static bool is_reference(lua_State *L, WorldBox *box, int index)
{
    const char *name = lua_tostring(L, index);

    for (size_t i = 0; i < KNOWN_REFERENCES; i++)
        if (box->references[i] == name)
            return true;
    for (int t = 0; t < adj_world_type_count(box->world); t++) {
        KindBox *kind;
        int field;

        lua_rawgeti(L, UP(UP_KINDS), t + 1);
        kind = lua_touserdata(L, -1);
        field = adj_world_find_field(box->world, t, name);
        lua_pop(L, 1);
        if (field < 0 || kind->kinds[field] != ADJ_REF)
            continue;
        if (kind->names[field] == name) {       /* held by the kind: the address stays good */
            memmove(box->references + 1, box->references,
                    (KNOWN_REFERENCES - 1) * sizeof *box->references);
            box->references[0] = name;
        }
        return true;
    }
    return false;
}

/* W:referrers(entity[, field]) */
static int world_referrers(lua_State *L)
{
    WorldBox *box = world_check(L);
    const Handle *h = world_check_entity(L, 2);
    const char *field = luaL_optstring(L, 3, NULL);

    answer(L, box, &(Query){.what = REFERRERS, .number = (int32_t)h->entity.id,
                            .field = field});
    if (lua_rawlen(L, -1) == 0 && field != NULL && !is_reference(L, box, 3))
        return luaL_error(L, "no kind has a reference \"%s\"", field);
    return 1;
}

/* W:children(owner) */
static int world_children(lua_State *L)
{
    WorldBox *box = world_check(L);
    const Handle *h = world_check_entity(L, 2);

    return answer(L, box, &(Query){.what = CHILDREN, .number = (int32_t)h->entity.id});
}


/* --- the same for rules -------------------------------------------------------------------------- */

/* Puts the World before the arguments that a rule gave: at most `most` with it. */
static void as_method(lua_State *L, int most)
{
    if (lua_isnil(L, UP(UP_WORLD)))
        luaL_error(L, "there is nothing to look at before the game begins");
    lua_settop(L, most - 1);
    lua_pushvalue(L, UP(UP_WORLD));
    lua_insert(L, 1);
}

/* The same; the last is a kind, and units where a rule names none. */
static void as_method_of_kind(lua_State *L, int kind)
{
    as_method(L, kind);
    if (lua_isnil(L, kind)) {
        lua_pushliteral(L, "unit");
        lua_replace(L, kind);
    }
}

static int units_at(lua_State *L)
{
    as_method_of_kind(L, 3);
    return world_at(L);
}

static int units_in(lua_State *L)
{
    as_method_of_kind(L, 3);
    return world_within(L);
}

static int units_of(lua_State *L)
{
    as_method_of_kind(L, 4);
    return world_of(L);
}

static int has_units(lua_State *L)
{
    as_method_of_kind(L, 4);
    return world_any_of(L);
}

static int areas_with(lua_State *L)
{
    as_method_of_kind(L, 4);
    return world_held(L);
}

static int having(lua_State *L)
{
    as_method(L, 4);
    return world_having(L);
}

static int lacking(lua_State *L)
{
    as_method(L, 4);
    return world_lacking(L);
}

static int all(lua_State *L)
{
    as_method(L, 3);
    return world_all(L);
}

static int referrers(lua_State *L)
{
    as_method(L, 3);
    return world_referrers(L);
}

static const luaL_Reg looks[] = {
    {"units_at", units_at}, {"units_in", units_in}, {"units_of", units_of},
    {"has_units", has_units}, {"areas_with", areas_with}, {"having", having},
    {"lacking", lacking}, {"all", all}, {"referrers", referrers},
    {NULL, NULL},
};

int world_looks(lua_State *L)
{
    luaL_newlibtable(L, looks);
    for (int i = 0; i < UP_SHARED; i++)
        lua_pushnil(L);
    luaL_setfuncs(L, looks, UP_SHARED);
    return 1;
}

/* W:attach(looks): these functions look at this World from now on */
static int world_attach(lua_State *L)
{
    world_check(L);
    luaL_checktype(L, 2, LUA_TTABLE);
    for (const luaL_Reg *f = looks; f->name != NULL; f++) {
        if (lua_getfield(L, 2, f->name) != LUA_TFUNCTION || lua_tocfunction(L, -1) != f->func)
            return luaL_argerror(L, 2, "not what world.looks() gave");
        for (int i = 1; i <= UP_SHARED; i++) {
            lua_pushvalue(L, UP(i));
            lua_setupvalue(L, -2, i);
        }
        lua_pop(L, 1);
    }
    return 0;
}

const luaL_Reg world_look_methods[] = {
    {"all", world_all}, {"at", world_at}, {"within", world_within}, {"of", world_of},
    {"any_of", world_any_of}, {"held", world_held}, {"having", world_having},
    {"lacking", world_lacking}, {"referrers", world_referrers}, {"children", world_children},
    {"attach", world_attach},
    {NULL, NULL},
};
