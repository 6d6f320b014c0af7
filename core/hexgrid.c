/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "hexgrid.h"

#include <stdio.h>
#include <string.h>

/* --- offset coordinates ---------------------------------------------------------------- */

/* How far line `n` (a row or column) is shoved in whole hexes, relative to axial coordinates. */
static int32_t shove(int32_t n, bool even)
{
    int32_t odd = n & 1;                    /* 1 for -1 too */
    return even ? (n + odd) / 2 : (n - odd) / 2;
}

adj_offset adj_hex_to_offset(adj_hex_layout layout, adj_hex hex)
{
    if (layout.flat_top)
        return (adj_offset){ hex.q, hex.r + shove(hex.q, layout.even) };
    return (adj_offset){ hex.q + shove(hex.r, layout.even), hex.r };
}

adj_hex adj_hex_from_offset(adj_hex_layout layout, adj_offset at)
{
    if (layout.flat_top)
        return (adj_hex){ at.col, at.row - shove(at.col, layout.even) };
    return (adj_hex){ at.col - shove(at.row, layout.even), at.row };
}

/* --- labels ------------------------------------------------------------------------------ */

enum { MOST_LETTERS = 32, MOST_NUMBER = 999999999 };

/* Letters for n >= 1, written backwards from the end of `end`; NULL when there is no room. */
static char *letters(int64_t n, adj_label_kind kind, char *end, char *start)
{
    *--end = '\0';
    if (kind == ADJ_LABEL_DOUBLED) {
        int64_t times = (n - 1) / 26 + 1;
        if (times > MOST_LETTERS || end - start < times)
            return NULL;
        for (int64_t i = 0; i < times; i++)
            *--end = (char)('A' + (n - 1) % 26);
        return end;
    }
    for (; n > 0; n = (n - 1) / 26) {
        if (end == start)
            return NULL;
        *--end = (char)('A' + (n - 1) % 26);
    }
    return end;
}

static int count_digits(int64_t n)
{
    int count = 1;
    for (; n >= 10; n /= 10)
        count++;
    return count;
}

/* Two numbers without a gap can only be told apart when they have a width. */
static int label_digits(const adj_label_scheme *scheme)
{
    int least = scheme->kind == ADJ_LABEL_DIGITS ? 1 : 0;

    return scheme->digits > 9 ? 9 : scheme->digits < least ? least : scheme->digits;
}

/* The counted column and row of a hex, from 0. Slanted lines are those of an axis: along one of
 * them r (with pointy tops q) stays the same, along one of the other kind q + r. */
static adj_offset counted(const adj_label_scheme *scheme, adj_hex hex)
{
    if (scheme->slant == ADJ_SLANT_NONE)
        return adj_hex_to_offset(scheme->layout, hex);
    if (scheme->layout.flat_top)
        return (adj_offset){ hex.q, scheme->slant == ADJ_SLANT_UP ? hex.q + hex.r : hex.r };
    return (adj_offset){ scheme->slant == ADJ_SLANT_UP ? hex.q + hex.r : hex.q, hex.r };
}

static adj_hex from_counted(const adj_label_scheme *scheme, adj_offset at)
{
    if (scheme->slant == ADJ_SLANT_NONE)
        return adj_hex_from_offset(scheme->layout, at);
    if (scheme->slant == ADJ_SLANT_DOWN)
        return (adj_hex){ at.col, at.row };
    if (scheme->layout.flat_top)
        return (adj_hex){ at.col, at.row - at.col };
    return (adj_hex){ at.col - at.row, at.row };
}

static void swap(int64_t *a, int64_t *b)
{
    int64_t kept = *a;

    *a = *b;
    *b = kept;
}

adj_status adj_label_format(const adj_label_scheme *scheme, adj_hex hex, char out[ADJ_LABEL_SIZE])
{
    adj_offset at = counted(scheme, hex);
    int64_t col = (int64_t)at.col + scheme->first_col;
    int64_t row = scheme->first_row + (scheme->rows_up ? -(int64_t)at.row : (int64_t)at.row);
    int digits = label_digits(scheme);
    char buffer[MOST_LETTERS + 1], *text;

    out[0] = '\0';
    if (scheme->rows_first)
        swap(&col, &row);               /* from here on: the first part, and the second */
    if (row < 0 || row > MOST_NUMBER || col > MOST_NUMBER)
        return ADJ_ERANGE;
    if (scheme->kind == ADJ_LABEL_DIGITS) {
        if (col < 0 || count_digits(col) > digits || count_digits(row) > digits)
            return ADJ_ERANGE;
        snprintf(out, ADJ_LABEL_SIZE, "%0*d%0*d", digits, (int)col, digits, (int)row);
        return ADJ_OK;
    }
    if (col < 1 || (text = letters(col, scheme->kind, buffer + sizeof buffer, buffer)) == NULL)
        return ADJ_ERANGE;
    snprintf(out, ADJ_LABEL_SIZE, "%s%0*d", text, digits, (int)row);
    return ADJ_OK;
}

static adj_status expected(adj_error *err, const char *text, const char *at, const char *what)
{
    int column = (int)(at - text) + 1;

    adj_error_set(err, ADJ_EINVAL, "hex label \"%.40s\", column %d: expected %s", text, column, what);
    if (err != NULL)
        err->column = column;
    return ADJ_EINVAL;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Reads letters at *text into *col; moves *text behind them. */
static adj_status read_letters(adj_label_kind kind, const char *whole, const char **text,
                               int64_t *col, adj_error *err)
{
    const char *p = *text;
    int64_t n = 0;

    if (!is_letter(*p))
        return expected(err, whole, p, "a letter");
    for (; is_letter(*p); p++) {
        int letter = (*p | 32) - 'a';
        if (p - *text >= MOST_LETTERS || n > MOST_NUMBER)
            return expected(err, whole, p, "a shorter label");
        if (kind == ADJ_LABEL_LETTERS) {
            n = n * 26 + letter + 1;
        } else if (p > *text && letter != (p[-1] | 32) - 'a') {
            return expected(err, whole, p, "the same letter again, or a digit");
        } else {
            n = letter + 1 + 26 * (p - *text);
        }
    }
    *col = n;
    *text = p;
    return ADJ_OK;
}

/* Reads a number of exactly `digits` digits, or of any length up to 9 when digits is 0. */
static adj_status read_number(int digits, const char *whole, const char **text, int64_t *out,
                              adj_error *err)
{
    const char *p = *text;
    int64_t n = 0;

    for (; is_digit(*p) && p - *text < (digits > 0 ? digits : 9); p++)
        n = n * 10 + (*p - '0');
    if (p == *text || p - *text < digits)
        return expected(err, whole, p, "a digit");
    *out = n;
    *text = p;
    return ADJ_OK;
}

adj_status adj_label_parse(const adj_label_scheme *scheme, const char *text, adj_hex *out,
                           adj_error *err)
{
    int digits = label_digits(scheme);
    const char *p = text;
    int64_t col = 0, row = 0, at_col, at_row;
    adj_status status;

    if (scheme->kind == ADJ_LABEL_DIGITS)
        status = read_number(digits, text, &p, &col, err);
    else
        status = read_letters(scheme->kind, text, &p, &col, err);
    if (status != ADJ_OK)
        return status;
    /* behind letters a number may be longer than its least width */
    status = read_number(scheme->kind == ADJ_LABEL_DIGITS ? digits : 0, text, &p, &row, err);
    if (status != ADJ_OK)
        return status;
    if (*p != '\0')
        return expected(err, text, p, "the end of the label");
    if (scheme->rows_first)
        swap(&col, &row);
    at_col = col - scheme->first_col;
    at_row = scheme->rows_up ? scheme->first_row - row : row - scheme->first_row;
    if (at_col < -ADJ_HEX_MOST / 2 || at_col > ADJ_HEX_MOST / 2 || at_row < -ADJ_HEX_MOST / 2
        || at_row > ADJ_HEX_MOST / 2)
        return adj_error_set(err, ADJ_ERANGE, "hex label \"%.40s\" is far off any map", text);
    *out = from_counted(scheme, (adj_offset){ (int32_t)at_col, (int32_t)at_row });
    return ADJ_OK;
}
