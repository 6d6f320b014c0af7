/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/path.h -- how far a mover gets over a map, and by which way.
 *
 * Costs are whole numbers (choose the unit so: halves or sixths of a movement point). What a
 * kind of mover pays stands in an adj_costs, made an adj_mover once, when the ruleset loads. An
 * adj_paths is the room in which a map is searched; a search takes time in what it reaches, not
 * in the size of the map. Boxes and their links are searched like hexes and their sides.
 *
 * Memory: five bytes a place, four more for what a range found, one when there are marks, five
 * when a cost is paid once in a move. */
#ifndef ADJ_PATH_H
#define ADJ_PATH_H

#include "hexmap.h"

#define ADJ_COST_MOST 10000             /* of one item of a step */
#define ADJ_BLOCKED (-1)

typedef struct {
    int32_t terrain[256];       /* to enter a hex, or ADJ_BLOCKED; 0 (off the map) is blocked */
    int32_t side[256];          /* added for crossing a hexside, or ADJ_BLOCKED */
    bool along[256];            /* hexsides whose cost stands in place of the terrain's: a way */
    int32_t road;               /* along a road, in place of terrain and side; ADJ_BLOCKED: roads
                                 * do not help this mover */
    bool stop[256];             /* terrain in which a move ends */
    int32_t once;               /* paid once in a move, before the first of these: */
    bool once_terrain[256];     /*   entering such terrain (not along a road) */
    bool once_side[256];        /*   crossing such a side (not along a road) */
    bool once_road;             /*   going along a road */
    int32_t leave;              /* added for leaving a place with ADJ_MARK_LEAVE */
    bool minimum_one;           /* the first step may cost more than the move has; it ends there */
} adj_costs;

/* The costs as searches use them. Filled by adj_mover_prepare, read by nobody else. */
typedef struct {
    int32_t terrain[256], side[256], keep[256];
    int32_t road, once, leave, least, most;
    uint8_t stop[256], once_terrain[256], once_side[256];
    bool once_road, minimum_one;
} adj_mover;

/* ADJ_ERANGE, with what is wrong, when a cost is neither ADJ_BLOCKED nor 0..ADJ_COST_MOST. */
adj_status adj_mover_prepare(const adj_costs *costs, adj_mover *out, adj_error *err);

typedef struct adj_paths adj_paths;

/* Room to search `map`, which must outlive it and get no more boxes. */
adj_status adj_paths_new(const adj_hexmap *map, adj_paths **out, adj_error *err);
void adj_paths_free(adj_paths *paths);                      /* NULL is fine */

/* Marks of this moment (enemy units, zones of control), by hex number. */
enum {
    ADJ_MARK_BLOCKED = 1,       /* not to be entered */
    ADJ_MARK_STOP = 2,          /* a move that enters ends */
    ADJ_MARK_PASS_ONLY = 4,     /* may be moved through, is no place to end: not in the result */
    ADJ_MARK_LEAVE = 8          /* leaving it costs the mover's `leave` more */
};
adj_status adj_paths_mark(adj_paths *paths, int32_t index, uint8_t marks);
void adj_paths_clear_marks(adj_paths *paths);

/* Finds all places that can be reached from `start` for at most `points`, the start included.
 * Charges `budget` (NULL is fine) one step a place. ADJ_ENOTFOUND when the start is off the map.
 * The result stands until the next search. */
adj_status adj_paths_range(adj_paths *paths, const adj_mover *mover, int32_t start,
                           int64_t points, adj_budget *budget);

/* Finds the cheapest way from `start` to `goal` for at most `points`: afterwards
 * adj_paths_cost and adj_paths_route tell of the goal. *found is false when there is none. */
adj_status adj_paths_find(adj_paths *paths, const adj_mover *mover, int32_t start, int32_t goal,
                          int64_t points, adj_budget *budget, bool *found);

/* The places of a range in order of cost: their count, the i-th and its cost. The order of equal
 * ones is the same on every machine. */
int32_t adj_paths_count(const adj_paths *paths);
int32_t adj_paths_at(const adj_paths *paths, int32_t i, int64_t *cost);

/* The cost of reaching a hex, or -1 when it was not reached (or is no place to end). */
int64_t adj_paths_cost(const adj_paths *paths, int32_t index);

/* One step of a route: the hex entered, and the points spent so far. */
typedef struct {
    int32_t index;
    int64_t spent;
} adj_path_step;

/* The route to a place that was reached, start and goal included: writes at most `most` steps
 * and returns how many there are; 0 when it was not reached. */
int32_t adj_paths_route(const adj_paths *paths, int32_t index, adj_path_step *out, int32_t most);

/* What one step costs, from a place to its neighbour: ADJ_BLOCKED when it cannot be made, by
 * marks too, and without `leave`; *once says whether it is one that `once` is paid for. The
 * cheapest when several links lead there; ADJ_BLOCKED when there is no way at all. */
int32_t adj_paths_step(const adj_paths *paths, const adj_mover *mover, int32_t from, int32_t to,
                       bool *once);

#endif
