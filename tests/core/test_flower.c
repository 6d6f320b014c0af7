/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seven-hex areas: every table worked out apart from the code, for both mirror images. */
#include "flower.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

typedef struct {
    adj_hex v;
    int pairs[3][2];
    int own[2], theirs[2];      /* major, minor */
} border;

static const border tables[2][6] = {
    {
        { { 3, -1 },  { { 0, 3 }, { 0, 4 }, { 1, 3 } }, { 0, 1 }, { 3, 4 } },
        { { 2, -3 },  { { 1, 4 }, { 1, 5 }, { 2, 4 } }, { 1, 2 }, { 4, 5 } },
        { { -1, -2 }, { { 2, 5 }, { 2, 0 }, { 3, 5 } }, { 2, 3 }, { 5, 0 } },
        { { -3, 1 },  { { 3, 0 }, { 3, 1 }, { 4, 0 } }, { 3, 4 }, { 0, 1 } },
        { { -2, 3 },  { { 4, 1 }, { 4, 2 }, { 5, 1 } }, { 4, 5 }, { 1, 2 } },
        { { 1, 2 },   { { 5, 2 }, { 5, 3 }, { 0, 2 } }, { 5, 0 }, { 2, 3 } },
    },
    {
        { { 3, -2 },  { { 1, 4 }, { 1, 3 }, { 0, 4 } }, { 1, 0 }, { 4, 3 } },
        { { 1, -3 },  { { 2, 5 }, { 2, 4 }, { 1, 5 } }, { 2, 1 }, { 5, 4 } },
        { { -2, -1 }, { { 3, 0 }, { 3, 5 }, { 2, 0 } }, { 3, 2 }, { 0, 5 } },
        { { -3, 2 },  { { 4, 1 }, { 4, 0 }, { 3, 1 } }, { 4, 3 }, { 1, 0 } },
        { { -1, 3 },  { { 5, 2 }, { 5, 1 }, { 4, 2 } }, { 5, 4 }, { 2, 1 } },
        { { 2, 1 },   { { 0, 3 }, { 0, 2 }, { 5, 3 } }, { 0, 5 }, { 3, 2 } },
    },
};

static const adj_chirality both[2] = { ADJ_FLOWER_R, ADJ_FLOWER_L };

static bool has_pair(const int (*pairs)[2], int own, int theirs)
{
    for (int i = 0; i < 3; i++)
        if (pairs[i][0] == own && pairs[i][1] == theirs)
            return true;
    return false;
}

static void neighbours_lie_where_the_tables_say(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 6; i++) {
            adj_hex v = adj_flower_offset(both[c], i);
            assert_true(adj_hex_equal(v, tables[c][i].v));
            /* and the place one step away in direction i has its centre there */
            assert_true(adj_hex_equal(v, adj_flower_hex(both[c], adj_hex_direction(i), 0)));
        }
}

static void three_pairs_of_hexes_touch_across_a_border(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 6; i++) {
            int pairs[3][2];
            adj_flower_touching(both[c], i, pairs);
            for (int k = 0; k < 3; k++)
                assert_true(has_pair(tables[c][i].pairs, pairs[k][0], pairs[k][1]));
            /* the one combination of facing hexes that does not touch: both minors */
            assert_false(has_pair((const int (*)[2])pairs, tables[c][i].own[1], tables[c][i].theirs[1]));
        }
}

static void two_hexes_face_each_neighbour_major_and_minor(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 6; i++) {
            int major, minor, pairs[3][2], sides[6] = { 0 };
            adj_flower_facing(both[c], i, &major, &minor);
            assert_int_equal(major, tables[c][i].own[0]);
            assert_int_equal(minor, tables[c][i].own[1]);
            adj_flower_facing(both[c], i + 3, &major, &minor);
            assert_int_equal(major, tables[c][i].theirs[0]);
            assert_int_equal(minor, tables[c][i].theirs[1]);
            adj_flower_touching(both[c], i, pairs);
            for (int k = 0; k < 3; k++)
                sides[pairs[k][0]]++;
            assert_int_equal(sides[tables[c][i].own[0]], 2);
            assert_int_equal(sides[tables[c][i].own[1]], 1);
        }
}

static void an_outer_hex_abuts_exactly_two_areas(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int outer = 0; outer < 6; outer++) {
            int sides[6] = { 0 };
            int two = c == 0 ? outer : (outer + 5) % 6, one = c == 0 ? (outer + 5) % 6 : outer;
            for (int d = 0; d < 6; d++) {
                int number;
                adj_hex hex = adj_hex_add(adj_hex_direction(outer), adj_hex_direction(d));
                adj_hex area = adj_flower_locate(both[c], hex, &number);
                int way = adj_hex_towards((adj_hex){ 0, 0 }, area);
                if (way >= 0)
                    sides[way]++;
            }
            for (int i = 0; i < 6; i++)
                assert_int_equal(sides[i], i == two ? 2 : i == one ? 1 : 0);
        }
}

static void flowers_cover_the_plane_once(void **state)
{
    enum { FAR = 40, WIDE = 2 * FAR + 1 };
    (void)state;
    for (int c = 0; c < 2; c++) {
        int *covered = calloc(WIDE * WIDE, sizeof *covered);
        assert_non_null(covered);
        for (int q = -2 * FAR; q <= 2 * FAR; q++)
            for (int r = -2 * FAR; r <= 2 * FAR; r++)
                for (int number = 0; number < 7; number++) {
                    adj_hex hex = adj_flower_hex(both[c], (adj_hex){ q, r }, number);
                    int back;
                    adj_hex area = adj_flower_locate(both[c], hex, &back);
                    assert_true(area.q == q && area.r == r && back == number);
                    if (abs(hex.q) <= FAR && abs(hex.r) <= FAR)
                        covered[(hex.q + FAR) * WIDE + hex.r + FAR]++;
                }
        for (int i = 0; i < WIDE * WIDE; i++)
            assert_int_equal(covered[i], 1);
        free(covered);
    }
}

static void a_border_is_open_by_real_contact_of_clear_hexes(void **state)
{
    /* X is not to be entered; A major, A minor, B major, B minor */
    static const struct { const char *a, *b; bool open; } rows[] = {
        { "oo", "oo", true }, { "oo", "Xo", true }, { "oo", "oX", true }, { "Xo", "oo", true },
        { "oX", "oo", true }, { "Xo", "Xo", false }, { "oX", "Xo", true }, { "Xo", "oX", true },
        { "oX", "oX", true }, { "oX", "XX", false }, { "Xo", "XX", false }, { "oo", "XX", false },
        { "XX", "oo", false }, { "XX", "oX", false }, { "XX", "Xo", false }, { "XX", "XX", false },
    };
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 6; i++)
            for (size_t k = 0; k < COUNT(rows); k++) {
                unsigned own = 0, theirs = 0;
                for (int m = 0; m < 2; m++) {
                    if (rows[k].a[m] == 'X')
                        own |= 1u << tables[c][i].own[m];
                    if (rows[k].b[m] == 'X')
                        theirs |= 1u << tables[c][i].theirs[m];
                }
                assert_int_equal(adj_flower_open(both[c], i, own, theirs), rows[k].open);
                assert_int_equal(adj_flower_open(both[c], i + 3, theirs, own), rows[k].open);
            }
}

static void only_facing_hexes_close_a_border(void **state)
{
    (void)state;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 6; i++) {
            const border *t = &tables[c][i];
            unsigned facing = 1u << t->own[0] | 1u << t->own[1];
            assert_true(adj_flower_open(both[c], i, 63u & ~facing, 0));
            assert_false(adj_flower_open(both[c], i, facing, 0));
        }
}

static void distance_is_that_of_the_grid_of_areas(void **state)
{
    (void)state;
    for (int a = -5; a <= 5; a++)
        for (int b = -5; b <= 5; b++) {
            int most = abs(a) > abs(b) ? abs(a) : abs(b);
            adj_hex place = adj_flower_place(a, b);
            if (abs(a + b) > most)
                most = abs(a + b);
            assert_int_equal(adj_hex_distance((adj_hex){ 0, 0 }, place), most);
            for (int c = 0; c < 2; c++) {
                adj_hex v0 = tables[c][0].v, v1 = tables[c][1].v;
                adj_hex want = adj_hex_add(adj_hex_scale(v0, a), adj_hex_scale(v1, b));
                assert_true(adj_hex_equal(adj_flower_hex(both[c], place, 0), want));
            }
        }
}

static bool is_step(adj_hex place, int first, int second)
{
    return adj_hex_equal(place, adj_hex_add(adj_hex_direction(first), adj_hex_direction(second)));
}

static void withdrawal_and_retreat_go_away_from_the_attack(void **state)
{
    (void)state;
    for (int i = 0; i < 6; i++) {
        adj_hex near[3], far[5], next[3];
        adj_flower_withdrawal(i, near);
        for (int k = 0; k < 3; k++)
            assert_int_equal(adj_hex_towards((adj_hex){ 0, 0 }, near[k]), (i + 2 + k) % 6);
        adj_flower_retreat(i, far);
        assert_true(is_step(far[0], i + 2, i + 2) && is_step(far[1], i + 2, i + 3));
        assert_true(is_step(far[2], i + 3, i + 3) && is_step(far[3], i + 3, i + 4));
        assert_true(is_step(far[4], i + 4, i + 4));
        for (int k = 0; k < 5; k++)
            assert_int_equal(adj_hex_distance((adj_hex){ 0, 0 }, far[k]), 2);

        assert_int_equal(adj_flower_retreat_from(i, 0, next), 2);
        assert_true(adj_hex_equal(next[0], far[0]) && adj_hex_equal(next[1], far[1]));
        assert_int_equal(adj_flower_retreat_from(i, 1, next), 3);
        assert_true(adj_hex_equal(next[0], far[1]) && adj_hex_equal(next[2], far[3]));
        assert_int_equal(adj_flower_retreat_from(i, 2, next), 2);
        assert_true(adj_hex_equal(next[0], far[3]) && adj_hex_equal(next[1], far[4]));
    }
}

static void a_map_knows_its_neighbours_and_its_edge(void **state)
{
    const adj_hex places[] = { { 0, 0 }, { 1, 0 }, { 1, -1 }, { 5, 5 } };
    adj_flowers *map = NULL;
    adj_error err = { 0 };
    int around[6];
    (void)state;

    assert_int_equal(adj_flowers_new(ADJ_FLOWER_R, places, 4, &map, &err), ADJ_OK);
    assert_int_equal(adj_flowers_count(map), 4);
    assert_int_equal(adj_flowers_neighbour(map, 0, 0), 1);
    assert_int_equal(adj_flowers_neighbour(map, 0, 1), 2);
    assert_int_equal(adj_flowers_neighbour(map, 0, 2), -1);
    assert_int_equal(adj_flowers_neighbour(map, 1, -3), 0);
    assert_int_equal(adj_flowers_direction(map, 1, 2), 2);
    assert_int_equal(adj_flowers_direction(map, 0, 3), -1);
    assert_int_equal(adj_flowers_direction(map, 0, 0), -1);
    assert_int_equal(adj_flowers_distance(map, 0, 3), 10);
    assert_int_equal(adj_flowers_at(map, (adj_hex){ 5, 5 }), 3);
    assert_int_equal(adj_flowers_at(map, (adj_hex){ 5, 6 }), -1);

    adj_flowers_around(map, 0, 0, around);
    for (int d = 0; d < 6; d++)
        assert_int_equal(around[d], d + 1);
    adj_flowers_around(map, 0, 1, around);      /* outer hex 0: east, touching area 1's 3 and 4 */
    assert_int_equal(around[0], 1 * 7 + 5);     /* its hexes 4 and 3 lie east and north-east */
    assert_int_equal(around[1], 1 * 7 + 4);
    assert_int_equal(around[3], 0);
    assert_int_equal(around[5], -1);
    adj_flowers_free(map);
}

static void a_bad_map_is_refused(void **state)
{
    const adj_hex twice[] = { { 0, 0 }, { 3, 1 }, { 0, 0 } }, far[] = { { ADJ_FLOWERS_FAR + 1, 0 } };
    adj_flowers *map = NULL;
    adj_error err = { 0 };
    (void)state;

    assert_int_equal(adj_flowers_new(ADJ_FLOWER_L, twice, 3, &map, &err), ADJ_EINVAL);
    assert_string_equal(err.text, "areas 1 and 3 both lie at (0, 0)");
    assert_null(map);
    assert_int_equal(adj_flowers_new(ADJ_FLOWER_L, far, 1, &map, &err), ADJ_ERANGE);
    assert_int_equal(adj_flowers_new(ADJ_FLOWER_L, far, 0, &map, &err), ADJ_ERANGE);
    adj_flowers_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_lie_where_the_tables_say),
        cmocka_unit_test(three_pairs_of_hexes_touch_across_a_border),
        cmocka_unit_test(two_hexes_face_each_neighbour_major_and_minor),
        cmocka_unit_test(an_outer_hex_abuts_exactly_two_areas),
        cmocka_unit_test(flowers_cover_the_plane_once),
        cmocka_unit_test(a_border_is_open_by_real_contact_of_clear_hexes),
        cmocka_unit_test(only_facing_hexes_close_a_border),
        cmocka_unit_test(distance_is_that_of_the_grid_of_areas),
        cmocka_unit_test(withdrawal_and_retreat_go_away_from_the_attack),
        cmocka_unit_test(a_map_knows_its_neighbours_and_its_edge),
        cmocka_unit_test(a_bad_map_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
