/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox.c -- core.sandbox: what a script sees, and how its text is loaded. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bind_internal.h"
#include "state_internal.h"

/* Registry key of the table of allowed names. */
static const char BASE_KEY;

/* Taken over from the libraries as they are. */
static const char *const from_base[] = {"ipairs", "select", "tonumber", "type",
                                        NULL};
static const char *const from_math[] = {"abs", "ceil", "floor", "max", "maxinteger", "min",
                                        "mininteger", "tointeger", "type", "ult", NULL};

/* Copies names of the table at `from` to the table on the top. */
static void copy_names(lua_State *L, int from, const char *const *names)
{
    for (; *names != NULL; names++) {
        lua_getfield(L, from, *names);
        lua_setfield(L, -2, *names);
    }
}

static void push_base(lua_State *L)
{
    int host;

    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &BASE_KEY) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    adj_lua_push_host(L);
    host = lua_gettop(L);
    lua_newtable(L);
    copy_names(L, host, from_base);
    luaL_setfuncs(L, adj_sandbox_base, 0);

    lua_newtable(L);
    lua_getfield(L, host, "math");
    lua_insert(L, -2);
    copy_names(L, lua_gettop(L) - 1, from_math);
    lua_remove(L, -2);
    adj_freeze_top(L, "math");
    lua_setfield(L, -2, "math");

    lua_newtable(L);
    luaL_setfuncs(L, adj_sandbox_table, 0);
    adj_freeze_top(L, "table");
    lua_setfield(L, -2, "table");

    adj_sandbox_push_string(L);
    adj_freeze_top(L, "string");
    lua_setfield(L, -2, "string");

    lua_remove(L, host);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &BASE_KEY);
}

/* base() -> the table of all that every script may use (frozen) */
static int sandbox_base(lua_State *L)
{
    push_base(L);
    adj_freeze_top(L, NULL);
    return 1;
}

/* --- unknown names ------------------------------------------------------------------------- */

/* Is the function that reads a global one of ours? Those may ask for what is not there. */
static bool asked_by_host(lua_State *L)
{
    lua_Debug caller;

    if (!lua_getstack(L, 1, &caller))
        return true;
    lua_getinfo(L, "S", &caller);
    return strcmp(caller.what, "C") == 0 || adj_chunk_is_host(caller.source);
}

/* __index at the end of an environment. Upvalue 1: the table of the rules API. */
static int unknown_name(lua_State *L)
{
    adj_nearest meant = {.distance = 3};

    if (asked_by_host(L))
        return 0;
    if (lua_type(L, 2) != LUA_TSTRING)
        return luaL_error(L, "an environment is indexed with a %s", luaL_typename(L, 2));
    meant.wanted = lua_tostring(L, 2);
    if (strlen(meant.wanted) < 5)
        meant.distance = 2;
    push_base(L);
    adj_bind_nearest(L, -1, &meant);
    adj_bind_nearest(L, lua_upvalueindex(1), &meant);
    if (meant.name != NULL)
        return luaL_error(L, "unknown name `%s` (did you mean `%s`?)", meant.wanted, meant.name);
    return luaL_error(L, "unknown name `%s`", meant.wanted);
}

static int refuse_global(lua_State *L)
{
    adj_sandbox_text(L, 2, NULL);
    return luaL_error(L, "`%s` is not declared: put `local` before it", lua_tostring(L, -1));
}

/* __newindex of an environment that takes globals. Upvalue 1: the table behind it. */
static int set_global(lua_State *L)
{
    lua_pushvalue(L, 2);
    if (lua_gettable(L, lua_upvalueindex(1)) != LUA_TNIL)
        return luaL_error(L, "`%s` is a name of the rules: choose another",
                          adj_sandbox_text(L, 2, NULL));
    lua_settop(L, 3);
    lua_rawset(L, 1);
    return 0;
}

/* environment(api [, { globals = true }]) -> a table for core.sandbox.load: the allowed names,
 * then those of `api` (which may still grow). Reading any other name raises; so does writing,
 * unless `globals` lets the chunk have globals of its own. */
static int sandbox_environment(lua_State *L)
{
    bool globals = false;

    luaL_checktype(L, 1, LUA_TTABLE);
    if (lua_istable(L, 2)) {
        lua_getfield(L, 2, "globals");
        globals = lua_toboolean(L, -1);
    }
    lua_settop(L, 1);

    if (!lua_getmetatable(L, 1)) {          /* the last to be asked: api, then unknown_name */
        lua_createtable(L, 0, 1);
        lua_pushvalue(L, 1);
        lua_pushcclosure(L, unknown_name, 1);
        lua_setfield(L, -2, "__index");
        lua_setmetatable(L, 1);
    }
    lua_settop(L, 1);

    lua_newtable(L);                        /* 2: the allowed names, then api */
    push_base(L);
    for (lua_pushnil(L); lua_next(L, 3) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    lua_settop(L, 2);
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, 1);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, 2);

    lua_newtable(L);                        /* 3: the environment, empty so that writes show */
    lua_createtable(L, 0, 4);
    lua_pushvalue(L, 2);
    lua_setfield(L, -2, "__index");
    if (globals) {
        lua_pushvalue(L, 2);
        lua_pushcclosure(L, set_global, 1);
    } else {
        lua_pushcfunction(L, refuse_global);
    }
    lua_setfield(L, -2, "__newindex");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushliteral(L, "environment");
    lua_setfield(L, -2, "__name");
    lua_setmetatable(L, 3);
    return 1;
}

/* --- loading text ------------------------------------------------------------------------ */

/* A chunk name that shows `name` as the file: never an absolute path, never like one of ours. */
static const char *chunk_name(lua_State *L, const char *name)
{
    if (name[0] == '=')
        return name;
    if (name[0] == '@')
        name++;
    if (name[0] == '/')
        name = strrchr(name, '/') + 1;
    name = lua_pushfstring(L, "@%s", name);
    return adj_chunk_is_host(name) ? lua_pushfstring(L, "@./%s", name + 1) : name;
}

/* A text on its way to the compiler, which asks for it piece by piece. Each piece polls: a text can
 * be such that every name in it takes the compiler a long time. */
enum { PIECE = 64 };

typedef struct {
    const char *at, *end;
    const char *piece;          /* what it was given last */
    int line;                   /* on which that begins */
} source;

static const char *next_piece(lua_State *L, void *data, size_t *size)
{
    source *text = data;

    adj_lua_charge(L, 0);
    for (; text->piece < text->at; text->piece++)
        text->line += *text->piece == '\n';
    *size = (size_t)(text->end - text->at) < PIECE ? (size_t)(text->end - text->at) : PIECE;
    text->at += *size;
    return text->piece;
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t n = strlen(end);

    return length >= n && memcmp(text + length - n, end, n) == 0;
}

/* What whoever is new to Lua meant by what it came upon; NULL when nothing is known. The message names
 * the token last: "'then' expected near '='". */
static const char *what_was_meant(const char *message, size_t length)
{
    static const struct {
        const char *holds, *ends, *meant;
    } known[] = {
        {"'}' expected", "near '='", "a key that is no plain name stands in brackets, [2] = 5"},
        {"near '='", "near '='", "= sets a value, == compares"},
        {"near '!'", "near '!'", "unequal is ~= in Lua, and a negation is not"},
        {"near '&'", "near '&'", "in Lua that is the word and"},
        {"near '|'", "near '|'", "in Lua that is the word or"},
        {"syntax error", "near '+'", "a value is set by =, as in n = n + 1"},
        {"syntax error", "near '-'", "a value is set by =, as in n = n - 1"},
        {"unexpected symbol", "near ','", "is an end, or a value, missing before it?"},
    };
    const char *near = strstr(message, " near '");

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(message, known[i].holds) != NULL && ends_with(message, length, known[i].ends))
            return known[i].meant;
    if (near == NULL)
        return NULL;
    near += strlen(" near '");
    if (near[0] == '<' && near[1] == '\\')
        return "Lua does not know this character; quotation marks are \" or '";
    if (strstr(message, "'}' expected") != NULL && (isalnum((unsigned char)*near) || strchr("_\"'[{", *near) != NULL))
        return "is a comma missing before it?";
    return NULL;
}

/* Adds to the message on top what was meant. */
static void add_what_was_meant(lua_State *L)
{
    size_t length;
    const char *message = lua_tolstring(L, -1, &length);
    const char *meant = what_was_meant(message, length);

    if (meant != NULL) {
        lua_pushfstring(L, "%s; %s", message, meant);
        lua_replace(L, -2);
    }
}

/* Compiles; pushes the function and returns true, or the message. A limit goes on to whoever set it. */
static bool compile(lua_State *L, const char *text, size_t length, const char *name)
{
    source whole = {text, text + length, text, 1};
    int status = lua_load(L, next_piece, &whole, name, "t");

    if (status == LUA_OK)
        return true;
    if (adj_lua_of(L)->tripped != TRIP_NONE)
        lua_error(L);
    if (status == LUA_ERRMEM)
        adj_limits_trip(L, TRIP_MEMORY);
    if (status == LUA_ERRRUN) {         /* too deep, too much of something: Lua does not say where */
        lua_pushfstring(L, "%s:%d: %s", name + 1, whole.line, lua_tostring(L, -1));
        lua_replace(L, -2);
    }
    if (status == LUA_ERRSYNTAX)
        add_what_was_meant(L);
    return false;
}

/* load(text, chunkname, env) -> function, or nil and a message */
static int sandbox_load(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *name = luaL_checkstring(L, 2);

    luaL_checktype(L, 3, LUA_TTABLE);
    lua_settop(L, 3);
    name = chunk_name(L, name);
    if (length > TEXT_MAX) {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: longer than 1 MiB", name + 1);
        return 2;
    }
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {    /* the mark that editors of Windows put first */
        text += 3;
        length -= 3;
    }
    if (length > 0 && text[0] == '\x1b') {
        lua_pushnil(L);
        lua_pushfstring(L, "%s: compiled Lua is not accepted", name + 1);
        return 2;
    }
    adj_lua_charge(L, length + 1);
    if (!compile(L, text, length, name)) {
        lua_pushnil(L);
        lua_insert(L, -2);
        return 2;
    }
    lua_pushvalue(L, 3);
    if (lua_setupvalue(L, -2, 1) == NULL)
        lua_pop(L, 1);
    return 1;
}

/* metatable(value) -> its metatable, locked or not: for the test that walks everything */
static int sandbox_metatable(lua_State *L)
{
    luaL_checkany(L, 1);
    if (!lua_getmetatable(L, 1))
        lua_pushnil(L);
    return 1;
}

/* behind(t) -> the table behind a frozen one, or t: for that test too */
static int sandbox_behind(lua_State *L)
{
    luaL_checkany(L, 1);
    lua_settop(L, 1);
    adj_bind_thaw(L, 1);
    return 1;
}

int adj_open_sandbox(lua_State *L);

int adj_open_sandbox(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"base", sandbox_base},
        {"behind", sandbox_behind},
        {"environment", sandbox_environment},
        {"freeze", adj_sandbox_freeze},
        {"is_frozen", adj_sandbox_is_frozen},
        {"load", sandbox_load},
        {"metatable", sandbox_metatable},
        {"pairs", adj_sandbox_pairs},
        {"seal", adj_sandbox_seal},
        {"upvalues", adj_sandbox_upvalues},
        {NULL, NULL},
    };

    luaL_newlib(L, functions);
    return 1;
}
