/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types, values, life and death; test_world_random.c compares a World with a plainer one. */
#include "world_kit.h"

/* --- types --------------------------------------------------------------------------- */

static void fields_start_at_their_initial_values(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);

    (void)state;
    assert_int_equal(get(w, e, STRENGTH).integer, 4);
    assert_int_equal(get(w, e, SHARE).frac.num, 0);
    assert_int_equal(get(w, e, SHARE).frac.den, 1);
    for (int f = BRAVE; f <= GOAL; f++)
        assert_true(adj_value_same(get(w, e, f), none));
    assert_int_equal(adj_world_where_field(w, unit), PLACE);
    assert_int_equal(adj_world_name_field(w, unit), NAME);
    assert_int_equal(adj_world_find_field(w, unit, "brave"), BRAVE);
    assert_int_equal(adj_world_find_field(w, unit, "bravery"), -1);
    assert_int_equal(adj_world_find_type(w, "units"), -1);
    assert_string_equal(adj_world_type_name(w, unit), "unit");
    assert_null(adj_world_type_name(w, 7));
    assert_null(adj_world_field(w, unit, 8));
    assert_int_equal(adj_world_field_count(w, -1), 0);
    adj_world_free(w);
}

static void a_bad_declaration_is_refused_and_changes_nothing(void **state)
{
    static const struct { const char *type; adj_field field; } cases[] = {
        {"", {.name = "x", .kind = ADJ_INT}},
        {"two words", {.name = "x", .kind = ADJ_INT}},
        {"9lives", {.name = "x", .kind = ADJ_INT}},
        {"a_name_that_goes_on_and_on_far_beyond_forty", {.name = "x", .kind = ADJ_INT}},
        {"new", {.name = "", .kind = ADJ_INT}},
        {"new", {.name = NULL, .kind = ADJ_INT}},
        {"new", {.name = "x-y", .kind = ADJ_INT}},
        {"new", {.name = "x", .kind = (adj_kind)9}},
        {"new", {.name = "x", .kind = ADJ_INT, .has_min = true, .min = 1}},
        {"new", {.name = "x", .kind = ADJ_INT, .has_max = true, .max = -1}},
        {"new", {.name = "x", .kind = ADJ_BOOL, .initial = {.word = {2, 0}}}},
        {"new", {.name = "x", .kind = ADJ_FRAC, .initial = {.frac = {2, 4}}}},
        {"new", {.name = "x", .kind = ADJ_FRAC, .initial = {.frac = {2, -1}}}},
        {"new", {.name = "x", .kind = ADJ_TEXT, .initial = {.word = {999, 0}}}},
        {"new", {.name = "x", .kind = ADJ_TEXT}},
        {"new", {.name = "x", .kind = ADJ_REF, .initial = {.word = {1, 0}}}},
        {"new", {.name = "x", .kind = ADJ_PLACE, .initial = {.place = {ADJ_NODE, 1, 0, 0}}}},
        {"unit", {.name = "strength", .kind = ADJ_FRAC}},
        {"unit", {.name = "where_else", .kind = ADJ_PLACE, .indexed = true}},
    };
    int unit;
    adj_world *w = fresh(&unit);

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(adj_world_type(w, cases[i].type, &cases[i].field, 1, &unit, &err),
                         ADJ_EINVAL);
        assert_true(err.text[0] != '\0');
        assert_int_equal(adj_world_type_count(w), 1);
        assert_int_equal(adj_world_field_count(w, 0), 8);
    }
    adj_world_free(w);
}

static void a_type_holds_no_more_fields_than_it_may(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_field many[ADJ_WORLD_FIELDS];

    (void)state;
    for (int i = 0; i < ADJ_WORLD_FIELDS; i++)
        many[i] = (adj_field){.name = "x", .kind = ADJ_INT};
    assert_int_equal(adj_world_type(w, "unit", many, ADJ_WORLD_FIELDS, &unit, &err), ADJ_EINVAL);
    /* the same name over and over is one field */
    assert_int_equal(adj_world_type(w, "other", many, ADJ_WORLD_FIELDS, &unit, &err), ADJ_OK);
    assert_int_equal(adj_world_field_count(w, unit), 1);
    adj_world_free(w);
}

static void a_field_added_later_reads_its_initial_value_and_leaves_the_hash(void **state)
{
    static const adj_field more[] = {
        {.name = "fatigue", .kind = ADJ_INT, .initial = {.word = {2, 0}}},
        {.name = "strength", .kind = ADJ_INT},          /* again: nothing new */
        {.name = "target", .kind = ADJ_REF},
    };
    int unit, same;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit), dead = make(w, unit);
    size_t start = adj_world_mark(w);
    adj_u128 before, start_hash = adj_world_hash(w);
    adj_id ids[4];

    (void)state;
    set(w, a, STRENGTH, adj_value_int(7));
    set(w, a, LEADER, adj_value_int(b.id));
    set(w, dead, LEADER, adj_value_int(b.id));
    set(w, b, PLACE, adj_value_node(2));
    assert_int_equal(adj_world_destroy(w, dead, &err), ADJ_OK);
    before = adj_world_hash(w);
    assert_int_equal(adj_world_type(w, "unit", more, 3, &same, &err), ADJ_OK);
    assert_int_equal(same, unit);
    assert_int_equal(adj_world_field_count(w, unit), 10);
    assert_same_hash(adj_world_hash(w), before);
    assert_same_hash(adj_world_hash_slow(w), before);
    assert_int_equal(get(w, a, STRENGTH).integer, 7);
    assert_int_equal(get(w, a, 8).integer, 2);
    assert_ids(ids, adj_world_referrers(w, b.id, "leader", ids, 4), IDS(a.id));
    assert_ids(ids, adj_world_at(w, 2, -1, ids, 4), IDS(b.id));
    set(w, a, 8, adj_value_int(3));
    set(w, a, 9, adj_value_int(b.id));
    assert_ids(ids, adj_world_referrers(w, b.id, NULL, ids, 4), IDS(a.id));
    make(w, unit);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    /* what was done before the fields came can still be undone */
    roll(w, start);
    assert_same_hash(adj_world_hash(w), start_hash);
    assert_same_hash(adj_world_hash_slow(w), start_hash);
    assert_true(adj_world_alive(w, dead));
    assert_int_equal(get(w, a, 8).integer, 2);
    adj_world_free(w);
}

static void declaring_the_same_again_changes_nothing(void **state)
{
    int unit, again;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);
    size_t held;

    (void)state;
    set(w, e, STRENGTH, adj_value_int(7));
    held = adj_world_bytes(w);
    assert_int_equal(adj_world_type(w, "unit", unit_fields, 8, &again, &err), ADJ_OK);
    assert_int_equal(adj_world_type(w, "unit", NULL, 0, &again, &err), ADJ_OK);
    assert_int_equal(again, unit);
    assert_int_equal(adj_world_field_count(w, unit), 8);
    assert_int_equal(adj_world_bytes(w), held);
    assert_int_equal(get(w, e, STRENGTH).integer, 7);
    assert_int_equal(adj_world_type(w, "marker", NULL, 0, &again, &err), ADJ_OK);
    assert_int_equal(adj_world_field_count(w, again), 0);
    e = make(w, again);
    assert_int_equal(adj_world_destroy(w, e, &err), ADJ_OK);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    adj_world_free(w);
}

/* --- values -------------------------------------------------------------------------- */

static void every_kind_of_value_is_kept(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit);
    size_t length;

    (void)state;
    set(w, a, STRENGTH, adj_value_int(-5));
    set(w, a, SHARE, adj_value_frac((adj_frac){-3, 4}));
    set(w, a, BRAVE, adj_value_int(1));
    set(w, a, NAME, text(w, "Old Guard"));
    set(w, a, LEADER, adj_value_int(b.id));
    set(w, a, PLACE, adj_value_node(5));
    set(w, a, GOAL, adj_value_pose(-7, 8, 9000));
    assert_int_equal(get(w, a, STRENGTH).integer, -5);
    assert_int_equal(get(w, a, SHARE).frac.num, -3);
    assert_int_equal(get(w, a, SHARE).frac.den, 4);
    assert_int_equal(get(w, a, BRAVE).integer, 1);
    assert_string_equal(adj_world_text(w, get(w, a, NAME).integer, &length), "Old Guard");
    assert_int_equal(length, 9);
    assert_int_equal(get(w, a, LEADER).integer, b.id);
    assert_int_equal(get(w, a, PLACE).place.x, 5);
    assert_int_equal(get(w, a, GOAL).place.x, -7);
    assert_int_equal(get(w, a, GOAL).place.heading, 9000);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    adj_world_free(w);
}

static void a_value_that_does_not_fit_is_refused(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit), dead = make(w, unit);
    const adj_field lower = {.name = "low", .kind = ADJ_INT, .has_min = true};
    const adj_field upper = {.name = "high", .kind = ADJ_INT, .has_max = true, .max = 3};
    const adj_field name = {.name = "must", .kind = ADJ_TEXT, .initial = text(w, "")};

    (void)state;
    assert_int_equal(adj_world_destroy(w, dead, &err), ADJ_OK);
    refuse(w, e, STRENGTH, adj_value_int(10), ADJ_ERANGE);
    assert_string_equal(err.text, "unit.strength is between -5 and 9, not 10");
    refuse(w, e, STRENGTH, adj_value_int(-6), ADJ_ERANGE);
    refuse(w, e, STRENGTH, adj_value_int(INT64_MIN), ADJ_ERANGE);
    refuse(w, e, STRENGTH, (adj_value){.word = {5, 1}}, ADJ_EINVAL);
    refuse(w, e, SHARE, adj_value_frac((adj_frac){2, 4}), ADJ_EINVAL);
    refuse(w, e, SHARE, adj_value_frac((adj_frac){1, 0}), ADJ_EINVAL);
    refuse(w, e, SHARE, adj_value_frac((adj_frac){1, -2}), ADJ_EINVAL);
    refuse(w, e, BRAVE, adj_value_int(2), ADJ_EINVAL);
    refuse(w, e, NAME, adj_value_int(99), ADJ_EINVAL);
    refuse(w, e, NAME, adj_value_int(-1), ADJ_EINVAL);
    refuse(w, e, LEADER, adj_value_int(dead.id), ADJ_EDEAD);
    refuse(w, e, LEADER, adj_value_int(99), ADJ_EDEAD);
    refuse(w, e, LEADER, adj_value_int(-1), ADJ_EDEAD);
    refuse(w, e, PLACE, adj_value_node(6), ADJ_EINVAL);
    refuse(w, e, PLACE, adj_value_node(-1), ADJ_EINVAL);
    refuse(w, e, PLACE, (adj_value){.place = {ADJ_NODE, 1, 1, 0}}, ADJ_EINVAL);
    refuse(w, e, PLACE, (adj_value){.place = {3, 1, 0, 0}}, ADJ_EINVAL);
    refuse(w, e, GOAL, (adj_value){.place = {ADJ_NOWHERE, 1, 0, 0}}, ADJ_EINVAL);
    refuse(w, e, 8, none, ADJ_EINVAL);
    refuse(w, e, -1, none, ADJ_EINVAL);
    refuse(w, dead, BRAVE, none, ADJ_EDEAD);
    assert_int_equal(adj_world_type(w, "unit", &lower, 1, NULL, &err), ADJ_OK);
    assert_int_equal(adj_world_type(w, "unit", &upper, 1, NULL, &err), ADJ_OK);
    assert_int_equal(adj_world_type(w, "unit", &name, 1, NULL, &err), ADJ_OK);
    refuse(w, e, 8, adj_value_int(-1), ADJ_ERANGE);
    assert_string_equal(err.text, "unit.low is at least 0, not -1");
    refuse(w, e, 9, adj_value_int(4), ADJ_ERANGE);
    assert_string_equal(err.text, "unit.high is at most 3, not 4");
    refuse(w, e, 10, none, ADJ_EINVAL);
    adj_world_free(w);
}

static void the_ends_of_the_integers_are_kept(void **state)
{
    static const adj_field any = {.name = "n", .kind = ADJ_INT};
    static const int64_t values[] = {INT64_MIN, INT64_MAX, -1, 0};
    adj_world *w = adj_world_new();
    adj_entity e;
    int type;

    (void)state;
    assert_int_equal(adj_world_type(w, "t", &any, 1, &type, &err), ADJ_OK);
    e = make(w, type);
    for (size_t i = 0; i < 4; i++) {
        set(w, e, 0, adj_value_int(values[i]));
        assert_true(get(w, e, 0).integer == values[i]);
        assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    }
    adj_world_free(w);
}

static void writing_what_is_there_leaves_no_trace(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);
    size_t mark = adj_world_mark(w);

    (void)state;
    set(w, e, STRENGTH, adj_value_int(4));
    set(w, e, NAME, none);
    assert_int_equal(adj_world_mark(w), mark);
    set(w, e, STRENGTH, adj_value_int(5));
    set(w, e, STRENGTH, adj_value_int(5));
    assert_int_equal(adj_world_mark(w), mark + 1);
    adj_world_free(w);
}

static void equal_texts_have_one_number(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    char buffer[32];
    int64_t first[300], number;
    size_t length;

    (void)state;
    for (int i = 0; i < 300; i++) {             /* past several growths of the table */
        snprintf(buffer, sizeof buffer, "text %d", i);
        first[i] = text(w, buffer).integer;
    }
    for (int i = 0; i < 300; i++) {
        snprintf(buffer, sizeof buffer, "text %d", i);
        assert_int_equal(text(w, buffer).integer, first[i]);
        assert_string_equal(adj_world_text(w, first[i], NULL), buffer);
    }
    assert_int_equal(adj_world_intern(w, "a\0b", 3, &number, &err), ADJ_OK);
    assert_int_not_equal(number, text(w, "a").integer);
    assert_memory_equal(adj_world_text(w, number, &length), "a\0b", 4);
    assert_int_equal(length, 3);
    assert_int_not_equal(text(w, "").integer, 0);
    assert_null(adj_world_text(w, 0, NULL));
    assert_null(adj_world_text(w, 100000, NULL));
    assert_null(adj_world_text(w, -1, NULL));
    assert_int_equal(adj_world_intern(w, "", ADJ_WORLD_TEXT_MAX + 1, &number, &err), ADJ_ERANGE);
    adj_world_free(w);
}

/* --- life and death ------------------------------------------------------------------ */

static void ids_count_up_and_come_back_with_a_new_serial(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b, again;
    size_t mark = adj_world_mark(w);

    (void)state;
    b = make(w, unit);
    assert_int_equal(a.id, 1);
    assert_int_equal(b.id, 2);
    roll(w, mark);
    assert_int_equal(adj_world_last_id(w), 1);
    assert_false(adj_world_alive(w, b));
    assert_int_equal(adj_world_type_of(w, b), -1);
    assert_int_equal(adj_world_set(w, b, BRAVE, adj_value_int(1), &err), ADJ_EDEAD);
    assert_string_equal(err.text, "entity 2 is no longer in play");
    again = make(w, unit);
    assert_int_equal(again.id, 2);
    assert_true(again.serial > b.serial);
    assert_false(adj_world_alive(w, b));
    assert_true(adj_world_alive(w, again));
    assert_true(adj_world_entity(w, 2).serial == again.serial);
    assert_int_equal(adj_world_entity(w, 3).serial, 0);
    assert_int_equal(adj_world_entity(w, 0).serial, 0);
    adj_world_free(w);
}

static void a_destroyed_entity_is_out_of_everything_but_can_be_looked_at(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit), c = make(w, unit);
    adj_value v;
    adj_id ids[4];
    adj_u128 before;
    size_t mark;

    (void)state;
    set(w, b, NAME, text(w, "Guards"));
    set(w, b, PLACE, adj_value_node(1));
    set(w, b, LEADER, adj_value_int(b.id));     /* itself, too */
    set(w, a, LEADER, adj_value_int(b.id));
    set(w, b, GOAL, adj_value_node(3));
    assert_int_equal(adj_world_append(w, a, b, (adj_entity){0, 0}, &err), ADJ_OK);
    assert_int_equal(adj_world_append(w, b, c, (adj_entity){0, 0}, &err), ADJ_OK);
    mark = adj_world_mark(w);
    before = adj_world_hash(w);

    assert_int_equal(adj_world_destroy(w, b, &err), ADJ_OK);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    assert_false(adj_world_alive(w, b));
    assert_int_equal(adj_world_get(w, b, NAME, &v), ADJ_EDEAD);
    assert_int_equal(adj_world_peek(w, b, NAME, &v), ADJ_OK);
    assert_string_equal(adj_world_text(w, v.integer, NULL), "Guards");
    assert_int_equal(adj_world_peek(w, b, 99, &v), ADJ_EINVAL);
    assert_int_equal(adj_world_destroy(w, b, &err), ADJ_EDEAD);
    assert_string_equal(err.text, "unit 2 was eliminated");
    assert_int_equal(get(w, a, LEADER).integer, 0);
    assert_int_equal(adj_world_owner(w, c.id), 0);
    assert_int_equal(adj_world_owner(w, b.id), 0);
    assert_int_equal(adj_world_children(w, a.id, ids, 4), 0);
    assert_int_equal(adj_world_children(w, b.id, ids, 4), 0);
    assert_int_equal(adj_world_referrers(w, b.id, NULL, ids, 4), 0);
    assert_int_equal(adj_world_at(w, 1, -1, ids, 4), 0);
    assert_ids(ids, adj_world_all(w, unit, ids, 4), IDS(1, 3));
    assert_ids(ids, adj_world_all(w, -1, ids, 4), IDS(1, 3));
    assert_int_equal(adj_world_count(w, unit), 2);
    assert_int_equal(make(w, unit).id, 4);              /* ids are not used again */

    roll(w, mark);
    assert_same_hash(adj_world_hash(w), before);
    assert_same_hash(adj_world_hash_slow(w), before);
    assert_true(adj_world_alive(w, b));
    assert_int_equal(get(w, a, LEADER).integer, b.id);
    assert_int_equal(get(w, b, LEADER).integer, b.id);
    assert_ids(ids, adj_world_children(w, a.id, ids, 4), IDS(b.id));
    assert_ids(ids, adj_world_children(w, b.id, ids, 4), IDS(c.id));
    assert_ids(ids, adj_world_referrers(w, b.id, "leader", ids, 4), IDS(1, 2));
    assert_ids(ids, adj_world_at(w, 1, unit, ids, 4), IDS(b.id));
    assert_ids(ids, adj_world_all(w, unit, ids, 4), IDS(1, 2, 3));
    adj_world_free(w);
}

static void calls_with_a_dead_entity_or_a_wrong_type_are_refused(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity a = make(w, unit), b = make(w, unit), nobody = {0, 0}, stranger = {77, 5}, made;
    adj_value v;

    (void)state;
    assert_int_equal(adj_world_destroy(w, b, &err), ADJ_OK);
    assert_int_equal(adj_world_create(w, 5, &made, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_create(w, -1, &made, &err), ADJ_EINVAL);
    assert_int_equal(adj_world_append(w, b, a, nobody, &err), ADJ_EDEAD);
    assert_int_equal(adj_world_append(w, a, b, nobody, &err), ADJ_EDEAD);
    assert_int_equal(adj_world_append(w, a, stranger, nobody, NULL), ADJ_EDEAD);
    assert_int_equal(adj_world_detach(w, b, &err), ADJ_EDEAD);
    assert_int_equal(adj_world_destroy(w, nobody, &err), ADJ_EDEAD);
    assert_int_equal(adj_world_get(w, nobody, 0, &v), ADJ_EDEAD);
    assert_int_equal(adj_world_peek(w, stranger, 0, &v), ADJ_EDEAD);
    assert_int_equal(adj_world_get(w, a, 99, &v), ADJ_EINVAL);
    assert_int_equal(adj_world_owner(w, 99), 0);
    assert_int_equal(adj_world_children(w, 99, NULL, 0), 0);
    assert_int_equal(adj_world_referrers(w, b.id, NULL, NULL, 0), 0);
    assert_int_equal(adj_world_all(w, 9, NULL, 0), 0);
    assert_int_equal(adj_world_count(w, 9), 0);
    assert_int_equal(adj_world_count(w, -1), 1);
    assert_int_equal(adj_world_at(w, 0, -1, NULL, 0), 0);
    assert_int_equal(adj_world_at(w, 6, -1, NULL, 0), 0);
    assert_int_equal(adj_world_within(w, 0, -1, NULL, 0), 0);
    assert_int_equal(adj_world_within(w, 3, -1, NULL, 0), 0);
    adj_world_free(w);
    adj_world_free(NULL);
}

/* --- limit --------------------------------------------------------------------------- */

static void a_full_world_says_so_and_stays_whole(void **state)
{
    int unit;
    adj_world *w = fresh(&unit);
    adj_entity e = make(w, unit);
    adj_status status = ADJ_OK;
    static const char long_text[65000];
    int64_t number;
    size_t mark = adj_world_mark(w);
    adj_u128 before = adj_world_hash(w);

    (void)state;
    adj_world_set_limit(w, adj_world_bytes(w) + 20000);
    for (int i = 0; status == ADJ_OK && i < 1000000; i++)
        status = adj_world_set(w, e, STRENGTH, adj_value_int(i % 2), &err);
    assert_int_equal(status, ADJ_ELIMIT);
    assert_non_null(strstr(err.text, "the World is full"));
    status = ADJ_OK;
    for (int i = 0; status == ADJ_OK && i < 1000000; i++)
        status = adj_world_create(w, unit, &e, &err);
    assert_int_equal(status, ADJ_ELIMIT);
    assert_int_equal(adj_world_intern(w, long_text, sizeof long_text, &number, &err), ADJ_ELIMIT);
    assert_int_equal(adj_world_places(w, 100000, NULL, 0, &err), ADJ_ELIMIT);
    adj_world_set_limit(w, 0);
    assert_int_equal(adj_world_type(w, "more", unit_fields, 8, &unit, &err), ADJ_ELIMIT);
    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    roll(w, mark);
    assert_same_hash(adj_world_hash(w), before);
    adj_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_start_at_their_initial_values),
        cmocka_unit_test(a_bad_declaration_is_refused_and_changes_nothing),
        cmocka_unit_test(a_type_holds_no_more_fields_than_it_may),
        cmocka_unit_test(a_field_added_later_reads_its_initial_value_and_leaves_the_hash),
        cmocka_unit_test(declaring_the_same_again_changes_nothing),
        cmocka_unit_test(every_kind_of_value_is_kept),
        cmocka_unit_test(a_value_that_does_not_fit_is_refused),
        cmocka_unit_test(the_ends_of_the_integers_are_kept),
        cmocka_unit_test(writing_what_is_there_leaves_no_trace),
        cmocka_unit_test(equal_texts_have_one_number),
        cmocka_unit_test(ids_count_up_and_come_back_with_a_new_serial),
        cmocka_unit_test(a_destroyed_entity_is_out_of_everything_but_can_be_looked_at),
        cmocka_unit_test(calls_with_a_dead_entity_or_a_wrong_type_are_refused),
        cmocka_unit_test(a_full_world_says_so_and_stays_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
