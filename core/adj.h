/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/adj.h -- what every module of the core shares: statuses, errors, budgets. */
#ifndef ADJ_H
#define ADJ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    ADJ_OK = 0,
    ADJ_ENOMEM,     /* out of memory */
    ADJ_EINVAL,     /* an argument or a text that cannot be meant */
    ADJ_ERANGE,     /* a number outside what its place can hold */
    ADJ_ENOTFOUND,  /* no such thing */
    ADJ_EDEAD,      /* the entity was eliminated, or its creation was rolled back */
    ADJ_EIO,        /* reading, writing or syncing failed */
    ADJ_EDAMAGED,   /* a file is not what was written */
    ADJ_EVERSION,   /* a file of a newer version of the program */
    ADJ_ELOCKED,    /* another process holds it */
    ADJ_ELIMIT,     /* a budget ran out */
    ADJ_ECANCEL     /* the person interrupted */
} adj_status;

/* Why something failed, for a person. `text` is one line without a full stop. */
typedef struct {
    adj_status status;
    int line, column;       /* 1-based place in a text, 0 when there is none */
    char text[400];
} adj_error;

/* Fills *err (NULL is fine) and returns `status`, so that it can end a function. */
adj_status adj_error_set(adj_error *err, adj_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The word for a status: "out of memory", "damaged", ... Never NULL. */
const char *adj_status_text(adj_status status);

/* A budget that every long loop of the core charges and polls.
 * `cancel` may be set at any time, from a signal handler too. */
typedef struct {
    uint64_t steps_left;            /* UINT64_MAX: no limit */
    const volatile int *cancel;     /* NULL: cannot be cancelled */
} adj_budget;

/* Takes `steps` off the budget (NULL is fine). ADJ_OK, ADJ_ELIMIT or ADJ_ECANCEL. */
adj_status adj_budget_charge(adj_budget *budget, uint64_t steps);

/* The greatest common divisor; of n and 0 it is n. */
static inline uint64_t adj_gcd(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* The size of a number, also of the least one. */
static inline uint64_t adj_magnitude(int64_t n)
{
    return n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
}

/* A 128-bit value that is compared and added, never read by a person except in hex. */
typedef struct {
    uint64_t lo, hi;
} adj_u128;

#endif
