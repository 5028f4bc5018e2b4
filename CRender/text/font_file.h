#ifndef CR_FONT_FILE_H
#define CR_FONT_FILE_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "font_identity.h"

// Font files. Any thread.

/// Which file `path` is at the moment; false with a reason where it is no regular file, or cannot be read (`reason`: `size` bytes).
bool cr_font_identify(const char *path, cr_font_identity *identity, char *reason, size_t size);

/// The bytes of a font file, a reference for the caller: mapped where it lies on a read-only file system; else in pages that are read as they are needed
/// (font_pages.h), or read at once where it has no more than CR_FONT_FILE_SMALL bytes. NULL with a reason where it is no regular file, or cannot be read
/// (`reason`: `size` bytes). `identity`: filled in; may be NULL.
hb_blob_t *cr_font_file(const char *path, cr_font_identity *identity, char *reason, size_t size);
/// The same, small ones in pages too: for files of which most are only looked at.
hb_blob_t *cr_font_file_paged(const char *path, char *reason, size_t size);

/// What is read of a font for its first text takes as long as a copy of so many bytes: of DejaVu Sans, 740 kB, a copy takes 240 page faults, and pages 105.
enum { CR_FONT_FILE_SMALL = 384 << 10 };

#endif
