/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.journal -- the record of a game, for host Lua. Never reachable from a script.
 *
 * What may fail because of the disk or the file answers nil, message, kind (adj_bind_fail_kind).
 * Misuse raises. */
#include "bind.h"
#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define JOURNAL_TYPE "adj.journal"

int adj_open_journal(lua_State *L);

/* Failures on purpose, for tests of what stands above: each counts down to the call that fails. */
typedef struct {
    int open, write, sync, truncate;
} Faults;

typedef struct {
    adj_journal *journal;           /* NULL until opened and once closed */
    Faults faults;
} JournalBox;

static JournalBox *check_box(lua_State *L, int arg)
{
    JournalBox *box = luaL_checkudata(L, arg, JOURNAL_TYPE);

    luaL_argcheck(L, box->journal != NULL, arg, "the journal is closed");
    return box;
}

static adj_journal *check_journal(lua_State *L, int arg)
{
    return check_box(L, arg)->journal;
}

static JournalBox *push_box(lua_State *L)
{
    JournalBox *box = lua_newuserdatauv(L, sizeof *box, 0);

    memset(box, 0, sizeof *box);
    luaL_setmetatable(L, JOURNAL_TYPE);
    return box;
}

/* --- failing on purpose --------------------------------------------------------- */

/* True when this is the call that is to fail. */
static bool due(int *countdown)
{
    return *countdown > 0 && --*countdown == 0;
}

static int faulty_open(void *context, const char *path, int flags, mode_t mode)
{
    if (!due(&((Faults *)context)->open))
        return open(path, flags, mode);
    errno = EIO;
    return -1;
}

/* A disk that is full in the middle of the line. */
static ssize_t faulty_write(void *context, int fd, const void *bytes, size_t length)
{
    if (!due(&((Faults *)context)->write))
        return write(fd, bytes, length);
    if (length > 1 && write(fd, bytes, length / 2) == (ssize_t)(length / 2))
        return (ssize_t)(length / 2);
    errno = ENOSPC;
    return -1;
}

static int faulty_sync(void *context, int fd)
{
    if (!due(&((Faults *)context)->sync))
        return fdatasync(fd);
    errno = EIO;
    return -1;
}

static int faulty_truncate(void *context, int fd, off_t length)
{
    if (!due(&((Faults *)context)->truncate))
        return ftruncate(fd, length);
    errno = EIO;
    return -1;
}

/* {faults={write=2}}: the second write from now fails. */
static void read_faults(lua_State *L, int options, Faults *faults)
{
    static const char *const names[] = { "open", "write", "sync", "truncate" };
    int *counts[] = { &faults->open, &faults->write, &faults->sync, &faults->truncate };

    if (!lua_istable(L, options))
        return;
    if (lua_getfield(L, options, "faults") == LUA_TTABLE)
        for (int i = 0; i < 4; i++) {
            lua_getfield(L, -1, names[i]);
            *counts[i] = (int)luaL_optinteger(L, -1, 0);
            lua_pop(L, 1);
        }
    lua_pop(L, 1);
}

static adj_journal_io io_of(JournalBox *box)
{
    return (adj_journal_io){ &box->faults, faulty_open, faulty_write, faulty_sync, faulty_truncate };
}

/* --- opening -------------------------------------------------------------------- */

/* Text `place` of the pair on top of the stack; the pair keeps it alive. */
static const char *check_text_at(lua_State *L, lua_Integer index, int place, size_t *length)
{
    const char *text;

    if (lua_rawgeti(L, -1, place) != LUA_TSTRING)
        luaL_error(L, "header line %I has no text as its %s", (LUAI_UACINT)index,
                   place == 1 ? "key" : "value");
    text = lua_tolstring(L, -1, length);
    lua_pop(L, 1);
    return text;
}

/* The facts of the list at `arg`, in memory that Lua owns and leaves on the stack. */
static adj_journal_fact *push_facts(lua_State *L, int arg, size_t *count)
{
    adj_journal_fact *facts;

    luaL_checktype(L, arg, LUA_TTABLE);
    *count = (size_t)adj_bind_list(L, arg, 10000);
    facts = lua_newuserdatauv(L, (*count + 1) * sizeof *facts, 0);
    for (size_t i = 0; i < *count; i++) {
        lua_Integer index = (lua_Integer)i + 1;
        size_t key_length;

        if (lua_rawgeti(L, arg, index) != LUA_TTABLE)
            luaL_error(L, "header line %I is not a pair {key, value}", (LUAI_UACINT)index);
        facts[i].key = check_text_at(L, index, 1, &key_length);
        facts[i].value = check_text_at(L, index, 2, &facts[i].length);
        if (strlen(facts[i].key) != key_length)
            luaL_error(L, "header line %I has a zero byte in its key", (LUAI_UACINT)index);
        lua_pop(L, 1);
    }
    return facts;
}

/* create(folder, {{key, value}, ...} [, {faults=}]) -> journal */
static int journal_create(lua_State *L)
{
    const char *folder = adj_bind_path(L, 1);
    size_t count;
    adj_journal_fact *facts;
    JournalBox *box;
    adj_journal_io io;
    adj_error err = { 0 };

    lua_settop(L, 3);
    facts = push_facts(L, 2, &count);
    box = push_box(L);
    read_faults(L, 3, &box->faults);
    io = io_of(box);
    if (adj_journal_create(folder, facts, count, &io, &box->journal, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    return 1;
}

static bool option(lua_State *L, int options, const char *name, bool absent)
{
    bool set = absent;

    if (lua_istable(L, options)) {
        if (lua_getfield(L, options, name) != LUA_TNIL)
            set = lua_toboolean(L, -1);
        lua_pop(L, 1);
    }
    return set;
}

/* open(folder [, {readonly=, header_only=}]) -> journal */
static int journal_open(lua_State *L)
{
    const char *folder = adj_bind_path(L, 1);
    JournalBox *box;
    adj_journal_io io;
    int flags = 0;
    adj_error err = { 0 };

    lua_settop(L, 2);
    if (option(L, 2, "readonly", false))
        flags |= ADJ_JOURNAL_READ_ONLY;
    if (option(L, 2, "header_only", false))
        flags |= ADJ_JOURNAL_HEADER_ONLY;
    box = push_box(L);
    read_faults(L, 2, &box->faults);
    io = io_of(box);
    if (adj_journal_open(folder, flags, &io, &box->journal, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    return 1;
}

/* recover(folder, new_folder) -> count of records kept, what was damaged (nil: nothing) */
static int journal_recover(lua_State *L)
{
    size_t kept;
    adj_error damage = { 0 }, err = { 0 };

    if (adj_journal_recover(adj_bind_path(L, 1), adj_bind_path(L, 2), &kept, &damage, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    lua_pushinteger(L, (lua_Integer)kept);
    if (damage.status != ADJ_OK)
        lua_pushstring(L, damage.text);
    else
        lua_pushnil(L);
    return 2;
}

/* --- methods -------------------------------------------------------------------- */

/* What a command leaves is on disk when the prompt returns; a die need only be in the file. */
static bool syncs_unasked(adj_journal_kind kind)
{
    return kind == ADJ_JOURNAL_DONE || kind == ADJ_JOURNAL_ABANDON || kind == ADJ_JOURNAL_UNDO ||
           kind == ADJ_JOURNAL_REDO;
}

/* J:append(kind, payload [, {sync=} or boolean]) -> sequence number */
static int journal_append(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);
    size_t word_length, length;
    const char *word = luaL_checklstring(L, 2, &word_length);
    const char *payload = luaL_optlstring(L, 3, "", &length);
    adj_journal_kind kind;
    uint64_t seq;
    bool sync;
    adj_error err = { 0 };

    luaL_argcheck(L, adj_journal_kind_find(word, word_length, &kind), 2, "no such kind of record");
    sync = lua_isboolean(L, 4) ? lua_toboolean(L, 4) : option(L, 4, "sync", syncs_unasked(kind));
    if (adj_journal_append(journal, kind, payload, length, sync, &seq, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    lua_pushinteger(L, (lua_Integer)seq);
    return 1;
}

static void push_record(lua_State *L, adj_journal_record record)
{
    lua_createtable(L, 0, 3);
    lua_pushinteger(L, (lua_Integer)record.seq);
    lua_setfield(L, -2, "seq");
    lua_pushstring(L, adj_journal_kind_text(record.kind));
    lua_setfield(L, -2, "kind");
    lua_pushlstring(L, record.payload, record.length);
    lua_setfield(L, -2, "payload");
}

/* J:records([first]) -> array of {seq=, kind=, payload=} from record number `first` on */
static int journal_records(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);
    size_t count = adj_journal_count(journal);
    lua_Integer first = luaL_optinteger(L, 2, 1);

    luaL_argcheck(L, first >= 1, 2, "records are numbered from 1");
    lua_newtable(L);
    for (size_t i = (size_t)first - 1; i < count; i++) {
        push_record(L, adj_journal_at(journal, i));
        lua_rawseti(L, -2, (lua_Integer)(i - ((size_t)first - 1)) + 1);
    }
    return 1;
}

/* J:record(n) -> {seq=, kind=, payload=} or nil */
static int journal_record(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);
    lua_Integer number = luaL_checkinteger(L, 2);

    if (number < 1 || (uint64_t)number > adj_journal_count(journal))
        lua_pushnil(L);
    else
        push_record(L, adj_journal_at(journal, (size_t)number - 1));
    return 1;
}

/* J:count(), #J -> number of records */
static int journal_count(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_journal_count(check_journal(L, 1)));
    return 1;
}

/* J:header() -> array of {key, value} */
static int journal_header(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);

    lua_newtable(L);
    for (size_t i = 0; i < adj_journal_fact_count(journal); i++) {
        adj_journal_fact fact = adj_journal_fact_at(journal, i);
        lua_createtable(L, 2, 0);
        lua_pushstring(L, fact.key);
        lua_rawseti(L, -2, 1);
        lua_pushlstring(L, fact.value, fact.length);
        lua_rawseti(L, -2, 2);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    return 1;
}

/* J:fact(key) -> the first value of that key, or nil */
static int journal_fact(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);
    const char *key = luaL_checkstring(L, 2);

    for (size_t i = 0; i < adj_journal_fact_count(journal); i++) {
        adj_journal_fact fact = adj_journal_fact_at(journal, i);
        if (strcmp(fact.key, key) == 0) {
            lua_pushlstring(L, fact.value, fact.length);
            return 1;
        }
    }
    lua_pushnil(L);
    return 1;
}

/* J:dropped() -> the bytes of a torn tail and the file that keeps them, or nil */
static int journal_dropped(lua_State *L)
{
    adj_journal *journal = check_journal(L, 1);
    size_t length;
    const char *bytes = adj_journal_dropped(journal, &length);

    if (bytes == NULL) {
        lua_pushnil(L);
        return 1;
    }
    lua_pushlstring(L, bytes, length);
    lua_pushstring(L, adj_journal_dropped_path(journal));       /* nil when read-only */
    return 2;
}

/* J:failed() -> why the last append failed, or nil */
static int journal_failed(lua_State *L)
{
    lua_pushstring(L, adj_journal_failure(check_journal(L, 1)));
    return 1;
}

/* J:length() -> bytes of header and whole records */
static int journal_length(lua_State *L)
{
    lua_pushinteger(L, (lua_Integer)adj_journal_length(check_journal(L, 1)));
    return 1;
}

static int journal_readonly(lua_State *L)
{
    lua_pushboolean(L, adj_journal_is_read_only(check_journal(L, 1)));
    return 1;
}

/* J:faults{write=n, ...}: the n-th call from now fails; for tests */
static int journal_faults(lua_State *L)
{
    JournalBox *box = check_box(L, 1);

    luaL_checktype(L, 2, LUA_TTABLE);
    lua_settop(L, 2);
    lua_createtable(L, 0, 1);
    lua_insert(L, 2);
    lua_setfield(L, 2, "faults");
    box->faults = (Faults){ 0 };
    read_faults(L, 2, &box->faults);
    return 0;
}

static int journal_close(lua_State *L)
{
    JournalBox *box = luaL_checkudata(L, 1, JOURNAL_TYPE);

    adj_journal_close(box->journal);
    box->journal = NULL;
    return 0;
}

static int journal_tostring(lua_State *L)
{
    JournalBox *box = luaL_checkudata(L, 1, JOURNAL_TYPE);

    if (box->journal == NULL)
        lua_pushliteral(L, "closed journal");
    else
        lua_pushfstring(L, "journal of %I records", (lua_Integer)adj_journal_count(box->journal));
    return 1;
}

static const luaL_Reg functions[] = {
    { "create", journal_create },
    { "open", journal_open },
    { "recover", journal_recover },
    { NULL, NULL },
};

static const luaL_Reg methods[] = {
    { "append", journal_append },
    { "records", journal_records },
    { "record", journal_record },
    { "count", journal_count },
    { "header", journal_header },
    { "fact", journal_fact },
    { "dropped", journal_dropped },
    { "failed", journal_failed },
    { "length", journal_length },
    { "readonly", journal_readonly },
    { "faults", journal_faults },
    { "close", journal_close },
    { NULL, NULL },
};

static const luaL_Reg metamethods[] = {
    { "__gc", journal_close },
    { "__close", journal_close },
    { "__len", journal_count },
    { "__tostring", journal_tostring },
    { NULL, NULL },
};

int adj_open_journal(lua_State *L)
{
    adj_bind_new_type(L, JOURNAL_TYPE, metamethods, methods);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
