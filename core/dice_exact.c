/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/dice_exact.c -- the exact distribution of dice. */
#include "dice_internal.h"
#include "dist_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- one die --------------------------------------------------------------------- */

static adj_status faces_of(const Die *die, adj_dist **out)
{
    uint64_t ones[MAX_NUMBERS];

    if (die->list == NULL)
        return adj_dist_uniform(die->first, die->sides, out);
    for (uint32_t i = 0; i < die->sides; i++)
        ones[i] = 1;
    return adj_dist_new(die->list, ones, die->sides, out);
}

/* Replaces *dist by `next`. */
static void replace(adj_dist **dist, adj_dist *next)
{
    adj_dist_free(*dist);
    *dist = next;
}

/* What a bound that was not written cuts off: (trigger / sides) ^ (bound + 1), the power of sides
 * being `total`. */
static void set_explosion_cut(const Pool *pool, const adj_dist *faces, mpz_srcptr total, adj_dist *dist)
{
    unsigned long trigger = 0;
    mpq_t cut;

    for (size_t i = 0; i < faces->n; i++)
        if (test_holds(pool->explode, faces->values[i]))
            trigger += (unsigned long)faces->small[i];
    mpq_init(cut);
    mpz_ui_pow_ui(mpq_numref(cut), trigger, (unsigned long)pool->explode_bound + 1);
    mpz_set(mpq_denref(cut), total);
    mpq_canonicalize(cut);
    adj_dist_set_cut(dist, cut);
    mpq_clear(cut);
}

/* After k explosions at most, from the last throw back: the faces that stand, and those
 * that explode followed by what k - 1 give. Weights are out of sides^(k+1). */
static adj_status explode(const Pool *pool, adj_budget *budget, adj_dist **dist)
{
    const adj_dist *faces = *dist;
    int64_t bound = pool->explode_bound, low = faces->values[0];
    int64_t high = faces->values[faces->n - 1];
    int64_t least = low < 0 ? low * (bound + 1) : low;
    size_t n = (size_t)((high > 0 ? high * (bound + 1) : high) - least) + 1;
    mpz_t *then = adj_mpz_array(n), *now = adj_mpz_array(n), weight, total;
    adj_status status = ADJ_ENOMEM;
    adj_dist *next;

    mpz_init(weight);
    mpz_init_set_ui(total, 1);
    if (then == NULL || now == NULL)
        goto done;
    for (size_t i = 0; i < faces->n; i++)
        adj_dist_weight(faces, i, then[faces->values[i] - least]);
    for (int64_t k = 1; k <= bound; k++) {
        mpz_t *swap = then;
        if ((status = adj_budget_charge(budget, n * faces->n)) != ADJ_OK)
            goto done;
        mpz_mul_ui(total, total, pool->die.sides);
        for (size_t v = 0; v < n; v++)
            mpz_set_ui(now[v], 0);
        for (size_t i = 0; i < faces->n; i++) {
            int64_t face = faces->values[i];
            adj_dist_weight(faces, i, weight);
            if (!test_holds(pool->explode, face)) {
                mpz_addmul(now[face - least], weight, total);
                continue;
            }
            for (size_t v = 0; v < n; v++)
                if (mpz_sgn(then[v]) != 0)
                    mpz_addmul(now[(int64_t)v + face], then[v], weight);
        }
        then = now;
        now = swap;
    }
    status = ADJ_ENOMEM;
    if ((next = adj_dist_from_dense_big(least, 1, then, n)) == NULL)
        goto done;
    mpz_mul_ui(total, total, pool->die.sides);
    if (pool->endless)
        set_explosion_cut(pool, faces, total, next);
    replace(dist, next);
    status = ADJ_OK;
done:
    adj_mpz_array_free(then, n);
    adj_mpz_array_free(now, n);
    mpz_clear(weight);
    mpz_clear(total);
    return status;
}

/* With p of T to be thrown again, at most M times: what stands has its weight times
 * T^M + T^(M-1) p + ... + p^M, what does not only by the last throw, times p^M. */
static adj_status reroll(const Pool *pool, adj_dist **dist)
{
    const adj_dist *before = *dist;
    mpz_t *weights = adj_mpz_array(before->n), again, total, stands, last;
    adj_dist *next = NULL;

    if (weights == NULL)
        return ADJ_ENOMEM;
    mpz_inits(again, total, NULL);
    mpz_init_set_ui(stands, 1);
    mpz_init_set_ui(last, 1);
    adj_dist_total(before, total);
    for (size_t i = 0; i < before->n; i++) {
        adj_dist_weight(before, i, weights[i]);
        if (test_holds(pool->reroll, before->values[i]))
            mpz_add(again, again, weights[i]);
    }
    for (uint32_t k = 0; k < pool->reroll_bound; k++) {
        mpz_mul(last, last, again);
        mpz_mul(stands, stands, total);
        mpz_add(stands, stands, last);
    }
    for (size_t i = 0; i < before->n; i++)
        mpz_mul(weights[i], weights[i],
                test_holds(pool->reroll, before->values[i]) ? last : stands);
    next = adj_dist_from_weights(before->values, weights, before->n);
    if (next != NULL)                           /* any throw may be cut: an upper bound */
        adj_dist_pass_cut(next, before, pool->reroll_bound + 1);
    adj_mpz_array_free(weights, before->n);
    mpz_clears(again, total, stands, last, NULL);
    if (next == NULL)
        return ADJ_ENOMEM;
    replace(dist, next);
    return ADJ_OK;
}

static adj_status map(const Pool *pool, adj_dist **dist)
{
    int64_t *values = malloc((*dist)->n * sizeof *values);
    adj_dist *next = NULL;
    adj_status status;

    if (values == NULL)
        return ADJ_ENOMEM;
    for (size_t i = 0; i < (*dist)->n; i++)
        values[i] = pool_map(pool, (*dist)->values[i]);
    status = adj_dist_map(*dist, values, &next);
    free(values);
    if (status == ADJ_OK)
        replace(dist, next);
    return status;
}

static adj_status die_dist(const Pool *pool, adj_budget *budget, adj_dist **out)
{
    adj_status status = faces_of(&pool->die, out);

    if (status == ADJ_OK && pool->explode.kind != TEST_NONE)
        status = explode(pool, budget, out);
    if (status == ADJ_OK && pool->reroll.kind != TEST_NONE)
        status = reroll(pool, out);
    if (status == ADJ_OK && pool->n_each > 0)
        status = map(pool, out);
    return status;
}

/* --- pools ----------------------------------------------------------------------- */

static adj_status pool_dist(const Pool *pool, adj_budget *budget, adj_dist **out)
{
    adj_kept kept = { pool->count, pool->low, pool->high };
    int64_t *scores = NULL;
    adj_dist *die = NULL, *dist = NULL;
    adj_status status;

    if (pool->count == 0)
        return adj_dist_point(0, out);
    status = die_dist(pool, budget, &die);
    if (status == ADJ_OK && pool->hit.kind != TEST_NONE) {
        if ((scores = malloc(die->n * sizeof *scores)) == NULL)
            status = ADJ_ENOMEM;
        else
            for (size_t i = 0; i < die->n; i++)
                scores[i] = test_holds(pool->hit, die->values[i]);
    }
    if (status != ADJ_OK)
        goto done;
    if (scores != NULL && kept.low == 0 && kept.high == 0) {
        if ((status = adj_dist_map(die, scores, &dist)) == ADJ_OK)
            status = pool->draw ? adj_dist_draw(dist, kept, NULL, budget, out)
                                : adj_dist_power(dist, kept.n, budget, out);
    } else if (pool->draw) {
        status = adj_dist_draw(die, kept, scores, budget, out);
    } else {
        status = adj_dist_keep(die, kept, scores, budget, out);
    }
done:
    free(scores);
    adj_dist_free(die);
    adj_dist_free(dist);
    return status;
}

static adj_status versus_dist(const adj_dice *dice, adj_budget *budget, adj_dist **out)
{
    const Pool *a = &dice->nodes[0].pool, *b = &dice->nodes[1].pool;
    adj_dist *x = NULL, *y = NULL;
    adj_status status = die_dist(a, budget, &x);

    if (status == ADJ_OK)
        status = die_dist(b, budget, &y);
    if (status == ADJ_OK)
        status = adj_dist_versus((adj_side_dice){ x, a->count, a->low, a->high },
                                 (adj_side_dice){ y, b->count, b->low, b->high },
                                 dice->nodes[2].kind == NODE_VERSUS_TIES, budget, out);
    adj_dist_free(x);
    adj_dist_free(y);
    return status;
}

static adj_status combine(NodeKind kind, const adj_dist *a, const adj_dist *b,
                          adj_budget *budget, adj_dist **out)
{
    if (b->n == 1 && kind == NODE_MULTIPLY)
        return adj_dist_scale(a, b->values[0], 0, out);
    if (a->n == 1 && kind == NODE_MULTIPLY)
        return adj_dist_scale(b, a->values[0], 0, out);
    switch (kind) {
    case NODE_ADD: return adj_dist_add(a, b, budget, out);
    case NODE_SUBTRACT: return adj_dist_subtract(a, b, budget, out);
    default: return adj_dist_multiply(a, b, budget, out);
    }
}

static adj_status run_exact(const adj_dice *dice, adj_budget *budget, adj_dist **out)
{
    adj_dist *stack[MAX_NODES], *made = NULL;
    adj_status status = ADJ_OK;
    size_t top = 0;

    if (dice->nodes[dice->n_nodes - 1].kind >= NODE_VERSUS)
        return versus_dist(dice, budget, out);
    for (size_t i = 0; i < dice->n_nodes && status == ADJ_OK; i++) {
        const Node *node = &dice->nodes[i];
        size_t takes = node->kind == NODE_NUMBER || node->kind == NODE_POOL ? 0
                     : node->kind == NODE_NEGATE ? 1 : 2;
        made = NULL;
        if (node->kind == NODE_NUMBER)
            status = adj_dist_point(node->number, &made);
        else if (node->kind == NODE_POOL)
            status = pool_dist(&node->pool, budget, &made);
        else if (node->kind == NODE_NEGATE)
            status = adj_dist_scale(stack[top - 1], -1, 0, &made);
        else
            status = combine(node->kind, stack[top - 2], stack[top - 1], budget, &made);
        if (status != ADJ_OK)
            break;
        for (; takes > 0; takes--)
            adj_dist_free(stack[--top]);
        stack[top++] = made;
    }
    if (status == ADJ_OK)
        *out = stack[--top];
    while (top > 0)
        adj_dist_free(stack[--top]);
    return status;
}

adj_status adj_dice_dist(adj_dice *dice, adj_budget *budget, const adj_dist **out,
                         adj_error *err)
{
    adj_status status = ADJ_OK;

    *out = NULL;
    if (dice->dist == NULL)
        status = run_exact(dice, budget, &dice->dist);
    if (status != ADJ_OK)
        return adj_error_set(err, status, "the distribution of %.60s: %s", dice->text,
                             adj_status_text(status));
    *out = dice->dist;
    return ADJ_OK;
}
