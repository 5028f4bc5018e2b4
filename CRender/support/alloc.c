#include "cr_alloc.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

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
static _Atomic int64_t live_blocks;
static _Thread_local int64_t remaining = -1;

void cr_set_allocator(const cr_allocator *allocator) {
  current = allocator ? *allocator : (cr_allocator){library_allocate, library_release, NULL};
}

static void *allocate(size_t size, size_t alignment) {
  if (size == 0 || size > PTRDIFF_MAX) return NULL;
  if (remaining >= 0 && remaining-- == 0) {
    remaining = 0;
    return NULL;
  }
  void *block = current.allocate(current.context, size, alignment);
  if (block) atomic_fetch_add_explicit(&live_blocks, 1, memory_order_relaxed);
  return block;
}

void *cr_alloc(size_t size) { return allocate(size, 16); }
void *cr_alloc_pixels(size_t size) { return allocate(size, 64); }

void *cr_alloc_zeroed(size_t size) {
  void *block = allocate(size, 16);
  return block ? memset(block, 0, size) : NULL;
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
  atomic_fetch_sub_explicit(&live_blocks, 1, memory_order_relaxed);
  current.release(current.context, block);
}

int64_t cr_alloc_live_blocks(void) { return atomic_load_explicit(&live_blocks, memory_order_relaxed); }
void cr_alloc_fail_after(int64_t count) { remaining = count < 0 ? -1 : count; }
