/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/files.h -- the few things the program does with files and folders.
 *
 * Every message is one line that names the path and the reason. Texts and lists handed out are
 * the caller's to free. */
#ifndef ADJ_FILES_H
#define ADJ_FILES_H

#include "adj.h"

/* The whole of a regular file into *text (a 0 byte follows; free() it) and *length.
 * ADJ_ENOTFOUND when there is none, ADJ_ERANGE when it is longer than `max_bytes`, ADJ_EINVAL when
 * it is a folder or a device, ADJ_EIO otherwise. */
adj_status adj_file_read(const char *path, size_t max_bytes, char **text, size_t *length,
                         adj_error *err);

/* Puts `text` at `path`, replacing what is there (a link too; the rights are those of a new file):
 * at every moment, and after a crash, the path holds the old text or the new one, whole. On return
 * it is on disk. */
adj_status adj_file_write(const char *path, const void *text, size_t length, adj_error *err);

typedef enum { ADJ_FILE_NONE, ADJ_FILE_REGULAR, ADJ_FILE_FOLDER, ADJ_FILE_OTHER } adj_file_kind;

/* What stands at `path`, symbolic links followed. */
adj_file_kind adj_file_kind_at(const char *path);

/* Time of the last change in seconds since 1970 and nanoseconds. */
adj_status adj_file_modified(const char *path, int64_t *seconds, int32_t *nanoseconds,
                             adj_error *err);

typedef struct {
    char **names;               /* bytewise ascending, without "." and ".." */
    size_t count;
} adj_file_list;

/* The names in a folder. *list is empty after an error. */
adj_status adj_file_list_read(const char *folder, adj_file_list *list, adj_error *err);
void       adj_file_list_free(adj_file_list *list);

/* Makes `path` and the folders above it where they are missing, for the user alone (0700). */
adj_status adj_file_make_folders(const char *path, adj_error *err);

/* Makes one new folder; ADJ_EINVAL when something stands there already. */
adj_status adj_file_make_new_folder(const char *path, adj_error *err);

/* Waits until the entries of a folder (files made or renamed in it) are on disk. */
adj_status adj_file_sync_folder(const char *folder, adj_error *err);

/* The path with "..", "." and symbolic links resolved. */
adj_status adj_file_resolve(const char *path, char **out, adj_error *err);

/* `relative` inside `root`, resolved. ADJ_EINVAL when it is empty, absolute, has a part "..", or a
 * symbolic link leads out of the root; ADJ_ENOTFOUND when nothing stands there. */
adj_status adj_file_under(const char *root, const char *relative, char **out, adj_error *err);

/* The user's folders: $XDG_STATE_HOME or ~/.local/state, $XDG_DATA_HOME or ~/.local/share.
 * Nothing is made. ADJ_ENOTFOUND, with the remedy, when HOME is needed and not set. */
adj_status adj_file_state_home(char **out, adj_error *err);
adj_status adj_file_data_home(char **out, adj_error *err);

/* The path of the running program. */
adj_status adj_file_executable(char **out, adj_error *err);

/* Makes a new empty folder in $TMPDIR or /tmp. */
adj_status adj_file_make_temporary(char **out, adj_error *err);

/* Removes one file, link or empty folder. */
adj_status adj_file_remove(const char *path, adj_error *err);

#endif
