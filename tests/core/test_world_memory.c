/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The World when memory runs out: at the n-th allocation once, and from the n-th on. (valgrind: too slow) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

static long countdown = -1;         /* -1: never fail */
static bool forever;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);

static bool fails(void)
{
    if (countdown < 0)
        return false;
    if (countdown > 0) {
        countdown--;
        return false;
    }
    if (!forever)
        countdown = -1;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *block, size_t size)
{
    return fails() ? NULL : __real_realloc(block, size);
}

static const adj_field fields[] = {
    {.name = "name", .kind = ADJ_TEXT, .optional = true},
    {.name = "strength", .kind = ADJ_INT},
    {.name = "leader", .kind = ADJ_REF},
    {.name = "place", .kind = ADJ_PLACE, .indexed = true},
};
static const adj_field more[] = {
    {.name = "fatigue", .kind = ADJ_INT, .initial = {.word = {2, 0}}},
    {.name = "target", .kind = ADJ_REF},
};

/* One step of a little story; a step that fails is tried again, so that the story must end the
 * same whatever failed. */
static adj_status step(adj_world *w, int i, adj_error *err)
{
    static const int32_t groups[] = {1, 2, 1, 2};
    adj_entity e = adj_world_entity(w, 1), other = adj_world_entity(w, (adj_id)(i % 40 + 1));
    char word[32];
    int64_t number;
    adj_status status;

    switch (i) {
    case 0: return adj_world_type(w, "unit", fields, 4, NULL, err);
    case 1: return adj_world_places(w, 2, groups, 2, err);
    case 90: return adj_world_type(w, "unit", more, 2, NULL, err);
    case 91: return adj_world_places(w, 4, groups, 2, err);
    case 92: return adj_world_destroy(w, adj_world_entity(w, 1), err);
    case 93: return adj_world_type(w, "side", fields, 1, NULL, err);
    }
    if (i < 50)
        return adj_world_create(w, 0, &other, err);
    if (i < 60)
        return adj_world_append(w, e, adj_world_entity(w, (adj_id)(i - 40)), (adj_entity){0, 0},
                                err);
    if (i < 80)
        return adj_world_set(w, other, 2, adj_value_int(1), err);
    snprintf(word, sizeof word, "word %d", i);
    if ((status = adj_world_intern(w, word, strlen(word), &number, err)) != ADJ_OK)
        return status;
    return adj_world_set(w, adj_world_entity(w, 2), 0, adj_value_int(number), err);
}

enum { STEPS = 200 };

static bool same(adj_u128 a, adj_u128 b)
{
    return a.lo == b.lo && a.hi == b.hi;
}

/* Tells the story. Returns how many steps failed on the way. */
static int tell(adj_world *w)
{
    adj_error err;
    int failures = 0;

    for (int i = 0; i < STEPS; i++) {
        adj_u128 before = adj_world_hash(w);
        size_t mark = adj_world_mark(w);
        adj_status status = step(w, i, &err);

        if (status == ADJ_OK)
            continue;
        assert_int_equal(status, ADJ_ENOMEM);
        assert_int_equal(adj_world_mark(w), mark);
        assert_true(same(adj_world_hash(w), before));
        assert_true(same(adj_world_hash_slow(w), before));
        countdown = -1;
        failures++;
        i--;
    }
    assert_true(same(adj_world_hash(w), adj_world_hash_slow(w)));
    return failures;
}

static void a_failed_allocation_leaves_the_state_as_it_was(void **state)
{
    adj_world *w = adj_world_new();
    adj_u128 want;
    int failures = 1;

    (void)state;
    assert_int_equal(tell(w), 0);
    want = adj_world_hash(w);
    adj_world_free(w);
    for (int always = 0; always < 2; always++) {
        forever = always == 1;
        failures = 1;
        for (long n = 0; failures > 0; n++) {
            w = adj_world_new();
            assert_non_null(w);
            countdown = n;
            failures = tell(w);
            countdown = -1;
            assert_true(same(adj_world_hash(w), want));
            assert_int_equal(adj_world_rollback(w, 0, NULL), ADJ_OK);
            assert_true(same(adj_world_hash(w), adj_world_hash_slow(w)));
            adj_world_free(w);
        }
    }
}

static void rollback_needs_no_memory(void **state)
{
    adj_world *w = adj_world_new();
    adj_u128 before = adj_world_hash(w);

    (void)state;
    assert_int_equal(tell(w), 0);
    countdown = 0;
    forever = true;
    assert_int_equal(adj_world_rollback(w, 0, NULL), ADJ_OK);
    countdown = -1;
    assert_true(same(adj_world_hash(w), before));
    adj_world_free(w);
}

static void a_world_that_cannot_begin_is_null_and_leaks_nothing(void **state)
{
    adj_world *w = NULL;

    (void)state;
    for (long n = 0; w == NULL; n++) {
        assert_true(n < 100);
        countdown = n;
        forever = false;
        w = adj_world_new();
        countdown = -1;
    }
    adj_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_allocation_leaves_the_state_as_it_was),
        cmocka_unit_test(rollback_needs_no_memory),
        cmocka_unit_test(a_world_that_cannot_begin_is_null_and_leaks_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
