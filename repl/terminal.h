/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/terminal.h -- where output goes, and what that place can show. */
#ifndef ADJ_TERMINAL_H
#define ADJ_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

bool adj_term_input_is_terminal(void);
bool adj_term_output_is_terminal(void);
bool adj_term_error_is_terminal(void);

/* Both ends are a terminal: a prompt, readline and a pager make sense. */
bool adj_term_interactive(void);

/* TERM is unset, empty or "dumb". */
bool adj_term_dumb(void);

/* Output is a terminal, TERM is not dumb, and NO_COLOR is unset or empty. */
bool adj_term_colour(void);

/* Size in characters; 80 by 24 when nobody knows. */
void adj_term_size(int *columns, int *rows);

/* Writes all of it to standard output (or standard error), and waits until it is taken. False
 * once the other end is gone, or takes nothing while the program is asked to end; the bytes are
 * then dropped, and adj_term_closed() says so for good. */
bool adj_term_write(const char *text, size_t length);
bool adj_term_write_error(const char *text, size_t length);
bool adj_term_closed(void);

/* The errno of the write to standard output that failed first, 0 when none did. */
int adj_term_output_error(void);

/* Before anything is opened: standard streams that the caller closed are filled. */
void adj_term_begin(void);
/* The terminal as it was then. Async-signal-safe. */
void adj_term_restore(void);

/* Shows a long text through $PAGER (less -FRX when it is unset) on a terminal that is
 * not dumb; else, or when it fits the screen, or when there is no pager, writes it. */
void adj_term_page(const char *text, size_t length);

#endif
