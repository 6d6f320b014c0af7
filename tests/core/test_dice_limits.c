/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What parses can be worked out: the parser's limits and those of the distributions agree, for
 * every number of dice up to and beyond the edge. (valgrind: too slow) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dice.h"
#include "watched.h"

/* Whether `text` parses. What parses has a distribution, given time: with a budget it is worked
 * out or stops at that. */
static bool parses(const char *text)
{
    adj_budget budget = { 20000, NULL };
    const adj_dist *dist = NULL;
    adj_error err = { .status = ADJ_OK };
    adj_dice *dice;
    adj_status status = adj_dice_parse(text, strlen(text), &dice, &err);

    if (status != ADJ_OK) {
        assert_int_equal(status, ADJ_ERANGE);
        return false;
    }
    status = adj_dice_dist(dice, &budget, &dist, &err);
    if (status != ADJ_OK && status != ADJ_ELIMIT)
        fail_msg("%s parses, but: %s", text, err.text);
    adj_dice_free(dice);
    return true;
}

static void every_count_of_dice_that_parses_can_be_worked_out(void **state)
{
    static const char *const forms[] = {
        "%dd%d", "%dd%dkh1", "%dd%ddl1", "%dd%dkl2", "%dd%ddh3", "%dd%dkh20", "%dd%dc>=2", "%dd%dr<2:3",
        "%dd%drr=1", "%dd%d!:2", "%dd%d+d6", "%dd%d-3d6kh2",
    };
    static const int sides[] = { 2, 3, 4, 5, 6, 7, 8, 10, 16, 17, 64, 100, 1000 };
    int parsed = 0, refused = 0;
    char text[64];

    (void)state;
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++)
        for (size_t s = 0; s < sizeof sides / sizeof *sides; s++)
            for (int count = 20; count <= 1000; count += 1 + count / (watched() ? 4 : 40)) {
                (void)snprintf(text, sizeof text, forms[f], count, sides[s]);
                if (parses(text))
                    parsed++;
                else
                    refused++;
            }
    assert_true(parsed > (watched() ? 250 : 2000) && refused > (watched() ? 60 : 500));
}

static void the_very_edge_can_be_worked_out(void **state)
{
    static const char *const tails[] = { "", "kh1", "dl1", "dh2" };
    char text[64];

    (void)state;
    for (size_t t = 0; t < sizeof tails / sizeof *tails; t++)
        for (int sides = 2; sides <= 40; sides += watched() ? 7 : 1) {
            int good = 3, bad = 1001;

            while (bad - good > 1) {
                int middle = (good + bad) / 2;
                (void)snprintf(text, sizeof text, "%dd%d%s", middle, sides, tails[t]);
                if (parses(text))
                    good = middle;
                else
                    bad = middle;
            }
            for (int count = good - 8 > 3 ? good - 8 : 3; count <= good; count++) {
                (void)snprintf(text, sizeof text, "%dd%d%s", count, sides, tails[t]);
                assert_true(parses(text));
            }
        }
}

static void products_at_the_edge_can_be_worked_out(void **state)
{
    char text[64];

    (void)state;
    for (int a = 1; a <= 600; a += 7)
        for (int b = 1; b <= 40; b += 3) {
            (void)snprintf(text, sizeof text, "%dd4*%dd3", a, b);
            (void)parses(text);
            (void)snprintf(text, sizeof text, "%dd2*%dd5kh1", a, b);
            (void)parses(text);
        }
}

/* Though the last product would be 0 again in 64 bits. */
static void products_of_steps_beyond_64_bits_are_refused(void **state)
{
    static const char *const far[] = {
        "d{0,524288} each(x536870912, x536870912)", "d{-524288,0} each(x536870912, x-536870912)",
        "d1000000 each(x999999999, x999999999)", "d{0,16} each(x536870912, x65536, x65536, x2048)",
    };

    (void)state;
    for (size_t i = 0; i < sizeof far / sizeof *far; i++)
        if (parses(far[i]))
            fail_msg("%s parses", far[i]);
    assert_true(parses("d{0,16} each(x65536, x32, max 9)"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_count_of_dice_that_parses_can_be_worked_out),
        cmocka_unit_test(the_very_edge_can_be_worked_out),
        cmocka_unit_test(products_at_the_edge_can_be_worked_out),
        cmocka_unit_test(products_of_steps_beyond_64_bits_are_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
