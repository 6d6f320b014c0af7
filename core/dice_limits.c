/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_limits.c -- the ranges of parsed dice, and whether their exact distribution
 * would be of reasonable size. */
#include "dice_parse.h"

/* --- limits ---------------------------------------------------------------------- */

static const int64_t MOST = INT64_C(1000000000000000);

static uint32_t bits_of(uint64_t n)
{
    uint32_t bits = 0;

    while (n > 1 && bits < 64) {
        bits++;
        n = (n + 1) / 2;
    }
    return bits;
}

static bool is_far(int64_t value, int64_t times)
{
    int64_t product;

    return __builtin_mul_overflow(value, times, &product) || product < -MOST || product > MOST;
}

bool adj_pool_value_range(const Pool *pool, int64_t raw[2], int64_t mapped[2])
{
    int64_t times = pool->explode.kind != TEST_NONE ? pool->explode_bound + 1 : 1;

    raw[0] = die_lowest(&pool->die) * (die_lowest(&pool->die) < 0 ? times : 1);
    raw[1] = die_highest(&pool->die) * (die_highest(&pool->die) > 0 ? times : 1);
    mapped[0] = raw[0];
    mapped[1] = raw[1];
    for (uint32_t i = 0; i < pool->n_each; i++) {
        Pool step = { .each = &pool->each[i], .n_each = 1 };
        if (pool->each[i].kind == EACH_TABLE) {
            int64_t n = pool->each[i].n;
            mapped[0] = i == 0 || n < mapped[0] ? n : mapped[0];
            mapped[1] = i == 0 || n > mapped[1] ? n : mapped[1];
            continue;
        }
        if (pool->each[i].kind == EACH_TIMES
            && (is_far(mapped[0], pool->each[i].n) || is_far(mapped[1], pool->each[i].n)))
            return false;
        mapped[0] = pool_map(&step, mapped[0]);         /* each step rises or falls */
        mapped[1] = pool_map(&step, mapped[1]);
        if (mapped[0] > mapped[1]) {
            int64_t swap = mapped[0];
            mapped[0] = mapped[1];
            mapped[1] = swap;
        }
        if (mapped[0] < -MOST || mapped[1] > MOST)
            return false;
    }
    return true;
}

/* Whether the table has a value for a face; if so `face` becomes the last one up to which it has. */
static bool reached(const Pool *pool, int64_t *face)
{
    bool found = false;

    for (uint32_t i = 0; i < pool->n_each; i++) {
        const Each *e = &pool->each[i];

        if (e->low <= *face && e->high >= *face) {
            *face = e->high;
            found = true;
        }
    }
    return found;
}

/* A table must say what becomes of every value the die can have. */
static bool covers(const Pool *pool, const int64_t raw[2])
{
    bool every = pool->die.list == NULL || pool->explode.kind != TEST_NONE;
    int64_t value = raw[0];

    if (every) {
        while (reached(pool, &value))
            if (value++ >= raw[1])
                return true;
        return false;
    }
    for (uint32_t i = 0; i < pool->die.sides; i++) {
        value = pool->die.list[i];
        if (!reached(pool, &value))
            return false;
    }
    return true;
}

/* Numbers in one table, counted in words; and steps, on the high side: about a second. */
static const uint64_t MOST_WORDS = UINT64_C(1) << 21, MOST_WORK = UINT64_C(6000000000);

static uint64_t times(uint64_t a, uint64_t b)
{
    uint64_t product;

    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

/* What listing the values of a die with its explosions takes. */
static bool explosions_affordable(const Pool *pool, uint64_t values, uint64_t bits)
{
    uint64_t steps = times(values, pool->explode_bound);

    steps = times(steps, adj_die_faces_that(&pool->die, pool->explode));
    return values <= 65536 && times(steps, bits / 64 + 10) <= MOST_WORK / 4;
}

/* The words that a number up to 2^bits takes, as adj_dist_limbs counts them. */
static uint64_t words_of(uint64_t bits)
{
    return (bits + 1) / 64 + 1;
}

/* Bits of the common denominator of a pool's chances, on the high side. */
static uint64_t weight_bits(const Pool *pool)
{
    uint64_t bits = bits_of(pool->die.sides);

    if (pool->explode.kind != TEST_NONE)
        bits *= pool->explode_bound + 1;
    if (pool->reroll.kind != TEST_NONE)
        bits *= pool->reroll_bound + 1;
    return pool->draw ? pool->die.sides : bits * pool->count;
}

/* What the exact distribution of a pool would take; keeps every notation answerable. */
static bool affordable(const Pool *pool, const int64_t raw[2], const int64_t mapped[2])
{
    uint64_t span = (uint64_t)(mapped[1] - mapped[0]), values = (uint64_t)(raw[1] - raw[0]) + 1;
    uint64_t kept = pool->count - pool->low - pool->high;
    uint64_t skip = pool->low < pool->high ? pool->low : pool->high, states = skip + kept;
    uint64_t bits = bits_of(pool->die.sides), words, support, work;

    if (pool->explode.kind != TEST_NONE) {
        bits *= pool->explode_bound + 1;
        if (!explosions_affordable(pool, values, bits))
            return false;
    } else if (pool->die.list != NULL) {
        values = pool->die.sides;
    }
    words = words_of(weight_bits(pool));
    if (pool->hit.kind != TEST_NONE)
        span = 1;
    support = times(kept, span) + 1;
    if (span > MOST_WORDS || times(support, words) > MOST_WORDS)
        return false;
    if (kept == 0 || (kept == pool->count && !pool->draw))
        return true;
    work = times(times(values, states), times(support, words));
    if (!pool->draw)                            /* each value on any number of dice */
        work = times(work, kept + 1);
    return times(states, times(support, words)) <= MOST_WORDS && work <= MOST_WORK;
}

bool adj_parse_check_pool(Parser *p, const char *where, Pool *pool)
{
    int64_t raw[2], mapped[2];
    bool fits = adj_pool_value_range(pool, raw, mapped);

    if (fits && pool->n_each > 0 && pool->each[0].kind == EACH_TABLE && !covers(pool, raw))
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "expected a value for every face in each");
    if (!fits || !affordable(pool, raw, mapped))
        return adj_parse_bad_at(p, where, ADJ_ERANGE,
                                "too large to be worked out exactly; expected fewer dice or faces");
    return true;
}

bool adj_parse_check_versus(Parser *p, const char *where, const Pool *a, const Pool *b)
{
    int64_t raw[2], mapped[2];
    uint64_t pairs, states, bits;

    pairs = a->count - a->low - a->high;
    if (pairs > b->count - b->low - b->high)
        pairs = b->count - b->low - b->high;
    states = (uint64_t)(a->count + 1) * (b->count + 1);
    bits = (uint64_t)bits_of(a->die.sides) * a->count * (a->explode_bound + 1) +
           (uint64_t)bits_of(b->die.sides) * b->count * (b->explode_bound + 1);
    adj_pool_value_range(a, raw, mapped);
    states *= (uint64_t)(mapped[1] - mapped[0]) + 1;
    adj_pool_value_range(b, raw, mapped);
    states += (uint64_t)(a->count + 1) * (b->count + 1) * ((uint64_t)(mapped[1] - mapped[0]) + 1);
    if (states > MOST_WORK ||
        states * (a->count + 1) > MOST_WORK / (b->count + 1) / (pairs + 1) / (bits / 64 + 1))
        return adj_parse_bad_at(p, where, ADJ_ERANGE,
                                "too large to be compared exactly; expected fewer dice or faces");
    return true;
}

/* --- the total ------------------------------------------------------------------- */

typedef struct { int64_t least, greatest; uint64_t support, bits; } Bounds;

static void pool_bounds(const Pool *pool, Bounds *b)
{
    int64_t raw[2], mapped[2], kept = (int64_t)(pool->count - pool->low - pool->high);

    adj_pool_value_range(pool, raw, mapped);
    if (pool->hit.kind != TEST_NONE) {
        mapped[0] = 0;
        mapped[1] = 1;
    }
    b->least = kept * mapped[0];
    b->greatest = kept * mapped[1];
    b->support = (uint64_t)(b->greatest - b->least) + 1;
    b->bits = weight_bits(pool);
}

static bool combine(NodeKind kind, Bounds *a, const Bounds *b)
{
    int64_t corner[4];
    bool over;

    if (kind == NODE_MULTIPLY) {
        over = __builtin_mul_overflow(a->least, b->least, &corner[0]) ||
               __builtin_mul_overflow(a->least, b->greatest, &corner[1]) ||
               __builtin_mul_overflow(a->greatest, b->least, &corner[2]) ||
               __builtin_mul_overflow(a->greatest, b->greatest, &corner[3]);
        a->least = a->greatest = corner[0];
        for (int i = 1; i < 4 && !over; i++) {
            a->least = corner[i] < a->least ? corner[i] : a->least;
            a->greatest = corner[i] > a->greatest ? corner[i] : a->greatest;
        }
    } else if (kind == NODE_ADD) {
        over = __builtin_add_overflow(a->least, b->least, &a->least) ||
               __builtin_add_overflow(a->greatest, b->greatest, &a->greatest);
    } else {
        over = __builtin_sub_overflow(a->least, b->greatest, &a->least) ||
               __builtin_sub_overflow(a->greatest, b->least, &a->greatest);
    }
    if (over || a->least < -1000 * MOST || a->greatest > 1000 * MOST)
        return false;
    a->bits += b->bits;
    a->support *= b->support;                   /* both at most MOST_WORDS */
    if (kind != NODE_MULTIPLY && a->support > (uint64_t)(a->greatest - a->least) + 1)
        a->support = (uint64_t)(a->greatest - a->least) + 1;
    return times(a->support, words_of(a->bits)) <= MOST_WORDS;
}

bool adj_parse_find_range(const Parser *p, adj_dice *dice)
{
    Bounds stack[MAX_NODES];
    size_t top = 0;

    for (size_t i = 0; i < p->n_nodes; i++) {
        const Node *node = &p->nodes[i];
        Bounds *b = &stack[top];
        switch (node->kind) {
        case NODE_NUMBER:
            *b = (Bounds){ node->number, node->number, 1, 0 };
            top++;
            break;
        case NODE_POOL:
            pool_bounds(&node->pool, b);
            dice->count += node->pool.count;
            top++;
            break;
        case NODE_NEGATE: {
            int64_t least = -b[-1].least;
            b[-1].least = -b[-1].greatest;
            b[-1].greatest = least;
            break;
        }
        case NODE_VERSUS:
        case NODE_VERSUS_TIES: {
            const Pool *x = &p->nodes[0].pool, *y = &p->nodes[1].pool;
            int64_t kx = (int64_t)x->count - x->low - x->high;
            int64_t ky = (int64_t)y->count - y->low - y->high;
            *stack = (Bounds){ 0, kx < ky ? kx : ky, 1, 0 };
            break;
        }
        default:
            top--;
            if (!combine(node->kind, b - 2, b - 1))
                return false;
        }
    }
    dice->least = stack[0].least;
    dice->greatest = stack[0].greatest;
    return true;
}
