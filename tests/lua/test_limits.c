/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signals that come in the middle of what they change: an interrupt just as the hook is being set,
 * the tick from which instructions count. (valgrind: too slow) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"
#include "state_internal.h"

static void (*signal_comes)(adj_lua *lua);      /* at the next hook that is taken away */
static adj_lua *lua;

void __real_lua_sethook(lua_State *L, lua_Hook hook, int mask, int count);
void __wrap_lua_sethook(lua_State *L, lua_Hook hook, int mask, int count);

/* As if the handler ran when the caller had made up its mind what to set. */
void __wrap_lua_sethook(lua_State *L, lua_Hook hook, int mask, int count)
{
    void (*handler)(adj_lua *) = signal_comes;

    if (mask == 0 && handler != NULL) {
        signal_comes = NULL;
        handler(lua);
    }
    __real_lua_sethook(L, hook, mask, count);
}

static int new_state(void **state)
{
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_error err;

    (void)state;
    signal_comes = NULL;
    return adj_lua_new(&options, &lua, &err) == ADJ_OK ? 0 : -1;
}

static int close_state(void **state)
{
    (void)state;
    adj_lua_close(lua);
    return 0;
}

/* Runs a long loop; the message of the error that ended it, or "". */
static const char *run_long(long times)
{
    char text[80];
    int n = snprintf(text, sizeof text, "local n = 0 for i = 1, %ld do n = n + i end", times);
    lua_State *L = adj_lua_state(lua);

    lua_settop(L, 0);
    assert_int_equal(adj_lua_load_host(L, text, (size_t)n, "=loop"), LUA_OK);
    return adj_lua_protected_call(L, 0, 0) == LUA_OK ? "" : lua_tostring(L, -1);
}

static void an_interrupt_while_the_hook_is_taken_away_is_heard(void **state)
{
    static const adj_limits_request none = {0, 0, 0};

    (void)state;
    signal_comes = adj_lua_interrupt;
    assert_null(adj_limits_begin(lua, &none));
    assert_null(signal_comes);
    assert_string_equal(run_long(1000000), "interrupted at loop:1");
    assert_int_equal(adj_limits_finish(lua), TRIP_INTERRUPT);
    assert_string_equal(run_long(1000000), "");
}

/* What the handler does with the second tick of a command; the hook it sets is taken away. */
static void late_tick(adj_lua *of)
{
    of->ticks = of->hook_from;
    of->late = true;
}

static void instructions_count_when_the_tick_comes_while_the_hook_is_taken_away(void **state)
{
    static const adj_limits_request request = {.instructions = 40000000, .cpu_ms = 1000000};

    (void)state;
    signal_comes = late_tick;
    assert_null(adj_limits_begin(lua, &request));
    assert_null(signal_comes);
    assert_string_equal(run_long(20000000), "instruction limit (40000000) reached at loop:1");
    assert_int_equal(adj_limits_finish(lua), TRIP_INSTRUCTIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_interrupt_while_the_hook_is_taken_away_is_heard,
                                        new_state, close_state),
        cmocka_unit_test_setup_teardown(
            instructions_count_when_the_tick_comes_while_the_hook_is_taken_away, new_state,
            close_state),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
