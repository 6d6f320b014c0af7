/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repl/face.c -- bindings of the terminal, the prompt, history and signals. */
#include "face.h"
#include "history.h"
#include "prompt.h"
#include "signals.h"
#include "terminal.h"

#include "adjutant.h"
#include "utf8.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <gmp.h>
#include <jansson.h>
#include <lauxlib.h>
#include <readline/readline.h>

/* write(text) -> true, or false once the reader has gone */
static int term_write(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);

    lua_pushboolean(L, adj_term_write(text, length));
    return 1;
}

/* write_error(text) */
static int term_write_error(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);

    lua_pushboolean(L, adj_term_write_error(text, length));
    return 1;
}

/* page(text) */
static int term_page(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);

    adj_term_page(text, length);
    return 0;
}

/* about() -> { interactive=, input=, output=, dumb=, colour= }, each a boolean */
static int term_about(lua_State *L)
{
    const struct { const char *name; bool value; } facts[] = {
        {"interactive", adj_term_interactive()}, {"input", adj_term_input_is_terminal()},
        {"output", adj_term_output_is_terminal()}, {"dumb", adj_term_dumb()},
        {"colour", adj_term_colour()}, {"error", adj_term_error_is_terminal()},
    };

    lua_createtable(L, 0, 6);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        lua_pushboolean(L, facts[i].value);
        lua_setfield(L, -2, facts[i].name);
    }
    return 1;
}

/* size() -> columns, rows */
static int term_size(lua_State *L)
{
    int columns, rows;

    adj_term_size(&columns, &rows);
    lua_pushinteger(L, columns);
    lua_pushinteger(L, rows);
    return 2;
}

/* closed() -> true when nobody reads standard output any more */
static int term_closed(lua_State *L)
{
    lua_pushboolean(L, adj_term_closed());
    return 1;
}

/* --- lines --------------------------------------------------------------------------- */

static const char *const line_words[] = {
    [ADJ_LINE_READ] = "read", [ADJ_LINE_END] = "end", [ADJ_LINE_INTERRUPTED] = "interrupted",
    [ADJ_LINE_TOO_LONG] = "too long", [ADJ_LINE_ENDING] = "ending", [ADJ_LINE_FAILED] = "failed",
};

typedef struct { char *text; } LineBox;

static int line_gc(lua_State *L)
{
    LineBox *box = lua_touserdata(L, 1);

    free(box->text);
    box->text = NULL;
    return 0;
}

static LineBox *new_line_box(lua_State *L)
{
    LineBox *box = lua_newuserdatauv(L, sizeof *box, 0);

    box->text = NULL;
    luaL_newmetatable(L, "adj.line");
    lua_pushcfunction(L, line_gc);
    lua_setfield(L, -2, "__gc");
    lua_setmetatable(L, -2);
    return box;
}

/* text, or nil, word, length */
static int push_line(lua_State *L, LineBox *box, adj_line_status status, const adj_line *line)
{
    if (status != ADJ_LINE_READ) {
        lua_pushnil(L);
        lua_pushstring(L, line_words[status]);
        lua_pushinteger(L, (lua_Integer)line->length);
        return 3;
    }
    lua_pushlstring(L, line->text, line->length);
    free(box->text);
    box->text = NULL;
    return 1;
}

static const char completer_key;    /* registry: the Lua function that completes */

/* An array of malloc'd copies of the table on top; NULL when empty or out of memory. */
static char **copy_candidates(lua_State *L)
{
    size_t n = lua_istable(L, -1) ? lua_rawlen(L, -1) : 0;
    char **all = n > 0 ? calloc(n + 1, sizeof *all) : NULL;
    size_t kept = 0;

    for (size_t i = 1; all != NULL && i <= n; i++) {
        lua_rawgeti(L, -1, (lua_Integer)i);
        if (lua_type(L, -1) == LUA_TSTRING && (all[kept] = strdup(lua_tostring(L, -1))) != NULL)
            kept++;
        lua_pop(L, 1);
    }
    return all;
}

typedef struct {
    const char *line;
    int start, end;
    char **all;
} Asked;

/* Asks the completer for what the light userdata at 1 wants to know. */
static int ask_completer(lua_State *L)
{
    Asked *asked = lua_touserdata(L, 1);

    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &completer_key) != LUA_TFUNCTION)
        return 0;
    lua_pushlstring(L, asked->line, (size_t)asked->end);
    lua_pushinteger(L, asked->start);
    lua_call(L, 2, 1);
    asked->all = copy_candidates(L);
    return 0;
}

/* Called by readline while term_read_line waits: nothing may raise through its frames, and the
 * Lua stack is left as it was. */
static char **complete_in_lua(void *context, const char *line, int start, int end)
{
    lua_State *L = context;
    Asked asked = {line, start, end, NULL};

    if (!lua_checkstack(L, 8))
        return NULL;
    lua_pushcfunction(L, ask_completer);        /* neither takes memory */
    lua_pushlightuserdata(L, &asked);
    if (lua_pcall(L, 1, 0, 0) != LUA_OK)
        lua_pop(L, 1);
    return asked.all;
}

/* read_line(prompt[, completer]) -> text, or nil and "end", "interrupted", "too long"
 * (and its length), "ending" or "failed". completer(line_to_cursor, start) -> list; start
 * counts the bytes before the word. */
static int term_read_line(lua_State *L)
{
    const char *prompt = luaL_checkstring(L, 1);
    LineBox *box;
    adj_line line;
    adj_line_status status;

    lua_settop(L, 2);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &completer_key);
    box = new_line_box(L);
    adj_prompt_begin(complete_in_lua, L);
    status = adj_prompt_read(prompt, &line);
    box->text = line.text;
    return push_line(L, box, status, &line);
}

/* read_input() -> as read_line, from standard input without a prompt */
static int term_read_input(lua_State *L)
{
    LineBox *box = new_line_box(L);
    adj_line line;
    adj_line_status status = adj_input_read(&line);

    box->text = line.text;
    return push_line(L, box, status, &line);
}

/* history_open(path) -> true, or false, message */
static int term_history_open(lua_State *L)
{
    char message[512];
    bool kept = adj_history_open(luaL_checkstring(L, 1), message, sizeof message);

    lua_pushboolean(L, kept);
    if (kept)
        return 1;
    lua_pushstring(L, message);
    return 2;
}

/* history_add(text) */
static int term_history_add(lua_State *L)
{
    adj_history_add(luaL_checkstring(L, 1));
    return 0;
}

/* --- signals ------------------------------------------------------------------------- */

/* listen(on): from now on Ctrl-C stops what Lua is doing (true), or waits until the next
 * line is read (false). What came before is forgotten. */
static int term_listen(lua_State *L)
{
    bool on = lua_toboolean(L, 1);

    adj_signals_arm(false);
    adj_signals_take_interrupt();
    adj_lua_clear_interrupt(adj_lua_of(L));
    adj_signals_arm(on);
    return 0;
}

/* was_interrupted() -> whether Ctrl-C ever came */
static int term_was_interrupted(lua_State *L)
{
    lua_pushboolean(L, adj_signals_interrupted());
    return 1;
}

/* interrupted() -> true when Ctrl-C came since it was last asked or cleared */
static int term_interrupted(lua_State *L)
{
    lua_pushboolean(L, adj_signals_take_interrupt());
    return 1;
}

/* ending() -> the signal that asked the program to end, or nil */
static int term_ending(lua_State *L)
{
    if (adj_signals_ending() == 0)
        return 0;
    lua_pushinteger(L, adj_signals_ending());
    return 1;
}

/* --- the rest ------------------------------------------------------------------------ */

/* check(text) -> true when it is UTF-8 without NUL; else nil, what, byte (1-based) */
static int term_check(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    size_t good = adj_utf8_good(text, length);
    const char *zero = memchr(text, '\0', good);

    if (zero == NULL && good == length) {
        lua_pushboolean(L, 1);
        return 1;
    }
    lua_pushnil(L);
    lua_pushstring(L, zero != NULL ? "holds a NUL byte" : "is not valid UTF-8");
    lua_pushinteger(L, (lua_Integer)(zero != NULL ? (size_t)(zero - text) : good) + 1);
    return 3;
}

/* variable(name) -> the environment variable, or nil when unset or empty */
static int term_variable(lua_State *L)
{
    const char *value = getenv(luaL_checkstring(L, 1));

    if (value == NULL || *value == '\0')
        return 0;
    lua_pushstring(L, value);
    return 1;
}

/* Exported by the Lua library: "$LuaVersion: Lua 5.4.4  Copyright ...". */
extern const char lua_ident[];

/* libraries() -> "Lua 5.4.4", "readline 8.2", "GMP 6.2.1", "Jansson 2.14": those that run, not
 * those we were compiled with */
static int term_libraries(lua_State *L)
{
    const char *lua = strstr(lua_ident, "Lua 5"), *end;

    lua = lua != NULL ? lua : LUA_RELEASE;
    end = strstr(lua, "  ");
    lua_pushlstring(L, lua, end != NULL ? (size_t)(end - lua) : strlen(lua));
    lua_pushfstring(L, "readline %s", rl_library_version);
    lua_pushfstring(L, "GMP %s", gmp_version);
    lua_pushfstring(L, "Jansson %s", jansson_version_str());
    return 4;
}

/* data() -> the data folder */
static int term_data(lua_State *L)
{
    lua_pushstring(L, adj_lua_data(adj_lua_of(L)));
    return 1;
}

int adj_open_terminal(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"write", term_write}, {"write_error", term_write_error}, {"page", term_page},
        {"about", term_about}, {"size", term_size}, {"closed", term_closed},
        {"read_line", term_read_line}, {"read_input", term_read_input},
        {"history_open", term_history_open}, {"history_add", term_history_add},
        {"listen", term_listen}, {"interrupted", term_interrupted},
        {"was_interrupted", term_was_interrupted},
        {"ending", term_ending}, {"check", term_check}, {"variable", term_variable},
        {"libraries", term_libraries}, {"data", term_data}, {NULL, NULL},
    };

    luaL_newlib(L, functions);
    return 1;
}
