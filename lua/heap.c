/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/heap.c -- the allocator of a Lua state: a cap, and a reserve to unwind with.
 *
 * Lua asks for and gives back small blocks all the time. Those of up to SMALL_MAX bytes come
 * from slabs, each for one size, which is several times faster than malloc. A slab whose
 * blocks are all free goes back, so that a heap full of one size can later hold another. With
 * ADJUTANT_PLAIN_HEAP set, and under a sanitizer, every block is malloced: tools that watch
 * the edges of blocks see them then. */
#include <stdlib.h>
#include <string.h>

#include "state_internal.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

enum { SMALL_STEP = 16, SLAB_SIZE = 32 * 1024, LINE = 64, COLOURS = 16 };

/* The head of a slab. Slabs lie at multiples of SLAB_SIZE, so that a block leads to its slab;
 * heads lie on different lines in different slabs, or they would fight for one set of the cache. */
struct adj_slab {
    adj_slab *next, *previous;  /* slabs of the class that have a free block */
    void *base;
    void *free;                 /* blocks given back; each begins with the next */
    unsigned class, live, most; /* blocks in use, blocks there are */
    unsigned cut;               /* where the part that was never used begins */
};

_Static_assert(sizeof(adj_slab) <= LINE, "a head is one line");

enum { ROOM = COLOURS * LINE };     /* where blocks begin */

/* The slabs for blocks of `size` bytes, 1..SMALL_MAX. */
static unsigned class_of(size_t size)
{
    return (unsigned)((size - 1) / SMALL_STEP);
}

static adj_slab *head_at(void *base)
{
    return (adj_slab *)((char *)base + (uintptr_t)base / SLAB_SIZE % COLOURS * LINE);
}

static void link_slab(adj_lua *lua, adj_slab *slab)
{
    slab->previous = NULL;
    slab->next = lua->slabs[slab->class];
    if (slab->next != NULL)
        slab->next->previous = slab;
    lua->slabs[slab->class] = slab;
}

static void unlink_slab(adj_lua *lua, adj_slab *slab)
{
    if (slab->previous != NULL)
        slab->previous->next = slab->next;
    else
        lua->slabs[slab->class] = slab->next;
    if (slab->next != NULL)
        slab->next->previous = slab->previous;
}

static adj_slab *new_slab(adj_lua *lua, unsigned class)
{
    void *base = aligned_alloc(SLAB_SIZE, SLAB_SIZE);
    adj_slab *slab;

    if (base == NULL)
        return NULL;
    slab = head_at(base);
    memset(slab, 0, sizeof *slab);
    slab->base = base;
    slab->class = class;
    slab->most = (SLAB_SIZE - ROOM) / ((class + 1) * SMALL_STEP);
    slab->cut = ROOM;
    link_slab(lua, slab);
    return slab;
}

static void *take_small(adj_lua *lua, unsigned class)
{
    adj_slab *slab = lua->slabs[class];
    void *block;

    if (slab == NULL && (slab = new_slab(lua, class)) == NULL)
        return NULL;
    block = slab->free;
    if (block != NULL) {
        memcpy(&slab->free, block, sizeof slab->free);
    } else {
        block = (char *)slab->base + slab->cut;
        slab->cut += (class + 1) * SMALL_STEP;
    }
    if (++slab->live == slab->most)
        unlink_slab(lua, slab);
    return block;
}

static void give_small(adj_lua *lua, void *block)
{
    adj_slab *slab = head_at((char *)block - (uintptr_t)block % SLAB_SIZE);

    memcpy(block, &slab->free, sizeof slab->free);
    slab->free = block;
    if (slab->live-- == slab->most) {
        link_slab(lua, slab);
    } else if (slab->live == 0 && (slab->next != NULL || slab->previous != NULL)) {
        unlink_slab(lua, slab);     /* the last of a class stays, for the next block */
        free(slab->base);
    }
}

static bool is_small(const adj_lua *lua, size_t size)
{
    return size <= SMALL_MAX && !lua->plain_heap;
}

static void release(adj_lua *lua, void *block, size_t size)
{
    if (block != NULL && is_small(lua, size))
        give_small(lua, block);
    else
        free(block);
}

/* realloc over both kinds of block; sizes are not 0. NULL leaves the block as it was. Lua counts on
 * it that shrinking works, so a block stays where it is when there is no other; but a large one must
 * not be taken for a small one when it is given back. Then there is no memory: Lua looks for that
 * wherever it shrinks. */
static void *resize(adj_lua *lua, void *block, size_t old_size, size_t new_size)
{
    bool was_small = block != NULL && is_small(lua, old_size);
    bool small = is_small(lua, new_size);
    void *fresh;

    if (!was_small && !small) {
        fresh = realloc(block, new_size);
        if (fresh == NULL && new_size <= old_size)
            fresh = block;
        return fresh;
    }
    if (was_small && small && class_of(old_size) == class_of(new_size))
        return block;
    fresh = small ? take_small(lua, class_of(new_size)) : malloc(new_size);
    if (fresh == NULL && was_small && new_size <= old_size)
        return block;
    if (fresh == NULL || block == NULL)
        return fresh;
    memcpy(fresh, block, old_size < new_size ? old_size : new_size);
    release(lua, block, old_size);
    return fresh;
}

void adj_heap_init(adj_lua *lua)
{
    lua->plain_heap = SANITIZED || getenv("ADJUTANT_PLAIN_HEAP") != NULL;
}

void adj_heap_close(adj_lua *lua)
{
    for (size_t i = 0; i < SMALL_CLASSES; i++) {
        for (adj_slab *slab = lua->slabs[i], *next; slab != NULL; slab = next) {
            next = slab->next;
            free(slab->base);
        }
        lua->slabs[i] = NULL;
    }
}

/* For tests: is this the allocation that is to fail? */
static bool made_to_fail(adj_lua *lua)
{
    if (lua->fail_in == 0)
        return false;
    if (lua->fail_in > 1) {
        lua->fail_in--;
        return false;
    }
    if (!lua->fail_forever)
        lua->fail_in = 0;
    return true;
}

/* A failed allocation makes Lua collect everything and try once more, out of reach of the
 * hook; a script that lives just under the cap could keep it doing that. So it costs. */
static void *refuse(adj_lua *lua)
{
    uint64_t cost = lua->used / 16;

    adj_limits_note_place(lua);
    if (lua->budget.steps_left != UINT64_MAX)
        lua->budget.steps_left -= cost < lua->budget.steps_left ? cost
                                                                 : lua->budget.steps_left;
    return NULL;
}

void *adj_heap_alloc(void *ud, void *block, size_t old_size, size_t new_size)
{
    adj_lua *lua = ud;
    size_t held = block != NULL ? old_size : 0;     /* else old_size is a kind of object */
    void *fresh;

    if (new_size == 0) {
        if (block != NULL)
            release(lua, block, held);
        lua->used -= held;
        return NULL;
    }
    if (new_size > held) {
        size_t cap = lua->cap + (lua->reserve_open ? HEAP_RESERVE : 0);
        size_t growth = new_size - held;

        if (growth > cap || lua->used > cap - growth || made_to_fail(lua))
            return refuse(lua);
    }
    fresh = resize(lua, block, held, new_size);
    if (fresh == NULL)
        return refuse(lua);
    lua->used = lua->used - held + new_size;
    if (lua->used > lua->peak)
        lua->peak = lua->used;
    return fresh;
}

void adj_lua_fail_allocation(adj_lua *lua, unsigned long nth, bool forever)
{
    lua->fail_in = nth;
    lua->fail_forever = forever;
}

unsigned long adj_lua_fail_allocation_left(const adj_lua *lua)
{
    return lua->fail_in;
}

size_t adj_lua_heap_used(const adj_lua *lua)
{
    return lua->used;
}
