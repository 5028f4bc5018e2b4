#ifndef CR_FONT_IDENTITY_H
#define CR_FONT_IDENTITY_H
#include <stdbool.h>
#include <stdint.h>
#include <sys/stat.h>

/// Identity and state of a file: it changes if the file is replaced or written to.
typedef struct {
  uint64_t device, inode, size;
  int64_t seconds, nanoseconds;  // of the last change of its contents
} cr_font_identity;

static inline cr_font_identity cr_font_identity_of(const struct stat *info) {
  return (cr_font_identity){.device = (uint64_t)info->st_dev, .inode = (uint64_t)info->st_ino, .size = (uint64_t)info->st_size,
                            .seconds = info->st_mtim.tv_sec, .nanoseconds = info->st_mtim.tv_nsec};
}

static inline bool cr_font_identity_equal(const cr_font_identity *a, const cr_font_identity *b) {
  return a->device == b->device && a->inode == b->inode && a->size == b->size && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

#endif
