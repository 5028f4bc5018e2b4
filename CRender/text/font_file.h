#ifndef CR_FONT_FILE_H
#define CR_FONT_FILE_H
#include <hb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Font files. Any thread.

/// Which file, in which state: a file that was replaced or written to has another.
typedef struct {
  uint64_t device, inode, size;
  int64_t seconds, nanoseconds;  // of the last change of its contents
} cr_font_identity;

/// Which file `path` is at the moment; false with a reason where it is no regular file, or cannot be read (`reason`: `size` bytes).
bool cr_font_identify(const char *path, cr_font_identity *identity, char *reason, size_t size);

/// The bytes of a font file, a reference for the caller: mapped where it lies on a read-only file system, else a copy, because a file that is cut off
/// or written to would take the process with it. NULL with a reason where it is no regular file, or cannot be read (`reason`: `size` bytes).
/// `identity`: filled in; may be NULL.
hb_blob_t *cr_font_file(const char *path, cr_font_identity *identity, char *reason, size_t size);
/// The same, mapped wherever it lies: for files of which most are only looked at.
hb_blob_t *cr_font_file_mapped(const char *path, char *reason, size_t size);

/// Whether the tables of face `index` lie within the file, which else was cut off; `needed`: the bytes that they take.
bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed);

#endif
