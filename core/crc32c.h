/* SPDX-License-Identifier: GPL-3.0-or-later */
/* core/crc32c.h -- the CRC-32C (Castagnoli) checksum, as in RFC 3720. */
#ifndef ADJ_CRC32C_H
#define ADJ_CRC32C_H

#include <stddef.h>
#include <stdint.h>

/* The checksum of `data` going on from `crc`: adj_crc32c(adj_crc32c(0, a), b) is the checksum
 * of a followed by b. Start with 0. */
uint32_t adj_crc32c(uint32_t crc, const void *data, size_t length);

#endif
