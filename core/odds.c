/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds.c -- exploring level by level; best and worst play are in odds_value.c. */
#include "odds_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- life ------------------------------------------------------------------------ */

static void level_clear(Level *level)
{
    for (size_t i = 0; i < level->n; i++) {
        for (size_t k = 0; k < level->root[i].length; k++)
            adj_dist_free(level->root[i].prefix[k].dist);
        free(level->root[i].prefix);
        adj_weight_clear(&level->root[i].weight);
        mpz_clear(level->root[i].leaves);
    }
    free(level->root);
    adj_keys_clear(&level->keys);
    memset(level, 0, sizeof *level);
}

static Root *level_add(Level *level)
{
    Root *root;

    if (level->n == level->room) {
        size_t room = level->room == 0 ? 8 : 2 * level->room;
        Root *grown = realloc(level->root, room * sizeof *grown);
        if (grown == NULL)
            return NULL;
        level->root = grown;
        level->room = room;
    }
    root = &level->root[level->n++];
    memset(root, 0, sizeof *root);
    root->weight = adj_weight_whole(0);
    mpz_init(root->leaves);
    return root;
}

adj_odds *adj_odds_new(uint64_t budget, bool value_mode)
{
    adj_odds *odds = calloc(1, sizeof *odds);
    Root *root;

    if (odds == NULL)
        return NULL;
    odds->budget = budget;
    odds->value_mode = value_mode;
    mpz_init(odds->leaves);
    mpq_init(odds->mean);
    if ((root = level_add(&odds->now)) == NULL) {
        adj_odds_free(odds);
        return NULL;
    }
    root->weight = adj_weight_whole(1);
    mpz_set_ui(root->leaves, 1);
    return odds;
}

void adj_odds_free(adj_odds *odds)
{
    if (odds == NULL)
        return;
    while (odds->length > 0)
        adj_odds_pop(odds);
    free(odds->path);
    level_clear(&odds->now);
    level_clear(&odds->next);
    level_clear(&odds->beyond);
    for (size_t i = 0; i < odds->n_weights; i++)
        adj_weight_clear(&odds->weights[i]);
    free(odds->weights);
    adj_keys_clear(&odds->outcomes);
    mpz_clear(odds->leaves);
    mpq_clear(odds->mean);
    for (size_t i = 0; i < odds->worth_room; i++)
        adj_odds_result_free(odds->worth[i]);
    free(odds->worth);
    adj_keys_clear(&odds->stage_keys);
    adj_odds_result_free(odds->final);
    free(odds->failed_copy);
    free(odds);
}

/* --- the path -------------------------------------------------------------------- */

Step *adj_odds_push(adj_odds *odds)
{
    Step *step;

    if (odds->length == odds->room) {
        size_t room = odds->room == 0 ? 32 : 2 * odds->room;
        Step *grown = realloc(odds->path, room * sizeof *grown);
        if (grown == NULL)
            return NULL;
        odds->path = grown;
        odds->room = room;
    }
    step = &odds->path[odds->length++];
    memset(step, 0, sizeof *step);
    step->weight = adj_weight_whole(0);
    return step;
}

void adj_odds_pop(adj_odds *odds)
{
    Step *step = &odds->path[--odds->length];

    adj_dist_free(step->dist);
    adj_weight_clear(&step->weight);
    adj_odds_result_free(step->result);
}

static const adj_weight *weight_before(const adj_odds *odds, size_t length)
{
    if (length <= odds->base)
        return &odds->now.root[odds->at].weight;
    return &odds->path[length - 1].weight;
}

static adj_status weigh(adj_odds *odds, Step *step)
{
    size_t before = (size_t)(step - odds->path);

    if (odds->value_mode)
        return ADJ_OK;
    adj_weight_clear(&step->weight);
    return adj_weight_times(&step->weight, weight_before(odds, before), step->dist,
                            step->index);
}

/* Lays out the answers that lead to the root. */
static bool start_root(adj_odds *odds)
{
    const Root *root = &odds->now.root[odds->at];

    odds->common = 0;
    while (odds->common < odds->length && odds->common < root->length &&
           odds->path[odds->common].index == root->prefix[odds->common].index)
        odds->common++;
    while (odds->length > 0)
        adj_odds_pop(odds);
    odds->base = root->length;
    for (size_t i = 0; i < root->length; i++) {
        Step *step = adj_odds_push(odds);
        if (step == NULL)
            return false;
        step->index = root->prefix[i].index;
        step->n = root->prefix[i].n;
        step->dist = adj_dist_share(root->prefix[i].dist);
    }
    return true;
}

/* The next alternative of the last question that has one; false when the root is done. */
static bool advance(adj_odds *odds)
{
    while (odds->length > odds->base) {
        Step *step = &odds->path[odds->length - 1];
        if (step->index + 1 < step->n) {
            step->index++;
            if (weigh(odds, step) != ADJ_OK)
                adj_odds_fail(odds, "out of memory");
            return true;
        }
        adj_odds_pop(odds);
    }
    return false;
}

static bool next_root(adj_odds *odds)
{
    Level *then = odds->next.n > 0 ? &odds->next : &odds->beyond;

    if (++odds->at < odds->now.n)
        return true;
    if (then->n == 0)
        return false;
    level_clear(&odds->now);
    odds->now = *then;
    memset(then, 0, sizeof *then);
    odds->at = 0;
    return true;
}

bool adj_odds_next(adj_odds *odds)
{
    if (odds->running && !odds->ended)
        adj_odds_fail(odds, "a branch ended without an outcome");
    odds->running = false;
    if (odds->failed != NULL || odds->done || odds->over)
        return false;
    odds->common = odds->base;              /* unless advancing tells another number */
    if (!odds->started) {
        odds->started = true;
    } else if (odds->value_mode ? !adj_odds_value_advance(odds) : !advance(odds)) {
        if (odds->value_mode || !next_root(odds)) {
            odds->done = true;
            return false;
        }
        if (!start_root(odds))
            adj_odds_fail(odds, "out of memory");
    }
    if (odds->branches == odds->budget)
        odds->over = true;
    if (odds->failed != NULL || odds->over)
        return false;
    odds->branches++;
    odds->cursor = 0;
    odds->stages = 0;
    odds->running = true;
    odds->ended = false;
    return true;
}

/* --- inside a branch ------------------------------------------------------------- */

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
    if (weigh(odds, step) != ADJ_OK)
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
    const adj_weight *weight = weight_before(odds, odds->length);
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
    if ((root = level_add(level)) == NULL)
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
    weight = weight_before(odds, odds->length);
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

/* --- answers --------------------------------------------------------------------- */

void adj_odds_weight(const adj_odds *odds, adj_ratio *out)
{
    if (odds->value_mode)
        mpq_set_ui(out->q, 1, 1);
    else
        adj_weight_get(weight_before(odds, odds->length), out);
}

size_t adj_odds_outcomes(const adj_odds *odds)
{
    return odds->n_weights;
}

const char *adj_odds_outcome(const adj_odds *odds, size_t i, size_t *length,
                             adj_ratio *weight)
{
    assert(i < odds->n_weights);
    *length = odds->outcomes.entry[i].length;
    mpq_set_ui(weight->q, 0, 1);
    if (!odds->value_mode) {
        adj_weight_get(&odds->weights[i], weight);
    } else if (odds->final != NULL) {
        for (size_t k = 0; k < odds->final->n; k++)
            if (odds->final->share[k].outcome == i)
                mpq_set(weight->q, odds->final->share[k].weight);
    }
    return odds->outcomes.entry[i].text;
}

uint64_t adj_odds_branches(const adj_odds *odds)
{
    return odds->branches;
}

void adj_odds_unmerged(const adj_odds *odds, mpz_t out)
{
    if (odds->final != NULL)
        mpz_set(out, odds->final->leaves);
    else
        mpz_set(out, odds->leaves);
}

void adj_odds_value(const adj_odds *odds, adj_ratio *out)
{
    mpq_set(out->q, odds->final != NULL ? odds->final->value : odds->mean);
}

bool adj_odds_over_budget(const adj_odds *odds)
{
    return odds->over;
}

const char *adj_odds_failed(const adj_odds *odds)
{
    return odds->failed;
}
