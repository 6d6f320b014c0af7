/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a whole file so that a crash leaves the old one or the new one. */
#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, const char *text, size_t length)
{
    while (length > 0) {
        ssize_t done = write(fd, text, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            if (done == 0)
                errno = ENOSPC;
            return false;
        }
        text += done;
        length -= (size_t)done;
    }
    return true;
}

/* The folder part of `path`, cut in place; "." when there is none. */
static const char *folder_of(char *path)
{
    char *slash = strrchr(path, '/');

    if (slash == NULL)
        return ".";
    if (slash == path)
        return "/";
    *slash = '\0';
    return path;
}

/* The rights of a new file as the caller's umask has them; mkostemp gives fewer. */
static void usual_rights(int fd)
{
    mode_t mask = umask(0);

    (void)umask(mask);
    (void)fchmod(fd, 0666 & ~mask);
}

/* Writes a file beside `path` and gives it that name. */
static adj_status write_beside(const char *path, const void *text, size_t length, adj_error *err)
{
    size_t room = strlen(path) + sizeof ".XXXXXX";
    char *temporary = malloc(room);
    adj_status status = ADJ_OK;
    int fd;

    if (temporary == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    (void)snprintf(temporary, room, "%s.XXXXXX", path);
    fd = mkostemp(temporary, O_CLOEXEC);
    if (fd < 0) {
        status = adj_error_set(err, ADJ_EIO, "cannot write %s: %s", path, strerror(errno));
        free(temporary);
        return status;
    }
    usual_rights(fd);
    if (!write_all(fd, text, length) || fsync(fd) != 0 || rename(temporary, path) != 0) {
        status = adj_error_set(err, ADJ_EIO, "cannot write %s: %s", path, strerror(errno));
        (void)unlink(temporary);
    }
    (void)close(fd);
    free(temporary);
    return status;
}

adj_status adj_file_write(const char *path, const void *text, size_t length, adj_error *err)
{
    adj_status status = write_beside(path, text, length, err);
    char *copy;

    if (status != ADJ_OK)
        return status;
    if ((copy = strdup(path)) == NULL)
        return adj_error_set(err, ADJ_ENOMEM, "out of memory");
    status = adj_file_sync_folder(folder_of(copy), err);
    free(copy);
    return status;
}
