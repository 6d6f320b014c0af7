/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/prompt.c -- readline by its callback face, so that we do the waiting.
 *
 * Readline's own signal handling would restart the read after Ctrl-C; here every wait
 * is ours, and a signal ends it at once. */
#include "prompt.h"
#include "signals.h"
#include "terminal.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <readline/readline.h>

/* Readline has no context argument anywhere: what its callbacks need stands here. */
static struct {
    adj_completer completer;
    void *context;
    char **candidates;      /* being handed to readline one by one */
    char *line;             /* what the last line handler was given */
    bool begun, done;
} prompt_state;

static char *next_candidate(const char *text, int state)
{
    (void)text;
    (void)state;
    return *prompt_state.candidates != NULL ? *prompt_state.candidates++ : NULL;
}

/* Candidates that go on (an open call, a field) get no blank after them. */
static bool goes_on(const char *candidate)
{
    size_t n = strlen(candidate);

    return n > 0 && strchr("(./=", candidate[n - 1]) != NULL;
}

static char **complete(const char *text, int start, int end)
{
    char **all, **matches;

    rl_attempted_completion_over = 1;       /* never file names */
    if (prompt_state.completer == NULL)
        return NULL;
    all = prompt_state.completer(prompt_state.context, rl_line_buffer, start, end);
    if (all == NULL)
        return NULL;
    if (all[0] != NULL && all[1] == NULL && goes_on(all[0]))
        rl_completion_suppress_append = 1;
    prompt_state.candidates = all;
    matches = rl_completion_matches(text, next_candidate);      /* takes the strings over */
    free(all);
    return matches;
}

/* The blank that completion puts behind a word stands for the one typed after it. */
static int type_blank(int count, int key)
{
    if (rl_last_func == rl_complete && rl_point > 0 && rl_line_buffer[rl_point - 1] == ' ')
        return 0;
    return rl_insert(count, key);
}

/* ... and goes when a comma follows the word. */
static int type_comma(int count, int key)
{
    if (rl_last_func == rl_complete && rl_point > 1 && rl_line_buffer[rl_point - 1] == ' '
        && rl_line_buffer[rl_point - 2] != ',') {
        rl_delete_text(rl_point - 1, rl_point);
        rl_point--;
    }
    return rl_insert(count, key);
}

static void bind_typing(void)
{
    Keymap maps[] = {emacs_standard_keymap, vi_insertion_keymap};

    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        rl_bind_key_in_map(' ', type_blank, maps[i]);
        rl_bind_key_in_map(',', type_comma, maps[i]);
    }
}

/* Readline remembers an end of input for good, and then begins a row more behind every line; the
 * row behind Ctrl-D is ours (adj_prompt_read). */
static void deprep(void)
{
#if RL_READLINE_VERSION >= 0x0802
    rl_eof_found = 0;
#endif
    rl_deprep_terminal();
}

void adj_prompt_begin(adj_completer completer, void *context)
{
    prompt_state.completer = completer;
    prompt_state.context = context;
    if (prompt_state.begun)
        return;
    prompt_state.begun = true;
    rl_readline_name = "adjutant";
    rl_catch_signals = 0;
    rl_catch_sigwinch = 0;
    rl_deprep_term_function = deprep;
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = " \t\n\"(){}[],=<>~+*%#;";
    rl_completer_word_break_characters = rl_basic_word_break_characters;
    rl_completer_quote_characters = "\"";
    rl_completion_query_items = 1000;       /* a question in there could not be interrupted */
    rl_initialize();
    bind_typing();
    rl_variable_bind("page-completions", "off");
    rl_variable_bind("enable-bracketed-paste", adj_term_dumb() ? "off" : "on");
}

void adj_prompt_end(void)
{
    if (prompt_state.begun)
        rl_callback_handler_remove();
    prompt_state.begun = false;
}

static void on_line(char *text)
{
    prompt_state.line = text;
    prompt_state.done = true;
    rl_callback_handler_remove();           /* else readline shows the prompt again */
}

static void suspend(void)
{
    rl_cleanup_after_signal();
    kill(getpid(), SIGSTOP);
    rl_reset_after_signal();
    rl_forced_update_display();
}

static void drop_line(const char *mark)
{
    rl_callback_sigcleanup();
    rl_free_line_state();
    rl_point = rl_end;
    rl_redisplay();
    fputs(mark, rl_outstream);
    fflush(rl_outstream);
    rl_callback_handler_remove();
}

/* What the signals that came mean for the line. READ: nothing, go on. */
static adj_line_status heed_signals(void)
{
    if (adj_signals_ending() != 0) {
        drop_line("\n");
        return ADJ_LINE_ENDING;
    }
    if (adj_signals_take_interrupt()) {
        drop_line("^C\n");
        return ADJ_LINE_INTERRUPTED;
    }
    if (adj_signals_take_suspend())
        suspend();
    if (adj_signals_take_resize())
        rl_resize_terminal();
    return ADJ_LINE_READ;
}

static adj_line_status read_until_done(void)
{
    while (!prompt_state.done) {
        adj_line_status status;
        int ready = 1;

        if (rl_pending_input == 0)          /* else readline holds a key already */
            ready = adj_signals_wait_readable(fileno(rl_instream));
        if ((status = heed_signals()) != ADJ_LINE_READ)
            return status;
        if (ready < 0)
            return ADJ_LINE_FAILED;
        if (ready > 0)
            rl_callback_read_char();
    }
    return prompt_state.line != NULL ? ADJ_LINE_READ : ADJ_LINE_END;
}

adj_line_status adj_prompt_read(const char *prompt, adj_line *line)
{
    adj_line_status status;

    line->text = NULL;
    line->length = 0;
    prompt_state.line = NULL;
    prompt_state.done = false;
    adj_signals_watch_screen(true);
    rl_callback_handler_install(prompt, on_line);
    status = read_until_done();
    if (!prompt_state.done)
        rl_callback_handler_remove();
    adj_signals_watch_screen(false);
    if (status == ADJ_LINE_END)
        adj_term_write("\n", 1);
    if (status != ADJ_LINE_READ)
        return status;
    line->length = strlen(prompt_state.line);
    if (line->length > ADJ_LINE_MAX) {
        free(prompt_state.line);
        return ADJ_LINE_TOO_LONG;
    }
    line->text = prompt_state.line;
    return ADJ_LINE_READ;
}

/* --- standard input that is not a terminal ------------------------------------------ */

static struct {
    char bytes[8192];
    size_t at, end;
} input;

/* 1 with bytes in `input`, 0 at the end of the file, -1 when a signal or a failure came. */
static int fill_input(void)
{
    ssize_t n;

    if (input.at < input.end)
        return 1;
    do {        /* somebody else may have read what there was, where reading does not wait */
        if (adj_signals_wait_readable(STDIN_FILENO) <= 0)
            return -1;
        n = read(STDIN_FILENO, input.bytes, sizeof input.bytes);
    } while (n < 0 && (errno == EAGAIN || errno == EINTR));
    input.at = 0;
    input.end = n > 0 ? (size_t)n : 0;
    return n > 0 ? 1 : (int)n;
}

/* Moves bytes up to a newline into line->text, as far as there is room. True at the newline. */
static bool take_bytes(adj_line *line)
{
    const char *from = input.bytes + input.at;
    const char *newline = memchr(from, '\n', input.end - input.at);
    size_t n = newline != NULL ? (size_t)(newline - from) : input.end - input.at;
    size_t room = line->length < ADJ_LINE_MAX ? ADJ_LINE_MAX - line->length : 0;

    memcpy(line->text + (line->length < ADJ_LINE_MAX ? line->length : ADJ_LINE_MAX), from,
           n < room ? n : room);
    line->length += n;
    input.at += n + (newline != NULL);
    return newline != NULL;
}

static adj_line_status why_no_input(void)
{
    if (adj_signals_ending() != 0)
        return ADJ_LINE_ENDING;
    return adj_signals_take_interrupt() ? ADJ_LINE_INTERRUPTED : ADJ_LINE_FAILED;
}

adj_line_status adj_input_read(adj_line *line)
{
    adj_line_status status = ADJ_LINE_READ;
    int got = 1;

    line->length = 0;
    if ((line->text = malloc(ADJ_LINE_MAX + 1)) == NULL)
        return ADJ_LINE_FAILED;
    while ((got = fill_input()) > 0 && !take_bytes(line))
        ;
    if (got < 0)
        status = why_no_input();
    else if (got == 0 && line->length == 0)
        status = ADJ_LINE_END;
    else if (line->length > ADJ_LINE_MAX)
        status = ADJ_LINE_TOO_LONG;
    else
        line->text[line->length] = '\0';
    if (status != ADJ_LINE_READ) {
        free(line->text);
        line->text = NULL;
    }
    return status;
}
