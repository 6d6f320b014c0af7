/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: luaspec FILE_spec.lua ...        runs specs of the prelude in the host environment
 *        luaspec --plain FILE.lua ...     runs the files there as they are (benchmarks)
 *
 * The C side makes a state as the program does and lends the outside world that host Lua
 * lacks on purpose, as the table `outside`; tests/lua/luaspec.lua does the rest. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lauxlib.h>
#include <lua.h>

#include "adj_build.h"
#include "adjutant.h"

/* --- what a spec may do outside Lua ------------------------------------------- */

/* outside.write(text) */
static int outside_write(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);

    fwrite(text, 1, length, stdout);
    fflush(stdout);
    return 0;
}

/* outside.seconds() -> processor time used, for figures only */
static int outside_seconds(lua_State *L)
{
    struct timespec now;

    /* that of the process goes in steps of 4 ms once a limit of CPU time has been set */
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec / 1e9);
    return 1;
}

/* outside.getenv(name) -> text or nil */
static int outside_getenv(lua_State *L)
{
    lua_pushstring(L, getenv(luaL_checkstring(L, 1)));
    return 1;
}

/* outside.folder() -> the path of a fresh folder, below TMPDIR */
static int outside_folder(lua_State *L)
{
    const char *tmp = getenv("TMPDIR");
    char path[1024];

    snprintf(path, sizeof path, "%s/luaspec.XXXXXX", tmp != NULL ? tmp : "/tmp");
    if (mkdtemp(path) == NULL)
        return luaL_error(L, "no folder could be made below %s", path);
    lua_pushstring(L, path);
    return 1;
}

/* outside.run(command) -> status, output: a command of the shell, its two outputs together */
static int outside_run(lua_State *L)
{
    const char *command = lua_pushfstring(L, "{ %s\n} 2>&1", luaL_checkstring(L, 1));
    luaL_Buffer text;
    char piece[4096];
    size_t n;
    FILE *in;
    int status;

    luaL_buffinit(L, &text);
    if ((in = popen(command, "r")) == NULL)
        return luaL_error(L, "no shell");
    while ((n = fread(piece, 1, sizeof piece, in)) > 0)
        luaL_addlstring(&text, piece, n);
    status = pclose(in);
    luaL_pushresult(&text);
    lua_pushinteger(L, status / 256);
    lua_insert(L, -2);
    return 2;
}

/* outside.failing(nth, forever, f) -> whether the failure was reached, ok, value or message:
 * calls f() while the nth allocation from now fails, and with `forever` all later ones */
static int outside_failing(lua_State *L)
{
    adj_lua *lua = adj_lua_of(L);
    bool forever = lua_toboolean(L, 2), reached;
    int status;

    lua_settop(L, 3);
    lua_pushvalue(L, 3);
    adj_lua_fail_allocation(lua, (unsigned long)luaL_checkinteger(L, 1), forever);
    status = adj_lua_protected_call(L, 0, 1);       /* as the program calls */
    reached = adj_lua_fail_allocation_left(lua) <= (forever ? 1 : 0);
    adj_lua_fail_allocation(lua, 0, false);
    lua_pushboolean(L, reached);
    lua_pushboolean(L, status == LUA_OK);
    lua_rotate(L, -3, 2);
    return 3;
}

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    char *text = NULL;
    long size;

    if (in == NULL)
        return NULL;
    if (fseek(in, 0, SEEK_END) == 0 && (size = ftell(in)) >= 0 && fseek(in, 0, SEEK_SET) == 0
        && (text = malloc((size_t)size + 1)) != NULL) {
        *length = fread(text, 1, (size_t)size, in);
        text[*length] = '\0';
    }
    fclose(in);
    return text;
}

/* Pushes a function for the host file at `path`, or a message; false then. */
static bool push_chunk(lua_State *L, const char *path)
{
    size_t length = 0;
    char *text = read_file(path, &length);
    bool loaded;

    if (text == NULL) {
        lua_pushfstring(L, "%s: cannot be read", path);
        return false;
    }
    loaded = adj_lua_load_host(L, text, length, lua_pushfstring(L, "@%s", path)) == LUA_OK;
    free(text);
    lua_remove(L, -2);
    return loaded;
}

/* outside.load(path) -> function, or nil, message */
static int outside_load(lua_State *L)
{
    if (push_chunk(L, luaL_checkstring(L, 1)))
        return 1;
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
}

/* outside.setenv(function, table): the globals of a loaded chunk */
static int outside_setenv(lua_State *L)
{
    luaL_checktype(L, 1, LUA_TFUNCTION);
    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    if (lua_setupvalue(L, 1, 1) == NULL)
        lua_pop(L, 1);
    return 0;
}

static const luaL_Reg outside[] = {
    {"write", outside_write},   {"seconds", outside_seconds}, {"getenv", outside_getenv},
    {"folder", outside_folder}, {"run", outside_run},         {"load", outside_load},
    {"setenv", outside_setenv}, {"failing", outside_failing}, {NULL, NULL},
};

/* --- the program ----------------------------------------------------------------- */

static int complain(lua_State *L)
{
    fprintf(stderr, "luaspec: %s\n", luaL_tolstring(L, -1, NULL));
    adj_lua_push_traceback(L);
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    return EXIT_FAILURE;
}

/* Calls tests/lua/luaspec.lua with (outside, plain, path ...); its status is the program's. */
static int run(lua_State *L, int count, char **paths, bool plain)
{
    if (!push_chunk(L, ADJ_SOURCE_DIR "/tests/lua/luaspec.lua"))
        return complain(L);
    luaL_newlib(L, outside);
    lua_pushboolean(L, plain);
    luaL_checkstack(L, count, "too many files");
    for (int i = 0; i < count; i++)
        lua_pushstring(L, paths[i]);
    if (adj_lua_protected_call(L, count + 2, 1) != LUA_OK)
        return complain(L);
    return (int)lua_tointeger(L, -1);
}

int main(int argc, char **argv)
{
    bool plain = argc > 1 && strcmp(argv[1], "--plain") == 0;
    /* Specs live with the program's own limit. */
    adj_lua_options options = {
        .data_dir = ADJ_SOURCE_DIR,
        .heap_cap = plain ? (size_t)512 * 1024 * 1024 : 0,
    };
    int first = plain ? 2 : 1, status;
    adj_lua *lua = NULL;
    adj_error err = {0};

    if (argc <= first) {
        fprintf(stderr, "usage: luaspec [--plain] FILE ...\n");
        return 2;
    }
    if (adj_lua_new(&options, &lua, &err) != ADJ_OK) {
        fprintf(stderr, "luaspec: %s\n", err.text);
        return EXIT_FAILURE;
    }
    status = run(adj_lua_state(lua), argc - first, argv + first, plain);
    adj_lua_close(lua);
    return status;
}
