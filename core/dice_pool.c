/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_pool.c -- parsing one pool: its die, and what is done with the dice. */
#include "dice_parse.h"

#include <stdlib.h>
#include <string.h>

static bool want_signed(Parser *p, const char *what, int64_t *out)
{
    bool minus = adj_parse_take(p, "-");

    if (!adj_parse_want_number(p, what, out))
        return false;
    *out = minus ? -*out : *out;
    return true;
}

/* --- dice ------------------------------------------------------------------------ */

static int by_face(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

    return (x > y) - (x < y);
}

static bool add_face(Parser *p, const char *where, int64_t face)
{
    if (p->n_numbers == MAX_NUMBERS)
        return adj_parse_bad_at(p, where, ADJ_ERANGE,
                                "too many faces in lists (at most 1024)");
    p->numbers[p->n_numbers++] = face;
    return true;
}

/* After "{". */
static bool read_list(Parser *p, Die *die)
{
    size_t first = p->n_numbers;

    do {
        const char *where = (adj_parse_skip_blanks(p), p->at);
        int64_t low, high;
        if (!want_signed(p, "expected a face, as in {2,3,3,4,4,5} or {0..9}", &low))
            return false;
        high = low;
        if (adj_parse_take(p, "..") &&
            !want_signed(p, "expected the last face after ..", &high))
            return false;
        if (high < low)
            return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "expected the lower face first in a range, as in {0..9}");
        for (int64_t face = low; face <= high; face++)
            if (!add_face(p, where, face))
                return false;
    } while (adj_parse_take(p, ","));
    if (!adj_parse_take(p, "}"))
        return adj_parse_bad(p, "expected , or } after a face");
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
    const char *where = (adj_parse_skip_blanks(p), p->at);
    int64_t sides;

    die->first = 1;
    if (adj_parse_take(p, "{"))
        return read_list(p, die);
    if (adj_parse_take(p, "av"))
        return list_of(p, die, average, 6, WRITE_AVERAGE);
    if (adj_parse_take(p, "%")) {
        bool zero = adj_parse_take(p, "z");
        die->sides = 100;
        die->first = zero ? 0 : 1;
        die->writing = zero ? WRITE_PERCENT_ZERO : WRITE_PERCENT;
        return true;
    }
    if (!adj_parse_want_number(p, "expected the number of sides, a list {...}, % or av "
                               "after d", &sides))
        return false;
    if (sides == 66)
        return d66(p, die);
    if (sides == 10 && adj_parse_take(p, "z")) {
        die->sides = 10;
        die->first = 0;
        die->writing = WRITE_ZERO_TEN;
        return true;
    }
    if (sides == 0)
        return adj_parse_bad_at(p, where, ADJ_EINVAL, "expected at least 1 side");
    if (sides > ADJ_DICE_SIDES)
        return adj_parse_bad_at(p, where, ADJ_ERANGE, "too many sides (at most 1000000)");
    die->sides = (uint32_t)sides;
    if (sides == 10)
        die->writing = WRITE_TEN;
    else if (sides == 100)
        die->writing = WRITE_PERCENT;
    return true;
}

/* --- what is done with the dice of a pool ---------------------------------------- */

/* `bare` is what a number without a sign means; TEST_NONE: a sign is needed. */
static bool read_test(Parser *p, TestKind bare, const char *what, Test *test)
{
    if (adj_parse_take(p, "<="))
        test->kind = TEST_LE;
    else if (adj_parse_take(p, "<"))
        test->kind = TEST_LT;
    else if (adj_parse_take(p, ">="))
        test->kind = TEST_GE;
    else if (adj_parse_take(p, ">"))
        test->kind = TEST_GT;
    else if (adj_parse_take(p, "="))
        test->kind = TEST_EQ;
    else if (bare != TEST_NONE)
        test->kind = bare;
    else
        return adj_parse_bad(p, what);
    return want_signed(p, what, &test->n);
}

static bool read_bound(Parser *p, uint32_t *bound)
{
    const char *where;
    int64_t n;

    if (!adj_parse_take(p, ":"))
        return true;
    where = (adj_parse_skip_blanks(p), p->at);
    if (!adj_parse_want_number(p, "expected how many times at most after :", &n))
        return false;
    if (n < 1 || n > 100)
        return adj_parse_bad_at(p, where, ADJ_ERANGE, "expected a bound from 1 to 100");
    *bound = (uint32_t)n;
    return true;
}

uint32_t adj_die_faces_that(const Die *die, Test test)
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
    const char *where = (adj_parse_skip_blanks(p), p->at);

    if (!adj_parse_take(p, "!"))
        return true;
    if (pool->draw)
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "what is drawn cannot explode; expected each, kh, kl, dh, dl or c");
    pool->explode = (Test){ TEST_EQ, die_highest(&pool->die) };
    if (strchr("<=>", adj_parse_peek(p)) != NULL && adj_parse_peek(p) != '\0' &&
        !read_test(p, TEST_NONE, "expected a number after the sign, as in !>=5",
                   &pool->explode))
        return false;
    pool->endless = adj_parse_peek(p) != ':';
    pool->explode_bound = ADJ_DICE_ENDLESS;
    if (!read_bound(p, &pool->explode_bound))
        return false;
    if (adj_die_faces_that(&pool->die, pool->explode) == pool->die.sides)
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "always explodes; expected a face that does not");
    return true;
}

/* Leaves only the faces that are not thrown again. */
static bool drop_faces(Parser *p, const char *where, Pool *pool, Test test)
{
    Die *die = &pool->die, all = pool->die;

    if (die->list == NULL && test.kind != TEST_EQ) {
        uint32_t gone = adj_die_faces_that(die, test);
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

/* True when no value of a die, explosions included, escapes the test. */
static bool always_holds(const Pool *pool, Test test)
{
    int64_t raw[2], mapped[2];

    if (pool->explode.kind == TEST_NONE)
        return adj_die_faces_that(&pool->die, test) == pool->die.sides;
    return adj_pool_value_range(pool, raw, mapped) && test.kind != TEST_EQ &&
           test_holds(test, raw[0]) && test_holds(test, raw[1]);
}

static bool read_reroll(Parser *p, Pool *pool)
{
    static const char *sign = "expected <, <=, =, >= or > and a number, as in r<2";
    const char *where = (adj_parse_skip_blanks(p), p->at);
    bool until = adj_parse_take(p, "rr");
    Test test;

    if (!until && !adj_parse_take(p, "r"))
        return true;
    if (pool->draw)
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "what is drawn cannot be rerolled; expected each, kh, kl, dh, dl or c");
    if (!read_test(p, TEST_NONE, sign, &test))
        return false;
    if (always_holds(pool, test))
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "always rerolls; expected a face that stands");
    if (until) {
        if (pool->explode.kind != TEST_NONE)
            return adj_parse_bad_at(p, where, ADJ_EINVAL,
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
    const char *where = (adj_parse_skip_blanks(p), p->at);

    *table = false;
    if (adj_parse_take(p, "+")) {
        each->kind = EACH_ADD;
        return adj_parse_want_number(p, what, &each->n);
    }
    if (adj_parse_take(p, "x") || adj_parse_take(p, "*")) {
        each->kind = EACH_TIMES;
        return want_signed(p, what, &each->n);
    }
    if (adj_parse_take(p, "min")) {
        each->kind = EACH_MIN;
        return want_signed(p, what, &each->n);
    }
    if (adj_parse_take(p, "max")) {
        each->kind = EACH_MAX;
        return want_signed(p, what, &each->n);
    }
    if (!want_signed(p, what, &each->low))
        return false;
    each->high = each->low;
    if (adj_parse_take(p, "..") &&
        !want_signed(p, "expected the last face after ..", &each->high))
        return false;
    if (each->low > each->high)
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "expected the lower face first in a range, as in 1..3:0");
    if (adj_parse_take(p, ":")) {
        *table = true;
        each->kind = EACH_TABLE;
        return want_signed(p, "expected the value after :", &each->n);
    }
    if (each->low != each->high || each->low > 0)
        return adj_parse_bad(p, "expected : and a value after the faces");
    each->kind = EACH_ADD;                      /* "-2" */
    each->n = each->low;
    return true;
}

static bool read_each(Parser *p, Pool *pool)
{
    const char *where = (adj_parse_skip_blanks(p), p->at);
    bool any_table = false, all_table = true;

    if (!adj_parse_take(p, "each"))
        return true;
    if (!adj_parse_take(p, "("))
        return adj_parse_bad(p, "expected ( after each, as in each(-2, min 0)");
    pool->each = p->each + p->n_each;
    do {
        bool table;
        if (pool->n_each == MAX_EACH)
            return adj_parse_bad(p, "too many steps in each (at most 16)");
        if (p->n_each == sizeof p->each / sizeof *p->each)
            return adj_parse_bad(p, "too many steps in all (at most 64)");
        if (!read_each_item(p, &p->each[p->n_each], &table))
            return false;
        p->n_each++;
        pool->n_each++;
        any_table |= table;
        all_table &= table;
    } while (adj_parse_take(p, ","));
    if (!adj_parse_take(p, ")"))
        return adj_parse_bad(p, "expected , or ) in each");
    if (any_table && !all_table)
        return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "expected either steps or faces with values in each, not both");
    return true;
}

static bool read_keep(Parser *p, Pool *pool)
{
    bool has_low = false, has_high = false;

    for (;;) {
        const char *where = (adj_parse_skip_blanks(p), p->at);
        bool keep = false, high = false;
        int64_t n = 1;
        uint32_t dropped;

        if (adj_parse_take(p, "kh"))
            keep = high = true;
        else if (adj_parse_take(p, "kl"))
            keep = true;
        else if (adj_parse_take(p, "dh"))
            high = true;
        else if (!adj_parse_take(p, "dl"))
            return true;
        if (adj_parse_is_digit(adj_parse_peek(p)) && !adj_parse_number(p, &n))
            return false;
        if (n > pool->count)
            n = pool->count;                    /* there are no more */
        dropped = keep ? pool->count - (uint32_t)n : (uint32_t)n;
        if (keep == high) {                     /* kh and dl drop the lowest */
            if (has_low)
                return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "the lowest are dropped already; expected c, an operator or the end");
            has_low = true;
            pool->low = dropped;
        } else {
            if (has_high)
                return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "the highest are dropped already; expected c, an operator or the end");
            has_high = true;
            pool->high = dropped;
        }
        if (pool->low + pool->high > pool->count)       /* nothing is left */
            pool->high = pool->count - pool->low;
    }
}

static bool misplaced(Parser *p)
{
    static const char *order =
        "out of order or given twice; expected !, r, each, keep (kh kl dh dl), c in this order";
    char c = adj_parse_peek(p);

    if (c == '!' || c == 'r' || c == 'k' || c == 'e' || c == 'c')
        return adj_parse_bad(p, order);
    if (adj_parse_take(p, "dh") || adj_parse_take(p, "dl")) {
        p->at -= 2;
        return adj_parse_bad(p, order);
    }
    return true;
}

bool adj_parse_pool(Parser *p, const char *where, int64_t count)
{
    Node *node = adj_parse_add_node(p, NODE_POOL);
    Pool *pool;

    if (node == NULL)
        return false;
    pool = &node->pool;
    memset(pool, 0, sizeof *pool);
    if (count > ADJ_DICE_COUNT)
        return adj_parse_bad_at(p, where, ADJ_ERANGE, "too many dice (at most 1000)");
    pool->count = (uint32_t)count;
    if (adj_parse_take(p, "of")) {
        pool->draw = true;
        if (!adj_parse_take(p, "{"))
            return adj_parse_bad(p, "expected a list after of, as in 3 of {1..10}");
        if (!read_list(p, &pool->die))
            return false;
        if (pool->count > pool->die.sides)
            return adj_parse_bad_at(p, where, ADJ_EINVAL,
                                "more are drawn than there are; expected a longer list");
    } else if (adj_parse_take(p, "{")) {
        if (!read_list(p, &pool->die))
            return false;
    } else if (!adj_parse_take(p, "d") || !read_sides(p, &pool->die)) {
        return adj_parse_bad(p, "expected a die");
    }
    if (!read_explode(p, pool) || !read_reroll(p, pool) || !read_each(p, pool) ||
        !read_keep(p, pool))
        return false;
    if (adj_parse_take(p, "c") &&
        !read_test(p, TEST_GE, "expected a number after c, as in c5 or c>=5", &pool->hit))
        return false;
    pool->die.batch = adj_rng_batch(pool->die.sides);
    pool->die.power = 1;
    for (unsigned i = 0; i < pool->die.batch; i++)
        pool->die.power *= pool->die.sides;
    pool->rest_power = 1;
    for (unsigned i = 0; i < pool->count % pool->die.batch; i++)
        pool->rest_power *= pool->die.sides;
    return misplaced(p) && adj_parse_check_pool(p, where, pool);
}
