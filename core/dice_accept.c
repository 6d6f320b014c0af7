/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_accept.c -- faces as a person types them: `4 3`, `43`, `4,3`, or `=7`.
 *
 * Dice whose faces are one digit may be run together; a pair of ten-siders or a d66 is two
 * digits, together or apart; everything else needs separators. */
#include "dice_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    Source source;
    const adj_dice *dice;
    const char *at, *end;
    adj_faces *faces;
    adj_error *err;
    adj_status status;
    size_t read;                /* faces so far */
    bool apart;                 /* there are separators, or nothing to separate */
} Typed;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_separators(Typed *t)
{
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == ','))
        t->at++;
}

/* --- what is expected ------------------------------------------------------------ */

static bool one_digit(const Die *die)
{
    switch (die->writing) {
    case WRITE_TEN: case WRITE_ZERO_TEN: case WRITE_AVERAGE: return true;
    case WRITE_PERCENT: case WRITE_PERCENT_ZERO: case WRITE_DIGITS: return false;
    case WRITE_NUMBER: break;
    }
    return die_lowest(die) >= 0 && die_highest(die) <= 9;
}

/* The die as it stands in the notation: of a list that is drawn from, the whole of it. */
static const Die *whole(const Die *die)
{
    return die->whole != NULL ? die->whole : die;
}

static bool two_digits(const Die *die)
{
    return die->writing == WRITE_PERCENT || die->writing == WRITE_PERCENT_ZERO ||
           die->writing == WRITE_DIGITS;
}

/* "only 1 given; expected 2 faces of d6 (1 to 6), or the result alone as =N" */
static bool refuse(Typed *t, const Die *die, const char *what)
{
    char faces[160], die_text[96];

    adj_die_describe(whole(die), die_text, sizeof die_text);
    if (die->whole != NULL)             /* a list reads as "the die {1,2,5}" */
        snprintf(faces, sizeof faces, "%zu drawn from the list %s%s", t->dice->count,
                 strchr(die_text, '{'), one_digit(whole(die)) ? "" : ", with spaces between");
    else if (t->dice->count == 1)
        snprintf(faces, sizeof faces, "the face of %s", die_text);
    else
        snprintf(faces, sizeof faces, "%zu faces%s of %s%s", t->dice->count,
                 adj_dice_may_throw_again(t->dice) ? " and those thrown again" : "", die_text,
                 one_digit(die) || two_digits(die) ? "" : ", with spaces between");
    t->status = adj_error_set(t->err, ADJ_EINVAL, "%s; expected %s, or the result alone as =N",
                              what, faces);
    return false;
}

static bool refuse_face(Typed *t, const Die *die, const char *start, size_t n)
{
    char what[64], face[21];
    const char *why = "is not a face of the die";

    snprintf(face, sizeof face, "%.*s", (int)(n < 20 ? n : 20), start);
    if (die->whole != NULL)
        why = adj_die_has(die->whole, strtoll(face, NULL, 10)) ? "is not left in the list"
                                                               : "is not in the list";
    snprintf(what, sizeof what, "%s %s", face, why);
    for (char *c = what; *c != '\0'; c++)
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~')
            *c = '?';
    return refuse(t, die, what);
}

/* --- reading --------------------------------------------------------------------- */

/* The digits of one die of two digits, which may stand apart. */
static bool read_two(Typed *t, const Die *die, int64_t *face)
{
    const char *start = t->at;
    int64_t n = 0;
    int digits = 0;

    if (die->writing == WRITE_PERCENT && t->end - t->at >= 3 && memcmp(t->at, "100", 3) == 0 &&
        (t->end - t->at == 3 || !is_digit(t->at[3]))) {
        t->at += 3;
        *face = 100;
        return true;
    }
    for (; digits < 2 && t->at < t->end && is_digit(*t->at); digits++) {
        n = n * 10 + (*t->at++ - '0');
        if (digits == 0)
            skip_separators(t);
    }
    if (digits < 2)
        return refuse_face(t, die, start, (size_t)(t->end - start));
    *face = n == 0 && die->writing == WRITE_PERCENT ? 100 : n;
    return adj_die_has(die, *face) || refuse_face(t, die, start, (size_t)(t->at - start));
}

static bool read_face(Typed *t, const Die *die, int64_t *face)
{
    const char *start, *stop;
    bool minus;
    int64_t n = 0;

    skip_separators(t);
    start = t->at;
    if (two_digits(die))
        return read_two(t, die, face);
    minus = start < t->end && *start == '-';
    stop = minus ? start + 1 : start;
    while (stop < t->end && is_digit(*stop))
        stop++;
    if (stop == start + minus) {
        while (stop < t->end && *stop != ' ' && *stop != ',' && *stop != '\t')
            stop++;
        return refuse_face(t, die, start, (size_t)(stop - start));
    }
    if (die->writing == WRITE_TEN && t->apart && stop - start == 2 &&
        memcmp(start, "10", 2) == 0) {
        t->at = stop;                           /* 10 in full; together it is a 1 and a 0 */
        *face = 10;
        return true;
    }
    if (one_digit(whole(die)) && !minus)
        stop = start + 1;
    for (const char *c = start + minus; c < stop; c++) {
        n = n * 10 + (*c - '0');
        if (n > ADJ_DICE_NUMBER)
            return refuse_face(t, die, start, (size_t)(stop - start));
    }
    *face = minus ? -n : n;
    if (die->writing == WRITE_TEN && n == 0 && !minus)
        *face = 10;
    if (!adj_die_has(die, *face))
        return refuse_face(t, die, start, (size_t)(stop - start));
    t->at = stop;
    return true;
}

static bool typed_faces(Source *source, const Die *die, size_t n, int64_t *out)
{
    Typed *t = (Typed *)source;

    for (size_t i = 0; i < n; i++) {
        char what[96];
        skip_separators(t);
        if (t->at == t->end) {
            if (t->read == 0)
                snprintf(what, sizeof what, "no faces given");
            else if (t->read >= t->dice->count)
                snprintf(what, sizeof what, "%zu given, and %zu more %s thrown again", t->read,
                         n - i, n - i == 1 ? "is" : "are");
            else
                snprintf(what, sizeof what, "only %zu given", t->read);
            return refuse(t, die, what);
        }
        if (!read_face(t, die, &out[i]))
            return false;
        t->read++;
        if (t->faces->n == t->faces->room) {
            size_t room = t->faces->room == 0 ? 16 : 2 * t->faces->room;
            int64_t *grown = realloc(t->faces->face, room * sizeof *grown);
            if (grown == NULL) {
                t->status = adj_error_set(t->err, ADJ_ENOMEM, "out of memory");
                return false;
            }
            t->faces->face = grown;
            t->faces->room = room;
        }
        t->faces->face[t->faces->n++] = out[i];
    }
    return true;
}

static const Die *first_die(const adj_dice *dice)
{
    for (size_t i = 0; i < dice->n_nodes; i++)
        if (dice->nodes[i].kind == NODE_POOL)
            return &dice->nodes[i].pool.die;
    return NULL;
}

/* --- the result alone ------------------------------------------------------------ */

static adj_status accept_total(adj_dice *dice, const char *at, const char *end,
                               int64_t *total, adj_error *err)
{
    const adj_dist *dist;
    adj_status status;
    bool minus = false;
    const char *digits;
    int64_t n = 0;

    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (at < end && (*at == '-' || *at == '+'))
        minus = *at++ == '-';
    for (digits = at; at < end && is_digit(*at) && at - digits < 18; at++)
        n = n * 10 + (*at - '0');
    if (at == digits || at < end)
        return adj_error_set(err, ADJ_EINVAL, "expected a whole number after =, from %lld to %lld",
                             (long long)dice->least, (long long)dice->greatest);
    n = minus ? -n : n;
    if ((status = adj_dice_dist(dice, NULL, &dist, err)) != ADJ_OK)
        return status;
    if (adj_dist_find(dist, n) == adj_dist_size(dist))
        return adj_error_set(err, ADJ_EINVAL, "%.60s cannot give %lld; expected %s%lld to %lld",
                             dice->text, (long long)n,
                             n >= dice->least && n <= dice->greatest ? "another result, " : "",
                             (long long)dice->least, (long long)dice->greatest);
    *total = n;
    return ADJ_OK;
}

adj_status adj_dice_accept(adj_dice *dice, const char *text, size_t length,
                           adj_faces *faces, int64_t *total, adj_error *err)
{
    Typed t = { .source = { typed_faces }, .dice = dice, .at = text, .end = text + length,
                .faces = faces, .err = err, .status = ADJ_OK };
    size_t before = faces->n;

    while (t.end > t.at && (t.end[-1] == ' ' || t.end[-1] == '\t' || t.end[-1] == ','))
        t.end--;
    skip_separators(&t);
    if (t.at < t.end && *t.at == '=')
        return accept_total(dice, t.at + 1, t.end, total, err);
    t.apart = dice->count == 1;
    for (const char *c = t.at; c < t.end; c++)
        t.apart |= *c == ' ' || *c == ',' || *c == '\t';
    if (!adj_dice_run(dice, &t.source, total)) {
        faces->n = before;
        return t.status;
    }
    skip_separators(&t);
    if (t.at < t.end) {
        const Die *die = first_die(dice);
        char what[64];
        faces->n = before;
        if (die == NULL)
            return adj_error_set(err, ADJ_EINVAL, "%.60s throws no dice; expected an empty line",
                                 dice->text);
        snprintf(what, sizeof what, "more than %zu given", t.read);
        refuse(&t, die, what);
        return t.status;
    }
    return ADJ_OK;
}
