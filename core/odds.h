/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds.h -- exact odds of a procedure, by running it again for every branch.
 *
 *     while (adj_odds_next(odds)) {
 *         ... put the World back, run the procedure; where it needs chance it calls
 *         adj_odds_chance, at a place where branches may merge adj_odds_stage, and at
 *         its end adj_odds_finish ...
 *     }
 *
 * A branch replays the answers that led to its first new question, takes the first outcome
 * there and from then on; the other outcomes become branches of their own. The procedure
 * must ask the same questions when it is given the same answers.
 *
 * Stages: the procedure is explored level by level, a level being the number of stages
 * passed. Where a branch comes to the first stage beyond its level, it ends (the caller
 * unwinds), and its weight is added to what has come there with the same key. When the
 * level is complete each key goes on once, by the answers of the first branch that came
 * there, with the sum of the weights. The key must tell apart all that the rest of the
 * procedure depends on; keys are compared in full, not by a hash.
 *
 * A boundary is a stage at which levels begin anew: it is passed only when every branch has
 * come to it or ended, however many stages it took to get there.
 *
 * A procedure that can go on from a stage by itself, with the World put back to where it was
 * there, need not be run from its beginning for each branch: adj_odds_way tells how much of the
 * way of the next branch is that of the last one, adj_odds_skip begins it at a stage on it.
 *
 * With choices (value mode) the best or worst play is found instead: branches go depth
 * first, a stage met again is answered with what it was worth the first time, and a choice
 * takes the alternative with the best value for whoever chooses (the first of equals). An
 * alternative that leads to a refusal whatever comes after it is taken only when all do.
 *
 * Weights are exact rationals. The budget counts branches, never time. */
#ifndef ADJ_ODDS_H
#define ADJ_ODDS_H

#include "dist.h"

typedef struct adj_odds adj_odds;

typedef enum { ADJ_CHOICE_MAX, ADJ_CHOICE_MIN } adj_choice;

/* `budget`: how many branches may be run; UINT64_MAX for no limit. NULL: no memory. */
adj_odds *adj_odds_new(uint64_t budget, bool value_mode);
void      adj_odds_free(adj_odds *odds);                /* NULL is fine */

/* True while there is a branch to run. False at the end, past the budget, after a failure
 * or when memory ran out (adj_odds_failed). A branch that ended without stage or finish
 * counts as a failure. */
bool adj_odds_next(adj_odds *odds);

/* Within a branch. Each answers ADJ_OK or, and then the branch is over, ADJ_EINVAL (the
 * procedure asked something else than when it was first run here, or the wrong mode) or
 * ADJ_ENOMEM. *index is from 0. `dist` is shared, not copied, and outlives the call. */
adj_status adj_odds_chance(adj_odds *odds, const adj_dist *dist, size_t *index, adj_error *err);
adj_status adj_odds_choose(adj_odds *odds, size_t n, adj_choice choice, size_t *index,
                           adj_error *err);
/* True when the procedure has only to go on at the stage that it comes to: no key is wanted. */
bool adj_odds_pass(adj_odds *odds);
typedef struct {
    size_t answers, stages;     /* that lead to where this branch begins; with choices stages
                                   count as answers */
    size_t common;              /* the first answers, as many as were the same last time */
} adj_odds_road;
adj_odds_road adj_odds_way(const adj_odds *odds);
/* How many answers this branch has been given, how many stages it has passed. */
void adj_odds_position(const adj_odds *odds, size_t *answers, size_t *stages);
/* At the start of a branch: it begins behind a stage on its way, so many answers and stages
 * from the start. */
adj_status adj_odds_skip(adj_odds *odds, size_t answers, size_t stages, adj_error *err);
/* *go_on is false when the branch ends here for now. */
adj_status adj_odds_stage(adj_odds *odds, const char *key, size_t length, bool *go_on,
                          adj_error *err);
adj_status adj_odds_boundary(adj_odds *odds, const char *key, size_t length, bool *go_on,
                             adj_error *err);
/* The end of a branch. `value` may be NULL outside value mode. */
adj_status adj_odds_finish(adj_odds *odds, const char *outcome, size_t length,
                           const adj_ratio *value, adj_error *err);
/* The same for a branch that the procedure refused. */
adj_status adj_odds_refuse(adj_odds *odds, const char *outcome, size_t length,
                           const adj_ratio *value, adj_error *err);
/* The answers that this branch has been given so far, as indexes from 0: up to `room` of them
 * into index[]. How many there are, and in *stages how many stages it has passed. */
size_t adj_odds_answers(const adj_odds *odds, uint32_t *index, size_t room, size_t *stages);
/* Ends the exploration: the procedure could not be run. */
void adj_odds_fail(adj_odds *odds, const char *message);

/* The weight of the branch being run: its own share, with what merged into its stage.
 * Not in value mode (1). */
void adj_odds_weight(const adj_odds *odds, adj_ratio *out);

/* --- after the loop -------------------------------------------------------------- */

/* Outcomes in the order in which they were first found; in value mode those of best play. */
size_t      adj_odds_outcomes(const adj_odds *odds);
const char *adj_odds_outcome(const adj_odds *odds, size_t i, size_t *length,
                             adj_ratio *weight);
uint64_t    adj_odds_branches(const adj_odds *odds);    /* runs of the procedure */
/* The branches there would have been without merging. */
void        adj_odds_unmerged(const adj_odds *odds, mpz_t out);
/* In value mode the value of best play, else the mean of the values given to finish. */
void        adj_odds_value(const adj_odds *odds, adj_ratio *out);
bool        adj_odds_over_budget(const adj_odds *odds);
const char *adj_odds_failed(const adj_odds *odds);      /* NULL: it did not */

#endif
