/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "tally.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void fractions_round_as_named(void **state)
{
    static const struct { int64_t num, den; adj_rounding how; int64_t want; } cases[] = {
        { 7, 2, ADJ_ROUND_DOWN, 3 }, { -7, 2, ADJ_ROUND_DOWN, -4 }, { -3, 2, ADJ_ROUND_DOWN, -2 },
        { 7, 2, ADJ_ROUND_UP, 4 }, { -7, 2, ADJ_ROUND_UP, -3 }, { 6, 2, ADJ_ROUND_UP, 3 },
        { 7, 2, ADJ_ROUND_NEAREST, 4 }, { -7, 2, ADJ_ROUND_NEAREST, -3 },
        { 10, 3, ADJ_ROUND_NEAREST, 3 }, { 11, 3, ADJ_ROUND_NEAREST, 4 },
        { 5, 4, ADJ_ROUND_QUARTER_UP, 1 }, { 13, 10, ADJ_ROUND_QUARTER_UP, 2 },
        { 12, 10, ADJ_ROUND_QUARTER_UP, 1 }, { 8, 7, ADJ_ROUND_QUARTER_UP, 1 },
        { 9, 7, ADJ_ROUND_QUARTER_UP, 2 }, { -3, 4, ADJ_ROUND_QUARTER_UP, -1 },
        { -1, 2, ADJ_ROUND_QUARTER_UP, 0 }, { 0, 9, ADJ_ROUND_UP, 0 },
        { INT64_MIN, 1, ADJ_ROUND_DOWN, INT64_MIN },
        { INT64_MAX, INT64_MAX - 1, ADJ_ROUND_NEAREST, 1 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(adj_fraction_round(cases[i].num, cases[i].den, cases[i].how),
                         cases[i].want);
}

static void steps_change_the_value_in_order(void **state)
{
    static const struct { adj_tally_step step; int64_t num, den; } cases[] = {
        { { .op = ADJ_TALLY_ADD, .amount = 7, .by = 1 }, 12, 1 },
        { { .op = ADJ_TALLY_DIVIDE, .amount = 2, .by = 1, .rounding = ADJ_ROUND_DOWN }, 6, 1 },
        { { .op = ADJ_TALLY_MULTIPLY, .amount = 3, .by = 4 }, 9, 2 },
        { { .op = ADJ_TALLY_ADD, .amount = 1, .by = 1 }, 11, 2 },
        { { .op = ADJ_TALLY_CAP, .amount = 6, .by = 1 }, 11, 2 },
        { { .op = ADJ_TALLY_FLOOR, .amount = 5, .by = 1 }, 11, 2 },
        { { .op = ADJ_TALLY_ROUND, .by = 1, .rounding = ADJ_ROUND_NEAREST }, 6, 1 },
        { { .op = ADJ_TALLY_CAP, .amount = 2, .by = 1 }, 2, 1 },
        { { .op = ADJ_TALLY_FLOOR, .amount = 3, .by = 1 }, 3, 1 },
        { { .op = ADJ_TALLY_MULTIPLY, .amount = -2, .by = 1 }, -6, 1 },
    };
    adj_tally_step room[COUNT(cases)];
    adj_tally tally;
    adj_fraction shown = { 5, 1 };
    (void)state;

    adj_tally_init(&tally, 5, room, COUNT(cases));
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(adj_tally_apply(&tally, cases[i].step), ADJ_OK);
        assert_int_equal(tally.value.num, cases[i].num);
        assert_int_equal(tally.value.den, cases[i].den);
        assert_int_equal(adj_tally_follow(&shown, &tally.steps[i]), ADJ_OK);
        assert_int_equal(shown.num, cases[i].num);
    }
}

static void a_failed_step_changes_nothing(void **state)
{
    static const struct { adj_tally_step step; adj_status want; } cases[] = {
        { { .op = ADJ_TALLY_ADD, .amount = INT64_MAX, .by = 1 }, ADJ_ERANGE },
        { { .op = ADJ_TALLY_MULTIPLY, .amount = INT64_MAX, .by = 1 }, ADJ_ERANGE },
        { { .op = ADJ_TALLY_DIVIDE, .amount = 0, .by = 1, .rounding = ADJ_ROUND_UP }, ADJ_EINVAL },
        { { .op = ADJ_TALLY_DIVIDE, .amount = -2, .by = 1 }, ADJ_EINVAL },
        { { .op = ADJ_TALLY_MULTIPLY, .amount = 1, .by = 0 }, ADJ_EINVAL },
        { { .op = 99, .amount = 1, .by = 1 }, ADJ_EINVAL },
    };
    adj_tally_step room[2];
    adj_tally tally;
    (void)state;

    adj_tally_init(&tally, 7, room, 2);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(adj_tally_apply(&tally, cases[i].step), cases[i].want);
        assert_int_equal(tally.value.num, 7);
        assert_int_equal(tally.count, 0);
    }
}

static void full_room_is_told_and_can_be_enlarged(void **state)
{
    adj_tally_step small[1], large[4], one = { .op = ADJ_TALLY_ADD, .amount = 1, .by = 1 };
    adj_tally tally;
    (void)state;

    adj_tally_init(&tally, 0, small, 1);
    one.rule = 3;
    assert_int_equal(adj_tally_apply(&tally, one), ADJ_OK);
    assert_int_equal(adj_tally_apply(&tally, one), ADJ_ENOMEM);
    adj_tally_move(&tally, large, 4);
    assert_int_equal(adj_tally_apply(&tally, one), ADJ_OK);
    assert_int_equal(tally.value.num, 2);
    assert_int_equal(large[0].rule, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fractions_round_as_named),
        cmocka_unit_test(steps_change_the_value_in_order),
        cmocka_unit_test(a_failed_step_changes_nothing),
        cmocka_unit_test(full_room_is_told_and_can_be_enlarged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
