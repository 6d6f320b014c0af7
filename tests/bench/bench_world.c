/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a write to the World costs, and its undoing.
 *
 * The yardstick does in plain C what no undo can do without: it pushes the old 16 bytes and
 * their address on a growing array and stores the new ones. The World besides keeps the state
 * hash and the indices and checks the value. Figures are the best of several rounds. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "world.h"

enum { WRITES = 1000000, UNITS = 1000, FIELDS = 16, ROUNDS = 7, NODES = 400 };

static double now_ns(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef struct {
    uint32_t unit, field;
    adj_value value;
} Write;

/* --- yardstick ---------------------------------------------------------------------------- */

typedef struct {
    uint32_t at;
    adj_value old;
} Entry;

static adj_value *plain_cells;
static Entry *plain_trail;
static size_t plain_length, plain_room;

static double plain_run(const Write *writes)
{
    double start = now_ns();

    plain_length = plain_room = 0;
    plain_trail = NULL;
    for (int i = 0; i < WRITES; i++) {
        uint32_t at = writes[i].unit * FIELDS + writes[i].field;

        if (plain_length == plain_room) {
            plain_room = plain_room == 0 ? 16 : plain_room * 2;
            plain_trail = realloc(plain_trail, plain_room * sizeof *plain_trail);
            if (plain_trail == NULL)
                abort();
        }
        plain_trail[plain_length++] = (Entry){at, plain_cells[at]};
        plain_cells[at] = writes[i].value;
    }
    start = now_ns() - start;
    free(plain_trail);
    return start / WRITES;
}

/* --- the World ---------------------------------------------------------------------------- */

static const char *const names[FIELDS] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k",
                                          "l", "leader", "target", "place", "goal"};
static const adj_kind kinds[FIELDS] = {
    ADJ_INT, ADJ_INT, ADJ_INT, ADJ_INT, ADJ_BOOL, ADJ_BOOL, ADJ_BOOL, ADJ_BOOL, ADJ_INT, ADJ_INT,
    ADJ_TEXT, ADJ_TEXT, ADJ_REF, ADJ_REF, ADJ_PLACE, ADJ_PLACE};

static adj_world *make_world(adj_entity *units)
{
    adj_world *w = adj_world_new();
    adj_field fields[FIELDS];
    adj_error err;
    int type;

    for (int i = 0; i < FIELDS; i++)
        fields[i] = (adj_field){.name = names[i], .kind = kinds[i], .optional = true,
                                .indexed = i == 14};
    if (w == NULL || adj_world_type(w, "unit", fields, FIELDS, &type, &err) != ADJ_OK
        || adj_world_places(w, NODES, NULL, 0, &err) != ADJ_OK)
        abort();
    for (int i = 0; i < UNITS; i++)
        if (adj_world_create(w, type, &units[i], &err) != ADJ_OK)
            abort();
    for (int i = 0; i < 20; i++) {
        char word[16] = {(char)('a' + i)};
        int64_t number;

        if (adj_world_intern(w, word, 1, &number, &err) != ADJ_OK)
            abort();
    }
    return w;
}

static uint64_t seed = 1;

static uint32_t below(uint32_t n)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(seed >> 33) % n;
}

static adj_value some_value(adj_kind kind)
{
    switch (kind) {
    case ADJ_BOOL:  return adj_value_int(below(2));
    case ADJ_REF:   return adj_value_int(below(UNITS + 1));
    case ADJ_PLACE: return adj_value_node((int32_t)below(NODES + 1));
    case ADJ_TEXT:  return adj_value_int(below(20));
    default:        return adj_value_int(below(100));
    }
}

/* Writes that change something, to fields from..to-1. */
static void plan(Write *writes, uint32_t from, uint32_t to)
{
    static adj_value cells[UNITS * FIELDS];

    for (size_t i = 0; i < UNITS * FIELDS; i++)
        cells[i] = adj_value_int(0);
    for (int i = 0; i < WRITES; i++) {
        Write *x = &writes[i];
        adj_value *cell;

        x->unit = below(UNITS);
        x->field = from + below(to - from);
        cell = &cells[x->unit * FIELDS + x->field];
        do
            x->value = some_value(kinds[x->field]);
        while (adj_value_same(*cell, x->value));
        *cell = x->value;
    }
}

static int run(const char *what, const Write *writes)
{
    double plain = 1e9, write = 1e9, undo = 1e9;
    static adj_entity units[UNITS];

    for (int round = 0; round < ROUNDS; round++) {
        adj_world *w = make_world(units);
        size_t mark = adj_world_mark(w);
        adj_u128 before = adj_world_hash(w), after;
        double start, middle, end, p = plain_run(writes);

        start = now_ns();
        for (int i = 0; i < WRITES; i++)
            if (adj_world_set(w, units[writes[i].unit], (int)writes[i].field, writes[i].value,
                              NULL) != ADJ_OK)
                abort();
        middle = now_ns();
        if (adj_world_mark(w) - mark != WRITES)
            abort();
        adj_world_rollback(w, mark, NULL);
        end = now_ns();
        after = adj_world_hash(w);
        if (after.lo != before.lo || after.hi != before.hi)
            abort();
        plain = p < plain ? p : plain;
        write = (middle - start) / WRITES < write ? (middle - start) / WRITES : write;
        undo = (end - middle) / WRITES < undo ? (end - middle) / WRITES : undo;
        adj_world_free(w);
    }
    printf("%-22s plain %4.1f ns, write %5.1f ns (%4.1f x), undo %5.1f ns (%.2f x write)\n",
           what, plain, write, write / plain, undo, undo / write);
    return write <= 60 && undo <= write;
}

int main(void)
{
    static Write writes[WRITES];
    int good;

    plain_cells = calloc(UNITS * FIELDS, sizeof *plain_cells);
    if (plain_cells == NULL)
        return 1;
    plan(writes, 0, FIELDS);
    good = run("all kinds of fields", writes);
    plan(writes, 0, 4);
    good &= run("integers", writes);
    plan(writes, 14, 15);
    good &= run("places (moving units)", writes);
    free(plain_cells);
    return good ? 0 : 1;
}
