/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "path.h"
#include "reach.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDE = 7, HEXES = WIDE * WIDE };

static uint32_t seed;

static uint32_t pick(uint32_t below)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 12) % below;
}

/* --- a search by repeated relaxation, as plain as can be --------------------------------- */

typedef struct {
    const adj_hexmap *map;
    const adj_costs *costs;
    const adj_mover *mover;
    const uint8_t *marks;           /* by number */
    const adj_link *links;
    int32_t link_count;
    int32_t start;
    int64_t points;
    /* [0] once not paid, [1] paid, [2] and [3] the same after a forced step; -1: not reached */
    int64_t cost[4][4096];
} plain;

static int64_t plain_entry(const plain *s, int32_t to, uint8_t side, bool road, bool *once)
{
    uint8_t terrain = adj_hexmap_terrain(s->map, to);

    *once = false;
    if (terrain == 0 || (s->marks[to] & ADJ_MARK_BLOCKED) != 0)
        return -1;
    if (s->costs->road != ADJ_BLOCKED && road) {
        *once = s->costs->once_road;
        return s->costs->road;
    }
    if (s->costs->along[side]) {
        *once = s->costs->once_side[side];
        return s->costs->side[side];
    }
    if (s->costs->terrain[terrain] == ADJ_BLOCKED || s->costs->side[side] == ADJ_BLOCKED)
        return -1;
    *once = s->costs->once_terrain[terrain] || s->costs->once_side[side];
    return s->costs->terrain[terrain] + s->costs->side[side];
}

/* Way number i from a place: the six directions, then the links, each from either end. The cost
 * of going there and where it leads; -1 when there is no such way. */
static int64_t plain_way(const plain *s, int32_t from, int i, int32_t *to, bool *once)
{
    const adj_link *l;

    *to = -1;
    if (i < 6) {
        if (from >= adj_hexmap_first_box(s->map))
            return -1;
        *to = adj_hexmap_beside(s->map, from, i);
        return plain_entry(s, *to, adj_hexmap_side(s->map, from, i),
                           adj_hexmap_road(s->map, from, i), once);
    }
    l = &s->links[(i - 6) / 2];
    if (i % 2 == 0 ? l->from != from : l->to != from || l->one_way)
        return -1;
    *to = i % 2 == 0 ? l->to : l->from;
    return plain_entry(s, *to, l->side, l->road, once);
}

static int plain_ways(const plain *s)
{
    return 6 + 2 * (int)s->link_count;
}

static bool plain_better(plain *s, int state, int32_t to, int64_t cost)
{
    if (s->cost[state][to] >= 0 && s->cost[state][to] <= cost)
        return false;
    s->cost[state][to] = cost;
    return true;
}

static bool plain_relax(plain *s, int32_t from, int state)
{
    bool changed = false, at_start = from == s->start && s->cost[state][from] == 0 && state == 0;

    if (s->cost[state][from] < 0 || state >= 2)
        return false;
    if (!at_start && ((s->marks[from] & ADJ_MARK_STOP) != 0
                      || s->costs->stop[adj_hexmap_terrain(s->map, from)]))
        return false;
    for (int i = 0; i < plain_ways(s); i++) {
        int32_t to;
        bool once;
        int64_t step = plain_way(s, from, i, &to, &once);
        int target = state;
        if (step < 0)
            continue;
        if ((s->marks[from] & ADJ_MARK_LEAVE) != 0)
            step += s->costs->leave;
        if (once && state == 0 && s->costs->once > 0) {
            step += s->costs->once;
            target = 1;
        }
        if (s->cost[state][from] + step <= s->points)
            changed |= plain_better(s, target, to, s->cost[state][from] + step);
        else if (at_start && s->costs->minimum_one)
            changed |= plain_better(s, target + 2, to, s->points);
    }
    return changed;
}

static void plain_search(plain *s)
{
    int32_t size = adj_hexmap_size(s->map);
    bool changed = true;

    for (int state = 0; state < 4; state++)
        for (int32_t i = 0; i < size; i++)
            s->cost[state][i] = -1;
    s->cost[0][s->start] = 0;
    while (changed) {
        changed = false;
        for (int32_t i = 0; i < size; i++)
            for (int state = 0; state < 2; state++)
                changed |= plain_relax(s, i, state);
    }
}

static int64_t plain_cost(const plain *s, int32_t index)
{
    int64_t best = -1;

    if (index != s->start && (s->marks[index] & ADJ_MARK_PASS_ONLY) != 0)
        return -1;
    for (int state = 0; state < 4; state++)
        if (s->cost[state][index] >= 0 && (best < 0 || s->cost[state][index] < best))
            best = s->cost[state][index];
    return best;
}

/* --- random maps and movers ---------------------------------------------------------------- */

static adj_hexmap *random_map(void)
{
    adj_hex_layout layout = { pick(2) != 0, pick(2) != 0 };
    adj_offset first = { (int32_t)pick(9) - 4, (int32_t)pick(9) - 4 };
    adj_hexmap *map = NULL;

    assert_int_equal(adj_hexmap_new(layout, first, WIDE, WIDE, &map, NULL), ADJ_OK);
    for (int i = 0; i < HEXES; i++) {
        adj_hex hex = adj_hex_from_offset(layout, (adj_offset){ first.col + i % WIDE,
                                                                first.row + i / WIDE });
        adj_hexmap_set_terrain(map, hex, (uint8_t)pick(6));
        for (int d = 0; d < 6; d++) {
            if (pick(3) == 0)
                adj_hexmap_set_side(map, hex, d, (uint8_t)(1 + pick(3)));
            if (pick(5) == 0)
                adj_hexmap_set_road(map, hex, d, true);
        }
    }
    return map;
}

static adj_costs random_costs(void)
{
    adj_costs costs;

    memset(&costs, 0, sizeof costs);
    for (int i = 1; i < 6; i++)
        costs.terrain[i] = pick(6) == 0 ? ADJ_BLOCKED : (int32_t)pick(5);
    for (int i = 1; i < 4; i++)
        costs.side[i] = pick(4) == 0 ? ADJ_BLOCKED : (int32_t)pick(4);
    costs.along[1 + pick(3)] = pick(3) == 0;
    costs.road = pick(3) == 0 ? ADJ_BLOCKED : (int32_t)pick(3);
    costs.stop[1 + pick(5)] = pick(3) == 0;
    costs.once = pick(2) == 0 ? 0 : (int32_t)pick(4);
    costs.once_terrain[1 + pick(5)] = true;
    costs.once_side[pick(4)] = pick(2) == 0;
    costs.once_road = pick(2) == 0;
    costs.minimum_one = pick(2) == 0;
    costs.leave = pick(2) == 0 ? 0 : (int32_t)pick(4);
    return costs;
}

static void check_steps(const plain *s, const adj_path_step *steps, int32_t n, int32_t goal,
                        int64_t cost)
{
    assert_true(n >= 1 && n <= 2 * HEXES);
    assert_int_equal(steps[0].index, s->start);
    assert_int_equal(steps[0].spent, 0);
    assert_int_equal(steps[n - 1].index, goal);
    assert_int_equal(steps[n - 1].spent, cost);
    for (int32_t i = 1; i < n; i++) {
        int64_t paid = steps[i].spent - steps[i - 1].spent;
        bool there = false;
        for (int k = 0; k < plain_ways(s); k++) {
            int32_t to;
            bool once;
            int64_t step = plain_way(s, steps[i - 1].index, k, &to, &once);
            if (step >= 0 && (s->marks[steps[i - 1].index] & ADJ_MARK_LEAVE) != 0)
                step += s->costs->leave;
            there |= step >= 0 && to == steps[i].index
                     && (paid == step || (once && paid == step + s->costs->once)
                         || (s->costs->minimum_one && i == 1 && n == 2 && paid == s->points));
        }
        assert_true(there);
    }
}

static void check_route(const plain *s, const adj_paths *paths, int32_t goal, int64_t cost)
{
    adj_path_step steps[2 * HEXES];

    check_steps(s, steps, adj_paths_route(paths, goal, steps, 2 * HEXES), goal, cost);
}

/* What is kept of a range answers like the range, after the next search too. */
static void check_kept(const plain *s, adj_paths *paths)
{
    adj_reach *reach = malloc(adj_reach_bytes(paths));
    int32_t count = adj_paths_count(paths), before = -1;
    int64_t cost_before = -1;

    assert_non_null(reach);
    adj_reach_keep(paths, reach);
    assert_int_equal(adj_paths_range(paths, s->mover, s->start, 0, NULL), ADJ_OK);
    assert_int_equal(adj_reach_count(reach), count);
    for (int32_t i = -1; i <= adj_hexmap_size(s->map); i++) {
        bool on = i >= 0 && i < adj_hexmap_size(s->map);
        adj_path_step steps[2 * HEXES];
        int32_t n = adj_reach_route(reach, i, steps, 2 * HEXES);
        assert_int_equal(adj_reach_cost(reach, i), on ? plain_cost(s, i) : -1);
        if (n > 0)
            check_steps(s, steps, n, i, plain_cost(s, i));
        else
            assert_true(adj_reach_cost(reach, i) < 0);
    }
    for (int32_t i = 0; i < count; i++) {
        int64_t cost;
        int32_t index = adj_reach_at(reach, i, &cost);
        assert_true(cost > cost_before || (cost == cost_before && index > before));
        before = index;
        cost_before = cost;
        assert_int_equal(adj_reach_cost(reach, index), cost);
    }
    free(reach);
}

static void check_all(const plain *s, adj_paths *paths)
{
    int32_t listed = 0, size = adj_hexmap_size(s->map);
    int64_t before = 0;

    assert_int_equal(adj_paths_range(paths, s->mover, s->start, s->points, NULL), ADJ_OK);
    for (int32_t i = 0; i < adj_paths_count(paths); i++) {
        int64_t cost;
        int32_t index = adj_paths_at(paths, i, &cost);
        assert_true(cost >= before);
        assert_int_equal(cost, plain_cost(s, index));
        before = cost;
    }
    for (int32_t i = 0; i < size; i++) {
        int64_t cost = plain_cost(s, i);
        assert_int_equal(adj_paths_cost(paths, i), cost);
        if (cost < 0) {
            assert_int_equal(adj_paths_route(paths, i, NULL, 0), 0);
            continue;
        }
        listed++;
        check_route(s, paths, i, cost);
    }
    assert_int_equal(adj_paths_count(paths), listed);
    check_kept(s, paths);
    for (int32_t i = 0; i < size; i += 3) {
        int64_t cost = plain_cost(s, i);
        bool found;
        assert_int_equal(adj_paths_find(paths, s->mover, s->start, i, s->points, NULL, &found),
                         ADJ_OK);
        assert_int_equal(found, cost >= 0);
        if (found)
            check_route(s, paths, i, cost);
    }
}

/* Two boxes and a few links, every second time. */
static int32_t random_links(adj_hexmap *map, adj_link links[8])
{
    int32_t size = adj_hexmap_size(map), n = pick(2) == 0 ? 0 : (int32_t)pick(8);

    for (int32_t i = 0; i < n; i++) {
        adj_link l = { 0, 0, (uint8_t)pick(4), pick(4) == 0, pick(4) == 0 };
        do {
            l.from = (int32_t)pick((uint32_t)size + 2);
            l.to = (int32_t)pick((uint32_t)size + 2);
        } while (l.from == l.to || (l.from < size && adj_hexmap_terrain(map, l.from) == 0)
                 || (l.to < size && adj_hexmap_terrain(map, l.to) == 0));
        links[i] = l;
    }
    if (n > 0)
        assert_int_equal(adj_hexmap_join(map, 2, links, n, NULL), ADJ_OK);
    return n;
}

/* Costs and marks without anything special take a way of their own through the search. */
static bool make_plain(adj_costs *costs)
{
    if (pick(3) != 0)
        return false;
    costs->once = 0;
    costs->minimum_one = false;
    costs->road = ADJ_BLOCKED;
    if (pick(2) == 0)                       /* where every step costs, a goal can be made for */
        for (int i = 1; i < 6; i++)
            if (costs->terrain[i] == 0)
                costs->terrain[i] = 1;
    return true;
}

static void range_and_route_agree_with_a_plain_search(void **state)
{
    static plain s;
    adj_link links[8];
    static uint8_t marks[4096];
    (void)state;

    seed = 20u;
    for (int round = 0; round < 1000; round++) {
        adj_hexmap *map = random_map();
        adj_costs costs = random_costs();
        adj_paths *paths = NULL;
        bool bare = make_plain(&costs);
        adj_mover mover;
        int32_t size;
        s.links = links;
        s.link_count = bare ? 0 : random_links(map, links);
        size = adj_hexmap_size(map);
        assert_int_equal(adj_mover_prepare(&costs, &mover, NULL), ADJ_OK);
        assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
        for (int turn = 0; turn < 2; turn++) {
            memset(marks, 0, sizeof marks);
            for (int i = 0; i < 8 && !bare; i++) {
                int32_t at = (int32_t)pick((uint32_t)size);
                marks[at] |= (uint8_t)(1u << pick(4));
                adj_paths_mark(paths, at, marks[at]);
            }
            do
                s.start = (int32_t)pick((uint32_t)size);
            while (adj_hexmap_terrain(map, s.start) == 0);
            s.map = map;
            s.costs = &costs;
            s.mover = &mover;
            s.marks = marks;
            s.points = pick(14);
            plain_search(&s);
            check_all(&s, paths);
            adj_paths_clear_marks(paths);
        }
        adj_paths_free(paths);
        adj_hexmap_free(map);
    }
}

/* --- single cases --------------------------------------------------------------------------- */

static adj_hexmap *plain_map(int32_t cols, int32_t rows)
{
    adj_hexmap *map = NULL;

    assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, (adj_offset){ 0, 0 }, cols, rows, &map,
                                    NULL), ADJ_OK);
    for (int32_t i = 0; i < cols * rows; i++)
        adj_hexmap_set_terrain(map, adj_hex_from_offset((adj_hex_layout){ 0 },
                                                        (adj_offset){ i % cols, i / cols }), 1);
    return map;
}

static void every_hex_within_the_points_is_found_once(void **state)
{
    adj_hexmap *map = plain_map(21, 21);
    adj_costs costs = { .terrain = { 0, 2 }, .road = ADJ_BLOCKED };
    adj_hex centre = adj_hex_from_offset((adj_hex_layout){ 0 }, (adj_offset){ 10, 10 });
    adj_mover mover;
    adj_paths *paths;
    (void)state;

    assert_int_equal(adj_mover_prepare(&costs, &mover, NULL), ADJ_OK);
    assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
    assert_int_equal(adj_paths_range(paths, &mover, adj_hexmap_index(map, centre), 17, NULL),
                     ADJ_OK);
    assert_int_equal(adj_paths_count(paths), adj_hex_disc(8));
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

static void a_search_is_bounded_by_its_budget(void **state)
{
    adj_hexmap *map = plain_map(50, 50);
    adj_costs costs = { .terrain = { 0, 1 }, .road = ADJ_BLOCKED };
    adj_budget budget = { .steps_left = 100 };
    int32_t start = adj_hexmap_index(map, (adj_hex){ 0, 0 });
    adj_mover mover;
    adj_paths *paths;
    (void)state;

    assert_int_equal(adj_mover_prepare(&costs, &mover, NULL), ADJ_OK);
    assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
    assert_int_equal(adj_paths_range(paths, &mover, start, 1000, &budget), ADJ_ELIMIT);
    assert_int_equal(adj_paths_range(paths, &mover, start, 1000, NULL), ADJ_OK);
    assert_int_equal(adj_paths_count(paths), 2500);
    assert_int_equal(adj_paths_range(paths, &mover, 0, 5, NULL), ADJ_ENOTFOUND);
    assert_int_equal(adj_paths_range(paths, &mover, -1, 5, NULL), ADJ_ENOTFOUND);
    assert_int_equal(adj_paths_count(paths), 0);
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

static void many_searches_do_not_mix_up_their_stamps(void **state)
{
    adj_hexmap *map = plain_map(9, 9);
    adj_costs costs = { .terrain = { 0, 1 }, .road = ADJ_BLOCKED };
    int32_t start = adj_hexmap_index(map, (adj_hex){ 2, 4 });
    adj_mover mover;
    adj_paths *paths;
    (void)state;

    assert_int_equal(adj_mover_prepare(&costs, &mover, NULL), ADJ_OK);
    assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
    for (int i = 0; i < 140000; i++)
        assert_int_equal(adj_paths_range(paths, &mover, start, i % 2, NULL), ADJ_OK);
    assert_int_equal(adj_paths_count(paths), 7);
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

static adj_mover dear_mover(int32_t cost)
{
    adj_costs costs = { .road = ADJ_BLOCKED };
    adj_mover mover;

    for (int i = 0; i < 256; i++)
        costs.terrain[i] = i == 1 ? cost : ADJ_BLOCKED;
    assert_int_equal(adj_mover_prepare(&costs, &mover, NULL), ADJ_OK);
    return mover;
}

/* What is still to come to a goal so far away is more than 32 bits hold. */
static void a_goal_out_of_all_reach_does_not_spoil_the_next_search(void **state)
{
    enum { LONG = 429500, FAR = 429496 };
    const adj_hex_layout layout = { 0 };
    adj_hexmap *map;
    adj_mover mover = dear_mover(ADJ_COST_MOST);
    adj_paths *paths;
    bool found;
    (void)state;

    assert_int_equal(adj_hexmap_new(layout, (adj_offset){ 0, 0 }, LONG, 1, &map, NULL), ADJ_OK);
    for (int32_t col = 0; col < LONG; col++)
        adj_hexmap_set_terrain(map, adj_hex_from_offset(layout, (adj_offset){ col, 0 }), 1);
    assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
    int32_t start = adj_hexmap_index(map, (adj_hex){ 0, 0 });
    assert_int_equal(adj_paths_find(paths, &mover, start, start + FAR, 500000, NULL, &found), ADJ_OK);
    assert_false(found);
    assert_int_equal(adj_paths_range(paths, &mover, start + 1, 30000, NULL), ADJ_OK);
    assert_int_equal(adj_paths_count(paths), 5);
    assert_int_equal(adj_paths_cost(paths, start + 4), 30000);
    assert_int_equal(adj_paths_cost(paths, start + 10), -1);
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

static void only_what_can_lead_to_the_goal_is_looked_at(void **state)
{
    adj_hexmap *map = plain_map(200, 200);
    adj_budget budget = { .steps_left = 100000 };
    int32_t start = adj_hexmap_index(map, (adj_hex){ 50, 100 });
    int32_t goal = adj_hexmap_index(map, (adj_hex){ 90, 100 });
    adj_mover mover = dear_mover(1);
    adj_paths *paths;
    bool found;
    (void)state;

    assert_int_equal(adj_paths_new(map, &paths, NULL), ADJ_OK);
    assert_int_equal(adj_paths_find(paths, &mover, start, goal, 39, &budget, &found), ADJ_OK);
    assert_false(found);
    assert_true(budget.steps_left > 99990);
    assert_int_equal(adj_paths_find(paths, &mover, start, goal, 40, &budget, &found), ADJ_OK);
    assert_true(found);
    /* a wall between: all ways are too long, but not all the places around need be tried */
    for (int row = 80; row < 120; row++)
        adj_hexmap_set_terrain(map, adj_hex_from_offset((adj_hex_layout){ 0 },
                                                        (adj_offset){ 120, row }), 0);
    budget.steps_left = 100000;
    assert_int_equal(adj_paths_find(paths, &mover, start, goal, 45, &budget, &found), ADJ_OK);
    assert_false(found);
    assert_true(budget.steps_left > 100000 - 1500);     /* of the 6211 within 45 */
    adj_paths_free(paths);
    adj_hexmap_free(map);
}

static void costs_out_of_bounds_are_refused(void **state)
{
    static const struct { int where; int32_t cost; const char *want; } cases[] = {
        { 0, -2, "the cost of terrain 7 is -2" }, { 1, 10001, "the cost of hexside 7 is 10001" },
        { 2, -5, "the cost of the road" }, { 3, -1, "the cost of once" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_costs costs = { .road = ADJ_BLOCKED };
        adj_error err = { 0 };
        adj_mover mover;
        if (cases[i].where == 0)
            costs.terrain[7] = cases[i].cost;
        else if (cases[i].where == 1)
            costs.side[7] = cases[i].cost;
        else if (cases[i].where == 2)
            costs.road = cases[i].cost;
        else
            costs.once = cases[i].cost;
        assert_int_equal(adj_mover_prepare(&costs, &mover, &err), ADJ_ERANGE);
        assert_non_null(strstr(err.text, cases[i].want));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range_and_route_agree_with_a_plain_search),
        cmocka_unit_test(every_hex_within_the_points_is_found_once),
        cmocka_unit_test(a_search_is_bounded_by_its_budget),
        cmocka_unit_test(many_searches_do_not_mix_up_their_stamps),
        cmocka_unit_test(a_goal_out_of_all_reach_does_not_spoil_the_next_search),
        cmocka_unit_test(only_what_can_lead_to_the_goal_is_looked_at),
        cmocka_unit_test(costs_out_of_bounds_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
