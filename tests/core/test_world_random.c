/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random operations and rollbacks on a World beside a plain copy of its state. Whatever the
 * order of things, the World must agree with the copy: values, lists, hashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "world.h"

enum { MOST = 200, FIELDS = 6, NODES = 12, MARKS = 12 };
enum { NAME, STRENGTH, SHARE, LEADER, PLACE, RIVAL };

static const adj_field fields[FIELDS] = {
    {.name = "name", .kind = ADJ_TEXT, .optional = true},
    {.name = "strength", .kind = ADJ_INT, .initial = {.word = {3, 0}}},
    {.name = "share", .kind = ADJ_FRAC},
    {.name = "leader", .kind = ADJ_REF},
    {.name = "place", .kind = ADJ_PLACE, .indexed = true},
    {.name = "rival", .kind = ADJ_REF},
};

/* The copy: the dullest way to keep the same state. */
typedef struct {
    bool alive;
    int type;
    adj_entity entity;
    adj_value values[FIELDS];
    adj_id children[MOST];
    size_t n_children;
    adj_id owner;
} Copy;

typedef struct {
    Copy of[MOST + 1];
    adj_id last;
} State;

typedef struct {
    size_t mark;
    State state;
    adj_u128 hash;
} Saved;

typedef struct {
    adj_world *world;
    State state;
    Saved saved[MARKS];
    int n_saved;
    uint64_t seed;
    int types[2];
    int64_t texts[5];
    int operations;
} Play;

static uint32_t below(Play *p, uint32_t n)
{
    p->seed = p->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(p->seed >> 33) % n;
}

/* A living entity, or 0 when a few tries find none. */
static adj_id some(Play *p)
{
    for (int i = 0; i < 8 && p->state.last > 0; i++) {
        adj_id id = 1 + below(p, p->state.last);

        if (p->state.of[id].alive)
            return id;
    }
    return 0;
}

static void drop_child(State *s, adj_id child)
{
    Copy *owner;
    size_t i = 0;

    if (s->of[child].owner == 0)
        return;
    owner = &s->of[s->of[child].owner];
    while (owner->children[i] != child)
        i++;
    memmove(&owner->children[i], &owner->children[i + 1],
            (--owner->n_children - i) * sizeof owner->children[0]);
    s->of[child].owner = 0;
}

static void do_create(Play *p)
{
    State *s = &p->state;
    int type = (int)below(p, 2);
    adj_entity e;

    if (s->last == MOST)
        return;
    assert_int_equal(adj_world_create(p->world, p->types[type], &e, NULL), ADJ_OK);
    assert_int_equal(e.id, s->last + 1);
    s->last = e.id;
    s->of[e.id] = (Copy){.alive = true, .type = type, .entity = e};
    for (int f = 0; f < FIELDS; f++)
        s->of[e.id].values[f] = fields[f].initial;
    s->of[e.id].values[SHARE] = adj_value_frac((adj_frac){0, 1});
}

static void do_destroy(Play *p)
{
    State *s = &p->state;
    adj_id id = some(p);

    if (id == 0 || below(p, 3) != 0)
        return;
    assert_int_equal(adj_world_destroy(p->world, s->of[id].entity, NULL), ADJ_OK);
    while (s->of[id].n_children > 0)
        drop_child(s, s->of[id].children[0]);
    drop_child(s, id);
    for (adj_id other = 1; other <= s->last; other++) {
        Copy *c = &s->of[other];

        if (c->alive && c->values[LEADER].integer == id)
            c->values[LEADER] = adj_value_int(0);
        if (c->alive && c->values[RIVAL].integer == id)
            c->values[RIVAL] = adj_value_int(0);
    }
    s->of[id].alive = false;
}

static adj_value some_value(Play *p, int field)
{
    adj_frac f;

    switch (field) {
    case NAME:     return adj_value_int(p->texts[below(p, 5)]);
    case STRENGTH: return adj_value_int((int64_t)below(p, 6) - 1);
    case SHARE:
        assert_int_equal(adj_frac_make((int64_t)below(p, 7) - 3, 1 + below(p, 4), &f), ADJ_OK);
        return adj_value_frac(f);
    case PLACE:
        return below(p, 9) == 0 ? adj_value_pose(1, 2, 3)
                                : adj_value_node((int32_t)below(p, NODES + 1));
    default:       return adj_value_int(below(p, 4) == 0 ? 0 : some(p));
    }
}

static void do_write(Play *p)
{
    adj_id id = some(p);
    int field = (int)below(p, FIELDS);
    adj_value v = some_value(p, field);

    if (id == 0)
        return;
    assert_int_equal(adj_world_set(p->world, p->state.of[id].entity, field, v, NULL), ADJ_OK);
    p->state.of[id].values[field] = v;
}

static bool is_under(const State *s, adj_id id, adj_id ancestor)
{
    for (; id != 0; id = s->of[id].owner)
        if (id == ancestor)
            return true;
    return false;
}

static void do_append(Play *p)
{
    State *s = &p->state;
    adj_id owner = some(p), child = some(p), before = 0;
    Copy *o = &s->of[owner];
    size_t at;

    if (owner == 0 || child == 0 || is_under(s, owner, child))
        return;
    if (o->n_children > 0 && below(p, 2) == 0)
        before = o->children[below(p, (uint32_t)o->n_children)];
    assert_int_equal(adj_world_append(p->world, o->entity, s->of[child].entity,
                                      before != 0 ? s->of[before].entity : (adj_entity){0, 0},
                                      NULL), ADJ_OK);
    if (before == child)
        return;
    drop_child(s, child);
    for (at = 0; at < o->n_children && o->children[at] != before; at++)
        ;
    memmove(&o->children[at + 1], &o->children[at],
            (o->n_children++ - at) * sizeof o->children[0]);
    o->children[at] = child;
    s->of[child].owner = owner;
}

static void do_detach(Play *p)
{
    adj_id child = some(p);

    if (child == 0)
        return;
    assert_int_equal(adj_world_detach(p->world, p->state.of[child].entity, NULL), ADJ_OK);
    drop_child(&p->state, child);
}

static void do_mark(Play *p)
{
    Saved *s;

    if (p->n_saved == MARKS)
        return;
    s = &p->saved[p->n_saved++];
    s->mark = adj_world_mark(p->world);
    s->state = p->state;
    s->hash = adj_world_hash(p->world);
}

static void assert_same_hash(adj_u128 a, adj_u128 b)
{
    assert_true(a.lo == b.lo && a.hi == b.hi);
}

static void do_rollback(Play *p)
{
    Saved *s;

    if (p->n_saved == 0)
        return;
    p->n_saved = (int)below(p, (uint32_t)p->n_saved);
    s = &p->saved[p->n_saved];
    assert_int_equal(adj_world_rollback(p->world, s->mark, NULL), ADJ_OK);
    p->state = s->state;
    assert_same_hash(adj_world_hash(p->world), s->hash);
}

/* --- comparing ---------------------------------------------------------------------------- */

typedef bool belongs(const Copy *c, int64_t what);

static bool stands_at(const Copy *c, int64_t node)
{
    return c->values[PLACE].place.kind == ADJ_NODE && c->values[PLACE].place.x == node;
}

static bool stands_within(const Copy *c, int64_t group)
{
    return c->values[PLACE].place.kind == ADJ_NODE && 1 + c->values[PLACE].place.x % 3 == group;
}

static bool led_by(const Copy *c, int64_t id)
{
    return c->values[LEADER].integer == id;
}

static bool is_type(const Copy *c, int64_t type)
{
    return type < 0 || c->type == type;
}

static void check_list(const State *s, belongs *test, int64_t what, const adj_id *ids, size_t n)
{
    size_t i = 0;

    for (adj_id id = 1; id <= s->last; id++) {
        if (!s->of[id].alive || !test(&s->of[id], what))
            continue;
        assert_true(i < n);
        assert_int_equal(ids[i], id);
        i++;
    }
    assert_int_equal(i, n);
}

static void compare(const Play *p)
{
    const adj_world *w = p->world;
    const State *s = &p->state;
    adj_id ids[MOST];
    adj_value v;

    assert_same_hash(adj_world_hash(w), adj_world_hash_slow(w));
    assert_int_equal(adj_world_last_id(w), s->last);
    for (adj_id id = 1; id <= s->last; id++) {
        const Copy *c = &s->of[id];
        size_t n;

        assert_int_equal(adj_world_alive(w, c->entity), c->alive);
        for (int f = 0; f < FIELDS; f++) {
            assert_int_equal(adj_world_peek(w, c->entity, f, &v), ADJ_OK);
            assert_true(adj_value_same(v, c->values[f]));
        }
        if (!c->alive)
            continue;
        n = adj_world_children(w, id, ids, MOST);
        assert_int_equal(n, c->n_children);
        assert_memory_equal(ids, c->children, n * sizeof *ids);
        assert_int_equal(adj_world_owner(w, id), c->owner);
        check_list(s, led_by, id, ids, adj_world_referrers(w, id, "leader", ids, MOST));
    }
    for (int32_t node = 1; node <= NODES; node++)
        check_list(s, stands_at, node, ids, adj_world_at(w, node, -1, ids, MOST));
    for (int32_t group = 1; group <= 3; group++)
        check_list(s, stands_within, group, ids, adj_world_within(w, group, -1, ids, MOST));
    for (int type = -1; type < 2; type++)
        check_list(s, is_type, type, ids,
                   adj_world_all(w, type < 0 ? -1 : p->types[type], ids, MOST));
}

static Play *start(uint64_t seed)
{
    static const char *const words[] = {"", "Guards", "Line", "Horse", "Foot"};
    Play *p = calloc(1, sizeof *p);
    int32_t groups[NODES];

    assert_non_null(p);
    p->seed = seed;
    p->world = adj_world_new();
    assert_non_null(p->world);
    for (int i = 0; i < NODES; i++)
        groups[i] = 1 + (i + 1) % 3;
    for (int i = 0; i < 2; i++)
        assert_int_equal(adj_world_type(p->world, i == 0 ? "unit" : "base", fields, FIELDS,
                                        &p->types[i], NULL), ADJ_OK);
    assert_int_equal(adj_world_places(p->world, NODES, groups, 3, NULL), ADJ_OK);
    for (int i = 1; i < 5; i++)
        assert_int_equal(adj_world_intern(p->world, words[i], strlen(words[i]), &p->texts[i],
                                          NULL), ADJ_OK);
    return p;
}

static void finish(Play *p)
{
    adj_world_free(p->world);
    free(p);
}

static void step(Play *p)
{
    static void (*const moves[])(Play *) = {
        do_write, do_write, do_write, do_write, do_write, do_write, do_write, do_write,
        do_create, do_create, do_destroy, do_append, do_append, do_detach, do_mark,
    };

    if (below(p, 60) == 0)
        do_rollback(p);
    else
        moves[below(p, sizeof moves / sizeof *moves)](p);
    p->operations++;
}

static void a_hundred_thousand_random_operations_agree_with_the_copy(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Play *p = start(seed);

        for (int i = 0; i < 5000; i++) {
            step(p);
            if (i % 50 == 0)
                compare(p);
        }
        compare(p);
        finish(p);
    }
}

static void undone_to_the_start_and_done_again_gives_the_same_hashes(void **state)
{
    Play *p = start(99);
    adj_u128 hashes[500];
    size_t marks[501];
    int n = 0;

    (void)state;
    for (int round = 0; round < 2; round++) {
        p->seed = 4711;
        for (n = 0; n < 500; n++) {
            marks[n] = adj_world_mark(p->world);
            do_write(p);
            if (n % 3 == 0)
                do_create(p);
            if (n % 7 == 0)
                do_append(p);
            if (n % 11 == 0)
                do_destroy(p);
            if (round == 0)
                hashes[n] = adj_world_hash(p->world);
            else
                assert_same_hash(adj_world_hash(p->world), hashes[n]);
        }
        /* back step by step: at each depth the hash of then */
        for (n = 499; n > 0; n--) {
            assert_int_equal(adj_world_rollback(p->world, marks[n], NULL), ADJ_OK);
            assert_same_hash(adj_world_hash(p->world), hashes[n - 1]);
        }
        assert_int_equal(adj_world_rollback(p->world, 0, NULL), ADJ_OK);
        assert_same_hash(adj_world_hash(p->world), adj_world_hash_slow(p->world));
        memset(&p->state, 0, sizeof p->state);
    }
    finish(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hundred_thousand_random_operations_agree_with_the_copy),
        cmocka_unit_test(undone_to_the_start_and_done_again_gives_the_same_hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
