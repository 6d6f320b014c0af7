/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the dice notation, and what a person types for the dice: the first line is the
 * notation, the rest what is typed. Whatever parses must throw only what its exact
 * distribution holds, and the same total must come from the faces.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dice.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition)
{
    if (!condition)
        abort();
}

static void throw_some(adj_dice *dice, const adj_dist *dist)
{
    int64_t least, greatest, total, same, value;
    adj_faces faces = { 0 };
    adj_rng rng, copy;
    adj_error err;

    adj_dice_range(dice, &least, &greatest);
    adj_rng_seed(&rng, adj_dice_text(dice), strlen(adj_dice_text(dice)));
    for (int i = 0; i < 3; i++) {
        copy = rng;
        faces.n = 0;
        require(adj_dice_roll(dice, &rng, &faces, &total) == ADJ_OK);
        same = adj_dice_total(dice, &copy);
        require(same == total && adj_rng_position(&copy) == adj_rng_position(&rng));
        require(total >= least && total <= greatest && faces.n >= adj_dice_count(dice));
        require(adj_dice_value(dice, faces.face, faces.n, &value, &err) == ADJ_OK);
        require(value == total);
        require(dist == NULL || adj_dist_find(dist, total) < adj_dist_size(dist));
    }
    free(faces.face);
}

static void type(adj_dice *dice, const char *text, size_t length, bool tabulated)
{
    adj_faces faces = { 0 };
    adj_error err = { .status = ADJ_OK };
    int64_t total, value;

    if (!tabulated && memchr(text, '=', length) != NULL)
        return;                             /* it would be worked out without a budget */
    if (adj_dice_accept(dice, text, length, &faces, &total, &err) != ADJ_OK)
        require(err.text[0] != '\0' && faces.n == 0);
    else if (faces.n > 0)
        require(adj_dice_value(dice, faces.face, faces.n, &value, &err) == ADJ_OK &&
                value == total);
    free(faces.face);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data, *end = memchr(data, '\n', size);
    size_t length = end != NULL ? (size_t)(end - text) : size;
    adj_budget budget = { 3000000, NULL };
    adj_error err = { .status = ADJ_OK };
    const adj_dist *dist = NULL;
    char prompt[100];
    adj_dice *dice;

    if (adj_dice_parse(text, length, &dice, &err) != ADJ_OK) {
        require(err.column >= 1 && (size_t)err.column <= length + 1 && err.text[0] != '\0');
        return 0;
    }
    adj_dice_prompt(dice, prompt, sizeof prompt);
    if (adj_dice_dist(dice, &budget, &dist, &err) != ADJ_OK)
        require(err.status == ADJ_ELIMIT);
    throw_some(dice, dist);
    if (end != NULL)
        type(dice, end + 1, size - length - 1, dist != NULL);
    adj_dice_free(dice);
    return 0;
}

#include "replay.h"
