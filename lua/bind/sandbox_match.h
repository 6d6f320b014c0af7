/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_match.h -- a matcher of Lua's patterns that charges its steps. */
#ifndef ADJ_SANDBOX_MATCH_H
#define ADJ_SANDBOX_MATCH_H

#include <stddef.h>

#include <lua.h>

enum { MATCH_CAPTURES = 32 };
enum { CAPTURE_OPEN = -1, CAPTURE_POSITION = -2 };      /* lengths that are none */

typedef struct {
    lua_State *L;
    const char *text, *text_end;
    const char *pattern, *pattern_end;
    unsigned steps;             /* not charged yet */
    const char *in_vain, *in_vain_end;  /* where the last item, repeated to the end, need not begin */
    int depth;
    int captures;
    struct {
        const char *start;
        ptrdiff_t length;
    } capture[MATCH_CAPTURES];
} matcher;

/* Text and pattern are lent until the matcher is done with. */
void adj_matcher_init(matcher *m, lua_State *L, const char *text, size_t text_length,
                      const char *pattern, size_t pattern_length);
/* The end of a match that starts at s, or NULL. Raises for a malformed pattern. */
const char *adj_matcher_try(matcher *m, const char *s);
/* Charges what is not charged yet. */
void adj_matcher_finish(matcher *m);
/* Pushes capture i (0-based) of the match from start to end; the whole match when there are
 * no captures and i is 0. */
void adj_matcher_push(matcher *m, int i, const char *start, const char *end);

#endif
