/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_throws.c -- the list of all throws of dice, for rules that look at faces. */
#include "dice_internal.h"
#include "dist_internal.h"

#include <stdlib.h>
#include <string.h>

/* A throw is a path of choices; the source replays them and, at the end of the path, takes
 * the lowest face and notes what else the die could have shown. */
typedef struct {
    uint32_t face, sides;       /* index of the face taken, of the last of its equals */
    uint32_t equal;             /* how many faces are equal to it */
    int64_t value;
    Die die;
    int64_t *list;              /* own copy of the faces of a draw */
} Choice;

typedef struct {
    Source source;
    Choice *path;
    size_t n, used, room;
    adj_status status;
} Walker;

static void settle_choice(Choice *choice, uint32_t face)
{
    choice->equal = 1;
    choice->face = face;
    choice->value = die_face(&choice->die, face);
    if (choice->die.list == NULL)
        return;
    while (choice->face + 1 < choice->sides &&
           choice->die.list[choice->face + 1] == choice->value) {
        choice->face++;
        choice->equal++;
    }
}

static bool add_choice(Walker *walker, const Die *die)
{
    Choice *choice;

    if (walker->n == walker->room) {
        size_t room = walker->room == 0 ? 16 : 2 * walker->room;
        Choice *grown = realloc(walker->path, room * sizeof *grown);
        if (grown == NULL) {
            walker->status = ADJ_ENOMEM;
            return false;
        }
        walker->path = grown;
        walker->room = room;
    }
    choice = &walker->path[walker->n];
    *choice = (Choice){ .die = *die, .sides = die->sides };
    if (die->list != NULL) {
        if ((choice->list = malloc(die->sides * sizeof *choice->list)) == NULL) {
            walker->status = ADJ_ENOMEM;
            return false;
        }
        memcpy(choice->list, die->list, die->sides * sizeof *choice->list);
        choice->die.list = choice->list;
    }
    walker->n++;
    settle_choice(choice, 0);
    return true;
}

static bool walk_faces(Source *source, const Die *die, size_t n, int64_t *out)
{
    Walker *walker = (Walker *)source;

    for (size_t i = 0; i < n; i++) {
        if (walker->used == walker->n && !add_choice(walker, die))
            return false;
        out[i] = walker->path[walker->used++].value;
    }
    return true;
}

/* To the next path; false after the last. */
static bool advance(Walker *walker)
{
    while (walker->n > 0) {
        Choice *last = &walker->path[walker->n - 1];
        if (last->face + 1 < last->sides) {
            settle_choice(last, last->face + 1);
            return true;
        }
        free(last->list);
        walker->n--;
    }
    return false;
}

/* Growing arrays of throws with their weights. Weights of different lengths have different
 * denominators, so they are kept as chances until all are known. */
typedef struct {
    adj_throws *out;
    mpq_t *chance;
    size_t n_faces, face_room, room;
} Throws;

static bool add_throw(Throws *t, const Walker *walker)
{
    adj_throws *out = t->out;
    mpq_ptr chance;

    if (out->n + 1 >= t->room) {
        size_t room = t->room == 0 ? 64 : 2 * t->room;
        mpq_t *chances = realloc(t->chance, room * sizeof *chances);
        size_t *start;
        if (chances == NULL)
            return false;
        t->chance = chances;
        if ((start = realloc(out->start, room * sizeof *start)) == NULL)
            return false;
        out->start = start;
        t->room = room;
    }
    if (t->n_faces + walker->n > t->face_room) {
        size_t room = 2 * (t->n_faces + walker->n) + 64;
        int64_t *face = realloc(out->face, room * sizeof *face);
        if (face == NULL)
            return false;
        out->face = face;
        t->face_room = room;
    }
    mpq_init(t->chance[out->n]);
    chance = t->chance[out->n];
    mpz_set_ui(mpq_numref(chance), 1);
    for (size_t i = 0; i < walker->n; i++) {
        mpz_mul_ui(mpq_numref(chance), mpq_numref(chance), walker->path[i].equal);
        mpz_mul_ui(mpq_denref(chance), mpq_denref(chance), walker->path[i].sides);
        out->face[t->n_faces++] = walker->path[i].value;
    }
    out->start[out->n++] = t->n_faces - walker->n;
    out->start[out->n] = t->n_faces;
    return true;
}

/* Chances to whole weights over the least common denominator. */
static adj_status weigh(Throws *t)
{
    size_t n = t->out->n;
    int64_t *values = malloc(n * sizeof *values);
    mpz_t *weights = adj_mpz_array(n), common, scale;
    adj_status status = ADJ_ENOMEM;

    mpz_init_set_ui(common, 1);
    mpz_init(scale);
    if (values != NULL && weights != NULL) {
        for (size_t i = 0; i < n; i++)
            mpz_lcm(common, common, mpq_denref(t->chance[i]));
        for (size_t i = 0; i < n; i++) {
            mpz_divexact(scale, common, mpq_denref(t->chance[i]));
            mpz_mul(weights[i], mpq_numref(t->chance[i]), scale);
            values[i] = (int64_t)i + 1;
        }
        t->out->dist = adj_dist_from_weights(values, weights, n);
        status = t->out->dist != NULL ? ADJ_OK : ADJ_ENOMEM;
    }
    free(values);
    adj_mpz_array_free(weights, n);
    mpz_clear(common);
    mpz_clear(scale);
    return status;
}

/* Of equal dice, only throws listed from the highest; the others are its permutations. */
static bool is_falling(const Walker *walker)
{
    for (size_t i = 1; i < walker->n; i++)
        if (walker->path[i - 1].value < walker->path[i].value)
            return false;
    return true;
}

static void times_permutations(Throws *t)
{
    size_t last = t->out->n - 1, from = t->out->start[last], n = t->n_faces - from, run = 0;
    mpz_ptr num = mpq_numref(t->chance[last]);

    for (size_t i = 0; i < n; i++) {            /* n! / (runs of equals)! */
        run = i > 0 && t->out->face[from + i] == t->out->face[from + i - 1] ? run + 1 : 1;
        mpz_mul_ui(num, num, i + 1);
        mpz_divexact_ui(num, num, run);
    }
}

/* Skips ahead past throws that are not falling: the first rise ends the path there. */
static void cut_after_rise(Walker *walker)
{
    size_t i = 1;

    while (i < walker->n && walker->path[i - 1].value >= walker->path[i].value)
        i++;
    while (walker->n > i + 1)
        free(walker->path[--walker->n].list);
    if (walker->n == i + 1)                     /* higher faces here rise too */
        walker->path[i].face = walker->path[i].sides - 1;
}

static adj_status check_sorted(const adj_dice *dice, adj_error *err)
{
    size_t pools = 0;

    for (size_t i = 0; i < dice->n_nodes; i++)
        pools += dice->nodes[i].kind == NODE_POOL;
    if (pools != 1 || adj_dice_may_throw_again(dice))
        return adj_error_set(err, ADJ_EINVAL, "only the dice of one pool without ! and r "
                             "can be sorted: %.60s", dice->text);
    return ADJ_OK;
}

adj_status adj_dice_throws(const adj_dice *dice, bool sorted, adj_budget *budget,
                           adj_throws *out, adj_error *err)
{
    Walker walker = { .source = { walk_faces }, .status = ADJ_OK };
    Throws t = { .out = out };
    adj_status status = ADJ_OK;
    int64_t total;

    memset(out, 0, sizeof *out);
    if (sorted && (status = check_sorted(dice, err)) != ADJ_OK)
        return status;
    do {
        walker.used = 0;
        if (!adj_dice_run(dice, &walker.source, &total)) {
            status = walker.status;
            break;
        }
        if ((status = adj_budget_charge(budget, 10 + walker.n)) != ADJ_OK)
            break;
        if (sorted && !is_falling(&walker)) {
            cut_after_rise(&walker);
            continue;
        }
        if (out->n == ADJ_DICE_THROWS) {
            status = adj_error_set(err, ADJ_ERANGE, "%.60s has too many different throws "
                                   "(more than %d)", dice->text, ADJ_DICE_THROWS);
            break;
        }
        if (!add_throw(&t, &walker)) {
            status = ADJ_ENOMEM;
            break;
        }
        if (sorted)
            times_permutations(&t);
        mpq_canonicalize(t.chance[out->n - 1]);
    } while (advance(&walker));
    if (status == ADJ_OK)
        status = weigh(&t);
    for (size_t i = 0; i < out->n; i++)
        mpq_clear(t.chance[i]);
    free(t.chance);
    for (size_t i = 0; i < walker.n; i++)
        free(walker.path[i].list);
    free(walker.path);
    if (status != ADJ_OK) {
        adj_throws_clear(out);
        if (status != ADJ_ERANGE)
            adj_error_set(err, status, "%s", adj_status_text(status));
    }
    return status;
}

void adj_throws_clear(adj_throws *throws)
{
    adj_dist_free(throws->dist);
    free(throws->face);
    free(throws->start);
    memset(throws, 0, sizeof *throws);
}
