/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_internal.h -- parsed dice, for dice_*.c. */
#ifndef ADJ_DICE_INTERNAL_H
#define ADJ_DICE_INTERNAL_H

#include "dice.h"

typedef enum { TEST_NONE, TEST_LT, TEST_LE, TEST_EQ, TEST_GE, TEST_GT } TestKind;

typedef struct {
    TestKind kind;
    int64_t n;
} Test;

static inline bool test_holds(Test test, int64_t value)
{
    switch (test.kind) {
    case TEST_LT: return value < test.n;
    case TEST_LE: return value <= test.n;
    case TEST_EQ: return value == test.n;
    case TEST_GE: return value >= test.n;
    case TEST_GT: return value > test.n;
    case TEST_NONE: break;
    }
    return false;
}

/* How a person reads the die and types it. */
typedef enum {
    WRITE_NUMBER,       /* the number on the face */
    WRITE_TEN,          /* d10: the face 0 is 10 */
    WRITE_PERCENT,      /* two ten-siders, tens first: 00 is 100 */
    WRITE_PERCENT_ZERO, /* the same, 00 is 0 */
    WRITE_DIGITS,       /* two dice read as digits: d66 */
    WRITE_AVERAGE,      /* the averaging die */
    WRITE_ZERO_TEN      /* d10z: the face 0 is 0 */
} Writing;

typedef struct {
    uint32_t sides;
    int64_t first;          /* faces are first, first+1, ... */
    const int64_t *list;    /* or these, ascending, repeats allowed; NULL if not a list */
    Writing writing;
    unsigned batch;         /* dice from one word of the generator ... */
    uint64_t power;         /* ... and sides^batch */
    const void *whole;      /* what is left while drawing: the Die with the whole list; else NULL */
} Die;

static inline int64_t die_face(const Die *die, uint32_t i)
{
    return die->list != NULL ? die->list[i] : die->first + i;
}

static inline int64_t die_lowest(const Die *die)
{
    return die_face(die, 0);
}

static inline int64_t die_highest(const Die *die)
{
    return die_face(die, die->sides - 1);
}

typedef enum { EACH_ADD, EACH_TIMES, EACH_MIN, EACH_MAX, EACH_TABLE } EachKind;

typedef struct {
    EachKind kind;
    int64_t n;              /* TABLE: what values low..high become */
    int64_t low, high;
} Each;

enum { MAX_EACH = 16, MAX_NODES = 40, MAX_NUMBERS = 1024 };

/* One die of a pool, thrown with its explosions, then rerolled, then mapped, is one value;
 * of the values the highest or lowest are dropped, and the rest summed or counted. */
typedef struct {
    uint32_t count;
    bool draw;              /* without replacement, from the list of `die` */
    Die die;
    Test explode;
    uint32_t explode_bound;
    bool endless;           /* no bound was written: ADJ_DICE_ENDLESS */
    Test reroll;
    uint32_t reroll_bound;
    const Each *each;
    uint32_t n_each;
    uint32_t low, high;     /* dropped; clamped so that low + high <= count */
    Test hit;               /* TEST_NONE: sum */
    uint64_t rest_power;    /* sides^(count mod batch): of the dice in the last word */
} Pool;

/* A program for a stack. VERSUS takes the sorted dice of the two pools before it. */
typedef enum { NODE_NUMBER, NODE_POOL, NODE_NEGATE, NODE_ADD, NODE_SUBTRACT, NODE_MULTIPLY,
               NODE_VERSUS, NODE_VERSUS_TIES } NodeKind;

typedef struct {
    NodeKind kind;
    union {
        int64_t number;
        Pool pool;
    };
} Node;

struct adj_dice {
    const char *text;
    size_t n_nodes;
    const Node *nodes;      /* text, nodes, numbers, each: all in this one block */
    int64_t least, greatest;
    size_t count;
    bool quick;             /* only sums of faces, at most the least of a pool dropped */
    const Pool *only;       /* such a pool, when the whole is it and `offset` */
    int64_t offset;
    adj_dist *dist;         /* once asked for */
};

/* Where faces come from. Fills out[0..n-1] with faces of `die`, or answers false when
 * there are none to be had; why is the source's to remember. */
typedef struct Source Source;
struct Source {
    bool (*next)(Source *source, const Die *die, size_t n, int64_t *out);
};

/* Evaluates the dice. False when the source ended, or gave a face that the die does not
 * have or no longer has. */
bool adj_dice_run(const adj_dice *dice, Source *source, int64_t *total);

bool adj_die_has(const Die *die, int64_t face);

/* "d6 (1 to 6)" and the like into text[size]. */
void adj_die_describe(const Die *die, char *text, size_t size);

/* A value after the map. */
static inline int64_t pool_map(const Pool *pool, int64_t value)
{
    for (uint32_t i = 0; i < pool->n_each; i++) {
        const Each *each = &pool->each[i];
        switch (each->kind) {
        case EACH_ADD: value += each->n; break;
        case EACH_TIMES: value *= each->n; break;
        case EACH_MIN: value = value < each->n ? each->n : value; break;
        case EACH_MAX: value = value > each->n ? each->n : value; break;
        case EACH_TABLE:
            if (value >= each->low && value <= each->high)
                return each->n;
            break;
        }
    }
    return value;
}

#endif
