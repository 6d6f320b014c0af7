/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_parse.c -- from the notation to a program. The grammar (docs/dice.md):
 *
 *   dice    := sum | pool "vs" ["="] pool
 *   sum     := product { ("+" | "-") product }
 *   product := factor { ("*" | "x") factor }
 *   factor  := "-" factor | "(" sum ")" | pool | number
 *   pool    := [number] die again* each? keep* count? | number "of" list keep.. count?
 *   die     := "d" ( number | "10z" | "%" | "%z" | "66" | "av" | list ) | list
 *   list    := "{" face { "," face } "}"         face := integer [ ".." integer ]
 *
 * Everything is parsed into arrays on the stack and copied into one block at the end. */
#include "dice_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *text, *at, *end;
    adj_error *err;
    adj_status status;
    int depth;
    size_t n_nodes, n_numbers, n_each;
    Node nodes[MAX_NODES];
    int64_t numbers[MAX_NUMBERS];
    Each each[4 * MAX_EACH];
} Parser;

/* --- complaints ------------------------------------------------------------------------ */

static bool complain_at(Parser *p, const char *where, adj_status status, const char *what)
{
    int column = (int)(where - p->text) + 1;

    if (p->status == ADJ_OK) {
        p->status = adj_error_set(p->err, status, "%s", what);
        if (p->err != NULL)
            p->err->column = column;
    }
    return false;
}

static bool complain(Parser *p, const char *what)
{
    return complain_at(p, p->at, ADJ_EINVAL, what);
}

/* --- words and numbers ------------------------------------------------------------------ */

static void skip_blanks(Parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char peek(Parser *p)
{
    skip_blanks(p);
    return p->at < p->end ? lower(*p->at) : '\0';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Takes `word` if it comes next, in any case. A word of letters does not need a gap. */
static bool take(Parser *p, const char *word)
{
    size_t n = strlen(word);

    skip_blanks(p);
    if ((size_t)(p->end - p->at) < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(p->at[i]) != word[i])
            return false;
    p->at += n;
    return true;
}

static bool read_number(Parser *p, int64_t *out)
{
    const char *start = (skip_blanks(p), p->at);
    int64_t n = 0;

    for (; p->at < p->end && is_digit(*p->at); p->at++) {
        n = n * 10 + (*p->at - '0');
        if (n > ADJ_DICE_NUMBER)
            return complain_at(p, start, ADJ_ERANGE, "number too large (at most 999999999)");
    }
    *out = n;
    return true;
}

static bool want_number(Parser *p, const char *what, int64_t *out)
{
    return is_digit(peek(p)) ? read_number(p, out) : complain(p, what);
}

static bool want_signed(Parser *p, const char *what, int64_t *out)
{
    bool minus = take(p, "-");

    if (!want_number(p, what, out))
        return false;
    *out = minus ? -*out : *out;
    return true;
}

/* --- dice ---------------------------------------------------------------------------------- */

static int by_face(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static bool add_face(Parser *p, const char *where, int64_t face)
{
    if (p->n_numbers == MAX_NUMBERS)
        return complain_at(p, where, ADJ_ERANGE, "too many faces in lists (at most 1024)");
    p->numbers[p->n_numbers++] = face;
    return true;
}

/* After "{". */
static bool read_list(Parser *p, Die *die)
{
    size_t first = p->n_numbers;

    do {
        const char *where = (skip_blanks(p), p->at);
        int64_t low, high;
        if (!want_signed(p, "expected a face, as in {2,3,3,4,4,5} or {0..9}", &low))
            return false;
        high = low;
        if (take(p, "..") && !want_signed(p, "expected the last face after ..", &high))
            return false;
        if (high < low)
            return complain_at(p, where, ADJ_EINVAL,
                               "expected the lower face first in a range, as in {0..9}");
        for (int64_t face = low; face <= high; face++)
            if (!add_face(p, where, face))
                return false;
    } while (take(p, ","));
    if (!take(p, "}"))
        return complain(p, "expected , or } after a face");
    qsort(p->numbers + first, p->n_numbers - first, sizeof *p->numbers, by_face);
    die->list = p->numbers + first;
    die->sides = (uint32_t)(p->n_numbers - first);
    return true;
}

static bool list_of(Parser *p, Die *die, const int64_t *faces, uint32_t n, Writing writing)
{
    die->list = p->numbers + p->n_numbers;
    die->sides = n;
    die->writing = writing;
    for (uint32_t i = 0; i < n; i++)
        if (!add_face(p, p->at, faces[i]))
            return false;
    return true;
}

static bool d66(Parser *p, Die *die)
{
    int64_t faces[36];

    for (int i = 0; i < 36; i++)
        faces[i] = (i / 6 + 1) * 10 + i % 6 + 1;
    return list_of(p, die, faces, 36, WRITE_DIGITS);
}

/* After "d". */
static bool read_sides(Parser *p, Die *die)
{
    static const int64_t average[] = { 2, 3, 3, 4, 4, 5 };
    const char *where = (skip_blanks(p), p->at);
    int64_t sides;

    die->first = 1;
    if (take(p, "{"))
        return read_list(p, die);
    if (take(p, "av"))
        return list_of(p, die, average, 6, WRITE_AVERAGE);
    if (take(p, "%")) {
        bool zero = take(p, "z");
        die->sides = 100;
        die->first = zero ? 0 : 1;
        die->writing = zero ? WRITE_PERCENT_ZERO : WRITE_PERCENT;
        return true;
    }
    if (!want_number(p, "expected the number of sides, a list {...}, % or av after d", &sides))
        return false;
    if (sides == 66)
        return d66(p, die);
    if (sides == 10 && take(p, "z")) {
        die->sides = 10;
        die->first = 0;
        die->writing = WRITE_ZERO_TEN;
        return true;
    }
    if (sides == 0)
        return complain_at(p, where, ADJ_EINVAL, "expected at least 1 side");
    if (sides > ADJ_DICE_SIDES)
        return complain_at(p, where, ADJ_ERANGE, "too many sides (at most 1000000)");
    die->sides = (uint32_t)sides;
    if (sides == 10)
        die->writing = WRITE_TEN;
    else if (sides == 100)
        die->writing = WRITE_PERCENT;
    return true;
}

/* --- what is done with the dice of a pool ----------------------------------------------------- */

/* `bare` is what a number without a sign means; TEST_NONE: a sign is needed. */
static bool read_test(Parser *p, TestKind bare, const char *what, Test *test)
{
    if (take(p, "<="))
        test->kind = TEST_LE;
    else if (take(p, "<"))
        test->kind = TEST_LT;
    else if (take(p, ">="))
        test->kind = TEST_GE;
    else if (take(p, ">"))
        test->kind = TEST_GT;
    else if (take(p, "="))
        test->kind = TEST_EQ;
    else if (bare != TEST_NONE)
        test->kind = bare;
    else
        return complain(p, what);
    return want_signed(p, what, &test->n);
}

static bool read_bound(Parser *p, uint32_t *bound)
{
    const char *where;
    int64_t n;

    if (!take(p, ":"))
        return true;
    where = (skip_blanks(p), p->at);
    if (!want_number(p, "expected how many times at most after :", &n))
        return false;
    if (n < 1 || n > 100)
        return complain_at(p, where, ADJ_ERANGE, "expected a bound from 1 to 100");
    *bound = (uint32_t)n;
    return true;
}

static uint32_t faces_that(const Die *die, Test test)
{
    int64_t low = die->first, high = low + die->sides - 1;
    uint32_t n = 0;

    if (die->list != NULL) {
        for (uint32_t i = 0; i < die->sides; i++)
            n += test_holds(test, die->list[i]);
        return n;
    }
    switch (test.kind) {
    case TEST_LT: high = test.n - 1 < high ? test.n - 1 : high; break;
    case TEST_LE: high = test.n < high ? test.n : high; break;
    case TEST_GE: low = test.n > low ? test.n : low; break;
    case TEST_GT: low = test.n + 1 > low ? test.n + 1 : low; break;
    case TEST_EQ:
        low = test.n > low ? test.n : low;
        high = test.n < high ? test.n : high;
        break;
    case TEST_NONE: return 0;
    }
    return high < low ? 0 : (uint32_t)(high - low + 1);
}

static bool read_explode(Parser *p, Pool *pool)
{
    const char *where = (skip_blanks(p), p->at);

    if (!take(p, "!"))
        return true;
    if (pool->draw)
        return complain_at(p, where, ADJ_EINVAL,
                           "what is drawn cannot explode; expected each, kh, kl, dh, dl or c");
    pool->explode = (Test){ TEST_EQ, die_highest(&pool->die) };
    if (strchr("<=>", peek(p)) != NULL && peek(p) != '\0' &&
        !read_test(p, TEST_NONE, "expected a number after the sign, as in !>=5",
                   &pool->explode))
        return false;
    pool->endless = peek(p) != ':';
    pool->explode_bound = ADJ_DICE_ENDLESS;
    if (!read_bound(p, &pool->explode_bound))
        return false;
    if (faces_that(&pool->die, pool->explode) == pool->die.sides)
        return complain_at(p, where, ADJ_EINVAL,
                           "always explodes; expected a face that does not");
    return true;
}

/* Leaves only the faces that are not thrown again. */
static bool drop_faces(Parser *p, const char *where, Pool *pool, Test test)
{
    Die *die = &pool->die, all = pool->die;

    if (die->list == NULL && test.kind != TEST_EQ) {
        uint32_t gone = faces_that(die, test);
        if (test.kind == TEST_LT || test.kind == TEST_LE)
            die->first += gone;
        die->sides -= gone;
        return true;
    }
    die->list = p->numbers + p->n_numbers;
    die->sides = 0;
    for (uint32_t i = 0; i < all.sides; i++) {
        if (test_holds(test, die_face(&all, i)))
            continue;
        if (!add_face(p, where, die_face(&all, i)))
            return false;
        die->sides++;
    }
    return true;
}

static bool read_reroll(Parser *p, Pool *pool)
{
    static const char *sign = "expected <, <=, =, >= or > and a number, as in r<2";
    const char *where = (skip_blanks(p), p->at);
    bool until = take(p, "rr");
    Test test;

    if (!until && !take(p, "r"))
        return true;
    if (pool->draw)
        return complain_at(p, where, ADJ_EINVAL,
                           "what is drawn cannot be rerolled; expected each, kh, kl, dh, dl or c");
    if (!read_test(p, TEST_NONE, sign, &test))
        return false;
    if (pool->explode.kind == TEST_NONE && faces_that(&pool->die, test) == pool->die.sides)
        return complain_at(p, where, ADJ_EINVAL,
                           "always rerolls; expected a face that stands");
    if (until) {
        if (pool->explode.kind != TEST_NONE)
            return complain_at(p, where, ADJ_EINVAL,
                               "rr cannot follow !; expected r with a bound, as in r<2:3");
        return drop_faces(p, where, pool, test);
    }
    pool->reroll = test;
    pool->reroll_bound = 1;
    return read_bound(p, &pool->reroll_bound);
}

static bool read_each_item(Parser *p, Each *each, bool *table)
{
    static const char *what =
        "expected +n, -n, xn, min n, max n, or faces and their value as in 1..3:0";

    *table = false;
    if (take(p, "+")) {
        each->kind = EACH_ADD;
        return want_number(p, what, &each->n);
    }
    if (take(p, "x") || take(p, "*")) {
        each->kind = EACH_TIMES;
        return want_signed(p, what, &each->n);
    }
    if (take(p, "min")) {
        each->kind = EACH_MIN;
        return want_signed(p, what, &each->n);
    }
    if (take(p, "max")) {
        each->kind = EACH_MAX;
        return want_signed(p, what, &each->n);
    }
    if (!want_signed(p, what, &each->low))
        return false;
    each->high = each->low;
    if (take(p, "..") && !want_signed(p, "expected the last face after ..", &each->high))
        return false;
    if (take(p, ":")) {
        *table = true;
        each->kind = EACH_TABLE;
        return want_signed(p, "expected the value after :", &each->n);
    }
    if (each->low != each->high || each->low > 0)
        return complain(p, "expected : and a value after the faces");
    each->kind = EACH_ADD;                      /* "-2" */
    each->n = each->low;
    return true;
}

static bool read_each(Parser *p, Pool *pool)
{
    const char *where = (skip_blanks(p), p->at);
    bool any_table = false, all_table = true;

    if (!take(p, "each"))
        return true;
    if (!take(p, "("))
        return complain(p, "expected ( after each, as in each(-2, min 0)");
    if (p->n_each + MAX_EACH > sizeof p->each / sizeof *p->each)
        return complain_at(p, where, ADJ_ERANGE, "too many pools with each (at most 4)");
    pool->each = p->each + p->n_each;
    do {
        bool table;
        if (pool->n_each == MAX_EACH)
            return complain(p, "too many steps in each (at most 16)");
        if (!read_each_item(p, &p->each[p->n_each], &table))
            return false;
        p->n_each++;
        pool->n_each++;
        any_table |= table;
        all_table &= table;
    } while (take(p, ","));
    if (!take(p, ")"))
        return complain(p, "expected , or ) in each");
    if (any_table && !all_table)
        return complain_at(p, where, ADJ_EINVAL,
                           "expected either steps or faces with values in each, not both");
    return true;
}

static bool read_keep(Parser *p, Pool *pool)
{
    bool has_low = false, has_high = false;

    for (;;) {
        const char *where = (skip_blanks(p), p->at);
        bool keep = false, high = false;
        int64_t n = 1;
        uint32_t dropped;

        if (take(p, "kh"))
            keep = high = true;
        else if (take(p, "kl"))
            keep = true;
        else if (take(p, "dh"))
            high = true;
        else if (!take(p, "dl"))
            return true;
        if (is_digit(peek(p)) && !read_number(p, &n))
            return false;
        if (n > pool->count)
            n = pool->count;                    /* there are no more */
        dropped = keep ? pool->count - (uint32_t)n : (uint32_t)n;
        if (keep == high) {                     /* kh and dl drop the lowest */
            if (has_low)
                return complain_at(p, where, ADJ_EINVAL,
                                   "the lowest are dropped already; expected c, an operator or the end");
            has_low = true;
            pool->low = dropped;
        } else {
            if (has_high)
                return complain_at(p, where, ADJ_EINVAL,
                                   "the highest are dropped already; expected c, an operator or the end");
            has_high = true;
            pool->high = dropped;
        }
        if (pool->low + pool->high > pool->count)       /* nothing is left */
            pool->high = pool->count - pool->low;
    }
}

/* --- limits --------------------------------------------------------------------------------- */

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

/* The range of one die's value before and after the map; false when past MOST. */
static bool value_range(const Pool *pool, int64_t raw[2], int64_t mapped[2])
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

/* A table must say what becomes of every value the die can have. */
static bool covers(const Pool *pool, const int64_t raw[2])
{
    bool every = pool->die.list == NULL || pool->explode.kind != TEST_NONE;
    int64_t n = every ? raw[1] - raw[0] + 1 : pool->die.sides;

    for (int64_t i = 0; i < n; i++) {
        int64_t value = every ? raw[0] + i : pool->die.list[i];
        bool found = false;
        for (uint32_t e = 0; e < pool->n_each && !found; e++)
            found = value >= pool->each[e].low && value <= pool->each[e].high;
        if (!found)
            return false;
    }
    return true;
}

enum { MOST_WORDS = 1 << 21, MOST_WORK = 50000000 };

/* What the exact distribution of a pool would take; keeps every notation answerable. */
static bool affordable(const Pool *pool, const int64_t raw[2], const int64_t mapped[2])
{
    uint64_t span = (uint64_t)(mapped[1] - mapped[0]), values = (uint64_t)(raw[1] - raw[0]) + 1;
    uint64_t kept = pool->count - pool->low - pool->high;
    uint64_t bits = bits_of(pool->die.sides) * (uint64_t)pool->count, words, support;
    bool throws_again = pool->explode.kind != TEST_NONE;

    if (throws_again) {
        bits *= pool->explode_bound + 1;
        if (values > 65536)
            return false;
    }
    if (pool->reroll.kind != TEST_NONE)
        bits *= pool->reroll_bound + 1;
    if (pool->die.list != NULL && !throws_again)
        values = pool->die.sides;
    words = bits / 64 + 1;
    if (pool->hit.kind != TEST_NONE)
        span = 1;
    if (span > MOST_WORDS)
        return false;
    support = kept * span + 1;
    if (support > MOST_WORDS / words)
        return false;
    if (kept > 0 && (kept < pool->count || pool->draw)) {
        uint64_t skip = pool->low < pool->high ? pool->low : pool->high;
        uint64_t states = skip + kept;
        if (values * states > MOST_WORK || support * words > MOST_WORK / (values * states) ||
            values * states * support * words > MOST_WORK / (kept + 1))
            return false;
    }
    return true;
}

static bool check_pool(Parser *p, const char *where, Pool *pool)
{
    int64_t raw[2], mapped[2];
    bool fits = value_range(pool, raw, mapped);

    if (fits && pool->n_each > 0 && pool->each[0].kind == EACH_TABLE && raw[1] - raw[0] < 65536 &&
        !covers(pool, raw))
        return complain_at(p, where, ADJ_EINVAL, "expected a value for every face in each");
    if (fits && pool->reroll.kind != TEST_NONE && test_holds(pool->reroll, raw[0]) &&
        test_holds(pool->reroll, raw[1]) && pool->reroll.kind != TEST_EQ)
        return complain_at(p, where, ADJ_EINVAL,
                           "always rerolls; expected a face that stands");
    if (!fits || !affordable(pool, raw, mapped))
        return complain_at(p, where, ADJ_ERANGE,
                           "too large to be worked out exactly; expected fewer dice or faces");
    return true;
}

/* --- pools and sums ------------------------------------------------------------------------- */

static Node *add_node(Parser *p, NodeKind kind)
{
    Node *node;

    if (p->n_nodes == MAX_NODES) {
        complain_at(p, p->at, ADJ_ERANGE, "too many terms (at most 40)");
        return NULL;
    }
    node = &p->nodes[p->n_nodes++];
    node->kind = kind;
    return node;
}

static bool misplaced(Parser *p)
{
    static const char *order =
        "out of order or given twice; expected !, r, each, keep (kh kl dh dl), c in this order";
    char c = peek(p);

    if (c == '!' || c == 'r' || c == 'k' || c == 'e' || c == 'c')
        return complain(p, order);
    if (c == 'd' && p->at + 1 < p->end && (lower(p->at[1]) == 'h' || lower(p->at[1]) == 'l'))
        return complain(p, order);
    return true;
}

static bool read_pool(Parser *p, const char *where, int64_t count)
{
    Node *node = add_node(p, NODE_POOL);
    Pool *pool;

    if (node == NULL)
        return false;
    pool = &node->pool;
    memset(pool, 0, sizeof *pool);
    if (count > ADJ_DICE_COUNT)
        return complain_at(p, where, ADJ_ERANGE, "too many dice (at most 1000)");
    pool->count = (uint32_t)count;
    if (take(p, "of")) {
        pool->draw = true;
        if (!take(p, "{"))
            return complain(p, "expected a list after of, as in 3 of {1..10}");
        if (!read_list(p, &pool->die))
            return false;
        if (pool->count > pool->die.sides)
            return complain_at(p, where, ADJ_EINVAL,
                               "more are drawn than there are; expected a longer list");
    } else if (take(p, "{")) {
        if (!read_list(p, &pool->die))
            return false;
    } else if (!take(p, "d") || !read_sides(p, &pool->die)) {
        return complain(p, "expected a die");
    }
    if (!read_explode(p, pool) || !read_reroll(p, pool) || !read_each(p, pool) ||
        !read_keep(p, pool))
        return false;
    if (take(p, "c") &&
        !read_test(p, TEST_GE, "expected a number after c, as in c5 or c>=5", &pool->hit))
        return false;
    pool->die.batch = adj_rng_batch(pool->die.sides);
    pool->die.power = 1;
    for (unsigned i = 0; i < pool->die.batch; i++)
        pool->die.power *= pool->die.sides;
    return misplaced(p) && check_pool(p, where, pool);
}

static bool read_sum(Parser *p);

static bool read_factor(Parser *p)
{
    const char *where;
    int64_t n;
    char c = peek(p);

    where = p->at;
    if (c == '-') {
        if (++p->depth > 20)
            return complain(p, "nested too deeply");
        p->at++;
        if (!read_factor(p) || add_node(p, NODE_NEGATE) == NULL)
            return false;
        p->depth--;
        return true;
    }
    if (c == '(') {
        if (++p->depth > 20)
            return complain(p, "nested too deeply");
        p->at++;
        if (!read_sum(p))
            return false;
        p->depth--;
        return take(p, ")") || complain(p, "expected an operator or )");
    }
    if (c == 'd' || c == '{')
        return read_pool(p, where, 1);
    if (!is_digit(c))
        return complain(p, "expected dice such as 2d6, or a number");
    if (!read_number(p, &n))
        return false;
    c = peek(p);
    if (c == 'd' || c == '{' || (c == 'o' && p->end - p->at > 1 && lower(p->at[1]) == 'f'))
        return read_pool(p, where, n);
    Node *node = add_node(p, NODE_NUMBER);
    if (node != NULL)
        node->number = n;
    return node != NULL;
}

static bool read_product(Parser *p)
{
    if (!read_factor(p))
        return false;
    while (take(p, "*") || take(p, "x"))
        if (!read_factor(p) || add_node(p, NODE_MULTIPLY) == NULL)
            return false;
    return true;
}

static bool read_sum(Parser *p)
{
    if (!read_product(p))
        return false;
    for (;;) {
        NodeKind kind;
        if (take(p, "+"))
            kind = NODE_ADD;
        else if (take(p, "-"))
            kind = NODE_SUBTRACT;
        else
            return true;
        if (!read_product(p) || add_node(p, kind) == NULL)
            return false;
    }
}

static bool can_be_compared(const Node *node)
{
    return node->kind == NODE_POOL && node->pool.hit.kind == TEST_NONE && !node->pool.draw;
}

static bool read_versus(Parser *p)
{
    static const char *pools = "vs compares two plain pools, as in 3d6 vs 2d6";
    const char *where = p->at;
    NodeKind kind = take(p, "=") ? NODE_VERSUS_TIES : NODE_VERSUS;
    const Pool *a, *b;
    int64_t raw[2], mapped[2];
    uint64_t pairs, states, bits;

    if (p->n_nodes != 1 || !can_be_compared(&p->nodes[0]))
        return complain_at(p, where - 2, ADJ_EINVAL, pools);
    where = (skip_blanks(p), p->at);
    if (!read_sum(p))
        return false;
    if (p->n_nodes != 2 || !can_be_compared(&p->nodes[1]))
        return complain_at(p, where, ADJ_EINVAL, pools);
    a = &p->nodes[0].pool;
    b = &p->nodes[1].pool;
    pairs = a->count - a->low - a->high;
    if (pairs > b->count - b->low - b->high)
        pairs = b->count - b->low - b->high;
    states = (uint64_t)(a->count + 1) * (b->count + 1);
    bits = (uint64_t)bits_of(a->die.sides) * a->count * (a->explode_bound + 1) +
           (uint64_t)bits_of(b->die.sides) * b->count * (b->explode_bound + 1);
    value_range(a, raw, mapped);
    states *= (uint64_t)(mapped[1] - mapped[0]) + 1;
    value_range(b, raw, mapped);
    states += (uint64_t)(a->count + 1) * (b->count + 1) * ((uint64_t)(mapped[1] - mapped[0]) + 1);
    if (states > MOST_WORK ||
        states * (a->count + 1) > MOST_WORK / (b->count + 1) / (pairs + 1) / (bits / 64 + 1))
        return complain_at(p, where, ADJ_ERANGE,
                           "too large to be compared exactly; expected fewer dice or faces");
    return add_node(p, kind) != NULL;
}

/* --- the whole ---------------------------------------------------------------------------- */

typedef struct { int64_t least, greatest; uint64_t support; } Bounds;

static void pool_bounds(const Pool *pool, Bounds *b)
{
    int64_t raw[2], mapped[2], kept = (int64_t)(pool->count - pool->low - pool->high);

    value_range(pool, raw, mapped);
    if (pool->hit.kind != TEST_NONE) {
        mapped[0] = 0;
        mapped[1] = 1;
    }
    b->least = kept * mapped[0];
    b->greatest = kept * mapped[1];
    b->support = (uint64_t)(b->greatest - b->least) + 1;
}

static bool combine(NodeKind kind, Bounds *a, const Bounds *b)
{
    int64_t corner[4];
    bool over;

    if (kind == NODE_MULTIPLY) {
        over = __builtin_mul_overflow(a->least, b->least, &corner[0]) |
               __builtin_mul_overflow(a->least, b->greatest, &corner[1]) |
               __builtin_mul_overflow(a->greatest, b->least, &corner[2]) |
               __builtin_mul_overflow(a->greatest, b->greatest, &corner[3]);
        a->least = a->greatest = corner[0];
        for (int i = 1; i < 4 && !over; i++) {
            a->least = corner[i] < a->least ? corner[i] : a->least;
            a->greatest = corner[i] > a->greatest ? corner[i] : a->greatest;
        }
    } else if (kind == NODE_ADD) {
        over = __builtin_add_overflow(a->least, b->least, &a->least) |
               __builtin_add_overflow(a->greatest, b->greatest, &a->greatest);
    } else {
        over = __builtin_sub_overflow(a->least, b->greatest, &a->least) |
               __builtin_sub_overflow(a->greatest, b->least, &a->greatest);
    }
    if (over || a->least < -1000 * MOST || a->greatest > 1000 * MOST)
        return false;
    a->support *= b->support;                   /* both at most MOST_WORDS */
    if (kind != NODE_MULTIPLY && a->support > (uint64_t)(a->greatest - a->least) + 1)
        a->support = (uint64_t)(a->greatest - a->least) + 1;
    return a->support <= MOST_WORDS;
}

/* The range of the total, and whether it can be told exactly. */
static bool find_range(const Parser *p, adj_dice *dice)
{
    Bounds stack[MAX_NODES];
    size_t top = 0;

    for (size_t i = 0; i < p->n_nodes; i++) {
        const Node *node = &p->nodes[i];
        Bounds *b = &stack[top];
        switch (node->kind) {
        case NODE_NUMBER:
            *b = (Bounds){ node->number, node->number, 1 };
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
            *stack = (Bounds){ 0, kx < ky ? kx : ky, 1 };
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

static bool is_quick(const Node *node)
{
    const Pool *pool = &node->pool;

    if (node->kind != NODE_POOL)
        return node->kind < NODE_VERSUS;
    return !pool->draw && pool->explode.kind == TEST_NONE && pool->reroll.kind == TEST_NONE &&
           pool->n_each == 0 && pool->hit.kind == TEST_NONE && pool->high == 0 &&
           pool->low <= 1 && pool->count > 0;
}

/* header, nodes, numbers, steps of each, text: one block */
static adj_dice *assemble(const Parser *p, size_t length)
{
    size_t nodes = p->n_nodes * sizeof(Node), numbers = p->n_numbers * sizeof(int64_t);
    size_t each = p->n_each * sizeof(Each);
    adj_dice *dice = malloc(sizeof *dice + nodes + numbers + each + length + 1);
    Node *node;
    int64_t *number;
    Each *step;
    char *text;

    if (dice == NULL)
        return NULL;
    node = (Node *)(dice + 1);
    number = (int64_t *)(void *)((char *)node + nodes);
    step = (Each *)(void *)((char *)number + numbers);
    text = (char *)step + each;
    memcpy(node, p->nodes, nodes);
    memcpy(number, p->numbers, numbers);
    memcpy(step, p->each, each);
    memcpy(text, p->text, length);
    text[length] = '\0';
    for (size_t i = 0; i < p->n_nodes; i++) {
        if (node[i].kind != NODE_POOL)
            continue;
        if (node[i].pool.die.list != NULL)
            node[i].pool.die.list = number + (node[i].pool.die.list - p->numbers);
        if (node[i].pool.each != NULL)
            node[i].pool.each = step + (node[i].pool.each - p->each);
    }
    *dice = (adj_dice){ .text = text, .n_nodes = p->n_nodes, .nodes = node, .quick = true };
    for (size_t i = 0; i < p->n_nodes; i++)
        dice->quick = dice->quick && is_quick(&node[i]);
    return dice;
}

adj_status adj_dice_parse(const char *text, size_t length, adj_dice **out, adj_error *err)
{
    Parser parser, *p = &parser;                /* big: fields are set as they are used */
    bool good;

    *out = NULL;
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    p->text = p->at = text;
    p->end = text + length;
    p->err = err;
    p->status = ADJ_OK;
    p->depth = 0;
    p->n_nodes = p->n_numbers = p->n_each = 0;
    if (length > ADJ_DICE_TEXT) {
        complain_at(p, text + ADJ_DICE_TEXT, ADJ_ERANGE, "too long (at most 256 characters)");
        return p->status;
    }
    good = read_sum(p);
    if (good && take(p, "vs"))
        good = read_versus(p);
    if (good && peek(p) != '\0')
        good = complain(p, "expected an operator (+ - * x) or the end");
    if (good && p->at < p->end)
        good = complain(p, "expected an operator (+ - * x) or the end");
    if (!good)
        return p->status;
    if ((*out = assemble(p, length)) == NULL)
        return ADJ_ENOMEM;
    if (!find_range(p, *out)) {
        free(*out);
        *out = NULL;
        complain_at(p, text, ADJ_ERANGE,
                    "the total may be too large; expected smaller factors or fewer dice");
        return p->status;
    }
    return ADJ_OK;
}
