/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds.c -- exploring level by level. What one branch asks is in odds_branch.c, best and worst
 * play in odds_value.c. */
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

Root *adj_odds_level_add(Level *level)
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
    if ((root = adj_odds_level_add(&odds->now)) == NULL) {
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

const adj_weight *adj_odds_weight_before(const adj_odds *odds, size_t length)
{
    if (length <= odds->base)
        return &odds->now.root[odds->at].weight;
    return &odds->path[length - 1].weight;
}

adj_status adj_odds_weigh(adj_odds *odds, Step *step)
{
    size_t before = (size_t)(step - odds->path);

    if (odds->value_mode)
        return ADJ_OK;
    adj_weight_clear(&step->weight);
    return adj_weight_times(&step->weight, adj_odds_weight_before(odds, before), step->dist,
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
            if (adj_odds_weigh(odds, step) != ADJ_OK)
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

/* --- answers --------------------------------------------------------------------- */

void adj_odds_weight(const adj_odds *odds, adj_ratio *out)
{
    if (odds->value_mode)
        mpq_set_ui(out->q, 1, 1);
    else
        adj_weight_get(adj_odds_weight_before(odds, odds->length), out);
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
