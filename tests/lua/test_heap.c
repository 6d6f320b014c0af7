/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The allocator of a state when the system has no memory left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adj_build.h"
#include "adjutant.h"

static bool none_left;      /* no more slabs */

void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return none_left ? NULL : __real_aligned_alloc(alignment, size);
}

enum { SMALL = 700, LARGE = 3000, MOST = 20000 };

static void fill(unsigned char *block, size_t size)
{
    for (size_t i = 0; i < size; i++)
        block[i] = (unsigned char)(i * 7 + 1);
}

static void check(const unsigned char *block, size_t size)
{
    for (size_t i = 0; i < size; i++)
        assert_int_equal(block[i], (unsigned char)(i * 7 + 1));
}

/* Blocks of one size, until there is no more room for one. */
static size_t use_up(lua_Alloc allocate, void *heap, void **blocks, size_t size)
{
    size_t n = 0;

    while (n < MOST && (blocks[n] = allocate(heap, NULL, 0, size)) != NULL)
        n++;
    return n;
}

/* A block that becomes smaller cannot go to where small ones lie: it stays what it is, or there is
 * an error; it must not be taken for one of them later. */
static void shrinking_without_memory_harms_nothing(void **state)
{
    static void *blocks[MOST];
    adj_lua_options options = {.data_dir = ADJ_SOURCE_DIR};
    adj_lua *lua = NULL;
    adj_error err;
    lua_Alloc allocate;
    void *heap, *large[4], *shrunk;
    size_t n, held[4], before;

    (void)state;
    assert_int_equal(adj_lua_new(&options, &lua, &err), ADJ_OK);
    allocate = lua_getallocf(adj_lua_state(lua), &heap);
    before = adj_lua_heap_used(lua);
    for (size_t i = 0; i < 4; i++) {
        assert_non_null(large[i] = allocate(heap, NULL, 0, LARGE));
        fill(large[i], LARGE);
        held[i] = LARGE;
    }
    none_left = true;
    n = use_up(allocate, heap, blocks, SMALL);
    if (n < MOST) {                             /* else every block is malloced */
        for (size_t i = 0; i < 4; i++) {
            if ((shrunk = allocate(heap, large[i], LARGE, SMALL)) != NULL) {
                large[i] = shrunk;
                held[i] = SMALL;
            }
            check(large[i], held[i]);
        }
    }
    none_left = false;
    for (size_t i = 0; i < 4; i++)
        allocate(heap, large[i], held[i], 0);
    while (n-- > 0)
        allocate(heap, blocks[n], SMALL, 0);
    assert_int_equal(adj_lua_heap_used(lua), before);
    /* blocks taken afterwards do not overlap */
    for (size_t i = 0; i < 200; i++) {
        assert_non_null(blocks[i] = allocate(heap, NULL, 0, SMALL));
        fill(blocks[i], SMALL);
    }
    for (size_t i = 0; i < 200; i++) {
        check(blocks[i], SMALL);
        memset(blocks[i], 0, SMALL);
        allocate(heap, blocks[i], SMALL, 0);
    }
    adj_lua_close(lua);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shrinking_without_memory_harms_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
