/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.json when memory runs out, Lua's or jansson's: an error, no leak, and it works after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>
#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"
#include "../core/watched.h"

static const char *const situations[] = {
    "return core.json.encode { b = { 1, 2.5, 'x', {}, true }, a = { { { core.json.null } } } }",
    "return core.json.encode({ ['k\\xff'] = 'v\\xe2', [('k'):rep(99)] = ('y'):rep(5000) },"
    " { pretty = true })",
    "local t = {} for i = 1, 60 do t[i] = { n = i, ['k' .. i] = 'v' } end"
    " return core.json.encode(t)",
    "pcall(core.json.encode, { a = { 1, { b = print } } }) return ''",
    "return core.json.encode(assert(core.json.decode('{\"a\":[1,2.5,\"x\\\\u00e9\",{},[],null],"
    "\"b\":{\"c\":{\"d\":\"' .. ('e'):rep(3000) .. '\"}}}')))",
    "local t = {} for i = 1, 60 do t[i] = '{\"n\":' .. i .. ',\"s\":\"' .. i .. '\"}' end"
    " return #assert(core.json.decode('[' .. table.concat(t, ',') .. ']'))",
    "local v, m = core.json.decode('{\"a\":[1,2,{\"b\":\"c\"') assert(v == nil and #m > 0)"
    " return ''",
};

/* --- jansson's own requests ---------------------------------------------------------- */

static unsigned long fail_in;       /* 0: off, 1: the next, and with `forever` all later */
static bool forever;
static long live;

static void *sparse_malloc(size_t size)
{
    void *block;

    if (fail_in == 1) {
        fail_in = forever ? 1 : 0;
        return NULL;
    }
    fail_in -= fail_in > 1;
    block = malloc(size);
    live += block != NULL;
    return block;
}

static void sparse_free(void *block)
{
    live -= block != NULL;
    free(block);
}

/* Runs the situation in a state; the result's text, or NULL when it failed. */
static bool tell(lua_State *L, const char *text)
{
    int status = adj_lua_load_host(L, text, strlen(text), "@tests/lua/situation.lua");

    assert_int_equal(status, LUA_OK);
    return adj_lua_protected_call(L, 0, 1) == LUA_OK;
}

static adj_lua *new_state(void)
{
    const adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_lua *lua = NULL;

    assert_int_equal(adj_lua_new(&options, &lua, NULL), ADJ_OK);
    return lua;
}

/* Fails request n of Jansson or of Lua in the situation. True when that was never reached. */
static bool fail_at(const char *text, unsigned long n, bool of_lua)
{
    adj_lua *lua = new_state();
    lua_State *L = adj_lua_state(lua);
    bool done, reached;

    if (of_lua)
        adj_lua_fail_allocation(lua, n, forever);
    else
        fail_in = n;
    done = adj_lua_load_host(L, text, strlen(text), "@tests/lua/situation.lua") == LUA_OK
           && adj_lua_protected_call(L, 0, 1) == LUA_OK;
    reached = of_lua ? adj_lua_fail_allocation_left(lua) <= (forever ? 1 : 0)
                     : fail_in <= (forever ? 1 : 0);
    adj_lua_fail_allocation(lua, 0, false);
    fail_in = 0;
    if (!reached)
        assert_true(done);
    else if (!done && of_lua)
        assert_non_null(strstr(lua_tostring(L, -1), "memory"));
    else if (!done)     /* Jansson takes a text that it has no room for as a wrong one */
        assert_non_null(lua_tostring(L, -1));
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
    assert_int_equal(live, 0);
    if (!tell(L, text))
        fail_msg("request %lu%s of «%s»: then %s", n, forever ? " and all later" : "", text,
                 lua_tostring(L, -1));
    adj_lua_close(lua);
    assert_int_equal(live, 0);
    return !reached;
}

static void try_all(bool of_lua)
{
    unsigned long step = watched() ? 23 : 1;       /* under valgrind or a sanitizer */

    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++)
        for (int all = 0; all < 2; all++)
            for (unsigned long n = 1; n < 3000; n += n < 300 ? step : 7 * step) {
                forever = all != 0;
                if (fail_at(situations[i], n, of_lua))
                    break;
            }
}

static void jansson_may_run_out_of_memory_anywhere(void **state)
{
    (void)state;
    try_all(false);
}

static void lua_may_run_out_of_memory_anywhere(void **state)
{
    (void)state;
    try_all(true);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(jansson_may_run_out_of_memory_anywhere),
        cmocka_unit_test(lua_may_run_out_of_memory_anywhere),
    };

    json_set_alloc_funcs(sparse_malloc, sparse_free);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
