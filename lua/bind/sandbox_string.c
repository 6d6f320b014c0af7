/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/sandbox_string.c -- the string functions of scripts, patterns excepted: results of
 * at most 1 MiB, and every byte handled is charged. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "bind_internal.h"

/* A position as scripts give it (from the end when negative) as 1-based, clipped below. */
static size_t first_position(lua_Integer at, size_t length)
{
    if (at > 0)
        return (size_t)at;
    if (at == 0 || at < -(lua_Integer)length)
        return 1;
    return length + (size_t)at + 1;
}

static size_t last_position(lua_Integer at, size_t length)
{
    if (at > (lua_Integer)length)
        return length;
    if (at >= 0)
        return (size_t)at;
    return at < -(lua_Integer)length ? 0 : length + (size_t)at + 1;
}

static int text_len(lua_State *L)
{
    size_t length;

    luaL_checklstring(L, 1, &length);
    lua_pushinteger(L, (lua_Integer)length);
    return 1;
}

static int text_sub(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    size_t first = first_position(luaL_checkinteger(L, 2), length);
    size_t last = last_position(luaL_optinteger(L, 3, -1), length);

    if (first > last) {
        lua_pushliteral(L, "");
        return 1;
    }
    adj_charge_text(L, last - first + 1);
    lua_pushlstring(L, text + first - 1, last - first + 1);
    return 1;
}

static int text_byte(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer from = luaL_optinteger(L, 2, 1);
    size_t first = first_position(from, length);
    size_t last = last_position(luaL_optinteger(L, 3, from), length);

    if (first > last)
        return 0;
    if (last - first >= LIST_MAX)
        return luaL_error(L, "string.byte: more than %d results", LIST_MAX);
    adj_charge_text(L, last - first + 1);
    luaL_checkstack(L, (int)(last - first + 1), "too many results");
    for (size_t i = first; i <= last; i++)
        lua_pushinteger(L, (unsigned char)text[i - 1]);
    return (int)(last - first + 1);
}

static int text_char(lua_State *L)
{
    int n = lua_gettop(L);
    luaL_Buffer b;
    char *out;

    adj_charge_text(L, (size_t)n);
    for (int i = 1; i <= n; i++)
        (void)adj_bind_integer(L, i, 0, 255);
    out = luaL_buffinitsize(L, &b, (size_t)n);
    for (int i = 1; i <= n; i++)
        out[i - 1] = (char)lua_tointeger(L, i);
    luaL_pushresultsize(&b, (size_t)n);
    return 1;
}

/* A text of the same length, each byte by map(text, length, i). */
static int mapped(lua_State *L, char (*map)(const char *, size_t, size_t))
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    luaL_Buffer b;
    char *out;

    adj_charge_text(L, length);
    out = luaL_buffinitsize(L, &b, length);
    for (size_t i = 0; i < length; i++)
        out[i] = map(text, length, i);
    luaL_pushresultsize(&b, length);
    return 1;
}

/* Case is that of ASCII, whatever the locale. */
static char lower_at(const char *text, size_t length, size_t i)
{
    (void)length;
    return text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
}

static char upper_at(const char *text, size_t length, size_t i)
{
    (void)length;
    return text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 32) : text[i];
}

static char reverse_at(const char *text, size_t length, size_t i)
{
    return text[length - 1 - i];
}

static int text_lower(lua_State *L)
{
    return mapped(L, lower_at);
}

static int text_upper(lua_State *L)
{
    return mapped(L, upper_at);
}

static int text_reverse(lua_State *L)
{
    return mapped(L, reverse_at);
}

static int text_rep(lua_State *L)
{
    size_t length, gap, total;
    const char *text = luaL_checklstring(L, 1, &length);
    lua_Integer n = luaL_checkinteger(L, 2);
    const char *between = luaL_optlstring(L, 3, "", &gap);
    luaL_Buffer b;
    char *out;

    if (n <= 0 || length + gap == 0) {
        lua_pushliteral(L, "");
        return 1;
    }
    if ((lua_Unsigned)n > TEXT_MAX || length > TEXT_MAX || gap > TEXT_MAX ||
        length * (size_t)n + gap * (size_t)(n - 1) > TEXT_MAX)
        return luaL_error(L, "string.rep: the text would be longer than 1 MiB");
    total = length * (size_t)n + gap * (size_t)(n - 1);
    adj_charge_text(L, total);
    out = luaL_buffinitsize(L, &b, total);
    for (lua_Integer i = 0; i < n; i++) {
        memcpy(out, text, length);
        out += length;
        if (i + 1 < n) {
            memcpy(out, between, gap);
            out += gap;
        }
    }
    luaL_pushresultsize(&b, total);
    return 1;
}

/* --- format ---------------------------------------------------------------------------- */

enum { SPEC_MAX = 16, ITEM_MAX = 512 };

/* Copies one specification from `at` (behind the %) to spec with a leading %; returns its
 * conversion letter and moves *at behind it. Flags, two digits of width, two of precision. */
static char read_spec(lua_State *L, const char **at, const char *end, char *spec)
{
    static const char flags[] = "-+ #0";
    const char *p = *at, *start = p;
    size_t n;

    while (p < end && *p != '\0' && strchr(flags, *p) != NULL)
        p++;
    n = (size_t)(p - start);
    for (int digits = 0; digits < 2 && p < end && isdigit((unsigned char)*p); digits++)
        p++;
    if (p < end && *p == '.') {
        p++;
        for (int digits = 0; digits < 2 && p < end && isdigit((unsigned char)*p); digits++)
            p++;
    }
    if (n > 5 || p >= end)
        luaL_error(L, "string.format: the conversion '%%%s' is not complete", start);
    n = (size_t)(p - start);
    spec[0] = '%';
    memcpy(spec + 1, start, n);
    spec[n + 1] = '\0';
    *at = p + 1;
    return *p;
}

/* Puts "ll" and the conversion behind the flags, or the conversion alone. */
static void end_spec(char *spec, const char *length, char conversion)
{
    size_t n = strlen(spec), k = strlen(length);

    memcpy(spec + n, length, k);
    spec[n + k] = conversion;
    spec[n + k + 1] = '\0';
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"    /* specs are checked above */

static void add_integer(lua_State *L, luaL_Buffer *b, int arg, char *spec, char conversion)
{
    lua_Integer value = luaL_checkinteger(L, arg);
    char *out = luaL_prepbuffsize(b, ITEM_MAX);

    end_spec(spec, "ll", conversion);
    luaL_addsize(b, (size_t)snprintf(out, ITEM_MAX, spec, (long long)value));
}

static void add_real(lua_State *L, luaL_Buffer *b, int arg, char *spec, char conversion)
{
    lua_Number value = luaL_checknumber(L, arg);
    char *out = luaL_prepbuffsize(b, ITEM_MAX);

    end_spec(spec, "", conversion);
    luaL_addsize(b, (size_t)snprintf(out, ITEM_MAX, spec,
                                     isnan(value) ? (double)NAN : (double)value));
}

/* %s: the text whole when it has neither width nor precision. The text is on the top of the
 * stack, which luaL_Buffer allows for luaL_addvalue alone. */
static void add_text(lua_State *L, luaL_Buffer *b, int arg, char *spec)
{
    size_t length;
    const char *text = adj_sandbox_text(L, arg, &length);

    adj_charge_text(L, length);
    if (spec[1] == '\0' || (length >= 100 && strchr(spec, '.') == NULL)) {
        luaL_addvalue(b);
        return;
    }
    luaL_argcheck(L, strlen(text) == length, arg, "text contains zeros");
    {
        char item[ITEM_MAX];
        int n;

        end_spec(spec, "", 's');
        n = snprintf(item, sizeof item, spec, text);
        lua_pop(L, 1);
        luaL_addlstring(b, item, (size_t)n);
    }
}

#pragma GCC diagnostic pop

/* %q: a text, number or boolean as Lua source */
static void add_quoted(lua_State *L, luaL_Buffer *b, int arg)
{
    size_t length;
    const char *text;

    if (lua_type(L, arg) != LUA_TSTRING) {
        luaL_argcheck(L, lua_type(L, arg) == LUA_TNIL || lua_type(L, arg) == LUA_TBOOLEAN ||
                             lua_isinteger(L, arg),
                      arg, "%q takes texts, integers and booleans");
        if (lua_isinteger(L, arg) && lua_tointeger(L, arg) == LUA_MININTEGER)
            lua_pushliteral(L, "0x8000000000000000");   /* the decimal one would be read as a real */
        else
            luaL_tolstring(L, arg, NULL);
        luaL_addvalue(b);
        return;
    }
    text = lua_tolstring(L, arg, &length);
    adj_charge_text(L, length);
    luaL_addchar(b, '"');
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];

        if (c == '"' || c == '\\' || c == '\n') {
            luaL_addchar(b, '\\');
            luaL_addchar(b, (char)c);
        } else if (c < 32 || c == 127) {
            char code[8];

            (void)snprintf(code, sizeof code,
                           i + 1 < length && isdigit((unsigned char)text[i + 1]) ? "\\%03d"
                                                                                 : "\\%d", c);
            luaL_addstring(b, code);
        } else {
            luaL_addchar(b, (char)c);
        }
    }
    luaL_addchar(b, '"');
}

/* The flags that mean something for a conversion; C leaves the others undefined. */
static const char *flags_of(char conversion)
{
    switch (conversion) {
    case 'd': case 'i':             return "-+0 ";
    case 'o': case 'x': case 'X':   return "-#0";
    case 's':                       return "-";
    case 'c': case 'q':             return "";
    default:                        return "-+#0 ";
    }
}

static void add_item(lua_State *L, luaL_Buffer *b, int arg, char *spec, char conversion)
{
    size_t flags = strspn(spec + 1, "-+ #0");

    if (strspn(spec + 1, flags_of(conversion)) < flags)
        luaL_error(L, "string.format: the flags of '%s%c' do not go together", spec,
                   conversion);
    switch (conversion) {
    case 'c':
        luaL_argcheck(L, spec[1] == '\0', arg, "%c takes no width");
        luaL_addchar(b, (char)adj_bind_integer(L, arg, 0, 255));
        break;
    case 'd': case 'i': case 'o': case 'x': case 'X':
        add_integer(L, b, arg, spec, conversion);
        break;
    case 'e': case 'E': case 'f': case 'F': case 'g': case 'G':
        add_real(L, b, arg, spec, conversion);
        break;
    case 's':
        add_text(L, b, arg, spec);
        break;
    case 'q':
        luaL_argcheck(L, spec[1] == '\0', arg, "%q takes no width");
        add_quoted(L, b, arg);
        break;
    default:
        luaL_error(L, "string.format: there is no conversion '%s%c'", spec, conversion);
    }
}

static int text_format(lua_State *L)
{
    size_t length;
    const char *at = luaL_checklstring(L, 1, &length);
    const char *end = at + length;
    int arg = 1;
    int last = lua_gettop(L);      /* what is above belongs to the buffer */
    luaL_Buffer b;

    adj_charge_text(L, length);
    luaL_buffinit(L, &b);
    while (at < end) {
        char spec[SPEC_MAX + 8];
        char conversion;

        if (*at != '%') {
            luaL_addchar(&b, *at++);
            continue;
        }
        if (at + 1 < end && at[1] == '%') {
            luaL_addchar(&b, '%');
            at += 2;
            continue;
        }
        at++;
        conversion = read_spec(L, &at, end, spec);
        if (++arg > last)
            return luaL_argerror(L, arg, "no value");
        add_item(L, &b, arg, spec, conversion);
        if (luaL_bufflen(&b) > TEXT_MAX)
            return luaL_error(L, "string.format: the text is longer than 1 MiB");
    }
    luaL_pushresult(&b);
    return 1;
}

const luaL_Reg adj_sandbox_string[] = {
    {"byte", text_byte},
    {"char", text_char},
    {"format", text_format},
    {"len", text_len},
    {"lower", text_lower},
    {"rep", text_rep},
    {"reverse", text_reverse},
    {"sub", text_sub},
    {"upper", text_upper},
    {NULL, NULL},
};

static const char STRING_KEY;

void adj_sandbox_push_string(lua_State *L)
{
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &STRING_KEY) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_createtable(L, 0, 16);
    luaL_setfuncs(L, adj_sandbox_string, 0);
    luaL_setfuncs(L, adj_sandbox_patterns, 0);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &STRING_KEY);
}
