/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_roll.c -- evaluating dice from faces: thrown, or given. */
#include "dice_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- one pool -------------------------------------------------------------------- */

/* A die in the making: its value so far, and what it may still do. */
typedef struct {
    int64_t value;
    uint32_t explosions, rerolls;
} Thrown;

/* Takes a face into the die; true when it must be thrown again. */
static bool settle(const Pool *pool, Thrown *die, int64_t face)
{
    die->value += face;
    if (die->explosions < pool->explode_bound && test_holds(pool->explode, face)) {
        die->explosions++;
        return true;
    }
    if (die->rerolls < pool->reroll_bound && test_holds(pool->reroll, die->value)) {
        die->rerolls++;
        die->value = 0;
        die->explosions = 0;
        return true;
    }
    return false;
}

/* Wave after wave: all dice, then those that are thrown again, in their order. */
static bool throw_waves(const Pool *pool, Source *source, int64_t *value)
{
    Thrown dice[ADJ_DICE_COUNT];
    uint16_t pending[ADJ_DICE_COUNT];
    size_t n = pool->count;

    for (size_t i = 0; i < n; i++) {
        dice[i] = (Thrown){ 0, 0, 0 };
        pending[i] = (uint16_t)i;
    }
    while (n > 0) {
        size_t again = 0;
        if (!source->next(source, &pool->die, n, value))
            return false;
        for (size_t i = 0; i < n; i++)
            if (settle(pool, &dice[pending[i]], value[i]))
                pending[again++] = pending[i];
        n = again;
    }
    for (size_t i = 0; i < pool->count; i++)
        value[i] = dice[i].value;
    return true;
}

static bool draw(const Pool *pool, Source *source, int64_t *value)
{
    int64_t left[MAX_NUMBERS];
    Die die = pool->die;

    memcpy(left, die.list, die.sides * sizeof *left);
    die.list = left;
    die.whole = &pool->die;
    for (uint32_t i = 0; i < pool->count; i++) {
        uint32_t at = 0;
        die.batch = 1;
        die.power = die.sides;
        if (!source->next(source, &die, 1, &value[i]))
            return false;
        while (left[at] != value[i])
            at++;
        die.sides--;
        memmove(left + at, left + at + 1, (die.sides - at) * sizeof *left);
    }
    return true;
}

static int downwards(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x < y) - (x > y);
}

static void sort_down(int64_t *value, size_t n)
{
    if (n > 24) {
        qsort(value, n, sizeof *value, downwards);
        return;
    }
    for (size_t i = 1; i < n; i++) {
        int64_t x = value[i];
        size_t j = i;
        for (; j > 0 && value[j - 1] < x; j--)
            value[j] = value[j - 1];
        value[j] = x;
    }
}

/* The values of the dice, mapped, into value[]. */
static bool throw_pool(const Pool *pool, Source *source, int64_t *value)
{
    bool waves = pool->explode.kind != TEST_NONE || pool->reroll.kind != TEST_NONE;
    bool good;

    if (pool->count == 0)
        return true;
    if (pool->draw)
        good = draw(pool, source, value);
    else if (waves)
        good = throw_waves(pool, source, value);
    else
        good = source->next(source, &pool->die, pool->count, value);
    if (good && pool->n_each > 0)
        for (uint32_t i = 0; i < pool->count; i++)
            value[i] = pool_map(pool, value[i]);
    return good;
}

/* Sums or counts what is kept of value[0..count-1], which it may reorder. */
static int64_t finish_pool(const Pool *pool, int64_t *value)
{
    size_t n = pool->count, from = 0, to = n;
    int64_t sum = 0;

    if (pool->low == 1 && pool->high == 0 && pool->hit.kind == TEST_NONE) {
        int64_t least = value[0];               /* the usual kh: all but the least */
        for (size_t i = 0; i < n; i++) {
            sum += value[i];
            least = value[i] < least ? value[i] : least;
        }
        return sum - least;
    }
    if (pool->low > 0 || pool->high > 0) {
        sort_down(value, n);
        from = pool->high;
        to = n - pool->low;
    }
    for (size_t i = from; i < to; i++)
        sum += pool->hit.kind == TEST_NONE ? value[i] : test_holds(pool->hit, value[i]);
    return sum;
}

/* --- the program ----------------------------------------------------------------- */

static int64_t compare_pools(const Pool *a, int64_t *x, const Pool *b, int64_t *y, bool ties)
{
    size_t na = a->count - a->low - a->high, nb = b->count - b->low - b->high;
    int64_t won = 0;

    sort_down(x, a->count);
    sort_down(y, b->count);
    for (size_t k = 0; k < na && k < nb; k++) {
        int64_t mine = x[a->high + k], theirs = y[b->high + k];
        won += mine > theirs || (ties && mine == theirs);
    }
    return won;
}

static bool run_versus(const adj_dice *dice, Source *source, int64_t *total)
{
    int64_t x[ADJ_DICE_COUNT], y[ADJ_DICE_COUNT];
    const Pool *a = &dice->nodes[0].pool, *b = &dice->nodes[1].pool;

    if (!throw_pool(a, source, x) || !throw_pool(b, source, y))
        return false;
    *total = compare_pools(a, x, b, y, dice->nodes[2].kind == NODE_VERSUS_TIES);
    return true;
}

/* The parser has seen to it that no step overflows. */
static inline size_t apply(const Node *node, int64_t *stack, size_t top)
{
    switch (node->kind) {
    case NODE_NUMBER: stack[top++] = node->number; break;
    case NODE_NEGATE: stack[top - 1] = -stack[top - 1]; break;
    case NODE_ADD: top--; stack[top - 1] += stack[top]; break;
    case NODE_SUBTRACT: top--; stack[top - 1] -= stack[top]; break;
    case NODE_MULTIPLY: top--; stack[top - 1] *= stack[top]; break;
    default: assert(0);
    }
    return top;
}

bool adj_dice_run(const adj_dice *dice, Source *source, int64_t *total)
{
    int64_t value[ADJ_DICE_COUNT], stack[MAX_NODES];
    const Node *last = &dice->nodes[dice->n_nodes - 1];
    size_t top = 0;

    if (last->kind == NODE_VERSUS || last->kind == NODE_VERSUS_TIES)
        return run_versus(dice, source, total);
    for (size_t i = 0; i < dice->n_nodes; i++) {
        const Node *node = &dice->nodes[i];
        if (node->kind != NODE_POOL) {
            top = apply(node, stack, top);
            continue;
        }
        if (!throw_pool(&node->pool, source, value))
            return false;
        stack[top++] = finish_pool(&node->pool, value);
    }
    *total = stack[0];
    return true;
}

/* --- the generator --------------------------------------------------------------- */

typedef struct {
    Source source;
    adj_rng *rng;
    adj_faces *faces;           /* NULL: nobody asks for them */
    adj_status status;
} Roller;

static adj_status faces_room(adj_faces *faces, size_t more)
{
    size_t room = faces->room < 16 ? 16 : faces->room;
    int64_t *grown;

    if (faces->n + more <= faces->room)
        return ADJ_OK;
    while (room < faces->n + more)
        room *= 2;
    if ((grown = realloc(faces->face, room * sizeof *grown)) == NULL)
        return ADJ_ENOMEM;
    faces->face = grown;
    faces->room = room;
    return ADJ_OK;
}

static bool roll_faces(Source *source, const Die *die, size_t n, int64_t *out)
{
    Roller *roller = (Roller *)source;
    uint32_t digit[16];
    uint64_t power = die->power;
    unsigned batch = die->batch;

    for (size_t i = 0; i < n; ) {
        unsigned k = batch;
        if (n - i < k) {
            k = (unsigned)(n - i);
            power = 1;
            for (unsigned d = 0; d < k; d++)
                power *= die->sides;
        }
        adj_rng_digits(roller->rng, die->sides, k, power, digit);
        for (unsigned d = 0; d < k; d++)
            out[i++] = die_face(die, digit[d]);
    }
    if (roller->faces != NULL) {
        if ((roller->status = faces_room(roller->faces, n)) != ADJ_OK)
            return false;
        memcpy(roller->faces->face + roller->faces->n, out, n * sizeof *out);
        roller->faces->n += n;
    }
    return true;
}

/* The sum and the least of k digits from one word, as adj_rng_digits gives them. */
static inline uint32_t sum_digits(adj_rng *rng, uint32_t sides, unsigned k, uint64_t power,
                                  uint32_t *least)
{
    for (;;) {
        uint64_t x = adj_rng_word(rng);
        uint32_t sum = 0, low = UINT32_MAX;
        for (unsigned i = 0; i < k; i++) {
            uint32_t digit;
            x = (x & 0xFFFFFFFFu) * sides;
            digit = (uint32_t)(x >> 32);
            sum += digit;
            low = digit < low ? digit : low;
        }
        if (__builtin_expect((uint32_t)x >= power, 1) ||
            (uint32_t)x >= ((uint64_t)1 << 32) % power) {
            *least = low < *least ? low : *least;
            return sum;
        }
    }
}

/* A pool that only sums or drops the least, without leaving the registers. */
static inline int64_t roll_numbers(const Pool *pool, adj_rng *rng)
{
    const Die *die = &pool->die;
    uint32_t least = UINT32_MAX, left = pool->count;
    int64_t sum = die->first * (int64_t)(pool->count - pool->low);

    for (; left >= die->batch; left -= die->batch)
        sum += sum_digits(rng, die->sides, die->batch, die->power, &least);
    if (left > 0)
        sum += sum_digits(rng, die->sides, left, pool->rest_power, &least);
    return pool->low > 0 ? sum - least : sum;
}

static int64_t roll_list(const Pool *pool, adj_rng *rng)
{
    const Die *die = &pool->die;
    int64_t sum = 0, least = INT64_MAX;
    uint32_t digit[16];

    for (uint32_t left = pool->count; left > 0; ) {
        bool whole = left >= die->batch;
        unsigned k = whole ? die->batch : left;
        adj_rng_digits(rng, die->sides, k, whole ? die->power : pool->rest_power, digit);
        for (unsigned d = 0; d < k; d++) {
            int64_t face = die->list[digit[d]];
            sum += face;
            least = face < least ? face : least;
        }
        left -= k;
    }
    return pool->low > 0 ? sum - least : sum;
}

static inline int64_t roll_plain(const Pool *pool, adj_rng *rng)
{
    return pool->die.list == NULL ? roll_numbers(pool, rng) : roll_list(pool, rng);
}

static int64_t run_program(const adj_dice *dice, adj_rng *rng)
{
    Roller roller = { .source = { roll_faces }, .rng = rng, .status = ADJ_OK };
    int64_t stack[MAX_NODES], total = 0;
    size_t top = 0;

    if (!dice->quick) {
        (void)adj_dice_run(dice, &roller.source, &total);
        return total;
    }
    for (size_t i = 0; i < dice->n_nodes; i++) {
        const Node *node = &dice->nodes[i];
        if (node->kind == NODE_POOL)
            stack[top++] = roll_plain(&node->pool, rng);
        else
            top = apply(node, stack, top);
    }
    return stack[0];
}

int64_t adj_dice_total(const adj_dice *dice, adj_rng *rng)
{
    if (dice->only != NULL)
        return roll_plain(dice->only, rng) + dice->offset;
    return run_program(dice, rng);
}

void adj_dice_totals(const adj_dice *dice, adj_rng *rng, int64_t *totals, size_t n)
{
    if (dice->only != NULL && dice->only->die.list == NULL) {
        for (size_t i = 0; i < n; i++)
            totals[i] = roll_numbers(dice->only, rng) + dice->offset;
        return;
    }
    for (size_t i = 0; i < n; i++)
        totals[i] = adj_dice_total(dice, rng);
}

adj_status adj_dice_roll(const adj_dice *dice, adj_rng *rng, adj_faces *faces, int64_t *total)
{
    Roller roller = { .source = { roll_faces }, .rng = rng, .faces = faces, .status = ADJ_OK };
    adj_rng before = *rng;
    size_t n = faces->n;

    if (adj_dice_run(dice, &roller.source, total))
        return ADJ_OK;
    *rng = before;                              /* nothing thrown */
    faces->n = n;
    return roller.status;
}

/* --- given faces ----------------------------------------------------------------- */

bool adj_die_has(const Die *die, int64_t face)
{
    if (die->list == NULL)
        return face >= die->first && face - die->first < (int64_t)die->sides;
    for (uint32_t i = 0; i < die->sides; i++)
        if (die->list[i] == face)
            return true;
    return false;
}

typedef struct {
    Source source;
    const int64_t *face;
    size_t n, used;
    adj_error *err;
    adj_status status;
} Given;

static bool given_faces(Source *source, const Die *die, size_t n, int64_t *out)
{
    Given *given = (Given *)source;
    char what[96];

    for (size_t i = 0; i < n; i++) {
        if (given->used == given->n) {
            given->status = adj_error_set(given->err, ADJ_EINVAL, "too few faces: %zu given",
                                          given->n);
            return false;
        }
        out[i] = given->face[given->used++];
        if (!adj_die_has(die, out[i])) {
            adj_die_describe(die, what, sizeof what);
            given->status = adj_error_set(given->err, ADJ_EINVAL, "%lld is not a face of %s",
                                          (long long)out[i], what);
            return false;
        }
    }
    return true;
}

adj_status adj_dice_value(const adj_dice *dice, const int64_t *faces, size_t n,
                          int64_t *total, adj_error *err)
{
    Given given = { .source = { given_faces }, .face = faces, .n = n, .err = err,
                    .status = ADJ_OK };

    if (!adj_dice_run(dice, &given.source, total))
        return given.status;
    if (given.used < n)
        return adj_error_set(err, ADJ_EINVAL, "too many faces: %zu given, %zu used", n,
                             given.used);
    return ADJ_OK;
}
