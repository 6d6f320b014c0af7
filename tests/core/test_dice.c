/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dice: the notation and its errors, throwing against the exact distribution. What a
 * person types is in test_dice_accept.c.
 * (valgrind: too slow) */
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

/* --- help ------------------------------------------------------------------------- */

static adj_dice *parse(const char *text)
{
    adj_error err = { .status = ADJ_OK };
    adj_dice *dice;

    if (adj_dice_parse(text, strlen(text), &dice, &err) != ADJ_OK)
        fail_msg("%s: column %d: %s", text, err.column, err.text);
    return dice;
}

static const adj_dist *dist_of(adj_dice *dice)
{
    adj_error err = { .status = ADJ_OK };
    const adj_dist *dist;

    if (adj_dice_dist(dice, NULL, &dist, &err) != ADJ_OK)
        fail_msg("%s: %s", adj_dice_text(dice), err.text);
    return dist;
}

static const char *chance(const adj_dist *dist, int64_t value)
{
    static char text[400];
    size_t i = adj_dist_find(dist, value);
    adj_ratio r;

    adj_ratio_init(&r);
    if (i < adj_dist_size(dist))
        adj_dist_chance(dist, i, &r);
    adj_ratio_text(&r, text, sizeof text);
    adj_ratio_clear(&r);
    return text;
}

static adj_rng seeded(int64_t seed)
{
    adj_rng rng;

    adj_rng_seed_integer(&rng, seed);
    return rng;
}

/* --- the notation ------------------------------------------------------------------- */

static void every_notation_has_its_chances(void **state)
{
    static const struct { const char *text; int64_t value; const char *want; } cases[] = {
        {"2d6", 7, "1/6"}, {"d6", 3, "1/6"}, {"2D6 + 1", 8, "1/6"}, {"2d6-7", 0, "1/6"},
        {"-d6", -6, "1/6"}, {"--d6", 6, "1/6"}, {"7", 7, "1"}, {"-7+3", -4, "1"},
        {"d6-d6", 0, "1/6"}, {"2d6*10", 70, "1/6"}, {"(d6+1)x250", 1750, "1/6"},
        {"d6*d4", 12, "1/8"}, {"2*(1d6+1)-d4", 3, "1/12"}, {"10-2d6", 3, "1/6"},
        {"3d6kh1", 6, "91/216"}, {"3d6kh", 6, "91/216"}, {"3d6kl1", 1, "91/216"},
        {"3d6dl2", 6, "91/216"}, {"3d6dh2", 1, "91/216"}, {"4d6kh3", 18, "7/432"},
        {"4d6dl1", 18, "7/432"}, {"3d6dl1dh1", 3, "13/54"}, {"3d6kh2kl1", 0, "1"},
        {"d10", 10, "1/10"}, {"d10", 0, "0"}, {"d10z", 0, "1/10"}, {"d10z", 10, "0"},
        {"d%", 100, "1/100"}, {"d%", 0, "0"}, {"d%z", 0, "1/100"}, {"d100", 100, "1/100"},
        {"d66", 11, "1/36"}, {"d66", 17, "0"}, {"d66", 66, "1/36"},
        {"dav", 3, "1/3"}, {"dav", 2, "1/6"}, {"{2,3,3,4,4,5}", 4, "1/3"},
        {"2{2,3,3,4,4,5}", 4, "1/36"}, {"d{0..9}", 0, "1/10"}, {"2d{-1..1}", 0, "1/3"},
        {"{-1, 0, 1}", -1, "1/3"}, {"{1..3,3}", 3, "1/2"},
        {"12d6c5", 0, "4096/531441"}, {"2d6c>=5", 2, "1/9"}, {"2d6c=6", 1, "5/18"},
        {"2d6c<2", 2, "1/36"}, {"2d6c<=2", 2, "1/9"}, {"2d6c>5", 2, "1/36"}, {"2d6c7", 0, "1"},
        {"3d6kh2c6", 2, "2/27"}, {"3d6kl2c6", 2, "1/216"}, {"3d6kh1c=4", 1, "37/216"},
        {"5dav each(-2, min 0)", 0, "1/7776"}, {"dav each(-3,min 0)", 0, "1/2"},
        {"d6 each(x2, -1)", 11, "1/6"}, {"d6each(max 4)", 4, "1/2"}, {"d6 each(*-1)", -6, "1/6"},
        {"d6 each(1..2:-1, 3..5:0, 6:1)", 0, "1/2"}, {"2d6 each(-4,min 0)c1", 2, "1/9"},
        {"d6each(+2)kh1", 8, "1/6"}, {"d6each(0)", 1, "1/6"},
        {"d6!", 6, "0"}, {"d6!", 7, "1/36"}, {"d6!:1", 12, "1/36"}, {"d6!:2", 18, "1/216"},
        {"d6!>=5:1", 11, "1/18"}, {"d6!=1:1", 2, "7/36"}, {"d6!<2:1", 7, "1/36"},
        {"2d6!:1kh1", 12, "71/1296"}, {"d6!>6", 6, "1/6"},
        {"1d6r<2", 1, "1/36"}, {"1d6r<2", 2, "7/36"}, {"1d6r<=2", 1, "1/18"},
        {"1d6r<=2", 3, "2/9"}, {"d6r=1:2", 1, "1/216"}, {"d6r>5", 6, "1/36"},
        {"d6rr<3", 3, "1/4"}, {"d6rr=3", 4, "1/5"}, {"d6rr>4", 1, "1/4"}, {"d6rr>=6", 5, "1/5"},
        {"davrr=3", 4, "1/2"}, {"d6!:1r<2", 1, "1/36"}, {"d6!:1r<2", 8, "7/216"},
        {"4d6 vs 3d6", 0, "67171/279936"}, {"1d6 vs 1d6", 1, "5/12"}, {"1d6 vs= 1d6", 1, "7/12"},
        {"3d6 vs 2d6", 2, "1445/3888"}, {"2d6kh1 vs d6", 1, "125/216"},
        {"3 of {1..5}", 6, "1/10"}, {"2of{1,1,2}", 2, "1/3"}, {"3 of {1..5}kh1", 5, "3/5"},
        {"2 of {1..4} c>=3", 2, "1/6"}, {"2 of {1..4} each(x10)", 30, "1/6"},
        {"0d6", 0, "1"}, {"0 of {1}", 0, "1"}, {"d1", 1, "1"}, {"5d1", 5, "1"},
        {"\t 2d6\t", 7, "1/6"}, {"1D6KH1", 1, "1/6"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].text);
        const char *have = chance(dist_of(dice), cases[i].value);
        if (strcmp(have, cases[i].want) != 0)
            fail_msg("%s gives %lld with %s, not %s", cases[i].text,
                     (long long)cases[i].value, have, cases[i].want);
        adj_dice_free(dice);
    }
}

/* The same answer whether thrown, typed or worked out (docs/dice.md, Edges). */
static void edges_have_one_answer(void **state)
{
    static const struct { const char *text; int64_t least, greatest; size_t count; } cases[] = {
        {"1d6kh2", 1, 6, 1}, {"3d6dl4", 0, 0, 3}, {"3d6kh0", 0, 0, 3}, {"0d6", 0, 0, 0},
        {"3d6dl2dh2", 0, 0, 3}, {"0d6kh1", 0, 0, 0}, {"0d6c5", 0, 0, 0}, {"5d6kh999999999", 5, 30, 5},
        {"1000d6", 1000, 6000, 1000}, {"d1000000", 1, 1000000, 1}, {"d6-0d6", 1, 6, 1},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].text);
        const adj_dist *dist = dist_of(dice);
        adj_faces faces = { 0 };
        adj_rng rng = seeded(1);
        int64_t least, greatest, total;
        adj_dice_range(dice, &least, &greatest);
        assert_int_equal(least, cases[i].least);
        assert_int_equal(greatest, cases[i].greatest);
        assert_int_equal(adj_dice_count(dice), cases[i].count);
        assert_int_equal(adj_dist_value(dist, 0), least);
        assert_int_equal(adj_dist_value(dist, adj_dist_size(dist) - 1), greatest);
        for (int k = 0; k < 20; k++) {
            faces.n = 0;
            assert_int_equal(adj_dice_roll(dice, &rng, &faces, &total), ADJ_OK);
            assert_int_equal(faces.n, cases[i].count);
            assert_true(adj_dist_find(dist, total) < adj_dist_size(dist));
        }
        free(faces.face);
        adj_dice_free(dice);
    }
}

#define SIXTEEN "d6each(+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1)+"

static void malformed_notations_name_the_column_and_what_was_expected(void **state)
{
    static const struct { const char *text; int column; const char *what; } cases[] = {
        {"", 1, "expected dice"}, {"   ", 1, "expected dice"}, {"x", 1, "expected dice"},
        {"2d", 3, "number of sides"}, {"2d-6", 3, "number of sides"}, {"2dx", 3, "number of sides"},
        {"2d0", 3, "at least 1 side"}, {"d00", 2, "at least 1 side"},
        {"2d6+", 5, "expected dice"}, {"2d6+*3", 5, "expected dice"}, {"2d6 7", 5, "operator"},
        {"2d6)", 4, "operator"}, {"(2d6", 5, "expected an operator or )"}, {"()", 2, "expected dice"},
        {"2d6;", 4, "operator"}, {"2d6\n", 4, "operator"}, {"\xff", 1, "expected dice"},
        {"{", 2, "expected a face"}, {"{}", 2, "expected a face"}, {"{1,}", 4, "expected a face"},
        {"{1", 3, "expected , or }"}, {"{1 2}", 4, "expected , or }"}, {"{3..1}", 2, "lower face first"},
        {"{1..}", 5, "last face"}, {"{1..2000}", 2, "too many faces"},
        {"99999999999999999999d6", 1, "number too large"}, {"1d99999999999999999999", 3, "number too large"},
        {"4294967297d6", 1, "number too large"}, {"1001d6", 1, "too many dice"},
        {"d1000001", 2, "too many sides"}, {"1000d1000", 1, "too large"}, {"100d100kh50", 1, "too large"},
        {"d1000000!", 1, "too large"}, {"d6*1000000000", 4, "number too large"},
        {"999999999*999999999*999999999", 1, "total may be too large"},
        {"612d7xd216x655", 1, "too large"},     /* few values, but each chance of 1,700 bits */
        {"1000d6*1000d6*1000d6", 1, "total may be too large"},
        {"1d1!", 4, "always explodes"}, {"1d6!>=1", 4, "always explodes"}, {"d6!<7", 3, "always explodes"},
        {"{3,3}!", 6, "always explodes"}, {"0d1!", 4, "always explodes"},
        {"1d6r<7", 4, "always rerolls"}, {"d6r>=1", 3, "always rerolls"}, {"d6rr<7", 3, "always rerolls"},
        {"d1r=1", 3, "always rerolls"}, {"d6!:1r<99", 6, "always rerolls"}, {"{2,2}rr=2", 6, "always rerolls"},
        {"d6r", 4, "expected <"}, {"d6r2", 4, "expected <"}, {"d6r<", 5, "expected <"},
        {"d6!:", 5, "how many times"}, {"d6!:0", 5, "bound from 1"}, {"d6!:101", 5, "bound from 1"},
        {"d6r<2:0", 7, "bound from 1"}, {"d6!>", 5, "expected a number"}, {"d6!rr<2", 4, "rr cannot follow"},
        {"d6c", 4, "expected a number after c"}, {"d6c>", 5, "expected a number after c"},
        {"d6each", 7, "expected ( after each"}, {"d6each(", 8, "expected +n"}, {"d6each(-2", 10, "expected , or )"},
        {"d6each(2)", 9, "expected : and a value"}, {"d6each(1..3)", 12, "expected : and a value"},
        {"d6each(1:1,-2)", 3, "not both"}, {"d6each(1..5:0)", 1, "value for every face"},
        {"d100000each(1..5:0)", 1, "value for every face"}, {"d999999each(1..500:0,502..999999:1)", 1, "value for every face"},
        {"d6each(3..1:0,1..6:1)", 8, "lower face first"}, {"d6each(1..6:1,5..4:0)", 15, "lower face first"},
        {"d6each(1..:0)", 11, "last face"}, {"d6each(1:)", 10, "value after :"},
        {"d6each(+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1,+1)", 56, "too many steps"},
        {"3d6kh1!", 7, "out of order"}, {"3d6kh1r<2", 7, "out of order"}, {"3d6c5kh1", 6, "out of order"},
        {"3d6!!", 5, "out of order"}, {"3d6c5c5", 6, "out of order"}, {"3d6c5dl1", 6, "out of order"},
        {"3d6kh1each(-1)", 7, "out of order"}, {"3d6kh1dl1", 7, "dropped already"},
        {"3d6kl1dh1", 7, "dropped already"},
        {"3 of", 5, "expected a list"}, {"3 of 6", 6, "expected a list"}, {"3of{1,2}", 1, "more are drawn"},
        {"3of{1..4}!", 10, "cannot explode"}, {"3of{1..4}r<2", 10, "cannot be rerolled"},
        {"d6 vs", 6, "expected dice"}, {"d6+1 vs d6", 6, "two plain pools"}, {"d6 vs d6+1", 7, "two plain pools"},
        {"d6 vs d6c3", 7, "two plain pools"}, {"2of{1,2} vs d6", 10, "two plain pools"},
        {"d6 vs d6 vs d6", 10, "operator"}, {"1000d6 vs 1000d6", 11, "too large"},
        {"((((((((((((((((((((((d6", 21, "nested"}, {"---------------------------d6", 21, "nested"},
        {"1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", 42, "too many terms"},
        {SIXTEEN SIXTEEN SIXTEEN SIXTEEN "d6each(+1)", 232, "at most 64"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_error err = { .status = ADJ_OK };
        adj_dice *dice = (adj_dice *)&err;
        adj_status status = adj_dice_parse(cases[i].text, strlen(cases[i].text), &dice, &err);
        if (status == ADJ_OK)
            fail_msg("%s is taken", cases[i].text);
        assert_null(dice);
        assert_int_equal(status, err.status);
        if (err.column != cases[i].column || strstr(err.text, cases[i].what) == NULL)
            fail_msg("%s: column %d: %s", cases[i].text, err.column, err.text);
    }
}

static void a_notation_may_not_be_longer_than_it_may(void **state)
{
    char text[300];
    adj_error err;
    adj_dice *dice;

    (void)state;
    memset(text, ' ', sizeof text);
    memcpy(text, "d6", 2);
    assert_int_equal(adj_dice_parse(text, sizeof text, &dice, &err), ADJ_OK);   /* trimmed */
    assert_string_equal(adj_dice_text(dice), "d6");
    adj_dice_free(dice);
    text[299] = '1';
    assert_int_equal(adj_dice_parse(text, sizeof text, &dice, &err), ADJ_ERANGE);
    assert_int_equal(err.column, 257);
    assert_int_equal(adj_dice_parse("d6\0d6", 5, &dice, &err), ADJ_EINVAL);
    assert_int_equal(err.column, 3);
    assert_int_equal(adj_dice_parse("2d", 2, &dice, NULL), ADJ_EINVAL);
}

static void prompts_name_the_dice(void **state)
{
    static const struct { const char *text, *want; } cases[] = {
        {"2d6", "two six-sided dice (2d6)"}, {"1d6", "one six-sided die (1d6)"},
        {"13d20", "13 twenty-sided dice (13d20)"}, {"d7", "one die with faces 1 to 7 (d7)"},
        {"d10", "one ten-sided die, 0 counting as 10 (d10)"},
        {"2d10z", "two ten-sided dice, 0 counting as 0 (2d10z)"},
        {"d%z", "one pair of ten-sided dice, tens first, 00 counting as 0 (d%z)"},
        {"2d%", "two pairs of ten-sided dice, tens first, 00 counting as 100 (2d%)"},
        {"d66", "one pair of six-sided dice, tens first (d66)"},
        {"5dav", "five averaging dice (2,3,3,4,4,5) (5dav)"},
        {"d6+2d{1..3}", "one six-sided die and two dice with faces 1,2,3 (d6+2d{1..3})"},
        {"2 of {1,5}", "two drawn from 1,5 (2 of {1,5})"}, {"7", "no dice (7)"},
        {"{1..20}", "one die with faces 1,2,3,4,5,6,7,8,9,10,11,12,... ({1..20})"},
    };
    char text[128];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].text);
        assert_int_equal(adj_dice_prompt(dice, text, sizeof text), strlen(cases[i].want));
        assert_string_equal(text, cases[i].want);
        assert_int_equal(adj_dice_prompt(dice, text, 5), strlen(cases[i].want));
        assert_int_equal(strlen(text), 4);
        assert_int_equal(adj_dice_prompt(dice, NULL, 0), strlen(cases[i].want));
        adj_dice_free(dice);
    }
}

/* --- throwing and odds agree ----------------------------------------------------------- */

/* Small pools of every kind: all throws, each evaluated, must give the distribution. */
static const char *const small[] = {
    "2d6", "3d4-1", "d6+d4", "2d6*3", "d4*d4", "-2d4", "3d4kh2", "4d3dl1", "3d4kl1", "4d3dh1dl1",
    "3d6kh0", "1d6kh2", "3d4dl9", "2dav", "3dav each(-2, min 0)", "2dav each(x-2,+3,max 1)",
    "3{1,1,5}", "4d4c3", "3d6c=2", "4d3kh2c=2", "4d3kl3c<2", "3d4kh2c<3", "4d4 each(-1)c>2",
    "2d4!:1", "d4!>=3:2", "2d3!=2:2kh1", "2{1,1,4}!:2", "2d4r<2", "2d4r>=3:2", "3d3rr=2",
    "d4!:1r<=3:1", "2d3!:1r=2:1 each(-1) kl1 c>=1", "2d4!:1 each(1..3:0,4..8:1)",
    "2d3 vs 2d3", "3d3kh2 vs 2d4", "2d4 vs= 2d3!:1", "2d3 vs d4r<2", "3d3dh1 vs= 3d3dl1",
    "2 of {1..4}", "3 of {1,1,2,5}", "3 of {1,1,2,5}kh2", "2 of {1,1,2,5} each(-1) c>0",
    "2 of {1..3} + d4", "d10z", "d%", "d66", "0d6+d4", "(d4+1)x(d4-2)", "2d3-(d4!:1)", "5", "d1",
};

static void all_throws_give_the_distribution(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        adj_dice *dice = parse(small[i]);
        const adj_dist *dist = dist_of(dice);
        adj_error err;
        adj_throws throws;
        adj_dist *totals;
        int64_t *value;
        assert_int_equal(adj_dice_throws(dice, false, NULL, &throws, &err), ADJ_OK);
        value = malloc(throws.n * sizeof *value);
        for (size_t k = 0; k < throws.n; k++)
            assert_int_equal(adj_dice_value(dice, throws.face == NULL ? NULL : throws.face + throws.start[k],
                                            throws.start[k + 1] - throws.start[k], &value[k],
                                            &err), ADJ_OK);
        assert_int_equal(adj_dist_map(throws.dist, value, &totals), ADJ_OK);
        assert_int_equal(adj_dist_size(totals), adj_dist_size(dist));
        for (size_t k = 0; k < adj_dist_size(dist); k++) {
            char want[400];
            assert_int_equal(adj_dist_value(totals, k), adj_dist_value(dist, k));
            strcpy(want, chance(dist, adj_dist_value(dist, k)));
            if (strcmp(chance(totals, adj_dist_value(dist, k)), want) != 0)
                fail_msg("%s: %lld", small[i], (long long)adj_dist_value(dist, k));
        }
        adj_dist_free(totals);
        free(value);
        adj_throws_clear(&throws);
        adj_dice_free(dice);
    }
}

static void a_throw_is_what_its_faces_are_worth(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        adj_dice *dice = parse(small[i]);
        adj_rng rng = seeded((int64_t)i), same = rng, bulk = rng;
        adj_faces faces = { 0 };
        int64_t totals[300];
        adj_error err;
        adj_dice_totals(dice, &bulk, totals, 300);
        for (int k = 0; k < 300; k++) {
            int64_t total, value;
            faces.n = 0;
            assert_int_equal(adj_dice_roll(dice, &rng, &faces, &total), ADJ_OK);
            assert_int_equal(adj_dice_value(dice, faces.face, faces.n, &value, &err), ADJ_OK);
            assert_int_equal(total, value);
            assert_int_equal(total, adj_dice_total(dice, &same));
            assert_int_equal(total, totals[k]);
            assert_true(adj_rng_position(&rng) == adj_rng_position(&same));
            assert_true(adj_dist_find(dist_of(dice), total) < adj_dist_size(dist_of(dice)));
        }
        assert_true(adj_rng_position(&rng) == adj_rng_position(&bulk));
        free(faces.face);
        adj_dice_free(dice);
    }
}

/* Random notations put together from the grammar. */
static void random_notation(adj_rng *rng, char *text, size_t size)
{
    static const char *const die[] = { "d6", "d4", "d3", "d10", "d10z", "dav", "{0,2,2}", "d2", "d66" };
    static const char *const again[] = { "", "", "", "!:1", "!>=2:1", "!:2r<2", "r<2", "r=2:2", "rr>2" };
    static const char *const each[] = { "", "", "each(-2,min 0)", "each(x2)", "each(+1,max 3)" };
    static const char *const keep[] = { "", "", "kh1", "kl2", "dl1", "dh1dl1", "kh0" };
    static const char *const count[] = { "", "", "c3", "c<2", "c=2" };
    static const char *const join[] = { "+", "-", "*", " x -" };
    size_t n = 0;
#define ANY(list) list[adj_rng_below(rng, sizeof list / sizeof *list)]
    for (int terms = 0; terms < 2; terms++) {
        n += (size_t)snprintf(text + n, size - n, "%d%s%s%s%s%s", (int)adj_rng_below(rng, 4),
                              ANY(die), ANY(again), ANY(each), ANY(keep), ANY(count));
        if (terms == 1 || adj_rng_below(rng, 2) == 0)
            break;
        n += (size_t)snprintf(text + n, size - n, "%s", ANY(join));
    }
#undef ANY
}

static void random_notations_throw_what_they_promise(void **state)
{
    adj_rng rng = seeded(99);
    int taken = 0;

    (void)state;
    for (int i = 0; i < 3000; i++) {
        char text[200];
        adj_faces faces = { 0 };
        adj_error err = { .status = ADJ_OK };
        adj_dice *dice;
        const adj_dist *dist;
        int64_t total, least, greatest;
        random_notation(&rng, text, sizeof text);
        if (adj_dice_parse(text, strlen(text), &dice, &err) != ADJ_OK) {
            assert_true(err.column >= 1);
            continue;
        }
        taken++;
        dist = dist_of(dice);
        adj_dice_range(dice, &least, &greatest);
        assert_true(least <= adj_dist_value(dist, 0));
        assert_true(greatest >= adj_dist_value(dist, adj_dist_size(dist) - 1));
        for (int k = 0; k < 30; k++) {
            int64_t value;
            faces.n = 0;
            assert_int_equal(adj_dice_roll(dice, &rng, &faces, &total), ADJ_OK);
            if (adj_dist_find(dist, total) == adj_dist_size(dist))
                fail_msg("%s threw %lld", text, (long long)total);
            assert_int_equal(adj_dice_value(dice, faces.face, faces.n, &value, &err), ADJ_OK);
            assert_int_equal(value, total);
        }
        free(faces.face);
        adj_dice_free(dice);
    }
    assert_true(taken > 1500);
}

/* Many throws against the distribution; rare values are taken together. */
static void many_throws_fit(void **state)
{
    static const char *const texts[] = { "4d6kh3+2", "5dav each(-2,min 0)", "8d6c5", "3d6!",
                                         "2d10r<3", "4d6 vs 3d6", "3 of {1..9}kh2" };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        int throws = watched() ? 100000 : getenv("SOAK") != NULL ? 1000000 : 300000;
        adj_dice *dice = parse(texts[i]);
        const adj_dist *dist = dist_of(dice);
        size_t n = adj_dist_size(dist), cells = 0;
        double *seen = calloc(n, sizeof *seen), chi = 0, want = 0, have = 0;
        adj_rng rng = seeded(31);
        adj_ratio r;
        adj_ratio_init(&r);
        for (int k = 0; k < throws; k++)
            seen[adj_dist_find(dist, adj_dice_total(dice, &rng))]++;
        for (size_t k = 0; k < n; k++) {
            adj_dist_chance(dist, k, &r);
            want += adj_ratio_number(&r) * throws;
            have += seen[k];
            if (want >= 20 || k + 1 == n) {
                chi += want > 0 ? (have - want) * (have - want) / want : 0;
                cells++;
                want = have = 0;
            }
        }
        /* mean cells - 1, deviation sqrt(2 (cells - 1)); the seed is fixed */
        if (chi > (double)cells + 4 * 1.5 * (double)cells / 4 + 15)
            fail_msg("%s: chi-square %f in %zu cells", texts[i], chi, cells);
        adj_ratio_clear(&r);
        free(seen);
        adj_dice_free(dice);
    }
}

/* The dice that words make never change under the generator's name. */
static void the_dice_of_a_seed_are_frozen(void **state)
{
    static const struct { const char *text; int64_t want[6]; } cases[] = {
        {"2d6", {5, 5, 6, 5, 6, 10}},
        {"d10", {2, 6, 2, 4, 2, 7}},
        {"4d6kh3", {12, 13, 13, 13, 13, 14}},
        {"5dav", {18, 18, 18, 17, 19, 21}},
        {"d%z", {10, 52, 12, 37, 13, 65}},
        {"d1000000", {107727, 521319, 120029, 378918, 135776, 655629}},
        {"3 of {1..9}", {9, 13, 23, 18, 19, 21}},
        {"2d6!", {5, 5, 6, 5, 6, 14}},
        {"7d3r<2", {18, 13, 18, 18, 18, 16}},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].text);
        adj_rng rng = seeded(7);
        for (int k = 0; k < 6; k++)
            assert_int_equal(adj_dice_total(dice, &rng), cases[i].want[k]);
        adj_dice_free(dice);
    }
}

static void faces_come_in_the_order_of_throwing(void **state)
{
    static const int64_t explode[] = { 6, 2, 6, 5, 6, 1 }, reroll[] = { 1, 4, 1, 2, 1 };
    static const struct { const char *text; const int64_t *face; size_t n; int64_t want; } good[] = {
        {"3d6!", explode, 6, 26},               /* 6+5, 2, 6+6+1 */
        {"3d6!kh1", explode, 6, 13},            /* a die and its explosions are one */
        {"3d6!:1", explode, 5, 25},
        {"3d6r<2", reroll, 5, 7},               /* 2, 4, 1: rerolled once */
        {"3d6", reroll, 3, 6},
    };
    static const struct { const char *text; const int64_t *face; size_t n; const char *what; } bad[] = {
        {"3d6!", explode, 5, "too few"}, {"3d6", explode, 4, "too many"}, {"3d6", explode, 2, "too few"},
        {"d3", explode, 1, "not a face"}, {"2 of {1..4}", reroll + 2, 1, "too few"},
        {"3 of {1,1,2,4}", reroll, 3, ""}, {"3 of {1..4}", reroll, 3, "not a face"},
        {"dav", reroll, 1, "not a face"},
    };
    int64_t total;
    adj_error err;

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        adj_dice *dice = parse(good[i].text);
        assert_int_equal(adj_dice_value(dice, good[i].face, good[i].n, &total, &err), ADJ_OK);
        assert_int_equal(total, good[i].want);
        adj_dice_free(dice);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        adj_dice *dice = parse(bad[i].text);
        adj_status status = adj_dice_value(dice, bad[i].face, bad[i].n, &total, &err);
        if (*bad[i].what == '\0') {
            assert_int_equal(status, ADJ_OK);
        } else {
            assert_int_equal(status, ADJ_EINVAL);
            assert_non_null(strstr(err.text, bad[i].what));
        }
        adj_dice_free(dice);
    }
}

static void many_dice_are_sorted_too(void **state)
{
    adj_dice *dice = parse("40d%kh3"), *middle = parse("40d%dl39");
    int64_t faces[41], total;
    adj_error err;

    (void)state;
    for (int i = 0; i < 41; i++)
        faces[i] = 1 + i * 37 % 100;
    faces[7] = faces[30] = 99;
    assert_int_equal(adj_dice_value(dice, faces, 40, &total, &err), ADJ_OK);
    assert_int_equal(total, 100 + 99 + 99);
    assert_int_equal(adj_dice_value(middle, faces, 40, &total, &err), ADJ_OK);
    assert_int_equal(total, 100);
    assert_int_equal(adj_dice_value(dice, faces, 41, &total, &err), ADJ_EINVAL);
    assert_string_equal(err.text, "too many faces: 41 given, 40 used");
    adj_dice_free(dice);
    adj_dice_free(middle);
}

/* --- throws ---------------------------------------------------------------------------- */

static void throws_are_listed_in_order(void **state)
{
    adj_dice *dice = parse("2d6"), *extra = parse("d2!:2");
    static const int64_t want[] = { 1, 2, 1, 2, 2, 1, 2, 2, 2 };
    adj_throws throws;
    adj_error err;

    (void)state;
    assert_int_equal(adj_dice_throws(dice, false, NULL, &throws, &err), ADJ_OK);
    assert_int_equal(throws.n, 36);
    assert_int_equal(throws.face[2 * 7], 2);
    assert_int_equal(throws.face[2 * 7 + 1], 2);
    adj_throws_clear(&throws);
    assert_int_equal(adj_dice_throws(dice, true, NULL, &throws, &err), ADJ_OK);
    assert_int_equal(throws.n, 21);
    for (size_t i = 0; i < 21; i++)
        assert_string_equal(chance(throws.dist, (int64_t)i + 1),
                            throws.face[2 * i] == throws.face[2 * i + 1] ? "1/36" : "1/18");
    adj_throws_clear(&throws);
    assert_int_equal(adj_dice_throws(extra, false, NULL, &throws, &err), ADJ_OK);
    assert_int_equal(throws.n, 4);              /* 1; 2 1; 2 2 1; 2 2 2 */
    assert_memory_equal(throws.face, want, sizeof want);
    assert_string_equal(chance(throws.dist, 1), "1/2");
    assert_string_equal(chance(throws.dist, 4), "1/8");
    adj_throws_clear(&throws);
    assert_int_equal(adj_dice_throws(extra, true, NULL, &throws, &err), ADJ_EINVAL);
    adj_dice_free(dice);
    adj_dice_free(extra);
}

static void sorted_throws_add_up(void **state)
{
    static const char *const texts[] = { "5d6", "4dav", "3 of {1,1,2,5}", "6d3", "d%", "3{1,2}" };
    static const size_t want[] = { 252, 35, 3, 28, 100, 4 };

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        adj_dice *dice = parse(texts[i]);
        adj_throws all, sorted;
        adj_error err;
        assert_int_equal(adj_dice_throws(dice, true, NULL, &sorted, &err), ADJ_OK);
        assert_int_equal(adj_dice_throws(dice, false, NULL, &all, &err), ADJ_OK);
        assert_int_equal(sorted.n, want[i]);
        for (size_t s = 0; s < sorted.n; s++) {     /* the chance of all with these faces */
            adj_ratio sum, part;
            char text[200];
            size_t n = sorted.start[s + 1] - sorted.start[s];
            adj_ratio_init(&sum);
            adj_ratio_init(&part);
            for (size_t k = 0; k < all.n; k++) {
                int64_t face[8];
                bool same = true;
                memcpy(face, all.face + all.start[k], n * sizeof *face);
                for (size_t x = 0; x < n; x++)
                    for (size_t y = x + 1; y < n; y++)
                        if (face[x] < face[y]) {
                            int64_t swap = face[x];
                            face[x] = face[y];
                            face[y] = swap;
                        }
                for (size_t x = 0; x < n; x++)
                    same &= face[x] == sorted.face[sorted.start[s] + x];
                if (same) {
                    adj_dist_chance(all.dist, k, &part);
                    mpq_add(sum.q, sum.q, part.q);
                }
            }
            adj_ratio_text(&sum, text, sizeof text);
            assert_string_equal(chance(sorted.dist, (int64_t)s + 1), text);
            adj_ratio_clear(&sum);
            adj_ratio_clear(&part);
        }
        adj_throws_clear(&all);
        adj_throws_clear(&sorted);
        adj_dice_free(dice);
    }
}

static void too_many_throws_are_refused(void **state)
{
    adj_dice *dice = parse("8d6"), *few = parse("3d6");
    adj_budget budget = { 100, NULL };
    adj_throws throws;
    adj_error err;

    (void)state;
    assert_int_equal(adj_dice_throws(dice, false, NULL, &throws, &err), ADJ_ERANGE);
    assert_non_null(strstr(err.text, "too many"));
    assert_null(throws.dist);
    assert_int_equal(adj_dice_throws(few, false, &budget, &throws, &err), ADJ_ELIMIT);
    adj_dice_free(dice);
    adj_dice_free(few);
}

/* --- what is cut ------------------------------------------------------------------------- */

static void endless_explosions_say_what_they_cut(void **state)
{
    static const struct { const char *text, *want; } cases[] = {
        {"d6!", "1/21936950640377856"},                 /* 6^-21 */
        {"2d6!", "1/10968475320188928"}, {"d6!:20", "0"}, {"2d6", "0"},
        {"d4!>=3+1", "1/2097152"}, {"d6!kh1", "1/21936950640377856"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        adj_dice *dice = parse(cases[i].text);
        char text[100];
        adj_ratio cut;
        adj_ratio_init(&cut);
        adj_dist_cut(dist_of(dice), &cut);
        adj_ratio_text(&cut, text, sizeof text);
        assert_string_equal(text, cases[i].want);
        adj_ratio_clear(&cut);
        adj_dice_free(dice);
    }
}

static void a_spent_budget_leaves_the_dice_as_they_were(void **state)
{
    adj_dice *dice = parse("40d6");
    adj_budget budget = { 10, NULL };
    const adj_dist *dist;
    adj_error err;

    (void)state;
    assert_int_equal(adj_dice_dist(dice, &budget, &dist, &err), ADJ_ELIMIT);
    assert_null(dist);
    assert_int_equal(adj_dice_dist(dice, NULL, &dist, &err), ADJ_OK);
    adj_dice_free(dice);
}

/* Everything that parses has a distribution, and in reasonable time. */
static void the_largest_notations_have_a_distribution(void **state)
{
    static const char *const texts[] = { "1000d6", "100d6kh50", "20d20kh10", "d1000000+d6", "30d%",
                                         "9d6!", "d100!", "40d6 vs 20d6", "20 of {1..1000}kh5",
                                         "100d{1..100}", "2d6r<3:100", "d66*d66", "30d6!kh10", "3d61100r>21",
                                         "d1000000+d1000000", "26d66666klc5" };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        adj_dice *dice = parse(texts[i]);
        assert_true(adj_dist_size(dist_of(dice)) >= 1);
        adj_dice_free(dice);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_notation_has_its_chances),
        cmocka_unit_test(edges_have_one_answer),
        cmocka_unit_test(malformed_notations_name_the_column_and_what_was_expected),
        cmocka_unit_test(a_notation_may_not_be_longer_than_it_may),
        cmocka_unit_test(prompts_name_the_dice),
        cmocka_unit_test(all_throws_give_the_distribution),
        cmocka_unit_test(a_throw_is_what_its_faces_are_worth),
        cmocka_unit_test(random_notations_throw_what_they_promise),
        cmocka_unit_test(many_throws_fit),
        cmocka_unit_test(the_dice_of_a_seed_are_frozen),
        cmocka_unit_test(faces_come_in_the_order_of_throwing),
        cmocka_unit_test(many_dice_are_sorted_too),
        cmocka_unit_test(throws_are_listed_in_order),
        cmocka_unit_test(sorted_throws_add_up),
        cmocka_unit_test(too_many_throws_are_refused),
        cmocka_unit_test(endless_explosions_say_what_they_cut),
        cmocka_unit_test(a_spent_budget_leaves_the_dice_as_they_were),
        cmocka_unit_test(the_largest_notations_have_a_distribution),
    };

    return cmocka_run_group_tests_name("dice", tests, NULL, NULL);
}
