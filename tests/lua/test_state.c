/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state when things go wrong around it: no memory, no data folder, an interrupt. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include <cmocka.h>

#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"
#include "../core/watched.h"

static adj_lua *new_state(size_t heap_cap)
{
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR, .heap_cap = heap_cap};
    adj_lua *lua = NULL;
    adj_error err;

    assert_int_equal(adj_lua_new(&options, &lua, &err), ADJ_OK);
    return lua;
}

/* Runs host text; the status. The error, if any, is left on the stack. */
static int run(lua_State *L, const char *text)
{
    int status = adj_lua_load_host(L, text, strlen(text), "@tests/lua/situation.lua");

    if (status == LUA_OK)
        status = adj_lua_protected_call(L, 0, 0);
    if (status != LUA_OK && getenv("VERBOSE") != NULL)
        print_message("%s\n", lua_tostring(L, -1));
    return status;
}

static void a_state_is_made_and_closed(void **state)
{
    adj_lua *lua = new_state(0);

    (void)state;
    assert_int_equal(run(adj_lua_state(lua), "assert(1 + 1 == 2)"), LUA_OK);
    assert_string_equal(adj_lua_data(lua), ADJ_SOURCE_DIR);
    adj_lua_close(lua);
    adj_lua_close(NULL);
}

static void a_heap_too_small_for_a_state_is_an_error(void **state)
{
    (void)state;
    for (size_t cap = 64; cap < 60000; cap += 97) {
        adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR, .heap_cap = cap};
        adj_lua *lua = NULL;
        adj_error err;
        adj_status status = adj_lua_new(&options, &lua, &err);

        if (status != ADJ_OK) {
            assert_int_equal(status, ADJ_ENOMEM);
            assert_null(lua);
        }
        adj_lua_close(lua);
    }
}

static void the_data_folder_is_that_of_the_build_tree(void **state)
{
    char dir[4096];
    adj_error err;

    (void)state;
    unsetenv("ADJUTANT_HOME");
    assert_int_equal(adj_lua_data_dir(dir, sizeof dir, &err), ADJ_OK);
    assert_string_equal(dir, ADJ_SOURCE_DIR);
    assert_int_equal(adj_lua_data_dir(dir, 4, &err), ADJ_ENOTFOUND);
    setenv("ADJUTANT_HOME", ADJ_SOURCE_DIR "/tests/..", 1);
    assert_int_equal(adj_lua_data_dir(dir, sizeof dir, &err), ADJ_OK);
    assert_string_equal(dir, ADJ_SOURCE_DIR);
    setenv("ADJUTANT_HOME", "/nowhere", 1);
    assert_int_equal(adj_lua_data_dir(dir, sizeof dir, &err), ADJ_ENOTFOUND);
    assert_non_null(strstr(err.text, "ADJUTANT_HOME (/nowhere)"));
    unsetenv("ADJUTANT_HOME");
}

static void an_error_leaves_its_traceback(void **state)
{
    adj_lua *lua = new_state(0);
    lua_State *L = adj_lua_state(lua);

    (void)state;
    adj_lua_push_traceback(L);
    assert_string_equal(lua_tostring(L, -1), "");
    lua_pop(L, 1);
    assert_int_equal(run(L, "local function f() error 'no' end\nf()"), LUA_ERRRUN);
    assert_string_equal(lua_tostring(L, -1), "tests/lua/situation.lua:1: no");
    adj_lua_push_traceback(L);
    assert_non_null(strstr(lua_tostring(L, -1), "situation.lua:2: in main chunk"));
    assert_null(strstr(lua_tostring(L, -1), "0x"));
    adj_lua_close(lua);
}

static void host_modules_are_loaded_once_and_by_proper_names(void **state)
{
    adj_lua *lua = new_state(0);
    lua_State *L = adj_lua_state(lua);
    static const char *const wrong[] = {"x", "adjutant", "adjutant.", "adjutant..text",
                                        "adjutant./etc", "shell.x y", "os", ""};

    (void)state;
    assert_int_equal(run(L, "assert(require 'adjutant.text' == require 'adjutant.text')"),
                     LUA_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        lua_settop(L, 0);
        lua_pushfstring(L, "require '%s'", wrong[i]);
        assert_int_equal(run(L, lua_tostring(L, -1)), LUA_ERRRUN);
        assert_non_null(strstr(lua_tostring(L, -1), "no host module is called"));
    }
    lua_settop(L, 0);
    assert_int_equal(run(L, "require 'adjutant.not_there'"), LUA_ERRRUN);
    assert_non_null(strstr(lua_tostring(L, -1), "cannot read"));
    adj_lua_close(lua);
}

/* --- an interrupt from a signal handler ------------------------------------------------- */

static adj_lua *interrupted;

static void on_alarm(int signal)
{
    (void)signal;
    adj_lua_interrupt(interrupted);
}

static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void an_interrupt_is_answered_within_a_fifth_of_a_second(void **state)
{
    static const char *const busy[] = {
        "while true do end",
        "core.limits.begin {} local function forever() while true do end end "
        "local _, e = pcall(function() while true do pcall(forever) end end) "
        "core.limits.finish() error(e, 0)",
        "return core.sandbox.load(\"return ('x'):rep(1000000):match('.-.-.-y')\", 't.lua',"
        " core.sandbox.environment {})()",
        "local t = {} for i = 1, 100000 do t['k' .. i] = i end"
        " while true do core.sandbox.pairs(t) end",
        "core.limits.begin { instructions = 1 << 60, cpu_ms = 100000 } while true do end",
    };
    struct itimerval soon = {{0, 0}, {0, 100000}};

    (void)state;
    signal(SIGALRM, on_alarm);
    for (size_t i = 0; i < sizeof busy / sizeof *busy; i++) {
        lua_State *L;
        double start;

        interrupted = new_state(0);
        L = adj_lua_state(interrupted);
        setitimer(ITIMER_REAL, &soon, NULL);
        start = seconds();
        assert_int_equal(run(L, busy[i]), LUA_ERRRUN);
        assert_true(seconds() - start < 0.3 * (watched() ? 50 : 1));
        assert_non_null(strstr(lua_tostring(L, -1), "interrupted"));
        lua_settop(L, 0);
        assert_int_equal(run(L, "for i = 1, 10000 do end"), LUA_OK);
        adj_lua_close(interrupted);
    }
    signal(SIGALRM, SIG_DFL);
}

static void an_interrupt_between_commands_can_be_forgotten(void **state)
{
    adj_lua *lua = new_state(0);
    lua_State *L = adj_lua_state(lua);

    (void)state;
    adj_lua_interrupt(NULL);
    adj_lua_interrupt(lua);
    adj_lua_clear_interrupt(lua);
    assert_int_equal(run(L, "for i = 1, 10000 do end"), LUA_OK);
    adj_lua_interrupt(lua);
    assert_int_equal(run(L, "for i = 1, 10000 do end"), LUA_ERRRUN);
    assert_int_equal(run(L, "for i = 1, 10000 do end"), LUA_OK);
    adj_lua_close(lua);
}

/* --- memory that runs out at every request ------------------------------------------------ */

#define SCRIPT(text) \
    "local s = core.sandbox " \
    "local api = { t = s.freeze({ 3, 1, 2, x = 'y' }, 'list') } " \
    "local f, e = s.load([==[" text "]==], 't.lua', s.environment(api)) " \
    "assert(f, e) f()"

static const char *const situations[] = {
    "local t = {} for i = 1, 300 do t[i] = { i, tostring(i) } end",
    "local t = {} for i = 1, 300 do t['k' .. i] = i end",
    SCRIPT("local a = {} for i = 1, 50 do a[i] = i end return #a"),
    SCRIPT("local a = {} for i = 50, 1, -1 do a[#a + 1] = { i } end"
           " table.sort(a, function(x, y) return x[1] < y[1] end)"),
    SCRIPT("return (('abc'):rep(300):gsub('b', function(c) return c .. 'x' end))"),
    SCRIPT("return (('abc'):rep(300):gsub('(b)(c)', '%2%1%0'))"),
    SCRIPT("local n = 0 for w in ('ab cd ef'):rep(40):gmatch('%a+') do n = n + #w end"),
    SCRIPT("local u = { b = 1, a = 2, [3] = 4 } for k, v in pairs(u) do u[k] = v end"),
    SCRIPT("for k, v in pairs(t) do assert(v) end for i, v in ipairs(t) do assert(v) end"),
    SCRIPT("return ('%s %5.2f %q'):rep(20):format(1, 2, 'x')"),
    SCRIPT("return ('%s|%s|%q'):format(('x'):rep(2000), t, ('y'):rep(300))"),
    SCRIPT("return table.concat({ ('x'):rep(700), ('y'):rep(700) }, ', ')"),
    SCRIPT("local u = table.pack(table.unpack(t)) table.insert(u, 1, 'x') table.remove(u)"),
    SCRIPT("return ('x'):rep(3000):upper():lower():reverse():sub(2, -2)"),
    SCRIPT("error({ code = 1 })"),
    SCRIPT("error(('x'):rep(2000))"),
    SCRIPT("return tpye(1)"),
    SCRIPT("t.x = 1"),
    SCRIPT("local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(400)"),
    "core.sandbox.seal { a = { b = {} }, f = function() end }",
    "core.limits.begin { instructions = 3000 } while true do local t = {} end",
    "pcall(error, 'x') xpcall(error, function(m) return m .. '!' end, 'y')",
    "for _ = 1, 20 do pcall(function() local t = {} for i = 1, 40 do t[i] = {} end end) end",
    "require 'adjutant.text'",
    "require 'adjutant.loader'",
    "require 'adjutant.question'",
};

/* What must still work in a state after any of it. */
static const char after[] =
    "local s = core.sandbox "
    "local f = assert(s.load('local t = {} for i = 1, 9 do t[i] = i * i end "
    "return table.concat(t, \" \")', 't.lua', s.environment({}))) "
    "assert(f() == '1 4 9 16 25 36 49 64 81')"
    "assert(core.limits.finish() == nil or true)";

/* Runs a situation with request n failing; true when it was never reached. */
static bool fail_at(const char *text, unsigned long n, bool forever)
{
    adj_lua *lua = new_state(0);
    lua_State *L = adj_lua_state(lua);
    int status, known;
    bool reached;

    known = adj_lua_load_host(L, text, strlen(text), "@tests/lua/situation.lua");
    assert_int_equal(known, LUA_OK);
    adj_lua_fail_allocation(lua, n, forever);
    status = adj_lua_protected_call(L, 0, 0);
    reached = adj_lua_fail_allocation_left(lua) <= (forever ? 1 : 0);
    adj_lua_fail_allocation(lua, 0, false);
    if (status != LUA_OK)
        (void)lua_tostring(L, -1);
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
    if (run(L, after) != LUA_OK)
        fail_msg("request %lu%s of «%s»: then %s", n, forever ? " and all later" : "", text,
                 lua_tostring(L, -1));
    adj_lua_close(lua);
    return !reached;
}

static void memory_may_run_out_anywhere(void **state)
{
    unsigned long step = watched() ? 23 : 1;

    (void)state;
    for (size_t i = 0; i < sizeof situations / sizeof *situations; i++)
        for (int forever = 0; forever < 2; forever++)
            for (unsigned long n = 1; n <= 2000; n += n < 100 ? step : 7 * step)
                if (fail_at(situations[i], n, forever != 0))
                    break;
}

/* Each opens a binding and uses what its types can do. */
static const char *const openings[] = {
    "local r = core.ratio.new(1, 2) assert(tostring(r + r) == '1' and r:num() == '1')",
    "local d = core.dice.parse('2d6'):dist() assert(d:size() == 11 and #tostring(d + 1) > 0)",
    "local g = core.rng.new(1) assert(g:stream('x'):below(1) == 0)",
    "local c = core.chart.new { kind = 'keys', { key = 'a' } } assert(c:count('rows') == 1)",
    "local o = core.odds.new() assert(o:branches() == 0 and #tostring(o) > 0)",
    "local a = core.hexmap.flowers { areas = { { a = 0, b = 0 } } } assert(a:count() == 1)",
    "local g = core.ground.new { cols = 1, rows = 1, terrain = { 1 } } assert(g:count() == 1)"
    " assert(core.ground.scheme({ first_col = 1 }):format(0, 1) == '11') core.ground.sight {}",
    "local g = core.ground.new { cols = 1, rows = 1, terrain = { 1 } } local o = {} g:bind { o }"
    " local m = core.ground.mover({ terrain = { 1 } }, function() end)"
    " assert(#g:range(m, o, 1) == 1)",
    "local f = core.world.frac(1, 2) assert(f:num() == 1)",
    "local W = core.world.new() assert(W:mark() == 0 and #tostring(W) > 0)",
    "local t = core.tally.new('x') t:add(1) assert(t.total == 1 and #tostring(t) > 0)",
    "assert(core.json.decode(core.json.encode { 1 })[1] == 1)",
    "assert(core.files.realpath('/') == '/')",
    "assert(select(3, core.journal.open('/nowhere/at/all')) == 'missing')",
    "local p = assert(core.process.spawn('/bin/true')) p:wait()",
};

static void what_was_opened_without_memory_is_whole_the_next_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof openings / sizeof *openings; i++)
        for (unsigned long n = 1; n <= 200; n += watched() ? 5 : 1) {
            adj_lua *lua = new_state(0);
            lua_State *L = adj_lua_state(lua);
            bool reached;

            assert_int_equal(adj_lua_load_host(L, openings[i], strlen(openings[i]), "@tests/open"), LUA_OK);
            adj_lua_fail_allocation(lua, n, true);      /* one alone is tried again, and made good */
            (void)adj_lua_protected_call(L, 0, 0);
            reached = adj_lua_fail_allocation_left(lua) <= 1;
            adj_lua_fail_allocation(lua, 0, false);
            lua_settop(L, 0);
            if (run(L, openings[i]) != LUA_OK)
                fail_msg("request %lu of «%s»: then %s", n, openings[i], lua_tostring(L, -1));
            adj_lua_close(lua);
            if (!reached)
                break;
        }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_state_is_made_and_closed),
        cmocka_unit_test(a_heap_too_small_for_a_state_is_an_error),
        cmocka_unit_test(the_data_folder_is_that_of_the_build_tree),
        cmocka_unit_test(an_error_leaves_its_traceback),
        cmocka_unit_test(host_modules_are_loaded_once_and_by_proper_names),
        cmocka_unit_test(an_interrupt_is_answered_within_a_fifth_of_a_second),
        cmocka_unit_test(an_interrupt_between_commands_can_be_forgotten),
        cmocka_unit_test(memory_may_run_out_anywhere),
        cmocka_unit_test(what_was_opened_without_memory_is_whole_the_next_time),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
