/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/heap.c -- the allocator of a Lua state: a cap, and a reserve to unwind with. */
#include <stdlib.h>

#include "state_internal.h"

/* For tests: is this the allocation that is to fail? */
static bool made_to_fail(adj_lua *lua)
{
    if (lua->fail_in == 0)
        return false;
    if (lua->fail_in > 1) {
        lua->fail_in--;
        return false;
    }
    if (!lua->fail_forever)
        lua->fail_in = 0;
    return true;
}

/* A failed allocation makes Lua collect everything and try once more, out of reach of the
 * hook; a script that lives just under the cap could keep it doing that. So it costs. */
static void *refuse(adj_lua *lua)
{
    uint64_t cost = lua->used / 16;

    adj_limits_note_place(lua);
    if (lua->budget.steps_left != UINT64_MAX)
        lua->budget.steps_left -= cost < lua->budget.steps_left ? cost
                                                                 : lua->budget.steps_left;
    return NULL;
}

void *adj_heap_alloc(void *ud, void *block, size_t old_size, size_t new_size)
{
    adj_lua *lua = ud;
    size_t held = block != NULL ? old_size : 0;     /* else old_size is a kind of object */
    void *fresh;

    if (new_size == 0) {
        free(block);
        lua->used -= held;
        return NULL;
    }
    if (new_size > held) {
        size_t cap = lua->cap + (lua->reserve_open ? HEAP_RESERVE : 0);
        size_t growth = new_size - held;

        if (growth > cap || lua->used > cap - growth || made_to_fail(lua))
            return refuse(lua);
    }
    fresh = realloc(block, new_size);
    if (fresh == NULL && new_size > held)
        return refuse(lua);
    if (fresh == NULL)      /* Lua counts on it that shrinking works */
        fresh = block;
    lua->used = lua->used - held + new_size;
    if (lua->used > lua->peak)
        lua->peak = lua->used;
    return fresh;
}

void adj_lua_fail_allocation(adj_lua *lua, unsigned long nth, bool forever)
{
    lua->fail_in = nth;
    lua->fail_forever = forever;
}

size_t adj_lua_heap_used(const adj_lua *lua)
{
    return lua->used;
}
