/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes hex labels: the first bytes choose a scheme, the rest is read as a label. What is read
 * must be written back as a label that reads as the same hex; offsets must go back and forth.
 *
 * Without libFuzzer: cc -DADJ_FUZZ_MAIN ... makes a program that runs the files it is given. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hexgrid.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEAD = 5, MOST = 200 };

static void check_offset(adj_hex_layout layout, adj_hex hex)
{
    adj_offset at = adj_hex_to_offset(layout, hex);

    if (!adj_hex_equal(adj_hex_from_offset(layout, at), hex))
        abort();
    for (int d = 0; d < 6; d++)
        if (adj_hex_towards(hex, adj_hex_add(hex, adj_hex_direction(d))) != d)
            abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    adj_label_scheme scheme;
    char text[MOST + 1], label[ADJ_LABEL_SIZE];
    adj_error err = { 0 };
    adj_hex hex, again;

    if (size < HEAD || size > HEAD + MOST)
        return 0;
    scheme.layout = (adj_hex_layout){ (data[0] & 1) != 0, (data[0] & 2) != 0 };
    scheme.rows_up = (data[0] & 4) != 0;
    scheme.rows_first = (data[0] & 8) != 0;
    scheme.slant = (adj_label_slant)((data[0] >> 4) % 3);
    scheme.kind = (adj_label_kind)(data[1] % 3);
    scheme.digits = data[2] % 12;
    scheme.first_col = (int8_t)data[3];
    scheme.first_row = (int8_t)data[4];
    memcpy(text, data + HEAD, size - HEAD);
    text[size - HEAD] = '\0';
    if (adj_label_parse(&scheme, text, &hex, &err) != ADJ_OK) {
        if (err.text[0] == '\0' || err.column < 0 || err.column > (int)size)
            abort();
        return 0;
    }
    check_offset(scheme.layout, hex);
    if (adj_label_format(&scheme, hex, label) != ADJ_OK)
        return 0;                           /* read, but longer than such labels are written */
    if (adj_label_parse(&scheme, label, &again, &err) != ADJ_OK || !adj_hex_equal(hex, again))
        abort();
    return 0;
}

#include "replay.h"
