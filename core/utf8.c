/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/utf8.c -- the table of well-formed byte sequences (Unicode 15, table 3-7). */
#include "utf8.h"

typedef struct { unsigned char first, last, low, high, size; } Lead;

/* The lead bytes, the range of the byte after them, and the bytes in all. */
static const Lead leads[] = {
    { 0x00, 0x7F, 0x00, 0x00, 1 }, { 0xC2, 0xDF, 0x80, 0xBF, 2 }, { 0xE0, 0xE0, 0xA0, 0xBF, 3 },
    { 0xE1, 0xEC, 0x80, 0xBF, 3 }, { 0xED, 0xED, 0x80, 0x9F, 3 }, { 0xEE, 0xEF, 0x80, 0xBF, 3 },
    { 0xF0, 0xF0, 0x90, 0xBF, 4 }, { 0xF1, 0xF3, 0x80, 0xBF, 4 }, { 0xF4, 0xF4, 0x80, 0x8F, 4 },
};

static const Lead *lead_of(unsigned char byte)
{
    for (size_t i = 0; i < sizeof leads / sizeof *leads; i++)
        if (byte >= leads[i].first && byte <= leads[i].last)
            return &leads[i];
    return NULL;
}

size_t adj_utf8_step(const char *text, size_t length, bool *good)
{
    const unsigned char *bytes = (const unsigned char *)text;
    const Lead *lead = lead_of(bytes[0]);
    unsigned char low, high;
    size_t n = 1;

    *good = false;
    if (lead == NULL)
        return 1;
    low = lead->low;
    high = lead->high;
    while (n < lead->size && n < length && bytes[n] >= low && bytes[n] <= high) {
        low = 0x80;         /* only the second byte has a range of its own */
        high = 0xBF;
        n++;
    }
    *good = n == lead->size;
    return n;
}

size_t adj_utf8_good(const char *text, size_t length)
{
    size_t at = 0;

    while (at < length) {
        bool good = true;
        size_t n = (unsigned char)text[at] < 0x80 ? 1 : adj_utf8_step(text + at, length - at,
                                                                       &good);

        if (!good)
            break;
        at += n;
    }
    return at;
}
