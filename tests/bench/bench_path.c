/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What searching maps costs: floods, ranges, routes, bytes a hex.
 *
 * The yardstick of floods and ranges is a plain search written here, with buckets and arrays and
 * nothing else: no roads, marks, links, budget or result to keep. Where Boost's graph library and
 * libtcod are installed they search the same ground. Best of several rounds. */
#include "bench_path.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lauxlib.h>

#include "adj_build.h"
#include "adjutant.h"
#include "path.h"

enum { ROUNDS = 5, TERRAINS = 6, SIDES = 4 };

static const int32_t terrain_cost[TERRAINS] = { 0, 1, 2, 3, 4, 2 };
static const int32_t side_cost[SIDES] = { 0, 1, 3, 0 };

double bench_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool good = true;

static void report(const char *what, double ratio, double limit, bool at_least, const char *detail)
{
    bool met = at_least ? ratio >= limit : ratio <= limit;

    printf("%-52s %6.2f (at %s %.1f)%s; %s\n", what, ratio, at_least ? "least" : "most", limit,
           met ? "" : "  MISSED", detail);
    good &= met;
}

/* --- ground ---------------------------------------------------------------------------- */

static uint32_t seed = 7;

static uint32_t pick(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 12) % below;
}

static adj_hexmap *make_map(int32_t wide)
{
    adj_hex_layout layout = { 0 };
    adj_hexmap *map = NULL;

    if (adj_hexmap_new(layout, (adj_offset){ 0, 0 }, wide, wide, &map, NULL) != ADJ_OK)
        abort();
    for (int32_t i = 0; i < wide * wide; i++) {
        adj_hex hex = adj_hex_from_offset(layout, (adj_offset){ i % wide, i / wide });
        adj_hexmap_set_terrain(map, hex, (uint8_t)(1 + pick(TERRAINS - 1)));
        for (int d = 0; d < 3; d++)
            if (pick(6) == 0)
                adj_hexmap_set_side(map, hex, d, (uint8_t)(1 + pick(SIDES - 2)));
    }
    return map;
}

/* Ground as maps have it: woods, hills and villages lie in patches, the rest is open, and rivers
 * are rare. */
static adj_hexmap *make_country(int32_t wide)
{
    adj_hexmap *map = make_map(wide);
    int32_t patches = wide * wide / 100;

    for (int32_t i = 0; i < wide * wide; i++) {
        adj_hex hex = adj_hex_from_offset((adj_hex_layout){ 0 }, (adj_offset){ i % wide, i / wide });
        adj_hexmap_set_terrain(map, hex, 1);
        for (int d = 0; d < 3; d++)
            adj_hexmap_set_side(map, hex, d, pick(40) == 0);
    }
    for (int32_t k = 0; k < patches; k++) {
        adj_hex centre = adj_hex_from_offset((adj_hex_layout){ 0 },
                                             (adj_offset){ (int32_t)pick((uint32_t)wide),
                                                           (int32_t)pick((uint32_t)wide) });
        uint8_t terrain = (uint8_t)(2 + pick(TERRAINS - 2));
        for (int64_t i = 0; i < adj_hex_disc(1 + (int32_t)pick(4)); i++)
            (void)adj_hexmap_set_terrain(map, adj_hex_spiral(centre, i), terrain);
    }
    return map;
}

static adj_mover make_mover(void)
{
    adj_costs costs = { .road = ADJ_BLOCKED };
    adj_mover mover;

    for (int i = 0; i < 256; i++)
        costs.terrain[i] = ADJ_BLOCKED;
    memcpy(costs.terrain, terrain_cost, sizeof terrain_cost);
    memcpy(costs.side, side_cost, sizeof side_cost);
    if (adj_mover_prepare(&costs, &mover, NULL) != ADJ_OK)
        abort();
    return mover;
}

/* --- the plain search ---------------------------------------------------------------------- */

enum { RING = 16 };

/* The same hexes row by row with a border of terrain 0, the six sides of each beside it. */
typedef struct {
    int32_t wide, stride, size;
    uint8_t *terrain, (*sides)[6];
    int32_t *cost;
    struct { int32_t *nodes, count, room; } ring[RING];
    int32_t reached;
} plain;

static plain *make_plain(const adj_hexmap *map, int32_t wide)
{
    plain *p = calloc(1, sizeof *p);

    if (p == NULL)
        abort();
    p->wide = wide;
    p->stride = wide + 2;
    p->size = p->stride * (wide + 2);
    p->terrain = calloc((size_t)p->size, 1);
    p->sides = calloc((size_t)p->size, sizeof *p->sides);
    p->cost = malloc((size_t)p->size * sizeof *p->cost);
    if (p->terrain == NULL || p->sides == NULL || p->cost == NULL)
        abort();
    for (int32_t row = 0; row < wide; row++)
        for (int32_t col = 0; col < wide; col++) {
            int32_t at = (row + 1) * p->stride + col + 1;
            int32_t index = adj_hexmap_index(map, adj_hex_from_offset((adj_hex_layout){ 0 },
                                                                      (adj_offset){ col, row }));
            p->terrain[at] = adj_hexmap_terrain(map, index);
            for (int d = 0; d < 6; d++)
                p->sides[at][d] = adj_hexmap_side(map, index, d);
        }
    return p;
}

static void plain_push(plain *p, int32_t cost, int32_t node)
{
    int k = cost % RING;

    if (p->ring[k].count == p->ring[k].room) {
        p->ring[k].room = p->ring[k].room * 2 + 64;
        p->ring[k].nodes = realloc(p->ring[k].nodes, (size_t)p->ring[k].room * sizeof(int32_t));
        if (p->ring[k].nodes == NULL)
            abort();
    }
    p->ring[k].nodes[p->ring[k].count++] = node;
    p->cost[node] = cost;
}

static void plain_flood(plain *p, int32_t start, int32_t points)
{
    const int32_t w = p->stride;
    const int32_t even[6] = { 1, -w, -w - 1, -1, w - 1, w };
    const int32_t odd[6] = { 1, -w + 1, -w, -1, w, w + 1 };

    for (int32_t i = 0; i < p->size; i++)
        p->cost[i] = INT32_MAX;
    p->reached = 0;
    plain_push(p, 0, start);
    for (int32_t cost = 0, empty = 0; empty < RING; cost++, empty++)
        while (p->ring[cost % RING].count > 0) {
            int32_t node = p->ring[cost % RING].nodes[--p->ring[cost % RING].count];
            const int32_t *delta = (node / w - 1) % 2 != 0 ? odd : even;
            empty = 0;
            if (p->cost[node] != cost)
                continue;
            p->reached++;
            for (int d = 0; d < 6; d++) {
                int32_t to = node + delta[d], next;
                if (p->terrain[to] == 0)
                    continue;
                next = cost + terrain_cost[p->terrain[to]] + side_cost[p->sides[node][d]];
                if (next <= points && next < p->cost[to])
                    plain_push(p, next, to);
            }
        }
}

static void free_plain(plain *p)
{
    for (int k = 0; k < RING; k++)
        free(p->ring[k].nodes);
    free(p->terrain);
    free(p->sides);
    free(p->cost);
    free(p);
}

/* --- the figures ----------------------------------------------------------------------------- */

static size_t in_use(void)
{
    struct mallinfo2 m = mallinfo2();
    return m.uordblks + m.hblkhd;
}

static void check_same(const plain *p, const adj_paths *paths, int32_t n)
{
    if (adj_paths_count(paths) != p->reached)
        abort();
    for (int32_t i = 0; i < n; i++) {
        int32_t at = (int32_t)pick((uint32_t)p->size);
        int64_t cost = adj_paths_cost(paths, at);
        if (cost != (p->cost[at] == INT32_MAX ? -1 : p->cost[at]))
            abort();
    }
}

static void floods(const adj_mover *mover)
{
    enum { WIDE = 1000 };
    size_t before = in_use();
    adj_hexmap *map = make_map(WIDE);
    adj_paths *paths = NULL;
    double ours = 1e9, theirs = 1e9, bytes;
    int32_t start;
    char detail[200];
    plain *p;

    if (adj_paths_new(map, &paths, NULL) != ADJ_OK)
        abort();
    start = adj_hexmap_index(map, (adj_hex){ 300, 400 });
    adj_paths_range(paths, mover, start, INT64_MAX, NULL);
    bytes = (double)(in_use() - before) / (WIDE * WIDE);
    p = make_plain(map, WIDE);
    for (int round = 0; round < ROUNDS; round++) {
        double t = bench_seconds(), took;
        if (adj_paths_range(paths, mover, start, INT64_MAX, NULL) != ADJ_OK)
            abort();
        took = bench_seconds() - t;
        ours = took < ours ? took : ours;
        t = bench_seconds();
        plain_flood(p, start, INT32_MAX / 2);
        took = bench_seconds() - t;
        theirs = took < theirs ? took : theirs;
    }
    check_same(p, paths, 100000);
    snprintf(detail, sizeof detail, "%.1f ms against %.1f ms, %.0f ns a hex", ours * 1e3,
             theirs * 1e3, ours * 1e9 / (WIDE * WIDE));
    report("flood 1000x1000, times a plain C flood", ours / theirs, 1.5, false, detail);
    report("bytes a hex, map, search and result", bytes, 16, false, "no heights, no marks");
#ifdef ADJ_HAVE_BOOST
    {
        double lean, boost = bench_boost(p->terrain, p->sides, p->stride, p->size, start,
                                         terrain_cost, side_cost, p->cost, &lean);
        snprintf(detail, sizeof detail, "Boost takes %.1f ms; %.1f ms on compressed rows without a "
                 "colour map, %.1f times ours", boost * 1e3, lean * 1e3, lean / ours);
        report("flood 1000x1000, times faster than Boost", boost / ours, 6, true, detail);
    }
#else
    printf("flood against Boost: libboost-graph-dev is not here\n");
#endif
    free_plain(p);
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

/* Hexes that a search looks at, by what it charges. */
static uint64_t looked_at(adj_paths *paths, const adj_mover *mover, int32_t from, int32_t to)
{
    adj_budget budget = { .steps_left = 1u << 30 };
    bool found;

    if (adj_paths_find(paths, mover, from, to, INT64_MAX, &budget, &found) != ADJ_OK)
        abort();
    return (1u << 30) - budget.steps_left;
}

/* Over ground where the cheapest hex is hardly ever the next one, the estimate of what is to come
 * says little, and libtcod, with eight squares to choose from, has less to search; so no more is
 * asked there than to be no slower.
 *
 * On a map of which a route needs a small part: what is not reached must cost nothing. */
static void routes(const adj_mover *mover, const char *what, adj_hexmap *(*make)(int32_t),
                   double limit)
{
    enum { WIDE = 1000, RUNS = 100 };
    adj_hexmap *map = make(WIDE);
    adj_paths *paths = NULL;
    int32_t from = adj_hexmap_index(map, adj_hex_from_offset((adj_hex_layout){ 0 },
                                                             (adj_offset){ 100, 100 }));
    int32_t to = adj_hexmap_index(map, adj_hex_from_offset((adj_hex_layout){ 0 },
                                                           (adj_offset){ 190, 140 }));
    double ours = 1e9;
    int32_t steps = 0;
    bool found;
    plain *p;

    if (adj_paths_new(map, &paths, NULL) != ADJ_OK)
        abort();
    for (int round = 0; round < ROUNDS; round++) {
        double t = bench_seconds();
        for (int i = 0; i < RUNS; i++) {
            if (adj_paths_find(paths, mover, from, to, INT64_MAX, NULL, &found) != ADJ_OK || !found)
                abort();
            steps = adj_paths_route(paths, to, NULL, 0);
        }
        t = (bench_seconds() - t) / RUNS;
        ours = t < ours ? t : ours;
    }
    p = make_plain(map, WIDE);
    plain_flood(p, from, INT32_MAX / 2);
    if (adj_paths_cost(paths, to) != p->cost[to])
        abort();
    printf("a route of %d hexes over %s, 1000x1000: %.0f us, %d hexes looked at\n", (int)steps - 1,
           what, ours * 1e6, (int)looked_at(paths, mover, from, to));
#ifdef ADJ_HAVE_TCOD
    {
        char detail[200];
        double tcod = bench_tcod(p->terrain, p->stride, terrain_cost, 100, 100, 190, 140, &steps);
        snprintf(detail, sizeof detail, "libtcod takes %.0f us for %d squares", tcod * 1e6,
                 (int)steps);
        report("routes, times faster than libtcod's A*", tcod / ours, limit, true, detail);
    }
#else
    printf("routes against libtcod: libtcod-dev is not here\n");
#endif
    free_plain(p);
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

/* --- through Lua ------------------------------------------------------------------------------ */

/* Lays a board of the same terrain and sides; then run(n) makes n ranges of 8 points. */
static const char script[] =
    "local terrain, sides, start = ...\n"
    "local words = { 'clear', 'woods', 'rough', 'steep', 'town' }\n"
    "local signs, rows, row = { '.', 'w', 'r', 's', 't' }, {}, {}\n"
    "for i = 1, #terrain do\n"
    "  row[#row + 1] = signs[terrain[i]]\n"
    "  if #row == 60 then rows[#rows + 1], row = table.concat(row), {} end\n"
    "end\n"
    "local kit = { api = {}, registers = {} }\n"
    "local Movement = require 'adjutant.movement'\n"
    "Movement.install(kit)\n"
    "kit.board = require('adjutant.board').new { kind = 'hexes', rows = rows,\n"
    "  terrain = { w = 'woods', r = 'rough', s = 'steep', t = 'town' }, sides = sides }\n"
    "local costs = kit.api.movement_costs { foot = { enter = { clear = 1, woods = 2, rough = 3,\n"
    "  steep = 4, town = 2 }, across = { brook = 1, river = 3 } } }\n"
    "Movement.lay(kit)\n"
    "local reach, from, found = kit.api.reach, kit.board.map.hex(start), 0\n"
    "return function(n)\n"
    "  for _ = 1, n do found = #reach(costs, 'foot', from, 8) end\n"
    "  return found\n"
    "end, function(n)\n"
    "  for _ = 1, n do\n"
    "    found = 0\n"
    "    for _ in reach(costs, 'foot', from, 8):each() do found = found + 1 end\n"
    "  end\n"
    "  return found\n"
    "end\n";

static void push_board(lua_State *L, const adj_hexmap *map, int32_t wide)
{
    static const char *const words[] = { NULL, "brook", "river" };
    luaL_Buffer pairs;

    lua_createtable(L, wide * wide, 0);
    for (int32_t i = 0; i < wide * wide; i++) {
        adj_hex hex = adj_hex_from_offset((adj_hex_layout){ 0 }, (adj_offset){ i % wide, i / wide });
        lua_pushinteger(L, adj_hexmap_terrain(map, adj_hexmap_index(map, hex)));
        lua_rawseti(L, -2, i + 1);
    }
    lua_newtable(L);
    for (int kind = 1; kind <= 2; kind++) {
        luaL_buffinit(L, &pairs);
        for (int32_t i = 0; i < wide * wide; i++) {
            adj_hex hex = adj_hex_from_offset((adj_hex_layout){ 0 },
                                              (adj_offset){ i % wide, i / wide });
            int32_t index = adj_hexmap_index(map, hex);
            for (int d = 0; d < 3; d++) {
                adj_hex other = adj_hex_add(hex, adj_hex_direction(d));
                adj_offset at = adj_hex_to_offset((adj_hex_layout){ 0 }, other);
                char text[40];
                if (adj_hexmap_side(map, index, d) != kind || adj_hexmap_index(map, other) < 0)
                    continue;
                snprintf(text, sizeof text, "%02d%02d-%02d%02d ", i % wide + 1, i / wide + 1,
                         (int)at.col + 1, (int)at.row + 1);
                luaL_addstring(&pairs, text);
            }
        }
        luaL_pushresult(&pairs);
        lua_setfield(L, -2, words[kind]);
    }
}

static double lua_ranges(lua_State *L, int function, int n, int32_t *found)
{
    double least = 1e9;

    for (int round = 0; round < ROUNDS; round++) {
        double t = bench_seconds();
        lua_pushvalue(L, function);
        lua_pushinteger(L, n);
        if (adj_lua_protected_call(L, 1, 1) != LUA_OK)
            abort();
        *found = (int32_t)lua_tointeger(L, -1);
        lua_pop(L, 1);
        t = (bench_seconds() - t) / n;
        least = t < least ? t : least;
    }
    return least;
}

static void ranges(void)
{
    enum { WIDE = 60, RUNS = 20000 };
    adj_lua_options options = { .data_dir = ADJ_SOURCE_DIR };
    adj_hexmap *map = make_map(WIDE);
    plain *p = make_plain(map, WIDE);
    int32_t start = 31 * p->stride + 31, found = 0;
    double ours, listed, theirs = 1e9;
    adj_lua *lua = NULL;
    char detail[200];
    lua_State *L;

    if (adj_lua_new(&options, &lua, NULL) != ADJ_OK)
        abort();
    L = adj_lua_state(lua);
    if (adj_lua_load_host(L, script, sizeof script - 1, "@tests/bench.lua") != LUA_OK)
        abort();
    push_board(L, map, WIDE);
    lua_pushstring(L, "3131");
    if (adj_lua_protected_call(L, 3, 2) != LUA_OK) {
        printf("%s\n", lua_tostring(L, -1));
        abort();
    }
    ours = lua_ranges(L, -2, RUNS, &found);
    listed = lua_ranges(L, -1, RUNS, &found);
    for (int round = 0; round < ROUNDS; round++) {
        double t = bench_seconds();
        for (int i = 0; i < RUNS; i++)
            plain_flood(p, start, 8);
        t = (bench_seconds() - t) / RUNS;
        theirs = t < theirs ? t : theirs;
    }
    if (found != p->reached)
        abort();
    snprintf(detail, sizeof detail, "%.2f us against %.2f us for %d hexes; %.2f us walked in order",
             ours * 1e6, theirs * 1e6, (int)found, listed * 1e6);
    report("range of 8 on 60x60 from Lua, times a plain C flood", ours / theirs, 2, false, detail);
    adj_lua_close(lua);
    free_plain(p);
    adj_hexmap_free(map);
}

int main(void)
{
    adj_mover mover = make_mover();

    floods(&mover);
    routes(&mover, "open country", make_country, 4);
    routes(&mover, "ground that changes at every hex", make_map, 1);
    ranges();
    return good ? 0 : 1;
}
