/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/flower.h -- maps made of seven-hex areas.
 *
 * An area is a central hex and the six around it. Such flowers cover the plane without a gap in
 * two ways, mirror images of each other; a map is of one of them. Areas among themselves are
 * hexes again: the place of an area is an adj_hex, and its neighbour in direction i lies at
 * place + direction i, Vi away as the hexes count. Hex number 0 of an area is the central one,
 * number 1 + i is the outer hex in direction i. */
#ifndef ADJ_FLOWER_H
#define ADJ_FLOWER_H

#include "hex.h"

typedef enum { ADJ_FLOWER_R, ADJ_FLOWER_L } adj_chirality;

/* --- the plane: no map needed ------------------------------------------------------ */

/* The place of the area a*V0 + b*V1. */
adj_hex adj_flower_place(int32_t a, int32_t b);

/* Vi: from a centre to the centre of the neighbour in direction i. */
adj_hex adj_flower_offset(adj_chirality chirality, int direction);
/* The hex `number` (0..6) of the area at `area`. */
adj_hex adj_flower_hex(adj_chirality chirality, adj_hex area, int number);
/* The area that holds a hex, and the number of the hex in it. */
adj_hex adj_flower_locate(adj_chirality chirality, adj_hex hex, int *number);

/* The two outer hexes (directions 0..5) that face the neighbour in `direction`: the major one
 * shares two hex sides with that area, the minor one shares one. */
void adj_flower_facing(adj_chirality chirality, int direction, int *major, int *minor);
/* The three pairs of outer hexes that touch across that border: own, theirs. */
void adj_flower_touching(adj_chirality chirality, int direction, int pairs[3][2]);
/* Whether one can cross that border: at least one touching pair has both hexes clear. Bit i of
 * `own` and `theirs` says that outer hex i is not to be entered. */
bool adj_flower_open(adj_chirality chirality, int direction, unsigned own, unsigned theirs);

/* Away from the neighbour in direction `from`: the three areas beside and opposite ... */
void adj_flower_withdrawal(int from, adj_hex out[3]);
/* ... the five areas two steps away around the opposite one, in the order of the arc ... */
void adj_flower_retreat(int from, adj_hex out[5]);
/* ... and those of the five (2 or 3, the count is returned) next to withdrawal area `first`. */
int adj_flower_retreat_from(int from, int first, adj_hex out[3]);

/* --- a map --------------------------------------------------------------------------- */

typedef struct adj_flowers adj_flowers;

#define ADJ_FLOWERS_MOST 65536          /* areas */
#define ADJ_FLOWERS_FAR 20000           /* the largest coordinate of a place */

/* A map of the n areas at places[0..n-1], numbered 0..n-1. ADJ_EINVAL when two are at the same
 * place, ADJ_ERANGE when one is too far out or n is too large. */
adj_status adj_flowers_new(adj_chirality chirality, const adj_hex *places, int n,
                           adj_flowers **out, adj_error *err);
void adj_flowers_free(adj_flowers *map);                    /* NULL is fine */

int adj_flowers_count(const adj_flowers *map);
adj_chirality adj_flowers_chirality(const adj_flowers *map);
adj_hex adj_flowers_place(const adj_flowers *map, int area);
/* The area at a place, or -1. */
int adj_flowers_at(const adj_flowers *map, adj_hex place);
/* The neighbour in a direction, or -1 off the map. */
int adj_flowers_neighbour(const adj_flowers *map, int area, int direction);
/* The direction from one area to its neighbour, or -1 when they are not neighbours. */
int adj_flowers_direction(const adj_flowers *map, int from, int to);
int adj_flowers_distance(const adj_flowers *map, int from, int to);

/* The six hexes around hex `number` of `area`, as area * 7 + number; -1 off the map. */
void adj_flowers_around(const adj_flowers *map, int area, int number, int out[6]);

#endif
