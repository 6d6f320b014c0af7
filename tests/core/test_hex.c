/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hex.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const adj_hex ORIGIN = { 0, 0 };

static void distance_counts_hexes_on_the_shortest_path(void **state)
{
    static const struct { adj_hex from, to; int want; } cases[] = {
        { { 0, 0 }, { 0, 0 }, 0 }, { { 0, 0 }, { 2, -1 }, 2 }, { { -1, 3 }, { 3, -1 }, 4 },
        { { 0, 0 }, { 3, 3 }, 6 }, { { -2, -2 }, { 1, -5 }, 3 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(adj_hex_distance(cases[i].from, cases[i].to), cases[i].want);
}

static void directions_lead_back_and_forth(void **state)
{
    (void)state;
    for (int d = -12; d < 12; d++) {
        adj_hex there = adj_hex_direction(d);
        assert_int_equal(adj_hex_towards(ORIGIN, there), (d + 12) % 6);
        assert_true(adj_hex_equal(adj_hex_add(there, adj_hex_direction(d + 3)), ORIGIN));
    }
    assert_int_equal(adj_hex_towards(ORIGIN, ORIGIN), -1);
}

/* What a shot from an area passes over; P = direction 0, Q = direction 1. Each stretch is one
 * hex kP + nQ, or two where the line runs along their border. */
static void a_line_crosses_what_was_worked_out_by_hand(void **state)
{
    static const struct {
        int p, q;
        int n;
        struct { int count; int at[2][2]; } over[4];
    } cases[] = {
        { 1, 0, 0, { { 0, { { 0 } } } } },
        { 0, 1, 0, { { 0, { { 0 } } } } },
        { 2, 0, 1, { { 1, { { 1, 0 } } } } },
        { 1, 1, 1, { { 2, { { 1, 0 }, { 0, 1 } } } } },
        { 3, 0, 2, { { 1, { { 1, 0 } } }, { 1, { { 2, 0 } } } } },
        { 2, 1, 2, { { 1, { { 1, 0 } } }, { 1, { { 1, 1 } } } } },
        { 1, 2, 2, { { 1, { { 0, 1 } } }, { 1, { { 1, 1 } } } } },
        { 4, 0, 3, { { 1, { { 1, 0 } } }, { 1, { { 2, 0 } } }, { 1, { { 3, 0 } } } } },
        { 3, 1, 4, { { 1, { { 1, 0 } } }, { 1, { { 1, 1 } } }, { 1, { { 2, 0 } } },
                     { 1, { { 2, 1 } } } } },
        { 1, 3, 4, { { 1, { { 0, 1 } } }, { 1, { { 1, 1 } } }, { 1, { { 0, 2 } } },
                     { 1, { { 1, 2 } } } } },
        { 2, 2, 3, { { 2, { { 1, 0 }, { 0, 1 } } }, { 1, { { 1, 1 } } },
                     { 2, { { 2, 1 }, { 1, 2 } } } } },
    };
    (void)state;
    for (int turn = 0; turn < 6; turn++) {
        adj_hex p = adj_hex_direction(turn), q = adj_hex_direction(turn + 1);
        for (size_t i = 0; i < COUNT(cases); i++) {
            adj_hex_stretch got[16];
            adj_hex to = adj_hex_add(adj_hex_scale(p, cases[i].p), adj_hex_scale(q, cases[i].q));
            assert_int_equal(adj_hex_trace(ORIGIN, to, got), cases[i].n + 2);
            for (int k = 0; k < cases[i].n; k++) {
                assert_int_equal(got[k + 1].count, cases[i].over[k].count);
                for (int m = 0; m < got[k + 1].count; m++) {
                    adj_hex want = adj_hex_add(adj_hex_scale(p, cases[i].over[k].at[m][0]),
                                               adj_hex_scale(q, cases[i].over[k].at[m][1]));
                    assert_true(adj_hex_equal(got[k + 1].hex[0], want)
                                || adj_hex_equal(got[k + 1].hex[1], want));
                }
            }
        }
    }
}

static void a_line_is_the_same_from_both_ends_and_anywhere(void **state)
{
    enum { FAR = 9 };
    (void)state;
    for (int q = -FAR; q <= FAR; q++)
        for (int r = -FAR; r <= FAR; r++) {
            adj_hex to = { q, r }, shift = { -7, 40 };
            int32_t far = adj_hex_distance(ORIGIN, to);
            adj_hex_stretch out[4 * FAR + 1], back[4 * FAR + 1], moved[4 * FAR + 1];
            int32_t n = adj_hex_trace(ORIGIN, to, out);
            assert_true(n <= adj_hex_trace_most(far) && n >= far + 1 - far / 2);
            assert_int_equal(adj_hex_trace(to, ORIGIN, back), n);
            assert_int_equal(adj_hex_trace(shift, adj_hex_add(shift, to), moved), n);
            assert_true(adj_hex_equal(out[0].hex[0], ORIGIN));
            assert_true(adj_hex_equal(out[n - 1].hex[0], to));
            for (int i = 0; i < n; i++) {
                assert_int_equal(back[n - 1 - i].count, out[i].count);
                for (int m = 0; m < out[i].count; m++) {
                    assert_true(adj_hex_equal(back[n - 1 - i].hex[m], out[i].hex[m]));
                    assert_true(adj_hex_equal(moved[i].hex[m], adj_hex_add(shift, out[i].hex[m])));
                }
                if (i > 0)
                    assert_int_equal(adj_hex_distance(out[i - 1].hex[0], out[i].hex[0]), 1);
            }
        }
}

static void a_line_over_the_whole_range_does_not_overflow(void **state)
{
    const adj_hex a = { -ADJ_HEX_MOST, 0 }, b = { -ADJ_HEX_MOST + 40, -17 };
    adj_hex_stretch out[81];
    (void)state;
    assert_int_equal(adj_hex_trace(a, b, out), adj_hex_trace(b, a, out));
}

static void rotation_turns_directions_into_each_other(void **state)
{
    (void)state;
    for (int d = 0; d < 6; d++) {
        assert_true(adj_hex_equal(adj_hex_rotate(adj_hex_direction(0), ORIGIN, d),
                                  adj_hex_direction(d)));
        assert_true(adj_hex_equal(adj_hex_rotate((adj_hex){ 5, -2 }, (adj_hex){ 3, 1 }, d - 6),
                                  adj_hex_rotate((adj_hex){ 5, -2 }, (adj_hex){ 3, 1 }, d)));
    }
}

static void bearings_tell_spines_from_sectors(void **state)
{
    (void)state;
    assert_int_equal(adj_hex_bearing(ORIGIN, ORIGIN), -1);
    for (int d = 0; d < 6; d++)
        for (int n = 1; n < 5; n++) {
            adj_hex on = adj_hex_scale(adj_hex_direction(d), n);
            adj_hex between = adj_hex_add(on, adj_hex_direction(d + 1));
            assert_int_equal(adj_hex_bearing(ORIGIN, on), 2 * d);
            assert_int_equal(adj_hex_bearing(ORIGIN, between), 2 * d + 1);
            assert_true(adj_hex_in_arc(ORIGIN, between, d, 1));
            assert_false(adj_hex_in_arc(ORIGIN, between, d, 0));
            assert_true(adj_hex_in_arc(ORIGIN, between, d + 2, 3));
            assert_false(adj_hex_in_arc(ORIGIN, between, d + 3, 4));
        }
}

static void rings_and_spirals_hold_each_hex_once_in_order(void **state)
{
    const adj_hex centre = { 4, -9 };
    int64_t n = 0;
    (void)state;

    for (int radius = 0; radius <= 6; radius++) {
        int count = radius == 0 ? 1 : 6 * radius;
        for (int i = 0; i < count; i++, n++) {
            adj_hex hex = adj_hex_ring(centre, radius, i);
            adj_hex next = adj_hex_ring(centre, radius, (i + 1) % count);
            assert_int_equal(adj_hex_distance(centre, hex), radius);
            assert_true(adj_hex_equal(adj_hex_spiral(centre, n), hex));
            if (radius > 0)
                assert_int_equal(adj_hex_distance(hex, next), 1);
        }
        assert_int_equal(adj_hex_disc(radius), n);
    }
}

static void a_line_has_distance_plus_one_hexes_and_no_direction(void **state)
{
    (void)state;
    assert_true(adj_hex_equal(adj_hex_line(ORIGIN, ORIGIN, 0), ORIGIN));
    for (int q = -12; q <= 12; q++)
        for (int r = -12; r <= 12; r++) {
            const adj_hex a = { 3, -20 }, b = { 3 + q, r - 20 };
            int32_t far = adj_hex_distance(a, b);
            assert_true(adj_hex_equal(adj_hex_line(a, b, 0), a));
            assert_true(adj_hex_equal(adj_hex_line(a, b, far), b));
            for (int32_t i = 0; i <= far; i++) {
                adj_hex hex = adj_hex_line(a, b, i);
                assert_true(adj_hex_equal(adj_hex_line(b, a, far - i), hex));
                assert_int_equal(adj_hex_distance(a, hex), i);
                assert_int_equal(adj_hex_distance(hex, b), far - i);
            }
        }
}

static void the_middle_of_a_stretch_mirrors_from_the_other_end(void **state)
{
    (void)state;
    for (int q = -6; q <= 6; q++)
        for (int r = -6; r <= 6; r++) {
            adj_hex_stretch out[25], back[25];
            int32_t n = adj_hex_trace(ORIGIN, (adj_hex){ q, r }, out);
            assert_int_equal(adj_hex_trace((adj_hex){ q, r }, ORIGIN, back), n);
            for (int32_t i = 0; i < n && n > 1; i++) {
                const adj_hex_stretch *a = &out[i], *b = &back[n - 1 - i];
                assert_int_equal(a->num * b->den + b->num * a->den, a->den * b->den);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_counts_hexes_on_the_shortest_path),
        cmocka_unit_test(directions_lead_back_and_forth),
        cmocka_unit_test(a_line_crosses_what_was_worked_out_by_hand),
        cmocka_unit_test(a_line_is_the_same_from_both_ends_and_anywhere),
        cmocka_unit_test(a_line_over_the_whole_range_does_not_overflow),
        cmocka_unit_test(rotation_turns_directions_into_each_other),
        cmocka_unit_test(bearings_tell_spines_from_sectors),
        cmocka_unit_test(rings_and_spirals_hold_each_hex_once_in_order),
        cmocka_unit_test(a_line_has_distance_plus_one_hexes_and_no_direction),
        cmocka_unit_test(the_middle_of_a_stretch_mirrors_from_the_other_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
