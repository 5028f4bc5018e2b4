#ifndef CR_FONT_PAGES_H
#define CR_FONT_PAGES_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "font_identity.h"

/// A font file that is read in pages, each once, when its bytes are first needed. Any thread.
///
/// Unlike a mapping it never raises SIGBUS: a file that is truncated gives zeros and an error. Bytes that were read stay as they were read. A file that
/// is replaced by rename keeps its old contents. Descriptors: one for each file, at most CR_FONT_PAGES_OPEN in the process; further files are opened
/// again when more of them is needed, and fail then if they were changed or replaced.
typedef struct cr_font_pages cr_font_pages;

enum { CR_FONT_PAGES_OPEN = 64 };

/// Returns a blob over all bytes of an open file, of which none is read yet; the pages live as long as the blob. Takes over the descriptor `file`, also
/// on failure. `path` opens the file again. NULL where memory or address space is short.
hb_blob_t *cr_font_pages_create(int file, const char *path, const cr_font_identity *identity);
/// The pages of a blob that cr_font_pages_create returned; NULL for all other blobs. Borrowed from the blob.
cr_font_pages *cr_font_pages_of(hb_blob_t *blob);
/// Makes `length` bytes from `offset` readable through the blob. False where they are not within the file or cannot be read; these bytes are then 0 or
/// what was read of them. O(length) the first time.
bool cr_font_pages_need(cr_font_pages *pages, uint64_t offset, uint64_t length);
/// Bytes in memory: those of a blob that has pages, or all.
size_t cr_font_pages_held(hb_blob_t *blob);

#endif
