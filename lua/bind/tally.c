/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lua/bind/tally.c -- core.tally: numbers with their derivation.
 *
 * Combats make thousands of tallies a millisecond, so a tally is one userdata with room for its
 * first steps, needs no finalizer, and keeps its texts as numbers. The texts live in a book: a
 * table (text -> number) and a list (number -> text), with a small cache from the address of a
 * text to its number. An address stays good because the book holds the text. When a book has
 * grown large (reasons built at run time), new tallies start another; each keeps its own. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bind.h"
#include "tally.h"

#define TALLY_TYPE "adj.tally"

enum {
    INLINE_STEPS = 12,
    MOST_STEPS = 1000,
    CACHE_SIZE = 512,           /* a power of two */
    BOOK_FULL = 16384           /* texts */
};

typedef struct {                /* user values: 1 text -> id, 2 id -> text */
    uint32_t count;
    struct { const char *text; uint32_t id; } cache[CACHE_SIZE];
} Book;

typedef struct {                /* user value 1: the book, or room for more steps whose own
                                 * user value 1 is the book */
    adj_tally tally;
    Book *book;
    adj_tally_step steps[INLINE_STEPS];
} Box;

/* Upvalues: every function has the metatable, `new` the current book, __index two more. */
enum { UP_META = 1, UP_BOOK = 2, UP_METHODS = 2, UP_TOTAL = 3 };

/* --- books of texts -------------------------------------------------------------- */

static Book *push_new_book(lua_State *L)
{
    Book *book = lua_newuserdatauv(L, sizeof *book, 2);

    memset(book, 0, sizeof *book);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 2);
    return book;
}

/* The number of the text at `arg` in the book at the top of the stack. */
static uint32_t look_up(lua_State *L, Book *book, int arg)
{
    uint32_t id;

    lua_getiuservalue(L, -1, 1);
    lua_getiuservalue(L, -2, 2);
    lua_pushvalue(L, arg);
    if (lua_rawget(L, -3) == LUA_TNUMBER) {
        id = (uint32_t)lua_tointeger(L, -1);
        lua_rawgeti(L, -2, id);
    } else {
        id = book->count + 1;
        lua_pushvalue(L, arg);
        lua_rawseti(L, -3, id);
        lua_pushvalue(L, arg);
        lua_pushinteger(L, id);
        lua_rawset(L, -5);
        book->count = id;
        lua_pushvalue(L, arg);
    }
    /* Two long texts may be equal and live at two addresses: only the held one is cached. */
    if (lua_tostring(L, -1) != lua_tostring(L, arg))
        id |= UINT32_C(1) << 31;
    lua_pop(L, 4);
    return id;
}

/* Pushes the book of the tally at index 1. */
static void push_own_book(lua_State *L, const Box *box)
{
    lua_getiuservalue(L, 1, 1);
    if (lua_touserdata(L, -1) != (const void *)box->book) {
        lua_getiuservalue(L, -1, 1);
        lua_remove(L, -2);
    }
}

/* The number of the text at `arg`, 0 for none. `box` is the tally at index 1, or NULL: then the
 * book is on the top of the stack. */
static uint32_t text_id(lua_State *L, Book *book, const Box *box, int arg)
{
    const char *text;
    uint32_t id;
    size_t line;

    if (lua_isnoneornil(L, arg))
        return 0;
    luaL_checktype(L, arg, LUA_TSTRING);
    text = lua_tostring(L, arg);
    line = ((uintptr_t)text >> 4 ^ (uintptr_t)text >> 13) & (CACHE_SIZE - 1);
    if (book->cache[line].text == text)
        return book->cache[line].id;
    if (box != NULL)
        push_own_book(L, box);
    id = look_up(L, book, arg);
    if (box != NULL)
        lua_pop(L, 1);
    if (id >> 31 != 0)
        return id & INT32_MAX;
    book->cache[line].text = text;
    book->cache[line].id = id;
    return id;
}

/* --- steps ----------------------------------------------------------------------- */

static Box *check_box(lua_State *L, int arg)
{
    Box *box = lua_touserdata(L, arg);

    if (box != NULL && lua_getmetatable(L, arg)) {
        bool ours = lua_topointer(L, -1) == lua_topointer(L, lua_upvalueindex(UP_META));
        lua_pop(L, 1);
        if (ours)
            return box;
    }
    luaL_typeerror(L, arg, "tally");
    return NULL;
}

/* The integer at `arg`, which may be a tally too: then its total. */
static int64_t check_amount(lua_State *L, int arg)
{
    int exact;
    lua_Integer n = lua_tointegerx(L, arg, &exact);

    if (exact)
        return n;
    if (lua_type(L, arg) == LUA_TUSERDATA) {
        const Box *box = check_box(L, arg);
        luaL_argcheck(L, box->tally.value.den == 1, arg, "that tally is a fraction: round it first");
        return box->tally.value.num;
    }
    return luaL_checkinteger(L, arg);
}

static adj_rounding check_rounding(lua_State *L, int arg)
{
    static const char *const names[] = { "exact", "down", "up", "nearest", "quarter_up", NULL };

    if (lua_type(L, arg) != LUA_TSTRING)
        luaL_argerror(L, arg, "say how to round: down, up, nearest, quarter_up or exact");
    return (adj_rounding)luaL_checkoption(L, arg, NULL, names);
}

static void make_room(lua_State *L, Box *box)
{
    uint32_t capacity = box->tally.capacity * 2;
    adj_tally_step *steps;

    if (box->tally.count >= MOST_STEPS)
        luaL_error(L, "a tally holds at most %d steps", MOST_STEPS);
    if (capacity > MOST_STEPS)
        capacity = MOST_STEPS;
    steps = lua_newuserdatauv(L, capacity * sizeof *steps, 1);
    push_own_book(L, box);
    lua_setiuservalue(L, -2, 1);
    adj_tally_move(&box->tally, steps, capacity);
    lua_setiuservalue(L, 1, 1);             /* frees the smaller room */
}

/* Makes a step with the rule and reason at `arg` and `arg + 1`; returns the tally. */
static int step(lua_State *L, Box *box, int arg, adj_tally_step made)
{
    adj_status status;

    made.rule = text_id(L, box->book, box, arg);
    made.reason = text_id(L, box->book, box, arg + 1);
    status = adj_tally_apply(&box->tally, made);
    if (status == ADJ_ENOMEM) {
        make_room(L, box);
        status = adj_tally_apply(&box->tally, made);
    }
    if (status == ADJ_EINVAL)
        return luaL_error(L, "a tally cannot be divided by %I", (LUAI_UACINT)(
            made.op == ADJ_TALLY_DIVIDE ? made.amount : made.by));
    if (status != ADJ_OK)
        return luaL_error(L, "the tally became too large");
    lua_settop(L, 1);
    return 1;
}

/* t:add(n [, rule [, reason]]) -> t */
static int tally_add(lua_State *L)
{
    Box *box = check_box(L, 1);
    return step(L, box, 3, (adj_tally_step){ .op = ADJ_TALLY_ADD, .by = 1,
                                             .amount = check_amount(L, 2) });
}

/* t:multiply(n [, divisor, rounding [, rule [, reason]]]) -> t */
static int tally_multiply(lua_State *L)
{
    Box *box = check_box(L, 1);
    adj_tally_step made = { .op = ADJ_TALLY_MULTIPLY, .by = 1, .amount = check_amount(L, 2) };

    if (!lua_isnoneornil(L, 3))
        made.by = (int32_t)adj_bind_integer(L, 3, 1, INT32_MAX);
    if (made.by != 1 || !lua_isnoneornil(L, 4) || box->tally.value.den != 1)
        made.rounding = (uint8_t)check_rounding(L, 4);
    return step(L, box, 5, made);
}

/* t:divide(n, rounding [, rule [, reason]]) -> t */
static int tally_divide(lua_State *L)
{
    Box *box = check_box(L, 1);
    return step(L, box, 4, (adj_tally_step){ .op = ADJ_TALLY_DIVIDE, .by = 1,
                                             .amount = check_amount(L, 2),
                                             .rounding = (uint8_t)check_rounding(L, 3) });
}

/* t:round(rounding [, rule [, reason]]) -> t */
static int tally_round(lua_State *L)
{
    Box *box = check_box(L, 1);
    return step(L, box, 3, (adj_tally_step){ .op = ADJ_TALLY_ROUND, .by = 1,
                                             .rounding = (uint8_t)check_rounding(L, 2) });
}

/* t:cap(n [, rule [, reason]]) -> t, at most n */
static int tally_cap(lua_State *L)
{
    Box *box = check_box(L, 1);
    return step(L, box, 3, (adj_tally_step){ .op = ADJ_TALLY_CAP, .by = 1,
                                             .amount = check_amount(L, 2) });
}

/* t:floor(n [, rule [, reason]]) -> t, at least n */
static int tally_floor(lua_State *L)
{
    Box *box = check_box(L, 1);
    return step(L, box, 3, (adj_tally_step){ .op = ADJ_TALLY_FLOOR, .by = 1,
                                             .amount = check_amount(L, 2) });
}

/* --- reading --------------------------------------------------------------------- */

static void push_fraction(lua_State *L, adj_fraction value)
{
    if (value.den == 1)
        lua_pushinteger(L, value.num);
    else
        lua_pushfstring(L, "%I/%I", (LUAI_UACINT)value.num, (LUAI_UACINT)value.den);
}

/* Pushes the text of number `id` from the list of texts at `texts`; nil for 0. */
static void push_text(lua_State *L, int texts, uint32_t id)
{
    if (id == 0)
        lua_pushnil(L);
    else
        lua_rawgeti(L, texts, id);
}

static int push_texts(lua_State *L, const Box *box)
{
    push_own_book(L, box);
    lua_getiuservalue(L, -1, 2);
    lua_remove(L, -2);
    return lua_gettop(L);
}

static int push_total(lua_State *L, const Box *box)
{
    if (box->tally.value.den != 1)
        return luaL_error(L, "the tally is the fraction %I/%I: round it first, t:round(\"down\")",
                          (LUAI_UACINT)box->tally.value.num, (LUAI_UACINT)box->tally.value.den);
    lua_pushinteger(L, box->tally.value.num);
    return 1;
}

/* t.total, t.name and the methods */
static int tally_index(lua_State *L)
{
    const Box *box = lua_touserdata(L, 1);
    const char *key;

    if (lua_rawequal(L, 2, lua_upvalueindex(UP_TOTAL)))
        return push_total(L, box);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(UP_METHODS)) != LUA_TNIL)
        return 1;
    key = adj_sandbox_text(L, 2, NULL);
    if (strcmp(key, "name") == 0) {
        push_text(L, push_texts(L, box), box->tally.name);
        return 1;
    }
    return luaL_error(L, "a tally has no %s (it has total, name, add, multiply, divide, round, cap, "
                      "floor and steps)", key);
}

static const char *const op_names[] = { "add", "multiply", "divide", "round", "cap", "floor" };
static const char *const rounding_names[] = { NULL, "down", "up", "nearest", "quarter_up" };

/* t:steps() -> { {op=, amount=, by=, rounding=, rule=, reason=, after=}, ... } */
static int tally_steps(lua_State *L)
{
    Box *box = check_box(L, 1);
    int texts = push_texts(L, box);
    adj_fraction value = { box->tally.start, 1 };

    lua_createtable(L, (int)box->tally.count, 0);
    for (uint32_t i = 0; i < box->tally.count; i++) {
        const adj_tally_step *s = &box->tally.steps[i];
        (void)adj_tally_follow(&value, s);
        lua_createtable(L, 0, 6);
        lua_pushstring(L, op_names[s->op]);
        lua_setfield(L, -2, "op");
        if (s->op != ADJ_TALLY_ROUND) {
            lua_pushinteger(L, s->amount);
            lua_setfield(L, -2, "amount");
        }
        if (s->by != 1) {
            lua_pushinteger(L, s->by);
            lua_setfield(L, -2, "by");
        }
        lua_pushstring(L, rounding_names[s->rounding]);
        lua_setfield(L, -2, "rounding");
        push_text(L, texts, s->rule);
        lua_setfield(L, -2, "rule");
        push_text(L, texts, s->reason);
        lua_setfield(L, -2, "reason");
        push_fraction(L, value);
        lua_setfield(L, -2, "after");
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* "+2", "x 1/2, down", "at most 3" */
static void describe(const adj_tally_step *s, char *out, size_t size)
{
    static const char *const how[] = { "", ", down", ", up", ", nearest", ", quarter up" };
    const char *rounded = how[s->rounding];

    switch ((adj_tally_op)s->op) {
    case ADJ_TALLY_ADD:
        snprintf(out, size, "%+" PRId64, s->amount);
        break;
    case ADJ_TALLY_MULTIPLY:
        if (s->by == 1)
            snprintf(out, size, "x %" PRId64 "%s", s->amount, rounded);
        else
            snprintf(out, size, "x %" PRId64 "/%" PRId32 "%s", s->amount, s->by, rounded);
        break;
    case ADJ_TALLY_DIVIDE:
        snprintf(out, size, "/ %" PRId64 "%s", s->amount, rounded);
        break;
    case ADJ_TALLY_ROUND:
        snprintf(out, size, "%s", rounded[0] != '\0' ? rounded + 2 : "exact");
        break;
    case ADJ_TALLY_CAP:
        snprintf(out, size, "at most %" PRId64, s->amount);
        break;
    case ADJ_TALLY_FLOOR:
        snprintf(out, size, "at least %" PRId64, s->amount);
        break;
    }
}

static void add_line(luaL_Buffer *buffer, const char *what, adj_fraction after)
{
    char line[128], value[48];

    if (after.den == 1)
        snprintf(value, sizeof value, "%" PRId64, after.num);
    else
        snprintf(value, sizeof value, "%" PRId64 "/%" PRId64, after.num, after.den);
    snprintf(line, sizeof line, "\n  %-14s = %4s", what, value);
    luaL_addstring(buffer, line);
}

/* Appends two blanks and the text, when there is one. */
static void add_text(lua_State *L, luaL_Buffer *buffer, int texts, uint32_t id)
{
    if (id == 0)
        return;
    luaL_addstring(buffer, "  ");
    push_text(L, texts, id);
    luaL_addvalue(buffer);
}

/* tostring(t): name and total, and a line for each step */
static int tally_tostring(lua_State *L)
{
    Box *box = check_box(L, 1);
    int texts = push_texts(L, box);
    adj_fraction value = { box->tally.start, 1 };
    luaL_Buffer buffer;
    char what[64];

    luaL_buffinit(L, &buffer);
    if (box->tally.name != 0) {
        push_text(L, texts, box->tally.name);
        luaL_addvalue(&buffer);
        luaL_addstring(&buffer, " = ");
    }
    push_fraction(L, box->tally.value);
    luaL_addvalue(&buffer);
    if (box->tally.start != 0)
        add_line(&buffer, "start", value);
    for (uint32_t i = 0; i < box->tally.count; i++) {
        const adj_tally_step *s = &box->tally.steps[i];
        (void)adj_tally_follow(&value, s);
        describe(s, what, sizeof what);
        add_line(&buffer, what, value);
        add_text(L, &buffer, texts, s->rule);
        add_text(L, &buffer, texts, s->reason);
    }
    luaL_pushresult(&buffer);
    return 1;
}

/* --- making ---------------------------------------------------------------------- */

/* core.tally.new([name [, start]]) -> tally */
static int tally_new(lua_State *L)
{
    int64_t start = lua_isnoneornil(L, 2) ? 0 : check_amount(L, 2);
    Book *book = lua_touserdata(L, lua_upvalueindex(UP_BOOK));
    uint32_t name;
    Box *box;

    lua_settop(L, 1);
    if (book->count >= BOOK_FULL) {
        book = push_new_book(L);
        lua_replace(L, lua_upvalueindex(UP_BOOK));
    }
    lua_pushvalue(L, lua_upvalueindex(UP_BOOK));
    name = text_id(L, book, NULL, 1);
    box = lua_newuserdatauv(L, sizeof *box, 1);
    box->book = book;
    adj_tally_init(&box->tally, start, box->steps, INLINE_STEPS);
    box->tally.name = name;
    lua_insert(L, -2);
    lua_setiuservalue(L, -2, 1);
    lua_pushvalue(L, lua_upvalueindex(UP_META));
    lua_setmetatable(L, -2);
    return 1;
}

/* core.tally.is(value) -> whether it is a tally */
static int tally_is(lua_State *L)
{
    bool ours = lua_type(L, 1) == LUA_TUSERDATA && lua_getmetatable(L, 1)
                && lua_topointer(L, -1) == lua_topointer(L, lua_upvalueindex(UP_META));
    lua_pushboolean(L, ours);
    return 1;
}

static const luaL_Reg methods[] = {
    { "add", tally_add }, { "multiply", tally_multiply }, { "divide", tally_divide },
    { "round", tally_round }, { "cap", tally_cap }, { "floor", tally_floor },
    { "steps", tally_steps }, { NULL, NULL }
};

int adj_open_tally(lua_State *L);

int adj_open_tally(lua_State *L)
{
    int meta, table;

    lua_newtable(L);
    table = lua_gettop(L);
    luaL_newmetatable(L, TALLY_TYPE);
    meta = lua_gettop(L);
    lua_pushvalue(L, meta);
    lua_pushcclosure(L, tally_tostring, 1);
    lua_setfield(L, meta, "__tostring");
    lua_pushliteral(L, "tally");
    lua_setfield(L, meta, "__name");
    lua_pushboolean(L, 0);
    lua_setfield(L, meta, "__metatable");

    lua_pushvalue(L, meta);
    luaL_newlibtable(L, methods);
    lua_pushvalue(L, meta);
    luaL_setfuncs(L, methods, 1);
    lua_pushliteral(L, "total");
    lua_pushcclosure(L, tally_index, 3);
    lua_setfield(L, meta, "__index");

    lua_pushvalue(L, meta);
    push_new_book(L);
    lua_pushcclosure(L, tally_new, 2);
    lua_setfield(L, table, "new");
    lua_pushvalue(L, meta);
    lua_pushcclosure(L, tally_is, 1);
    lua_setfield(L, table, "is");
    lua_settop(L, table);
    return 1;
}
