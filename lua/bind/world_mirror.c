/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_mirror.c -- what was read of an entity before, for the VM to find by itself.
 *
 * A call from Lua into C and back costs several times what a field costs. So an entity that is
 * read often gets a mirror: a table of the values that were read of it, which stands as __index in
 * a metatable of its own. What the mirror has not got is read as ever and put there.
 *
 * The World is what counts: whatever changes a field tells the mirror, which forgets the value (or
 * takes the new one). Changes are read off the trail, so that none can be missed: those that a
 * destruction makes, and those that a rollback is about to undo. An entity that comes or goes loses
 * its mirror. Values of nil are never in a mirror, nor is anything of the dead: those go on asking
 * the World. Forgetting takes no memory and cannot fail. */
#include "world_bind.h"

static const char handle_key;           /* its address: the key of the handle in its mirror */

void world_push_mirror_type(lua_State *L, int index)
{
    index = lua_absindex(L, index);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, index);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
}

Handle *world_mirrored(lua_State *L, int mirror)
{
    Handle *h;

    lua_rawgetp(L, mirror, &handle_key);
    h = lua_touserdata(L, -1);
    lua_pop(L, 1);
    return h;
}

/* Pushes a copy of the metatable of the kind at `kind`, with the mirror at `mirror` in it. */
static void push_own_metatable(lua_State *L, int kind, int mirror)
{
    int own;

    lua_getiuservalue(L, kind, 1);
    lua_createtable(L, 0, 5);
    own = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, own - 1) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, own);
    }
    lua_pushvalue(L, mirror);
    lua_setfield(L, own, "__index");
    lua_remove(L, own - 1);
}

void world_mirror(lua_State *L, int index, Handle *h)
{
    int top = lua_gettop(L);

    lua_rawgeti(L, UP(UP_KINDS), h->kind->type + 1);
    lua_createtable(L, 0, h->kind->count + 2);
    lua_getiuservalue(L, top + 1, 4);
    lua_setmetatable(L, top + 2);
    lua_pushvalue(L, index);
    lua_rawsetp(L, top + 2, &handle_key);
    push_own_metatable(L, top + 1, top + 2);
    /* From here on nothing takes memory: it is done whole or not at all. */
    lua_setmetatable(L, index);
    lua_pushvalue(L, top + 2);
    lua_setiuservalue(L, index, 1);
    h->mirrored = true;
    lua_settop(L, top);
}

/* The handle at `index` has no mirror any more. */
static void demote(lua_State *L, int index, Handle *h)
{
    lua_rawgeti(L, UP(UP_KINDS), h->kind->type + 1);
    lua_getiuservalue(L, -1, 1);
    lua_setmetatable(L, index);
    lua_pop(L, 1);
    lua_pushnil(L);
    lua_setiuservalue(L, index, 1);
    h->mirrored = false;
    h->reads = 0;
    h->held = 0;
}

static void forget_area(lua_State *L, int mirror, const Handle *h, int field)
{
    if (field != h->kind->where)
        return;
    lua_pushliteral(L, "area");
    lua_pushnil(L);
    lua_rawset(L, mirror);
}

/* An entry that cannot be made for want of memory is no entry; a value that cannot be is not
 * there either, so those that may take memory go in last. */
void world_mirror_write(lua_State *L, int index, int name, Handle *h, int field, adj_value v)
{
    adj_kind kind = (adj_kind)h->kind->kinds[field];
    int mirror = lua_gettop(L) + 1;

    lua_getiuservalue(L, index, 1);
    forget_area(L, mirror, h, field);
    if (kind == ADJ_TEXT || kind == ADJ_FRAC) {
        lua_pushvalue(L, name);
        lua_pushnil(L);
        lua_rawset(L, mirror);
    }
    lua_pushvalue(L, name);
    world_push_value(L, h->kind->box, kind, v);
    world_mirror_holds(h, field);
    lua_rawset(L, mirror);
    lua_settop(L, mirror - 1);
}

/* The mirror of the handle at `index` forgets one field. */
static void forget(lua_State *L, int index, Handle *h, int field)
{
    if ((h->held & world_mirror_bit(field)) == 0)
        return;
    if (field < LAST_BIT)
        h->held &= ~world_mirror_bit(field);
    lua_getiuservalue(L, index, 1);
    lua_rawgeti(L, UP(UP_KINDS), h->kind->type + 1);
    lua_getiuservalue(L, -1, 2);
    lua_rawgeti(L, -1, field + 1);
    lua_pushnil(L);
    lua_rawset(L, index + 1);
    forget_area(L, index + 1, h, field);
    lua_settop(L, index);
}

void world_mirror_changes(lua_State *L, WorldBox *box, size_t mark)
{
    size_t length = adj_world_mark(box->world);
    int top = lua_gettop(L);

    for (size_t i = mark; i < length; i++) {
        adj_id id;
        int field = adj_world_trail(box->world, i, &id);
        Handle *h;

        if (field == ADJ_CHANGE_OWNER)
            continue;
        lua_rawgeti(L, UP(UP_HANDLES), id);
        h = lua_touserdata(L, -1);
        if (h != NULL && h->mirrored) {
            if (field == ADJ_CHANGE_ALIVE)
                demote(L, top + 1, h);
            else
                forget(L, top + 1, h, field);
        }
        lua_settop(L, top);
    }
}

void world_mirror_none(lua_State *L)
{
    for (lua_pushnil(L); lua_next(L, UP(UP_HANDLES)) != 0; lua_pop(L, 1)) {
        Handle *h = lua_touserdata(L, -1);

        if (h != NULL && h->mirrored)
            demote(L, lua_gettop(L), h);
    }
}
