/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/odds_internal.h -- what the two ways of exploring share. */
#ifndef ADJ_ODDS_INTERNAL_H
#define ADJ_ODDS_INTERNAL_H

#include "odds.h"
#include "weight.h"

/* Texts numbered from 0 in the order of coming, found by their full text. */
typedef struct {
    struct { char *text; size_t length; uint64_t hash; } *entry;
    size_t n, room;
    uint32_t *slot;             /* entry + 1, or 0; a power of two of them */
    size_t slots;
} Keys;

enum { NO_KEY = -1 };

/* The number of the text, added when it is new; NO_KEY when out of memory. */
ptrdiff_t adj_keys_add(Keys *keys, const char *text, size_t length, bool *added);
void adj_keys_clear(Keys *keys);

/* --- level by level -------------------------------------------------------------- */

typedef enum { STEP_CHANCE, STEP_MAX, STEP_MIN, STEP_STAGE } StepKind;

/* What a part of the procedure is worth: its value, its outcomes, its leaves. */
typedef struct {
    mpq_t value;
    mpz_t leaves;
    struct { uint32_t outcome; mpq_t weight; } *share;
    size_t n;
    bool refused;               /* however it goes on */
} Result;

typedef struct {
    StepKind kind;
    uint32_t index, n;
    adj_dist *dist;             /* STEP_CHANCE; a share */
    adj_weight weight;          /* of the path up to and with this answer */
    ptrdiff_t key;              /* STEP_STAGE */
    Result *result;             /* value mode: of the alternatives so far; NULL: none yet */
} Step;

/* An answer that leads to a root; `dist` is a share. */
typedef struct { uint32_t index, n; adj_dist *dist; } Answer;

/* Where branches came together: how to get there, and how much did. */
typedef struct {
    Answer *prefix;
    size_t length, stages;      /* stages that the prefix passes */
    adj_weight weight;
    mpz_t leaves;               /* unmerged branches that came here */
} Root;

typedef struct {
    Root *root;
    size_t n, room;
    Keys keys;
} Level;

struct adj_odds {
    bool value_mode, started, done, over;
    bool running, ended;        /* a branch is being run; it has come to its end */
    uint64_t budget, branches;
    const char *failed;
    char *failed_copy;

    Step *path;
    size_t length, room;        /* answers known */
    size_t cursor;              /* answers given in this run */
    size_t base;                /* length of the root's prefix */

    size_t stages;              /* passed in this run */
    Level now, next, beyond;    /* beyond: behind a boundary */
    size_t at;                  /* the root being explored, of `now` */
    size_t common;              /* answers that lead to it as they did to the one before */

    Keys outcomes;
    adj_weight *weights;        /* of the outcomes */
    size_t n_weights;
    mpz_t leaves;
    mpq_t mean;

    Keys stage_keys;            /* value mode: all stages met, and what they are worth */
    Result **worth;
    size_t worth_room;
    Result *final;
};

adj_status adj_odds_broken(adj_odds *odds, adj_error *err, adj_status status,
                           const char *what);
Step *adj_odds_push(adj_odds *odds);        /* NULL: no memory */
void adj_odds_pop(adj_odds *odds);
Root *adj_odds_level_add(Level *level);     /* NULL: no memory */
/* Of the path in front of its step `length`. */
const adj_weight *adj_odds_weight_before(const adj_odds *odds, size_t length);
adj_status adj_odds_weigh(adj_odds *odds, Step *step);

/* odds_value.c */
bool adj_odds_value_advance(adj_odds *odds);     /* false: all is done */
adj_status adj_odds_value_stage(adj_odds *odds, const char *key, size_t length, bool *go_on,
                       adj_error *err);
adj_status adj_odds_value_finish(adj_odds *odds, size_t outcome, const adj_ratio *value,
                        bool refused, adj_error *err);
void adj_odds_result_free(Result *result);

#endif
