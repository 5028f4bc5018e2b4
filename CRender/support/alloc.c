#include "cr_alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "support/thread_number.h"

static void *library_allocate(void *context, size_t size, size_t alignment) {
  (void)context;
  if (alignment <= 16) return malloc(size);
  void *block = NULL;
  return posix_memalign(&block, alignment, size) == 0 ? block : NULL;
}
static void library_release(void *context, void *block) {
  (void)context;
  free(block);
}

static cr_allocator current = {library_allocate, library_release, NULL};
/// Blocks handed out less blocks freed, by threads: one count for all would make them wait for its cache line.
enum { COUNTS = 16 };
static struct {
  _Alignas(64) _Atomic int64_t blocks;
} counts[COUNTS];

static void count_blocks(int64_t difference) {
  atomic_fetch_add_explicit(&counts[cr_thread_number() % COUNTS].blocks, difference, memory_order_relaxed);
}

static _Thread_local int64_t remaining = -1;

void cr_set_allocator(const cr_allocator *allocator) {
  current = allocator ? *allocator : (cr_allocator){library_allocate, library_release, NULL};
}

static bool is_refused(void) {
  if (remaining < 0 || remaining-- != 0) return false;
  remaining = 0;
  return true;
}

static bool is_allowed(size_t size) { return size > 0 && size <= PTRDIFF_MAX && !is_refused(); }

static void *allocate(size_t size, size_t alignment) {
  if (!is_allowed(size)) return NULL;
  void *block = current.allocate(current.context, size, alignment);
  if (block) count_blocks(1);
  return block;
}

void *cr_alloc(size_t size) { return allocate(size, 16); }
void *cr_alloc_pixels(size_t size) { return allocate(size, 64); }

void *cr_alloc_zeroed(size_t size) {
  if (current.allocate == library_allocate) {
    // The C library knows which memory is new, and leaves its pages untouched.
    void *fresh = is_allowed(size) ? calloc(1, size) : NULL;
    if (fresh) count_blocks(1);
    return fresh;
  }
  void *block = allocate(size, 16);
  return block ? memset(block, 0, size) : NULL;
}

// The address sanitizer sees only what the C library gives.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAPS_PIXELS 0
#endif
#endif
#ifndef MAPS_PIXELS
#define MAPS_PIXELS 1
#endif

// Zeroed pages of the kernel cost nothing before they are touched, and go back to it at once.
enum { MAPPED_FROM = 1 << 20, HUGE_FROM = 16 << 20 };

void *cr_alloc_pixels_zeroed(size_t size, size_t *mapped) {
  *mapped = 0;
  if (!MAPS_PIXELS || size < MAPPED_FROM || size > PTRDIFF_MAX || current.allocate != library_allocate) {
    void *block = allocate(size, 64);
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
  if (mapped > 0) (void)madvise(block, mapped, MADV_POPULATE_WRITE); // a kernel before 5.14 gives pages as they are touched
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
  (void)munmap(block, mapped); // cannot fail for what mmap gave
}

void *cr_alloc_array(size_t count, size_t size) {
  size_t bytes;
  return __builtin_mul_overflow(count, size, &bytes) ? NULL : allocate(bytes, 16);
}

void *cr_realloc(void *block, size_t old_size, size_t new_size) {
  void *grown = allocate(new_size, 16);
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
  current.release(current.context, block);
}

int64_t cr_alloc_live_blocks(void) {
  int64_t all = 0;
  for (int i = 0; i < COUNTS; i++) all += atomic_load_explicit(&counts[i].blocks, memory_order_relaxed);
  return all;
}
void cr_alloc_fail_after(int64_t count) { remaining = count < 0 ? -1 : count; }
