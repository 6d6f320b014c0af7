/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tests/core/faulty_disk.h -- a disk that fails when told, and games on it. */
#ifndef FAULTY_DISK_H
#define FAULTY_DISK_H

#include "journal.h"

typedef struct {
    int opens, writes, syncs, truncates;        /* the n-th call from now fails; 0: none */
    bool for_ever;                              /* and all later ones */
    size_t short_by;                            /* a failing write leaves this many bytes out */
    int writes_seen, syncs_seen;
    int interrupts;                             /* this many writes end with EINTR first */
} faulty_disk;

/* The journal keeps a pointer to the disk. */
adj_journal_io faulty_io(faulty_disk *disk);

/* A journal with the facts program and seed. */
adj_status game_create(const char *folder, faulty_disk *disk, adj_journal **out, adj_error *err);
/* The same for a test that needs it to work; disk NULL: one that never fails. */
adj_journal *game_new(const char *folder, faulty_disk *disk);
adj_journal *game_open(const char *folder);

/* An answer, or with `sync` a command's end. */
adj_status game_put(adj_journal *journal, const char *text, bool sync, adj_error *err);

/* The game in `folder` has exactly these payloads and no torn tail. */
void game_assert(const char *folder, const char *const *payloads, size_t count);

#endif
