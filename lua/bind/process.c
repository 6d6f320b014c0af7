/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.process -- other processes, for host Lua: a study plays on all processors. Never
 * reachable from a script.
 *
 * A child has pipes for its standard input and output; its standard error is ours. What may fail
 * because of the system answers nil, message; misuse raises. */
#include "bind.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <fcntl.h>
#include <unistd.h>

#define PROCESS_TYPE "adj.process"

enum { MOST_ARGUMENTS = 64, MOST_POLLED = 1024, PIECE = 65536 };

extern char **environ;

int adj_open_process(lua_State *L);

typedef struct {
    pid_t pid;                  /* 0 when it never ran or has been waited for */
    int input, output;          /* our ends: what it reads, what it writes; -1 when closed */
    int status;                 /* as waitpid gave it, once pid is 0 */
} Process;

static void close_end(int *fd)
{
    if (*fd >= 0)
        (void)close(*fd);
    *fd = -1;
}

static void wait_for(Process *p)
{
    if (p->pid == 0)
        return;
    while (waitpid(p->pid, &p->status, 0) < 0)
        if (errno != EINTR) {
            p->status = 0;
            break;
        }
    p->pid = 0;
}

static Process *check_process(lua_State *L, int arg)
{
    return luaL_checkudata(L, arg, PROCESS_TYPE);
}

/* A child that nobody holds any more ends. */
static int process_gc(lua_State *L)
{
    Process *p = check_process(L, 1);

    close_end(&p->input);
    close_end(&p->output);
    if (p->pid != 0) {
        (void)kill(p->pid, SIGKILL);
        wait_for(p);
    }
    return 0;
}

static int push_errno(lua_State *L, const char *what, int number)
{
    lua_pushnil(L);
    lua_pushfstring(L, "%s: %s", what, strerror(number));
    return 2;
}

/* Starts a program with the two ends, in a process group of its own: Ctrl-C is for its parent
 * to answer. 0, or the number of what failed. */
static int start(Process *p, const char *path, char *const argv[], int child_input,
                 int child_output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);

    if (failed != 0)
        return failed;
    if ((failed = posix_spawnattr_init(&attributes)) != 0) {
        (void)posix_spawn_file_actions_destroy(&actions);
        return failed;
    }
    (void)posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    failed = posix_spawn_file_actions_adddup2(&actions, child_input, STDIN_FILENO);
    if (failed == 0)
        failed = posix_spawn_file_actions_adddup2(&actions, child_output, STDOUT_FILENO);
    if (failed == 0)
        failed = posix_spawn(&p->pid, path, &actions, &attributes, argv, environ);
    if (failed != 0)
        p->pid = 0;
    (void)posix_spawnattr_destroy(&attributes);
    (void)posix_spawn_file_actions_destroy(&actions);
    return failed;
}

/* spawn(path, ARGUMENT, ...) -> process */
static int process_spawn(lua_State *L)
{
    const char *path = luaL_checkstring(L, 1), *argv[MOST_ARGUMENTS + 1] = { NULL };
    int n = lua_gettop(L), to[2] = { -1, -1 }, from[2] = { -1, -1 }, failed;
    Process *p;

    luaL_argcheck(L, n >= 1 && n <= MOST_ARGUMENTS, 1, "a path and at most 63 arguments");
    for (int i = 0; i < n; i++)
        argv[i] = luaL_checkstring(L, i + 1);
    p = lua_newuserdatauv(L, sizeof *p, 0);
    *p = (Process){ .input = -1, .output = -1 };
    luaL_setmetatable(L, PROCESS_TYPE);
    /* closed on exec, so that no child keeps another's pipe open */
    if (pipe2(to, O_CLOEXEC) != 0)
        return push_errno(L, "no pipe", errno);
    if (pipe2(from, O_CLOEXEC) != 0) {
        failed = errno;
        (void)close(to[0]);
        (void)close(to[1]);
        return push_errno(L, "no pipe", failed);
    }
    failed = start(p, path, (char *const *)argv, to[0], from[1]);
    (void)close(to[0]);
    (void)close(from[1]);
    p->input = to[1];
    p->output = from[0];
    if (failed == 0)
        return 1;
    close_end(&p->input);
    close_end(&p->output);
    return push_errno(L, path, failed);
}

/* 0, or the number of what failed. A child that reads no more is EPIPE, not a signal. */
static int write_all(int fd, const char *text, size_t length)
{
    struct sigaction ignore = { .sa_handler = SIG_IGN }, before;
    int failed = fd < 0 ? EPIPE : 0;

    (void)sigaction(SIGPIPE, &ignore, &before);
    while (length > 0 && failed == 0) {
        ssize_t n = write(fd, text, length);

        if (n >= 0) {
            text += n;
            length -= (size_t)n;
        } else if (errno != EINTR) {
            failed = errno;
        }
    }
    (void)sigaction(SIGPIPE, &before, NULL);
    return failed;
}

/* P:write(text) -> true: all of it; nil, message when the child reads no more */
static int process_write(lua_State *L)
{
    Process *p = check_process(L, 1);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    int failed = write_all(p->input, text, length);

    if (failed != 0)
        return push_errno(L, "pipe", failed);
    lua_pushboolean(L, 1);
    return 1;
}

/* Pushes what `fd` has, waiting for the first byte; nil at its end. */
static int push_read(lua_State *L, int fd)
{
    luaL_Buffer buffer;
    char *piece = luaL_buffinitsize(L, &buffer, PIECE);
    ssize_t n;

    do
        n = fd < 0 ? 0 : read(fd, piece, PIECE);
    while (n < 0 && errno == EINTR);
    if (n <= 0) {
        lua_pushnil(L);
        return 1;
    }
    luaL_pushresultsize(&buffer, (size_t)n);
    return 1;
}

/* P:read() -> the bytes that have come (at least one), or nil at the end */
static int process_read(lua_State *L)
{
    return push_read(L, check_process(L, 1)->output);
}

/* read() -> the same of our own standard input */
static int read_own(lua_State *L)
{
    return push_read(L, STDIN_FILENO);
}

/* P:close(): the child's input ends. */
static int process_close(lua_State *L)
{
    close_end(&check_process(L, 1)->input);
    return 0;
}

/* P:kill(): it ends at once. */
static int process_kill(lua_State *L)
{
    Process *p = check_process(L, 1);

    if (p->pid != 0)
        (void)kill(p->pid, SIGKILL);
    return 0;
}

/* P:wait() -> "exit", status | "signal", number: waits until it has ended */
static int process_wait(lua_State *L)
{
    Process *p = check_process(L, 1);

    wait_for(p);
    lua_pushstring(L, WIFSIGNALED(p->status) ? "signal" : "exit");
    lua_pushinteger(L, WIFSIGNALED(p->status) ? WTERMSIG(p->status) : WEXITSTATUS(p->status));
    return 2;
}

/* P:pid() -> its number; nil when it has been waited for */
static int process_pid(lua_State *L)
{
    Process *p = check_process(L, 1);

    if (p->pid == 0)
        return 0;
    lua_pushinteger(L, p->pid);
    return 1;
}

/* poll(list, milliseconds) -> indexes of those that can be read or have ended; none when the
 * time is over or a signal came */
static int process_poll(lua_State *L)
{
    struct pollfd set[MOST_POLLED];
    lua_Integer n = adj_bind_list(L, 1, MOST_POLLED), found = 0;
    int ms = (int)adj_bind_integer(L, 2, 0, 1000000), ready;

    for (lua_Integer i = 0; i < n; i++) {
        lua_geti(L, 1, i + 1);
        set[i] = (struct pollfd){ .fd = check_process(L, -1)->output, .events = POLLIN };
        lua_pop(L, 1);
    }
    ready = poll(set, (nfds_t)n, ms);
    lua_newtable(L);
    for (lua_Integer i = 0; ready > 0 && i < n; i++)
        if (set[i].revents != 0) {
            lua_pushinteger(L, i + 1);
            lua_rawseti(L, -2, ++found);
        }
    return 1;
}

/* processors() -> how many this process may run on */
static int process_processors(lua_State *L)
{
    cpu_set_t set;
    long n;

    if (sched_getaffinity(0, sizeof set, &set) == 0)
        n = CPU_COUNT(&set);
    else
        n = sysconf(_SC_NPROCESSORS_ONLN);
    lua_pushinteger(L, n > 0 ? n : 1);
    return 1;
}

/* seconds() -> a clock that only goes forward, for speeds */
static int process_seconds(lua_State *L)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return luaL_error(L, "no clock");
    lua_pushnumber(L, (lua_Number)now.tv_sec + (lua_Number)now.tv_nsec * 1e-9);
    return 1;
}

int adj_open_process(lua_State *L)
{
    static const luaL_Reg meta[] = { { "__gc", process_gc }, { NULL, NULL } };
    static const luaL_Reg methods[] = {
        { "write", process_write }, { "read", process_read }, { "close", process_close },
        { "kill", process_kill }, { "wait", process_wait }, { "pid", process_pid },
        { NULL, NULL },
    };
    static const luaL_Reg functions[] = {
        { "spawn", process_spawn }, { "poll", process_poll }, { "read", read_own },
        { "processors", process_processors }, { "seconds", process_seconds }, { NULL, NULL },
    };

    adj_bind_new_type(L, PROCESS_TYPE, meta, methods);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
