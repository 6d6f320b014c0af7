/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define MOST INT64_MAX
#define LEAST INT64_MIN
#define RANGE(a, b) { .low = (a), .high = (b) }
#define AXIS(k, list, clamped) \
    { .kind = (k), .clamp = (clamped), .count = (int)COUNT(list), .bands = (list) }

static adj_chart *make(const adj_axis *rows, const adj_axis *cols)
{
    adj_chart *chart = NULL;
    adj_error err = { 0 };

    assert_int_equal(adj_chart_new(rows, cols, &chart, &err), ADJ_OK);
    return chart;
}

static void ranges_find_their_row(void **state)
{
    /* printed from high to low, with both ends open */
    static const adj_band bands[] = { RANGE(13, MOST), RANGE(8, 12), RANGE(4, 7), RANGE(LEAST, 3) };
    static const struct { int64_t value; int want; } cases[] = {
        { LEAST, 3 }, { 3, 3 }, { 4, 2 }, { 7, 2 }, { 8, 1 }, { 12, 1 }, { 13, 0 }, { MOST, 0 },
    };
    const adj_axis rows = AXIS(ADJ_AXIS_RANGES, bands, false);
    adj_chart *chart = make(&rows, NULL);
    (void)state;

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(adj_chart_by_number(chart, ADJ_CHART_ROWS, cases[i].value), cases[i].want);
    assert_int_equal(adj_chart_by_number(chart, ADJ_CHART_COLS, 77), 0);
    assert_int_equal(adj_chart_count(chart, ADJ_CHART_ROWS), 4);
    assert_int_equal(adj_chart_cells(chart), 4);
    assert_int_equal(adj_chart_by_key(chart, ADJ_CHART_ROWS, "3"), -1);
    assert_int_equal(adj_chart_by_odds(chart, ADJ_CHART_ROWS, 3, 1), -1);
    adj_chart_free(chart);
}

static void values_beyond_the_ends_clamp_only_when_asked(void **state)
{
    static const adj_band bands[] = { RANGE(1, 2), RANGE(3, 6) };
    (void)state;

    for (int clamped = 0; clamped < 2; clamped++) {
        const adj_axis rows = AXIS(ADJ_AXIS_RANGES, bands, clamped != 0);
        adj_chart *chart = make(&rows, &rows);
        int64_t low, high;
        assert_int_equal(adj_chart_by_number(chart, ADJ_CHART_ROWS, 0), clamped ? 0 : -1);
        assert_int_equal(adj_chart_by_number(chart, ADJ_CHART_COLS, 7), clamped ? 1 : -1);
        adj_chart_span(chart, ADJ_CHART_ROWS, &low, &high);
        assert_true(low == 1 && high == 6);
        adj_chart_range(chart, ADJ_CHART_COLS, 1, &low, &high);
        assert_true(low == 3 && high == 6);
        adj_chart_free(chart);
    }
}

static void holes_overlaps_and_twins_are_refused_by_name(void **state)
{
    static const adj_band hole[] = { RANGE(LEAST, 3), { .low = 5, .high = 6, .label = "5-6" } };
    static const adj_band wide[] = { RANGE(20, 30), RANGE(1, 9) };
    static const adj_band overlap[] = { RANGE(1, 3), RANGE(3, 6) };
    static const adj_band open_twice[] = { RANGE(LEAST, 3), RANGE(LEAST, 6) };
    static const adj_band empty[] = { RANGE(3, 1) };
    static const adj_band twins[] = { { .key = "a" }, { .key = "b" }, { .key = "a" } };
    static const adj_band no_key[] = { { .key = "a" }, { .label = "b" } };
    static const adj_band falling[] = { { .num = 1, .den = 1 }, { .num = 2, .den = 2 } };
    static const adj_band zero[] = { { .num = 1, .den = 0 } };
    static const struct { adj_axis rows; const char *want; } cases[] = {
        { AXIS(ADJ_AXIS_RANGES, hole, false), "between row 1 and row 2 (5-6) there is nothing for 4" },
        { AXIS(ADJ_AXIS_RANGES, wide, false), "between row 2 and row 1 there is nothing for 10 to 19" },
        { AXIS(ADJ_AXIS_RANGES, overlap, true), "row 1 and row 2 overlap at 3" },
        { AXIS(ADJ_AXIS_RANGES, open_twice, true), "overlap at" },
        { AXIS(ADJ_AXIS_RANGES, empty, false), "row 1 is empty: it would go from 3 to 1" },
        { AXIS(ADJ_AXIS_KEYS, twins, false), "row 1 (a) and row 3 (a) have the same key" },
        { AXIS(ADJ_AXIS_KEYS, no_key, false), "row 2 (b) has no key" },
        { AXIS(ADJ_AXIS_ODDS, falling, false), "row 2: odds must rise" },
        { AXIS(ADJ_AXIS_ODDS, zero, false), "row 1: odds have two positive numbers" },
    };
    (void)state;

    for (size_t i = 0; i < COUNT(cases); i++) {
        adj_chart *chart = NULL;
        adj_error err = { 0 };
        assert_int_equal(adj_chart_new(&cases[i].rows, NULL, &chart, &err), ADJ_EINVAL);
        assert_null(chart);
        if (strstr(err.text, cases[i].want) == NULL)
            fail_msg("\"%s\" lacks \"%s\"", err.text, cases[i].want);
    }
}

static void odds_round_in_favour_of_the_defender_or_the_smaller_side(void **state)
{
    static const adj_band bands[] = {
        { .num = 1, .den = 2, .key = "1:2" }, { .num = 1, .den = 1, .key = "1:1" },
        { .num = 3, .den = 2, .key = "3:2" }, { .num = 3, .den = 1, .key = "3:1" },
    };
    static const struct { int64_t a, d; int defender, smaller, strict; } cases[] = {
        { 1, 2, 0, 0, 0 }, { 3, 4, 0, 1, 0 }, { 99, 100, 0, 1, 0 }, { 1, 1, 1, 1, 1 },
        { 149, 100, 1, 1, 1 }, { 3, 2, 2, 2, 2 }, { 299, 100, 2, 2, 2 }, { 30, 10, 3, 3, 3 },
        { 100, 1, 3, 3, 3 }, { 1, 9, 0, 0, -1 }, { 0, 5, 0, 0, -1 }, { 5, 0, 3, 3, -1 },
        { 0, 0, -1, -1, -1 }, { -1, 2, -1, -1, -1 }, { INT32_MAX, 1, 3, 3, 3 },
        { (int64_t)INT32_MAX + 1, 1, -1, -1, -1 },
    };
    adj_axis cols = AXIS(ADJ_AXIS_ODDS, bands, true);
    adj_chart *defender = make(&cols, &cols), *smaller, *strict;
    (void)state;

    cols.favour = ADJ_FAVOUR_SMALLER;
    smaller = make(&cols, &cols);
    cols.favour = ADJ_FAVOUR_DEFENDER;
    cols.clamp = false;
    strict = make(&cols, &cols);
    for (size_t i = 0; i < COUNT(cases); i++) {
        assert_int_equal(adj_chart_by_odds(defender, ADJ_CHART_COLS, cases[i].a, cases[i].d),
                         cases[i].defender);
        assert_int_equal(adj_chart_by_odds(smaller, ADJ_CHART_COLS, cases[i].a, cases[i].d),
                         cases[i].smaller);
        assert_int_equal(adj_chart_by_odds(strict, ADJ_CHART_COLS, cases[i].a, cases[i].d),
                         cases[i].strict);
    }
    assert_int_equal(adj_chart_by_key(strict, ADJ_CHART_COLS, "3:2"), 2);
    assert_int_equal(adj_chart_by_key(strict, ADJ_CHART_COLS, "9:2"), -1);
    adj_chart_free(defender);
    adj_chart_free(smaller);
    adj_chart_free(strict);
}

static void shifts_stop_at_the_ends(void **state)
{
    static const adj_band keys[] = { { .key = "a" }, { .key = "b" }, { .key = "c" } };
    static const struct { int from; int64_t by; int want; } cases[] = {
        { 0, 1, 1 }, { 0, 2, 2 }, { 0, 3, 2 }, { 2, -1, 1 }, { 1, -5, 0 }, { 1, 0, 1 },
        { 1, MOST, 2 }, { 1, LEAST, 0 },
    };
    const adj_axis rows = AXIS(ADJ_AXIS_KEYS, keys, false);
    adj_chart *chart = make(&rows, NULL);
    (void)state;

    for (size_t i = 0; i < COUNT(cases); i++)
        assert_int_equal(adj_chart_shift(chart, ADJ_CHART_ROWS, cases[i].from, cases[i].by),
                         cases[i].want);
    adj_chart_free(chart);
}

static void every_cell_keeps_its_source(void **state)
{
    static const adj_band keys[] = { { .key = "a" }, { .key = "b" } };
    const adj_axis axis = AXIS(ADJ_AXIS_KEYS, keys, false);
    adj_chart *chart = make(&axis, &axis);
    (void)state;

    assert_int_equal(adj_chart_source(chart, 3), ADJ_PRINTED);
    adj_chart_set_source(chart, 3, ADJ_HOUSE);
    adj_chart_set_source(chart, 1, ADJ_INFERRED);
    assert_int_equal(adj_chart_source(chart, 3), ADJ_HOUSE);
    assert_int_equal(adj_chart_source(chart, 1), ADJ_INFERRED);
    assert_int_equal(adj_chart_source(chart, 0), ADJ_PRINTED);
    adj_chart_free(chart);
    adj_chart_free(NULL);
}

static void a_chart_keeps_its_own_copy_of_the_keys(void **state)
{
    char key[] = "horse";
    adj_band band = { .key = key, .label = key };
    const adj_axis rows = { .kind = ADJ_AXIS_KEYS, .count = 1, .bands = &band };
    adj_chart *chart = make(&rows, NULL);
    (void)state;

    key[0] = 'm';
    assert_int_equal(adj_chart_by_key(chart, ADJ_CHART_ROWS, "horse"), 0);
    adj_chart_free(chart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges_find_their_row),
        cmocka_unit_test(values_beyond_the_ends_clamp_only_when_asked),
        cmocka_unit_test(holes_overlaps_and_twins_are_refused_by_name),
        cmocka_unit_test(odds_round_in_favour_of_the_defender_or_the_smaller_side),
        cmocka_unit_test(shifts_stop_at_the_ends),
        cmocka_unit_test(every_cell_keeps_its_source),
        cmocka_unit_test(a_chart_keeps_its_own_copy_of_the_keys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
