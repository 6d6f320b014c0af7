/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/journal.h -- the record of a game, on disk, append only (docs/journal-format.md).
 *
 * A journal is one text file in the folder of its game: a header of facts fixed for the whole
 * game, then one line a record. What was appended is in the file when the call returns, so a
 * killed process loses nothing; what was appended with `sync` also survives a loss of power.
 * A line that a kill cut short is put beside the journal and cut off at the next opening. Any
 * other damage is refused, naming the record. */
#ifndef ADJ_JOURNAL_H
#define ADJ_JOURNAL_H

#include <sys/types.h>

#include "adj.h"

enum {
    ADJ_JOURNAL_VERSION = 1,            /* of the format */
    ADJ_JOURNAL_LINE_BYTES = 65536      /* longest line, its newline counted */
};

typedef enum {
    ADJ_JOURNAL_BEGIN,          /* a command with its resolved arguments */
    ADJ_JOURNAL_ANSWER,         /* a roll with its faces, or a choice, before it is used */
    ADJ_JOURNAL_DONE,           /* the command stands; the state hash after it */
    ADJ_JOURNAL_ABANDON,        /* the command was given up, or refused, or hit a limit */
    ADJ_JOURNAL_UNDO,
    ADJ_JOURNAL_REDO,
    ADJ_JOURNAL_REMARK,
    ADJ_JOURNAL_KINDS           /* how many there are */
} adj_journal_kind;

/* "begin", "answer", ... and back; false when there is no such kind. */
const char *adj_journal_kind_text(adj_journal_kind kind);
bool adj_journal_kind_find(const char *text, size_t length, adj_journal_kind *kind);

typedef struct {
    uint64_t seq;               /* 1 for the first record */
    adj_journal_kind kind;
    const char *payload;        /* any bytes; lent until the journal is closed */
    size_t length;
} adj_journal_record;

/* One line of the header. A key may occur more than once (`house`); it is a word of letters,
 * digits, '.', '_' and '-' that starts with a letter, at most 64 bytes, and not "end". */
typedef struct {
    const char *key;            /* lent until the journal is closed */
    const char *value;          /* any bytes; a 0 byte follows */
    size_t length;
} adj_journal_fact;

/* How the journal reaches the disk. Tests hand in functions that fail; NULL means the system's.
 * Each behaves like the call of its name, errno included. */
typedef struct {
    void *context;
    int     (*open)(void *context, const char *path, int flags, mode_t mode);
    ssize_t (*write)(void *context, int fd, const void *bytes, size_t length);
    int     (*sync)(void *context, int fd);             /* fdatasync; fsync for a folder */
    int     (*truncate)(void *context, int fd, off_t length);
} adj_journal_io;

typedef struct adj_journal adj_journal;

/* Starts the journal of a new game in `folder`, which must exist; header and name are on disk
 * on return, and a kill leaves either no journal or a whole header. ADJ_EINVAL when there is a
 * journal already or a fact cannot be written, ADJ_ERANGE when a fact is too long, ADJ_EIO. */
adj_status adj_journal_create(const char *folder, const adj_journal_fact *facts, size_t count,
                              const adj_journal_io *io, adj_journal **out, adj_error *err);

enum {
    ADJ_JOURNAL_READ_ONLY = 1,          /* no lock, nothing written: beside a running game */
    ADJ_JOURNAL_HEADER_ONLY = 2,        /* only the facts; implies READ_ONLY */
    ADJ_JOURNAL_UNCHECKED = 4           /* adj_journal_parse: checksums are not compared */
};

/* Opens and checks the journal in `folder`. ADJ_ENOTFOUND, ADJ_EDAMAGED (names the record),
 * ADJ_EVERSION (names the newer format and the program that wrote it), ADJ_ELOCKED (another
 * process plays this game), ADJ_EIO. Unless read-only, a torn tail is moved to a file
 * journal.torn.N beside it, and what was read is on disk on return. */
adj_status adj_journal_open(const char *folder, int flags, const adj_journal_io *io,
                            adj_journal **out, adj_error *err);

/* The same from bytes in memory, read-only. */
adj_status adj_journal_parse(const void *bytes, size_t length, int flags, adj_journal **out,
                             adj_error *err);

/* Releases the lock and everything lent. NULL is fine. Syncs nothing. */
void adj_journal_close(adj_journal *journal);

/* Appends one record. On ADJ_OK it is in the file, with `sync` on disk, and *seq (NULL is fine)
 * is its number. On any error it is in neither the file nor the list:
 *   ADJ_ERANGE   the line would be longer than ADJ_JOURNAL_LINE_BYTES
 *   ADJ_EINVAL   read-only
 *   ADJ_EIO      a full disk, a short write, a failed sync: the file is cut back to its last good
 *                length. Whoever called takes no command until an append works again; each
 *                append first mends what the failure left. A failed sync is not tried again on
 *                the same descriptor: the game goes on in a new file that replaces the old. */
adj_status adj_journal_append(adj_journal *journal, adj_journal_kind kind, const void *payload,
                              size_t length, bool sync, uint64_t *seq, adj_error *err);

/* Why the last append failed; NULL when it did not. Lent until the next append. */
const char *adj_journal_failure(const adj_journal *journal);

size_t adj_journal_count(const adj_journal *journal);
adj_journal_record adj_journal_at(const adj_journal *journal, size_t index);    /* from 0 */
size_t adj_journal_fact_count(const adj_journal *journal);
adj_journal_fact adj_journal_fact_at(const adj_journal *journal, size_t index); /* from 0 */
bool adj_journal_is_read_only(const adj_journal *journal);

/* Bytes of header and whole records. */
uint64_t adj_journal_length(const adj_journal *journal);

/* The torn tail found when opening, NULL when there was none; and where it was kept, NULL when
 * read-only. Lent until the journal is closed. */
const char *adj_journal_dropped(const adj_journal *journal, size_t *length);
const char *adj_journal_dropped_path(const adj_journal *journal);

/* Writes into `new_folder` (made, or without a journal) a journal of all records before the first
 * damaged one; the original is only read. *kept is their count, and *damage says what was wrong
 * (damage->status is ADJ_OK when nothing was). ADJ_EDAMAGED when not even the header is whole. */
adj_status adj_journal_recover(const char *folder, const char *new_folder, size_t *kept,
                               adj_error *damage, adj_error *err);

#endif
