/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds_branch.c -- one branch is run: its chances, choices and stages, and its outcome. */
#include "odds_internal.h"

#include <stdlib.h>
#include <string.h>

adj_status adj_odds_broken(adj_odds *odds, adj_error *err, adj_status status,
                           const char *what)
{
    adj_odds_fail(odds, what);
    odds->ended = true;
    return adj_error_set(err, status, "%s", what);
}

static adj_status check_running(adj_odds *odds, adj_error *err)
{
    if (!odds->running || odds->ended)
        return adj_odds_broken(odds, err, ADJ_EINVAL, "no branch is being run");
    return ADJ_OK;
}

static const char asks_otherwise[] = "the procedure asks other questions when it is run again "
                                     "(does it keep something outside the World?)";

/* Mostly it is the same object: dice keep their distribution. */
static bool same_dist(const adj_dist *a, const adj_dist *b)
{
    if (a == b)
        return true;
    if (a == NULL || b == NULL || a->n != b->n || (a->big == NULL) != (b->big == NULL) ||
        memcmp(a->values, b->values, a->n * sizeof *a->values) != 0)
        return false;
    if (a->big == NULL)
        return a->total == b->total && memcmp(a->small, b->small, a->n * sizeof *a->small) == 0;
    for (size_t i = 0; i < a->n; i++)
        if (mpz_cmp(a->big[i], b->big[i]) != 0)
            return false;
    return true;
}

/* The answer to a question of `n` alternatives when it is already known. */
static adj_status replay(adj_odds *odds, size_t n, StepKind kind, const adj_dist *dist,
                         size_t *index, bool *known, adj_error *err)
{
    const Step *step;

    *known = odds->cursor < odds->length;
    if (!*known)
        return ADJ_OK;
    step = &odds->path[odds->cursor++];
    if (step->n != n || step->kind != kind || !same_dist(step->dist, dist))
        return adj_odds_broken(odds, err, ADJ_EINVAL, asks_otherwise);
    *index = step->index;
    return ADJ_OK;
}

adj_status adj_odds_chance(adj_odds *odds, const adj_dist *dist, size_t *index, adj_error *err)
{
    adj_status status;
    bool known;
    Step *step;

    *index = 0;
    if ((status = check_running(odds, err)) != ADJ_OK || dist->n == 1)
        return status;
    status = replay(odds, dist->n, STEP_CHANCE, dist, index, &known, err);
    if (status != ADJ_OK || known)
        return status;
    if ((step = adj_odds_push(odds)) == NULL)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    step->kind = STEP_CHANCE;
    step->n = (uint32_t)dist->n;
    step->dist = adj_dist_share(dist);
    odds->cursor++;
    if (adj_odds_weigh(odds, step) != ADJ_OK)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    return ADJ_OK;
}

adj_status adj_odds_choose(adj_odds *odds, size_t n, adj_choice choice, size_t *index,
                           adj_error *err)
{
    StepKind kind = choice == ADJ_CHOICE_MAX ? STEP_MAX : STEP_MIN;
    adj_status status;
    bool known;
    Step *step;

    *index = 0;
    if ((status = check_running(odds, err)) != ADJ_OK)
        return status;
    if (n == 0 || n > ADJ_DIST_MAX)
        return adj_odds_broken(odds, err, ADJ_EINVAL, "a choice needs alternatives");
    if (!odds->value_mode)
        return adj_odds_broken(odds, err, ADJ_EINVAL,
                           "choices are only explored when the best play is looked for");
    if (n == 1)
        return ADJ_OK;
    status = replay(odds, n, kind, NULL, index, &known, err);
    if (status != ADJ_OK || known)
        return status;
    if ((step = adj_odds_push(odds)) == NULL)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    step->kind = kind;
    step->n = (uint32_t)n;
    odds->cursor++;
    return ADJ_OK;
}

static adj_status collect(adj_odds *odds, Level *level, const char *key, size_t length)
{
    const Root *from = &odds->now.root[odds->at];
    const adj_weight *weight = adj_odds_weight_before(odds, odds->length);
    adj_status status;
    ptrdiff_t number;
    bool added;
    Root *root;

    if ((number = adj_keys_add(&level->keys, key, length, &added)) == NO_KEY)
        return ADJ_ENOMEM;
    if (!added) {
        root = &level->root[number];
        mpz_add(root->leaves, root->leaves, from->leaves);
        return adj_weight_add(&root->weight, weight);
    }
    if ((root = adj_odds_level_add(level)) == NULL)
        return ADJ_ENOMEM;
    if ((status = adj_weight_copy(&root->weight, weight)) != ADJ_OK)
        return status;
    mpz_set(root->leaves, from->leaves);
    root->stages = odds->stages + 1;
    if ((root->prefix = malloc((odds->length + 1) * sizeof *root->prefix)) == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < odds->length; i++)
        root->prefix[root->length++] = (Answer){ odds->path[i].index, odds->path[i].n,
                                                 adj_dist_share(odds->path[i].dist) };
    return ADJ_OK;
}

bool adj_odds_pass(adj_odds *odds)
{
    if (!odds->running || odds->ended)
        return false;
    if (odds->value_mode) {
        if (odds->cursor == odds->length || odds->path[odds->cursor].kind != STEP_STAGE)
            return false;
        odds->cursor++;
        return true;
    }
    if (odds->stages == odds->now.root[odds->at].stages)
        return false;
    odds->stages++;
    return true;
}

adj_odds_road adj_odds_way(const adj_odds *odds)
{
    if (odds->value_mode)
        return (adj_odds_road){ odds->length, 0, odds->common };
    return (adj_odds_road){ odds->base, odds->now.root[odds->at].stages, odds->common };
}

void adj_odds_position(const adj_odds *odds, size_t *answers, size_t *stages)
{
    *answers = odds->cursor;
    *stages = odds->stages;
}

adj_status adj_odds_skip(adj_odds *odds, size_t answers, size_t stages, adj_error *err)
{
    adj_status status;

    if ((status = check_running(odds, err)) != ADJ_OK)
        return status;
    if (odds->cursor > 0 || odds->stages > 0 || answers > odds->length)
        return adj_odds_broken(odds, err, ADJ_EINVAL, "a branch is begun at a stage on its way");
    odds->cursor = answers;
    odds->stages = stages;
    return ADJ_OK;
}

static adj_status stage(adj_odds *odds, Level *level, const char *key, size_t length,
                        bool *go_on, adj_error *err)
{
    adj_status status;

    *go_on = false;
    if ((status = check_running(odds, err)) != ADJ_OK)
        return status;
    if (adj_odds_pass(odds)) {
        *go_on = true;
        return ADJ_OK;
    }
    if (odds->value_mode)
        return adj_odds_value_stage(odds, key, length, go_on, err);
    if (odds->cursor < odds->length)
        return adj_odds_broken(odds, err, ADJ_EINVAL, asks_otherwise);
    if (collect(odds, level, key, length) != ADJ_OK)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    odds->ended = true;
    return ADJ_OK;
}

adj_status adj_odds_stage(adj_odds *odds, const char *key, size_t length, bool *go_on,
                          adj_error *err)
{
    return stage(odds, &odds->next, key, length, go_on, err);
}

adj_status adj_odds_boundary(adj_odds *odds, const char *key, size_t length, bool *go_on,
                             adj_error *err)
{
    return stage(odds, &odds->beyond, key, length, go_on, err);
}

/* The number of the outcome, with a weight of its own. */
static ptrdiff_t find_outcome(adj_odds *odds, const char *text, size_t length)
{
    bool added;
    ptrdiff_t i = adj_keys_add(&odds->outcomes, text, length, &added);
    adj_weight *grown;

    if (i == NO_KEY || !added)
        return i;
    if ((odds->n_weights & (odds->n_weights - 1)) == 0) {   /* full: at powers of two */
        size_t room = odds->n_weights == 0 ? 1 : 2 * odds->n_weights;
        if ((grown = realloc(odds->weights, room * sizeof *grown)) == NULL)
            return NO_KEY;
        odds->weights = grown;
    }
    odds->weights[odds->n_weights++] = adj_weight_whole(0);
    return i;
}

static adj_status finish(adj_odds *odds, const char *outcome, size_t length,
                         const adj_ratio *value, bool refused, adj_error *err)
{
    const adj_weight *weight;
    adj_status status;
    ptrdiff_t i;

    if ((status = check_running(odds, err)) != ADJ_OK)
        return status;
    if (odds->cursor < odds->length)
        return adj_odds_broken(odds, err, ADJ_EINVAL, asks_otherwise);
    if ((i = find_outcome(odds, outcome, length)) == NO_KEY)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    if (odds->value_mode)
        return adj_odds_value_finish(odds, (size_t)i, value, refused, err);
    weight = adj_odds_weight_before(odds, odds->length);
    if (adj_weight_add(&odds->weights[i], weight) != ADJ_OK)
        return adj_odds_broken(odds, err, ADJ_ENOMEM, "out of memory");
    mpz_add(odds->leaves, odds->leaves, odds->now.root[odds->at].leaves);
    if (value != NULL) {
        adj_ratio share;
        adj_ratio_init(&share);
        adj_weight_get(weight, &share);
        mpq_mul(share.q, share.q, value->q);
        mpq_add(odds->mean, odds->mean, share.q);
        adj_ratio_clear(&share);
    }
    odds->ended = true;
    return ADJ_OK;
}

adj_status adj_odds_finish(adj_odds *odds, const char *outcome, size_t length,
                           const adj_ratio *value, adj_error *err)
{
    return finish(odds, outcome, length, value, false, err);
}

adj_status adj_odds_refuse(adj_odds *odds, const char *outcome, size_t length,
                           const adj_ratio *value, adj_error *err)
{
    return finish(odds, outcome, length, value, true, err);
}

size_t adj_odds_answers(const adj_odds *odds, uint32_t *index, size_t room, size_t *stages)
{
    size_t n = 0;

    *stages = odds->stages;
    for (size_t i = 0; i < odds->cursor; i++) {
        if (odds->path[i].kind == STEP_STAGE) {
            ++*stages;
            continue;
        }
        if (n < room)
            index[n] = odds->path[i].index;
        n++;
    }
    return n;
}

void adj_odds_fail(adj_odds *odds, const char *message)
{
    if (odds->failed == NULL) {
        odds->failed_copy = strdup(message);
        odds->failed = odds->failed_copy != NULL ? odds->failed_copy : "out of memory";
    }
    odds->done = true;
    odds->ended = true;
}
