/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/signals.c -- flags set by handlers, and a wait that loses none of them. */
#include "signals.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted, ever_interrupted, ending, resized, suspended, armed;
static void (*volatile stop_hook)(void);

static void on_signal(int number)
{
    switch (number) {
    case SIGINT:
        interrupted = 1;
        ever_interrupted = 1;
        break;
    case SIGWINCH:
        resized = 1;
        return;
    case SIGTSTP:
        suspended = 1;
        return;
    default:
        ending = number;
    }
    if (armed && stop_hook != NULL)
        stop_hook();
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {0};

    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);       /* no SA_RESTART: waits must wake */
}

void adj_signals_install(void (*stop)(void))
{
    stop_hook = stop;
    handle(SIGINT, on_signal);
    handle(SIGTERM, on_signal);
    handle(SIGHUP, on_signal);
    handle(SIGPIPE, SIG_IGN);
    handle(SIGXFSZ, SIG_IGN);       /* a file that may not grow is a failed write, like a full disk */
}

void adj_signals_arm(bool on)
{
    armed = on;
}

void adj_signals_default(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ, SIGWINCH, SIGTSTP};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        handle(numbers[i], SIG_DFL);
}

void adj_signals_hold_interrupt(bool held)
{
    handle(SIGINT, held ? SIG_IGN : on_signal);
}

bool adj_signals_interrupted(void)
{
    return ever_interrupted != 0;
}

bool adj_signals_take_interrupt(void)
{
    bool was = interrupted != 0;

    interrupted = 0;
    return was;
}

int adj_signals_ending(void)
{
    return ending;
}

void adj_signals_watch_screen(bool on)
{
    handle(SIGWINCH, on ? on_signal : SIG_DFL);
    handle(SIGTSTP, on ? on_signal : SIG_DFL);
}

bool adj_signals_take_resize(void)
{
    bool was = resized != 0;

    resized = 0;
    return was;
}

bool adj_signals_take_suspend(void)
{
    bool was = suspended != 0;

    suspended = 0;
    return was;
}

static bool pending(void)
{
    return interrupted || ending || resized || suspended;
}

int adj_signals_wait_readable(int fd)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP};
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    sigset_t blocked, before;
    int n;

    /* Blocked from the test to the wait, so that no signal falls between the two. */
    sigemptyset(&blocked);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaddset(&blocked, numbers[i]);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    do          /* a tick of the clock of CPU time ends the wait too, and means nothing */
        n = pending() ? 0 : ppoll(&wait, 1, NULL, &before);
    while (n < 0 && errno == EINTR && !pending());
    if (n < 0)
        n = errno == EINTR ? 0 : -1;
    sigprocmask(SIG_SETMASK, &before, NULL);
    return n;
}

void adj_signals_die(int signal_number)
{
    handle(signal_number, SIG_DFL);
    raise(signal_number);
    _exit(128 + signal_number);
}
