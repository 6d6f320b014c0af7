/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/terminal.c -- writing, the size of the screen, the pager. */
#include "terminal.h"
#include "signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

static struct termios mode_at_start;
static bool known_mode;
static int output_error;        /* of the process: what once failed (a closed pipe) stays so */

bool adj_term_input_is_terminal(void)
{
    return isatty(STDIN_FILENO) == 1;
}

bool adj_term_output_is_terminal(void)
{
    return isatty(STDOUT_FILENO) == 1;
}

bool adj_term_error_is_terminal(void)
{
    return isatty(STDERR_FILENO) == 1;
}

bool adj_term_interactive(void)
{
    return adj_term_input_is_terminal() && adj_term_output_is_terminal();
}

bool adj_term_dumb(void)
{
    const char *term = getenv("TERM");

    return term == NULL || *term == '\0' || strcmp(term, "dumb") == 0;
}

bool adj_term_colour(void)
{
    const char *no_color = getenv("NO_COLOR");

    if (no_color != NULL && *no_color != '\0')
        return false;
    return adj_term_output_is_terminal() && !adj_term_dumb();
}

void adj_term_size(int *columns, int *rows)
{
    struct winsize size;

    *columns = 80;
    *rows = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
        return;
    if (size.ws_col > 0)
        *columns = size.ws_col;
    if (size.ws_row > 0)
        *rows = size.ws_row;
}

enum { LAST_WORDS_MS = 1000 };

/* Waits where the descriptor does not: whoever shares its other end may have made it so. Not for
 * ever once the program is asked to end: what is ready to take something takes PIPE_BUF bytes without
 * a wait. */
static bool write_all(int fd, const char *text, size_t length)
{
    struct pollfd room = {.fd = fd, .events = POLLOUT};

    while (length > 0) {
        bool last = adj_signals_ending() != 0;
        ssize_t n;

        if (last) {
            int ready = poll(&room, 1, LAST_WORDS_MS);

            if (ready == 0) {
                errno = ETIMEDOUT;
                return false;
            }
            if (ready < 0 && errno == EINTR)
                continue;               /* asked once more */
        }
        n = write(fd, text, last && length > PIPE_BUF ? PIPE_BUF : length);
        if (n >= 0) {
            text += n;
            length -= (size_t)n;
        } else if (errno == EAGAIN) {
            (void)poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool adj_term_write(const char *text, size_t length)
{
    if (output_error == 0 && !write_all(STDOUT_FILENO, text, length))
        output_error = errno;
    return output_error == 0;
}

bool adj_term_write_error(const char *text, size_t length)
{
    return write_all(STDERR_FILENO, text, length);
}

bool adj_term_closed(void)
{
    return output_error != 0;
}

int adj_term_output_error(void)
{
    return output_error;
}

/* Else the next file that is opened, a journal say, would get the number of the closed one, and
 * the output with it. What stands in for it can be neither read from nor written to. */
void adj_term_begin(void)
{
    known_mode = tcgetattr(STDIN_FILENO, &mode_at_start) == 0;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) == -1 && errno == EBADF)
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

void adj_term_restore(void)
{
    if (known_mode)
        (void)tcsetattr(STDIN_FILENO, TCSANOW, &mode_at_start);
}

/* Lines as the screen breaks them: escapes take no room, continuation bytes neither. */
static bool fits_screen(const char *text, size_t length)
{
    int columns, rows, line = 0, column = 0;

    adj_term_size(&columns, &rows);
    for (size_t i = 0; i < length && line < rows - 1; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '\n') {
            line++;
            column = 0;
        } else if (c == 0x1B) {
            while (i < length && text[i] != 'm')
                i++;
        } else if ((c & 0xC0) != 0x80 && ++column > columns) {
            line++;
            column = 1;
        }
    }
    return line < rows - 1;
}

static void run_pager(int input, const char *command)
{
    adj_signals_default();
    if (dup2(input, STDIN_FILENO) < 0)
        _exit(127);
    if (input != STDIN_FILENO)
        close(input);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* True when the pager ran; false when there was none to run. */
static bool page_through(const char *command, const char *text, size_t length)
{
    int ends[2], status = 0;
    pid_t child;

    if (pipe(ends) != 0)
        return false;
    child = fork();
    if (child == 0) {
        close(ends[1]);
        run_pager(ends[0], command);
    }
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return false;
    }
    adj_signals_hold_interrupt(true);       /* Ctrl-C belongs to the pager now */
    write_all(ends[1], text, length);       /* fails when the reader quits early: fine */
    close(ends[1]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    adj_signals_hold_interrupt(false);
    return !(WIFEXITED(status) && (WEXITSTATUS(status) == 127 || WEXITSTATUS(status) == 126));
}

void adj_term_page(const char *text, size_t length)
{
    const char *pager = getenv("PAGER");

    if (pager == NULL || *pager == '\0')
        pager = "less -FRX";
    if (!adj_term_interactive() || adj_term_dumb() || fits_screen(text, length)
        || strcmp(pager, "cat") == 0 || !page_through(pager, text, length))
        adj_term_write(text, length);
}
