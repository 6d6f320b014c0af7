/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.json -- JSON for host Lua, by libjansson. Never reachable from a script.
 *
 * Jansson's tree hangs on a box from its first node on, so that Lua may raise at any time;
 * its allocation functions belong to the whole process and stay as they are. What they may
 * allocate is bounded by the limits below, before jansson sees the text. */
#include "bind.h"
#include "utf8.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#define BOX_TYPE "adj.json.box"
#define ARRAY_TYPE "adj.json.array"     /* the metatable of tables that are arrays */

enum {
    BYTES_MAX = 16 << 20,
    DEPTH_MAX = 100,
    VALUES_MAX = 1000000,       /* of a text that is read */
    SLOTS = 8                   /* of Lua's stack, for a level */
};

int adj_open_json(lua_State *L);

/* A step of the path to a value: a key, or NULL and a number. Keys live on Lua's stack. */
typedef struct { const char *key; lua_Integer index; } Step;

typedef struct {
    json_t *root;
    char *text;                 /* being written */
    size_t length, room;
    bool too_long;
    Step path[DEPTH_MAX];
} Box;

/* Where nodes go: the root when `parent` is NULL, else a list or an object under `key`. */
typedef struct { json_t *parent; const char *key; } Place;

/* Gives up what the box holds at once: garbage of this size need not wait. */
static void empty_box(Box *box)
{
    json_decref(box->root);
    free(box->text);
    box->root = NULL;
    box->text = NULL;
}

static int box_gc(lua_State *L)
{
    empty_box(luaL_checkudata(L, 1, BOX_TYPE));
    return 0;
}

static Box *push_box(lua_State *L)
{
    Box *box = lua_newuserdatauv(L, sizeof *box, 0);

    memset(box, 0, sizeof *box);
    luaL_setmetatable(L, BOX_TYPE);
    return box;
}

/* --- from Lua to JSON -------------------------------------------------------------- */

static void put_value(lua_State *L, Box *box, Place place, int depth);

/* Raises with the path to the value at fault. */
static int refuse(lua_State *L, const Box *box, int depth, const char *what)
{
    luaL_Buffer at;

    luaL_buffinit(L, &at);
    for (int i = 0; i < depth && i < DEPTH_MAX; i++) {
        if (box->path[i].key != NULL)
            lua_pushfstring(L, "%s%s", i > 0 ? "." : "", box->path[i].key);
        else
            lua_pushfstring(L, "[%I]", (LUAI_UACINT)box->path[i].index);
        luaL_addvalue(&at);
    }
    luaL_pushresult(&at);
    return luaL_error(L, "json: %s%s%s", lua_tostring(L, -1), depth > 0 ? ": " : "", what);
}

/* Hangs a new node in its place. The place owns it, also when this raises. */
static void put(lua_State *L, Box *box, Place place, json_t *node)
{
    int status = node == NULL ? -1 : 0;

    if (node != NULL && place.parent == NULL)
        box->root = node;
    else if (node != NULL && place.key != NULL)
        status = json_object_set_new_nocheck(place.parent, place.key, node);
    else if (node != NULL)
        status = json_array_append_new(place.parent, node);
    if (status != 0)
        luaL_error(L, "not enough memory");
}

/* Replaces the text at `index` by one that is UTF-8: U+FFFD for what is not. */
static const char *good_text(lua_State *L, int index, size_t *length)
{
    const char *text = lua_tolstring(L, index, length);
    luaL_Buffer good;

    index = lua_absindex(L, index);
    if (adj_utf8_good(text, *length) == *length)
        return text;
    luaL_buffinit(L, &good);
    for (size_t at = 0, n; at < *length; at += n) {
        bool whole;

        n = adj_utf8_step(text + at, *length - at, &whole);
        luaL_addlstring(&good, whole ? text + at : "\xEF\xBF\xBD", whole ? n : 3);
    }
    luaL_pushresult(&good);
    lua_replace(L, index);
    return lua_tolstring(L, index, length);
}

/* Whether the table on the top (already thawed) is an array; *n is its length. */
static bool is_array(lua_State *L, lua_Integer *n)
{
    bool marked = false;

    *n = (lua_Integer)lua_rawlen(L, -1);
    if (lua_getmetatable(L, -1)) {
        luaL_getmetatable(L, ARRAY_TYPE);
        marked = lua_rawequal(L, -1, -2);
        lua_pop(L, 2);
    }
    return marked || *n > 0;
}

/* The table on the top, as an array. */
static void put_array(lua_State *L, Box *box, json_t *array, lua_Integer n, int depth)
{
    lua_Integer count = 0;

    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
        lua_Integer key = lua_isinteger(L, -2) ? lua_tointeger(L, -2) : 0;

        if (key < 1 || key > n)
            refuse(L, box, depth, "a list with other keys than 1, 2, 3 ...");
        count++;
    }
    if (count != n)
        refuse(L, box, depth, "a list with a hole");
    for (lua_Integer i = 1; i <= n; i++) {
        lua_rawgeti(L, -1, i);
        box->path[depth] = (Step){ NULL, i };
        put_value(L, box, (Place){ array, NULL }, depth + 1);
        lua_pop(L, 1);
    }
}

/* The table on the top, as an object. */
static void put_object(lua_State *L, Box *box, json_t *object, int depth)
{
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 2)) {
        const char *key;
        size_t length;

        if (lua_type(L, -2) != LUA_TSTRING)
            refuse(L, box, depth, "an object with a key that is no text");
        lua_pushvalue(L, -2);       /* key, value, key to write: lua_next keeps its own */
        key = good_text(L, -1, &length);
        if (strlen(key) != length)
            refuse(L, box, depth, "an object with a zero byte in a key");
        lua_insert(L, -2);
        box->path[depth] = (Step){ key, 0 };
        put_value(L, box, (Place){ object, key }, depth + 1);
    }
}

static void put_table(lua_State *L, Box *box, Place place, int depth)
{
    lua_Integer n;
    json_t *node;

    if (depth >= DEPTH_MAX)
        refuse(L, box, 3, "... tables more than 100 deep");
    luaL_checkstack(L, SLOTS, "json");
    lua_pushvalue(L, -1);
    adj_bind_thaw(L, -1);
    if (is_array(L, &n)) {
        node = json_array();
        put(L, box, place, node);
        adj_lua_charge(L, (uint64_t)n + 1);
        put_array(L, box, node, n, depth);
    } else {
        node = json_object();
        put(L, box, place, node);
        adj_lua_charge(L, 10);
        put_object(L, box, node, depth);
    }
    lua_pop(L, 1);
}

static void put_number(lua_State *L, Box *box, Place place, int depth)
{
    lua_Number real;

    if (lua_isinteger(L, -1)) {
        put(L, box, place, json_integer(lua_tointeger(L, -1)));
        return;
    }
    real = lua_tonumber(L, -1);
    if (real - real != 0)
        refuse(L, box, depth, "a number that is not finite");
    put(L, box, place, json_real(real));
}

static void put_text(lua_State *L, Box *box, Place place, int depth)
{
    size_t length;
    const char *text = good_text(L, -1, &length);

    if (length > BYTES_MAX)
        refuse(L, box, depth, "a text of more than 16 MiB");
    put(L, box, place, json_stringn_nocheck(text, length));
}

/* The value on the top, which stays there (as UTF-8, if it is a text). */
static void put_value(lua_State *L, Box *box, Place place, int depth)
{
    switch (lua_type(L, -1)) {
    case LUA_TTABLE:
        put_table(L, box, place, depth);
        return;
    case LUA_TSTRING:
        put_text(L, box, place, depth);
        return;
    case LUA_TNUMBER:
        put_number(L, box, place, depth);
        return;
    case LUA_TBOOLEAN:
        put(L, box, place, json_boolean(lua_toboolean(L, -1)));
        return;
    case LUA_TLIGHTUSERDATA:
        if (lua_touserdata(L, -1) == NULL) {
            put(L, box, place, json_null());
            return;
        }
        break;
    default:
        break;
    }
    if (luaL_getmetafield(L, -1, "__name") == LUA_TSTRING)
        lua_pushfstring(L, "a value of kind %s; give its text", lua_tostring(L, -1));
    else
        lua_pushfstring(L, "a %s; give its text", luaL_typename(L, -1));
    refuse(L, box, depth, lua_tostring(L, -1));
}

/* For json_dump_callback: no Lua in here, as nothing may jump over jansson's frames. */
static int write_piece(const char *piece, size_t size, void *data)
{
    Box *box = data;

    if (size > BYTES_MAX - box->length) {
        box->too_long = true;
        return -1;
    }
    if (box->length + size > box->room) {
        size_t room = 2 * (box->length + size) + 256;
        char *text = realloc(box->text, room);

        if (text == NULL)
            return -1;
        box->text = text;
        box->room = room;
    }
    memcpy(box->text + box->length, piece, size);
    box->length += size;
    return 0;
}

/* encode(value [, { pretty = true }]) -> text */
static int json_encode(lua_State *L)
{
    size_t flags = JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_REAL_PRECISION(15);
    Box *box;

    luaL_checkany(L, 1);
    flags |= JSON_COMPACT;
    if (!lua_isnoneornil(L, 2)) {
        luaL_checktype(L, 2, LUA_TTABLE);
        lua_getfield(L, 2, "pretty");
        if (lua_toboolean(L, -1))
            flags = (flags & ~(size_t)JSON_COMPACT) | JSON_INDENT(2);
    }
    box = push_box(L);
    lua_pushvalue(L, 1);
    put_value(L, box, (Place){ NULL, NULL }, 0);
    if (json_dump_callback(box->root, write_piece, box, flags) != 0)
        return luaL_error(L, box->too_long ? "json: more than 16 MiB" : "not enough memory");
    adj_lua_charge(L, box->length / 8);
    lua_pushlstring(L, box->text, box->length);
    empty_box(box);
    return 1;
}

/* --- from JSON to Lua -------------------------------------------------------------- */

/* What a text would cost, found without a tree. False, *what and *at when it is too much. */
static bool is_bounded(const char *text, size_t length, const char **what, size_t *at)
{
    size_t values = 1;
    int depth = 0;
    bool quoted = false;

    for (size_t i = 0; i < length; i++) {
        char c = text[i];

        *at = i;
        if (quoted) {
            i += c == '\\';
            quoted = c != '"';
            continue;
        }
        quoted = c == '"';
        values += c == ',' || c == ':' || c == '[' || c == '{';
        if ((c == '[' || c == '{') && ++depth > DEPTH_MAX) {
            *what = "more than 100 deep";
            return false;
        }
        depth -= c == ']' || c == '}';
        if (values > VALUES_MAX) {
            *what = "more than 1,000,000 values";
            return false;
        }
    }
    return true;
}

static void push_value(lua_State *L, json_t *node);

static void push_array(lua_State *L, json_t *node)
{
    size_t n = json_array_size(node);

    lua_createtable(L, (int)n, 0);
    luaL_setmetatable(L, ARRAY_TYPE);
    for (size_t i = 0; i < n; i++) {
        push_value(L, json_array_get(node, i));
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
}

static void push_object(lua_State *L, json_t *node)
{
    lua_createtable(L, 0, (int)json_object_size(node));
    for (void *at = json_object_iter(node); at != NULL; at = json_object_iter_next(node, at)) {
        lua_pushstring(L, json_object_iter_key(at));
        push_value(L, json_object_iter_value(at));
        lua_rawset(L, -3);
    }
}

static void push_value(lua_State *L, json_t *node)
{
    luaL_checkstack(L, SLOTS, "json");
    switch (json_typeof(node)) {
    case JSON_ARRAY:
        push_array(L, node);
        return;
    case JSON_OBJECT:
        push_object(L, node);
        return;
    case JSON_STRING:
        lua_pushlstring(L, json_string_value(node), json_string_length(node));
        return;
    case JSON_INTEGER:
        lua_pushinteger(L, (lua_Integer)json_integer_value(node));
        return;
    case JSON_REAL:
        lua_pushnumber(L, json_real_value(node));
        return;
    case JSON_TRUE:
    case JSON_FALSE:
        lua_pushboolean(L, json_is_true(node));
        return;
    default:
        lua_pushlightuserdata(L, NULL);
    }
}

/* nil, message, line, column */
static int unread(lua_State *L, const char *message, lua_Integer line, lua_Integer column)
{
    lua_pushnil(L);
    lua_pushstring(L, message);
    lua_pushinteger(L, line);
    lua_pushinteger(L, column);
    return 4;
}

static int beyond_limits(lua_State *L, const char *text, size_t at, const char *what)
{
    lua_Integer line = 1, column = 1;

    for (size_t i = 0; i < at; i++) {
        line += text[i] == '\n';
        column = text[i] == '\n' ? 1 : column + ((text[i] & 0xC0) != 0x80);
    }
    return unread(L, what, line, column);
}

/* decode(text) -> value | nil, message, line, column */
static int json_decode(lua_State *L)
{
    size_t length, at = 0;
    const char *text = luaL_checklstring(L, 1, &length), *what = NULL;
    json_error_t error;
    Box *box;

    if (length > BYTES_MAX)
        return unread(L, "more than 16 MiB", 1, 1);
    adj_lua_charge(L, length / 8);
    if (!is_bounded(text, length, &what, &at))
        return beyond_limits(L, text, at, what);
    box = push_box(L);
    memset(&error, 0, sizeof error);
    box->root = json_loadb(text, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY
                           | JSON_ALLOW_NUL, &error);
    if (box->root == NULL && (error.text[0] == '\0'
                              || json_error_code(&error) == json_error_out_of_memory))
        return luaL_error(L, "not enough memory");
    if (box->root == NULL)
        return unread(L, error.text, error.line, error.column);
    push_value(L, box->root);
    empty_box(box);
    return 1;
}

/* array(t) -> t, an array also when it is empty */
static int json_mark_array(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    luaL_setmetatable(L, ARRAY_TYPE);
    return 1;
}

int adj_open_json(lua_State *L)
{
    static const luaL_Reg functions[] = {
        { "encode", json_encode }, { "decode", json_decode }, { "array", json_mark_array },
        { NULL, NULL },
    };

    luaL_newmetatable(L, BOX_TYPE);
    lua_pushcfunction(L, box_gc);
    lua_setfield(L, -2, "__gc");
    luaL_newmetatable(L, ARRAY_TYPE);
    lua_pop(L, 2);
    luaL_newlib(L, functions);
    lua_pushlightuserdata(L, NULL);
    lua_setfield(L, -2, "null");
    return 1;
}
