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
 */
#include "dice_parse.h"

#include <stdlib.h>
#include <string.h>

/* --- complaints ------------------------------------------------------------------ */

bool adj_parse_bad_at(Parser *p, const char *where, adj_status status, const char *what)
{
    int column = (int)(where - p->text) + 1;

    if (p->status == ADJ_OK) {
        p->status = adj_error_set(p->err, status, "%s", what);
        if (p->err != NULL)
            p->err->column = column;
    }
    return false;
}

bool adj_parse_bad(Parser *p, const char *what)
{
    return adj_parse_bad_at(p, p->at, ADJ_EINVAL, what);
}

/* --- words and numbers ----------------------------------------------------------- */

void adj_parse_skip_blanks(Parser *p)
{
    while (p->at < p->end && (*p->at == ' ' || *p->at == '\t'))
        p->at++;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

char adj_parse_peek(Parser *p)
{
    adj_parse_skip_blanks(p);
    return p->at < p->end ? lower(*p->at) : '\0';
}

bool adj_parse_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool adj_parse_take(Parser *p, const char *word)
{
    size_t n = strlen(word);

    adj_parse_skip_blanks(p);
    if ((size_t)(p->end - p->at) < n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (lower(p->at[i]) != word[i])
            return false;
    p->at += n;
    return true;
}

bool adj_parse_number(Parser *p, int64_t *out)
{
    const char *start = (adj_parse_skip_blanks(p), p->at);
    int64_t n = 0;

    for (; p->at < p->end && adj_parse_is_digit(*p->at); p->at++) {
        n = n * 10 + (*p->at - '0');
        if (n > ADJ_DICE_NUMBER)
            return adj_parse_bad_at(p, start, ADJ_ERANGE,
                                    "number too large (at most 999999999)");
    }
    *out = n;
    return true;
}

bool adj_parse_want_number(Parser *p, const char *what, int64_t *out)
{
    return adj_parse_is_digit(adj_parse_peek(p)) ? adj_parse_number(p, out)
                                                 : adj_parse_bad(p, what);
}

/* --- pools and sums -------------------------------------------------------------- */

Node *adj_parse_add_node(Parser *p, NodeKind kind)
{
    Node *node;

    if (p->n_nodes == MAX_NODES) {
        adj_parse_bad_at(p, p->at, ADJ_ERANGE, "too many terms (at most 40)");
        return NULL;
    }
    node = &p->nodes[p->n_nodes++];
    node->kind = kind;
    return node;
}

static bool read_sum(Parser *p);

static bool read_factor(Parser *p)
{
    const char *where;
    int64_t n;
    char c = adj_parse_peek(p);

    where = p->at;
    if (c == '-') {
        if (++p->depth > 20)
            return adj_parse_bad(p, "nested too deeply");
        p->at++;
        if (!read_factor(p) || adj_parse_add_node(p, NODE_NEGATE) == NULL)
            return false;
        p->depth--;
        return true;
    }
    if (c == '(') {
        if (++p->depth > 20)
            return adj_parse_bad(p, "nested too deeply");
        p->at++;
        if (!read_sum(p))
            return false;
        p->depth--;
        return adj_parse_take(p, ")") || adj_parse_bad(p, "expected an operator or )");
    }
    if (c == 'd' || c == '{')
        return adj_parse_pool(p, where, 1);
    if (!adj_parse_is_digit(c))
        return adj_parse_bad(p, "expected dice such as 2d6, or a number");
    if (!adj_parse_number(p, &n))
        return false;
    c = adj_parse_peek(p);
    if (c == 'd' || c == '{' || (c == 'o' && p->end - p->at > 1 && lower(p->at[1]) == 'f'))
        return adj_parse_pool(p, where, n);
    Node *node = adj_parse_add_node(p, NODE_NUMBER);
    if (node != NULL)
        node->number = n;
    return node != NULL;
}

static bool read_product(Parser *p)
{
    if (!read_factor(p))
        return false;
    while (adj_parse_take(p, "*") || adj_parse_take(p, "x"))
        if (!read_factor(p) || adj_parse_add_node(p, NODE_MULTIPLY) == NULL)
            return false;
    return true;
}

static bool read_sum(Parser *p)
{
    if (!read_product(p))
        return false;
    for (;;) {
        NodeKind kind;
        if (adj_parse_take(p, "+"))
            kind = NODE_ADD;
        else if (adj_parse_take(p, "-"))
            kind = NODE_SUBTRACT;
        else
            return true;
        if (!read_product(p) || adj_parse_add_node(p, kind) == NULL)
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
    NodeKind kind = adj_parse_take(p, "=") ? NODE_VERSUS_TIES : NODE_VERSUS;
    const Pool *a, *b;

    if (p->n_nodes != 1 || !can_be_compared(&p->nodes[0]))
        return adj_parse_bad_at(p, where - 2, ADJ_EINVAL, pools);
    where = (adj_parse_skip_blanks(p), p->at);
    if (!read_sum(p))
        return false;
    if (p->n_nodes != 2 || !can_be_compared(&p->nodes[1]))
        return adj_parse_bad_at(p, where, ADJ_EINVAL, pools);
    a = &p->nodes[0].pool;
    b = &p->nodes[1].pool;
    return adj_parse_check_versus(p, where, a, b) && adj_parse_add_node(p, kind) != NULL;
}

/* --- the whole ------------------------------------------------------------------- */

static bool is_quick(const Node *node)
{
    const Pool *pool = &node->pool;

    if (node->kind != NODE_POOL)
        return node->kind < NODE_VERSUS;
    return !pool->draw && pool->explode.kind == TEST_NONE && pool->reroll.kind == TEST_NONE &&
           pool->n_each == 0 && pool->hit.kind == TEST_NONE && pool->high == 0 &&
           pool->low <= 1 && pool->count > 0;
}

/* Finds out whether the whole is one quick pool and a number: POOL { NUMBER (+|-) }. */
static void find_only(adj_dice *dice)
{
    const Node *node = dice->nodes;
    int64_t offset = 0;

    if (!dice->quick || node[0].kind != NODE_POOL || dice->n_nodes % 2 == 0)
        return;
    for (size_t i = 1; i < dice->n_nodes; i += 2) {
        if (node[i].kind != NODE_NUMBER ||
            (node[i + 1].kind != NODE_ADD && node[i + 1].kind != NODE_SUBTRACT))
            return;
        offset += node[i + 1].kind == NODE_ADD ? node[i].number : -node[i].number;
    }
    dice->only = &node[0].pool;
    dice->offset = offset;
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
    find_only(dice);
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
        adj_parse_bad_at(p, text + ADJ_DICE_TEXT, ADJ_ERANGE,
                         "too long (at most 256 characters)");
        return p->status;
    }
    good = read_sum(p);
    if (good && adj_parse_take(p, "vs"))
        good = read_versus(p);
    if (good && adj_parse_peek(p) != '\0')
        good = adj_parse_bad(p, "expected an operator (+ - * x) or the end");
    if (good && p->at < p->end)
        good = adj_parse_bad(p, "expected an operator (+ - * x) or the end");
    if (!good)
        return p->status;
    if ((*out = assemble(p, length)) == NULL)
        return ADJ_ENOMEM;
    if (!adj_parse_find_range(p, *out)) {
        free(*out);
        *out = NULL;
        adj_parse_bad_at(p, text, ADJ_ERANGE,
                    "the total may be too large; expected smaller factors or fewer dice");
        return p->status;
    }
    return ADJ_OK;
}
