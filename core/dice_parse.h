/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_parse.h -- what the three files of the dice parser share: dice_parse.c (sums
 * and the whole), dice_pool.c (one pool) and dice_limits.c (ranges and sizes). */
#ifndef ADJ_DICE_PARSE_H
#define ADJ_DICE_PARSE_H

#include "dice_internal.h"

/* Everything is parsed into arrays on the stack and copied into one block at the end. */
typedef struct {
    const char *text, *at, *end;
    adj_error *err;
    adj_status status;
    int depth;
    size_t n_nodes, n_numbers, n_each;
    Node nodes[MAX_NODES];
    int64_t numbers[MAX_NUMBERS];
    Each each[4 * MAX_EACH];
} Parser;

/* Remember the first thing that is wrong, and answer false. */
bool adj_parse_bad_at(Parser *p, const char *where, adj_status status, const char *what);
bool adj_parse_bad(Parser *p, const char *what);

void adj_parse_skip_blanks(Parser *p);
char adj_parse_peek(Parser *p);         /* the next that is not blank, in lower case */
/* Takes `word` if it comes next, in any case. A word of letters does not need a gap. */
bool adj_parse_take(Parser *p, const char *word);
bool adj_parse_is_digit(char c);
bool adj_parse_number(Parser *p, int64_t *out);
bool adj_parse_want_number(Parser *p, const char *what, int64_t *out);

/* A pool from its die on; `count` was read at `where`. */
bool adj_parse_pool(Parser *p, const char *where, int64_t count);
uint32_t adj_die_faces_that(const Die *die, Test test);    /* how many meet the test */
Node *adj_parse_add_node(Parser *p, NodeKind kind);       /* NULL: too many, complained of */

/* The range of one die's value before and after the map; false when far too large. */
bool adj_pool_value_range(const Pool *pool, int64_t raw[2], int64_t mapped[2]);
bool adj_parse_check_pool(Parser *p, const char *where, Pool *pool);
bool adj_parse_check_versus(Parser *p, const char *where, const Pool *a, const Pool *b);
/* Sets the range of the total; false when it cannot be told exactly. */
bool adj_parse_find_range(const Parser *p, adj_dice *dice);

#endif
