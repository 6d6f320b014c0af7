/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/adjutant.h -- a Lua state that can run strangers' rules.
 *
 * An adj_lua is one lua_State with a capped heap, the host environment (the prelude and the
 * shell run there), the bindings under `core`, and limits on what one command may use.
 * Script code never sees the host environment: core.sandbox builds what it sees. */
#ifndef ADJUTANT_H
#define ADJUTANT_H

#include <stdbool.h>
#include <stddef.h>

#include <lua.h>

#include "adj.h"

typedef struct adj_lua adj_lua;

typedef struct {
    const char *data_dir;   /* NULL: adj_lua_data_dir() */
    size_t heap_cap;        /* bytes of Lua heap; 0: 64 MiB */
    const struct adj_precompiled *precompiled;  /* host modules ready to run, or NULL */
    /* Called by a signal handler when what runs has not answered a limit of CPU time for two seconds
     * of it, or an interrupt for one. Lua has single steps that can take as long as a script likes
     * (a table whose keys all fall in one place is laid out anew), and nothing can leave them but
     * the process. Does not return. NULL: they are waited for. */
    void (*stuck)(bool interrupted);
} adj_lua_options;

/* A new state, or ADJ_ENOMEM, or ADJ_ENOTFOUND when the data folder cannot be found.
 * `options` may be NULL. The data folder is not read until a module is required. */
adj_status adj_lua_new(const adj_lua_options *options, adj_lua **out, adj_error *err);
void       adj_lua_close(adj_lua *lua);                     /* NULL is fine */

lua_State  *adj_lua_state(adj_lua *lua);
adj_lua    *adj_lua_of(lua_State *L);                       /* the owner of L */
const char *adj_lua_data(const adj_lua *lua);               /* the data folder, absolute */

/* The folder that holds lua/adjutant, repl/shell and rulesets, as an absolute path in
 * out[size]: $ADJUTANT_HOME, else the build tree of the executable, else
 * <executable's folder>/../share/adjutant. ADJ_ENOTFOUND when there is none. */
adj_status adj_lua_data_dir(char *out, size_t size, adj_error *err);

/* Asks the running command to stop; it answers within 0.2 s. Async-signal-safe. */
void adj_lua_interrupt(adj_lua *lua);
/* Forgets an interrupt that nothing has answered yet (before a line is run). */
void adj_lua_clear_interrupt(adj_lua *lua);

/* lua_pcall with limits settled on the way out and the traceback kept. On an error the
 * error value is on the stack, unchanged unless it was a limit. */
int adj_lua_protected_call(lua_State *L, int nargs, int nresults);
/* Pushes the traceback of the last error of adj_lua_protected_call ("" when none). */
void adj_lua_push_traceback(lua_State *L);

/* Loads text as a host chunk; pushes the function, or a message (status as lua_load). */
int adj_lua_load_host(lua_State *L, const char *text, size_t length, const char *chunkname);
/* Pushes the host environment. */
void adj_lua_push_host(lua_State *L);
/* Pushes the host module `name`, loading it if need be. Raises; call it protected. */
void adj_lua_require(lua_State *L, const char *name);

/* For tests: allocation number `nth` from now fails, and all later ones when `forever`.
 * 0: off. */
void adj_lua_fail_allocation(adj_lua *lua, unsigned long nth, bool forever);
/* How many more succeed before one fails, plus one; 0 when it is off or has failed once. */
unsigned long adj_lua_fail_allocation_left(const adj_lua *lua);
size_t adj_lua_heap_used(const adj_lua *lua);

#endif
