/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/names.c -- core.names: where the text of a Lua file reads fields of a variable.
 *
 * No parser: only what is certainly code is told. A place in a comment or a text never is; a
 * place that merely might be in one is passed over. For texts without long brackets and
 * backslashes; the caller sees to that. */
#include <string.h>

#include "bind.h"

int adj_open_names(lua_State *L);

typedef struct {
    const char *start, *end;    /* the text */
    const char *read;           /* up to where its line was read for `quotes` and `doubtful` */
    int quotes;                 /* in that: 1 after an odd number of them */
    bool doubtful;              /* a comment may have begun, or a text in the other quotes */
} source;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_word(char c)
{
    return is_letter(c) || (c >= '0' && c <= '9');
}

/* Whether nothing in its line before `at` leaves a doubt that code stands there. Asked of places in
 * their order: a line is read once, however many there are in it. */
static bool is_code(source *s, const char *at)
{
    for (; s->read < at; s->read++) {
        char c = *s->read;

        if (c == '\n') {
            s->quotes = 0;
            s->doubtful = false;
        }
        s->quotes ^= c == '"';
        s->doubtful = s->doubtful || c == '\''
                      || (c == '-' && s->read > s->start && s->read[-1] == '-');
    }
    return !s->doubtful && s->quotes == 0;
}

/* Whether `= value` follows, which gives the field a value; `==` does not. */
static bool is_assigned(const source *s, const char *at)
{
    while (at < s->end && strchr(" \t\n\v\f\r", *at) != NULL && *at != '\0')
        at++;
    return s->end - at >= 2 && at[0] == '=' && at[1] != '=';
}

static const char *name_end(const source *s, const char *at)
{
    while (at < s->end && is_word(*at))
        at++;
    return at;
}

/* Adds { from =, to =, name = } to the list on the top. */
static void add_place(lua_State *L, const source *s, const char *from, const char *name,
                      const char *end)
{
    adj_lua_charge(L, 1);
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, from - s->start + 1);
    lua_setfield(L, -2, "from");
    lua_pushinteger(L, end - s->start);
    lua_setfield(L, -2, "to");
    lua_pushlstring(L, name, (size_t)(end - name));
    lua_setfield(L, -2, "name");
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
}

static int unclear(lua_State *L)
{
    lua_pushnil(L);
    return 1;
}

/* fields(text, variable) -> list of { from =, to =, name = }, 1-based, where `variable.name` is
 * read; nil when the variable is used in a way that this does not see through (alone, or with
 * names like `variable_`). */
static int fields(lua_State *L)
{
    size_t length, size;
    const char *text = luaL_checklstring(L, 1, &length);
    const char *variable = luaL_checklstring(L, 2, &size), *at = text;
    source s = {.start = text, .end = text + length, .read = text};

    luaL_argcheck(L, size > 0, 2, "a name");
    adj_lua_charge(L, length / 16);
    lua_newtable(L);
    while ((at = adj_find_text(at, (size_t)(s.end - at), variable, size)) != NULL) {
        const char *from = at, *end;
        char before = at > s.start ? at[-1] : ' ';
        char after = at + size < s.end ? at[size] : ' ';

        at += size;
        if (after == '_')
            return unclear(L);
        if (is_word(before) || before == '.' || before == ':' || is_word(after) ||
            !is_code(&s, from))
            continue;
        if (after == '.' && at + 1 < s.end && is_letter(at[1])) {
            end = name_end(&s, at + 1);
            if (!is_assigned(&s, end))
                add_place(L, &s, from, at + 1, end);
        } else if (after != '[') {
            return unclear(L);
        }
    }
    return 1;
}

int adj_open_names(lua_State *L)
{
    static const luaL_Reg functions[] = {{"fields", fields}, {NULL, NULL}};

    luaL_newlib(L, functions);
    return 1;
}
