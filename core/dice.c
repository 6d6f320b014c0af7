/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice.c -- the life of dice, and how they are said to a person. */
#include "dice_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void adj_dice_free(adj_dice *dice)
{
    if (dice == NULL)
        return;
    adj_dist_free(dice->dist);
    free(dice);
}

const char *adj_dice_text(const adj_dice *dice)
{
    return dice->text;
}

size_t adj_dice_count(const adj_dice *dice)
{
    return dice->count;
}

bool adj_dice_may_throw_again(const adj_dice *dice)
{
    for (size_t i = 0; i < dice->n_nodes; i++)
        if (dice->nodes[i].kind == NODE_POOL &&
            (dice->nodes[i].pool.explode.kind != TEST_NONE ||
             dice->nodes[i].pool.reroll.kind != TEST_NONE))
            return true;
    return false;
}

void adj_dice_range(const adj_dice *dice, int64_t *least, int64_t *greatest)
{
    *least = dice->least;
    *greatest = dice->greatest;
}

/* --- words ----------------------------------------------------------------------- */

typedef struct { char *text; size_t size, n; } Out;     /* n: what it would be uncut */

__attribute__((format(printf, 2, 3)))
static void say(Out *out, const char *format, ...)
{
    size_t left = out->n < out->size ? out->size - out->n : 0;
    va_list args;

    va_start(args, format);
    out->n += (size_t)vsnprintf(left > 0 ? out->text + out->n : NULL, left, format, args);
    va_end(args);
}

static void say_list(Out *out, const Die *die)
{
    for (uint32_t i = 0; i < die->sides; i++) {
        if (i == 12) {
            say(out, ",...");
            return;
        }
        say(out, i == 0 ? "%lld" : ",%lld", (long long)die->list[i]);
    }
}

void adj_die_describe(const Die *die, char *text, size_t size)
{
    Out out = { text, size, 0 };

    switch (die->writing) {
    case WRITE_TEN: say(&out, "d10 (1 to 10, 0 is 10)"); return;
    case WRITE_ZERO_TEN: say(&out, "d10z (0 to 9)"); return;
    case WRITE_PERCENT: say(&out, "d%% (01 to 99, 00 is 100)"); return;
    case WRITE_PERCENT_ZERO: say(&out, "d%%z (00 to 99)"); return;
    case WRITE_DIGITS: say(&out, "d66 (11 to 66, each digit 1 to 6)"); return;
    case WRITE_AVERAGE: say(&out, "the averaging die (2,3,3,4,4,5)"); return;
    case WRITE_NUMBER: break;
    }
    if (die->list != NULL) {
        say(&out, "the die {");
        say_list(&out, die);
        say(&out, "}");
    } else {
        say(&out, "d%lld (%lld to %lld)", (long long)die_highest(die),
            (long long)die_lowest(die), (long long)die_highest(die));
    }
}

static void say_die(Out *out, const Die *die, bool many)
{
    static const char *const words[] = {
        [2] = "two", [3] = "three", [4] = "four", [5] = "five", [6] = "six", [8] = "eight",
        [10] = "ten", [12] = "twelve", [20] = "twenty",
    };
    const char *dice = many ? "dice" : "die";

    switch (die->writing) {
    case WRITE_TEN: say(out, "ten-sided %s, 0 counting as 10", dice); return;
    case WRITE_ZERO_TEN: say(out, "ten-sided %s, 0 counting as 0", dice); return;
    case WRITE_PERCENT:
        say(out, "%s of ten-sided dice, tens first, 00 counting as 100", many ? "pairs" : "pair");
        return;
    case WRITE_PERCENT_ZERO:
        say(out, "%s of ten-sided dice, tens first, 00 counting as 0", many ? "pairs" : "pair");
        return;
    case WRITE_DIGITS:
        say(out, "%s of six-sided dice, tens first", many ? "pairs" : "pair");
        return;
    case WRITE_AVERAGE: say(out, "averaging %s (2,3,3,4,4,5)", dice); return;
    case WRITE_NUMBER: break;
    }
    if (die->list != NULL) {
        say(out, "%s with faces ", dice);
        say_list(out, die);
    } else if (die->sides < sizeof words / sizeof *words && words[die->sides] != NULL &&
               die->first == 1) {
        say(out, "%s-sided %s", words[die->sides], dice);
    } else {
        say(out, "%s with faces %lld to %lld", dice, (long long)die_lowest(die),
            (long long)die_highest(die));
    }
}

static void say_count(Out *out, uint32_t n)
{
    static const char *const words[] = {
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    };

    if (n < sizeof words / sizeof *words)
        say(out, "%s ", words[n]);
    else
        say(out, "%u ", n);
}

size_t adj_dice_prompt(const adj_dice *dice, char *text, size_t size)
{
    Out out = { text, size, 0 };
    bool first = true;

    if (size > 0)
        *text = '\0';
    for (size_t i = 0; i < dice->n_nodes; i++) {
        const Pool *pool = &dice->nodes[i].pool;
        if (dice->nodes[i].kind != NODE_POOL)
            continue;
        if (!first)
            say(&out, " and ");
        first = false;
        say_count(&out, pool->count);
        if (pool->draw) {
            say(&out, "drawn from ");
            say_list(&out, &pool->die);
        } else {
            say_die(&out, &pool->die, pool->count != 1);
        }
    }
    if (first)
        say(&out, "no dice");
    say(&out, " (%s)", dice->text);
    return out.n;
}
