/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/words.c -- core.words: the words of a command line as a record has it.
 *
 * Such a line is words with one blank between them; those with blanks in them stand in quotes, and
 * the words of a list have commas behind them. A replay reads hundreds a game. */
#include <string.h>

#include "bind.h"

int adj_open_words(lua_State *L);

/* Past the word that begins at *at: its bytes and length, and whether it was in quotes. NULL when
 * no word begins there, or one that takes more reading. */
static const char *word_at(const char *line, size_t length, size_t *at, size_t *size, bool *quoted)
{
    size_t start = *at, end;

    *quoted = start < length && line[start] == '"';
    if (*quoted) {
        const char *stop;

        start++;
        stop = memchr(line + start, '"', length - start);
        if (stop == NULL || memchr(line + start, '\\', (size_t)(stop - line) - start) != NULL)
            return NULL;
        end = (size_t)(stop - line);
        *at = end + 1;
    } else {
        for (end = start; end < length && strchr(" ,\"\t\n", line[end]) == NULL; end++)
            ;
        if (end == start)
            return NULL;
        *at = end;
    }
    *size = end - start;
    return line + start;
}

/* words.at(line, at) -> the word that begins at a position, where the next one begins, whether it was
 * in quotes, whether a comma follows; nothing when no word begins there, or one that takes more
 * reading than this. The next one begins past the end when it was the last. */
static int words_at(lua_State *L)
{
    size_t length, size, at;
    const char *line = luaL_checklstring(L, 1, &length), *word;
    lua_Integer start = adj_bind_integer(L, 2, 1, LUA_MAXINTEGER);
    bool quoted, comma;

    if ((uint64_t)start > length)
        return 0;
    at = (size_t)start - 1;
    if ((word = word_at(line, length, &at, &size, &quoted)) == NULL)
        return 0;
    comma = at < length && line[at] == ',';
    at += comma;
    if (at < length && line[at++] != ' ')       /* something else is joined to it */
        return 0;
    lua_pushlstring(L, word, size);
    lua_pushinteger(L, (lua_Integer)at + 1);
    lua_pushboolean(L, quoted);
    lua_pushboolean(L, comma);
    return 4;
}

int adj_open_words(lua_State *L)
{
    static const luaL_Reg functions[] = {{"at", words_at}, {NULL, NULL}};

    luaL_newlib(L, functions);
    return 1;
}
