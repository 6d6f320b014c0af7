/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/bind_internal.h -- shared by bind.c and the parts of the sandbox. */
#ifndef ADJ_BIND_INTERNAL_H
#define ADJ_BIND_INTERNAL_H

#include "bind.h"

/* metatable[ADJ_FROZEN_KEY] of a frozen table is the table behind it. */
extern const char adj_frozen_key;
#define ADJ_FROZEN_KEY (&adj_frozen_key)

enum {
    TEXT_MAX = 1024 * 1024,     /* bytes of a text that a script may make, or of a source */
    LIST_MAX = 100000           /* elements that the table functions take */
};

/* sandbox_base.c, sandbox_text.c, sandbox_match.c, sandbox_table.c: functions by name. */
extern const luaL_Reg adj_sandbox_base[], adj_sandbox_string[], adj_sandbox_match[],
    adj_sandbox_table[];

/* Pushes the text of the value at `index` as a script's tostring gives it: no address. */
const char *adj_sandbox_text(lua_State *L, int index, size_t *length);

/* sandbox_freeze.c */
int adj_sandbox_freeze(lua_State *L);               /* freeze(t [, deep]) -> proxy */
int adj_sandbox_is_frozen(lua_State *L);
void adj_freeze_push(lua_State *L, int index, const char *name);

#endif
