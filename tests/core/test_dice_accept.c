/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faces as a person types them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dice.h"

static adj_dice *parse(const char *text)
{
    adj_error err = { .status = ADJ_OK };
    adj_dice *dice;

    if (adj_dice_parse(text, strlen(text), &dice, &err) != ADJ_OK)
        fail_msg("%s: %s", text, err.text);
    return dice;
}

static void faces_are_taken_apart_together_or_with_commas(void **state)
{
    static const struct { const char *dice, *typed; int64_t total; size_t n; int64_t face[6]; } cases[] = {
        {"2d6", "4 3", 7, 2, {4, 3}}, {"2d6", "43", 7, 2, {4, 3}}, {"2d6", "4,3", 7, 2, {4, 3}},
        {"2d6", " 4 ,  3 ", 7, 2, {4, 3}}, {"2d6", "4\t3", 7, 2, {4, 3}}, {"2d6", "4, 3,", 7, 2, {4, 3}},
        {"3d6", "43 5", 12, 3, {4, 3, 5}}, {"3d6kh1", "4 35", 5, 3, {4, 3, 5}},
        {"2d6+1", "11", 3, 2, {1, 1}}, {"1d6", "6", 6, 1, {6}},
        {"d10", "0", 10, 1, {10}}, {"d10", "10", 10, 1, {10}}, {"d10", "1", 1, 1, {1}},
        {"2d10", "00", 20, 2, {10, 10}}, {"2d10", "10", 11, 2, {1, 10}}, {"2d10", "10 10", 20, 2, {10, 10}},
        {"2d10", "0 5", 15, 2, {10, 5}}, {"2d10", "1,0", 11, 2, {1, 10}}, {"3d10", "10 5 0", 25, 3, {10, 5, 10}},
        {"d10z", "0", 0, 1, {0}}, {"2d10z", "09", 9, 2, {0, 9}},
        {"d%", "00", 100, 1, {100}}, {"d%", "0 0", 100, 1, {100}}, {"d%", "57", 57, 1, {57}},
        {"d%", "5 7", 57, 1, {57}}, {"d%", "100", 100, 1, {100}}, {"d%", "07", 7, 1, {7}},
        {"d%z", "00", 0, 1, {0}}, {"d%z", "99", 99, 1, {99}}, {"2d%z", "1234", 46, 2, {12, 34}},
        {"2d%", "12 100", 112, 2, {12, 100}}, {"d66", "35", 35, 1, {35}}, {"d66", "3 5", 35, 1, {35}},
        {"2d66", "11,66", 77, 2, {11, 66}},
        {"2d12", "11 3", 14, 2, {11, 3}}, {"d20", "17", 17, 1, {17}}, {"2d20", "1,2", 3, 2, {1, 2}},
        {"d1000", "0999", 999, 1, {999}},
        {"dav", "3", 3, 1, {3}}, {"3dav", "235", 10, 3, {2, 3, 5}},
        {"5dav each(-2,min 0)", "23445", 8, 5, {2, 3, 4, 4, 5}},
        {"8d6c5", "1 6 3 5 2 4 4 1", 2, 0, {0}}, {"2d{-1..1}", "-1 1", 0, 2, {-1, 1}},
        {"2{0,1}", "01", 1, 2, {0, 1}}, {"d6+d12", "3 12", 15, 2, {3, 12}}, {"d6+d12", "312", 15, 2, {3, 12}},
        {"d6 vs 2d6", "4 33", 1, 3, {4, 3, 3}}, {"2 of {1..9}", "91", 10, 2, {9, 1}},
        {"3d6!", "6 2 6 5 6 1", 26, 6, {6, 2, 6, 5, 6, 1}}, {"2d6r<2", "154", 9, 3, {1, 5, 4}},
        {"0d6", "", 0, 0, {0}}, {"7", "", 7, 0, {0}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].dice);
        adj_error err = { .status = ADJ_OK };
        adj_faces faces = { 0 };
        int64_t total;
        if (adj_dice_accept(dice, cases[i].typed, strlen(cases[i].typed), &faces, &total, &err))
            fail_msg("%s: '%s': %s", cases[i].dice, cases[i].typed, err.text);
        if (total != cases[i].total)
            fail_msg("%s: '%s' is %lld", cases[i].dice, cases[i].typed, (long long)total);
        if (cases[i].n > 0) {
            assert_int_equal(faces.n, cases[i].n);
            assert_memory_equal(faces.face, cases[i].face, faces.n * sizeof *faces.face);
        }
        free(faces.face);
        adj_dice_free(dice);
    }
}

static void a_result_alone_must_be_possible(void **state)
{
    static const struct { const char *dice, *typed; bool good; int64_t total; } cases[] = {
        {"2d6", "=7", true, 7}, {"2d6", " = 12 ", true, 12}, {"2d6", "=+2", true, 2},
        {"2d6", "=1", false, 0}, {"2d6", "=13", false, 0}, {"2d6", "=", false, 0},
        {"2d6", "=x", false, 0}, {"2d6", "=7 7", false, 0}, {"2d6", "=7.5", false, 0},
        {"2d6", "=99999999999999999999", false, 0}, {"2d6*10", "=25", false, 0},
        {"d6-d6", "=-5", true, -5}, {"12d6c5", "=12", true, 12}, {"12d6c5", "=13", false, 0},
        {"5dav each(-2,min 0)", "=0", true, 0}, {"d10", "=0", false, 0}, {"d10z", "=0", true, 0},
        {"d66", "=17", false, 0}, {"3d6!", "=17", true, 17}, {"7", "=7", true, 7},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].dice);
        adj_error err = { .status = ADJ_OK };
        adj_faces faces = { 0 };
        int64_t total = 0;
        adj_status status = adj_dice_accept(dice, cases[i].typed, strlen(cases[i].typed), &faces,
                                            &total, &err);
        if ((status == ADJ_OK) != cases[i].good)
            fail_msg("%s: '%s'", cases[i].dice, cases[i].typed);
        assert_int_equal(total, cases[i].total);
        assert_int_equal(faces.n, 0);
        if (!cases[i].good)
            assert_non_null(strstr(err.text, "expected"));
        adj_dice_free(dice);
    }
}

static void a_wrong_count_or_face_is_refused_in_one_sentence(void **state)
{
    static const struct { const char *dice, *typed, *want; } cases[] = {
        {"2d6", "4", "only 1 given; expected 2 faces of d6 (1 to 6), or the result alone as =N"},
        {"2d6", "4 3 2", "more than 2 given; expected 2 faces of d6 (1 to 6), or the result alone as =N"},
        {"2d6", "432", "more than 2 given; "}, {"2d6", "", "no faces given; expected 2 faces"},
        {"2d6", "7 1", "7 is not a face of the die; expected 2 faces of d6 (1 to 6)"},
        {"2d6", "0 1", "0 is not a face"}, {"2d6", "4.3", ".3 is not a face"}, {"2d6", "-4 3", "-4 is not a face"},
        {"2d6", "x", "x is not a face"}, {"2d6", "4 x3", "x3 is not a face"},
        {"2d6", "4 \x1b[31m", "?[31m is not a face"}, {"1d6", "99999999999999999999999", "9 is not a face"},
        {"1d20", "99999999999999999999999", "99999999999999999999 is not a face"},
        {"1d6", "7", "expected the face of d6 (1 to 6), or"},
        {"d12", "13", "expected the face of d12 (1 to 12)"},
        {"2d12", "43", "expected 2 faces of d12 (1 to 12), with spaces between"},
        {"2d12", "12", "only 1 given"}, {"d10", "11", "more than 1 given; expected the face of d10 (1 to 10, 0 is 10)"},
        {"d%", "7", "expected the face of d% (01 to 99, 00 is 100)"}, {"d%", "577", "more than 1 given"},
        {"d%z", "100", "more than 1 given"}, {"d66", "17", "17 is not a face"}, {"d66", "3", "d66 (11 to 66"},
        {"d66", "77", "77 is not a face"}, {"dav", "6", "the averaging die (2,3,3,4,4,5)"},
        {"{1,3}", "2", "the die {1,3}"}, {"3d6!", "6 2 6", "3 given, and 2 more are thrown again; expected 3 "
                                         "faces and those thrown again"},
        {"3d6!", "6 2 6 5 1 1", "more than 5 given"}, {"d6r<2", "1", "1 given, and 1 more is thrown again"},
        {"2 of {1,2,3}", "11", "1 is not left in the list; expected 2 drawn from the list {1,2,3}, or"},
        {"2 of {1,2,3}", "14", "4 is not in the list; expected 2 drawn from the list {1,2,3}, or"},
        {"2 of {1,2,13}", "13", "only 1 given; expected 2 drawn from the list {1,2,13}, with spaces between"},
        {"7", "3", "7 throws no dice"}, {"0d6", "3", "more than 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].dice);
        adj_error err = { .status = ADJ_OK };
        adj_faces faces = { 0 };
        int64_t total = 0;
        assert_int_equal(adj_dice_accept(dice, cases[i].typed, strlen(cases[i].typed), &faces,
                                         &total, &err), ADJ_EINVAL);
        if (strstr(err.text, cases[i].want) == NULL)
            fail_msg("%s: '%s': %s", cases[i].dice, cases[i].typed, err.text);
        assert_int_equal(faces.n, 0);
        assert_null(strchr(err.text, '\n'));
        free(faces.face);
        adj_dice_free(dice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_are_taken_apart_together_or_with_commas),
        cmocka_unit_test(a_result_alone_must_be_possible),
        cmocka_unit_test(a_wrong_count_or_face_is_refused_in_one_sentence),
    };

    return cmocka_run_group_tests_name("dice accept", tests, NULL, NULL);
}
