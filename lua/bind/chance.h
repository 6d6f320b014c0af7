/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/chance.h -- the userdata that rng, ratio, dice and odds hand to each other. */
#ifndef ADJ_BIND_CHANCE_H
#define ADJ_BIND_CHANCE_H

#include "bind.h"
#include "dist.h"
#include "ratio.h"
#include "rng.h"

/* Each pushes the metatable of its type, made at the first call: the order in which the
 * bindings are opened does not matter. */
void adj_bind_push_ratio_type(lua_State *L);
void adj_bind_push_rng_type(lua_State *L);
void adj_bind_push_dist_type(lua_State *L);

/* Pushes a new ratio, 0 for now. */
adj_ratio *adj_bind_new_ratio(lua_State *L);
/* The ratio at `arg`; an integer there is replaced by a ratio. Else an argument error. */
adj_ratio *adj_bind_check_ratio(lua_State *L, int arg);

/* A distribution. User value 1: nil, or a list of Lua values that the integers stand for. */
typedef struct {
    adj_dist *dist;             /* NULL until filled */
    bool tuples;                /* the Lua values are lists of faces: handed out as copies */
} adj_bind_dist;

/* Pushes an empty box, to be filled at once. */
adj_bind_dist *adj_bind_new_dist(lua_State *L);
adj_bind_dist *adj_bind_check_dist(lua_State *L, int arg);

adj_rng *adj_bind_check_rng(lua_State *L, int arg);

/* The userdata at `arg` if its metatable is upvalue `up` of the running function, else an
 * argument error naming `type`: quicker than a look-up by name. */
void *adj_bind_check_upvalue(lua_State *L, int arg, int up, const char *type);

#endif
