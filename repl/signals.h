/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/signals.h -- what the outside may ask of a running prompt.
 *
 * Handlers only set flags (and tell the interpreter to stop); whoever waits looks at
 * the flags. Process-wide by nature: this is the one place that keeps such state. */
#ifndef ADJ_SIGNALS_H
#define ADJ_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* SIGINT, SIGTERM, SIGHUP set flags; SIGPIPE and SIGXFSZ are ignored: writes fail instead.
 * `stop` is called from the handlers (async-signal-safe, NULL is fine). */
void adj_signals_install(void (*stop)(void));

/* Only while armed do the handlers call `stop`: between commands the shell's own Lua runs,
 * and that must not be stopped half-way. */
void adj_signals_arm(bool on);

/* The dispositions a child program expects. Between fork and exec only. */
void adj_signals_default(void);

/* While held, SIGINT is not noted: another program has the terminal. */
void adj_signals_hold_interrupt(bool held);

/* Whether SIGINT ever came. */
bool adj_signals_interrupted(void);

/* True when SIGINT came since the last call; forgets it. */
bool adj_signals_take_interrupt(void);

/* The signal that asks the program to end (SIGTERM, SIGHUP), or 0. Stays. */
int adj_signals_ending(void);

/* Waits until fd can be read. 1 when it can; 0 when a signal came that one of the functions here
 * tells of, at once when nobody has asked for it yet; -1 when the descriptor failed. */
int adj_signals_wait_readable(int fd);

/* SIGWINCH or SIGTSTP came since the last call; only while watched. */
void adj_signals_watch_screen(bool on);
bool adj_signals_take_resize(void);
bool adj_signals_take_suspend(void);

/* Ends the process as the signal would have done. Does not return. */
void adj_signals_die(int signal_number) __attribute__((noreturn));

#endif
