/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/prompt.h -- one line from the person, or from standard input. */
#ifndef ADJ_PROMPT_H
#define ADJ_PROMPT_H

#include <stddef.h>

typedef enum {
    ADJ_LINE_READ,
    ADJ_LINE_END,           /* end of file, or Ctrl-D on an empty line */
    ADJ_LINE_INTERRUPTED,   /* Ctrl-C: the line is dropped */
    ADJ_LINE_TOO_LONG,      /* `length` says how long; it was read to its end and dropped */
    ADJ_LINE_ENDING,        /* the program was asked to end */
    ADJ_LINE_FAILED         /* out of memory, or the input broke */
} adj_line_status;

enum { ADJ_LINE_MAX = 64 * 1024 };      /* bytes */

typedef struct {
    char *text;         /* ends with a NUL that `length` does not count; the caller's to free */
    size_t length;
} adj_line;

/* Candidates for the word that starts at `start` and ends at the cursor, `end`, of
 * `line`: an array that ends with NULL, it and its strings made by malloc; NULL: none. */
typedef char **(*adj_completer)(void *context, const char *line, int start, int end);

/* Both before the first line; adj_prompt_end when the last was read (twice is fine). */
void adj_prompt_begin(adj_completer completer, void *context);
void adj_prompt_end(void);

/* Reads with readline. Colour in `prompt` stands between \001 and \002. A paste of
 * several lines comes as one text with newlines in it. line->text is NULL unless READ. */
adj_line_status adj_prompt_read(const char *prompt, adj_line *line);

/* Reads a line of standard input, without its newline; no prompt, no readline. */
adj_line_status adj_input_read(adj_line *line);

#endif
