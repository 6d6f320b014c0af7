/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_lists.c -- whose child, how many there are; the places. */

#include "world_bind.h"

enum { MOST_PLACES = 1000000 };

/* W:owner(child) -> entity or nil */
static int world_owner(lua_State *L)
{
    WorldBox *box = world_check(L);
    const Handle *h = world_check_entity(L, 2);

    world_push_entity(L, box, adj_world_owner(box->world, h->entity.id));
    return 1;
}

/* W:append(owner, child[, before]) */
static int world_append(lua_State *L)
{
    WorldBox *box = world_check_change(L);
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
    WorldBox *box = world_check_change(L);
    const Handle *h = world_check_entity(L, 2);
    adj_error err;

    if (adj_world_detach(box->world, h->entity, &err) != ADJ_OK)
        return adj_bind_error(L, &err);
    return 0;
}

/* W:get(id) -> living entity or nil */
static int world_get(lua_State *L)
{
    WorldBox *box = world_check(L);
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
    WorldBox *box = world_check(L);

    lua_pushinteger(L, (lua_Integer)adj_world_count(box->world, world_optional_type(L, 2)));
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

static void forget_lists(lua_State *L)
{
    for (lua_pushnil(L); lua_next(L, UP(UP_LISTS)) != 0; lua_pop(L, 1)) {
        lua_pushvalue(L, -2);
        lua_pushnil(L);
        lua_rawset(L, UP(UP_LISTS));
    }
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
    WorldBox *box = world_check(L);
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
    world_mirror_none(L);
    forget_lists(L);
    forget_objects(L, UP_PLACES, UP_NODES);
    forget_objects(L, UP_GROUPS, UP_GROUP_NUMBERS);
    enter_objects(L, 2, n, UP_PLACES, UP_NODES);
    if (groups > 0)
        enter_objects(L, 4, groups, UP_GROUPS, UP_GROUP_NUMBERS);
    return 0;
}

const luaL_Reg world_list_methods[] = {
    {"get", world_get}, {"count", world_count}, {"append", world_append},
    {"detach", world_detach}, {"owner", world_owner}, {"places", world_places},
    {NULL, NULL},
};
