/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/limits.c -- core.limits: what one command may use. */
#include "bind.h"
#include "state_internal.h"

#include <string.h>

/* What earlier commands left is not to count against the next one. A collection that a failed
 * allocation sets off runs no finalizers, so what hangs on them can pile up; the first call runs
 * them, the second frees what they let go. */
static void clear_heap(lua_State *L)
{
    adj_lua *lua = adj_lua_of(L);

    if (lua->frames > 0 || lua->used <= lua->cap / 2)
        return;
    lua_gc(L, LUA_GCCOLLECT);
    lua_gc(L, LUA_GCCOLLECT);
}

/* begin{ instructions=, cpu_ms=, heap= }: opens the limits of one command. What is absent is
 * not limited (without `instructions` no hook runs). Frames nest; an inner one is never
 * wider than the outer. */
static int limits_begin(lua_State *L)
{
    adj_limits_request request = {0, 0, 0};
    const char *wrong;

    if (!lua_isnoneornil(L, 1)) {
        luaL_checktype(L, 1, LUA_TTABLE);
        request.instructions = (uint64_t)adj_bind_field_integer(L, 1, "instructions", 0, 0,
                                                                INT64_MAX);
        request.cpu_ms = (unsigned long)adj_bind_field_integer(L, 1, "cpu_ms", 0, 0,
                                                               1000000000);
        request.heap = (size_t)adj_bind_field_integer(L, 1, "heap", 0, 0, INT64_MAX);
    }
    clear_heap(L);
    wrong = adj_limits_begin(adj_lua_of(L), &request);
    return wrong == NULL ? 0 : luaL_error(L, "%s", wrong);
}

static int push_place(lua_State *L)
{
    lua_pushstring(L, adj_lua_of(L)->where + strlen(" at "));
    return 1;
}

/* Whoever closes a frame has more to put in order: nothing is raised when there is no memory for
 * the line. */
static int push_reason(lua_State *L, adj_trip reason)
{
    lua_pushstring(L, adj_trip_name(reason));       /* nil for none; the names are there already */
    if (reason == TRIP_NONE || adj_lua_of(L)->where[0] == '\0')
        return 1;
    lua_pushcfunction(L, push_place);
    if (lua_pcall(L, 0, 1, 0) == LUA_OK)
        return 2;
    lua_pop(L, 1);
    return 1;
}

/* finish() -> nil, or the limit that was reached and the line of a script at which that was, if
 * it was in one. Harmless when nothing was begun. */
static int limits_finish(lua_State *L)
{
    return push_reason(L, adj_limits_finish(adj_lua_of(L)));
}

/* tripped() -> nil, or the limit reached since the last begin: "instructions", "cpu",
 * "memory", "interrupt"; and the line, as finish */
static int limits_tripped(lua_State *L)
{
    return push_reason(L, adj_lua_of(L)->last);
}

/* charge(n): n steps of work done for the running command. */
static int limits_charge(lua_State *L)
{
    adj_lua_charge(L, (uint64_t)adj_bind_integer(L, 1, 0, INT64_MAX));
    return 0;
}

/* left() -> steps left, or nil when they are not counted */
static int limits_left(lua_State *L)
{
    uint64_t left = adj_lua_of(L)->budget.steps_left;

    if (left > INT64_MAX)
        lua_pushnil(L);
    else
        lua_pushinteger(L, (lua_Integer)left);
    return 1;
}

/* clear(): forgets an interrupt that nothing has answered yet. */
static int limits_clear(lua_State *L)
{
    adj_lua_clear_interrupt(adj_lua_of(L));
    return 0;
}

/* heap() -> bytes in use, highest so far, cap */
static int limits_heap(lua_State *L)
{
    adj_lua *lua = adj_lua_of(L);

    lua_pushinteger(L, (lua_Integer)lua->used);
    lua_pushinteger(L, (lua_Integer)lua->peak);
    lua_pushinteger(L, (lua_Integer)lua->cap);
    return 3;
}

/* interrupt(): what Ctrl-C does, for tests. */
static int limits_interrupt(lua_State *L)
{
    adj_lua_interrupt(adj_lua_of(L));
    return 0;
}

/* fail_allocation(n [, forever]) -> what was left of the n before. For tests. */
static int limits_fail_allocation(lua_State *L)
{
    adj_lua *lua = adj_lua_of(L);
    lua_Integer n = adj_bind_integer(L, 1, 0, INT32_MAX);
    bool forever = lua_toboolean(L, 2);

    lua_pushinteger(L, (lua_Integer)adj_lua_fail_allocation_left(lua));
    adj_lua_fail_allocation(lua, (unsigned long)n, forever);
    return 1;
}

enum { PLACES_MAX = 200 };             /* calls that are looked through */

/* The innermost function that runs and whose file is a key of the table at index 1. */
static bool place_among(lua_State *L, lua_Debug *at)
{
    for (int level = 0; level < PLACES_MAX && lua_getstack(L, level, at); level++) {
        bool among;

        lua_getinfo(L, "Sl", at);
        if (at->currentline <= 0)
            continue;
        lua_pushstring(L, at->short_src);
        among = lua_rawget(L, 1) != LUA_TNIL;
        lua_pop(L, 1);
        if (among)
            return true;
    }
    return false;
}

/* place([files]) -> "file:line" of the script that is running, the innermost, of those files (keys of a
 * table) if they are given; nil when none is */
static int limits_place(lua_State *L)
{
    lua_Debug at;

    if (lua_istable(L, 1) ? place_among(L, &at) : adj_script_place(L, &at))
        lua_pushfstring(L, "%s:%d", at.short_src, at.currentline);
    else
        lua_pushnil(L);
    return 1;
}

/* traceback() -> the traceback of the last error at the edge of a command */
static int limits_traceback(lua_State *L)
{
    adj_lua_push_traceback(L);
    return 1;
}

/* cpu_seconds() -> CPU time of this process, which has one thread: the clock of the whole process
 * goes in steps of 4 ms once a limit of CPU time has been set */
static int limits_cpu_seconds(lua_State *L)
{
    struct timespec now;

    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) != 0)
        return luaL_error(L, "no clock of CPU time");
    lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
    return 1;
}

int adj_open_limits(lua_State *L);

int adj_open_limits(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"begin", limits_begin},       {"finish", limits_finish},
        {"tripped", limits_tripped},   {"charge", limits_charge},
        {"left", limits_left},         {"clear", limits_clear},
        {"heap", limits_heap},         {"interrupt", limits_interrupt},
        {"fail_allocation", limits_fail_allocation},
        {"place", limits_place},
        {"traceback", limits_traceback},
        {"cpu_seconds", limits_cpu_seconds},
        {NULL, NULL},
    };

    luaL_newlib(L, functions);
    return 1;
}
