/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/main.c -- starts the interpreter and hands the arguments to the shell. */
#include "face.h"
#include "history.h"
#include "prompt.h"
#include "signals.h"
#include "terminal.h"
#include "version.h"

#include "adjutant.h"
#include "precompiled.h"

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lauxlib.h>

enum { EXIT_SCRIPT = 1, EXIT_REFUSED_FILE = 3, EXIT_LIMIT = 4, EXIT_INTERRUPTED = 130 };

static adj_lua *running;        /* for the handler of SIGINT, which gets no argument */

static void stop_running(void)
{
    if (running != NULL)
        adj_lua_interrupt(running);
}

/* A handler of signals calls this when a script cannot be stopped. All that was done is on disk. */
static void give_up(bool interrupted)
{
    static const char why[] =
        "\nadjutant: a single step of the script takes for ever: the program ends. A saved game is whole; "
        "if this\ncomes again when it is resumed, `resume GAME --abandon` gives up the command it was in\n";

    adj_term_restore();
    (void)!write(STDERR_FILENO, why, sizeof why - 1);
    _exit(interrupted ? EXIT_INTERRUPTED : EXIT_LIMIT);
}

/* core.terminal = the terminal, core.version = "x.y.z"; then shell.main(arguments) -> exit status */
static int start_shell(lua_State *L)
{
    int argc = (int)lua_tointeger(L, 1);
    char **argv = lua_touserdata(L, 2);

    lua_settop(L, 0);
    adj_lua_push_host(L);
    lua_getfield(L, -1, "core");
    adj_open_terminal(L);
    lua_setfield(L, -2, "terminal");
    lua_pushliteral(L, ADJ_VERSION);
    lua_setfield(L, -2, "version");
    adj_lua_require(L, "shell.main");
    lua_createtable(L, argc, 0);
    for (int i = 1; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i);
    }
    adj_signals_arm(true);      /* until a prompt stands: files that are read may never end either */
    lua_call(L, 1, 1);
    return 1;
}

static int report_failure(lua_State *L)
{
    const char *message = lua_tostring(L, -1);
    const char *trace;

    message = message != NULL ? message : "(no message)";
    fprintf(stderr, "adjutant: %s\n", message);
    if (getenv("ADJUTANT_TRACE") != NULL) {
        adj_lua_push_traceback(L);
        trace = lua_tostring(L, -1);
        fprintf(stderr, "%s\n", trace != NULL ? trace : "");
    }
    return EXIT_SCRIPT;
}

/* Standard output took no more: dies like any filter when its reader left, else says why. */
static int report_unwritten(int status)
{
    if (adj_term_output_error() == EPIPE)
        adj_signals_die(SIGPIPE);
    fprintf(stderr, "adjutant: cannot write: %s\n", strerror(adj_term_output_error()));
    return status != 0 ? status : EXIT_SCRIPT;
}

int main(int argc, char **argv)
{
    const adj_lua_options options = {.precompiled = &adj_prelude, .stuck = give_up};
    adj_error err;
    lua_State *L;
    int status;

    adj_term_begin();
    setlocale(LC_CTYPE, "");
    if (adj_lua_new(&options, &running, &err) != ADJ_OK) {
        fprintf(stderr, "adjutant: %s\n", err.text);
        return EXIT_REFUSED_FILE;
    }
    adj_signals_install(stop_running);
    L = adj_lua_state(running);
    lua_pushcfunction(L, start_shell);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    if (adj_lua_protected_call(L, 2, 1) == LUA_OK)
        status = (int)lua_tointeger(L, -1);
    else
        status = report_failure(L);
    adj_signals_arm(false);
    if (adj_signals_interrupted() && (status == EXIT_SCRIPT || status == EXIT_REFUSED_FILE))
        status = EXIT_INTERRUPTED;
    adj_prompt_end();
    adj_history_close();
    adj_signals_install(NULL);
    adj_lua_close(running);
    if (adj_signals_ending() != 0)
        adj_signals_die(adj_signals_ending());
    if (adj_term_output_error() != 0)
        status = report_unwritten(status);
    return status;
}
