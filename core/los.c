/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "los.h"

#include <stdlib.h>

#include "hexmap_internal.h"

enum { ON_STACK = 129 };                /* stretches; longer lines are allocated */

typedef struct {
    const adj_hexmap *map;
    const adj_los_rule *rule;
    int64_t from, to;                   /* heights of the two ends */
} sight;

int32_t adj_los_most(int32_t distance)
{
    return adj_hex_trace_most(distance);
}

static int32_t on_map(const adj_hexmap *map, adj_hex hex)
{
    int32_t index = adj_hexmap_index(map, hex);
    return index >= 0 && map->terrain[index] != 0 ? index : -1;
}

/* Whether a hex that the line crosses around num/den of its way is too high. */
static bool too_high(const sight *s, int32_t index, int64_t num, int64_t den)
{
    int64_t top, line;

    if (index < 0)
        return true;
    top = (int64_t)adj_hexmap_height(s->map, index) + s->rule->stands[s->map->terrain[index]];
    switch (s->rule->sight) {
    case ADJ_SIGHT_SLOPE:
        top *= den;
        line = s->from * (den - num) + s->to * num;
        break;
    case ADJ_SIGHT_HIGHER:
        line = s->from > s->to ? s->from : s->to;
        break;
    case ADJ_SIGHT_LOWER:
    default:
        line = s->from < s->to ? s->from : s->to;
        break;
    }
    return s->rule->equal_blocks ? top >= line : top > line;
}

static bool side_blocks(const sight *s, adj_hex a, adj_hex b)
{
    int32_t index = adj_hexmap_index(s->map, a);
    int direction = adj_hex_towards(a, b);

    if (index < 0 || direction < 0)
        return false;
    return s->rule->side_blocks[adj_hexmap_side(s->map, index, direction)];
}

/* Whether the sides between two stretches stop the line. Where the line runs between two hexes
 * it goes through a corner: then the sides on both its flanks must be looked at. */
static bool crossing_blocked(const sight *s, const adj_hex_stretch *a, const adj_hex_stretch *b)
{
    int blocked = 0, sides = 0;

    for (int i = 0; i < a->count; i++)
        for (int k = 0; k < b->count; k++) {
            sides++;
            blocked += side_blocks(s, a->hex[i], b->hex[k]);
        }
    return s->rule->spine == ADJ_SPINE_STRICT ? blocked > 0 : blocked == sides;
}

/* Whether the hexes of the stretch stop the line. */
static bool stretch_blocked(const sight *s, const adj_hex_stretch *stretch, adj_los_step *step)
{
    int blocked = 0;

    step->count = stretch->count;
    for (int i = 0; i < stretch->count; i++) {
        step->index[i] = on_map(s->map, stretch->hex[i]);
        blocked += too_high(s, step->index[i], stretch->num, stretch->den);
    }
    if (stretch->count == 1) {
        step->index[1] = -1;
        return blocked > 0;
    }
    return s->rule->spine == ADJ_SPINE_STRICT ? blocked > 0 : blocked == 2;
}

static bool follow(const sight *s, const adj_hex_stretch *line, int32_t n, adj_los_step *steps)
{
    bool clear = true;

    for (int32_t i = 0; i < n; i++) {
        adj_los_step step;
        step.blocks = stretch_blocked(s, &line[i], &step) && i > 0 && i < n - 1;
        step.side_blocks = i > 0 && crossing_blocked(s, &line[i - 1], &line[i]);
        clear = clear && !step.blocks && !step.side_blocks;
        if (steps != NULL)
            steps[i] = step;
    }
    return clear;
}

adj_status adj_los(const adj_hexmap *map, const adj_los_rule *rule, adj_hex a, adj_hex b,
                   const int16_t eyes[2], bool *clear, adj_los_step *steps, int32_t *n)
{
    int32_t from = on_map(map, a), to = on_map(map, b), distance;
    adj_hex_stretch few[ON_STACK], *line = few;
    sight s = { .map = map, .rule = rule };
    int32_t count;

    *clear = false;
    if (from < 0 || to < 0)
        return ADJ_ENOTFOUND;
    distance = adj_hex_distance(a, b);
    if (distance > ADJ_LOS_FAR)
        return ADJ_ERANGE;
    if (adj_hex_trace_most(distance) > ON_STACK
        && (line = malloc((size_t)adj_hex_trace_most(distance) * sizeof *line)) == NULL)
        return ADJ_ENOMEM;
    s.from = (int64_t)adj_hexmap_height(map, from) + (eyes != NULL ? eyes[0] : 0);
    s.to = (int64_t)adj_hexmap_height(map, to) + (eyes != NULL ? eyes[1] : 0);
    count = adj_hex_trace(a, b, line);
    *clear = follow(&s, line, count, steps);
    if (n != NULL)
        *n = count;
    if (line != few)
        free(line);
    return ADJ_OK;
}
