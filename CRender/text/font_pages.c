#define _GNU_SOURCE
#include "font_pages.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "text_memory.h"

/// Glyphs of CJK fonts are scattered over megabytes and take 200 bytes each: larger pages would mostly read unneeded bytes.
enum { PAGE = 4096, PAGES_PER_WORD = 64 };

struct cr_font_pages {
  uint8_t *bytes;
  size_t length;
  _Atomic(uint64_t) *ready;  // a bit for each complete page; never cleared
  pthread_mutex_t lock;      // guards all fields below; taken before `open_lock`
  uint64_t *failed;          // a bit for each unreadable page: never retried, so that bytes never change after the first read
  int file;                  // -1: closed, reopened on demand
  char *path;
  cr_font_identity identity;
  atomic_size_t held;
  struct cr_font_pages *newer, *older;  // with `open_lock`: list of open files
};

static pthread_mutex_t open_lock = PTHREAD_MUTEX_INITIALIZER;
static cr_font_pages *newest, *oldest;
static int open_count;

// With `open_lock`

static void unlink_open(cr_font_pages *p) {
  if (p->newer) p->newer->older = p->older;
  else newest = p->older;
  if (p->older) p->older->newer = p->newer;
  else oldest = p->newer;
  p->newer = p->older = NULL;
  open_count--;
}

static void link_open(cr_font_pages *p) {
  p->older = newest;
  p->newer = NULL;
  if (newest) newest->newer = p;
  else oldest = p;
  newest = p;
  open_count++;
}

/// Closes the least recently read files beyond the limit, except those that are being read.
static void close_oldest(const cr_font_pages *except) {
  for (cr_font_pages *p = oldest, *next; p && open_count > CR_FONT_PAGES_OPEN; p = next) {
    next = p->newer;
    // A holder of the other lock may wait for this one.
    if (p == except || pthread_mutex_trylock(&p->lock)) continue;
    close(p->file);
    p->file = -1;
    unlink_open(p);
    pthread_mutex_unlock(&p->lock);
  }
}

// With the lock of the pages held

/// Moves the pages to the front of the open files.
static void touch(cr_font_pages *p, bool is_linked) {
  pthread_mutex_lock(&open_lock);
  if (is_linked) unlink_open(p);
  link_open(p);
  close_oldest(p);
  pthread_mutex_unlock(&open_lock);
}

static bool open_again(cr_font_pages *p) {
  const int file = open(p->path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (file < 0) return false;
  struct stat info;
  cr_font_identity identity;
  if (!fstat(file, &info)) {
    identity = cr_font_identity_of(&info);
    if (cr_font_identity_equal(&identity, &p->identity)) {
      p->file = file;
      touch(p, false);
      return true;
    }
  }
  close(file);
  return false;
}

static bool has_bit(const uint64_t *bits, size_t page) { return bits[page / PAGES_PER_WORD] >> (page % PAGES_PER_WORD) & 1; }

static bool is_ready(const cr_font_pages *p, size_t page) {
  return atomic_load_explicit(&p->ready[page / PAGES_PER_WORD], memory_order_acquire) >> (page % PAGES_PER_WORD) & 1;
}

static void set_ready(cr_font_pages *p, size_t page) {
  atomic_fetch_or_explicit(&p->ready[page / PAGES_PER_WORD], UINT64_C(1) << (page % PAGES_PER_WORD), memory_order_release);
}

/// Reads pages [first, end), which were not tried before; false if some are missing.
static bool read_pages(cr_font_pages *p, size_t first, size_t end) {
  const size_t from = first * PAGE, limit = end * PAGE < p->length ? end * PAGE : p->length;
  size_t at = from;
  while (at < limit) {
    const ssize_t more = pread(p->file, p->bytes + at, limit - at, (off_t)at);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) break;
    at += (size_t)more;
  }
  for (size_t page = first; page < end; page++) {
    const size_t page_end = (page + 1) * PAGE < p->length ? (page + 1) * PAGE : p->length;
    if (page_end <= at) set_ready(p, page);
    else p->failed[page / PAGES_PER_WORD] |= UINT64_C(1) << (page % PAGES_PER_WORD);
  }
  atomic_fetch_add_explicit(&p->held, at - from, memory_order_relaxed);
  return at == limit;
}

static bool read_missing(cr_font_pages *p, size_t first, size_t end) {
  bool good = true, touched = false;
  for (size_t page = first; page < end; page++) {
    if (is_ready(p, page)) continue;
    if (has_bit(p->failed, page)) {
      good = false;
      continue;
    }
    size_t after = page + 1;
    while (after < end && !is_ready(p, after) && !has_bit(p->failed, after)) after++;
    if (p->file < 0) {
      if (!open_again(p)) return false;
    } else if (!touched) {
      touch(p, true);
    }
    touched = true;
    good &= read_pages(p, page, after);
    page = after - 1;
  }
  return good;
}

// Without locks held

bool cr_font_pages_need(cr_font_pages *p, uint64_t offset, uint64_t length) {
  if (offset > p->length || length > p->length - offset) return false;
  if (!length) return true;
  const size_t first = (size_t)offset / PAGE, end = ((size_t)(offset + length) - 1) / PAGE + 1;
  size_t missing = first;
  while (missing < end && is_ready(p, missing)) missing++;
  if (missing == end) return true;
  pthread_mutex_lock(&p->lock);
  const bool good = read_missing(p, missing, end);
  pthread_mutex_unlock(&p->lock);
  return good;
}

static void free_pages(void *data) {
  cr_font_pages *p = data;
  // Lock order: the code that closes the oldest holds `open_lock` and only tries the other.
  pthread_mutex_lock(&p->lock);
  pthread_mutex_lock(&open_lock);
  if (p->file >= 0) unlink_open(p);
  pthread_mutex_unlock(&open_lock);
  pthread_mutex_unlock(&p->lock);
  if (p->file >= 0) close(p->file);
  pthread_mutex_destroy(&p->lock);
  if (p->bytes) munmap(p->bytes, p->length);
  cr_free(p->ready);
  cr_free(p->failed);
  cr_free(p->path);
  cr_free(p);
}

static hb_user_data_key_t pages_key;

hb_blob_t *cr_font_pages_create(int file, const char *path, const cr_font_identity *identity) {
  const size_t length = (size_t)identity->size;
  cr_font_pages *p = length == identity->size && length ? tx_calloc(1, sizeof *p) : NULL;
  if (!p) {
    close(file);
    return NULL;
  }
  p->file = file;
  p->length = length;
  p->identity = *identity;
  const size_t words = (length - 1) / PAGE / PAGES_PER_WORD + 1;
  pthread_mutex_init(&p->lock, NULL);
  pthread_mutex_lock(&p->lock);
  touch(p, false);
  pthread_mutex_unlock(&p->lock);
  p->path = tx_string(path, strlen(path));
  p->ready = tx_calloc(words, sizeof *p->ready);
  p->failed = tx_calloc(words, sizeof *p->failed);
  // Reserves addresses only: memory is allocated page by page, as bytes are read.
  void *bytes = mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (bytes != MAP_FAILED) p->bytes = bytes;
  if (!p->path || !p->ready || !p->failed || !p->bytes) {
    free_pages(p);
    return NULL;
  }
  // A huge page would be cleared completely for its first byte.
  (void)madvise(bytes, length, MADV_NOHUGEPAGE);
  hb_blob_t *blob = hb_blob_create_or_fail((const char *)p->bytes, (unsigned)length, HB_MEMORY_MODE_READONLY, p, free_pages);
  if (blob && !hb_blob_set_user_data(blob, &pages_key, p, NULL, true)) {
    hb_blob_destroy(blob);
    blob = NULL;
  }
  return blob;
}

cr_font_pages *cr_font_pages_of(hb_blob_t *blob) { return hb_blob_get_user_data(blob, &pages_key); }

size_t cr_font_pages_held(hb_blob_t *blob) {
  const cr_font_pages *p = cr_font_pages_of(blob);
  return p ? atomic_load_explicit(&p->held, memory_order_relaxed) : hb_blob_get_length(blob);
}
