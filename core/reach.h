/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/reach.h -- what a range found, kept apart from the room it was searched in.
 *
 * One block of memory that the caller provides. It answers as the adj_paths did at the end of
 * the search, whatever is searched there since. */
#ifndef ADJ_REACH_H
#define ADJ_REACH_H

#include "path.h"

typedef struct adj_reach adj_reach;

/* How many bytes the result of the last range needs. */
size_t adj_reach_bytes(const adj_paths *paths);
/* Writes the result of the last range into `reach`, aligned for any type. */
void adj_reach_keep(const adj_paths *paths, adj_reach *reach);

/* The places in order of cost, those of equal cost in order of number. */
int32_t adj_reach_count(const adj_reach *reach);
int32_t adj_reach_at(adj_reach *reach, int32_t i, int64_t *cost);
/* The cost of a place, -1 when it is not among them. */
int64_t adj_reach_cost(adj_reach *reach, int32_t index);
/* As adj_paths_route. */
int32_t adj_reach_route(adj_reach *reach, int32_t index, adj_path_step *out, int32_t most);

#endif
