/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "watched.h"
#include "world_kit.h"

#include <time.h>

/* --- places and references ----------------------------------------------------------- */

static void who_is_where_is_told_in_order_of_ids(void **state)
{
    int unit, base;
    adj_world *w = fresh(&unit);
    adj_entity e[6];
    adj_id ids[8];

    (void)state;
    assert_int_equal(adj_world_type(w, "base", &unit_fields[PLACE], 1, &base, &err), ADJ_OK);
    for (int i = 0; i < 6; i++)
        e[i] = make(w, i == 3 ? base : unit);
    for (int i = 5; i >= 0; i--)
        set(w, e[i], i == 3 ? 0 : PLACE, adj_value_node(1 + i % 2));
    assert_ids(ids, adj_world_at(w, 1, -1, ids, 8), IDS(1, 3, 5));
    assert_ids(ids, adj_world_at(w, 2, -1, ids, 8), IDS(2, 4, 6));
    assert_ids(ids, adj_world_at(w, 2, unit, ids, 8), IDS(2, 6));
    assert_ids(ids, adj_world_within(w, 1, -1, ids, 8), IDS(1, 2, 3, 4, 5, 6));
    assert_ids(ids, adj_world_within(w, 1, base, ids, 8), IDS(4));
    assert_int_equal(adj_world_within(w, 2, -1, ids, 8), 0);
    assert_int_equal(adj_world_within(w, 1, -1, ids, 2), 6);    /* how many there are */
    assert_int_equal(adj_world_at(w, 1, -1, NULL, 0), 3);
    set(w, e[2], PLACE, adj_value_node(5));
    set(w, e[4], PLACE, none);
    set(w, e[0], PLACE, adj_value_pose(3, 4, 5));               /* no node: not indexed */
    assert_int_equal(adj_world_at(w, 1, -1, ids, 8), 0);
    assert_ids(ids, adj_world_within(w, 2, -1, ids, 8), IDS(3));
    set(w, e[1], GOAL, adj_value_node(4));                      /* a goal is not a place to be */
    assert_int_equal(adj_world_at(w, 4, -1, ids, 8), 0);
    adj_world_free(w);
}

static void those_alone_are_found_who_are_sought(void **state)
{
    int unit, base;
    adj_world *w = fresh(&unit);
    const adj_wish wishes[] = {{BRAVE, {.word = {1, 0}}}, {STRENGTH, {.word = {7, 0}}}};
    adj_sought brave = {0, 1, wishes}, both = {0, 2, wishes}, any = {-1, 0, NULL};
    adj_id ids[8];

    (void)state;
    assert_int_equal(adj_world_type(w, "base", &unit_fields[PLACE], 1, &base, &err), ADJ_OK);
    brave.type = both.type = unit;
    for (int i = 0; i < 6; i++) {               /* nodes 1 and 2, both of group 1 */
        adj_entity e = make(w, unit);

        set(w, e, PLACE, adj_value_node(2 - i % 2));
        set(w, e, BRAVE, adj_value_int(i >= 3));
        set(w, e, STRENGTH, adj_value_int(i == 2 || i == 5 ? 7 : 1));
    }
    set(w, make(w, base), 0, adj_value_node(3));
    assert_ids(ids, adj_world_find(w, &brave, ids, 8), IDS(4, 5, 6));
    assert_ids(ids, adj_world_find(w, &both, ids, 8), IDS(6));
    assert_ids(ids, adj_world_find(w, &any, ids, 8), IDS(1, 2, 3, 4, 5, 6, 7));
    assert_ids(ids, adj_world_find_at(w, 2, &brave, ids, 8), IDS(5));
    assert_ids(ids, adj_world_find_at(w, 1, &brave, ids, 8), IDS(4, 6));
    assert_ids(ids, adj_world_find_within(w, 1, &brave, ids, 8), IDS(4, 5, 6));
    assert_int_equal(adj_world_find_within(w, 1, &brave, ids, 2), 3);   /* how many there are */
    assert_int_equal(adj_world_find_within(w, 2, &brave, ids, 8), 0);
    assert_ids(ids, adj_world_find_among(w, (const int32_t[]){2, 1, 0}, &any, ids, 8),
               IDS(1, 2, 3, 4, 5, 6, 7));
    assert_ids(ids, adj_world_find_among(w, (const int32_t[]){1, 2, 9, 0}, &both, ids, 8), IDS(6));
    assert_int_equal(adj_world_find_among(w, (const int32_t[]){0}, &any, ids, 8), 0);
    assert_true(adj_world_any_at(w, 1, &both));
    assert_false(adj_world_any_at(w, 2, &both));
    assert_true(adj_world_any_within(w, 1, &both));
    assert_false(adj_world_any_within(w, 2, &both));
    assert_true(adj_world_any_within(w, 2, &any));
    assert_false(adj_world_any_at(w, 0, &any) || adj_world_any_at(w, 6, &any));
    assert_false(adj_world_any_within(w, 0, &any) || adj_world_any_within(w, 3, &any));
    adj_world_free(w);
}

static void a_crowd_is_sorted_too(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_id ids[2000];

    (void)state;
    for (int i = 0; i < 2000; i++)
        make(w, unit);
    for (uint32_t i = 0, id = 1; i < 2000; i++, id = (id + 772) % 2000 + 1)
        set(w, adj_world_entity(w, id), PLACE, adj_value_node(1));
    for (adj_id i = 1; i <= 2000; i++)
        if (get(w, adj_world_entity(w, i), PLACE).place.x != 1)
            set(w, adj_world_entity(w, i), PLACE, adj_value_node(1));
    assert_int_equal(adj_world_at(w, 1, unit, ids, 2000), 2000);
    for (adj_id i = 0; i < 2000; i++)
        assert_int_equal(ids[i], i + 1);
    adj_world_free(w);
}

static void groups_may_be_said_again(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);
    const int32_t other[] = {3, 1, 3, 3, 0, 2, 0}, wrong[] = {0, 0, 4, 0, 0, 0, 0};
    adj_id ids[2];
    size_t held;

    (void)state;
    set(w, e, PLACE, adj_value_node(3));
    held = adj_world_bytes(w);
    assert_int_equal(adj_world_places(w, 4, other, 3, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_places(w, 7, wrong, 3, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_places(w, 7, NULL, 3, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_places(w, 7, NULL, -1, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_places(w, -1, NULL, 0, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_bytes(w), held);
    assert_int_equal(adj_world_places(w, 7, other, 3, &err), ADJ_OK);
    assert_int_equal(adj_world_node_count(w), 7);
    assert_int_equal(adj_world_group_of(w, 6), 2);
    assert_int_equal(adj_world_group_of(w, 7), 0);
    assert_int_equal(adj_world_group_of(w, 8), 0);
    assert_ids(ids, adj_world_at(w, 3, -1, ids, 2), IDS(e.id));
    assert_ids(ids, adj_world_within(w, 3, -1, ids, 2), IDS(e.id));
    set(w, e, PLACE, adj_value_node(7));
    assert_int_equal(adj_world_within(w, 3, -1, ids, 2), 0);
    assert_int_equal(adj_world_places(w, 7, NULL, 0, &err), ADJ_OK);
    assert_ids(ids, adj_world_at(w, 7, -1, ids, 2), IDS(e.id));
    adj_world_free(w);
}

static void references_are_found_from_the_other_end(void **state)
{
    static const adj_field target = {.name = "target", .kind = ADJ_REF};
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e[5];
    adj_id ids[8];

    (void)state;
    assert_int_equal(adj_world_type(w, "unit", &target, 1, &unit, &err), ADJ_OK);
    for (int i = 0; i < 5; i++)
        e[i] = make(w, unit);
    set(w, e[4], LEADER, adj_value_int(e[0].id));
    set(w, e[2], LEADER, adj_value_int(e[0].id));
    set(w, e[2], 8, adj_value_int(e[0].id));
    set(w, e[1], 8, adj_value_int(e[0].id));
    assert_ids(ids, adj_world_referrers(w, e[0].id, "leader", ids, 8), IDS(3, 5));
    assert_ids(ids, adj_world_referrers(w, e[0].id, "target", ids, 8), IDS(2, 3));
    assert_ids(ids, adj_world_referrers(w, e[0].id, NULL, ids, 8), IDS(2, 3, 5));
    assert_int_equal(adj_world_referrers(w, e[0].id, "enemy", ids, 8), 0);
    assert_int_equal(adj_world_referrers(w, e[0].id, "leader", ids, 1), 2);
    set(w, e[2], LEADER, adj_value_int(e[3].id));
    assert_ids(ids, adj_world_referrers(w, e[0].id, "leader", ids, 8), IDS(5));
    assert_ids(ids, adj_world_referrers(w, e[3].id, "leader", ids, 8), IDS(3));
    adj_world_free(w);
}

/* --- children ------------------------------------------------------------------------ */

static void children_stand_where_they_were_put(void **state)
{
    const adj_entity last = {0, 0};
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity p = make(w, unit), q = make(w, unit), a = make(w, unit), b = make(w, unit),
               c = make(w, unit);
    adj_id ids[4];
    adj_u128 abc;
    size_t mark;

    (void)state;
    assert_int_equal(adj_world_append(w, p, b, last, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, p, c, last, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, p, a, b, &err), ADJ_OK);
    assert_ids(ids, adj_world_children(w, p.id, ids, 4), IDS(a.id, b.id, c.id));
    abc = adj_world_hash(w);
    mark = adj_world_mark(w);
    /* already so: no trace */
    assert_int_equal(adj_world_append(w, p, c, last, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, p, a, b, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, p, b, b, &err), ADJ_OK);
    assert_int_equal(adj_world_detach(w, p, &err), ADJ_OK);
    assert_int_equal(adj_world_mark(w), mark);
    /* moved within, to another owner, and out */
    assert_int_equal(adj_world_append(w, p, a, last, &err), ADJ_OK);
    assert_ids(ids, adj_world_children(w, p.id, ids, 4), IDS(b.id, c.id, a.id));
    assert_true(abc.lo != adj_world_hash(w).lo);
    assert_int_equal(adj_world_append(w, p, c, b, &err), ADJ_OK);
    assert_ids(ids, adj_world_children(w, p.id, ids, 4), IDS(c.id, b.id, a.id));
    assert_int_equal(adj_world_append(w, q, b, last, &err), ADJ_OK);
    assert_ids(ids, adj_world_children(w, p.id, ids, 4), IDS(c.id, a.id));
    assert_int_equal(adj_world_owner(w, b.id), q.id);
    assert_int_equal(adj_world_detach(w, c, &err), ADJ_OK);
    assert_int_equal(adj_world_owner(w, c.id), 0);
    assert_int_equal(adj_world_children(w, p.id, ids, 0), 1);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    roll(w, mark);
    assert_ids(ids, adj_world_children(w, p.id, ids, 4), IDS(a.id, b.id, c.id));
    assert_same_hash(adj_world_hash(w), abc);
    adj_world_free(w);
}

static void nothing_becomes_its_own_owner(void **state)
{
    const adj_entity last = {0, 0};
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit), c = make(w, unit);
    size_t mark;

    (void)state;
    assert_int_equal(adj_world_append(w, a, b, last, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, b, c, last, &err), ADJ_OK);
    mark = adj_world_mark(w);
    assert_int_equal(adj_world_append(w, a, a, last, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_append(w, c, a, last, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_append(w, a, c, a, &err), ADJ_EINVAL);   /* no child of a */
    assert_int_equal(adj_world_append(w, a, c, (adj_entity){9, 9}, &err), ADJ_EDEAD);
    assert_int_equal(adj_world_mark(w), mark);
    adj_world_free(w);
}

static void what_was_touched_is_told_with_where_it_is_and_was(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e[4];
    adj_id ids[16];
    int32_t groups[32];
    size_t mark, n;

    (void)state;
    for (int i = 0; i < 4; i++)
        e[i] = make(w, unit);
    set(w, e[0], PLACE, adj_value_node(1));             /* of group 1, as 2 is; 3 and 5 are of 2 */
    set(w, e[1], PLACE, adj_value_node(3));
    mark = adj_world_mark(w);
    assert_int_equal(adj_world_touched(w, mark, NULL, ids, groups, &n), 0);
    assert_int_equal(n, 0);
    set(w, e[0], STRENGTH, adj_value_int(7));
    assert_ids(ids, adj_world_touched(w, mark, NULL, ids, groups, &n), IDS(1));
    assert_int_equal(n, 1);
    assert_int_equal(groups[0], 1);
    set(w, e[1], PLACE, adj_value_node(2));             /* from group 2 to group 1 */
    set(w, e[1], PLACE, adj_value_node(1));
    set(w, e[2], BRAVE, adj_value_int(1));              /* it is nowhere */
    assert_ids(ids, adj_world_touched(w, mark, NULL, ids, groups, &n), IDS(1, 2, 3));
    assert_int_equal(n, 2);
    assert_int_equal(groups[0], 1);
    assert_int_equal(groups[1], 2);
    assert_ids(ids, adj_world_touched(w, mark, "place", ids, groups, &n), IDS(2));
    assert_ids(ids, adj_world_touched(w, mark, "brave", ids, groups, &n), IDS(3));
    assert_int_equal(n, 0);
    assert_int_equal(adj_world_touched(w, mark, "name", ids, groups, &n), 0);
    make(w, unit);                                      /* what is new counts with any field */
    assert_ids(ids, adj_world_touched(w, mark, "name", ids, groups, &n), IDS(5));
    assert_int_equal(adj_world_destroy(w, e[1], &err), ADJ_OK);
    assert_ids(ids, adj_world_touched(w, mark, NULL, ids, groups, &n), IDS(1, 3, 5));
    assert_int_equal(n, 2);                             /* where the dead one was */
    adj_world_free(w);
}

/* A script can write as often as its limits let it, and nothing stops the sorting half-way. */
static void millions_of_changes_are_sorted_in_no_time(void **state)
{
    enum { UNITS = 4000 };
    size_t rounds = watched() ? 20 : 1000, n_groups, n;
    int unit;
    adj_world *w = fresh(&unit);
    adj_id *ids;
    int32_t *groups;
    clock_t before;

    (void)state;
    adj_world_set_limit(w, (size_t)1 << 30);
    for (int i = 0; i < UNITS; i++)
        make(w, unit);
    size_t mark = adj_world_mark(w);
    for (size_t round = 0; round < rounds; round++)
        for (adj_id id = UNITS; id >= 1; id--)
            set(w, adj_world_entity(w, id), STRENGTH, adj_value_int((int64_t)(round % 2)));
    assert_non_null(ids = malloc(rounds * UNITS * sizeof *ids));
    assert_non_null(groups = malloc(2 * rounds * UNITS * sizeof *groups));
    before = clock();
    n = adj_world_touched(w, mark, NULL, ids, groups, &n_groups);
    assert_true(watched() || clock() - before < 2 * CLOCKS_PER_SEC);
    assert_int_equal(n, UNITS);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(ids[i], i + 1);
    free(ids);
    free(groups);
    adj_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_where_is_told_in_order_of_ids),
        cmocka_unit_test(those_alone_are_found_who_are_sought),
        cmocka_unit_test(a_crowd_is_sorted_too),
        cmocka_unit_test(groups_may_be_said_again),
        cmocka_unit_test(references_are_found_from_the_other_end),
        cmocka_unit_test(children_stand_where_they_were_put),
        cmocka_unit_test(nothing_becomes_its_own_owner),
        cmocka_unit_test(what_was_touched_is_told_with_where_it_is_and_was),
        cmocka_unit_test(millions_of_changes_are_sorted_in_no_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
