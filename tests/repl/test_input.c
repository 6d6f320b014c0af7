/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard input and output that are pipes, while signals come that are nobody's business: the
 * clock of CPU time ticks for as long as the program lives. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "prompt.h"
#include "signals.h"
#include "terminal.h"

static void on_tick(int number)
{
    (void)number;
}

/* Signals as the clock sends them, from 10 ms on, every 10 ms. 0: no more. */
static void tick(int ms)
{
    struct sigaction action = {.sa_handler = on_tick, .sa_flags = SA_RESTART};
    struct itimerval every = {{0, ms * 1000}, {0, ms * 1000}};

    sigemptyset(&action.sa_mask);
    assert_int_equal(sigaction(SIGALRM, &action, NULL), 0);
    assert_int_equal(setitimer(ITIMER_REAL, &every, NULL), 0);
}

/* A child that does something to its end of the pipe after a while; ours is the other one. */
static pid_t later(int ends[2], int ours, void (*what)(int fd))
{
    pid_t child = fork();

    assert_true(child >= 0);
    if (child == 0) {
        close(ends[ours]);
        usleep(100000);
        what(ends[1 - ours]);
        _exit(0);
    }
    close(ends[1 - ours]);
    return child;
}

static void say_two_lines(int fd)
{
    static const char start[] = "status\nma", end[] = "p\n";

    if (write(fd, start, sizeof start - 1) < 0)
        _exit(1);
    usleep(100000);
    if (write(fd, end, sizeof end - 1) < 0)
        _exit(1);
}

static void wait_well(pid_t child)
{
    int status;

    while (waitpid(child, &status, 0) < 0)
        assert_int_equal(errno, EINTR);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void ticks_do_not_end_the_wait_for_a_line(void **state)
{
    int ends[2], own = dup(STDIN_FILENO);
    adj_line line;
    pid_t child;

    (void)state;
    assert_int_equal(pipe(ends), 0);
    child = later(ends, 0, say_two_lines);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    adj_signals_install(NULL);
    tick(10);
    assert_int_equal(adj_input_read(&line), ADJ_LINE_READ);
    assert_string_equal(line.text, "status");
    free(line.text);
    assert_int_equal(adj_input_read(&line), ADJ_LINE_READ);
    assert_string_equal(line.text, "map");
    free(line.text);
    assert_int_equal(adj_input_read(&line), ADJ_LINE_END);
    tick(0);
    wait_well(child);
    dup2(own, STDIN_FILENO);
    close(own);
}

static void interrupt_parent(int fd)
{
    (void)fd;
    kill(getppid(), SIGINT);
    usleep(500000);                     /* the end of the file comes later */
}

static void what_a_person_sends_still_ends_it(void **state)
{
    int ends[2], own = dup(STDIN_FILENO);
    adj_line line;
    pid_t child;

    (void)state;
    adj_signals_install(NULL);
    assert_int_equal(pipe(ends), 0);
    child = later(ends, 0, interrupt_parent);
    assert_int_equal(dup2(ends[0], STDIN_FILENO), STDIN_FILENO);
    close(ends[0]);
    tick(10);
    assert_int_equal(adj_input_read(&line), ADJ_LINE_INTERRUPTED);
    assert_int_equal(adj_input_read(&line), ADJ_LINE_END);
    tick(0);
    wait_well(child);
    dup2(own, STDIN_FILENO);
    close(own);
}

enum { MUCH = 1000000 };

/* As slowly as a front end that is busy. */
static void read_it_all(int fd)
{
    char piece[65536];
    size_t total = 0;
    ssize_t n;

    while ((n = read(fd, piece, sizeof piece)) > 0) {
        for (ssize_t i = 0; i < n; i++, total++)
            if (piece[i] != (char)('a' + total % 26))
                _exit(1);
        usleep(5000);
    }
    _exit(total == MUCH ? 0 : 2);
}

/* Writes as the program does while its standard output is fd, which is closed. Whether all was written. */
static bool written_to(int fd, const char *text)
{
    int own = dup(STDOUT_FILENO);
    bool good;

    assert_int_equal(dup2(fd, STDOUT_FILENO), STDOUT_FILENO);
    close(fd);
    good = adj_term_write(text, MUCH);
    dup2(own, STDOUT_FILENO);
    close(own);
    return good;
}

/* Whoever shares the other end (a terminal, a socket) may have made it not wait. */
static void what_cannot_be_written_at_once_is_written_later(void **state)
{
    int ends[2];
    char *text = malloc(MUCH);
    bool good;
    pid_t child;

    (void)state;
    assert_non_null(text);
    for (size_t i = 0; i < MUCH; i++)
        text[i] = (char)('a' + i % 26);
    assert_int_equal(pipe(ends), 0);
    child = later(ends, 1, read_it_all);
    assert_int_equal(fcntl(ends[1], F_SETFL, O_NONBLOCK), 0);
    good = written_to(ends[1], text);
    free(text);
    assert_true(good);
    assert_int_equal(adj_term_output_error(), 0);
    wait_well(child);
}

static void ask_parent_to_end(int fd)
{
    (void)fd;
    kill(getppid(), SIGTERM);
    usleep(300000);
    kill(getppid(), SIGTERM);           /* once more, while it looks whether somebody does */
    usleep(20000000);                   /* and never reads */
}

/* Nobody takes the output, and the program is asked to end. The last test: what is asked stays. */
static void who_is_to_end_does_not_wait_for_a_reader(void **state)
{
    int ends[2];
    char *text = calloc(1, MUCH);
    struct timespec before, after;
    bool written;
    pid_t child;

    (void)state;
    assert_non_null(text);
    adj_signals_install(NULL);
    clock_gettime(CLOCK_MONOTONIC, &before);
    assert_int_equal(pipe(ends), 0);
    child = later(ends, 1, ask_parent_to_end);
    written = written_to(ends[1], text);
    free(text);
    clock_gettime(CLOCK_MONOTONIC, &after);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    assert_false(written);
    assert_int_equal(adj_signals_ending(), SIGTERM);
    assert_true(after.tv_sec - before.tv_sec < 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ticks_do_not_end_the_wait_for_a_line),
        cmocka_unit_test(what_a_person_sends_still_ends_it),
        cmocka_unit_test(what_cannot_be_written_at_once_is_written_later),
        cmocka_unit_test(who_is_to_end_does_not_wait_for_a_reader),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
