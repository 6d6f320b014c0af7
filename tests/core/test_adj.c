/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors and budgets: what every module of the core shares. */
#include "adj.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void an_error_carries_its_status_and_text(void **state)
{
    adj_error err = {0};

    (void)state;
    assert_int_equal(adj_error_set(&err, ADJ_EIO, "%s: %d", "file", 7), ADJ_EIO);
    assert_int_equal(err.status, ADJ_EIO);
    assert_string_equal(err.text, "file: 7");
}

static void an_error_that_nobody_reads_is_only_its_status(void **state)
{
    (void)state;
    assert_int_equal(adj_error_set(NULL, ADJ_ENOMEM, "lost"), ADJ_ENOMEM);
}

static void a_long_text_is_cut_and_still_ends(void **state)
{
    char text[1000];
    adj_error err = {0};

    (void)state;
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    adj_error_set(&err, ADJ_EINVAL, "%s", text);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
}

static void every_status_has_words(void **state)
{
    (void)state;
    for (int s = ADJ_OK; s <= ADJ_ECANCEL; s++)
        assert_string_not_equal(adj_status_text((adj_status)s), "unknown status");
    assert_string_equal(adj_status_text((adj_status)999), "unknown status");
}

static void a_budget_ends_exactly_when_it_is_spent(void **state)
{
    adj_budget budget = {.steps_left = 10};

    (void)state;
    assert_int_equal(adj_budget_charge(&budget, 4), ADJ_OK);
    assert_int_equal(adj_budget_charge(&budget, 6), ADJ_OK);
    assert_int_equal(adj_budget_charge(&budget, 1), ADJ_ELIMIT);
    assert_int_equal(budget.steps_left, 0);
}

static void a_charge_larger_than_what_is_left_spends_the_rest(void **state)
{
    adj_budget budget = {.steps_left = 10};

    (void)state;
    assert_int_equal(adj_budget_charge(&budget, 11), ADJ_ELIMIT);
    assert_int_equal(adj_budget_charge(&budget, 1), ADJ_ELIMIT);
}

static void no_budget_and_an_endless_one_never_end(void **state)
{
    adj_budget endless = {.steps_left = UINT64_MAX};

    (void)state;
    assert_int_equal(adj_budget_charge(NULL, UINT64_MAX), ADJ_OK);
    for (int i = 0; i < 3; i++)
        assert_int_equal(adj_budget_charge(&endless, UINT64_MAX), ADJ_OK);
}

static void a_cancelled_budget_says_so_before_its_limit(void **state)
{
    volatile int cancel = 0;
    adj_budget budget = {.steps_left = 1, .cancel = &cancel};

    (void)state;
    cancel = 1;
    assert_int_equal(adj_budget_charge(&budget, 5), ADJ_ECANCEL);
    assert_int_equal(budget.steps_left, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_error_carries_its_status_and_text),
        cmocka_unit_test(an_error_that_nobody_reads_is_only_its_status),
        cmocka_unit_test(a_long_text_is_cut_and_still_ends),
        cmocka_unit_test(every_status_has_words),
        cmocka_unit_test(a_budget_ends_exactly_when_it_is_spent),
        cmocka_unit_test(a_charge_larger_than_what_is_left_spends_the_rest),
        cmocka_unit_test(no_budget_and_an_endless_one_never_end),
        cmocka_unit_test(a_cancelled_budget_says_so_before_its_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
