#include "cr_alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "support/thread_number.h"

/// Allocated minus freed blocks, by groups of threads: a single count would make them contend for its cache line.
enum { COUNTS = 16 };
static struct {
  _Alignas(64) _Atomic int64_t blocks;
} counts[COUNTS];

static void count_blocks(int64_t difference) {
  atomic_fetch_add_explicit(&counts[cr_thread_number() % COUNTS].blocks, difference, memory_order_relaxed);
}

static _Thread_local int64_t remaining = -1;

static bool is_refused(void) {
  if (remaining < 0 || remaining-- != 0) return false;
  remaining = 0;
  return true;
}

static bool is_allowed(size_t size) { return size > 0 && size <= PTRDIFF_MAX && !is_refused(); }

/// Counts a block of the C library, if it is not NULL.
static void *counted(void *block) {
  if (block) count_blocks(1);
  return block;
}

void *cr_alloc(size_t size) { return is_allowed(size) ? counted(malloc(size)) : NULL; }

// The C library leaves new pages untouched.
void *cr_alloc_zeroed(size_t size) { return is_allowed(size) ? counted(calloc(1, size)) : NULL; }

void *cr_alloc_pixels(size_t size) {
  void *block = NULL;
  return is_allowed(size) && posix_memalign(&block, 64, size) == 0 ? counted(block) : NULL;
}

// The address sanitizer only tracks memory of the C library.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAPS_PIXELS 0
#endif
#endif
#ifndef MAPS_PIXELS
#define MAPS_PIXELS 1
#endif

// Zeroed kernel pages cost nothing before they are touched, and return to the kernel immediately.
enum { MAPPED_FROM = 1 << 20, HUGE_FROM = 16 << 20 };

void *cr_alloc_pixels_zeroed(size_t size, size_t *mapped) {
  *mapped = 0;
  if (!MAPS_PIXELS || size < MAPPED_FROM || size > PTRDIFF_MAX) {
    void *block = cr_alloc_pixels(size);
    return block ? memset(block, 0, size) : NULL;
  }
  if (is_refused()) return NULL;
  void *block = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return NULL;
  if (size >= HUGE_FROM) (void)madvise(block, size, MADV_HUGEPAGE); // a kernel without them uses small pages
  *mapped = size;
  count_blocks(1);
  return block;
}

void cr_populate_pixels(void *block, size_t mapped) {
#ifdef MADV_POPULATE_WRITE
  if (mapped > 0) (void)madvise(block, mapped, MADV_POPULATE_WRITE); // a kernel before 5.14 allocates pages as they are touched
#else
  (void)block, (void)mapped;
#endif
}

void cr_free_pixels(void *block, size_t mapped) {
  if (mapped == 0) {
    cr_free(block);
    return;
  }
  count_blocks(-1);
  (void)munmap(block, mapped); // cannot fail for memory from mmap
}

void *cr_alloc_array(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? NULL : cr_alloc(bytes);
}

void *cr_realloc(void *block, size_t old_size, size_t new_size) {
  void *grown = cr_alloc(new_size);
  if (!grown) return NULL;
  if (block) {
    memcpy(grown, block, old_size < new_size ? old_size : new_size);
    cr_free(block);
  }
  return grown;
}

void cr_free(void *block) {
  if (!block) return;
  count_blocks(-1);
  free(block);
}

int64_t cr_alloc_live_blocks(void) {
  int64_t all = 0;
  for (int i = 0; i < COUNTS; i++) all += atomic_load_explicit(&counts[i].blocks, memory_order_relaxed);
  return all;
}
void cr_alloc_fail_after(int64_t count) { remaining = count < 0 ? -1 : count; }
