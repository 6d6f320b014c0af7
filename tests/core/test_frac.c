/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frac.h"

static adj_frac frac(int64_t num, int64_t den)
{
    adj_frac f = {77, 77};

    assert_int_equal(adj_frac_make(num, den, &f), ADJ_OK);
    return f;
}

static void assert_frac(adj_frac f, int64_t num, int64_t den)
{
    assert_true(f.num == num && f.den == den);
}

static void a_fraction_is_reduced_with_the_sign_above(void **state)
{
    static const struct { int64_t num, den, want_num, want_den; } cases[] = {
        {6, 8, 3, 4}, {-6, 8, -3, 4}, {6, -8, -3, 4}, {-6, -8, 3, 4}, {0, -5, 0, 1}, {7, 1, 7, 1},
        {INT64_MIN, INT64_MIN, 1, 1}, {INT64_MIN, 2, INT64_MIN / 2, 1}, {INT64_MIN, 1, INT64_MIN, 1},
        {2, INT64_MIN, -1, INT64_MAX / 2 + 1}, {INT64_MAX, INT64_MAX, 1, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_frac(frac(cases[i].num, cases[i].den), cases[i].want_num, cases[i].want_den);
}

static void what_does_not_fit_is_refused_and_changes_nothing(void **state)
{
    adj_frac f = {5, 7}, big = {INT64_MAX, 1}, low = {INT64_MIN, 1}, tiny = {1, INT64_MAX};

    (void)state;
    assert_int_equal(adj_frac_make(1, 0, &f), ADJ_EINVAL);
    assert_int_equal(adj_frac_make(INT64_MIN, -1, &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_make(1, INT64_MIN, &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_add(big, frac(1, 1), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_add(big, frac(1, 2), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_add(tiny, frac(1, 2), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_add(frac(1, 2), big, &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_sub(frac(0, 1), low, &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_sub(low, frac(1, 1), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_mul(big, frac(2, 1), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_mul(tiny, frac(1, 2), &f), ADJ_ERANGE);
    assert_int_equal(adj_frac_div(frac(1, 1), frac(0, 1), &f), ADJ_EINVAL);
    assert_int_equal(adj_frac_div(frac(1, 1), low, &f), ADJ_ERANGE);
    assert_frac(f, 5, 7);
}

static void arithmetic_is_exact(void **state)
{
    adj_frac f;

    (void)state;
    assert_int_equal(adj_frac_add(frac(1, 6), frac(1, 3), &f), ADJ_OK);
    assert_frac(f, 1, 2);
    assert_int_equal(adj_frac_sub(frac(1, 6), frac(1, 3), &f), ADJ_OK);
    assert_frac(f, -1, 6);
    assert_int_equal(adj_frac_mul(frac(-2, 3), frac(9, 4), &f), ADJ_OK);
    assert_frac(f, -3, 2);
    assert_int_equal(adj_frac_div(frac(2, 3), frac(-4, 9), &f), ADJ_OK);
    assert_frac(f, -3, 2);
    /* fits only because it is reduced before the product */
    assert_int_equal(adj_frac_mul(frac(INT64_MAX, 2), frac(2, INT64_MAX), &f), ADJ_OK);
    assert_frac(f, 1, 1);
    assert_int_equal(adj_frac_add(frac(1, INT64_MAX), frac(-1, INT64_MAX), &f), ADJ_OK);
    assert_frac(f, 0, 1);
    assert_int_equal(adj_frac_mul(frac(0, 1), frac(3, 7), &f), ADJ_OK);
    assert_frac(f, 0, 1);
}

static void comparison_is_exact_where_products_would_overflow(void **state)
{
    static const struct { adj_frac a, b; int want; } cases[] = {
        {{1, 2}, {1, 3}, 1}, {{1, 3}, {1, 2}, -1}, {{2, 3}, {2, 3}, 0}, {{-1, 2}, {-1, 3}, -1},
        {{INT64_MAX, INT64_MAX - 1}, {INT64_MAX - 1, INT64_MAX - 2}, -1},
        {{INT64_MIN, 3}, {INT64_MIN, 5}, -1}, {{INT64_MIN, 1}, {INT64_MAX, 1}, -1},
        {{7, 1}, {7, 1}, 0}, {{7, 1}, {15, 2}, -1}, {{15, 2}, {7, 1}, 1}, {{-1, INT64_MAX}, {0, 1}, -1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int got = adj_frac_compare(cases[i].a, cases[i].b);
        int back = adj_frac_compare(cases[i].b, cases[i].a);

        assert_int_equal((got > 0) - (got < 0), cases[i].want);
        assert_int_equal((back > 0) - (back < 0), -cases[i].want);
    }
}

static void floor_and_ceil_go_the_right_way_below_zero(void **state)
{
    (void)state;
    assert_int_equal(adj_frac_floor(frac(7, 2)), 3);
    assert_int_equal(adj_frac_ceil(frac(7, 2)), 4);
    assert_int_equal(adj_frac_floor(frac(-7, 2)), -4);
    assert_int_equal(adj_frac_ceil(frac(-7, 2)), -3);
    assert_int_equal(adj_frac_floor(frac(-4, 1)), -4);
    assert_int_equal(adj_frac_ceil(frac(4, 1)), 4);
}

static void text_of_a_whole_number_has_no_bar(void **state)
{
    char text[44];

    (void)state;
    adj_frac_text(frac(-6, 8), text, sizeof text);
    assert_string_equal(text, "-3/4");
    adj_frac_text(frac(8, 4), text, sizeof text);
    assert_string_equal(text, "2");
    assert_int_equal(adj_frac_text((adj_frac){INT64_MIN, INT64_MAX}, text, sizeof text), 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fraction_is_reduced_with_the_sign_above),
        cmocka_unit_test(what_does_not_fit_is_refused_and_changes_nothing),
        cmocka_unit_test(arithmetic_is_exact),
        cmocka_unit_test(comparison_is_exact_where_products_would_overflow),
        cmocka_unit_test(floor_and_ceil_go_the_right_way_below_zero),
        cmocka_unit_test(text_of_a_whole_number_has_no_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
