/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world.c -- core.world: the World and its methods. */
#include <string.h>

#include "world_bind.h"

WorldBox *world_check(lua_State *L)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));

    if (lua_touserdata(L, 1) != box)
        luaL_argerror(L, 1, "the World is wanted: call it as World:method()");
    if (box->world == NULL)
        luaL_error(L, "this World is closed");
    return box;
}

WorldBox *world_check_change(lua_State *L)
{
    WorldBox *box = world_check(L);

    world_check_writable(L, box);
    return box;
}

enum { SHORT_TEXT = 40 };

KindBox *world_check_kind(lua_State *L, int arg)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));
    const void *text = lua_topointer(L, arg);
    const char *name;
    KindBox *kind;

    if (text != NULL && text == box->kind_name)
        return box->kind;
    name = luaL_checkstring(L, arg);
    lua_pushvalue(L, arg);
    if (lua_rawget(L, UP(UP_KINDS)) != LUA_TUSERDATA)
        luaL_error(L, "there is no kind \"%s\"%s", name,
                   world_push_hint(L, name, UP(UP_KINDS)));
    kind = lua_touserdata(L, -1);
    lua_pop(L, 1);
    if (strlen(name) < SHORT_TEXT) {    /* equal short texts are one text */
        box->kind_name = text;
        box->kind = kind;
    }
    return kind;
}

int world_optional_type(lua_State *L, int arg)
{
    return lua_isnoneornil(L, arg) ? -1 : world_check_kind(L, arg)->type;
}

KindBox *world_kind(lua_State *L, int type)
{
    KindBox *kind;

    lua_rawgeti(L, UP(UP_KINDS), type + 1);
    kind = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return kind;
}

/* --- trail and hash ------------------------------------------------------------------------------- */

/* W:mark() -> mark; W:trail_length() is the same number */
static int world_mark(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_world_mark(world_check(L)->world));
    return 1;
}

/* W:rollback(mark) */
static int world_rollback(lua_State *L)
{
    WorldBox *box = world_check(L);
    lua_Integer mark = luaL_checkinteger(L, 2);
    adj_error err;

    luaL_argcheck(L, mark >= 0, 2, "a mark is never negative");
    world_mirror_changes(L, box, (size_t)mark);
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
    return push_hash(L, adj_world_hash(world_check(L)->world));
}

/* W:has_hash(text) -> whether that is its hash; no text is made */
static int world_has_hash(lua_State *L)
{
    WorldBox *box = world_check(L);
    size_t length;
    const char *wanted = luaL_checklstring(L, 2, &length);
    char text[33];

    adj_u128_hex(adj_world_hash(box->world), text);
    lua_pushboolean(L, length == 32 && memcmp(text, wanted, 32) == 0);
    return 1;
}

static int world_hash_slow(lua_State *L)
{
    return push_hash(L, adj_world_hash_slow(world_check(L)->world));
}

/* W:writable([bool]) -> whether it was */
static int world_writable(lua_State *L)
{
    WorldBox *box = world_check(L);

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
    WorldBox *box = world_check(L);
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

/* Adds the object at `value` of the table at `from` to the list at `list`; nothing for nil. */
static void append_object(lua_State *L, int list, int from, lua_Integer number)
{
    if (lua_rawgeti(L, from, number) == LUA_TNIL)
        lua_pop(L, 1);
    else
        lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
}

/* W:touched(mark[, field]) -> { area = list, KIND = list, ... }: the living entities that were
 * written since, by kind, and the areas where they are or were; all in order of id. With `field`
 * only those that are new or whose field of that name was written. */
static int world_touched(lua_State *L)
{
    WorldBox *box = world_check(L);
    lua_Integer length = (lua_Integer)adj_world_mark(box->world);
    lua_Integer mark = adj_bind_integer(L, 2, 0, length);
    const char *field = luaL_optstring(L, 3, NULL);
    size_t room = (size_t)(length - mark), n, n_groups;
    adj_id *ids = lua_newuserdatauv(L, (room + 1) * sizeof *ids, 0);
    int32_t *groups = lua_newuserdatauv(L, (2 * room + 1) * sizeof *groups, 0);
    int found, list = 0, type = -1;

    adj_lua_charge(L, room);
    n = adj_world_touched(box->world, (size_t)mark, field, ids, groups, &n_groups);
    lua_newtable(L);
    found = lua_gettop(L);
    lua_newtable(L);
    for (size_t i = 0; i < n_groups; i++)
        append_object(L, found + 1, UP(UP_GROUPS), groups[i]);
    lua_setfield(L, found, "area");
    for (size_t i = 0; i < n; i++) {
        adj_entity entity = adj_world_entity(box->world, ids[i]);

        if (list == 0 || adj_world_type_of(box->world, entity) != type) {
            const char *name;

            lua_settop(L, found);
            type = adj_world_type_of(box->world, entity);
            name = adj_world_type_name(box->world, type);
            if (lua_getfield(L, found, name) != LUA_TTABLE) {
                lua_pop(L, 1);
                lua_newtable(L);
                lua_pushvalue(L, -1);
                lua_setfield(L, found, name);
            }
            list = found + 1;
        }
        world_push_entity(L, box, ids[i]);
        lua_rawseti(L, list, (lua_Integer)lua_rawlen(L, list) + 1);
    }
    lua_settop(L, found);
    return 1;
}

/* --- making one ------------------------------------------------------------------------------------ */

static const luaL_Reg trail_methods[] = {
    {"mark", world_mark}, {"trail_length", world_mark}, {"rollback", world_rollback},
    {"hash", world_hash}, {"has_hash", world_has_hash}, {"hash_slow", world_hash_slow},
    {"writable", world_writable}, {"changes", world_changes}, {"touched", world_touched},
    {"key", world_as_key}, {"plain_key", world_plain_key}, {"copy", world_copy}, {NULL, NULL},
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

/* Pushes the methods of the World at `world`, with their upvalues. */
static void push_methods(lua_State *L, int world)
{
    const luaL_Reg *const parts[] = {world_type_methods, world_list_methods, world_look_methods,
                                     trail_methods, NULL};
    int first;

    lua_newtable(L);
    lua_pushvalue(L, world);
    first = lua_gettop(L);
    for (int i = UP_WORLD + 1; i <= UP_SHARED; i++)
        lua_newtable(L);
    luaL_checkstack(L, UP_SHARED + 1, NULL);
    for (int p = 0; parts[p] != NULL; p++) {
        lua_pushvalue(L, first - 1);
        for (int i = 0; i < UP_SHARED; i++)
            lua_pushvalue(L, first + i);
        luaL_setfuncs(L, parts[p], UP_SHARED);
        lua_pop(L, 1);
    }
    lua_settop(L, first - 1);
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
    push_methods(L, world);
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
    {"new", world_new}, {"frac", world_frac_new}, {"is_entity", is_entity},
    {"looks", world_looks}, {NULL, NULL},
};

int adj_open_world(lua_State *L);
int adj_open_world(lua_State *L)
{
    luaL_newlib(L, functions);
    return 1;
}
