// Font files. Never opens files for which reading might block or never end.
#include "font_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "font_pages.h"
#include "text_memory.h"

/// Maximum size of a font file: the largest existing fonts, all of CJK in all weights, have a third of it.
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

static void unreadable(int error, char *reason, size_t size) {
  if (error == ENOENT || error == ENOTDIR) snprintf(reason, size, "no such file");
  else if (error == EACCES || error == EPERM) snprintf(reason, size, "permission denied");
  else snprintf(reason, size, "it cannot be read (%s)", strerror(error));
}

bool cr_font_identify(const char *path, cr_font_identity *identity, char *reason, size_t size) {
  struct stat info;
  if (stat(path, &info)) {
    unreadable(errno, reason, size);
    return false;
  }
  if (!check_kind(&info, reason, size)) return false;
  *identity = cr_font_identity_of(&info);
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

/// Whether the file starts like a format whose reader only needs its beginning and its tables.
static bool has_tables(int file) {
  uint8_t b[4];
  if (pread(file, b, sizeof b, 0) != sizeof b) return false;
  const hb_tag_t kind = HB_TAG(b[0], b[1], b[2], b[3]);
  return kind == 0x00010000 || kind == HB_TAG('O', 'T', 'T', 'O') || kind == HB_TAG('t', 'r', 'u', 'e') || kind == HB_TAG('t', 't', 'c', 'f');
}

/// Creates pages over an open file, and reads the data for HarfBuzz's face count.
static hb_blob_t *make_pages(int file, const char *path, const cr_font_identity *identity) {
  hb_blob_t *blob = cr_font_pages_create(file, path, identity);
  cr_font_pages *pages = blob ? cr_font_pages_of(blob) : NULL;
  if (pages && cr_font_pages_need(pages, 0, 12)) {
    const uint8_t *b = (const uint8_t *)hb_blob_get_data(blob, NULL) + 8;
    // The number of faces in a collection; a file too short for its offsets counts as having none.
    const uint64_t count = (uint64_t)b[0] << 24 | (uint64_t)b[1] << 16 | (uint64_t)b[2] << 8 | b[3];
    if (!memcmp(b - 8, "ttcf", 4)) (void)cr_font_pages_need(pages, 12, 4 * count);
  }
  return blob;
}

/// Returns the bytes of an open regular file, which is closed unless it is read on demand.
static hb_blob_t *read_open(int file, const char *path, const cr_font_identity *identity, size_t small, char *reason, size_t size) {
  const size_t length = (size_t)identity->size;
  struct statvfs place;
  hb_blob_t *blob = NULL;
  if (identity->size > MAX_BYTES) {
    snprintf(reason, size, "it has %llu bytes; at most %d are read", (unsigned long long)identity->size, MAX_BYTES);
  } else if (!length) {
    char first;
    if (pread(file, &first, 1, 0) < 0) unreadable(errno, reason, size);
    else snprintf(reason, size, "0 bytes are too few for a font");
  } else {
    snprintf(reason, size, "out of memory for its %zu bytes", length);
    if (!fstatvfs(file, &place) && place.f_flag & ST_RDONLY) blob = map_file(file, length);
    else if (length > small && has_tables(file)) return make_pages(file, path, identity);
    else blob = copy_file(file, length, reason, size);
  }
  close(file);
  return blob;
}

static hb_blob_t *read_file(const char *path, size_t small, cr_font_identity *identity, char *reason, size_t size) {
  // Devices are not even opened; O_NONBLOCK covers files that have become devices since.
  if (!cr_font_identify(path, identity, reason, size)) return NULL;
  const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  struct stat info;
  if (file < 0 || fstat(file, &info)) {
    unreadable(errno, reason, size);
  } else if (check_kind(&info, reason, size)) {
    *identity = cr_font_identity_of(&info);
    return read_open(file, path, identity, small, reason, size);
  }
  if (file >= 0) close(file);
  return NULL;
}

hb_blob_t *cr_font_file(const char *path, cr_font_identity *identity, char *reason, size_t size) {
  cr_font_identity unused;
  return read_file(path, CR_FONT_FILE_SMALL, identity ? identity : &unused, reason, size);
}

hb_blob_t *cr_font_file_paged(const char *path, char *reason, size_t size) {
  cr_font_identity unused;
  return read_file(path, 0, &unused, reason, size);
}
