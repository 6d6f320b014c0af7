/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hexgrid.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void offsets_are_right_on_odd_even_and_negative_lines(void **state)
{
    static const struct { bool flat, even; adj_hex hex; adj_offset at; } cases[] = {
        { false, false, { 0, 1 }, { 0, 1 } },   { false, false, { -1, 2 }, { 0, 2 } },
        { false, false, { 0, -1 }, { -1, -1 } }, { false, false, { 1, -2 }, { 0, -2 } },
        { false, true, { 0, 1 }, { 1, 1 } },    { false, true, { -1, 2 }, { 0, 2 } },
        { false, true, { 0, -1 }, { 0, -1 } },  { false, true, { 2, -3 }, { 1, -3 } },
        { true, false, { 1, 0 }, { 1, 0 } },    { true, false, { 2, -1 }, { 2, 0 } },
        { true, false, { -1, 0 }, { -1, -1 } }, { true, true, { 1, 0 }, { 1, 1 } },
        { true, true, { -1, 0 }, { -1, 0 } },   { true, true, { -3, 2 }, { -3, 1 } },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        adj_hex_layout layout = { cases[i].flat, cases[i].even };
        adj_offset at = adj_hex_to_offset(layout, cases[i].hex);
        assert_int_equal(at.col, cases[i].at.col);
        assert_int_equal(at.row, cases[i].at.row);
    }
}

/* Two hexes are neighbours exactly when they lie so on the page. */
static void offsets_go_back_and_neighbours_lie_side_by_side(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        adj_hex_layout layout = { (kind & 1) != 0, (kind & 2) != 0 };
        for (int q = -7; q <= 7; q++)
            for (int r = -7; r <= 7; r++) {
                adj_hex hex = { q, r };
                adj_offset at = adj_hex_to_offset(layout, hex);
                assert_true(adj_hex_equal(adj_hex_from_offset(layout, at), hex));
                for (int d = 0; d < 6; d++) {
                    adj_offset to = adj_hex_to_offset(layout,
                                                      adj_hex_add(hex, adj_hex_direction(d)));
                    /* in half hexes along the lines, and whole lines across */
                    int shoved = (at.row & 1) == (layout.even ? 0 : 1);
                    int shoved_to = (to.row & 1) == (layout.even ? 0 : 1);
                    int along = 2 * (to.col - at.col) + shoved_to - shoved;
                    int across = to.row - at.row;
                    if (layout.flat_top) {
                        shoved = (at.col & 1) == (layout.even ? 0 : 1);
                        shoved_to = (to.col & 1) == (layout.even ? 0 : 1);
                        along = 2 * (to.row - at.row) + shoved_to - shoved;
                        across = to.col - at.col;
                    }
                    assert_true((across == 0 && abs(along) == 2)
                                || (abs(across) == 1 && abs(along) == 1));
                }
            }
    }
}

static void labels_are_written_and_read_back(void **state)
{
    static const struct {
        adj_label_scheme scheme; int32_t col, row; const char *label;
    } cases[] = {
        { { .kind = ADJ_LABEL_DIGITS, .digits = 2, .first_col = 1, .first_row = 1 }, 2, 3, "0304" },
        { { .kind = ADJ_LABEL_DIGITS, .digits = 2 }, 0, 0, "0000" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1, .first_row = 1 }, 0, 14, "A15" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, 25, 3, "Z3" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, 26, 3, "AA3" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, 27, 3, "AB3" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, 702, 3, "AAA3" },
        { { .kind = ADJ_LABEL_DOUBLED, .first_col = 1 }, 26, 3, "AA3" },
        { { .kind = ADJ_LABEL_DOUBLED, .first_col = 1 }, 44, 54, "SS54" },
        { { .kind = ADJ_LABEL_DOUBLED, .first_col = 1, .digits = 2 }, 52, 7, "AAA07" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1, .first_row = 20, .rows_up = true }, 1, 5,
          "B15" },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 5, .first_row = 9 }, -4, -9, "A0" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int kind = 0; kind < 4; kind++) {
            adj_label_scheme scheme = cases[i].scheme;
            char label[ADJ_LABEL_SIZE];
            adj_error err = { 0 };
            adj_hex hex, back = { 99, 99 };
            scheme.layout = (adj_hex_layout){ (kind & 1) != 0, (kind & 2) != 0 };
            hex = adj_hex_from_offset(scheme.layout, (adj_offset){ cases[i].col, cases[i].row });
            assert_int_equal(adj_label_format(&scheme, hex, label), ADJ_OK);
            assert_string_equal(label, cases[i].label);
            assert_int_equal(adj_label_parse(&scheme, label, &back, &err), ADJ_OK);
            assert_true(adj_hex_equal(back, hex));
        }
}

/* What is wanted: the counted column and row. Seen from the first hex: with / a step to the right
 * along a row of flat-topped hexes goes up, with \ down. */
static void slanted_lines_of_labels_follow_an_axis(void **state)
{
    static const struct {
        bool flat, even; adj_label_slant slant; int32_t col, row; const char *label;
    } cases[] = {
        { true, false, ADJ_SLANT_UP, 0, 0, "1 1" },   { true, false, ADJ_SLANT_UP, 1, 0, "2 2" },
        { true, false, ADJ_SLANT_UP, 2, 0, "3 2" },   { true, false, ADJ_SLANT_UP, 0, 1, "1 2" },
        { true, true, ADJ_SLANT_UP, 1, 0, "2 1" },    { true, true, ADJ_SLANT_UP, 2, 0, "3 2" },
        { true, false, ADJ_SLANT_DOWN, 1, 0, "2 1" }, { true, false, ADJ_SLANT_DOWN, 2, 1, "3 1" },
        { true, true, ADJ_SLANT_DOWN, 1, 2, "2 2" },
        { false, false, ADJ_SLANT_UP, 0, 1, "2 2" },  { false, false, ADJ_SLANT_UP, 0, 2, "2 3" },
        { false, true, ADJ_SLANT_UP, 1, 1, "2 2" },
        { false, false, ADJ_SLANT_DOWN, 0, 1, "1 2" }, { false, false, ADJ_SLANT_DOWN, 1, 2, "1 3" },
        { false, true, ADJ_SLANT_DOWN, 1, 1, "1 2" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++)
        for (int rows_first = 0; rows_first < 2; rows_first++) {
            adj_label_scheme scheme = { .layout = { cases[i].flat, cases[i].even },
                                        .kind = ADJ_LABEL_LETTERS, .slant = cases[i].slant,
                                        .first_col = 1, .first_row = 1, .rows_first = rows_first };
            char label[ADJ_LABEL_SIZE], want[ADJ_LABEL_SIZE];
            adj_hex hex, back;
            int col, row;
            assert_int_equal(sscanf(cases[i].label, "%d %d", &col, &row), 2);
            snprintf(want, sizeof want, "%c%d", 'A' + (rows_first ? row : col) - 1,
                     rows_first ? col : row);
            hex = adj_hex_from_offset(scheme.layout, (adj_offset){ cases[i].col, cases[i].row });
            assert_int_equal(adj_label_format(&scheme, hex, label), ADJ_OK);
            assert_string_equal(label, want);
            assert_int_equal(adj_label_parse(&scheme, label, &back, NULL), ADJ_OK);
            assert_true(adj_hex_equal(back, hex));
        }
}

static void a_slanted_line_of_one_letter_is_a_line_of_neighbours(void **state)
{
    (void)state;
    for (int kind = 0; kind < 16; kind++) {
        adj_label_scheme scheme = { .layout = { (kind & 1) != 0, (kind & 2) != 0 },
                                    .kind = ADJ_LABEL_DOUBLED, .first_col = 40, .first_row = 40,
                                    .slant = (kind & 4) != 0 ? ADJ_SLANT_UP : ADJ_SLANT_DOWN,
                                    .rows_up = (kind & 8) != 0 };
        adj_hex from, to;
        char label[ADJ_LABEL_SIZE];
        int d;
        scheme.rows_first = scheme.layout.flat_top;
        assert_int_equal(adj_label_parse(&scheme, "SS20", &from, NULL), ADJ_OK);
        assert_int_equal(adj_label_parse(&scheme, "SS21", &to, NULL), ADJ_OK);
        assert_int_not_equal(d = adj_hex_towards(from, to), -1);
        for (int i = 0; i < 12; i++) {
            assert_int_equal(adj_label_format(&scheme, to, label), ADJ_OK);
            assert_memory_equal(label, "SS", 2);
            to = adj_hex_add(to, adj_hex_direction(d));
        }
    }
}

static void hexes_without_a_label_are_told(void **state)
{
    static const struct { adj_label_scheme scheme; int32_t col, row; } cases[] = {
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, -1, 3 },
        { { .kind = ADJ_LABEL_LETTERS, .first_col = 1 }, 0, -1 },
        { { .kind = ADJ_LABEL_DIGITS, .digits = 2 }, 100, 1 },
        { { .kind = ADJ_LABEL_DIGITS, .digits = 2 }, 1, 100 },
        { { .kind = ADJ_LABEL_DIGITS, .digits = 2 }, -1, 1 },
        { { .kind = ADJ_LABEL_DOUBLED, .first_col = 1 }, 26 * 40, 1 },
        { { .kind = ADJ_LABEL_DOUBLED, .rows_first = true, .first_col = 1 }, 4, 0 },
        { { .layout = { true, false }, .kind = ADJ_LABEL_DOUBLED, .slant = ADJ_SLANT_DOWN,
            .rows_first = true, .first_col = 1, .first_row = 1 }, 2, 0 },
    };
    char label[ADJ_LABEL_SIZE];
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        adj_hex hex = adj_hex_from_offset(cases[i].scheme.layout,
                                          (adj_offset){ cases[i].col, cases[i].row });
        assert_int_equal(adj_label_format(&cases[i].scheme, hex, label), ADJ_ERANGE);
    }
}

static void bad_labels_name_the_column_and_what_was_expected(void **state)
{
    static const adj_label_scheme digits = { .kind = ADJ_LABEL_DIGITS, .digits = 2 };
    static const adj_label_scheme letters = { .kind = ADJ_LABEL_LETTERS, .first_col = 1 };
    static const adj_label_scheme doubled = { .kind = ADJ_LABEL_DOUBLED, .first_col = 1 };
    static const struct { const adj_label_scheme *scheme; const char *text, *want; } cases[] = {
        { &digits, "", "column 1: expected a digit" },
        { &digits, "03", "column 3: expected a digit" },
        { &digits, "030", "column 4: expected a digit" },
        { &digits, "03045", "column 5: expected the end" },
        { &digits, "A1", "column 1: expected a digit" },
        { &letters, "15", "column 1: expected a letter" },
        { &letters, "A", "column 2: expected a digit" },
        { &letters, "A15B", "column 4: expected the end" },
        { &letters, "A-1", "column 2: expected a digit" },
        { &letters, "AAAAAAAAAAAAAAAAAAAAA1", "expected a shorter label" },
        { &letters, "A9999999999", "column 11: expected the end" },
        { &letters, "A999999999", "far off any map" },
        { &doubled, "SR54", "column 2: expected the same letter" },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        adj_error err = { 0 };
        adj_hex hex;
        assert_int_not_equal(adj_label_parse(cases[i].scheme, cases[i].text, &hex, &err), ADJ_OK);
        if (strstr(err.text, cases[i].want) == NULL)
            fail_msg("\"%s\" lacks \"%s\"", err.text, cases[i].want);
    }
}

static void small_letters_read_alike(void **state)
{
    static const adj_label_scheme doubled = { .kind = ADJ_LABEL_DOUBLED, .first_col = 1 };
    adj_hex upper, lower;
    (void)state;
    assert_int_equal(adj_label_parse(&doubled, "SS54", &upper, NULL), ADJ_OK);
    assert_int_equal(adj_label_parse(&doubled, "sS54", &lower, NULL), ADJ_OK);
    assert_true(adj_hex_equal(upper, lower));
}

static void labels_of_one_digit_have_one_digit_each(void **state)
{
    static const int digits[] = { -3, 0, 1 };
    (void)state;

    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++) {
        adj_label_scheme scheme = { .kind = ADJ_LABEL_DIGITS, .digits = digits[i] };
        char label[ADJ_LABEL_SIZE];
        adj_hex hex;
        assert_int_equal(adj_label_parse(&scheme, "37", &hex, NULL), ADJ_OK);
        assert_true(adj_hex_equal(hex, adj_hex_from_offset(scheme.layout, (adj_offset){ 3, 7 })));
        assert_int_equal(adj_label_format(&scheme, hex, label), ADJ_OK);
        assert_string_equal(label, "37");
        assert_int_equal(adj_label_parse(&scheme, "037", &hex, NULL), ADJ_EINVAL);
        hex = adj_hex_from_offset(scheme.layout, (adj_offset){ 10, 7 });
        assert_int_equal(adj_label_format(&scheme, hex, label), ADJ_ERANGE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_right_on_odd_even_and_negative_lines),
        cmocka_unit_test(offsets_go_back_and_neighbours_lie_side_by_side),
        cmocka_unit_test(labels_are_written_and_read_back),
        cmocka_unit_test(slanted_lines_of_labels_follow_an_axis),
        cmocka_unit_test(a_slanted_line_of_one_letter_is_a_line_of_neighbours),
        cmocka_unit_test(hexes_without_a_label_are_told),
        cmocka_unit_test(bad_labels_name_the_column_and_what_was_expected),
        cmocka_unit_test(small_letters_read_alike),
        cmocka_unit_test(labels_of_one_digit_have_one_digit_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
