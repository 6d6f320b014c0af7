/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice.h -- dice written as text, thrown, typed by hand, or worked out exactly.
 *
 * `2d6+1`, `3d6kh1`, `5dav each(-2, min 0)`, `12d6c5`, `d%z`, `4d6 vs 3d6`: the notation
 * is described in docs/dice.md. One function evaluates faces; the generator, a person and
 * the enumeration of all throws only differ in where the faces come from. The exact
 * distribution is worked out separately and the tests compare the two.
 *
 * Everything that parses can be thrown AND worked out exactly: sizes for which the exact
 * distribution would be unreasonable are refused at once. */
#ifndef ADJ_DICE_H
#define ADJ_DICE_H

#include "dist.h"
#include "rng.h"

typedef struct adj_dice adj_dice;

enum {
    ADJ_DICE_TEXT = 256,            /* longest notation, in bytes */
    ADJ_DICE_COUNT = 1000,          /* dice in one pool */
    ADJ_DICE_SIDES = 1000000,       /* sides of one die */
    ADJ_DICE_NUMBER = 999999999,    /* any number written */
    ADJ_DICE_ENDLESS = 20,          /* extra throws of a die that explodes without a bound */
    ADJ_DICE_THROWS = 200000        /* different throws adj_dice_throws will list */
};

/* ADJ_EINVAL with err->column and what was expected there; ADJ_ERANGE for sizes. */
adj_status adj_dice_parse(const char *text, size_t length, adj_dice **out, adj_error *err);
void       adj_dice_free(adj_dice *dice);               /* NULL is fine */

const char *adj_dice_text(const adj_dice *dice);        /* as written; lives with the dice */
/* How many faces are thrown at first; explosions and rerolls come on top. */
size_t      adj_dice_count(const adj_dice *dice);
bool        adj_dice_may_throw_again(const adj_dice *dice);
/* The least and the greatest total. */
void        adj_dice_range(const adj_dice *dice, int64_t *least, int64_t *greatest);
/* "two six-sided dice (2d6)" into text[size], cut if need be; returns the full length. */
size_t      adj_dice_prompt(const adj_dice *dice, char *text, size_t size);

/* --- throwing -------------------------------------------------------------------- */

/* A list of faces that grows; zero it before use, free(list.face) after. */
typedef struct {
    int64_t *face;
    size_t n, room;
} adj_faces;

/* The total of one throw. Draws exactly the words that adj_dice_roll draws. */
int64_t adj_dice_total(const adj_dice *dice, adj_rng *rng);
void    adj_dice_totals(const adj_dice *dice, adj_rng *rng, int64_t *totals, size_t n);

/* As adj_dice_total, adding the faces in the order of throwing: pool by pool, all dice of
 * the pool, then in their order the extra throws these call for, and so on. */
adj_status adj_dice_roll(const adj_dice *dice, adj_rng *rng, adj_faces *faces, int64_t *total);

/* The total of given faces, as adj_dice_roll lists them. ADJ_EINVAL for a wrong count or
 * a face the die does not have. */
adj_status adj_dice_value(const adj_dice *dice, const int64_t *faces, size_t n,
                          int64_t *total, adj_error *err);

/* What a person typed: faces `4 3`, `43`, `4,3`, or `=7` for the total alone (then no
 * faces are added). ADJ_EINVAL with one sentence saying what is expected. */
adj_status adj_dice_accept(adj_dice *dice, const char *text, size_t length,
                           adj_faces *faces, int64_t *total, adj_error *err);

/* --- exactly --------------------------------------------------------------------- */

/* The distribution of the total, kept with the dice; lent until adj_dice_free. */
adj_status adj_dice_dist(adj_dice *dice, adj_budget *budget, const adj_dist **out,
                         adj_error *err);

/* All throws of the dice: throw i (from 0) is face[start[i]] .. face[start[i+1] - 1] and
 * has the chance of the value i+1 of `dist`. */
typedef struct {
    adj_dist *dist;
    int64_t *face;
    size_t *start;
    size_t n;
} adj_throws;

/* In lexicographic order. With `sorted` the dice of a throw are taken as equal: faces are
 * listed from the highest and throws that differ only in order are one (for one pool
 * without explosions, rerolls; else ADJ_EINVAL). ADJ_ERANGE past ADJ_DICE_THROWS. */
adj_status adj_dice_throws(const adj_dice *dice, bool sorted, adj_budget *budget,
                           adj_throws *out, adj_error *err);
void adj_throws_clear(adj_throws *throws);

#endif
