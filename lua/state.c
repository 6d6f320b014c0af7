/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/state.c -- making and closing a state, the host environment, host modules. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lualib.h>

#include "bind/bind_internal.h"
#include "files.h"
#include "precompiled.h"
#include "state_internal.h"

enum { DEFAULT_HEAP = 64 * 1024 * 1024, HOST_FILE_MAX = 4 * 1024 * 1024 };

/* Registry keys: their addresses. */
static const char HOST_KEY, MODULES_KEY, TRACEBACK_KEY;

/* How the names of host chunks begin; core.sandbox.load gives none like these. */
static const char *const host_chunks[] = {"@lua/adjutant/", "@repl/shell/", "@tests/", "@/"};

adj_lua *adj_lua_of(lua_State *L)
{
    return *(adj_lua **)lua_getextraspace(L);
}

lua_State *adj_lua_state(adj_lua *lua)
{
    return lua->L;
}

const char *adj_lua_data(const adj_lua *lua)
{
    return lua->data_dir;
}

bool adj_chunk_is_host(const char *source)
{
    for (size_t i = 0; i < sizeof host_chunks / sizeof *host_chunks; i++)
        if (strncmp(source, host_chunks[i], strlen(host_chunks[i])) == 0)
            return true;
    return false;
}

/* --- the data folder ---------------------------------------------------------------- */

static bool holds_prelude(const char *dir)
{
    char path[PATH_MAX];
    int n = snprintf(path, sizeof path, "%s/lua/adjutant", dir);

    return n > 0 && (size_t)n < sizeof path && access(path, R_OK | X_OK) == 0;
}

static bool resolve(const char *dir, char *out, size_t size)
{
    char real[PATH_MAX];

    if (!holds_prelude(dir) || realpath(dir, real) == NULL || strlen(real) >= size)
        return false;
    memcpy(out, real, strlen(real) + 1);
    return true;
}

adj_status adj_lua_data_dir(char *out, size_t size, adj_error *err)
{
    /* PREFIX/bin/adjutant; build/adjutant, build/tests/luaspec, build/asan/tests/luaspec */
    static const char *const from_exe[] = {"../share/adjutant", "..", "../..", "../../.."};
    const char *home = getenv("ADJUTANT_HOME");
    char dir[PATH_MAX + 32], *exe, *slash;
    adj_status status;

    if (home != NULL && home[0] != '\0') {
        if (resolve(home, out, size))
            return ADJ_OK;
        return adj_error_set(err, ADJ_ENOTFOUND,
                             "no lua/adjutant in ADJUTANT_HOME (%s)", home);
    }
    if ((status = adj_file_executable(&exe, err)) != ADJ_OK)
        return status;
    if ((slash = strrchr(exe, '/')) != NULL)
        *slash = '\0';
    status = ADJ_ENOTFOUND;
    for (size_t i = 0; i < sizeof from_exe / sizeof *from_exe && status != ADJ_OK; i++) {
        (void)snprintf(dir, sizeof dir, "%s/%s", exe, from_exe[i]);
        if (resolve(dir, out, size))
            status = ADJ_OK;
    }
    if (status != ADJ_OK)
        adj_error_set(err, status, "cannot find the folder with lua/adjutant near %s; "
                      "set ADJUTANT_HOME", exe);
    free(exe);
    return status;
}

/* --- host chunks and modules -------------------------------------------------------- */

void adj_lua_push_host(lua_State *L)
{
    lua_rawgetp(L, LUA_REGISTRYINDEX, &HOST_KEY);
}

static int load_host(lua_State *L, const void *chunk, size_t length, const char *chunkname,
                     const char *mode)
{
    int status = luaL_loadbufferx(L, chunk, length, chunkname, mode);

    if (status == LUA_OK) {
        adj_lua_push_host(L);
        if (lua_setupvalue(L, -2, 1) == NULL)
            lua_pop(L, 1);
    }
    return status;
}

int adj_lua_load_host(lua_State *L, const char *text, size_t length, const char *chunkname)
{
    return load_host(L, text, length, chunkname, "t");
}

/* "adjutant.x.y" -> <data>/lua/adjutant/x/y.lua and @lua/adjutant/x/y.lua */
static void module_path(lua_State *L, const char *name, char *path, size_t size)
{
    const char *rest = NULL, *folder = NULL;
    adj_lua *lua = adj_lua_of(L);
    int n;

    if (strncmp(name, "adjutant.", 9) == 0) {
        folder = "lua/adjutant/";
        rest = name + 9;
    } else if (strncmp(name, "shell.", 6) == 0) {
        folder = "repl/shell/";
        rest = name + 6;
    }
    if (folder == NULL || *rest == '\0' || *rest == '.' || rest[strlen(rest) - 1] == '.' ||
        strspn(rest, "abcdefghijklmnopqrstuvwxyz_0123456789.") != strlen(rest) ||
        strstr(rest, "..") != NULL) {
        luaL_error(L, "no host module is called '%s'", name);
        return;                             /* never: for those who do not know luaL_error */
    }
    n = snprintf(path, size, "%s/%s", lua->data_dir, folder);
    if (n < 0 || (size_t)n + strlen(rest) + 5 > size)
        luaL_error(L, "the path of module '%s' is too long", name);
    for (; *rest != '\0'; rest++)
        path[n++] = *rest == '.' ? '/' : *rest;
    memcpy(path + n, ".lua", 5);
}

static void load_module(lua_State *L, const char *name)
{
    char path[PATH_MAX], chunk[PATH_MAX + 1];
    const adj_precompiled_chunk *ready;
    adj_lua *lua = adj_lua_of(L);
    size_t length;
    char *text;
    adj_error err;
    int status;

    module_path(L, name, path, sizeof path);
    (void)snprintf(chunk, sizeof chunk, "@%s", path + strlen(lua->data_dir) + 1);
    if (adj_file_read(path, HOST_FILE_MAX, &text, &length, &err) != ADJ_OK)
        luaL_error(L, "cannot read %s", err.text);
    ready = adj_precompiled_find(lua->precompiled, chunk + 1, text, length);
    status = ready != NULL ? load_host(L, ready->code, ready->length, chunk, "b")
                           : load_host(L, text, length, chunk, "t");
    free(text);
    if (status != LUA_OK)
        lua_error(L);
}

void adj_lua_require(lua_State *L, const char *name)
{
    static const char LOADING;
    int status;

    lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    if (lua_getfield(L, -1, name) != LUA_TNIL) {
        if (lua_touserdata(L, -1) == (const void *)&LOADING)
            luaL_error(L, "module '%s' requires itself in a circle", name);
        lua_remove(L, -2);
        return;
    }
    lua_pop(L, 1);
    load_module(L, name);
    lua_pushlightuserdata(L, (void *)(uintptr_t)&LOADING);
    lua_setfield(L, -3, name);
    lua_pushstring(L, name);
    /* Not adj_limits_pcall: the error of a limit further out must not pass by here. */
    status = lua_pcall(L, 1, 1, 0);
    if (status != LUA_OK) {
        lua_pushnil(L);
        lua_setfield(L, -3, name);
        if (status == LUA_ERRMEM)
            adj_limits_trip(L, TRIP_MEMORY);
        lua_error(L);
    }
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_pushboolean(L, 1);
    }
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, name);
    lua_remove(L, -2);
}

static int host_require(lua_State *L)
{
    adj_lua_require(L, luaL_checkstring(L, 1));
    return 1;
}

/* --- protected calls ---------------------------------------------------------------- */

/* Like the library's, but a limit's error passes through to the edge of the command. */
static int host_pcall(lua_State *L)
{
    int status;

    luaL_checkany(L, 1);
    lua_pushboolean(L, 1);
    lua_insert(L, 1);
    status = adj_limits_pcall(L, lua_gettop(L) - 2, LUA_MULTRET, 0);
    if (status == LUA_OK)
        return lua_gettop(L);
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

static int host_xpcall(lua_State *L)
{
    int status, n = lua_gettop(L);

    luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_pushboolean(L, 1);
    lua_pushvalue(L, 1);
    lua_rotate(L, 3, 2);        /* f handler true f args... */
    status = adj_limits_pcall(L, n - 2, LUA_MULTRET, 2);
    if (status == LUA_OK)
        return lua_gettop(L) - 2;
    lua_pushboolean(L, 0);
    lua_insert(L, -2);
    return 2;
}

static int keep_traceback(lua_State *L)
{
    const char *message = lua_tostring(L, 1);

    if (message != NULL && adj_lua_of(L)->tripped == TRIP_NONE) {
        luaL_traceback(L, L, message, 1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &TRACEBACK_KEY);
    }
    lua_settop(L, 1);
    return 1;
}

int adj_lua_protected_call(lua_State *L, int nargs, int nresults)
{
    int at = lua_gettop(L) - nargs, status;

    lua_pushcfunction(L, keep_traceback);
    lua_insert(L, at);
    status = adj_limits_pcall(L, nargs, nresults, at);
    lua_remove(L, at);
    return status;
}

void adj_lua_push_traceback(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &TRACEBACK_KEY) != LUA_TSTRING) {
        lua_pop(L, 1);
        lua_pushliteral(L, "");
    }
}

/* --- making and closing -------------------------------------------------------------- */

static int on_panic(lua_State *L)
{
    const char *message = lua_tostring(L, -1);

    fprintf(stderr, "adjutant: internal error outside a protected call: %s\n",
            message != NULL ? message : "(no message)");
    _exit(1);
}

static void push_core(lua_State *L)
{
    lua_newtable(L);
    lua_pushstring(L, adj_lua_of(L)->data_dir);
    lua_setfield(L, -2, "data_dir");
    lua_createtable(L, 0, 1);
    lua_pushcfunction(L, adj_core_index);
    lua_setfield(L, -2, "__index");
    lua_setmetatable(L, -2);
}

/* What host and scripts have in common: there is one metatable for all strings, and no text
 * may hold an address. */
static void share_functions(lua_State *L)
{
    static const char *const shared[] = {"format", NULL};

    adj_lua_push_host(L);
    lua_pushcfunction(L, adj_sandbox_tostring);
    lua_setfield(L, -2, "tostring");
    adj_sandbox_push_string(L);
    lua_getfield(L, -2, "string");
    for (size_t i = 0; shared[i] != NULL; i++) {
        lua_getfield(L, -2, shared[i]);
        lua_setfield(L, -2, shared[i]);
    }
    lua_pop(L, 1);
    lua_pushliteral(L, "");
    lua_createtable(L, 0, 2);
    lua_pushvalue(L, -3);
    lua_setfield(L, -2, "__index");
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_settop(L, 0);
}

/* Builds the host environment out of the opened libraries and leaves Lua's own table of
 * globals empty: a chunk that is loaded without an environment finds nothing. */
static int open_host(lua_State *L)
{
    static const luaL_Reg libraries[] = {
        {LUA_GNAME, luaopen_base}, {"string", luaopen_string}, {"table", luaopen_table},
        {"math", luaopen_math}, {NULL, NULL},
    };
    static const char *const absent[] = {"dofile", "loadfile", "_G", NULL};
    static const luaL_Reg own[] = {
        {"require", host_require}, {"pcall", host_pcall}, {"xpcall", host_xpcall},
        {NULL, NULL},
    };

    luaL_Buffer large;

    /* Lua makes the type of its large buffers with the first of them, and keeps it half made
     * when memory runs out in that. */
    luaL_buffinitsize(L, &large, LUAL_BUFFERSIZE + 1);
    luaL_pushresultsize(&large, 0);
    lua_settop(L, 0);
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &MODULES_KEY);
    for (const luaL_Reg *lib = libraries; lib->name != NULL; lib++) {
        lua_pushcfunction(L, lib->func);
        lua_call(L, 0, 1);
        if (lib->func == luaopen_base) {
            lua_pushvalue(L, -1);
            lua_rawsetp(L, LUA_REGISTRYINDEX, &HOST_KEY);
            continue;
        }
        adj_lua_push_host(L);
        lua_insert(L, -2);
        lua_setfield(L, -2, lib->name);
        lua_pop(L, 1);
    }
    adj_lua_push_host(L);
    for (size_t i = 0; absent[i] != NULL; i++) {
        lua_pushnil(L);
        lua_setfield(L, -2, absent[i]);
    }
    luaL_setfuncs(L, own, 0);
    push_core(L);
    lua_setfield(L, -2, "core");
    lua_newtable(L);
    lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
    share_functions(L);
    return 0;
}

adj_status adj_lua_new(const adj_lua_options *options, adj_lua **out, adj_error *err)
{
    static const adj_lua_options defaults;
    char dir[PATH_MAX];
    const char *data = dir;
    adj_lua *lua;

    *out = NULL;
    if (options == NULL)
        options = &defaults;
    if (options->data_dir != NULL) {
        data = options->data_dir;
    } else {
        adj_status status = adj_lua_data_dir(dir, sizeof dir, err);

        if (status != ADJ_OK)
            return status;
    }
    lua = calloc(1, sizeof *lua);
    if (lua == NULL || (lua->data_dir = strdup(data)) == NULL)
        goto no_memory;
    lua->precompiled = options->precompiled;
    lua->stuck = options->stuck;
    lua->cap = options->heap_cap != 0 ? options->heap_cap : DEFAULT_HEAP;
    adj_heap_init(lua);
    adj_limits_init(lua);
    lua->L = lua_newstate(adj_heap_alloc, lua);
    if (lua->L == NULL)
        goto no_memory;
    lua_atpanic(lua->L, on_panic);
    *(adj_lua **)lua_getextraspace(lua->L) = lua;
    lua_pushcfunction(lua->L, open_host);
    if (lua_pcall(lua->L, 0, 0, 0) != LUA_OK)
        goto no_memory;
    *out = lua;
    return ADJ_OK;

no_memory:
    adj_lua_close(lua);
    return adj_error_set(err, ADJ_ENOMEM, "not enough memory for Lua");
}

void adj_lua_close(adj_lua *lua)
{
    if (lua == NULL)
        return;
    adj_limits_close(lua);
    if (lua->L != NULL)
        lua_close(lua->L);
    adj_heap_close(lua);
    free(lua->data_dir);
    free(lua);
}
