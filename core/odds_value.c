/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds_value.c -- best and worst play, depth first.
 *
 * Every question on the path gathers what its alternatives are worth: chance their mean,
 * a choice the best, a stage what comes after it, which is remembered under its key. */
#include "odds_internal.h"

#include <stdlib.h>
#include <string.h>

void adj_odds_result_free(Result *result)
{
    if (result == NULL)
        return;
    mpq_clear(result->value);
    mpz_clear(result->leaves);
    for (size_t i = 0; i < result->n; i++)
        mpq_clear(result->share[i].weight);
    free(result->share);
    free(result);
}

static Result *result_new(size_t n)
{
    Result *result = calloc(1, sizeof *result);

    if (result == NULL)
        return NULL;
    if ((result->share = malloc((n + 1) * sizeof *result->share)) == NULL) {
        free(result);
        return NULL;
    }
    mpq_init(result->value);
    mpz_init(result->leaves);
    for (; result->n < n; result->n++)
        mpq_init(result->share[result->n].weight);
    return result;
}

static Result *result_copy(const Result *from)
{
    Result *result = result_new(from->n);

    if (result == NULL)
        return NULL;
    mpq_set(result->value, from->value);
    mpz_set(result->leaves, from->leaves);
    result->refused = from->refused;
    for (size_t i = 0; i < from->n; i++) {
        result->share[i].outcome = from->share[i].outcome;
        mpq_set(result->share[i].weight, from->share[i].weight);
    }
    return result;
}

/* sum + chance * more, in a new result; NULL sum is nothing. */
static Result *result_add(const Result *sum, const Result *more, mpq_srcptr chance)
{
    Result *result = result_new((sum != NULL ? sum->n : 0) + more->n);
    size_t n = 0;
    mpq_t part;

    if (result == NULL)
        return NULL;
    mpq_init(part);
    mpq_mul(result->value, more->value, chance);
    mpz_set(result->leaves, more->leaves);
    result->refused = more->refused && (sum == NULL || sum->refused);
    if (sum != NULL) {
        mpq_add(result->value, result->value, sum->value);
        mpz_add(result->leaves, result->leaves, sum->leaves);
        for (; n < sum->n; n++) {
            result->share[n].outcome = sum->share[n].outcome;
            mpq_set(result->share[n].weight, sum->share[n].weight);
        }
    }
    for (size_t i = 0; i < more->n; i++) {
        size_t at = 0;
        while (at < n && result->share[at].outcome != more->share[i].outcome)
            at++;
        if (at == n)
            result->share[n++].outcome = more->share[i].outcome;
        mpq_mul(part, more->share[i].weight, chance);
        mpq_add(result->share[at].weight, result->share[at].weight, part);
    }
    while (result->n > n)
        mpq_clear(result->share[--result->n].weight);
    mpq_clear(part);
    return result;
}

/* Adds to the step what its present alternative is worth. Takes `worth` over. */
static bool fold(Step *step, Result *worth)
{
    Result *sum = NULL;
    adj_ratio chance;
    int order;

    switch (step->kind) {
    case STEP_CHANCE:
        adj_ratio_init(&chance);
        adj_dist_chance(step->dist, step->index, &chance);
        sum = result_add(step->result, worth, chance.q);
        adj_ratio_clear(&chance);
        adj_odds_result_free(worth);
        adj_odds_result_free(step->result);
        step->result = sum;
        return sum != NULL;
    case STEP_MAX:
    case STEP_MIN:
        if (step->result == NULL) {
            step->result = worth;
            return true;
        }
        order = mpq_cmp(worth->value, step->result->value);
        if (step->kind == STEP_MIN)
            order = -order;
        if (worth->refused != step->result->refused)
            order = step->result->refused ? 1 : -1;
        mpz_add(worth->leaves, worth->leaves, step->result->leaves);
        if (order > 0) {
            adj_odds_result_free(step->result);
            step->result = worth;
        } else {
            mpz_set(step->result->leaves, worth->leaves);
            adj_odds_result_free(worth);
        }
        return true;
    case STEP_STAGE:
        step->result = worth;
        return true;
    }
    return false;
}

/* A branch has come to an end worth `final`: carries it back to the last question with an
 * alternative left. */
bool adj_odds_value_advance(adj_odds *odds)
{
    Result *worth = odds->final;

    odds->final = NULL;
    while (odds->length > 0) {
        Step *step = &odds->path[odds->length - 1];
        if (!fold(step, worth))
            goto no_memory;
        if (step->index + 1 < step->n) {
            step->index++;
            odds->common = odds->length - 1;
            return true;
        }
        worth = step->result;
        step->result = NULL;
        if (step->kind == STEP_STAGE &&
            (odds->worth[step->key] = result_copy(worth)) == NULL) {
            adj_odds_result_free(worth);
            goto no_memory;
        }
        adj_odds_pop(odds);
    }
    odds->final = worth;
    return false;
no_memory:
    adj_odds_fail(odds, "out of memory");
    return false;
}

adj_status adj_odds_value_stage(adj_odds *odds, const char *key, size_t length, bool *go_on,
                       adj_error *err)
{
    ptrdiff_t number;
    bool added;
    Step *step;

    if (odds->cursor < odds->length)
        return adj_odds_broken(odds, err, ADJ_EINVAL,
                               "the procedure asks other questions when it is run again");
    if ((number = adj_keys_add(&odds->stage_keys, key, length, &added)) == NO_KEY)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    if (!added) {
        if (odds->worth[number] == NULL)
            return adj_odds_broken(odds, err, ADJ_EINVAL, "a stage leads back to itself");
        if ((odds->final = result_copy(odds->worth[number])) == NULL)
            return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
        odds->ended = true;
        return ADJ_OK;
    }
    if ((size_t)number >= odds->worth_room) {
        size_t room = odds->worth_room == 0 ? 16 : 2 * odds->worth_room;
        Result **grown = realloc(odds->worth, room * sizeof(Result *));
        if (grown == NULL)
            return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
        odds->worth = grown;
        while (odds->worth_room < room)
            odds->worth[odds->worth_room++] = NULL;
    }
    if ((step = adj_odds_push(odds)) == NULL)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    step->kind = STEP_STAGE;
    step->n = 1;
    step->key = number;
    odds->cursor++;
    *go_on = true;
    return ADJ_OK;
}

adj_status adj_odds_value_finish(adj_odds *odds, size_t outcome, const adj_ratio *value,
                                 bool refused, adj_error *err)
{
    if (value == NULL)
        return adj_odds_broken(odds, err, ADJ_EINVAL, "best play needs a value for every outcome");
    if ((odds->final = result_new(1)) == NULL)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    mpq_set(odds->final->value, value->q);
    mpz_set_ui(odds->final->leaves, 1);
    odds->final->refused = refused;
    odds->final->share[0].outcome = (uint32_t)outcome;
    mpq_set_ui(odds->final->share[0].weight, 1, 1);
    odds->ended = true;
    return ADJ_OK;
}
