/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libtcod's A* over squares: as many cells and the same costs of terrain, eight neighbours. */
#include "../bench_path.h"

#include <stdlib.h>

#include <libtcod/path.h>

typedef struct {
    const uint8_t *terrain;
    int32_t stride;
    const int32_t *cost;
} ground;

static float walk(int from_x, int from_y, int x, int y, void *data)
{
    const ground *g = data;

    (void)from_x;
    (void)from_y;
    return (float)g->cost[g->terrain[(y + 1) * g->stride + x + 1]];
}

double bench_tcod(const uint8_t *terrain, int32_t stride, const int32_t *terrain_cost, int x, int y,
                  int to_x, int to_y, int32_t *steps)
{
    ground g = { terrain, stride, terrain_cost };
    int wide = (int)stride - 2;
    TCOD_path_t path = TCOD_path_new_using_function(wide, wide, walk, &g, 1.0f);
    double least = 1e9;

    for (int round = 0; round < 20; round++) {
        double t = bench_seconds();
        if (!TCOD_path_compute(path, x, y, to_x, to_y))
            abort();
        t = bench_seconds() - t;
        least = t < least ? t : least;
    }
    *steps = TCOD_path_size(path);
    TCOD_path_delete(path);
    return least;
}
