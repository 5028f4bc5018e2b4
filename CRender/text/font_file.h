#ifndef CR_FONT_FILE_H
#define CR_FONT_FILE_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Font files. Any thread.

/// The bytes of a font file, a reference for the caller, mapped where that can be; NULL with a reason where it is no regular file, or cannot be read
/// (`reason`: `size` bytes).
hb_blob_t *cr_font_file(const char *path, char *reason, size_t size);

/// Whether the tables of face `index` lie within the file, which else was cut off; `needed`: the bytes that they take.
bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed);

#endif
