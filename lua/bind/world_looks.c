/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_looks.c -- who is where, who is of which side, who has which values: lists.
 *
 * Each is a method of the World, and most are functions of the rules too: these know their World
 * by themselves and take units where no kind is named. They are made before there is a World, for
 * files name them as they are read. */
#include <string.h>

#include "world_bind.h"

enum { FREE_ANSWERS = 64, FEW_ANSWERS = 256 };

/* Where a rule names no kind: units. */
static int kind_or_units(lua_State *L, const WorldBox *box, int arg)
{
    if (!lua_isnoneornil(L, arg))
        return world_check_kind(L, arg)->type;
    return box->unit != NULL ? box->unit->type : luaL_error(L, "there is no kind \"unit\"");
}

/* The number of the place or group at `arg`, by the table at that upvalue. */
static int32_t check_number(lua_State *L, int arg, int upvalue, const char *what)
{
    int32_t number;

    if (lua_isnoneornil(L, arg))
        luaL_typeerror(L, arg, what);
    lua_pushvalue(L, arg);
    if (lua_rawget(L, UP(upvalue)) != LUA_TNUMBER)
        luaL_typeerror(L, arg, what);
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
    enum { ALL, AT, WITHIN, AMONG, REFERRERS, CHILDREN } what;
    int type;
    int32_t number;             /* node, group or id */
    const int32_t *groups;      /* of AMONG; a userdata on the stack holds them */
    const char *field;
    const Filter *filter;       /* NULL: all of them */
} Query;

/* Reads the table { field = value, ... } at `arg`; none of it is a filter without wishes. In the order
 * of the fields: of several mistakes it is always the same one that is told. */
static void check_filter(lua_State *L, int arg, KindBox *kind, Filter *filter)
{
    int fields, at[MOST_WISHES];

    filter->count = 0;
    if (lua_isnoneornil(L, arg))
        return;
    luaL_checktype(L, arg, LUA_TTABLE);
    adj_bind_thaw(L, arg);
    lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
    lua_getiuservalue(L, -1, 3);
    fields = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, arg) != 0) {
        int key = lua_gettop(L) - 1, field = world_find_field(L, kind, key, fields), i;

        if (field < 0)
            world_no_fields(L, kind, arg, fields);
        if (filter->count == MOST_WISHES)
            luaL_error(L, "at most %d fields can be asked for", MOST_WISHES);
        for (i = filter->count++; i > 0 && filter->wishes[i - 1].field > field; i--) {
            filter->wishes[i].field = filter->wishes[i - 1].field;
            at[i] = at[i - 1];
        }
        filter->wishes[i].field = field;
        at[i] = key;
        lua_insert(L, key);                     /* the value stays, below the key */
    }
    for (int i = 0; i < filter->count; i++) {
        int field = filter->wishes[i].field;

        filter->wishes[i].value = world_check_value(
            L, at[i], kind->box, (adj_kind)kind->kinds[field],
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
    case AMONG:     return adj_world_find_among(w, q->groups, &sought, ids, room);
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

/* --- who is where -------------------------------------------------------------------------------- */

/* In what follows `a` is where the arguments begin: at 2 for a method, at 1 for a rule. */

/* all([kind[, {field = value, ...}]]) */
static int all_from(lua_State *L, WorldBox *box, int a)
{
    Filter filter;

    if (lua_isnoneornil(L, a + 1))
        return answer(L, box, &(Query){.what = ALL, .type = world_optional_type(L, a)});
    check_filter(L, a + 1, world_check_kind(L, a), &filter);
    return answer(L, box, &(Query){.what = ALL, .type = world_optional_type(L, a), .filter = &filter});
}

/* Whether it is a list: not an area or a place of another World. */
static bool is_list(lua_State *L, int arg)
{
    int top = lua_gettop(L);
    bool list;

    if (lua_type(L, arg) != LUA_TTABLE)
        return false;
    lua_pushvalue(L, arg);
    list = (adj_bind_thaw(L, -1) || !lua_getmetatable(L, top + 1)) && lua_rawlen(L, top + 1) > 0;
    if (!list && lua_gettop(L) == top + 1) {
        lua_pushnil(L);
        list = lua_next(L, top + 1) == 0;
    }
    lua_settop(L, top);
    return list;
}

/* Pushes the numbers of the areas of the list at `list`, as an array in a userdata. */
static const int32_t *push_numbers(lua_State *L, int list, lua_Integer length)
{
    int32_t *numbers = lua_newuserdatauv(L, (size_t)(length + 1) * sizeof *numbers, 0);

    for (lua_Integer i = 1; i <= length; i++) {
        lua_rawgeti(L, list, i);
        if (lua_rawget(L, UP(UP_GROUP_NUMBERS)) != LUA_TNUMBER)
            luaL_error(L, "element %I of the list is no area", (LUAI_UACINT)i);
        numbers[i - 1] = (int32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
    }
    numbers[length] = 0;
    return numbers;
}

/* The numbers of the areas of the list at `list`, up to a 0; left on the stack. Frozen lists (those
 * of the map are) do not change: their numbers are kept. */
static const int32_t *area_numbers(lua_State *L, int list)
{
    const int32_t *numbers;
    lua_Integer length;
    int behind;

    luaL_checktype(L, list, LUA_TTABLE);
    lua_pushvalue(L, list);
    if (lua_rawget(L, UP(UP_LISTS)) == LUA_TUSERDATA) {
        if (lua_rawlen(L, -1) > FREE_ANSWERS * sizeof *numbers)
            adj_lua_charge(L, lua_rawlen(L, -1) / sizeof *numbers);
        return lua_touserdata(L, -1);
    }
    lua_pop(L, 1);
    lua_pushvalue(L, list);
    behind = lua_gettop(L);
    if (!adj_bind_thaw(L, behind))
        behind = list;
    length = (lua_Integer)lua_rawlen(L, behind);
    if (length > FREE_ANSWERS)
        adj_lua_charge(L, (uint64_t)length);
    numbers = push_numbers(L, behind, length);
    if (behind != list) {
        lua_pushvalue(L, list);
        lua_pushvalue(L, -2);
        lua_rawset(L, UP(UP_LISTS));
    }
    return numbers;
}

/* What is asked of those of the side at a, in the area, the areas or at the place at a + 1, of the
 * kind at a + 2. An area or a place that is of no World's is no list either. */
static Query check_of(lua_State *L, WorldBox *box, int a, Filter *filter)
{
    Query q = {.what = WITHIN, .filter = filter};
    const Handle *side = world_check_entity(L, a);
    KindBox *kind;

    q.type = kind_or_units(L, box, a + 2);
    kind = world_kind(L, q.type);
    luaL_argcheck(L, kind->side_field >= 0, a + 2, "this kind has no side");
    check_filter(L, a + 3, kind, filter);
    if (filter->count == MOST_WISHES)
        luaL_error(L, "at most %d fields can be asked for besides the side", MOST_WISHES - 1);
    filter->wishes[filter->count++] = (adj_wish){kind->side_field,
                                                 adj_value_int(side->entity.id)};
    luaL_argexpected(L, !lua_isnoneornil(L, a + 1), a + 1, "area or place");
    lua_pushvalue(L, a + 1);
    if (lua_rawget(L, UP(UP_GROUP_NUMBERS)) == LUA_TNUMBER) {
        q.number = (int32_t)lua_tointeger(L, -1);
        return q;
    }
    lua_pushvalue(L, a + 1);
    if (lua_rawget(L, UP(UP_NODES)) == LUA_TNUMBER) {
        q.what = AT;
        q.number = (int32_t)lua_tointeger(L, -1);
        return q;
    }
    if (!is_list(L, a + 1))
        luaL_typeerror(L, a + 1, "area or place");
    q.what = AMONG;
    q.groups = area_numbers(L, a + 1);
    return q;
}

/* of(side, area or place or list of areas, kind, fields) */
static int of_from(lua_State *L, WorldBox *box, int a)
{
    Filter filter;
    Query q = check_of(L, box, a, &filter);

    return answer(L, box, &q);
}

/* any_of(side, area or place or list of areas, kind, fields) -> whether there is one */
static int any_of_from(lua_State *L, WorldBox *box, int a)
{
    Filter filter;
    Query q = check_of(L, box, a, &filter);
    adj_sought sought = sought_by(&q);
    bool any = false;

    if (q.what == AT)
        any = adj_world_any_at(box->world, q.number, &sought);
    else if (q.what == WITHIN)
        any = adj_world_any_within(box->world, q.number, &sought);
    for (const int32_t *group = q.groups; q.what == AMONG && !any && *group != 0; group++)
        any = adj_world_any_within(box->world, *group, &sought);
    lua_pushboolean(L, any);
    return 1;
}

/* --- which areas a side holds -------------------------------------------------------------------- */

/* held(side, areas, kind) -> those of a list of areas in which the side has some of the kind */
static int held_from(lua_State *L, WorldBox *box, int a)
{
    const Handle *side = world_check_entity(L, a);
    int type = kind_or_units(L, box, a + 2);
    const KindBox *kind = world_kind(L, type);
    adj_wish wish = {kind->side_field, adj_value_int(side->entity.id)};
    adj_sought sought = {type, 1, &wish};
    const int32_t *numbers;
    lua_Integer found = 0;

    luaL_argcheck(L, kind->side_field >= 0, a + 2, "this kind has no side");
    numbers = area_numbers(L, a + 1);
    lua_newtable(L);
    for (; *numbers != 0; numbers++) {
        if (!adj_world_any_within(box->world, *numbers, &sought))
            continue;
        lua_rawgeti(L, UP(UP_GROUPS), *numbers);
        lua_rawseti(L, -2, ++found);
    }
    return 1;
}

/* --- which have a value --------------------------------------------------------------------------- */

/* Those of the list at a whose field named at a + 1 has the value at a + 2, or has another. An
 * entity that is dead or has no such field raises. */
static int pick(lua_State *L, WorldBox *box, int a, bool same)
{
    KindBox *kind = NULL;
    adj_value wanted = {.word = {0, 0}}, v;
    lua_Integer n = 0, length;
    int field = -1;

    luaL_checktype(L, a, LUA_TTABLE);
    lua_settop(L, a + 2);
    adj_bind_thaw(L, a);
    length = (lua_Integer)lua_rawlen(L, a);
    if (length > FREE_ANSWERS)
        adj_lua_charge(L, (uint64_t)length);
    lua_createtable(L, (int)length, 0);
    for (lua_Integer i = 1; i <= length; i++) {
        Handle *h;

        lua_rawgeti(L, a, i);
        h = world_check_entity(L, a + 4);
        if (h->kind != kind) {
            kind = h->kind;
            lua_rawgeti(L, UP(UP_KINDS), kind->type + 1);
            lua_getiuservalue(L, -1, 3);
            field = world_find_field(L, kind, a + 1, a + 6);
            if (field < 0)
                return world_no_field(L, kind, a + 1, a + 6);
            wanted = world_check_value(L, a + 2, box, (adj_kind)kind->kinds[field],
                                       adj_world_type_name(box->world, kind->type),
                                       kind->names[field]);
            lua_pop(L, 2);
        }
        if (adj_world_get(box->world, h->entity, field, &v) == ADJ_OK
            && adj_value_same(v, wanted) == same)
            lua_rawseti(L, a + 3, ++n);
        else
            lua_pop(L, 1);
    }
    return 1;
}

static int having_from(lua_State *L, WorldBox *box, int a)
{
    return pick(L, box, a, true);
}

static int lacking_from(lua_State *L, WorldBox *box, int a)
{
    return pick(L, box, a, false);
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

/* referrers(entity[, field]) */
static int referrers_from(lua_State *L, WorldBox *box, int a)
{
    const Handle *h = world_check_entity(L, a);
    const char *field = luaL_optstring(L, a + 1, NULL);

    answer(L, box, &(Query){.what = REFERRERS, .number = (int32_t)h->entity.id,
                            .field = field});
    if (lua_rawlen(L, -1) == 0 && field != NULL && !is_reference(L, box, a + 1))
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

/* --- twice: as methods of the World, and for rules --------------------------------------------------- */

static WorldBox *attached(lua_State *L)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));

    if (box == NULL || box->world == NULL)
        luaL_error(L, "there is nothing to look at before the game begins");
    return box;
}

#define TWICE(method, rule, look)                                                   \
    static int method(lua_State *L) { return look(L, world_check(L), 2); }          \
    static int rule(lua_State *L) { return look(L, attached(L), 1); }
TWICE(world_all, all, all_from)
TWICE(world_of, units_of, of_from)
TWICE(world_any_of, has_units, any_of_from)
TWICE(world_held, areas_with, held_from)
TWICE(world_having, having, having_from)
TWICE(world_lacking, lacking, lacking_from)
TWICE(world_referrers, referrers, referrers_from)

/* W:at(place[, kind]) */
static int world_at(lua_State *L)
{
    WorldBox *box = world_check(L);
    int32_t node = check_number(L, 2, UP_NODES, "place");

    return answer(L, box, &(Query){.what = AT, .type = world_optional_type(L, 3), .number = node});
}

/* W:within(group[, kind]) */
static int world_within(lua_State *L)
{
    WorldBox *box = world_check(L);
    int32_t group = check_number(L, 2, UP_GROUP_NUMBERS, "area");

    return answer(L, box,
                  &(Query){.what = WITHIN, .type = world_optional_type(L, 3), .number = group});
}

/* units_at(place[, kind]) */
static int units_at(lua_State *L)
{
    WorldBox *box = attached(L);
    int32_t node = check_number(L, 1, UP_NODES, "place");

    return answer(L, box, &(Query){.what = AT, .type = kind_or_units(L, box, 2), .number = node});
}

/* units_in(area[, kind]) */
static int units_in(lua_State *L)
{
    WorldBox *box = attached(L);
    int32_t group = check_number(L, 1, UP_GROUP_NUMBERS, "area");

    return answer(L, box,
                  &(Query){.what = WITHIN, .type = kind_or_units(L, box, 2), .number = group});
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
