/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/hexgrid.h -- printed hex grids: columns and rows, and the labels on the map.
 *
 * With pointy tops whole rows are shoved half a hex to the right, every odd or every even one;
 * with flat tops whole columns are shoved half a hex down. Columns and rows may be negative. */
#ifndef ADJ_HEXGRID_H
#define ADJ_HEXGRID_H

#include "hex.h"

typedef struct {
    bool flat_top;          /* else pointy tops */
    bool even;              /* even rows (columns) are shoved, else odd ones */
} adj_hex_layout;

typedef struct {
    int32_t col, row;
} adj_offset;

adj_offset adj_hex_to_offset(adj_hex_layout layout, adj_hex hex);
adj_hex    adj_hex_from_offset(adj_hex_layout layout, adj_offset at);

typedef enum {
    ADJ_LABEL_DIGITS,       /* 0304: column, then row, each with `digits` digits */
    ADJ_LABEL_LETTERS,      /* A1 .. Z1, AA1, AB1, ... */
    ADJ_LABEL_DOUBLED       /* A1 .. Z1, AA1, BB1, ... ZZ1, AAA1, ... */
} adj_label_kind;

/* Which way the counted lines run that the layout shoves: rows with flat tops, columns with pointy
 * ones. Straight across the map, in a zigzag; or along an axis of hexes, so that going east along
 * a row (north along a column) one goes up like / or down like \ (left, along a column). */
typedef enum {
    ADJ_SLANT_NONE,
    ADJ_SLANT_UP,
    ADJ_SLANT_DOWN
} adj_label_slant;

/* How the hexes are labelled. Column 0, row 0 bears the numbers first_col, first_row (letters:
 * 1 is A). With rows_up the numbers rise towards the top of the map. With rows_first the first
 * part of a label, the letters, counts rows and the second columns. */
typedef struct {
    adj_hex_layout layout;
    adj_label_kind kind;
    int digits;             /* of a number, filled with zeros; behind letters, at least so many */
    int32_t first_col, first_row;
    bool rows_up, rows_first;
    adj_label_slant slant;
} adj_label_scheme;

enum { ADJ_LABEL_SIZE = 64 };

/* Writes the label of a hex; ADJ_ERANGE when its column or row has no label (below zero, or
 * below A, or longer than `digits` in ADJ_LABEL_DIGITS). */
adj_status adj_label_format(const adj_label_scheme *scheme, adj_hex hex, char out[ADJ_LABEL_SIZE]);

/* Reads a label, letters in either case. ADJ_EINVAL with the column and what was expected. */
adj_status adj_label_parse(const adj_label_scheme *scheme, const char *text, adj_hex *out,
                           adj_error *err);

#endif
