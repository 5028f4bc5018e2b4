#ifndef CR_FONT_FILE_H
#define CR_FONT_FILE_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "font_identity.h"

// Font files. Any thread.

/// Identifies the file at `path`; false with a reason if it is not a regular file, or cannot be read (`reason`: `size` bytes).
bool cr_font_identify(const char *path, cr_font_identity *identity, char *reason, size_t size);

/// Returns the bytes of a font file, with a reference for the caller. The file is mapped on a read-only file system; otherwise it is read
/// completely up to CR_FONT_FILE_SMALL bytes, and in pages on demand above that (font_pages.h). NULL with a reason if it is not a regular
/// file, or cannot be read (`reason`: `size` bytes). `identity`: set; may be NULL.
hb_blob_t *cr_font_file(const char *path, cr_font_identity *identity, char *reason, size_t size);
/// The same, with small files in pages too: for files that are mostly only inspected.
hb_blob_t *cr_font_file_paged(const char *path, char *reason, size_t size);

/// File size at which copying takes as long as reading the pages for a first text: for DejaVu Sans, 740 kB, a copy causes 240 page faults,
/// pages 105.
enum { CR_FONT_FILE_SMALL = 384 << 10 };

#endif
