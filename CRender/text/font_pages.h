#ifndef CR_FONT_PAGES_H
#define CR_FONT_PAGES_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "font_identity.h"

/// A font file read in pages, each once, on demand. Any thread.
///
/// Unlike a mapping it never raises SIGBUS: a truncated file gives zeros and an error. Bytes read once never change. A file
/// replaced by rename keeps its old contents. One descriptor per file, at most CR_FONT_PAGES_OPEN in the process. Other files are reopened
/// on demand; that fails if they were changed or replaced.
typedef struct cr_font_pages cr_font_pages;

enum { CR_FONT_PAGES_OPEN = 64 };

/// Creates a blob over all bytes of an open file without reading any; the pages live as long as the blob. Takes ownership of the descriptor
/// `file`, also on failure. `path` reopens the file. NULL if memory or address space is exhausted.
hb_blob_t *cr_font_pages_create(int file, const char *path, const cr_font_identity *identity);
/// The pages of a blob from cr_font_pages_create; NULL for all other blobs. Borrowed from the blob.
cr_font_pages *cr_font_pages_of(hb_blob_t *blob);
/// Makes `length` bytes from `offset` readable through the blob. False if they are outside the file or unreadable; these bytes are then 0
/// or the bytes read so far. O(length) the first time.
bool cr_font_pages_need(cr_font_pages *pages, uint64_t offset, uint64_t length);
/// Bytes in memory: those read so far for a blob with pages, else all.
size_t cr_font_pages_held(hb_blob_t *blob);

#endif
