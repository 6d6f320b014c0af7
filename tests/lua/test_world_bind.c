/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The World's binding when Lua's memory runs out: each call is done or not done, never by
 * half, and may be made again. */
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

/* Leaves on the stack: the number of steps, and step(i), check(i). A step changes the World at
 * most once; check says whether the hash is that before it or the one after it. */
static const char story[] =
    "local a, b, c, town, wood = {}, {}, {}, {}, {}\n"
    "local W = core.world.new()\n"
    "local function unit(i) return W:get(i) end\n"
    "local steps = {\n"
    "  function() W:type { name = 'unit', fields = {\n"
    "    { name = 'name', kind = 'text', default = 'new' }, { name = 'leader', kind = 'ref' },\n"
    "    { name = 'place', kind = 'place' }, { name = 'share', kind = 'frac' } } } end,\n"
    "  function() W:places({ a, b, c }, { 1, 1, 2 }, { town, wood }) end,\n"
    "}\n"
    "local function add(f) steps[#steps + 1] = f end\n"
    "for i = 1, 9 do add(function()\n"
    "  if not unit(i) then W:create('unit', { name = 'unit number ' .. i, place = a }) end end)\n"
    "end\n"
    "for i = 1, 9 do\n"
    "  add(function() unit(i).leader = unit(1) end)\n"
    "  add(function() unit(i).place = b end)\n"
    "  add(function() unit(i).name = 'another name ' .. i end)\n"
    "  add(function() unit(i).share = core.world.frac(i, 7) + 1 end)\n"
    "  if i > 1 then add(function() W:append(unit(1), unit(i)) end) end\n"
    "end\n"
    "add(function() W:type { name = 'unit', fields = { { name = 'fatigue', kind = 'int' } } } end)\n"
    "add(function() W:places({ c, b, a }, { 1, 2, 2 }, { wood, town }) end)\n"
    "add(function() unit(4).fatigue = 3 end)\n"
    "add(function() if unit(1) then W:destroy(unit(1)) end end)\n"
    "add(function() local n = 0 for _ in ipairs(W:changes(0)) do n = n + 1 end assert(n > 30) end)\n"
    "add(function() assert(tostring(unit(2)) == 'another name 2') end)\n"
    "add(function() assert(#W:at(b) == 8 and #W:within(town) == 8) end)\n"
    "add(function() assert(unit(3).place == b and unit(3).area == town) end)\n"
    "add(function() assert(not pcall(function() return unit(3).nmae end)) end)\n"
    "add(function() core.world.new():type { name = 'x' } end)\n"
    "local hashes = { [0] = W:hash() }\n"
    "local function check(i)\n"
    "  local now = W:hash()\n"
    "  assert(now == W:hash_slow(), 'the kept hash is wrong')\n"
    "  if hashes[i] then assert(now == hashes[i] or now == hashes[i - 1], 'half done') end\n"
    "end\n"
    "local function step(i) steps[i]() end\n"
    "for i = 1, #steps do step(i) hashes[i] = W:hash() end\n"
    "W = core.world.new()\n"
    "return #steps, step, check\n";

static void call(lua_State *L, int function, int i)
{
    lua_pushvalue(L, function);
    lua_pushinteger(L, i);
    if (adj_lua_protected_call(L, 1, 0) != LUA_OK)
        fail_msg("step %d: %s", i, lua_tostring(L, -1));
}

/* Tells the story; in each step request n fails, and all later ones, until one step has failed.
 * Returns whether one did. */
static bool tell(adj_lua *lua, unsigned long n)
{
    lua_State *L = adj_lua_state(lua);
    bool failed = false;
    int steps;

    if (adj_lua_load_host(L, story, sizeof story - 1, "@story") != LUA_OK
        || adj_lua_protected_call(L, 0, 3) != LUA_OK)
        fail_msg("%s", lua_tostring(L, -1));
    steps = (int)lua_tointeger(L, 1);
    for (int i = 1; i <= steps; i++) {
        int status;

        lua_pushvalue(L, 2);
        lua_pushinteger(L, i);
        adj_lua_fail_allocation(lua, n, true);
        status = lua_pcall(L, 1, 0, 0);
        adj_lua_fail_allocation(lua, 0, false);
        if (status != LUA_OK) {
            failed = true;
            lua_settop(L, 3);
            call(L, 3, i);
            call(L, 2, i);
        }
        call(L, 3, i);
    }
    lua_settop(L, 0);
    lua_gc(L, LUA_GCCOLLECT);
    return failed;
}

static void a_call_without_memory_is_not_half_done(void **state)
{
    const adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    bool failed = true;

    (void)state;
    for (unsigned long n = 1; failed && n < 1000; n++) {
        adj_lua *lua = NULL;

        assert_int_equal(adj_lua_new(&options, &lua, NULL), ADJ_OK);
        failed = tell(lua, n);
        adj_lua_close(lua);
    }
    assert_false(failed);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_without_memory_is_not_half_done),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
