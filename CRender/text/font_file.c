// Files of fonts: none is opened that reading might wait for or never come to the end of.
#include "font_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "text_memory.h"

/// The largest file that is taken for a font: the largest fonts there are, of all of CJK in all weights, have a third of it.
enum { MAX_BYTES = 256 << 20 };

static const char *kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  return S_ISFIFO(mode) ? "a pipe" : S_ISSOCK(mode) ? "a socket" : "a device";
}

static bool check_kind(const struct stat *info, char *reason, size_t size) {
  if (S_ISREG(info->st_mode)) return true;
  snprintf(reason, size, "it is %s, not a file", kind_of(info->st_mode));
  return false;
}

static void unreadable(int error, char *reason, size_t size) { snprintf(reason, size, "it cannot be read (%s)", strerror(error)); }

static cr_font_identity identity_of(const struct stat *info) {
  return (cr_font_identity){.device = (uint64_t)info->st_dev, .inode = (uint64_t)info->st_ino, .size = (uint64_t)info->st_size,
                            .seconds = info->st_mtim.tv_sec, .nanoseconds = info->st_mtim.tv_nsec};
}

bool cr_font_identify(const char *path, cr_font_identity *identity, char *reason, size_t size) {
  struct stat info;
  if (stat(path, &info)) {
    unreadable(errno, reason, size);
    return false;
  }
  if (!check_kind(&info, reason, size)) return false;
  *identity = identity_of(&info);
  return true;
}

typedef struct {
  void *start;
  size_t length;
} mapping;

static void unmap(void *data) {
  mapping *m = data;
  munmap(m->start, m->length);
  cr_free(m);
}

static hb_blob_t *map_file(int file, size_t length) {
  mapping *m = tx_alloc(1, sizeof *m);
  if (!m) return NULL;
  *m = (mapping){mmap(NULL, length, PROT_READ, MAP_PRIVATE, file, 0), length};
  if (m->start == MAP_FAILED) {
    cr_free(m);
    return NULL;
  }
  return hb_blob_create_or_fail(m->start, (unsigned)length, HB_MEMORY_MODE_READONLY, m, unmap);
}

static hb_blob_t *copy_file(int file, size_t length, char *reason, size_t size) {
  char *bytes = tx_alloc(length, 1);
  if (!bytes) return NULL;
  size_t count = 0;
  while (count < length) {
    const ssize_t more = pread(file, bytes + count, length - count, (off_t)count);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) {
      if (more < 0) unreadable(errno, reason, size);
      else snprintf(reason, size, "it became shorter while it was read");
      cr_free(bytes);
      return NULL;
    }
    count += (size_t)more;
  }
  return hb_blob_create_or_fail(bytes, (unsigned)length, HB_MEMORY_MODE_READONLY, bytes, cr_free);
}

static hb_blob_t *read_file(const char *path, bool always_mapped, cr_font_identity *identity, char *reason, size_t size) {
  // Devices are not even opened; and what became one meanwhile is not waited for.
  if (!cr_font_identify(path, identity, reason, size)) return NULL;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat info;
  struct statvfs place;
  if (file < 0 || fstat(file, &info)) {
    unreadable(errno, reason, size);
    if (file >= 0) close(file);
    return NULL;
  }
  hb_blob_t *blob = NULL;
  if (check_kind(&info, reason, size)) {
    *identity = identity_of(&info);
    if (identity->size > MAX_BYTES) {
      snprintf(reason, size, "it has %llu bytes; at most %d are read", (unsigned long long)identity->size, MAX_BYTES);
    } else if (!identity->size) {
      char first;
      if (pread(file, &first, 1, 0) < 0) unreadable(errno, reason, size);
      else snprintf(reason, size, "0 bytes are too few for a font");
    } else {
      snprintf(reason, size, "out of memory for its %llu bytes", (unsigned long long)identity->size);
      const bool lasts = always_mapped || (!fstatvfs(file, &place) && place.f_flag & ST_RDONLY);
      blob = lasts ? map_file(file, (size_t)identity->size) : copy_file(file, (size_t)identity->size, reason, size);
    }
  }
  close(file);
  return blob;
}

hb_blob_t *cr_font_file(const char *path, cr_font_identity *identity, char *reason, size_t size) {
  cr_font_identity unused;
  return read_file(path, false, identity ? identity : &unused, reason, size);
}

hb_blob_t *cr_font_file_mapped(const char *path, char *reason, size_t size) {
  cr_font_identity unused;
  return read_file(path, true, &unused, reason, size);
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
