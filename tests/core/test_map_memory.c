/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts, maps, paths and areas when memory runs out: at the n-th allocation once, and from the
 * n-th on. What failed leaves nothing behind, and the same work done again succeeds. (valgrind: too slow) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chart.h"
#include "flower.h"
#include "path.h"
#include "failing_memory.h"

/* --- the work ---------------------------------------------------------------------- */

static adj_status use_chart(void)
{
    static const adj_band rows[] = { { .low = INT64_MIN, .high = 3, .label = "low" },
                                     { .low = 4, .high = INT64_MAX, .label = "high" } };
    static const adj_band cols[] = { { .key = "foot", .label = "foot" }, { .key = "horse" } };
    const adj_axis axis = { .kind = ADJ_AXIS_RANGES, .count = 2, .bands = rows };
    const adj_axis other = { .kind = ADJ_AXIS_KEYS, .count = 2, .bands = cols };
    adj_chart *chart;
    adj_error err;
    adj_status status = adj_chart_new(&axis, &other, &chart, &err);

    if (status != ADJ_OK) {
        assert_null(chart);
        return status;
    }
    assert_int_equal(adj_chart_cells(chart), 4);
    assert_int_equal(adj_chart_by_key(chart, ADJ_CHART_COLS, "horse"), 1);
    adj_chart_free(chart);
    return ADJ_OK;
}

static adj_status use_map(void)
{
    const adj_hex_layout layout = { .flat_top = true };
    adj_costs costs = { .road = 1, .once = 1 };
    adj_hexmap *map = NULL;
    adj_paths *paths = NULL;
    adj_link link = { .side = 0 };
    adj_status status;
    adj_mover mover;
    adj_error err;
    bool found;

    for (int i = 1; i < 256; i++)
        costs.terrain[i] = i;
    if ((status = adj_hexmap_new(layout, (adj_offset){ 0, 0 }, 5, 5, &map, &err)) != ADJ_OK)
        return status;
    for (int32_t i = 0; i < 25; i++)
        assert_int_equal(adj_hexmap_set_terrain(map,
            adj_hex_from_offset(layout, (adj_offset){ i % 5, i / 5 }), 1), ADJ_OK);
    link.from = adj_hexmap_index(map, adj_hex_from_offset(layout, (adj_offset){ 0, 0 }));
    link.to = adj_hexmap_first_box(map);
    if ((status = adj_hexmap_join(map, 1, &link, 1, &err)) != ADJ_OK ||
        (status = adj_mover_prepare(&costs, &mover, &err)) != ADJ_OK ||
        (status = adj_paths_new(map, &paths, &err)) != ADJ_OK ||
        (status = adj_paths_mark(paths, link.from, ADJ_MARK_STOP)) != ADJ_OK ||
        (status = adj_paths_range(paths, &mover, link.to, 2, NULL)) != ADJ_OK)
        goto done;
    assert_int_equal(adj_paths_count(paths), 2);        /* a move that enters the stop ends */
    adj_paths_clear_marks(paths);
    if ((status = adj_paths_find(paths, &mover, link.to, link.from, 10, NULL, &found)) == ADJ_OK)
        assert_true(found);
done:
    adj_paths_free(paths);
    adj_hexmap_free(map);
    return status;
}

static adj_status use_boxes(void)
{
    adj_hexmap *map;
    adj_link link = { .from = 0, .to = 1 };
    adj_error err;
    adj_status status = adj_hexmap_new_boxes(&map, &err);

    if (status != ADJ_OK) {
        assert_null(map);
        return status;
    }
    status = adj_hexmap_join(map, 2, &link, 1, &err);
    if (status == ADJ_OK)
        assert_int_equal(adj_hexmap_size(map) - adj_hexmap_first_box(map), 2);
    adj_hexmap_free(map);
    return status;
}

static adj_status use_flowers(void)
{
    adj_hex places[3] = { adj_flower_place(0, 0), adj_flower_place(1, 0), adj_flower_place(0, 1) };
    adj_flowers *map;
    adj_error err;
    adj_status status = adj_flowers_new(ADJ_FLOWER_R, places, 3, &map, &err);

    if (status != ADJ_OK) {
        assert_null(map);
        return status;
    }
    assert_int_equal(adj_flowers_distance(map, 1, 2), 1);
    adj_flowers_free(map);
    return ADJ_OK;
}

/* --- every allocation ------------------------------------------------------------------ */

static void at_every_allocation(adj_status (*work)(void))
{
    for (int mode = 0; mode < 2; mode++)
        for (long n = 0; n < 500; n++) {
            adj_status status;

            countdown = n;
            forever = mode == 1;
            failed = false;
            status = work();
            countdown = -1;
            if (!failed) {
                assert_int_equal(status, ADJ_OK);
                assert_true(n > 0);                     /* it does allocate */
                break;
            }
            assert_int_equal(status, ADJ_ENOMEM);
            assert_int_equal(work(), ADJ_OK);
        }
}

static void charts_are_made_whole_or_not_at_all(void **state)
{
    (void)state;
    at_every_allocation(use_chart);
}

static void maps_and_paths_survive_a_lack_of_memory(void **state)
{
    (void)state;
    at_every_allocation(use_map);
    at_every_allocation(use_boxes);
}

static void areas_are_made_whole_or_not_at_all(void **state)
{
    (void)state;
    at_every_allocation(use_flowers);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(charts_are_made_whole_or_not_at_all),
        cmocka_unit_test(maps_and_paths_survive_a_lack_of_memory),
        cmocka_unit_test(areas_are_made_whole_or_not_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
