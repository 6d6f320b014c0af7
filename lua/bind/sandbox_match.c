/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_match.c -- Lua's patterns, with every step charged.
 *
 * The library's own matcher takes exponential time on some patterns, inside one C call where
 * no hook runs. This one does the same matching by the same rules and counts. */
#include "sandbox_match.h"

#include <ctype.h>
#include <string.h>

#include "bind_internal.h"

enum { MAX_DEPTH = 200, STEPS_AT_ONCE = 256 };
#define ESCAPE '%'

static const char *match_here(matcher *m, const char *s, const char *p);

static void step(matcher *m)
{
    if (++m->steps >= STEPS_AT_ONCE) {
        m->steps = 0;
        adj_lua_charge(m->L, STEPS_AT_ONCE);
    }
}

/* --- one character ------------------------------------------------------------------------ */

/* The end of the single-character item that starts at p. */
static const char *item_end(matcher *m, const char *p)
{
    if (p == m->pattern_end)
        luaL_error(m->L, "malformed pattern (it ends too early)");
    if (*p == ESCAPE) {
        if (p + 1 == m->pattern_end)
            luaL_error(m->L, "malformed pattern (ends with '%%')");
        return p + 2;
    }
    if (*p != '[')
        return p + 1;
    p++;
    if (p < m->pattern_end && *p == '^')
        p++;
    do {                        /* a ']' in first place stands for itself */
        if (p == m->pattern_end)
            luaL_error(m->L, "malformed pattern (missing ']')");
        if (*p++ == ESCAPE && p < m->pattern_end)
            p++;
    } while (p == m->pattern_end || *p != ']');
    return p + 1;
}

/* Classes are those of ASCII, whatever the locale. */
static bool in_class(int c, int class)
{
    bool yes;
    bool ascii = c < 128;

    switch (tolower(class)) {
    case 'a': yes = ascii && isalpha(c); break;
    case 'c': yes = ascii && iscntrl(c); break;
    case 'd': yes = c >= '0' && c <= '9'; break;
    case 'g': yes = c > 32 && c < 127; break;
    case 'l': yes = c >= 'a' && c <= 'z'; break;
    case 'p': yes = ascii && ispunct(c); break;
    case 's': yes = c == ' ' || (c >= '\t' && c <= '\r'); break;
    case 'u': yes = c >= 'A' && c <= 'Z'; break;
    case 'w': yes = ascii && isalnum(c); break;
    case 'x': yes = ascii && isxdigit(c); break;
    case 'z': yes = c == 0; break;              /* from older Lua */
    default:  return class == c;
    }
    return isupper(class) ? !yes : yes;
}

/* Is c in the set that starts at p ('[') and whose last character is at `close` (']')? */
static bool in_set(matcher *m, int c, const char *p, const char *close)
{
    bool wanted = true;

    p++;
    if (*p == '^') {
        wanted = false;
        p++;
    }
    for (; p < close; p++) {
        step(m);
        if (*p == ESCAPE) {
            p++;
            if (in_class(c, (unsigned char)*p))
                return wanted;
        } else if (p + 2 < close && p[1] == '-') {
            if ((unsigned char)*p <= c && c <= (unsigned char)p[2])
                return wanted;
            p += 2;
        } else if ((unsigned char)*p == c) {
            return wanted;
        }
    }
    return !wanted;
}

static bool one_matches(matcher *m, const char *s, const char *p, const char *end)
{
    int c;

    step(m);
    if (s >= m->text_end)
        return false;
    c = (unsigned char)*s;      /* NOLINT(clang-analyzer-core.NullDereference): below text_end */
    switch (*p) {
    case '.':    return true;
    case ESCAPE: return in_class(c, (unsigned char)p[1]);
    case '[':    return in_set(m, c, p, end - 1);
    default:     return (unsigned char)*p == c;
    }
}

/* --- captures ------------------------------------------------------------------------------- */

static const char *open_capture(matcher *m, const char *s, const char *p, ptrdiff_t what)
{
    const char *end;

    if (m->captures >= MATCH_CAPTURES)
        luaL_error(m->L, "too many captures in the pattern");
    m->capture[m->captures].start = s;
    m->capture[m->captures].length = what;
    m->captures++;
    end = match_here(m, s, p);
    if (end == NULL)
        m->captures--;
    return end;
}

static const char *close_capture(matcher *m, const char *s, const char *p)
{
    int i = m->captures - 1;
    const char *end;

    while (i >= 0 && m->capture[i].length != CAPTURE_OPEN)
        i--;
    if (i < 0)
        luaL_error(m->L, "malformed pattern (a ')' without its '(')");
    m->capture[i].length = s - m->capture[i].start;
    end = match_here(m, s, p);
    if (end == NULL)
        m->capture[i].length = CAPTURE_OPEN;
    return end;
}

static const char *match_back_reference(matcher *m, const char *s, int digit)
{
    int i = digit - '1';
    size_t length;

    if (i < 0 || i >= m->captures || m->capture[i].length == CAPTURE_OPEN)
        luaL_error(m->L, "invalid capture index %%%d", i + 1);
    if (m->capture[i].length == CAPTURE_POSITION)
        return NULL;            /* no text is like a position */
    length = (size_t)m->capture[i].length;
    adj_lua_charge(m->L, length / BYTES_A_STEP);
    if ((size_t)(m->text_end - s) < length || memcmp(m->capture[i].start, s, length) != 0)
        return NULL;
    return s + length;
}

/* --- repetition and the special items -------------------------------------------------------- */

static const char *match_balanced(matcher *m, const char *s, const char *p)
{
    int depth = 1;

    if (m->pattern_end - p < 2)
        luaL_error(m->L, "malformed pattern ('%%b' needs two characters)");
    if (s >= m->text_end || *s != p[0])
        return NULL;
    for (s++; s < m->text_end; s++) {
        step(m);
        if (*s == p[1]) {
            if (--depth == 0)
                return s + 1;
        } else if (*s == p[0]) {
            depth++;
        }
    }
    return NULL;
}

static bool at_frontier(matcher *m, const char *s, const char *p, const char *end)
{
    int before = s == m->text ? 0 : (unsigned char)s[-1];
    int here = s == m->text_end ? 0 : (unsigned char)*s;

    return !in_set(m, before, p, end - 1) && in_set(m, here, p, end - 1);
}

/* A repetition with nothing but $ behind it, as of blanks at the end of a line: it goes to the end of
 * the text or not at all, and if not, neither does one that begins further on in the same run. So many
 * blanks in the middle of a line are gone through once, not once for each of them. */
static const char *match_to_the_end(matcher *m, const char *s, const char *p, const char *end)
{
    const char *from = s;

    if (s >= m->in_vain && s < m->in_vain_end)
        return NULL;
    while (one_matches(m, s, p, end))
        s++;
    if (s == m->text_end)
        return s;
    m->in_vain = from;
    m->in_vain_end = s;
    return NULL;
}

static const char *match_longest(matcher *m, const char *s, const char *p, const char *end)
{
    ptrdiff_t n = 0;

    if (m->pattern_end - end == 2 && end[1] == '$')
        return match_to_the_end(m, s, p, end);
    while (one_matches(m, s + n, p, end))
        n++;
    for (; n >= 0; n--) {
        const char *found = match_here(m, s + n, end + 1);

        if (found != NULL)
            return found;
    }
    return NULL;
}

static const char *match_shortest(matcher *m, const char *s, const char *p, const char *end)
{
    for (;;) {
        const char *found = match_here(m, s, end + 1);

        if (found != NULL)
            return found;
        if (!one_matches(m, s, p, end))
            return NULL;
        s++;
    }
}

/* Whether `p` is an item of several characters that begins with %: %b, %f, %1..%9. If so
 * *s becomes where the match goes on (NULL: none) and *p what comes behind it. */
static bool match_special(matcher *m, const char **s, const char **p)
{
    const char *at = *p;

    if (*at != ESCAPE || at + 1 == m->pattern_end)
        return false;
    if (at[1] == 'b') {
        *s = match_balanced(m, *s, at + 2);
        *p = at + 4;
        return true;
    }
    if (at[1] == 'f') {
        const char *end;

        at += 2;
        if (at == m->pattern_end || *at != '[')
            luaL_error(m->L, "malformed pattern (missing '[' after '%%f')");
        end = item_end(m, at);
        if (!at_frontier(m, *s, at, end))
            *s = NULL;
        *p = end;
        return true;
    }
    if (isdigit((unsigned char)at[1])) {
        *s = match_back_reference(m, *s, (unsigned char)at[1]);
        *p = at + 2;
        return true;
    }
    return false;
}

/* The rest of the pattern from p at s: the end of the match or NULL. */
static const char *match_items(matcher *m, const char *s, const char *p)
{
    while (p != m->pattern_end) {
        const char *end;

        step(m);
        if (*p == '(')
            return p + 1 < m->pattern_end && p[1] == ')'
                       ? open_capture(m, s, p + 2, CAPTURE_POSITION)
                       : open_capture(m, s, p + 1, CAPTURE_OPEN);
        if (*p == ')')
            return close_capture(m, s, p + 1);
        if (*p == '$' && p + 1 == m->pattern_end)
            return s == m->text_end ? s : NULL;
        if (match_special(m, &s, &p)) {
            if (s == NULL)
                return NULL;
            continue;
        }
        end = item_end(m, p);
        switch (end < m->pattern_end ? *end : '\0') {
        case '*':
            return match_longest(m, s, p, end);
        case '+':
            return one_matches(m, s, p, end) ? match_longest(m, s + 1, p, end) : NULL;
        case '-':
            return match_shortest(m, s, p, end);
        case '?':
            if (one_matches(m, s, p, end)) {
                const char *found = match_here(m, s + 1, end + 1);

                if (found != NULL)
                    return found;
            }
            p = end + 1;
            break;
        default:
            if (!one_matches(m, s, p, end))
                return NULL;
            s++;
            p = end;
            break;
        }
    }
    return s;
}

static const char *match_here(matcher *m, const char *s, const char *p)
{
    const char *found;

    if (++m->depth > MAX_DEPTH)
        luaL_error(m->L, "pattern too complex");
    found = match_items(m, s, p);
    m->depth--;
    return found;
}

/* --- for the library ---------------------------------------------------------------------- */

void adj_matcher_init(matcher *m, lua_State *L, const char *text, size_t text_length,
                      const char *pattern, size_t pattern_length)
{
    m->L = L;
    m->text = text;
    m->text_end = text + text_length;
    m->pattern = pattern;
    m->pattern_end = pattern + pattern_length;
    m->steps = 0;
    m->captures = 0;
    m->depth = 0;
    m->in_vain = m->in_vain_end = text;
}

const char *adj_matcher_try(matcher *m, const char *s)
{
    m->captures = 0;
    m->depth = 0;
    return match_here(m, s, m->pattern);
}

void adj_matcher_finish(matcher *m)
{
    adj_lua_charge(m->L, m->steps);
    m->steps = 0;
}

void adj_matcher_push(matcher *m, int i, const char *start, const char *end)
{
    if (i >= m->captures) {
        if (i != 0)
            luaL_error(m->L, "invalid capture index %%%d", i + 1);
        lua_pushlstring(m->L, start, (size_t)(end - start));
        return;
    }
    if (m->capture[i].length == CAPTURE_OPEN)
        luaL_error(m->L, "unfinished capture");
    if (m->capture[i].length == CAPTURE_POSITION)
        lua_pushinteger(m->L, m->capture[i].start - m->text + 1);
    else
        lua_pushlstring(m->L, m->capture[i].start, (size_t)m->capture[i].length);
}
