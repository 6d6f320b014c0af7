/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/bind.h -- what all bindings share. */
#ifndef ADJ_BIND_H
#define ADJ_BIND_H

#include <lauxlib.h>
#include <lua.h>

#include "adj.h"

/* Raises err->text with the place of the script that is running, else of the calling Lua
 * code. ADJ_ELIMIT and ADJ_ECANCEL become the error of the limit that was reached. Does not
 * return. */
int adj_bind_error(lua_State *L, const adj_error *err);
/* The same from a bare status: raises adj_status_text. */
int adj_bind_status(lua_State *L, adj_status status);
/* Pushes nil and err->text: `return adj_bind_fail(L, &err);` for answers that may be "no". */
int adj_bind_fail(lua_State *L, const adj_error *err);
/* The same with the kind of failure as a third value, for host Lua to tell them apart: "missing",
 * "damaged", "version", "locked", "invalid", "big", "memory" or "io". */
int adj_bind_fail_kind(lua_State *L, const adj_error *err);

/* Pushes the metatable `type`; when it is new (true), or was left half made, it gets the
 * metamethods, a table of the methods as __index, and a lock. */
bool adj_bind_new_type(lua_State *L, const char *type, const luaL_Reg *meta,
                       const luaL_Reg *methods);

/* The path at `arg`; one with a 0 byte inside would name another file than it shows. */
const char *adj_bind_path(lua_State *L, int arg);

/* The integer at `arg` if it is in min..max, else an argument error that says so. */
lua_Integer adj_bind_integer(lua_State *L, int arg, lua_Integer min, lua_Integer max);
/* The integer field `name` of the table at `index`, `absent` when nil. */
lua_Integer adj_bind_field_integer(lua_State *L, int index, const char *name,
                                   lua_Integer absent, lua_Integer min, lua_Integer max);
/* Whether the field `name` of the table at `index` is true. */
bool adj_bind_field_flag(lua_State *L, int index, const char *name);
/* The length of the list at `arg`, at most `max`; a hole is an error that names the index.
 * Frozen tables are lists too. Elements: lua_geti. */
lua_Integer adj_bind_list(lua_State *L, int arg, lua_Integer max);

/* If the value at `index` is a frozen table, replaces it by the table behind it (to read from,
 * never to write to or to hand out). True when it was frozen. */
bool adj_bind_thaw(lua_State *L, int index);

/* The first place of needle[size], size > 0, in from[length]; NULL when there is none. */
const char *adj_find_text(const char *from, size_t length, const char *needle, size_t size);

/* What may have been meant by `wanted`. */
typedef struct {
    const char *wanted;
    int distance;               /* at first one more than the most that is near; then that of `name` */
    const char *name;           /* NULL: none yet; the table that holds it keeps it */
} adj_nearest;
/* Looks through the text keys of the table at `index` for one nearer than what there is. Of equals
 * the bytewise first wins, so that the order of the table does not show. */
void adj_bind_nearest(lua_State *L, int index, adj_nearest *nearest);

/* --- the budget of the running command (lua/limits.c) ---------------------------- */

/* Charges n steps (about one VM instruction each) to the running command and polls the cancel
 * flag. Raises when the budget is spent: own nothing when you call it. */
void adj_lua_charge(lua_State *L, uint64_t n);
/* The budget itself, for core functions that charge as they go. When one comes back with
 * ADJ_ELIMIT or ADJ_ECANCEL, free what you own and call adj_bind_error. */
adj_budget *adj_lua_budget(lua_State *L);

/* lua_next for a table that a script may have made: it polls now and then, for where keys fall
 * into one place of the table a single step can take as long as the table is. `steps` begins at
 * 0. */
int adj_bind_next(lua_State *L, int index, unsigned *steps);

/* Pushes the text of the value at `index` as a script's tostring gives it: never an address, so
 * that no message differs from run to run. To be used instead of luaL_tolstring, wherever a script
 * gives the value. */
const char *adj_sandbox_text(lua_State *L, int index, size_t *length);

#endif
