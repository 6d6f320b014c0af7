/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "world_kit.h"

/* --- trail --------------------------------------------------------------------------- */

static void marks_nest(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);
    size_t marks[10];
    adj_u128 hashes[10];

    (void)state;
    for (int i = 0; i < 10; i++) {
        marks[i] = adj_world_mark(w);
        hashes[i] = adj_world_hash(w);
        set(w, e, STRENGTH, adj_value_int(i - 5));
        set(w, e, BRAVE, adj_value_int(i % 2 == 0));
    }
    for (int i = 9; i >= 0; i -= 3) {
        roll(w, marks[i]);
        assert_same_hash(adj_world_hash(w), hashes[i]);
        assert_same_hash(adj_world_hash_slow(w), hashes[i]);
        roll(w, marks[i]);              /* once more: nothing to do */
        assert_int_equal(adj_world_mark(w), marks[i]);
    }
    assert_int_equal(adj_world_rollback(w, marks[9], &err), ADJ_EINVAL);
    adj_world_free(w);
}

static void changes_tell_the_difference_and_no_more(void **state)
{
    const adj_entity last = {0, 0};
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit), c, d;
    adj_change list[40];
    size_t mark = adj_world_mark(w);

    (void)state;
    assert_int_equal(adj_world_changes(w, mark, list), 0);
    set(w, b, STRENGTH, adj_value_int(1));
    set(w, b, STRENGTH, adj_value_int(2));
    set(w, b, BRAVE, adj_value_int(1));
    set(w, b, BRAVE, adj_value_int(0));         /* as before */
    c = make(w, unit);
    set(w, c, STRENGTH, adj_value_int(3));
    d = make(w, unit);
    set(w, d, STRENGTH, adj_value_int(3));
    assert_int_equal(adj_world_append(w, a, d, last, &err), ADJ_OK);
    assert_int_equal(adj_world_destroy(w, d, &err), ADJ_OK);    /* came and went */
    assert_int_equal(adj_world_append(w, a, b, last, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, a, c, last, &err), ADJ_OK);
    assert_int_equal(adj_world_detach(w, c, &err), ADJ_OK);
    assert_int_equal(adj_world_changes(w, mark, list), 4);
    assert_true(list[0].id == b.id && list[0].field == ADJ_CHANGE_OWNER);
    assert_true(list[0].before.integer == 0 && list[0].now.integer == a.id);
    assert_true(list[1].id == b.id && list[1].field == STRENGTH);
    assert_true(list[1].before.integer == 4 && list[1].now.integer == 2);
    assert_true(list[2].id == c.id && list[2].field == ADJ_CHANGE_ALIVE);
    assert_true(list[2].before.integer == 0 && list[2].now.integer == 1);
    assert_true(list[3].id == c.id && list[3].field == STRENGTH);
    assert_int_equal(adj_world_destroy(w, a, &err), ADJ_OK);
    mark = adj_world_mark(w) - 1;
    assert_int_equal(adj_world_changes(w, mark, list), 1);
    assert_true(list[0].id == a.id && list[0].before.integer == 1 && list[0].now.integer == 0);
    adj_world_free(w);
}

static void each_change_of_the_trail_can_be_looked_at(void **state)
{
    const adj_entity last = {0, 0};
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit);
    size_t mark = adj_world_mark(w);
    adj_id id;

    (void)state;
    set(w, a, LEADER, adj_value_int(b.id));
    set(w, b, STRENGTH, adj_value_int(2));
    assert_int_equal(adj_world_append(w, a, b, last, &err), ADJ_OK);
    assert_int_equal(adj_world_mark(w), mark + 3);
    assert_int_equal(adj_world_trail(w, mark, &id), LEADER);
    assert_int_equal(id, a.id);
    assert_int_equal(adj_world_trail(w, mark + 1, &id), STRENGTH);
    assert_int_equal(id, b.id);
    assert_int_equal(adj_world_trail(w, mark + 2, &id), ADJ_CHANGE_OWNER);
    assert_int_equal(id, b.id);
    assert_int_equal(adj_world_trail(w, mark - 1, &id), ADJ_CHANGE_ALIVE);
    assert_int_equal(id, b.id);
    mark = adj_world_mark(w);
    assert_int_equal(adj_world_destroy(w, b, &err), ADJ_OK);    /* it leaves its owner, a loses it */
    assert_int_equal(adj_world_mark(w), mark + 3);
    assert_int_equal(adj_world_trail(w, mark, &id), ADJ_CHANGE_OWNER);
    assert_int_equal(adj_world_trail(w, mark + 1, &id), LEADER);
    assert_int_equal(id, a.id);
    assert_int_equal(adj_world_trail(w, mark + 2, &id), ADJ_CHANGE_ALIVE);
    assert_int_equal(id, b.id);
    adj_world_free(w);
}

/* --- hash ---------------------------------------------------------------------------- */

/* The values of docs/state-hash.md, worked out by another program from that page. */
static void the_hash_is_the_documented_one(void **state)
{
    static const adj_field fields[] = {
        {.name = "strength", .kind = ADJ_INT}, {.name = "share", .kind = ADJ_FRAC},
        {.name = "brave", .kind = ADJ_BOOL}, {.name = "name", .kind = ADJ_TEXT, .optional = true},
        {.name = "place", .kind = ADJ_PLACE, .indexed = true},
        {.name = "stand", .kind = ADJ_PLACE}, {.name = "leader", .kind = ADJ_REF},
    };
    const adj_entity last = {0, 0};
    adj_world *w = adj_world_new();
    adj_entity a, b, c;
    int unit;

    (void)state;
    assert_int_equal(adj_world_type(w, "unit", fields, 7, &unit, &err), ADJ_OK);
    assert_int_equal(adj_world_places(w, 9, NULL, 0, &err), ADJ_OK);
    assert_hash(w, "82c713c343554e0ef49af140d20f8388");
    a = make(w, unit);
    assert_hash(w, "8aaa70f626169d983528d60b5c9d7e78");
    set(w, a, 0, adj_value_int(-3));
    assert_hash(w, "55f492681c66b72876de91964d68105b");
    set(w, a, 1, adj_value_frac((adj_frac){3, 4}));
    assert_hash(w, "89d9577b5951957a170ce678a09da92e");
    set(w, a, 2, adj_value_int(1));
    assert_hash(w, "0aa84aafb2769affbdb089f50e6f86c8");
    set(w, a, 3, text(w, "Old Guard"));
    assert_hash(w, "7495972b8b10e119961e0eef8785fee9");
    set(w, a, 4, adj_value_node(7));
    assert_hash(w, "41d124302c7cecd0041d000e4d9201fc");
    set(w, a, 5, adj_value_pose(-5, 9, 9000));
    assert_hash(w, "9ff149cdd0696f01dbd16c77f2a3e41e");
    b = make(w, unit);
    set(w, a, 6, adj_value_int(b.id));
    assert_hash(w, "143b3929e2692e2d29e2a02735de3334");
    assert_int_equal(adj_world_append(w, a, b, last, &err), ADJ_OK);
    assert_hash(w, "f1caab8100c3a7bcbc30bd548af7f2d1");
    c = make(w, unit);
    assert_int_equal(adj_world_append(w, a, c, last, &err), ADJ_OK);
    assert_hash(w, "bb627c698e32a122c934d102dfe39a84");
    adj_world_free(w);
}

static void the_hash_knows_the_state_and_not_how_it_came_about(void **state)
{
    int unit;
    adj_world *v = fresh(&unit), *w;
    adj_field other_order[] = {unit_fields[GOAL], unit_fields[NAME], unit_fields[STRENGTH]};
    adj_entity a, b;

    (void)state;
    a = make(v, unit);
    b = make(v, unit);
    set(v, a, STRENGTH, adj_value_int(7));
    set(v, b, NAME, text(v, "Guards"));
    set(v, b, GOAL, adj_value_node(2));

    w = adj_world_new();                /* other type and field numbers, other text numbers */
    text(w, "noise");
    assert_int_equal(adj_world_type(w, "side", unit_fields, 2, NULL, &err), ADJ_OK);
    assert_int_equal(adj_world_type(w, "unit", other_order, 3, &unit, &err), ADJ_OK);
    assert_int_equal(adj_world_places(w, 3, NULL, 0, &err), ADJ_OK);
    a = make(w, unit);
    b = make(w, unit);
    set(w, b, 0, adj_value_node(3));
    set(w, b, 1, text(w, "Line"));
    set(w, b, 1, text(w, "Guards"));
    set(w, b, 0, adj_value_node(2));
    set(w, a, 2, adj_value_int(7));
    assert_same_hash(adj_world_hash(v), adj_world_hash(w));
    /* an id counter further on is another state */
    a = make(w, unit);
    assert_int_equal(adj_world_destroy(w, a, &err), ADJ_OK);
    assert_true(adj_world_hash(v).lo != adj_world_hash(w).lo);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    adj_world_free(v);
    adj_world_free(w);
}

static void two_facts_swapped_are_another_state(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit);
    adj_u128 first;

    (void)state;
    set(w, a, STRENGTH, adj_value_int(1));
    set(w, b, STRENGTH, adj_value_int(2));
    first = adj_world_hash(w);
    set(w, a, STRENGTH, adj_value_int(2));
    set(w, b, STRENGTH, adj_value_int(1));
    assert_true(first.lo != adj_world_hash(w).lo && first.hi != adj_world_hash(w).hi);
    adj_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_nest),
        cmocka_unit_test(changes_tell_the_difference_and_no_more),
        cmocka_unit_test(each_change_of_the_trail_can_be_looked_at),
        cmocka_unit_test(the_hash_is_the_documented_one),
        cmocka_unit_test(the_hash_knows_the_state_and_not_how_it_came_about),
        cmocka_unit_test(two_facts_swapped_are_another_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
