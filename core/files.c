/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Ends a function after a failed system call. */
static adj_status fail(adj_error *err, const char *path, int number)
{
    adj_status status = number == ENOENT || number == ENOTDIR ? ADJ_ENOTFOUND
                      : number == ENOMEM                      ? ADJ_ENOMEM
                                                              : ADJ_EIO;
    return adj_error_set(err, status, "%s: %s", path, strerror(number));
}

static adj_status no_memory(adj_error *err)
{
    return adj_error_set(err, ADJ_ENOMEM, "out of memory");
}

/* A new text of a, then b, then c; NULL when out of memory. */
static char *join(const char *a, const char *b, const char *c)
{
    size_t na = strlen(a), nb = strlen(b), nc = strlen(c);
    char *out = malloc(na + nb + nc + 1);

    if (out == NULL)
        return NULL;
    memcpy(out, a, na);
    memcpy(out + na, b, nb);
    memcpy(out + na + nb, c, nc + 1);
    return out;
}

/* --- reading ------------------------------------------------------------------ */

/* Reads until the end of the file or one byte more than `max`: the size in the inode is only a
 * hint, since the file may grow meanwhile. */
static adj_status read_all(int fd, const char *path, size_t hint, size_t max, char **text,
                           size_t *length, adj_error *err)
{
    size_t room = (hint < max ? hint : max) + 2, used = 0;
    char *buffer = malloc(room);

    while (buffer != NULL) {
        ssize_t got = read(fd, buffer + used, room - 1 - used);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            int number = errno;
            free(buffer);
            return fail(err, path, number);
        }
        if (got == 0)
            break;
        used += (size_t)got;
        if (used > max) {
            free(buffer);
            return adj_error_set(err, ADJ_ERANGE, "%s: longer than %zu bytes", path, max);
        }
        if (used == room - 1) {
            char *bigger = realloc(buffer, room *= 2);
            if (bigger == NULL)
                free(buffer);
            buffer = bigger;
        }
    }
    if (buffer == NULL)
        return no_memory(err);
    buffer[used] = '\0';
    *text = buffer;
    *length = used;
    return ADJ_OK;
}

adj_status adj_file_read(const char *path, size_t max_bytes, char **text, size_t *length,
                         adj_error *err)
{
    struct stat info;
    adj_status status;
    int fd;

    *text = NULL;
    *length = 0;
    /* O_NONBLOCK: opening a pipe must not hang; it is refused below. */
    fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    if (fd < 0)
        return fail(err, path, errno);
    if (fstat(fd, &info) != 0)
        status = fail(err, path, errno);
    else if (S_ISDIR(info.st_mode))
        status = adj_error_set(err, ADJ_EINVAL, "%s: is a folder", path);
    else if (!S_ISREG(info.st_mode))
        status = adj_error_set(err, ADJ_EINVAL, "%s: not a regular file", path);
    else
        status = read_all(fd, path, (size_t)info.st_size, max_bytes, text, length, err);
    (void)close(fd);
    return status;
}

adj_file_kind adj_file_kind_at(const char *path)
{
    struct stat info;

    if (stat(path, &info) != 0)
        return ADJ_FILE_NONE;
    return S_ISREG(info.st_mode) ? ADJ_FILE_REGULAR
         : S_ISDIR(info.st_mode) ? ADJ_FILE_FOLDER
                                 : ADJ_FILE_OTHER;
}

adj_status adj_file_modified(const char *path, int64_t *seconds, int32_t *nanoseconds,
                             adj_error *err)
{
    struct stat info;

    *seconds = 0;
    *nanoseconds = 0;
    if (stat(path, &info) != 0)
        return fail(err, path, errno);
    *seconds = (int64_t)info.st_mtim.tv_sec;
    *nanoseconds = (int32_t)info.st_mtim.tv_nsec;
    return ADJ_OK;
}

/* --- folders ------------------------------------------------------------------ */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static adj_status list_add(adj_file_list *list, size_t *room, const char *name)
{
    if (list->count == *room) {
        size_t bigger = *room == 0 ? 16 : *room * 2;
        char **names = realloc(list->names, bigger * sizeof *names);
        if (names == NULL)
            return ADJ_ENOMEM;
        list->names = names;
        *room = bigger;
    }
    if ((list->names[list->count] = strdup(name)) == NULL)
        return ADJ_ENOMEM;
    list->count++;
    return ADJ_OK;
}

adj_status adj_file_list_read(const char *folder, adj_file_list *list, adj_error *err)
{
    adj_status status = ADJ_OK;
    struct dirent *entry;
    size_t room = 0;
    DIR *dir;

    *list = (adj_file_list){ 0 };
    if ((dir = opendir(folder)) == NULL)
        return fail(err, folder, errno);
    while (errno = 0, status == ADJ_OK && (entry = readdir(dir)) != NULL)
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
            list_add(list, &room, entry->d_name) != ADJ_OK)
            status = no_memory(err);
    if (status == ADJ_OK && errno != 0)
        status = fail(err, folder, errno);
    (void)closedir(dir);
    if (status != ADJ_OK)
        adj_file_list_free(list);
    else if (list->count > 1)
        qsort(list->names, list->count, sizeof *list->names, compare_names);
    return status;
}

void adj_file_list_free(adj_file_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    free(list->names);
    *list = (adj_file_list){ 0 };
}

adj_status adj_file_make_folders(const char *path, adj_error *err)
{
    adj_status status = ADJ_OK;
    char *copy = strdup(path);

    if (copy == NULL)
        return no_memory(err);
    for (char *p = copy + (*copy == '/');; p++) {
        char held = *p;
        if (held != '/' && held != '\0')
            continue;
        *p = '\0';
        /* A read-only file system answers EROFS even for what exists: look before complaining. */
        if (*copy != '\0' && mkdir(copy, 0700) != 0) {
            int number = errno;
            if (adj_file_kind_at(copy) != ADJ_FILE_FOLDER) {
                status = number == EEXIST
                       ? adj_error_set(err, ADJ_EIO, "%s: is in the way of a folder", copy)
                       : adj_error_set(err, ADJ_EIO, "cannot make %s: %s", copy, strerror(number));
                break;
            }
        }
        *p = held;
        if (held == '\0')
            break;
    }
    free(copy);
    return status;
}

adj_status adj_file_make_new_folder(const char *path, adj_error *err)
{
    if (mkdir(path, 0700) == 0)
        return ADJ_OK;
    if (errno == EEXIST)
        return adj_error_set(err, ADJ_EINVAL, "%s: exists already", path);
    return adj_error_set(err, ADJ_EIO, "cannot make %s: %s", path, strerror(errno));
}

adj_status adj_file_sync_folder(const char *folder, adj_error *err)
{
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    adj_status status = ADJ_OK;

    if (fd < 0)
        return fail(err, folder, errno);
    /* Some file systems cannot sync a folder and say EINVAL; there is nothing more to do then. */
    if (fsync(fd) != 0 && errno != EINVAL)
        status = fail(err, folder, errno);
    (void)close(fd);
    return status;
}

adj_status adj_file_make_temporary(char **out, adj_error *err)
{
    const char *base = getenv("TMPDIR");

    if (base == NULL || *base != '/')
        base = "/tmp";
    if ((*out = join(base, "/adjutant-", "XXXXXX")) == NULL)
        return no_memory(err);
    if (mkdtemp(*out) == NULL) {
        int number = errno;
        free(*out);
        *out = NULL;
        return adj_error_set(err, ADJ_EIO, "cannot make a folder in %s: %s", base,
                             strerror(number));
    }
    return ADJ_OK;
}

adj_status adj_file_remove(const char *path, adj_error *err)
{
    return remove(path) == 0 ? ADJ_OK : fail(err, path, errno);
}
