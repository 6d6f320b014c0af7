/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core.files -- files and folders for host Lua. Never reachable from a script.
 *
 * What may fail because of the disk answers nil, message, kind (adj_bind_fail_kind); misuse raises. */
#include "bind.h"
#include "files.h"
#include "sha256.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOLD_TYPE "adj.files.hold"
#define DEFAULT_MAX_BYTES ((lua_Integer)16 << 20)

int adj_open_files(lua_State *L);

/* What C allocated while Lua, which may raise, takes a copy of it. */
typedef struct {
    char *text;
    adj_file_list list;
} Hold;

static void hold_clear(Hold *hold)
{
    free(hold->text);
    hold->text = NULL;
    adj_file_list_free(&hold->list);
}

static int hold_gc(lua_State *L)
{
    hold_clear(luaL_checkudata(L, 1, HOLD_TYPE));
    return 0;
}

static Hold *push_hold(lua_State *L)
{
    Hold *hold = lua_newuserdatauv(L, sizeof *hold, 0);

    *hold = (Hold){ 0 };
    luaL_setmetatable(L, HOLD_TYPE);
    return hold;
}

static int push_done(lua_State *L, adj_status status, const adj_error *err)
{
    if (status != ADJ_OK)
        return adj_bind_fail_kind(L, err);
    lua_pushboolean(L, 1);
    return 1;
}

static int push_held_text(lua_State *L, Hold *hold, adj_status status, const adj_error *err)
{
    if (status != ADJ_OK)
        return adj_bind_fail_kind(L, err);
    lua_pushstring(L, hold->text);
    hold_clear(hold);
    return 1;
}

/* read(path [, max_bytes]) -> text */
static int files_read(lua_State *L)
{
    const char *path = adj_bind_path(L, 1);
    lua_Integer max = luaL_optinteger(L, 2, DEFAULT_MAX_BYTES);
    Hold *hold;
    size_t length;
    adj_error err = { 0 };

    luaL_argcheck(L, max >= 0 && max <= (lua_Integer)1 << 31, 2, "a size from 0 to 2 GiB");
    hold = push_hold(L);
    if (adj_file_read(path, (size_t)max, &hold->text, &length, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    lua_pushlstring(L, hold->text, length);
    hold_clear(hold);
    return 1;
}

/* write_new(path, text) -> true: whole or not at all, and on disk */
static int files_write_new(lua_State *L)
{
    const char *path = adj_bind_path(L, 1);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    adj_error err = { 0 };

    return push_done(L, adj_file_write(path, text, length, &err), &err);
}

/* list(folder) -> array of names, sorted bytewise */
static int files_list(lua_State *L)
{
    const char *folder = adj_bind_path(L, 1);
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    if (adj_file_list_read(folder, &hold->list, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    lua_createtable(L, hold->list.count < 100000 ? (int)hold->list.count : 0, 0);
    for (size_t i = 0; i < hold->list.count; i++) {
        lua_pushstring(L, hold->list.names[i]);
        lua_rawseti(L, -2, (lua_Integer)i + 1);
    }
    hold_clear(hold);
    return 1;
}

/* is_file(path), is_folder(path) -> boolean */
static int files_is_file(lua_State *L)
{
    lua_pushboolean(L, adj_file_kind_at(adj_bind_path(L, 1)) == ADJ_FILE_REGULAR);
    return 1;
}

static int files_is_folder(lua_State *L)
{
    lua_pushboolean(L, adj_file_kind_at(adj_bind_path(L, 1)) == ADJ_FILE_FOLDER);
    return 1;
}

/* modified(path) -> seconds since 1970, nanoseconds */
static int files_modified(lua_State *L)
{
    int64_t seconds;
    int32_t nanoseconds;
    adj_error err = { 0 };

    if (adj_file_modified(adj_bind_path(L, 1), &seconds, &nanoseconds, &err) != ADJ_OK)
        return adj_bind_fail_kind(L, &err);
    lua_pushinteger(L, (lua_Integer)seconds);
    lua_pushinteger(L, nanoseconds);
    return 2;
}

/* date(seconds) -> "2026-11-30 08:21" by the clock of the place */
static int files_date(lua_State *L)
{
    time_t seconds = (time_t)luaL_checkinteger(L, 1);
    struct tm parts;
    char text[64];

    luaL_argcheck(L, localtime_r(&seconds, &parts) != NULL, 1, "no such time");
    lua_pushlstring(L, text, strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts));
    return 1;
}

static int files_mkdir_p(lua_State *L)
{
    adj_error err = { 0 };

    return push_done(L, adj_file_make_folders(adj_bind_path(L, 1), &err), &err);
}

/* mkdir_new(path) -> true; nil, message, "invalid" when something stands there */
static int files_mkdir_new(lua_State *L)
{
    adj_error err = { 0 };

    return push_done(L, adj_file_make_new_folder(adj_bind_path(L, 1), &err), &err);
}

static int files_sync_folder(lua_State *L)
{
    adj_error err = { 0 };

    return push_done(L, adj_file_sync_folder(adj_bind_path(L, 1), &err), &err);
}

/* remove(path) -> true: one file, link or empty folder */
static int files_remove(lua_State *L)
{
    adj_error err = { 0 };

    return push_done(L, adj_file_remove(adj_bind_path(L, 1), &err), &err);
}

static int files_realpath(lua_State *L)
{
    const char *path = adj_bind_path(L, 1);
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    return push_held_text(L, hold, adj_file_resolve(path, &hold->text, &err), &err);
}

/* under(root, relative) -> resolved path inside root */
static int files_under(lua_State *L)
{
    const char *root = adj_bind_path(L, 1), *relative;
    size_t length;
    Hold *hold;
    adj_error err = { 0 };

    relative = luaL_checklstring(L, 2, &length);
    hold = push_hold(L);
    if (strlen(relative) != length) {           /* a ruleset may name its files as it likes */
        (void)adj_error_set(&err, ADJ_EINVAL, "a path cannot hold a zero byte");
        return adj_bind_fail_kind(L, &err);
    }
    return push_held_text(L, hold, adj_file_under(root, relative, &hold->text, &err), &err);
}

static int files_state_home(lua_State *L)
{
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    return push_held_text(L, hold, adj_file_state_home(&hold->text, &err), &err);
}

static int files_data_home(lua_State *L)
{
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    return push_held_text(L, hold, adj_file_data_home(&hold->text, &err), &err);
}

static int files_executable(lua_State *L)
{
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    return push_held_text(L, hold, adj_file_executable(&hold->text, &err), &err);
}

/* temporary() -> path of a new empty folder */
static int files_temporary(lua_State *L)
{
    Hold *hold = push_hold(L);
    adj_error err = { 0 };

    return push_held_text(L, hold, adj_file_make_temporary(&hold->text, &err), &err);
}

/* sha256(text) -> 64 hex digits */
static int files_sha256(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    char hex[65];

    adj_sha256_hex(text, length, hex);
    lua_pushlstring(L, hex, 64);
    return 1;
}

static const luaL_Reg functions[] = {
    { "read", files_read },
    { "write_new", files_write_new },
    { "list", files_list },
    { "is_file", files_is_file },
    { "is_dir", files_is_folder },
    { "modified", files_modified },
    { "date", files_date },
    { "mkdir_p", files_mkdir_p },
    { "mkdir_new", files_mkdir_new },
    { "sync_folder", files_sync_folder },
    { "remove", files_remove },
    { "realpath", files_realpath },
    { "under", files_under },
    { "state_home", files_state_home },
    { "data_home", files_data_home },
    { "executable", files_executable },
    { "temporary", files_temporary },
    { "sha256", files_sha256 },
    { NULL, NULL },
};

int adj_open_files(lua_State *L)
{
    static const luaL_Reg meta[] = { { "__gc", hold_gc }, { NULL, NULL } };
    static const luaL_Reg none[] = { { NULL, NULL } };

    adj_bind_new_type(L, HOLD_TYPE, meta, none);
    lua_pop(L, 1);
    luaL_newlib(L, functions);
    return 1;
}
