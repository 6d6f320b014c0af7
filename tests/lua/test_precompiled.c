/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Host modules that the build compiled: taken only for the source and the Lua they are of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include <lauxlib.h>

#include "adjutant.h"
#include "precompiled.h"

extern const char lua_ident[];

#define SOURCE "return 'source'"

/* A data folder with one module, and its code, which tells that it is not the source. */
static char folder[] = "/tmp/adjutant-precompiled-XXXXXX";
static char code[4096];
static size_t code_length;

static int keep(lua_State *L, const void *piece, size_t size, void *to)
{
    (void)L;
    (void)to;
    assert_true(size <= sizeof code - code_length);
    memcpy(code + code_length, piece, size);
    code_length += size;
    return 0;
}

static void path_of(char path[256], const char *below)
{
    (void)snprintf(path, 256, "%s%s", folder, below);
}

static void write_module(const char *text)
{
    char path[256];
    FILE *out;

    path_of(path, "/lua/adjutant/probe.lua");
    out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(text, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

static int make_folder(void **state)
{
    char path[256];
    lua_State *L = luaL_newstate();

    (void)state;
    if (L == NULL || mkdtemp(folder) == NULL)
        return -1;
    path_of(path, "/lua");
    if (mkdir(path, 0700) != 0)
        return -1;
    path_of(path, "/lua/adjutant");
    if (mkdir(path, 0700) != 0)
        return -1;
    if (luaL_loadstring(L, "return 'compiled'") != LUA_OK || lua_dump(L, keep, NULL, 0) != 0)
        return -1;
    lua_close(L);
    return 0;
}

static int remove_folder(void **state)
{
    char path[256];

    (void)state;
    path_of(path, "/lua/adjutant/probe.lua");
    (void)unlink(path);
    path_of(path, "/lua/adjutant");
    (void)rmdir(path);
    path_of(path, "/lua");
    (void)rmdir(path);
    return rmdir(folder);
}

static int require_probe(lua_State *L)
{
    adj_lua_require(L, "adjutant.probe");
    return 1;
}

/* What the module says when the program has `set`: "source", "compiled" or an error. */
static void assert_says(const adj_precompiled *set, const char *expected)
{
    adj_lua_options options = {.data_dir = folder, .precompiled = set};
    adj_lua *lua = NULL;
    lua_State *L;

    assert_int_equal(adj_lua_new(&options, &lua, NULL), ADJ_OK);
    L = adj_lua_state(lua);
    lua_pushcfunction(L, require_probe);
    (void)adj_lua_protected_call(L, 0, 1);
    assert_non_null(strstr(lua_tostring(L, -1), expected));
    adj_lua_close(lua);
}

/* One module of the text SOURCE. */
static adj_precompiled_chunk chunk_of(const char *path, size_t length)
{
    adj_precompiled_chunk chunk = {
        path, strlen(SOURCE), adj_precompiled_print(SOURCE, strlen(SOURCE)), code, length,
    };

    return chunk;
}

static void the_code_is_taken_for_its_source(void **state)
{
    adj_precompiled_chunk chunk = chunk_of("lua/adjutant/probe.lua", code_length);
    adj_precompiled set = {lua_ident, &chunk, 1};

    (void)state;
    write_module(SOURCE);
    assert_says(&set, "compiled");
    assert_says(NULL, "source");
}

static void an_edited_source_counts_at_once(void **state)
{
    adj_precompiled_chunk chunk = chunk_of("lua/adjutant/probe.lua", code_length);
    adj_precompiled set = {lua_ident, &chunk, 1};

    (void)state;
    write_module("return 'Source'");        /* as long as it was */
    assert_says(&set, "Source");
    write_module(SOURCE " ");
    assert_says(&set, "source");
    write_module(SOURCE);
    chunk.source_print++;
    assert_says(&set, "source");
}

static void another_lua_compiles_the_source(void **state)
{
    adj_precompiled_chunk chunk = chunk_of("lua/adjutant/probe.lua", code_length);
    adj_precompiled set = {"$LuaVersion: Lua 5.4.99 $", &chunk, 1};

    (void)state;
    write_module(SOURCE);
    assert_says(&set, "source");
}

static void a_module_that_was_not_there_is_compiled(void **state)
{
    adj_precompiled_chunk chunk = chunk_of("lua/adjutant/other.lua", code_length);
    adj_precompiled set = {lua_ident, &chunk, 1}, empty = {lua_ident, NULL, 0};

    (void)state;
    write_module(SOURCE);
    assert_says(&set, "source");
    assert_says(&empty, "source");
}

static void code_that_is_cut_short_is_an_error(void **state)
{
    adj_precompiled_chunk chunk = chunk_of("lua/adjutant/probe.lua", code_length / 2);
    adj_precompiled set = {lua_ident, &chunk, 1};

    (void)state;
    write_module(SOURCE);
    assert_says(&set, "truncated");
}

static void texts_are_told_apart(void **state)
{
    char text[64];

    (void)state;
    memset(text, 'a', sizeof text);
    for (size_t length = 1; length <= sizeof text; length++) {
        uint64_t print = adj_precompiled_print(text, length);

        for (size_t at = 0; at < length; at++)
            for (int bit = 0; bit < 8; bit++) {
                text[at] ^= (char)(1 << bit);
                assert_true(adj_precompiled_print(text, length) != print);
                text[at] ^= (char)(1 << bit);
            }
        assert_true(adj_precompiled_print(text, length) == print);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_code_is_taken_for_its_source),
        cmocka_unit_test(an_edited_source_counts_at_once),
        cmocka_unit_test(another_lua_compiles_the_source),
        cmocka_unit_test(a_module_that_was_not_there_is_compiled),
        cmocka_unit_test(code_that_is_cut_short_is_an_error),
        cmocka_unit_test(texts_are_told_apart),
    };

    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
