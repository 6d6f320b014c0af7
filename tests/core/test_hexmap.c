/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hexmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static adj_hexmap *make(adj_hex_layout layout, adj_offset first, int32_t cols, int32_t rows)
{
    adj_hexmap *map = NULL;
    assert_int_equal(adj_hexmap_new(layout, first, cols, rows, &map, NULL), ADJ_OK);
    return map;
}

static void numbers_and_hexes_go_back_and_forth(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        adj_hex_layout layout = { (kind & 1) != 0, (kind & 2) != 0 };
        adj_hexmap *map = make(layout, (adj_offset){ -3, -5 }, 7, 9);
        int found = 0;
        for (int col = -6; col < 8; col++)
            for (int row = -8; row < 8; row++) {
                adj_hex hex = adj_hex_from_offset(layout, (adj_offset){ col, row });
                int32_t index = adj_hexmap_index(map, hex);
                bool inside = col >= -3 && col < 4 && row >= -5 && row < 4;
                assert_int_equal(index >= 0, inside);
                if (!inside)
                    continue;
                found++;
                assert_true(adj_hex_equal(adj_hexmap_hex(map, index), hex));
                for (int d = 0; d < 6; d++) {
                    int32_t beside = adj_hexmap_beside(map, index, d);
                    adj_hex want = adj_hex_add(hex, adj_hex_direction(d));
                    assert_true(beside >= 0 && beside < adj_hexmap_size(map));
                    assert_true(adj_hex_equal(adj_hexmap_hex(map, beside), want));
                }
            }
        assert_int_equal(found, 63);
        adj_hexmap_free(map);
    }
}

static void a_side_and_a_road_belong_to_both_hexes(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++)
        for (int d = 0; d < 6; d++) {
            adj_hex_layout layout = { (kind & 1) != 0, (kind & 2) != 0 };
            adj_hexmap *map = make(layout, (adj_offset){ 0, 0 }, 1, 1);
            adj_hex hex = { 0, 0 };
            int32_t index = adj_hexmap_index(map, hex), beside = adj_hexmap_beside(map, index, d);
            assert_int_equal(adj_hexmap_set_side(map, hex, d, 7), ADJ_OK);
            assert_int_equal(adj_hexmap_set_road(map, hex, d, true), ADJ_OK);
            for (int e = 0; e < 6; e++) {
                assert_int_equal(adj_hexmap_side(map, index, e), e == d ? 7 : 0);
                assert_int_equal(adj_hexmap_road(map, index, e), e == d);
            }
            assert_int_equal(adj_hexmap_side(map, beside, (d + 3) % 6), 7);
            assert_true(adj_hexmap_road(map, beside, (d + 3) % 6));
            assert_int_equal(adj_hexmap_set_road(map, hex, d, false), ADJ_OK);
            assert_false(adj_hexmap_road(map, index, d));
            adj_hexmap_free(map);
        }
}

static void terrain_and_height_are_kept_and_zero_is_off_the_map(void **state)
{
    adj_hexmap *map = make((adj_hex_layout){ 0 }, (adj_offset){ 0, 0 }, 3, 3);
    adj_hex hex = { 1, 1 };
    int32_t index = adj_hexmap_index(map, hex);
    (void)state;

    assert_int_equal(adj_hexmap_terrain(map, index), 0);
    assert_int_equal(adj_hexmap_set_terrain(map, hex, 9), ADJ_OK);
    assert_int_equal(adj_hexmap_set_height(map, hex, -40), ADJ_OK);
    assert_int_equal(adj_hexmap_terrain(map, index), 9);
    assert_int_equal(adj_hexmap_height(map, index), -40);
    assert_int_equal(adj_hexmap_set_terrain(map, (adj_hex){ 9, 9 }, 1), ADJ_ENOTFOUND);
    assert_int_equal(adj_hexmap_set_side(map, (adj_hex){ 9, 9 }, 1, 1), ADJ_ENOTFOUND);
    adj_hexmap_free(map);
}

static void impossible_sizes_are_refused(void **state)
{
    adj_hexmap *map = NULL;
    adj_error err = { 0 };
    (void)state;

    assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, (adj_offset){ 0, 0 }, 0, 3, &map, &err),
                     ADJ_ERANGE);
    assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, (adj_offset){ 0, 0 }, 100000, 100000,
                                    &map, &err), ADJ_ERANGE);
    assert_null(map);
    for (int i = 0; i < 4; i++) {
        int32_t far = i % 2 == 0 ? INT32_MIN : ADJ_HEX_MOST / 4 + 1;
        adj_offset first = { i < 2 ? far : 0, i < 2 ? 0 : far };
        assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, first, 3, 3, &map, &err), ADJ_ERANGE);
        assert_non_null(strstr(err.text, "begins at column"));
        assert_null(map);
    }
    adj_hexmap_free(NULL);
}

/* --- boxes and links ------------------------------------------------------------------------ */

static void boxes_come_behind_the_hexes_and_links_join_them_once(void **state)
{
    adj_hexmap *map = NULL;
    int32_t hex, box;
    adj_error err = { 0 };
    (void)state;

    assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, (adj_offset){ 0, 0 }, 3, 3, &map, NULL),
                     ADJ_OK);
    adj_hexmap_set_terrain(map, (adj_hex){ 0, 0 }, 4);
    assert_int_equal(adj_hexmap_set_height(map, (adj_hex){ 0, 0 }, 7), ADJ_OK);
    hex = adj_hexmap_index(map, (adj_hex){ 0, 0 });
    box = adj_hexmap_first_box(map);
    assert_int_equal(box, adj_hexmap_size(map));
    {
        const adj_link bad[] = { { hex, box + 2, 0, false, false }, { -1, hex, 0, false, false },
                                 { hex + 1, box, 0, false, false } };
        const adj_link loop = { box, box, 0, false, false };
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
            assert_int_equal(adj_hexmap_join(map, 2, &bad[i], 1, &err), ADJ_ENOTFOUND);
        assert_int_equal(adj_hexmap_join(map, 2, &loop, 1, &err), ADJ_EINVAL);
        assert_int_equal(adj_hexmap_join(map, -1, NULL, 0, &err), ADJ_ERANGE);
    }
    {
        const adj_link good = { hex, box, 2, false, false };
        assert_int_equal(adj_hexmap_join(map, 2, &good, 1, &err), ADJ_OK);
        assert_int_equal(adj_hexmap_join(map, 0, &good, 1, &err), ADJ_EINVAL);
    }
    assert_int_equal(adj_hexmap_size(map), box + 2);
    assert_int_equal(adj_hexmap_terrain(map, box + 1), 1);
    adj_hexmap_set_terrain_at(map, box + 1, 9);
    assert_int_equal(adj_hexmap_terrain(map, box + 1), 9);
    assert_int_equal(adj_hexmap_terrain(map, hex), 4);
    assert_int_equal(adj_hexmap_height(map, hex), 7);
    assert_int_equal(adj_hexmap_height(map, box), 0);
    adj_hexmap_free(map);
}

static void a_map_may_be_of_boxes_alone(void **state)
{
    adj_hexmap *map = NULL;
    const adj_link links[] = { { 0, 1, 0, false, false }, { 1, 2, 0, false, true } };
    (void)state;

    assert_int_equal(adj_hexmap_new_boxes(&map, NULL), ADJ_OK);
    assert_int_equal(adj_hexmap_size(map), 0);
    assert_int_equal(adj_hexmap_index(map, (adj_hex){ 0, 0 }), -1);
    assert_int_equal(adj_hexmap_join(map, 3, links, 2, NULL), ADJ_OK);
    assert_int_equal(adj_hexmap_size(map), 3);
    assert_int_equal(adj_hexmap_first_box(map), 0);
    adj_hexmap_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_and_hexes_go_back_and_forth),
        cmocka_unit_test(a_side_and_a_road_belong_to_both_hexes),
        cmocka_unit_test(terrain_and_height_are_kept_and_zero_is_off_the_map),
        cmocka_unit_test(impossible_sizes_are_refused),
        cmocka_unit_test(boxes_come_behind_the_hexes_and_links_join_them_once),
        cmocka_unit_test(a_map_may_be_of_boxes_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
