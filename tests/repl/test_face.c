/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What readline calls while a line is read: no error of Lua may pass through its frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"
#include "face.h"
#include "prompt.h"

static adj_completer completer;
static void *context;
static unsigned long failing;           /* the allocation that fails in the completer; 0: none */
static bool came_back;
static char first[64];                  /* candidate; "" when there was none */

/* In place of readline: it asks for candidates and then has its line. */
void __wrap_adj_prompt_begin(adj_completer given, void *of);
adj_line_status __wrap_adj_prompt_read(const char *prompt, adj_line *line);

void __wrap_adj_prompt_begin(adj_completer given, void *of)
{
    completer = given;
    context = of;
}

adj_line_status __wrap_adj_prompt_read(const char *prompt, adj_line *line)
{
    adj_lua *lua = adj_lua_of(context);
    int top = lua_gettop(context);
    char **all;

    (void)prompt;
    adj_lua_fail_allocation(lua, failing, failing != 0);
    all = completer(context, "units of a line that is longer than a short text", 0, 48);
    adj_lua_fail_allocation(lua, 0, false);
    came_back = true;
    assert_int_equal(lua_gettop(context), top);
    first[0] = '\0';
    for (size_t i = 0; all != NULL && all[i] != NULL; i++) {
        if (i == 0)
            strcpy(first, all[i]);
        free(all[i]);
    }
    free(all);
    line->text = strdup("line");
    line->length = 4;
    return ADJ_LINE_READ;
}

static int install(lua_State *L)
{
    adj_open_terminal(L);
    adj_lua_push_host(L);
    lua_insert(L, 1);
    lua_setfield(L, 1, "terminal");
    return 0;
}

static int run(lua_State *L, const char *text)
{
    int status = adj_lua_load_host(L, text, strlen(text), "@tests/face.lua");

    return status == LUA_OK ? adj_lua_protected_call(L, 0, 0) : status;
}

static void completing_without_memory_is_completing_nothing(void **state)
{
    static const char read_one[] =
        "local text = terminal.read_line('> ', function(line, start)\n"
        "  return { line:sub(start + 1) .. '!' }\n"
        "end)\n"
        "assert(text == 'line')";
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_lua *lua = NULL;
    adj_error err;
    lua_State *L;
    int failures = 0;

    (void)state;
    assert_int_equal(adj_lua_new(&options, &lua, &err), ADJ_OK);
    L = adj_lua_state(lua);
    lua_pushcfunction(L, install);
    assert_int_equal(lua_pcall(L, 0, 0, 0), LUA_OK);
    for (failing = 1; failing < 100; failing++) {
        came_back = false;
        assert_int_equal(run(L, read_one), LUA_OK);
        assert_true(came_back);
        if (first[0] != '\0')
            break;
        failures++;
    }
    assert_string_equal(first, "units of a line that is longer than a short text!");
    assert_true(failures > 0);
    adj_lua_close(lua);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(completing_without_memory_is_completing_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
