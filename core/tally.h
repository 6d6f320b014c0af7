/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/tally.h -- a number with its derivation.
 *
 * A tally starts at an integer and is changed step by step; every step keeps its amount, the
 * number of the rule it comes from and the reason, so that a log can show the arithmetic line
 * by line. Between steps the value is an exact fraction; a step that scales says how the result
 * is rounded. Nothing is allocated here: the owner gives the room for the steps. */
#ifndef ADJ_TALLY_H
#define ADJ_TALLY_H

#include "adj.h"

typedef enum {
    ADJ_ROUND_EXACT,        /* keep the fraction */
    ADJ_ROUND_DOWN,         /* towards minus infinity, for negative values too */
    ADJ_ROUND_UP,           /* towards plus infinity */
    ADJ_ROUND_NEAREST,      /* a half goes up */
    ADJ_ROUND_QUARTER_UP    /* a fraction above one quarter goes up, exactly a quarter down */
} adj_rounding;

typedef enum {
    ADJ_TALLY_ADD,          /* value + amount */
    ADJ_TALLY_MULTIPLY,     /* value * amount / by, rounded */
    ADJ_TALLY_DIVIDE,       /* value / amount, rounded */
    ADJ_TALLY_ROUND,        /* rounded; no amount */
    ADJ_TALLY_CAP,          /* at most amount */
    ADJ_TALLY_FLOOR         /* at least amount */
} adj_tally_op;

/* Texts are numbers that the owner gives out; 0 is "none". */
typedef struct {
    int64_t amount;
    int32_t by;             /* the divisor of ADJ_TALLY_MULTIPLY, else 1 */
    uint32_t rule, reason;
    uint8_t op;             /* adj_tally_op */
    uint8_t rounding;       /* adj_rounding */
} adj_tally_step;

/* num / den in lowest terms, den >= 1. */
typedef struct {
    int64_t num, den;
} adj_fraction;

typedef struct {
    adj_fraction value;
    int64_t start;
    uint32_t name;          /* a text, as in the steps */
    uint32_t count, capacity;
    adj_tally_step *steps;  /* the owner's room for `capacity` steps */
} adj_tally;

/* A tally of the value `start` that keeps its steps in steps[0..capacity-1]. */
void adj_tally_init(adj_tally *tally, int64_t start, adj_tally_step *steps, uint32_t capacity);

/* Copies the steps to larger room; capacity must not be below the steps made. */
void adj_tally_move(adj_tally *tally, adj_tally_step *steps, uint32_t capacity);

/* Makes one step. ADJ_ENOMEM when the room is full (give more, try again); ADJ_ERANGE when the
 * result does not fit in 64 bits; ADJ_EINVAL for a division by zero or a negative divisor.
 * On an error nothing has changed. */
adj_status adj_tally_apply(adj_tally *tally, adj_tally_step step);

/* What `step` makes of *value, with the errors of adj_tally_apply except ADJ_ENOMEM. To show
 * the value after each step, start at {start, 1} and follow the steps. */
adj_status adj_tally_follow(adj_fraction *value, const adj_tally_step *step);

/* num/den rounded to an integer; den >= 1, not ADJ_ROUND_EXACT. */
int64_t adj_fraction_round(int64_t num, int64_t den, adj_rounding rounding);

#endif
