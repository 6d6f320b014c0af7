/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/bench/bench_path.h -- the libraries that paths are measured against, where installed. */
#ifndef ADJ_BENCH_PATH_H
#define ADJ_BENCH_PATH_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

double bench_seconds(void);

/* Seconds that Boost's Dijkstra takes on an adjacency_list, and in *lean on compressed rows without
 * a colour map, for all of a map of `size` hexes in rows of `stride`, odd
 * rows shoved; building its graph not counted. Aborts when its costs are not `want`. */
double bench_boost(const uint8_t *terrain, uint8_t (*sides)[6], int32_t stride, int32_t size,
                   int32_t start, const int32_t *terrain_cost, const int32_t *side_cost,
                   const int32_t *want, double *lean);

/* Seconds that libtcod's A* takes for a route over squares of the same terrain. */
double bench_tcod(const uint8_t *terrain, int32_t stride, const int32_t *terrain_cost, int x, int y,
                  int to_x, int to_y, int32_t *steps);

#ifdef __cplusplus
}
#endif

#endif
