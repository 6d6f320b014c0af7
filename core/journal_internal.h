/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/journal_internal.h -- what the parts of the journal share. */
#ifndef ADJ_JOURNAL_INTERNAL_H
#define ADJ_JOURNAL_INTERNAL_H

#include "journal.h"

#define ADJ_JOURNAL_MAGIC "adjutant-journal"

enum {
    HEADER_LINES_MAX = 10000,
    HEADER_BYTES_MAX = 4 << 20,
    KEY_BYTES_MAX = 64
};
#define JOURNAL_BYTES_MAX ((uint64_t)1 << 30)

/* Memory for payloads that never moves: a list of chunks. */
typedef struct chunk {
    struct chunk *next;
    size_t used, room;
    char bytes[];
} chunk;

struct adj_journal {
    adj_journal_io io;
    char *folder, *path;            /* NULL when parsed from memory */
    int fd;                         /* -1 when read-only */
    bool read_only;

    uint64_t length;                /* of the good part of the file */
    uint64_t synced;                /* this much of it is known to be on disk */
    uint32_t checksum;              /* of the last good line: the next one starts from it */
    char *pending;                  /* the bytes from `synced` to `length` */
    size_t pending_room;
    bool tail_dirty;                /* bytes beyond `length` could not be cut off yet */
    bool must_replace;              /* a sync failed: this descriptor is not to be trusted */
    char failure[sizeof ((adj_error *)0)->text];

    adj_journal_record *records;
    size_t count, room;
    adj_journal_fact *facts;
    size_t fact_count, fact_room;
    chunk *chunks;
    char *raw;                      /* the file as read; payloads are unescaped in place */

    char *dropped, *dropped_path;
    size_t dropped_length;
    char line[ADJ_JOURNAL_LINE_BYTES];
};

/* --- journal.c ------------------------------------------------------------------ */
adj_journal *adj_journal_blank(const char *folder, const adj_journal_io *io, adj_error *err);
/* Room for one more record with a payload of `length` bytes: after it the two calls below
 * cannot fail. */
adj_status adj_journal_reserve(adj_journal *journal, size_t length, adj_error *err);
const char *adj_journal_keep(adj_journal *journal, const void *bytes, size_t length);
void adj_journal_add(adj_journal *journal, adj_journal_record record);
adj_status adj_journal_add_fact(adj_journal *journal, const char *key, size_t key_length,
                                const char *value, size_t length, adj_error *err);

/* --- journal_format.c: text to bytes and back, no files -------------------------- */
/* Writes the escaped text to out[0..room-1]; its length, or SIZE_MAX when it does not fit. */
size_t adj_journal_escape(char *out, size_t room, const char *text, size_t length);
/* The opposite, in place. false when it is not what escaping writes. */
bool adj_journal_unescape(char *text, size_t *length);
bool adj_journal_key_ok(const char *key, size_t length);
/* One record's line into `out`; its length, or 0 when it would be too long. *checksum is that of
 * the line before, then that of this one. */
size_t adj_journal_format_record(char out[ADJ_JOURNAL_LINE_BYTES], uint64_t seq,
                                 adj_journal_kind kind, const void *payload, size_t length,
                                 uint32_t *checksum);
/* Reads one line (without its newline), unescaping in place. NULL, or what is wrong with it. */
const char *adj_journal_scan_record(char *line, size_t length, uint64_t seq, bool checked,
                                    uint32_t *checksum, adj_journal_record *record);
/* The whole header as text (free() it), and the checksum that it ends with. */
adj_status adj_journal_format_header(const adj_journal_fact *facts, size_t count, char **text,
                                     size_t *length, uint32_t *checksum, adj_error *err);

/* --- journal_load.c -------------------------------------------------------------- */
/* Takes over `raw` (malloc'd) and fills the journal from it, up to the first damage. */
adj_status adj_journal_fill(adj_journal *journal, char *raw, size_t length, int flags,
                            adj_error *err);

/* --- journal_disk.c: files, locks, syncs ------------------------------------------ */
extern const adj_journal_io adj_journal_system_io;
/* Opens `path` for appending and takes the lock; the descriptor is that of the file which bears
 * the name at that moment. */
adj_status adj_journal_open_locked(adj_journal *journal, const char *path, int flags, int *fd,
                                   adj_error *err);
adj_status adj_journal_sync_folder(adj_journal *journal, adj_error *err);
/* Writes all the bytes or sets errno. */
bool adj_journal_write_all(adj_journal *journal, int fd, const char *bytes, size_t length);
/* Puts the bytes into a new file folder/journal.torn.N, on disk. */
adj_status adj_journal_keep_torn(adj_journal *journal, adj_error *err);
/* folder/name; NULL when out of memory. */
char *adj_journal_path(const char *folder, const char *name);

#endif
