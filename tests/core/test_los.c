/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "los.h"
#include "watched.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CLEAR = 1, WALL = 2, SIDE = 5, WIDE = 11 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static adj_hexmap *make(adj_offset first, int32_t cols, int32_t rows)
{
    adj_hexmap *map = NULL;
    assert_int_equal(adj_hexmap_new((adj_hex_layout){ 0 }, first, cols, rows, &map, NULL), ADJ_OK);
    return map;
}

/* 11 x 11 hexes with random walls, heights and hexsides, moved by `shift` rows of two and padded
 * by `pad` hexes that are off the map. */
static adj_hexmap *random_map(uint32_t seed, int32_t shift, int32_t pad)
{
    adj_hexmap *map = make((adj_offset){ shift - pad, 2 * shift - pad }, WIDE + 2 * pad,
                           WIDE + 2 * pad);

    for (int32_t row = 0; row < WIDE; row++)
        for (int32_t col = 0; col < WIDE; col++) {
            adj_hex hex = adj_hex_from_offset(adj_hexmap_layout(map),
                                              (adj_offset){ col + shift, row + 2 * shift });
            adj_hexmap_set_terrain(map, hex, next_random(&seed) % 4 == 0 ? WALL : CLEAR);
            adj_hexmap_set_height(map, hex, (int16_t)(next_random(&seed) % 3));
            for (int d = 0; d < 3; d++)
                adj_hexmap_set_side(map, hex, d, next_random(&seed) % 12 == 0 ? SIDE : 0);
        }
    return map;
}

static adj_los_rule rule_of(int kind)
{
    adj_los_rule rule = { .spine = (kind & 1) != 0 ? ADJ_SPINE_STRICT : ADJ_SPINE_LENIENT,
                          .sight = (adj_sight)(kind / 2 % 3), .equal_blocks = kind >= 6 };
    rule.stands[WALL] = 2;
    rule.side_blocks[SIDE] = true;
    return rule;
}

static bool sees(const adj_hexmap *map, const adj_los_rule *rule, adj_hex a, adj_hex b)
{
    static const int16_t eyes[2] = { 1, 1 };
    bool clear = true;
    assert_int_equal(adj_los(map, rule, a, b, eyes, &clear, NULL, NULL), ADJ_OK);
    return clear;
}

static adj_hex at(const adj_hexmap *map, int32_t i, int32_t shift)
{
    return adj_hex_from_offset(adj_hexmap_layout(map),
                               (adj_offset){ i % WIDE + shift, i / WIDE + 2 * shift });
}

static void sight_is_the_same_swapped_shifted_and_padded(void **state)
{
    (void)state;
    for (int kind = 0; kind < 12; kind += watched() ? 5 : 1) {
        adj_los_rule rule = rule_of(kind);
        adj_hexmap *map = random_map(77u + (uint32_t)kind, 0, 0);
        adj_hexmap *shifted = random_map(77u + (uint32_t)kind, -13, 0);
        adj_hexmap *padded = random_map(77u + (uint32_t)kind, 0, 4);
        int seen = 0;
        for (int32_t i = 0; i < WIDE * WIDE; i++)
            for (int32_t k = 0; k < WIDE * WIDE; k++) {
                bool clear = sees(map, &rule, at(map, i, 0), at(map, k, 0));
                seen += clear;
                assert_int_equal(sees(map, &rule, at(map, k, 0), at(map, i, 0)), clear);
                assert_int_equal(sees(padded, &rule, at(padded, i, 0), at(padded, k, 0)), clear);
                assert_int_equal(sees(shifted, &rule, at(shifted, i, -13), at(shifted, k, -13)),
                                 clear);
            }
        assert_true(seen > WIDE * WIDE && seen < WIDE * WIDE * WIDE * WIDE);
        adj_hexmap_free(map);
        adj_hexmap_free(shifted);
        adj_hexmap_free(padded);
    }
}

static void off_the_map_never_counts_as_clear(void **state)
{
    adj_hexmap *map = make((adj_offset){ 0, 0 }, 5, 1);
    adj_los_rule rule = { .spine = ADJ_SPINE_LENIENT };
    bool clear = true;
    (void)state;

    for (int q = 0; q < 5; q++)
        if (q != 2)
            adj_hexmap_set_terrain(map, (adj_hex){ q, 0 }, CLEAR);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 4, 0 }, NULL, &clear, NULL,
                             NULL), ADJ_OK);
    assert_false(clear);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 2, 0 }, NULL, &clear, NULL,
                             NULL), ADJ_ENOTFOUND);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 9, 0 }, NULL, &clear, NULL,
                             NULL), ADJ_ENOTFOUND);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 1, 0 }, NULL, &clear, NULL,
                             NULL), ADJ_OK);
    assert_true(clear);
    adj_hexmap_free(map);
}

/* From (0,0) to (1,1) the line runs along the side between (1,0) and (0,1). */
static void the_rule_for_a_spine_is_an_option(void **state)
{
    static const struct { uint8_t one, other; bool lenient, strict; } cases[] = {
        { CLEAR, CLEAR, true, true }, { WALL, CLEAR, true, false }, { CLEAR, WALL, true, false },
        { WALL, WALL, false, false }, { CLEAR, 0, true, false }, { 0, 0, false, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_hexmap *map = make((adj_offset){ 0, 0 }, 3, 2);
        adj_los_rule rule = { .spine = ADJ_SPINE_LENIENT };
        adj_los_step steps[8];
        int32_t n = 0;
        bool clear = false;
        rule.stands[WALL] = 3;
        adj_hexmap_set_terrain(map, (adj_hex){ 0, 0 }, CLEAR);
        adj_hexmap_set_terrain(map, (adj_hex){ 1, 1 }, CLEAR);
        adj_hexmap_set_terrain(map, (adj_hex){ 1, 0 }, cases[i].one);
        adj_hexmap_set_terrain(map, (adj_hex){ 0, 1 }, cases[i].other);
        assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 1, 1 }, NULL, &clear,
                                 steps, &n), ADJ_OK);
        assert_int_equal(clear, cases[i].lenient);
        assert_int_equal(n, 3);
        assert_int_equal(steps[1].count, 2);
        assert_int_equal(steps[1].blocks, !cases[i].lenient);
        assert_int_equal(steps[0].index[0], adj_hexmap_index(map, (adj_hex){ 0, 0 }));
        rule.spine = ADJ_SPINE_STRICT;
        assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 1, 1 }, NULL, &clear,
                                 NULL, NULL), ADJ_OK);
        assert_int_equal(clear, cases[i].strict);
        adj_hexmap_free(map);
    }
}

/* A row of hexes with heights: who sees over what. */
static void heights_block_by_slope_or_by_level(void **state)
{
    static const struct {
        int16_t heights[5]; adj_sight sight; bool equal; bool clear;
    } cases[] = {
        { { 0, 0, 0, 0, 0 }, ADJ_SIGHT_SLOPE, false, true },
        { { 0, 0, 1, 0, 0 }, ADJ_SIGHT_SLOPE, false, false },
        { { 4, 3, 2, 1, 0 }, ADJ_SIGHT_SLOPE, false, true },
        { { 4, 3, 2, 1, 0 }, ADJ_SIGHT_SLOPE, true, false },
        { { 4, 0, 0, 2, 0 }, ADJ_SIGHT_SLOPE, false, false },
        { { 4, 2, 0, 0, 0 }, ADJ_SIGHT_SLOPE, false, true },
        { { 3, 0, 2, 0, 0 }, ADJ_SIGHT_HIGHER, false, true },
        { { 3, 0, 3, 0, 0 }, ADJ_SIGHT_HIGHER, true, false },
        { { 3, 0, 2, 0, 0 }, ADJ_SIGHT_LOWER, false, false },
        { { 3, 0, 2, 0, 2 }, ADJ_SIGHT_LOWER, false, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_hexmap *map = make((adj_offset){ 0, 0 }, 5, 1);
        adj_los_rule rule = { .sight = cases[i].sight, .equal_blocks = cases[i].equal };
        bool clear = false;
        for (int q = 0; q < 5; q++) {
            adj_hexmap_set_terrain(map, (adj_hex){ q, 0 }, CLEAR);
            adj_hexmap_set_height(map, (adj_hex){ q, 0 }, cases[i].heights[q]);
        }
        assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 4, 0 }, NULL, &clear,
                                 NULL, NULL), ADJ_OK);
        assert_int_equal(clear, cases[i].clear);
        adj_hexmap_free(map);
    }
}

static void a_hexside_blocks_what_crosses_it(void **state)
{
    adj_hexmap *map = make((adj_offset){ 0, 0 }, 3, 1);
    adj_los_rule rule = { .spine = ADJ_SPINE_LENIENT };
    adj_los_step steps[8];
    int32_t n;
    bool clear;
    (void)state;

    rule.side_blocks[SIDE] = true;
    for (int q = 0; q < 3; q++)
        adj_hexmap_set_terrain(map, (adj_hex){ q, 0 }, CLEAR);
    adj_hexmap_set_side(map, (adj_hex){ 1, 0 }, 0, SIDE);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 2, 0 }, NULL, &clear, steps,
                             &n), ADJ_OK);
    assert_false(clear);
    assert_true(steps[2].side_blocks && !steps[1].side_blocks && !steps[1].blocks);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ 1, 0 }, NULL, &clear, NULL,
                             NULL), ADJ_OK);
    assert_true(clear);
    adj_hexmap_free(map);
}

static void long_lines_work_and_too_long_ones_are_refused(void **state)
{
    adj_hexmap *map = make((adj_offset){ 0, 0 }, ADJ_LOS_FAR + 2, 1);
    adj_los_rule rule = { .spine = ADJ_SPINE_LENIENT };
    bool clear;
    (void)state;

    for (int q = 0; q < ADJ_LOS_FAR + 2; q++)
        adj_hexmap_set_terrain(map, (adj_hex){ q, 0 }, CLEAR);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ ADJ_LOS_FAR, 0 }, NULL,
                             &clear, NULL, NULL), ADJ_OK);
    assert_true(clear);
    assert_int_equal(adj_los(map, &rule, (adj_hex){ 0, 0 }, (adj_hex){ ADJ_LOS_FAR + 1, 0 }, NULL,
                             &clear, NULL, NULL), ADJ_ERANGE);
    adj_hexmap_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sight_is_the_same_swapped_shifted_and_padded),
        cmocka_unit_test(off_the_map_never_counts_as_clear),
        cmocka_unit_test(the_rule_for_a_spine_is_an_option),
        cmocka_unit_test(heights_block_by_slope_or_by_level),
        cmocka_unit_test(a_hexside_blocks_what_crosses_it),
        cmocka_unit_test(long_lines_work_and_too_long_ones_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
