// Files of fonts: none is opened that reading might wait for or never come to the end of.
#include "font_file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

hb_blob_t *cr_font_file(const char *path, char *reason, size_t size) {
  struct stat info;
  if (stat(path, &info)) {
    snprintf(reason, size, "it cannot be read (%s)", strerror(errno));
    return NULL;
  }
  if (!S_ISREG(info.st_mode)) {
    snprintf(reason, size, "it is %s, not a file", kind_of(info.st_mode));
    return NULL;
  }
  errno = 0;
  hb_blob_t *blob = hb_blob_create_from_file_or_fail(path);
  if (!blob) snprintf(reason, size, "it cannot be read (%s)", errno ? strerror(errno) : "no memory, or it is too large");
  return blob;
}

static uint32_t be32(const char *p) {
  const uint8_t *b = (const uint8_t *)p;
  return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed) {
  unsigned length;
  const char *data = hb_blob_get_data(blob, &length);
  uint64_t at = 0;
  *needed = 16;
  if (length < 16) return false;
  if (!memcmp(data, "ttcf", 4)) {
    *needed = 16 + 4 * (uint64_t)index;
    if (*needed > length) return false;
    at = be32(data + 12 + 4 * (size_t)index);
  }
  *needed = at + 12;
  if (*needed > length) return false;
  // Where the directory is another one (suitcases, Type 1), its reader knows.
  const char *directory = data + at;
  const uint32_t kind = be32(directory);
  if (kind != 0x00010000 && kind != HB_TAG('O', 'T', 'T', 'O') && kind != HB_TAG('t', 'r', 'u', 'e')) return true;
  const unsigned count = be32(directory + 4) >> 16;
  *needed += 16 * (uint64_t)count;
  if (*needed > length) return false;
  for (unsigned i = 0; i < count; i++) {
    const char *record = directory + 12 + 16 * (size_t)i;
    const uint64_t end = (uint64_t)be32(record + 8) + be32(record + 12);
    if (end > *needed) *needed = end;
  }
  return *needed <= length;
}
