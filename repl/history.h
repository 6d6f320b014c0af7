/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/history.h -- the lines typed before, kept in a file.
 *
 * One entry a line, with `\n` and `\\` escaped, so that a function of many lines is one
 * entry after a restart too. Entries are appended one by one, and a file that has grown long is
 * cut to the newest when it is opened: two prompts running at once lose nothing of each
 * other's. */
#ifndef ADJ_HISTORY_H
#define ADJ_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

/* Loads the newest entries of `path` (made when missing, its folder too, for the user alone)
 * into readline. False, with a message for a person, when entries cannot be kept; the
 * prompt works. */
bool adj_history_open(const char *path, char *message, size_t size);

/* Adds an entry, unless it is blank or the same as the last. */
void adj_history_add(const char *text);

void adj_history_close(void);

#endif
