/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_value.c -- field values to Lua and back. */
#include <string.h>

#include "world_bind.h"

static const char *const kind_names[] = {"", "int", "frac", "bool", "text", "ref", "place"};

const char *world_kind_name(adj_kind kind)
{
    return kind_names[kind];
}

int world_kind_number(const char *name)
{
    for (int i = ADJ_INT; i <= ADJ_PLACE; i++)
        if (strcmp(kind_names[i], name) == 0)
            return i;
    return -1;
}

static void push_text(lua_State *L, WorldBox *box, int64_t number)
{
    size_t length;
    const char *bytes;

    if (number == 0) {
        lua_pushnil(L);
        return;
    }
    if (lua_rawgeti(L, UP(UP_TEXTS), number) == LUA_TSTRING)
        return;
    lua_pop(L, 1);
    bytes = adj_world_text(box->world, number, &length);
    lua_pushlstring(L, bytes, length);
    lua_pushvalue(L, -1);
    lua_rawseti(L, UP(UP_TEXTS), number);
}

void world_push_value(lua_State *L, WorldBox *box, adj_kind kind, adj_value v)
{
    switch (kind) {
    case ADJ_INT:
        lua_pushinteger(L, v.integer);
        return;
    case ADJ_BOOL:
        lua_pushboolean(L, v.integer != 0);
        return;
    case ADJ_TEXT:
        push_text(L, box, v.integer);
        return;
    case ADJ_REF:
        world_push_entity(L, box, (adj_id)v.integer);
        return;
    case ADJ_PLACE:
        if (v.place.kind == ADJ_NODE)
            lua_rawgeti(L, UP(UP_PLACES), v.place.x);
        else
            lua_pushnil(L);
        return;
    case ADJ_FRAC:
        world_push_frac(L, v.frac);
        return;
    }
    lua_pushnil(L);
}

/* What a person calls the value at `index`. */
static const char *called(lua_State *L, int index)
{
    const Handle *h = world_to_handle(L, index);

    if (h != NULL)
        return "an entity";
    switch (lua_type(L, index)) {
    case LUA_TNIL: case LUA_TNONE: return "nil";
    case LUA_TNUMBER:  return adj_sandbox_text(L, index, NULL);
    case LUA_TSTRING:  return lua_pushfstring(L, "\"%s\"", lua_tostring(L, index));
    case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
    default: return lua_pushfstring(L, "a %s", luaL_typename(L, index));
    }
}

static void misfit(lua_State *L, int index, const char *type, const char *field,
                   const char *wanted)
{
    lua_pushvalue(L, index);        /* tostring may change a number in place */
    luaL_error(L, "%s.%s is %s, not %s", type, field, wanted, called(L, lua_gettop(L)));
}

static adj_value check_text(lua_State *L, int index, WorldBox *box)
{
    adj_error err;
    int64_t number;
    size_t length;
    const char *bytes;

    lua_pushvalue(L, index);
    if (lua_rawget(L, UP(UP_TEXT_NUMBERS)) == LUA_TNUMBER) {
        number = lua_tointeger(L, -1);
        lua_pop(L, 1);
        return adj_value_int(number);
    }
    lua_pop(L, 1);
    bytes = lua_tolstring(L, index, &length);
    if (adj_world_intern(box->world, bytes, length, &number, &err) != ADJ_OK)
        adj_bind_error(L, &err);
    lua_pushvalue(L, index);
    lua_pushinteger(L, number);
    lua_rawset(L, UP(UP_TEXT_NUMBERS));
    return adj_value_int(number);
}

static adj_value check_reference(lua_State *L, int index, WorldBox *box, const char *type,
                                 const char *field)
{
    const Handle *h = world_to_handle(L, index);

    if (h == NULL || h->kind->box != box)
        misfit(L, index, type, field, "an entity");
    else if (!adj_world_alive(box->world, h->entity))
        world_raise(L, h, &(adj_error){.status = ADJ_EDEAD});
    else
        return adj_value_int(h->entity.id);
    return adj_value_int(0);
}

adj_value world_check_value(lua_State *L, int index, WorldBox *box, adj_kind kind,
                            const char *type, const char *field)
{
    int found = lua_type(L, index), whole = 0;
    adj_value v = {.word = {0, 0}};

    switch (kind) {
    case ADJ_INT:
        if (found == LUA_TNUMBER)
            v = adj_value_int(lua_tointegerx(L, index, &whole));
        if (!whole)
            misfit(L, index, type, field, "a whole number");
        break;
    case ADJ_BOOL:
        if (found != LUA_TBOOLEAN)
            misfit(L, index, type, field, "true or false");
        v = adj_value_int(lua_toboolean(L, index));
        break;
    case ADJ_TEXT:
        if (found == LUA_TSTRING)
            return check_text(L, index, box);
        if (found != LUA_TNIL)
            misfit(L, index, type, field, "a text");
        break;                          /* whether it may be none, the World knows */
    case ADJ_REF:
        if (found != LUA_TNIL)
            return check_reference(L, index, box, type, field);
        break;
    case ADJ_PLACE:
        if (found == LUA_TNIL)
            break;
        lua_pushvalue(L, index);
        if (lua_rawget(L, UP(UP_NODES)) != LUA_TNUMBER)
            misfit(L, index, type, field, "a place of the map");
        v = adj_value_node((int32_t)lua_tointeger(L, -1));
        lua_pop(L, 1);
        break;
    case ADJ_FRAC:
        if (!world_to_frac(L, index, &v.frac))
            misfit(L, index, type, field, "a fraction or a whole number");
        break;
    }
    return v;
}
