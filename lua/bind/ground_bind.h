/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/ground_bind.h -- shared by ground*.c: a map whose places Lua knows by number.
 *
 * Places are numbered from 1: the hexes on the map row by row, then the boxes. User values of a
 * Ground: 1 number -> object, 2 object -> number, once G:bind has been called. */
#ifndef ADJ_GROUND_BIND_H
#define ADJ_GROUND_BIND_H

#include "bind.h"
#include "hexmap.h"
#include "los.h"
#include "path.h"

#define GROUND_TYPE "adj.ground"
#define MOVER_TYPE "adj.mover"
#define REACH_TYPE "adj.reach"
#define SIGHT_TYPE "adj.sight"

enum { GROUND_OBJECTS = 1, GROUND_NUMBERS = 2 };

typedef struct {
    adj_hexmap *map;
    adj_paths *paths;           /* made at the first search */
    int32_t places, hexes;
    int32_t *index_of;          /* by number - 1 */
    int32_t *number_of;         /* by index; 0: none */
} Ground;

Ground *ground_check(lua_State *L);
/* The number at `arg`, as an index of the map. */
int32_t ground_index(lua_State *L, const Ground *g, int arg);
/* The same of a hex; a box is an error. */
adj_hex ground_hex(lua_State *L, const Ground *g, int arg);
/* Pushes the number of an index, false when it is none. */
void ground_push(lua_State *L, const Ground *g, int32_t index);

/* The movers, the searches (ground_paths.c), the lines of sight (ground_sight.c), the labels
 * (ground_labels.c). */
extern const luaL_Reg ground_path_methods[], ground_sight_methods[];
void ground_open_paths(lua_State *L);       /* each adds to the table on the top */
void ground_open_sight(lua_State *L);
void ground_open_labels(lua_State *L);

#endif
