/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/state_internal.h -- the inside of an adj_lua, shared by lua/ and lua/bind/. */
#ifndef ADJ_STATE_INTERNAL_H
#define ADJ_STATE_INTERNAL_H

#include <signal.h>
#include <time.h>

#include "adjutant.h"

enum { LIMIT_FRAMES = 16, WHERE_SIZE = 160 };

typedef enum {
    TRIP_NONE = 0, TRIP_INSTRUCTIONS, TRIP_CPU, TRIP_MEMORY, TRIP_INTERRUPT
} adj_trip;

/* One core.limits.begin, until its finish. */
typedef struct {
    int pcall_depth;            /* protected calls that were open at begin */
    bool ended;                 /* a limit was reached and caught; only finish is left */
    adj_trip reason;            /* which, when ended */
    uint64_t instructions;      /* the limit as asked for, for the message */
    unsigned long cpu_ms;
    uint64_t start_steps;       /* budget at begin */
    uint64_t saved_steps;       /* the outer frame's budget at begin */
    bool saved_counting;
    unsigned long saved_hook_from;
    unsigned long saved_deadline;
    size_t saved_cap;
} limit_frame;

typedef struct adj_slab adj_slab;
enum { SMALL_MAX = 1024, SMALL_CLASSES = SMALL_MAX / 16 };

struct adj_lua {
    lua_State *L;
    char *data_dir;
    const struct adj_precompiled *precompiled;      /* NULL: none */

    /* heap.c */
    size_t used, peak, cap;
    adj_slab *slabs[SMALL_CLASSES];     /* those with a free block, by size */
    bool plain_heap;                    /* malloc for every block */
    bool reserve_open;
    bool fail_forever;          /* for tests: all after the first that fails */
    unsigned long fail_in;      /* for tests: 0 off, 1 fails next */

    /* limits.c */
    adj_budget budget;          /* what is left of the running command */
    volatile int cancel;        /* budget.cancel points here */
    volatile sig_atomic_t cause;        /* adj_trip that raised `cancel` */
    volatile sig_atomic_t tripped;      /* adj_trip being unwound */
    adj_trip last;              /* for core.limits.tripped() */
    int pcall_depth, frames;
    limit_frame frame[LIMIT_FRAMES];
    bool counting;              /* instructions are limited */
    volatile bool late;         /* what ran before `hook_from` is not charged yet */
    bool timer_made;
    volatile unsigned long hook_from;   /* the tick from which the count hook counts */
    timer_t timer;
    char where[WHERE_SIZE];     /* " at file:line" of the limit, or "" */
    char message[WHERE_SIZE + 80];
    volatile unsigned long ticks;       /* TICK_MS of CPU time each */
    volatile unsigned long deadline;    /* in ticks; ULONG_MAX none */
    volatile unsigned long asked;       /* the tick at which `cancel` went up */
    void (*stuck)(bool interrupted);
};

/* heap.c */
enum { HEAP_RESERVE = 64 * 1024 };
void adj_heap_init(adj_lua *lua);
void adj_heap_close(adj_lua *lua);
void *adj_heap_alloc(void *ud, void *block, size_t old_size, size_t new_size);

/* limits.c */
enum { TICK_MS = 20, HOOK_PERIOD = 1000 };
void adj_limits_init(adj_lua *lua);
void adj_limits_close(adj_lua *lua);
typedef struct {
    uint64_t instructions;      /* 0: none, and then no hook runs */
    unsigned long cpu_ms;       /* 0: none */
    size_t heap;                /* 0: as it is */
} adj_limits_request;
/* Opens a frame; returns NULL, or what is wrong. */
const char *adj_limits_begin(adj_lua *lua, const adj_limits_request *request);
adj_trip adj_limits_finish(adj_lua *lua);
/* Trips `reason` and raises its error. */
int adj_limits_trip(lua_State *L, adj_trip reason);
/* The innermost place in a script that is running. False when none is. */
bool adj_script_place(lua_State *L, lua_Debug *at);
/* Records in lua->where the place of the running script, if one is running. */
void adj_limits_note_place(adj_lua *lua);
const char *adj_trip_name(adj_trip reason);
/* lua_pcall that settles limits: re-raises, from inside a frame, the error of a limit. */
int adj_limits_pcall(lua_State *L, int nargs, int nresults, int handler);

/* openers.c */
int adj_core_index(lua_State *L);   /* __index of `core`: opens a binding by name */

/* state.c */
bool adj_chunk_is_host(const char *source);

#endif
