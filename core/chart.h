/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/chart.h -- printed tables: from a row and a column to the number of a cell.
 *
 * A chart has one axis of rows and one of columns, each made of bands: ranges of whole numbers
 * (with open ends), keys, or odds. What stands in a cell is the owner's; the chart gives it a
 * number, row * columns + column in printed order, and keeps where it comes from. */
#ifndef ADJ_CHART_H
#define ADJ_CHART_H

#include "adj.h"

typedef enum {
    ADJ_PRINTED,        /* as the rulebook prints it */
    ADJ_INFERRED,       /* implied by one of its examples */
    ADJ_HOUSE           /* ours, because the source is silent, or a house rule */
} adj_provenance;

/* One row or column. `label` names it in messages and may be NULL. */
typedef struct {
    int64_t low, high;          /* ranges: INT64_MIN and INT64_MAX are open ends */
    const char *key;            /* keys */
    int32_t num, den;           /* odds num : den, both positive */
    const char *label;
} adj_band;

typedef enum { ADJ_AXIS_RANGES, ADJ_AXIS_KEYS, ADJ_AXIS_ODDS } adj_axis_kind;
typedef enum {
    ADJ_FAVOUR_DEFENDER,        /* down to the next column that is printed */
    ADJ_FAVOUR_SMALLER          /* towards 1:1 */
} adj_favour;

typedef struct {
    adj_axis_kind kind;
    bool clamp;                 /* values beyond the ends count as the ends */
    adj_favour favour;          /* odds */
    int count;                  /* 1..ADJ_BANDS_MOST */
    const adj_band *bands;      /* in printed order */
} adj_axis;

#define ADJ_BANDS_MOST 1000

typedef struct adj_chart adj_chart;

/* A chart of these axes; `cols` may be NULL for a single column. Everything is copied.
 * ADJ_EINVAL, with the row or column named, for a hole between ranges, ranges that overlap or
 * are empty, a key or odds given twice, odds out of order. */
adj_status adj_chart_new(const adj_axis *rows, const adj_axis *cols, adj_chart **out,
                         adj_error *err);
void adj_chart_free(adj_chart *chart);                      /* NULL is fine */

typedef enum { ADJ_CHART_ROWS, ADJ_CHART_COLS } adj_chart_side;

int adj_chart_count(const adj_chart *chart, adj_chart_side side);
adj_axis_kind adj_chart_kind(const adj_chart *chart, adj_chart_side side);

/* The row or column (0-based, printed order) of a number, a key, or odds of first : second;
 * -1 when there is none or the axis is of another kind. Odds need second > 0, or first > 0 and
 * a clamped axis; odds columns can be found by their key "3:1" too. */
int adj_chart_by_number(const adj_chart *chart, adj_chart_side side, int64_t value);
int adj_chart_by_key(const adj_chart *chart, adj_chart_side side, const char *key);
int adj_chart_by_odds(const adj_chart *chart, adj_chart_side side, int64_t first, int64_t second);

/* `by` rows or columns further in printed order, stopping at the ends. */
int adj_chart_shift(const adj_chart *chart, adj_chart_side side, int position, int64_t by);

/* The lowest and highest number that the ranges hold. */
void adj_chart_span(const adj_chart *chart, adj_chart_side side, int64_t *low, int64_t *high);
/* The numbers of one range. */
void adj_chart_range(const adj_chart *chart, adj_chart_side side, int position, int64_t *low,
                     int64_t *high);

int adj_chart_cells(const adj_chart *chart);
adj_provenance adj_chart_source(const adj_chart *chart, int cell);
void adj_chart_set_source(adj_chart *chart, int cell, adj_provenance source);

#endif
