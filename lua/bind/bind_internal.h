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
    LIST_MAX = 100000,          /* elements that the table functions take */
    BYTES_A_STEP = 8            /* of copying or comparing, for the budget */
};

/* What scripts get, by name. */
extern const luaL_Reg adj_sandbox_base[];       /* sandbox_base.c */
extern const luaL_Reg adj_sandbox_string[];     /* sandbox_string.c */
extern const luaL_Reg adj_sandbox_patterns[];   /* sandbox_match.c: find match gmatch gsub */
extern const luaL_Reg adj_sandbox_table[];      /* sandbox_table.c */

/* Pushes what pairs(t) would: iterator, nil, nil. */
int adj_sandbox_pairs(lua_State *L);

int adj_sandbox_tostring(lua_State *L);     /* tostring(v) */

/* sandbox_string.c: pushes the one table behind `string`, which string values use too. */
void adj_sandbox_push_string(lua_State *L);

/* sandbox_freeze.c */
int adj_sandbox_freeze(lua_State *L);
int adj_sandbox_seal(lua_State *L);
int adj_sandbox_is_frozen(lua_State *L);
int adj_sandbox_upvalues(lua_State *L);
/* Replaces the table on the top by its frozen proxy. */
void adj_freeze_top(lua_State *L, const char *name);

/* Charges for handling `bytes` bytes; raises when there are more than TEXT_MAX. */
void adj_charge_text(lua_State *L, size_t bytes);

#endif
