/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "chart.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    adj_axis_kind kind;
    bool clamp;
    adj_favour favour;
    int count;
    adj_band *bands;            /* in printed order; key and label are ours */
    int *sorted;                /* ranges: by low */
} axis;

struct adj_chart {
    axis sides[2];
    int cells;
    uint8_t *sources;
};

/* --- checking ------------------------------------------------------------------------- */

static const char *side_word(adj_chart_side side)
{
    return side == ADJ_CHART_ROWS ? "row" : "column";
}

/* "row 3", or "row 3 (up to 7)" */
static const char *band_name(const adj_axis *a, adj_chart_side side, int i, char *out, size_t size)
{
    const char *label = a->bands[i].label != NULL ? a->bands[i].label : a->bands[i].key;

    if (label != NULL)
        snprintf(out, size, "%s %d (%.40s)", side_word(side), i + 1, label);
    else
        snprintf(out, size, "%s %d", side_word(side), i + 1);
    return out;
}

static int compare_low(const void *a, const void *b, void *context)
{
    const adj_band *bands = context;
    int64_t x = bands[*(const int *)a].low, y = bands[*(const int *)b].low;
    return (x > y) - (x < y);
}

static adj_status check_ranges(const adj_axis *a, adj_chart_side side, int *sorted, adj_error *err)
{
    char one[80], two[80];

    for (int i = 0; i < a->count; i++) {
        sorted[i] = i;
        if (a->bands[i].low > a->bands[i].high)
            return adj_error_set(err, ADJ_EINVAL, "%s is empty: it would go from %" PRId64
                                 " to %" PRId64, band_name(a, side, i, one, sizeof one),
                                 a->bands[i].low, a->bands[i].high);
    }
    qsort_r(sorted, (size_t)a->count, sizeof *sorted, compare_low, (void *)a->bands);
    for (int i = 1; i < a->count; i++) {
        const adj_band *below = &a->bands[sorted[i - 1]], *above = &a->bands[sorted[i]];
        band_name(a, side, sorted[i - 1], one, sizeof one);
        band_name(a, side, sorted[i], two, sizeof two);
        if (above->low <= below->high)
            return adj_error_set(err, ADJ_EINVAL, "%s and %s overlap at %" PRId64, one, two,
                                 above->low == INT64_MIN ? below->high : above->low);
        if (above->low - 1 == below->high)
            continue;
        if (above->low - 2 == below->high)
            return adj_error_set(err, ADJ_EINVAL, "between %s and %s there is nothing for %" PRId64,
                                 one, two, below->high + 1);
        return adj_error_set(err, ADJ_EINVAL, "between %s and %s there is nothing for %" PRId64
                             " to %" PRId64, one, two, below->high + 1, above->low - 1);
    }
    return ADJ_OK;
}

static adj_status check_keys(const adj_axis *a, adj_chart_side side, adj_error *err)
{
    char one[80], two[80];

    for (int i = 0; i < a->count; i++) {
        if (a->bands[i].key == NULL)
            return adj_error_set(err, ADJ_EINVAL, "%s has no key",
                                 band_name(a, side, i, one, sizeof one));
        for (int k = 0; k < i; k++)
            if (strcmp(a->bands[i].key, a->bands[k].key) == 0)
                return adj_error_set(err, ADJ_EINVAL, "%s and %s have the same key",
                                     band_name(a, side, k, one, sizeof one),
                                     band_name(a, side, i, two, sizeof two));
    }
    return ADJ_OK;
}

static adj_status check_odds(const adj_axis *a, adj_chart_side side, adj_error *err)
{
    char one[80];

    for (int i = 0; i < a->count; i++) {
        const adj_band *b = &a->bands[i], *before = i > 0 ? &a->bands[i - 1] : b;
        if (b->num <= 0 || b->den <= 0)
            return adj_error_set(err, ADJ_EINVAL, "%s: odds have two positive numbers",
                                 band_name(a, side, i, one, sizeof one));
        if (i > 0 && (int64_t)before->num * b->den >= (int64_t)b->num * before->den)
            return adj_error_set(err, ADJ_EINVAL, "%s: odds must rise from one to the next",
                                 band_name(a, side, i, one, sizeof one));
    }
    return ADJ_OK;
}

static adj_status check_axis(const adj_axis *a, adj_chart_side side, int *sorted, adj_error *err)
{
    switch (a->kind) {
    case ADJ_AXIS_RANGES: return check_ranges(a, side, sorted, err);
    case ADJ_AXIS_KEYS:   return check_keys(a, side, err);
    case ADJ_AXIS_ODDS:   return check_odds(a, side, err);
    }
    return ADJ_EINVAL;
}

/* --- making --------------------------------------------------------------------------- */

/* A copy of `text` (NULL stays NULL); *failed is set when there is no memory for it. */
static char *copy_text(const char *text, bool *failed)
{
    char *copy = text != NULL ? strdup(text) : NULL;

    *failed = *failed || (text != NULL && copy == NULL);
    return copy;
}

static adj_status copy_axis(axis *to, const adj_axis *from, adj_chart_side side, adj_error *err)
{
    bool failed = false;

    if (from->count < 1 || from->count > ADJ_BANDS_MOST)
        return adj_error_set(err, ADJ_EINVAL, "a chart has 1 to %d %ss, not %d", ADJ_BANDS_MOST,
                             side_word(side), from->count);
    to->kind = from->kind;
    to->clamp = from->clamp;
    to->favour = from->favour;
    to->bands = calloc((size_t)from->count, sizeof *to->bands);
    to->sorted = calloc((size_t)from->count, sizeof *to->sorted);
    if (to->bands == NULL || to->sorted == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    for (int i = 0; i < from->count; i++) {
        to->bands[i] = from->bands[i];
        to->bands[i].key = copy_text(from->bands[i].key, &failed);
        to->bands[i].label = copy_text(from->bands[i].label, &failed);
        to->count = i + 1;
    }
    if (failed)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    return check_axis(from, side, to->sorted, err);
}

adj_status adj_chart_new(const adj_axis *rows, const adj_axis *cols, adj_chart **out,
                         adj_error *err)
{
    static const adj_band any = { .low = INT64_MIN, .high = INT64_MAX };
    static const adj_axis single = { .kind = ADJ_AXIS_RANGES, .count = 1, .bands = &any };
    adj_chart *chart = calloc(1, sizeof *chart);
    adj_status status;

    *out = NULL;
    if (chart == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    if ((status = copy_axis(&chart->sides[0], rows, ADJ_CHART_ROWS, err)) != ADJ_OK)
        goto done;
    status = copy_axis(&chart->sides[1], cols != NULL ? cols : &single, ADJ_CHART_COLS, err);
    if (status != ADJ_OK)
        goto done;
    chart->cells = chart->sides[0].count * chart->sides[1].count;
    chart->sources = calloc((size_t)chart->cells, sizeof *chart->sources);
    if (chart->sources == NULL) {
        status = adj_error_set(err, ADJ_ENOMEM, "out of memory");
        goto done;
    }
    *out = chart;
    chart = NULL;
done:
    adj_chart_free(chart);
    return status;
}

void adj_chart_free(adj_chart *chart)
{
    if (chart == NULL)
        return;
    for (int side = 0; side < 2; side++) {
        axis *a = &chart->sides[side];
        for (int i = 0; i < a->count; i++) {
            free((char *)a->bands[i].key);
            free((char *)a->bands[i].label);
        }
        free(a->bands);
        free(a->sorted);
    }
    free(chart->sources);
    free(chart);
}

/* --- looking up ----------------------------------------------------------------------- */

int adj_chart_count(const adj_chart *chart, adj_chart_side side)
{
    return chart->sides[side].count;
}

adj_axis_kind adj_chart_kind(const adj_chart *chart, adj_chart_side side)
{
    return chart->sides[side].kind;
}

void adj_chart_span(const adj_chart *chart, adj_chart_side side, int64_t *low, int64_t *high)
{
    const axis *a = &chart->sides[side];

    *low = a->bands[a->sorted[0]].low;
    *high = a->bands[a->sorted[a->count - 1]].high;
}

void adj_chart_range(const adj_chart *chart, adj_chart_side side, int position, int64_t *low,
                     int64_t *high)
{
    *low = chart->sides[side].bands[position].low;
    *high = chart->sides[side].bands[position].high;
}

int adj_chart_by_number(const adj_chart *chart, adj_chart_side side, int64_t value)
{
    const axis *a = &chart->sides[side];
    int64_t lowest, highest;
    int low = 0, high = a->count - 1;

    if (a->kind != ADJ_AXIS_RANGES)
        return -1;
    adj_chart_span(chart, side, &lowest, &highest);
    if (value < lowest)
        return a->clamp ? a->sorted[0] : -1;
    if (value > highest)
        return a->clamp ? a->sorted[a->count - 1] : -1;
    while (low < high) {                    /* the last range that starts at or below value */
        int middle = low + (high - low + 1) / 2;
        if (a->bands[a->sorted[middle]].low <= value)
            low = middle;
        else
            high = middle - 1;
    }
    return a->sorted[low];
}

int adj_chart_by_key(const adj_chart *chart, adj_chart_side side, const char *key)
{
    const axis *a = &chart->sides[side];

    if (a->kind == ADJ_AXIS_RANGES)
        return -1;
    for (int i = 0; i < a->count; i++)
        if (a->bands[i].key != NULL && strcmp(a->bands[i].key, key) == 0)
            return i;
    return -1;
}

/* The sign of first/second - num/den. */
static int compare_odds(int64_t first, int64_t second, const adj_band *band)
{
    /* 2^31 * 2^31 at most: by_odds refuses larger numbers */
    int64_t left = first * band->den, right = second * band->num;
    return (left > right) - (left < right);
}

int adj_chart_by_odds(const adj_chart *chart, adj_chart_side side, int64_t first, int64_t second)
{
    const axis *a = &chart->sides[side];
    int below = -1, above = a->count;       /* the last at or below, the first at or above */

    if (a->kind != ADJ_AXIS_ODDS || first < 0 || second < 0 || first > INT32_MAX
        || second > INT32_MAX || (second == 0 && (first == 0 || !a->clamp)))
        return -1;
    for (int i = 0; i < a->count; i++) {
        int order = compare_odds(first, second, &a->bands[i]);
        if (order >= 0)
            below = i;
        if (order <= 0 && above == a->count)
            above = i;
    }
    if (a->favour == ADJ_FAVOUR_SMALLER && first < second)
        return above < a->count ? above : a->count - 1;
    if (below < 0)
        return a->clamp ? 0 : -1;
    return below;
}

int adj_chart_shift(const adj_chart *chart, adj_chart_side side, int position, int64_t by)
{
    int last = chart->sides[side].count - 1;

    if (by > last - position)
        return last;
    if (by < -position)
        return 0;
    return position + (int)by;
}

int adj_chart_cells(const adj_chart *chart)
{
    return chart->cells;
}

adj_provenance adj_chart_source(const adj_chart *chart, int cell)
{
    assert(cell >= 0 && cell < chart->cells);
    return (adj_provenance)chart->sources[cell];
}

void adj_chart_set_source(adj_chart *chart, int cell, adj_provenance source)
{
    assert(cell >= 0 && cell < chart->cells);
    chart->sources[cell] = (uint8_t)source;
}
