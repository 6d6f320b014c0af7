/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_patterns.c -- string.find, match, gmatch and gsub of scripts. */
#include <ctype.h>
#include <string.h>

#include "bind_internal.h"
#include "sandbox_match.h"

enum { PATTERN_MAX = 1024 };

static void init(lua_State *L, matcher *m)
{
    size_t text_length, pattern_length;
    const char *text = luaL_checklstring(L, 1, &text_length);
    const char *pattern = luaL_checklstring(L, 2, &pattern_length);

    luaL_argcheck(L, pattern_length <= PATTERN_MAX, 2, "pattern longer than 1024 bytes");
    adj_matcher_init(m, L, text, text_length, pattern, pattern_length);
    adj_lua_charge(L, 1);
}

/* The captures of a match, or the match itself when it has none and `whole`. */
static int push_captures(matcher *m, const char *start, const char *end, bool whole)
{
    int n = m->captures == 0 && whole ? 1 : m->captures;

    luaL_checkstack(m->L, n, "too many captures");
    for (int i = 0; i < n; i++)
        adj_matcher_push(m, i, start, end);
    return n;
}

/* The 0-based place where a search starts (argument 3), or -1 when it lies behind the end. */
static ptrdiff_t search_start(lua_State *L, const matcher *m)
{
    ptrdiff_t length = m->text_end - m->text;
    lua_Integer at = luaL_optinteger(L, 3, 1);

    if (at > (lua_Integer)length + 1)
        return -1;
    if (at > 0)
        return (ptrdiff_t)at - 1;
    if (at == 0 || at < -(lua_Integer)length)
        return 0;
    return length + (ptrdiff_t)at;
}

/* How common a byte is in rules and texts, roughly: the place in a list, the last the most
 * common; 0 for what is not in it. */
static int how_common(char byte)
{
    static const char known[] = "zjqxkvbwygpfmh_ud,.lcsinorate\n ";
    const char *at = byte == '\0' ? NULL : strchr(known, byte);

    return at == NULL ? 0 : (int)(at - known) + 1;
}

/* memmem reads every byte with some care; it has its turn only when looking for the needle's
 * rarest byte stops too often, so that the work stays in proportion to the length. */
const char *adj_find_text(const char *from, size_t length, const char *needle, size_t size)
{
    const char *end = from + length, *hit;
    size_t rarest = 0, patience = 256 + length / 4;

    if (size > length)
        return NULL;
    for (size_t i = 1; i < size; i++)
        if (how_common(needle[i]) < how_common(needle[rarest]))
            rarest = i;
    while ((size_t)(end - from) >= size) {
        hit = memchr(from + rarest, needle[rarest], (size_t)(end - from) - size + 1);
        if (hit == NULL)
            return NULL;
        from = hit - rarest;
        if (memcmp(from, needle, size) == 0)
            return from;
        from++;
        if (patience < size)
            return memmem(from, (size_t)(end - from), needle, size);
        patience -= size;
    }
    return NULL;
}

static int find_plain(lua_State *L, const matcher *m, ptrdiff_t at)
{
    size_t length = (size_t)(m->pattern_end - m->pattern);
    const char *from = m->text + at;
    const char *found;

    adj_lua_charge(L, (uint64_t)(m->text_end - from) / BYTES_A_STEP);
    found = length == 0 ? from
                        : adj_find_text(from, (size_t)(m->text_end - from), m->pattern, length);
    if (found == NULL) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushinteger(L, found - m->text + 1);
    lua_pushinteger(L, found - m->text + (lua_Integer)length);
    return 2;
}

static bool has_specials(const matcher *m)
{
    for (const char *p = m->pattern; p < m->pattern_end; p++)
        if (*p != '\0' && strchr("^$*+?.([%-", *p) != NULL)
            return true;
    return false;
}

static int search(lua_State *L, bool find)
{
    matcher m;
    ptrdiff_t at;
    bool anchor;

    init(L, &m);
    at = search_start(L, &m);
    if (at < 0) {
        lua_pushnil(L);
        return 1;
    }
    if (find && (lua_toboolean(L, 4) || !has_specials(&m)))
        return find_plain(L, &m, at);
    anchor = m.pattern < m.pattern_end && *m.pattern == '^';
    if (anchor)
        m.pattern++;
    for (const char *s = m.text + at; s <= m.text_end; s++) {
        const char *end = adj_matcher_try(&m, s);

        if (end != NULL) {
            adj_matcher_finish(&m);
            if (!find)
                return push_captures(&m, s, end, true);
            lua_pushinteger(L, s - m.text + 1);
            lua_pushinteger(L, end - m.text);
            return 2 + push_captures(&m, s, end, false);
        }
        if (anchor)
            break;
    }
    adj_matcher_finish(&m);
    lua_pushnil(L);
    return 1;
}

static int text_find(lua_State *L)
{
    return search(L, true);
}

static int text_match(lua_State *L)
{
    return search(L, false);
}

/* --- gmatch -------------------------------------------------------------------------------- */

/* Upvalues: text, pattern, where to go on (0-based), where the last match ended (or -1). */
static int gmatch_step(lua_State *L)
{
    matcher m;
    size_t text_length, pattern_length;
    const char *text = lua_tolstring(L, lua_upvalueindex(1), &text_length);
    const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
    lua_Integer at = lua_tointeger(L, lua_upvalueindex(3));
    lua_Integer last = lua_tointeger(L, lua_upvalueindex(4));

    adj_matcher_init(&m, L, text, text_length, pattern, pattern_length);
    for (const char *s = text + at; s <= m.text_end; s++) {
        const char *end = adj_matcher_try(&m, s);

        if (end != NULL && end - text != last) {
            adj_matcher_finish(&m);
            lua_pushinteger(L, end - text);
            lua_pushvalue(L, -1);
            lua_replace(L, lua_upvalueindex(3));
            lua_replace(L, lua_upvalueindex(4));
            return push_captures(&m, s, end, true);
        }
    }
    adj_matcher_finish(&m);
    lua_pushinteger(L, (lua_Integer)text_length + 1);
    lua_replace(L, lua_upvalueindex(3));
    return 0;
}

static int text_gmatch(lua_State *L)
{
    matcher m;

    init(L, &m);
    lua_settop(L, 2);
    lua_pushinteger(L, 0);
    lua_pushinteger(L, -1);
    lua_pushcclosure(L, gmatch_step, 4);
    return 1;
}

/* --- gsub ----------------------------------------------------------------------------------- */

static void check_size(luaL_Buffer *b)
{
    if (luaL_bufflen(b) > TEXT_MAX)
        luaL_error(b->L, "string.gsub: the text is longer than 1 MiB");
}

/* The replacement text with its %0..%9 filled in. */
static void add_template(matcher *m, luaL_Buffer *b, const char *start, const char *end)
{
    size_t length;
    const char *p = lua_tolstring(m->L, 3, &length);
    const char *stop = p + length;

    adj_lua_charge(m->L, length / BYTES_A_STEP);
    for (; p < stop; p++) {
        if (*p != '%') {
            luaL_addchar(b, *p);
            continue;
        }
        if (++p == stop || (!isdigit((unsigned char)*p) && *p != '%'))
            luaL_error(m->L, "string.gsub: '%%' in the replacement needs a digit or '%%'");
        if (*p == '%') {
            luaL_addchar(b, '%');
        } else if (*p == '0') {
            luaL_addlstring(b, start, (size_t)(end - start));
        } else {
            adj_matcher_push(m, *p - '1', start, end);
            luaL_tolstring(m->L, -1, NULL);
            lua_remove(m->L, -2);
            luaL_addvalue(b);
        }
        check_size(b);
    }
}

/* Adds what replaces one match. */
static void add_replacement(matcher *m, luaL_Buffer *b, const char *start, const char *end,
                            int type)
{
    lua_State *L = m->L;

    switch (type) {
    case LUA_TFUNCTION: {
        int n;

        lua_pushvalue(L, 3);
        n = push_captures(m, start, end, true);
        lua_call(L, n, 1);
        break;
    }
    case LUA_TTABLE:
        adj_matcher_push(m, 0, start, end);
        lua_gettable(L, 3);
        break;
    default:
        add_template(m, b, start, end);
        return;
    }
    if (!lua_toboolean(L, -1)) {
        lua_pop(L, 1);
        luaL_addlstring(b, start, (size_t)(end - start));
        return;
    }
    if (!lua_isstring(L, -1))
        luaL_error(L, "string.gsub: the replacement is a %s", luaL_typename(L, -1));
    luaL_addvalue(b);
}

static int text_gsub(lua_State *L)
{
    matcher m;
    const char *s, *last = NULL;
    int type = lua_type(L, 3);
    lua_Integer most, count = 0;
    bool anchor;
    luaL_Buffer b;

    init(L, &m);
    luaL_argcheck(L, type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TFUNCTION ||
                         type == LUA_TTABLE, 3, "a text, table or function is needed");
    if (type == LUA_TNUMBER)
        lua_tostring(L, 3);
    most = luaL_optinteger(L, 4, (lua_Integer)(m.text_end - m.text) + 1);
    adj_charge_text(L, (size_t)(m.text_end - m.text));
    anchor = m.pattern < m.pattern_end && *m.pattern == '^';
    if (anchor)
        m.pattern++;
    luaL_buffinit(L, &b);
    for (s = m.text; count < most;) {
        const char *end = adj_matcher_try(&m, s);

        if (end != NULL && end != last) {
            count++;
            add_replacement(&m, &b, s, end, type);
            check_size(&b);
            s = last = end;
        } else if (s < m.text_end) {
            luaL_addchar(&b, *s++);
        } else {
            break;
        }
        if (anchor)
            break;
    }
    adj_matcher_finish(&m);
    luaL_addlstring(&b, s, (size_t)(m.text_end - s));
    check_size(&b);
    luaL_pushresult(&b);
    lua_pushinteger(L, count);
    return 2;
}

const luaL_Reg adj_sandbox_patterns[] = {
    {"find", text_find},
    {"match", text_match},
    {"gmatch", text_gmatch},
    {"gsub", text_gsub},
    {NULL, NULL},
};
