/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal's way to the disk: descriptors, the lock, syncs. */
#include "journal_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static int system_open(void *context, const char *path, int flags, mode_t mode)
{
    (void)context;
    return open(path, flags, mode);
}

static ssize_t system_write(void *context, int fd, const void *bytes, size_t length)
{
    (void)context;
    return write(fd, bytes, length);
}

static int system_sync(void *context, int fd)
{
    (void)context;
    return fdatasync(fd);
}

static int system_truncate(void *context, int fd, off_t length)
{
    (void)context;
    return ftruncate(fd, length);
}

const adj_journal_io adj_journal_system_io = {
    NULL, system_open, system_write, system_sync, system_truncate,
};

char *adj_journal_path(const char *folder, const char *name)
{
    size_t room = strlen(folder) + strlen(name) + 2;
    char *path = malloc(room);

    if (path != NULL)
        (void)snprintf(path, room, "%s/%s", folder, name);
    return path;
}

/* Whether `fd` is still the file that bears the name: it is not when another process put a new
 * journal in its place between our open and our lock. */
static bool bears_name(int fd, const char *path)
{
    struct stat ours, named;

    return fstat(fd, &ours) == 0 && stat(path, &named) == 0 && ours.st_dev == named.st_dev &&
           ours.st_ino == named.st_ino;
}

adj_status adj_journal_open_locked(adj_journal *journal, const char *path, int flags, int *fd,
                                   adj_error *err)
{
    flags |= O_RDWR | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
    for (int attempt = 0; attempt < 100; attempt++) {
        int number;

        *fd = journal->io.open(journal->io.context, path, flags, 0600);
        if (*fd < 0)
            return adj_error_set(err, errno == ENOENT ? ADJ_ENOTFOUND : ADJ_EIO,
                                 "cannot write %s: %s", path, strerror(errno));
        number = flock(*fd, LOCK_EX | LOCK_NB) == 0 ? 0 : errno;
        if (number == 0 && bears_name(*fd, path))
            return ADJ_OK;
        (void)close(*fd);
        *fd = -1;
        if (number == EWOULDBLOCK)
            break;
        if (number != 0 && number != EINTR)
            return adj_error_set(err, ADJ_EIO, "cannot lock %s: %s", path, strerror(number));
    }
    return adj_error_set(err, ADJ_ELOCKED,
                         "%s: another process plays this game; quit there, or look with --read-only",
                         journal->folder);
}

adj_status adj_journal_sync_folder(adj_journal *journal, adj_error *err)
{
    int fd = journal->io.open(journal->io.context, journal->folder,
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    int number = errno;

    /* Some file systems cannot sync a folder and say EINVAL; there is nothing more to do then. */
    if (fd >= 0 && journal->io.sync(journal->io.context, fd) != 0 && errno != EINVAL) {
        number = errno;
        (void)close(fd);
        fd = -1;
    }
    if (fd < 0)
        return adj_error_set(err, ADJ_EIO, "cannot sync %s: %s", journal->folder, strerror(number));
    (void)close(fd);
    return ADJ_OK;
}

bool adj_journal_write_all(adj_journal *journal, int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t done = journal->io.write(journal->io.context, fd, bytes, length);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0) {
            if (done == 0)
                errno = ENOSPC;
            return false;
        }
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

adj_status adj_journal_keep_torn(adj_journal *journal, adj_error *err)
{
    int fd = -1;
    char name[32], *path = NULL;

    for (int n = 1; n < 10000 && fd < 0; n++) {
        free(path);
        (void)snprintf(name, sizeof name, "journal.torn.%d", n);
        if ((path = adj_journal_path(journal->folder, name)) == NULL)
            return adj_error_set(err, ADJ_ENOMEM, "out of memory");
        fd = journal->io.open(journal->io.context, path,
                              O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd < 0 || !adj_journal_write_all(journal, fd, journal->dropped, journal->dropped_length) ||
        journal->io.sync(journal->io.context, fd) != 0) {
        adj_status status = adj_error_set(err, ADJ_EIO,
                                          "cannot keep the torn end of the journal as %s: %s", path,
                                          strerror(errno));
        if (fd >= 0) {
            (void)unlink(path);
            (void)close(fd);
        }
        free(path);
        return status;
    }
    (void)close(fd);
    journal->dropped_path = path;
    return adj_journal_sync_folder(journal, err);
}
