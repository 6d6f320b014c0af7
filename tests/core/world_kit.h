/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/core/world_kit.h -- a World with units, and short words to handle it. */
#ifndef WORLD_KIT_H
#define WORLD_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

/* Fields of the type "unit" in these tests. */
enum { NAME, STRENGTH, SHARE, BRAVE, ARM, LEADER, PLACE, GOAL };

static const adj_field unit_fields[] = {
    {.name = "name", .kind = ADJ_TEXT, .optional = true},
    {.name = "strength", .kind = ADJ_INT, .has_min = true, .has_max = true, .min = -5, .max = 9,
     .initial = {.word = {4, 0}}},
    {.name = "share", .kind = ADJ_FRAC},
    {.name = "brave", .kind = ADJ_BOOL},
    {.name = "arm", .kind = ADJ_TEXT, .optional = true},
    {.name = "leader", .kind = ADJ_REF},
    {.name = "place", .kind = ADJ_PLACE, .indexed = true},
    {.name = "goal", .kind = ADJ_PLACE},
};

static adj_error err;
static const adj_value none = {.word = {0, 0}};

static inline adj_world *fresh(int *unit)
{
    adj_world *w = adj_world_new();
    const int32_t groups[] = {1, 1, 2, 0, 2};

    assert_non_null(w);
    assert_int_equal(adj_world_type(w, "unit", unit_fields, 8, unit, &err), ADJ_OK);
    assert_int_equal(adj_world_places(w, 5, groups, 2, &err), ADJ_OK);
    return w;
}

static inline adj_entity make(adj_world *w, int type)
{
    adj_entity e;

    assert_int_equal(adj_world_create(w, type, &e, &err), ADJ_OK);
    return e;
}

static inline void set(adj_world *w, adj_entity e, int field, adj_value v)
{
    assert_int_equal(adj_world_set(w, e, field, v, &err), ADJ_OK);
}

static inline void refuse(adj_world *w, adj_entity e, int field, adj_value v, adj_status want)
{
    size_t mark = adj_world_mark(w);

    assert_int_equal(adj_world_set(w, e, field, v, &err), want);
    assert_int_equal(adj_world_mark(w), mark);
}

static inline adj_value get(const adj_world *w, adj_entity e, int field)
{
    adj_value v;

    assert_int_equal(adj_world_get(w, e, field, &v), ADJ_OK);
    return v;
}

static inline adj_value text(adj_world *w, const char *s)
{
    int64_t number;

    assert_int_equal(adj_world_intern(w, s, strlen(s), &number, &err), ADJ_OK);
    return adj_value_int(number);
}

static inline void roll(adj_world *w, size_t mark)
{
    assert_int_equal(adj_world_rollback(w, mark, &err), ADJ_OK);
}

static inline void assert_hash(const adj_world *w, const char *want)
{
    char got[33];

    adj_u128_hex(adj_world_hash(w), got);
    assert_string_equal(got, want);
    adj_u128_hex(adj_world_hash_slow(w), got);
    assert_string_equal(got, want);
}

static inline void assert_same_hash(adj_u128 a, adj_u128 b)
{
    assert_true(a.lo == b.lo && a.hi == b.hi);
}

static inline void assert_ids(const adj_id *ids, size_t n, const adj_id *want, size_t want_n)
{
    assert_int_equal(n, want_n);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(ids[i], want[i]);
}

#define IDS(...) (const adj_id[]){__VA_ARGS__}, sizeof((adj_id[]){__VA_ARGS__}) / sizeof(adj_id)

#endif
