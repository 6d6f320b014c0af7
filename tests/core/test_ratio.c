/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ratio.h"

static void texts_are_read_and_written(void **state)
{
    static const struct { const char *in, *out; } cases[] = {
        {"5/12", "5/12"}, {"10/24", "5/12"}, {"-3/6", "-1/2"}, {"0/7", "0"}, {"8/2", "4"},
        {"123456789012345678901234567890/2", "61728394506172839450617283945"},
    };
    static const char *const bad[] = { "", "-", "1/", "/2", "1/0", "1/-2", "+1", " 1", "1 ",
                                       "1.5", "a", "1/2/3", "--1" };
    adj_ratio r;
    char text[64];

    (void)state;
    adj_ratio_init(&r);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(adj_ratio_parse(&r, cases[i].in), ADJ_OK);
        assert_true(adj_ratio_text(&r, text, sizeof text) <= sizeof text);
        assert_string_equal(text, cases[i].out);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(adj_ratio_parse(&r, bad[i]), ADJ_EINVAL);
    adj_ratio_clear(&r);
}

static void extreme_integers_are_exact(void **state)
{
    adj_ratio r;
    char text[64];

    (void)state;
    adj_ratio_init(&r);
    adj_ratio_set_integer(&r, INT64_MIN);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "-9223372036854775808");
    assert_int_equal(adj_ratio_set(&r, INT64_MAX, INT64_MIN), ADJ_OK);
    adj_ratio_text(&r, text, sizeof text);
    assert_string_equal(text, "-9223372036854775807/9223372036854775808");
    assert_int_equal(adj_ratio_set(&r, 1, 0), ADJ_EINVAL);
    adj_ratio_clear(&r);
}

static void percents_are_rounded_a_half_away_from_zero(void **state)
{
    static const struct { int64_t n, d; unsigned digits; const char *want; } cases[] = {
        {5, 12, 2, "41.67 %"}, {1, 2, 0, "50 %"}, {1, 1, 2, "100.00 %"}, {0, 1, 2, "0.00 %"},
        {1, 8, 0, "13 %"}, {1, 8, 1, "12.5 %"}, {-1, 8, 0, "-13 %"}, {1, 30000, 2, "0.00 %"},
        {-1, 30000, 2, "0.00 %"}, {1, 3, 5, "33.33333 %"}, {7, 2, 1, "350.0 %"},
        {1, 2000, 2, "0.05 %"}, {1, 2000, 1, "0.1 %"},
    };
    adj_ratio r;
    char text[64];

    (void)state;
    adj_ratio_init(&r);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_ratio_set(&r, cases[i].n, cases[i].d);
        assert_true(adj_ratio_percent(&r, cases[i].digits, text, sizeof text) <= sizeof text);
        assert_string_equal(text, cases[i].want);
    }
    adj_ratio_clear(&r);
}

static void a_text_that_does_not_fit_is_not_begun(void **state)
{
    adj_ratio r;
    char text[4] = "abc";

    (void)state;
    adj_ratio_init(&r);
    adj_ratio_set(&r, 12345, 7);
    assert_true(adj_ratio_text(&r, text, sizeof text) > sizeof text);
    assert_true(adj_ratio_percent(&r, 2, text, sizeof text) > sizeof text);
    assert_string_equal(text, "abc");
    adj_ratio_clear(&r);
}

static void numbers_are_near(void **state)
{
    adj_ratio r;

    (void)state;
    adj_ratio_init(&r);
    adj_ratio_set(&r, 1, 3);
    assert_true(adj_ratio_number(&r) > 0.333333 && adj_ratio_number(&r) < 0.333334);
    adj_ratio_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_read_and_written),
        cmocka_unit_test(extreme_integers_are_exact),
        cmocka_unit_test(percents_are_rounded_a_half_away_from_zero),
        cmocka_unit_test(a_text_that_does_not_fit_is_not_begun),
        cmocka_unit_test(numbers_are_near),
    };

    return cmocka_run_group_tests_name("ratio", tests, NULL, NULL);
}
