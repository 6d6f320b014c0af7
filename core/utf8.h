/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/utf8.h -- texts that must be UTF-8 where they leave the program. */
#ifndef ADJ_UTF8_H
#define ADJ_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The bytes of the character that `text` begins with (1..4), *good then true; else the bytes
 * that one U+FFFD stands for: the longest beginning of a character there, or one byte.
 * `length` is not 0. Overlong forms, surrogates and what lies above U+10FFFF are no characters. */
size_t adj_utf8_step(const char *text, size_t length, bool *good);

/* How many bytes from the start are whole characters: `length` when all are. */
size_t adj_utf8_good(const char *text, size_t length);

#endif
