/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/limits.c -- what one command may use, and how it is stopped.
 *
 * The instruction budget is one adj_budget, charged by the count hook and by C loops alike.
 * CPU time is a timer on the process's CPU clock that ticks while any state wants it; a late
 * tick raises the cancel flag as Ctrl-C does. A raised flag sets a hook on every
 * instruction, so that nothing in Lua can outlive it; protected calls inside the command
 * pass the error on, and only the one around the whole command takes it. */
#include "state_internal.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "bind/bind.h"

/* The count hook costs two fifths of a script's time, so a wide limit does without it until the
 * second tick, and is charged for that what Lua does at most in the time. */
enum {
    GRACE_STEPS = 10000000, GRACE_TICKS = 1000 / TICK_MS,
    STUCK_TICKS = 2000 / TICK_MS, NO_ANSWER_TICKS = 1000 / TICK_MS,
    LATE_TICKS = 2, LATE_STEPS = LATE_TICKS * 4000000, WIDE_STEPS = 5 * LATE_STEPS
};

static void on_hook(lua_State *L, lua_Debug *ar);

/* --- the hook -------------------------------------------------------------------- */

static void want_every_instruction(adj_lua *lua)
{
    lua_sethook(lua->L, on_hook, LUA_MASKCOUNT, 1);
}

/* How many instructions may pass between two calls of the hook; 0: it is not needed. */
static int hook_period(const adj_lua *lua)
{
    if (lua->tripped != TRIP_NONE || lua->cancel)
        return 1;
    return lua->counting && lua->ticks >= lua->hook_from ? HOOK_PERIOD : 0;
}

/* Handlers of signals set it too: what one of them wanted while we were at it must stand. */
static void set_hook(adj_lua *lua)
{
    int period;

    do {
        period = hook_period(lua);
        lua_sethook(lua->L, on_hook, period != 0 ? LUA_MASKCOUNT : 0, period);
    } while (hook_period(lua) != period);
}

static void on_hook(lua_State *L, lua_Debug *ar)
{
    adj_lua *lua = adj_lua_of(L);

    (void)ar;
    if (lua->tripped != TRIP_NONE)
        adj_limits_trip(L, (adj_trip)lua->tripped);
    if (lua->cancel)
        adj_limits_trip(L, (adj_trip)lua->cause);
    if (lua->counting &&
        adj_budget_charge(&lua->budget, lua->late ? LATE_STEPS : HOOK_PERIOD) == ADJ_ELIMIT)
        adj_limits_trip(L, TRIP_INSTRUCTIONS);
    lua->late = false;
    if (!lua->counting)
        set_hook(lua);
}

void adj_lua_charge(lua_State *L, uint64_t n)
{
    adj_lua *lua = adj_lua_of(L);
    adj_status status = adj_budget_charge(&lua->budget, n);

    if (status == ADJ_ECANCEL)
        adj_limits_trip(L, (adj_trip)lua->cause);
    if (status == ADJ_ELIMIT)
        adj_limits_trip(L, TRIP_INSTRUCTIONS);
}

adj_budget *adj_lua_budget(lua_State *L)
{
    return &adj_lua_of(L)->budget;
}

void adj_lua_interrupt(adj_lua *lua)
{
    if (lua == NULL)
        return;
    if (!lua->cancel)
        lua->asked = lua->ticks;
    lua->cause = TRIP_INTERRUPT;
    lua->cancel = 1;
    want_every_instruction(lua);
}

/* The cause first: a signal between the two is lost, as one that came just before. The other way
 * round it would leave the flag up without a cause, for ever. */
static void forget_cause(adj_lua *lua)
{
    lua->cause = TRIP_NONE;
    lua->cancel = 0;
}

void adj_lua_clear_interrupt(adj_lua *lua)
{
    if (lua->cause != TRIP_INTERRUPT || lua->tripped != TRIP_NONE)
        return;
    forget_cause(lua);
    set_hook(lua);
}

/* --- CPU time ----------------------------------------------------------------------- */

static void on_tick(int signal, siginfo_t *info, void *context)
{
    adj_lua *lua = info->si_value.sival_ptr;

    (void)signal;
    (void)context;
    if (info->si_code != SI_TIMER || lua == NULL)
        return;
    lua->ticks++;
    if (lua->cancel) {
        bool person = lua->cause == TRIP_INTERRUPT;

        if (lua->stuck != NULL && lua->tripped == TRIP_NONE &&
            lua->ticks - lua->asked > (person ? NO_ANSWER_TICKS : STUCK_TICKS))
            lua->stuck(person);
        return;
    }
    if (lua->ticks == lua->hook_from && lua->counting && lua->tripped == TRIP_NONE) {
        lua_sethook(lua->L, on_hook, LUA_MASKCOUNT, HOOK_PERIOD);
        lua->late = true;
    }
    if (lua->ticks <= lua->deadline)
        return;
    lua->cause = TRIP_CPU;
    lua->asked = lua->ticks;
    lua->cancel = 1;
    want_every_instruction(lua);
}

static bool make_timer(adj_lua *lua)
{
    struct sigaction action = {.sa_sigaction = on_tick, .sa_flags = SA_SIGINFO | SA_RESTART};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGVTALRM};
    struct itimerspec every = {{0, TICK_MS * 1000000L}, {0, TICK_MS * 1000000L}};

    if (lua->timer_made)
        return true;
    event.sigev_value.sival_ptr = lua;
    sigemptyset(&action.sa_mask);
    if (sigaction(SIGVTALRM, &action, NULL) != 0 ||
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &lua->timer) != 0)
        return false;
    lua->timer_made = timer_settime(lua->timer, 0, &every, NULL) == 0;
    if (!lua->timer_made)
        (void)timer_delete(lua->timer);
    return lua->timer_made;
}

/* A tick that is already on its way must not find the state gone. */
static void drop_timer(adj_lua *lua)
{
    struct timespec now = {0, 0};
    sigset_t ticks, old;

    if (!lua->timer_made)
        return;
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGVTALRM);
    sigprocmask(SIG_BLOCK, &ticks, &old);
    timer_delete(lua->timer);
    while (sigtimedwait(&ticks, NULL, &now) == SIGVTALRM)
        ;
    sigprocmask(SIG_SETMASK, &old, NULL);
    lua->timer_made = false;
}

/* --- tripping --------------------------------------------------------------------- */

const char *adj_trip_name(adj_trip reason)
{
    static const char *const names[] = {NULL, "instructions", "cpu", "memory", "interrupt"};

    return names[reason];
}

bool adj_script_place(lua_State *L, lua_Debug *at)
{
    for (int level = 0; level < 200 && lua_getstack(L, level, at); level++) {
        lua_getinfo(L, "Sl", at);
        if (at->currentline > 0 && !adj_chunk_is_host(at->source))
            return true;
    }
    return false;
}

void adj_limits_note_place(adj_lua *lua)
{
    lua_Debug at;

    if (lua->L != NULL && adj_script_place(lua->L, &at))    /* NULL: it is being made */
        (void)snprintf(lua->where, sizeof lua->where, " at %s:%d", at.short_src,
                       at.currentline);
}

static const limit_frame *innermost(const adj_lua *lua)
{
    static const limit_frame none;

    return lua->frames > 0 ? &lua->frame[lua->frames - 1] : &none;
}

/* The message is made when the limit is reached, while the frame it belongs to is open. */
static void raise_flag(adj_lua *lua, adj_trip reason)
{
    const limit_frame *frame = innermost(lua);

    switch (reason) {
    case TRIP_INSTRUCTIONS:
        (void)snprintf(lua->message, sizeof lua->message, "instruction limit (%llu) reached%s",
                       (unsigned long long)frame->instructions, lua->where);
        break;
    case TRIP_CPU:
        (void)snprintf(lua->message, sizeof lua->message, "CPU time limit (%g s) reached%s",
                       (double)frame->cpu_ms / 1000.0, lua->where);
        break;
    case TRIP_MEMORY:
        (void)snprintf(lua->message, sizeof lua->message, "memory limit (%g MiB) reached%s",
                       (double)lua->cap / 1048576.0, lua->where);
        break;
    default:
        (void)snprintf(lua->message, sizeof lua->message, "interrupted%s", lua->where);
        break;
    }
    lua->tripped = reason;
    lua->last = reason;
    lua->reserve_open = true;
}

int adj_limits_trip(lua_State *L, adj_trip reason)
{
    adj_lua *lua = adj_lua_of(L);

    if (lua->tripped == TRIP_NONE) {
        adj_limits_note_place(lua);
        raise_flag(lua, reason);
    }
    want_every_instruction(lua);
    lua_pushstring(L, lua->message);
    return lua_error(L);
}

/* --- frames ------------------------------------------------------------------------- */

void adj_limits_init(adj_lua *lua)
{
    lua->budget.steps_left = UINT64_MAX;
    lua->budget.cancel = &lua->cancel;
    lua->deadline = ULONG_MAX;
}

void adj_limits_close(adj_lua *lua)
{
    drop_timer(lua);
}

const char *adj_limits_begin(adj_lua *lua, const adj_limits_request *request)
{
    limit_frame *frame;
    uint64_t steps = request->instructions != 0 ? request->instructions : UINT64_MAX;

    if (lua->frames == LIMIT_FRAMES)
        return "too many limits inside each other";
    if (request->cpu_ms != 0 && !make_timer(lua))
        return "no timer for CPU time";
    frame = &lua->frame[lua->frames];
    memset(frame, 0, sizeof *frame);
    frame->pcall_depth = lua->pcall_depth;
    frame->saved_steps = lua->budget.steps_left;
    frame->saved_counting = lua->counting;
    frame->saved_hook_from = lua->hook_from;
    frame->saved_deadline = lua->deadline;
    frame->saved_cap = lua->cap;
    if (lua->frames > 0) {      /* what messages say when the outer limit is the narrower */
        frame->instructions = frame[-1].instructions;
        frame->cpu_ms = frame[-1].cpu_ms;
    }
    if (steps <= lua->budget.steps_left && steps != UINT64_MAX) {
        lua->budget.steps_left = steps;
        frame->instructions = request->instructions;
    }
    if (request->cpu_ms != 0) {
        unsigned long end = lua->ticks + request->cpu_ms / TICK_MS + 1;

        if (end < lua->deadline) {
            lua->deadline = end;
            frame->cpu_ms = request->cpu_ms;
        }
    }
    if (request->heap != 0 && request->heap < lua->cap)
        lua->cap = request->heap;
    frame->start_steps = lua->budget.steps_left;
    if (lua->budget.steps_left < WIDE_STEPS || request->cpu_ms == 0)
        lua->hook_from = 0;
    else if (!lua->counting)
        lua->hook_from = lua->ticks + LATE_TICKS;
    lua->counting = lua->budget.steps_left != UINT64_MAX;
    lua->last = TRIP_NONE;
    lua->where[0] = '\0';
    lua->frames++;
    set_hook(lua);
    return NULL;
}

/* What a limit had raised is answered: nothing is being unwound any more. */
static void lower(adj_lua *lua)
{
    forget_cause(lua);
    lua->tripped = TRIP_NONE;
}

/* Takes the innermost frame away and gives the outer one back what is left of its own. */
static void pop_frame(adj_lua *lua)
{
    limit_frame *frame = &lua->frame[--lua->frames];

    lua->last = lua->tripped != TRIP_NONE ? (adj_trip)lua->tripped : frame->reason;
    if (frame->saved_steps != UINT64_MAX && !frame->ended)
        frame->saved_steps -= frame->start_steps - lua->budget.steps_left;
    lua->budget.steps_left = frame->saved_steps;
    lua->counting = frame->saved_counting;
    lua->hook_from = frame->saved_hook_from;
    lua->late = false;
    lua->deadline = frame->saved_deadline;
    lua->cap = frame->saved_cap;
    lua->reserve_open = false;
    lower(lua);
    set_hook(lua);
}

/* The command is over but its frame is still there for finish. What the host does until then
 * (rolling back, saying why) has limits of its own, so that one that goes on with the next
 * thing instead is stopped again. */
static void end_frame(adj_lua *lua)
{
    limit_frame *frame = &lua->frame[lua->frames - 1];

    if (!frame->ended && frame->saved_steps != UINT64_MAX)
        frame->saved_steps -= frame->start_steps - lua->budget.steps_left;
    frame->ended = true;
    frame->reason = (adj_trip)lua->tripped;
    lua->budget.steps_left = lua->counting ? GRACE_STEPS : UINT64_MAX;
    if (lua->deadline != ULONG_MAX)
        lua->deadline = lua->ticks + GRACE_TICKS;
    lua->cap = frame->saved_cap;
}

adj_trip adj_limits_finish(adj_lua *lua)
{
    if (lua->frames > 0)
        pop_frame(lua);
    return lua->last;
}

/* After an error has come out of a protected call that was number `inside`: closes the frames
 * begun in it. True when the error is a limit's and belongs further out: to the outermost
 * call within its frame. Outside all frames (the shell itself) the nearest call takes it. */
static bool settle(adj_lua *lua, int inside)
{
    while (lua->frames > 0 && lua->frame[lua->frames - 1].pcall_depth >= inside)
        pop_frame(lua);
    if (lua->tripped == TRIP_NONE)
        return false;
    if (lua->frames > 0 && inside > lua->frame[lua->frames - 1].pcall_depth + 1)
        return true;
    if (lua->frames > 0)
        end_frame(lua);
    lower(lua);
    set_hook(lua);
    return false;
}

static int message_to_text(lua_State *L)
{
    lua_pushstring(L, adj_lua_of(L)->message);
    return 1;
}

/* Puts the limit's message in place of the error on the top, which a handler may have hidden.
 * Without memory even for that, the error stays as it is. */
static void replace_error(lua_State *L)
{
    lua_pushcfunction(L, message_to_text);
    if (lua_pcall(L, 0, 1, 0) == LUA_OK)
        lua_replace(L, -2);
    else
        lua_pop(L, 1);
}

int adj_limits_pcall(lua_State *L, int nargs, int nresults, int handler)
{
    adj_lua *lua = adj_lua_of(L);
    int inside = ++lua->pcall_depth;
    int status = lua_pcall(L, nargs, nresults, handler);
    adj_trip reason = (adj_trip)lua->tripped;

    lua->pcall_depth = inside - 1;
    if (status == LUA_OK)
        return status;
    if (reason == TRIP_NONE && status == LUA_ERRMEM) {
        reason = TRIP_MEMORY;
        raise_flag(lua, reason);
    }
    if (settle(lua, inside))
        return lua_error(L);
    if (reason == TRIP_MEMORY)
        lua_gc(L, LUA_GCCOLLECT);
    if (reason != TRIP_NONE)
        replace_error(L);
    return status;
}
