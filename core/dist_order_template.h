/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dist_order_template.h -- keeping and comparing sorted dice, once for each kind of
 * number. dist_order.c includes it twice, with these defined:
 *
 *   NAME(x)                     x with the kind's suffix
 *   NUM                         the number
 *   NEW(n) FREE(p, n)           an array of zeros (NULL: no memory), and its end
 *   SET0(x) SET1(x) COPY(x, a) ADD(x, a) SUB(x, a) MUL(x, a, b) ADDMUL(x, a, b) IS0(x)
 *   BINOMIAL(x, n, k)           x = n over k
 *   WEIGHT(x, dist, i)          x = the i-th weight
 *   FINISH(base, step, dense, n)  the distribution */

/* What one value of the dice contributes: `j` of `left` dice show it. */
typedef struct {
    size_t n;               /* dice in all */
    NUM *binomial;          /* [left * (n + 1) + j] = left over j */
    NUM *powers;            /* [j] = weight^j, or weight over j for draws */
    NUM *rest;              /* [j] = later weights^j, or later items over j for draws */
} NAME(Factors);

static bool NAME(factors_new)(NAME(Factors) *f, size_t n)
{
    size_t row = n + 1;

    f->n = n;
    f->binomial = NEW(row * row);
    f->powers = NEW(row);
    f->rest = NEW(row);
    if (f->binomial == NULL || f->powers == NULL || f->rest == NULL)
        return false;
    for (size_t left = 0; left <= n; left++)
        for (size_t j = 0; j <= left; j++)
            BINOMIAL(f->binomial[left * row + j], left, j);
    return true;
}

static void NAME(factors_free)(NAME(Factors) *f)
{
    FREE(f->binomial, (f->n + 1) * (f->n + 1));
    FREE(f->powers, f->n + 1);
    FREE(f->rest, f->n + 1);
}

static void NAME(fill)(NUM *powers, size_t n, const adj_dist *dist, size_t i)
{
    SET1(powers[0]);
    if (n > 0)
        WEIGHT(powers[1], dist, i);
    for (size_t j = 2; j <= n; j++)
        MUL(powers[j], powers[j - 1], powers[1]);
}

/* The values come from the end that is kept: state[i][s] is the weight of i dice placed
 * with the kept ones among them summing to s, in steps. Once the last kept place is
 * filled the other dice are free, and their weight is one factor. */
static void NAME(keep_value)(const Order *o, const NAME(Factors) *f, NUM *state, NUM *final,
                             size_t place, NUM *scratch)
{
    size_t row = o->n + 1;

    for (size_t i = o->end; i-- > 0; ) {
        size_t left = o->n - i, kept_before = i > o->begin ? i - o->begin : 0;
        NUM *from = state + i * o->width;
        size_t span = kept_before * o->span + 1;
        bool reached = false;

        for (size_t s = 0; s < span && !reached; s++)
            reached = !IS0(from[s]);
        if (!reached)
            continue;
        SET0(scratch[1]);
        for (size_t j = 1; j <= left; j++) {
            if (o->draw)
                COPY(scratch[0], f->powers[j]);
            else
                MUL(scratch[0], f->binomial[left * row + j], f->powers[j]);
            if (IS0(scratch[0]))
                continue;
            if (i + j >= o->end) {
                ADDMUL(scratch[1], scratch[0], f->rest[left - j]);
                continue;
            }
            size_t after = i + j > o->begin ? i + j - o->begin : 0;
            NUM *to = state + (i + j) * o->width + (after - kept_before) * place;
            for (size_t s = 0; s < span; s++)
                if (!IS0(from[s]))
                    ADDMUL(to[s], from[s], scratch[0]);
        }
        if (!IS0(scratch[1])) {
            NUM *to = final + (o->end - o->begin - kept_before) * place;
            for (size_t s = 0; s < span; s++)
                if (!IS0(from[s]))
                    ADDMUL(to[s], from[s], scratch[1]);
        }
    }
}

static void NAME(fill_draw)(NUM *powers, size_t n, size_t items)
{
    for (size_t j = 0; j <= n; j++)
        BINOMIAL(powers[j], items, j);
}

static adj_status NAME(keep)(const Order *o, const adj_dist *each, adj_dist **out)
{
    NAME(Factors) f;
    adj_status status = ADJ_ENOMEM;
    size_t states = o->end * o->width;
    NUM *state = NEW(states), *final = NEW(o->width), *scratch = NEW(3);
    bool ready = NAME(factors_new)(&f, o->n);

    if (ready && state != NULL && final != NULL && scratch != NULL) {
        SET1(state[0]);
        for (size_t t = 0; t < each->n && !o->draw; t++) {      /* scratch[2]: the weights to come */
            WEIGHT(scratch[0], each, t);
            ADD(scratch[2], scratch[0]);
        }
        status = ADJ_OK;
        for (size_t t = 0; t < each->n && status == ADJ_OK; t++) {
            size_t i = o->ascending ? t : each->n - 1 - t;
            size_t place = (size_t)(((uint64_t)o->scores[i] - (uint64_t)o->least) /
                                    (uint64_t)o->step);
            if (o->draw) {
                NAME(fill_draw)(f.powers, o->n, (size_t)each->small[i]);
                NAME(fill_draw)(f.rest, o->n, (size_t)o->rest[t]);
            } else {
                NAME(fill)(f.powers, o->n, each, i);
                WEIGHT(scratch[0], each, i);
                SUB(scratch[2], scratch[0]);
                SET1(f.rest[0]);
                if (o->n > 0)
                    COPY(f.rest[1], scratch[2]);
                for (size_t j = 2; j <= o->n; j++)
                    MUL(f.rest[j], f.rest[j - 1], f.rest[1]);
            }
            NAME(keep_value)(o, &f, state, final, place, scratch);
            status = adj_budget_charge(o->budget, 0);
        }
        if (status == ADJ_OK && (*out = FINISH(o->base, o->step, final, o->width)) == NULL)
            status = ADJ_ENOMEM;
    }
    FREE(state, states);
    FREE(final, o->width);
    FREE(scratch, 3);
    NAME(factors_free)(&f);
    return status;
}

/* state[i][j][w]: i dice of a and j of b placed, from the highest value down, w won. */
static void NAME(versus_value)(const Versus *v, const NAME(Factors) *fa,
                               const NAME(Factors) *fb, NUM *state, NUM *scratch)
{
    size_t na = v->a.n, nb = v->b.n, depth = v->pairs + 1;

    for (size_t i = na + 1; i-- > 0; )
        for (size_t j = nb + 1; j-- > 0; ) {
            NUM *from = state + (i * (nb + 1) + j) * depth;
            for (size_t a = 0; a <= na - i; a++) {
                MUL(scratch[0], fa->binomial[(na - i) * (na + 1) + a], fa->powers[a]);
                if (IS0(scratch[0]))
                    continue;
                for (size_t b = a == 0; b <= nb - j; b++) {
                    NUM *to = state + ((i + a) * (nb + 1) + j + b) * depth;
                    MUL(scratch[1], fb->binomial[(nb - j) * (nb + 1) + b], fb->powers[b]);
                    if (IS0(scratch[1]))
                        continue;
                    MUL(scratch[2], scratch[0], scratch[1]);
                    to += wins(v, i, a, j, b);
                    for (size_t w = 0; w < depth; w++)
                        if (!IS0(from[w]))
                            ADDMUL(to[w], from[w], scratch[2]);
                }
            }
        }
}

static void NAME(fill_value)(NUM *powers, size_t n, const adj_dist *dist, int64_t value)
{
    size_t i = adj_dist_find(dist, value);

    if (i < dist->n) {
        NAME(fill)(powers, n, dist, i);
        return;
    }
    SET1(powers[0]);
    for (size_t k = 1; k <= n; k++)
        SET0(powers[k]);
}

static adj_status NAME(versus)(const Versus *v, adj_dist **out)
{
    NAME(Factors) fa, fb;
    adj_status status = ADJ_ENOMEM;
    size_t depth = v->pairs + 1, states = (v->a.n + 1) * (v->b.n + 1) * depth;
    NUM *state = NEW(states), *scratch = NEW(3);
    bool ready = NAME(factors_new)(&fa, v->a.n);

    ready = NAME(factors_new)(&fb, v->b.n) && ready;    /* both are freed below */
    if (ready && state != NULL && scratch != NULL) {
        size_t i = v->a.each->n, j = v->b.each->n;
        SET1(state[0]);
        status = ADJ_OK;
        while ((i > 0 || j > 0) && status == ADJ_OK) {      /* the next value down, of either */
            int64_t value;
            if (j == 0 || (i > 0 && v->a.each->values[i - 1] >= v->b.each->values[j - 1]))
                value = v->a.each->values[i - 1];
            else
                value = v->b.each->values[j - 1];
            i -= i > 0 && v->a.each->values[i - 1] == value;
            j -= j > 0 && v->b.each->values[j - 1] == value;
            NAME(fill_value)(fa.powers, v->a.n, v->a.each, value);
            NAME(fill_value)(fb.powers, v->b.n, v->b.each, value);
            NAME(versus_value)(v, &fa, &fb, state, scratch);
            status = adj_budget_charge(v->budget, 0);
        }
        if (status == ADJ_OK && (*out = FINISH(0, 1, state + states - depth, depth)) == NULL)
            status = ADJ_ENOMEM;
    }
    FREE(state, states);
    FREE(scratch, 3);
    NAME(factors_free)(&fa);
    NAME(factors_free)(&fb);
    return status;
}
