/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/world_key.c -- W:key(...): the World and plain values as one text, equal exactly when
 * both are equal. Odds join branches by it, some hundred times in one answer. */
#include "ground_bind.h"
#include "world_bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NESTED = 12, FEW_KEYS = 24 };

/* Text that grows. It starts on the C stack and moves into a userdata at stack index `home`,
 * so that an error loses nothing. */
typedef struct {
    lua_State *L;
    char *text;
    size_t n, room;
    int home;
} Sink;

static void put(Sink *sink, const char *bytes, size_t n)
{
    if (sink->n + n > sink->room) {
        size_t room = sink->room;
        char *bigger;

        while (room < sink->n + n)
            room *= 2;
        bigger = lua_newuserdatauv(sink->L, room, 0);
        memcpy(bigger, sink->text, sink->n);
        lua_replace(sink->L, sink->home);
        sink->text = bigger;
        sink->room = room;
    }
    memcpy(sink->text + sink->n, bytes, n);
    sink->n += n;
}

/* A mark that says what follows, then its bytes. */
static void put_number(Sink *sink, char mark, int64_t number)
{
    char bytes[1 + sizeof number];

    bytes[0] = mark;
    memcpy(bytes + 1, &number, sizeof number);
    put(sink, bytes, sizeof bytes);
}

static void put_text(Sink *sink, char mark, const char *text, size_t n)
{
    put_number(sink, mark, (int64_t)n);
    put(sink, text, n);
}

typedef struct {
    const char *text;       /* NULL: an integer */
    size_t length;
    lua_Integer number;
} Key;

static int compare_keys(const void *a, const void *b)
{
    const Key *x = a, *y = b;
    size_t shorter = x->length < y->length ? x->length : y->length;
    int order;

    if ((x->text == NULL) != (y->text == NULL))
        return x->text == NULL ? -1 : 1;
    if (x->text == NULL)
        return (x->number > y->number) - (x->number < y->number);
    order = memcmp(x->text, y->text, shorter);
    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

static void put_value(Sink *sink, int index, int depth);

/* The keys of the table at `index` after its first `length` elements. Their number; *keys is
 * `few` or a userdata left on the stack. */
static size_t gather_keys(lua_State *L, int index, lua_Integer length, Key *few, Key **keys)
{
    size_t n = 0, room = FEW_KEYS;
    unsigned steps = 0;
    int home;

    lua_pushnil(L);
    home = lua_gettop(L);               /* of the userdata, should there be many */
    *keys = few;
    lua_pushnil(L);
    while (adj_bind_next(L, index, &steps)) {
        Key key = {NULL, 0, 0};

        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TSTRING)
            key.text = lua_tolstring(L, -1, &key.length);
        else if (lua_isinteger(L, -1))
            key.number = lua_tointeger(L, -1);
        else
            luaL_error(L, "stage: a table has a %s for a key; texts and whole numbers will do",
                       luaL_typename(L, -1));
        if (key.text == NULL && key.number >= 1 && key.number <= length)
            continue;
        if (n == room) {
            Key *bigger = lua_newuserdatauv(L, 2 * room * sizeof *bigger, 0);

            memcpy(bigger, *keys, n * sizeof *bigger);
            lua_replace(L, home);
            *keys = bigger;
            room *= 2;
        }
        (*keys)[n++] = key;
    }
    qsort(*keys, n, sizeof **keys, compare_keys);
    return n;
}

static void put_table(Sink *sink, int index, int depth)
{
    lua_State *L = sink->L;
    lua_Integer length;
    Key few[FEW_KEYS], *keys;
    size_t n;

    if (depth == MOST_NESTED)
        luaL_error(L, "stage: the arguments are nested more than %d deep", MOST_NESTED);
    luaL_checkstack(L, 8, "stage");
    length = (lua_Integer)lua_rawlen(L, index);
    adj_lua_charge(L, (uint64_t)length + 4);
    put_number(sink, '{', length);
    for (lua_Integer i = 1; i <= length; i++) {
        lua_rawgeti(L, index, i);
        put_value(sink, lua_gettop(L), depth + 1);
        lua_pop(L, 1);
    }
    n = gather_keys(L, index, length, few, &keys);
    for (size_t i = 0; i < n; i++) {
        if (keys[i].text != NULL) {
            put_text(sink, 'k', keys[i].text, keys[i].length);
            lua_pushlstring(L, keys[i].text, keys[i].length);
        } else {
            put_number(sink, 'n', keys[i].number);
            lua_pushinteger(L, keys[i].number);
        }
        lua_rawget(L, index);
        put_value(sink, lua_gettop(L), depth + 1);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
    put(sink, "}", 1);
}

/* A place or an area: its number. False when the value is none. */
static bool put_object(Sink *sink, int index)
{
    static const struct { int numbers; char mark; } known[] = {
        {UP_NODES, '@'}, {UP_GROUP_NUMBERS, '%'},
    };

    for (int i = 0; i < 2; i++) {
        bool found;

        lua_pushvalue(sink->L, index);
        found = lua_rawget(sink->L, UP(known[i].numbers)) == LUA_TNUMBER;
        if (found)
            put_number(sink, known[i].mark, lua_tointeger(sink->L, -1));
        lua_pop(sink->L, 1);
        if (found)
            return true;
    }
    return false;
}

static void put_userdata(Sink *sink, int index)
{
    const Handle *handle = world_to_handle(sink->L, index);
    const char *text;
    size_t length;

    if (handle != NULL) {
        const WorldBox *box = lua_touserdata(sink->L, UP(UP_WORLD));

        /* Not the serial: in two branches the same creation has two of them. */
        put_number(sink, adj_world_alive(box->world, handle->entity) ? '#' : 'x',
                   (int64_t)handle->entity.id);
        return;
    }
    if (luaL_testudata(sink->L, index, REACH_TYPE) != NULL)     /* its text does not say which places */
        luaL_error(sink->L, "stage: what `reach` gives cannot be an argument; give the places");
    text = adj_sandbox_text(sink->L, index, &length);
    put_text(sink, '~', text, length);
    lua_pop(sink->L, 1);
}

static void put_value(Sink *sink, int index, int depth)
{
    lua_State *L = sink->L;
    const char *text;
    size_t length;

    switch (lua_type(L, index)) {
    case LUA_TNIL:
        put(sink, "-", 1);
        return;
    case LUA_TBOOLEAN:
        put(sink, lua_toboolean(L, index) ? "t" : "f", 1);
        return;
    case LUA_TNUMBER:
        if (lua_isinteger(L, index)) {
            put_number(sink, 'i', lua_tointeger(L, index));
        } else {
            lua_Number number = lua_tonumber(L, index);
            int64_t bits;

            memcpy(&bits, &number, sizeof bits);
            put_number(sink, 'd', bits);
        }
        return;
    case LUA_TSTRING:
        text = lua_tolstring(L, index, &length);
        put_text(sink, '"', text, length);
        return;
    case LUA_TUSERDATA:
        put_userdata(sink, index);
        return;
    case LUA_TTABLE:
        if (put_object(sink, index))
            return;
        lua_pushvalue(L, index);
        (void)adj_bind_thaw(L, lua_gettop(L));
        put_table(sink, lua_gettop(L), depth);
        lua_pop(L, 1);
        return;
    default:
        luaL_error(L, "stage: a %s cannot be an argument; give entities, places, numbers, texts",
                   luaL_typename(L, index));
    }
}

/* Pushes a copy of the value at `index`: tables are copied, all else is shared. */
static void push_copy(lua_State *L, int index, int depth)
{
    unsigned steps = 0;
    int table;
    bool object = false;

    if (lua_type(L, index) == LUA_TTABLE) {
        static const int numbers[] = {UP_NODES, UP_GROUP_NUMBERS};

        for (int i = 0; i < 2 && !object; i++) {
            lua_pushvalue(L, index);
            object = lua_rawget(L, UP(numbers[i])) == LUA_TNUMBER;
            lua_pop(L, 1);
        }
    }
    lua_pushvalue(L, index);
    if (lua_type(L, index) != LUA_TTABLE || object)
        return;
    if (depth == MOST_NESTED)
        luaL_error(L, "stage: the arguments are nested more than %d deep", MOST_NESTED);
    luaL_checkstack(L, 8, "stage");
    (void)adj_bind_thaw(L, lua_gettop(L));
    adj_lua_charge(L, (uint64_t)lua_rawlen(L, -1) + 4);
    lua_newtable(L);
    table = lua_gettop(L);
    lua_pushnil(L);
    while (adj_bind_next(L, table - 1, &steps)) {
        push_copy(L, lua_gettop(L), depth + 1);
        lua_remove(L, -2);
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, table);
    }
    lua_remove(L, table - 1);
}

/* W:copy(value) -> a copy of plain values as stages have them for arguments */
int world_copy(lua_State *L)
{
    luaL_checkany(L, 2);
    push_copy(L, 2, 0);
    return 1;
}

/* The arguments from 2 on as one text, behind the state or without it. Raises for functions and
 * for tables in a circle. */
static int key_of(lua_State *L, bool with_state)
{
    WorldBox *box = lua_touserdata(L, UP(UP_WORLD));
    char start[2048];
    Sink sink = {.L = L, .text = start, .room = sizeof start};
    int last = lua_gettop(L);

    lua_pushnil(L);
    sink.home = lua_gettop(L);
    if (with_state) {
        adj_u128 hash = adj_world_hash(box->world);

        put(&sink, (const char *)&hash, sizeof hash);
    }
    for (int i = 2; i <= last; i++)
        put_value(&sink, i, 0);
    lua_pushlstring(L, sink.text, sink.n);
    return 1;
}

/* W:key(...) -> text. Equal texts: equal state, equal values. */
int world_as_key(lua_State *L)
{
    return key_of(L, true);
}

/* W:plain_key(...) -> text. Equal texts: equal values, whatever the state. */
int world_plain_key(lua_State *L)
{
    return key_of(L, false);
}
