#ifndef CR_TEXT_MEMORY_H
#define CR_TEXT_MEMORY_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cr_alloc.h"

// Allocation for texts, through cr_alloc.h; free blocks with cr_free. Any thread.

/// Memory for `count` elements of `size` bytes, zeroed; never NULL for 0 bytes. NULL if the product overflows, or on allocation failure.
static inline void *tx_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return cr_alloc_zeroed(bytes ? bytes : 1);
}

/// The same, uninitialized.
static inline void *tx_alloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  return cr_alloc(bytes ? bytes : 1);
}

/// Reserves space for `need` elements in an array that doubles; false (array unchanged) on allocation failure.
static inline bool tx_grow(void **array, size_t *capacity, size_t need, size_t size) {
  if (need <= *capacity) return true;
  size_t wanted = *capacity ? *capacity : 8, bytes;
  while (wanted < need) {
    if (__builtin_mul_overflow(wanted, (size_t)2, &wanted)) return false;
  }
  if (__builtin_mul_overflow(wanted, size, &bytes)) return false;
  void *p = *array ? cr_realloc(*array, *capacity * size, bytes) : cr_alloc(bytes);
  if (!p) return false;
  *array = p;
  *capacity = wanted;
  return true;
}
#define TX_GROW(array, capacity, need) tx_grow((void **)&(array), &(capacity), (need), sizeof *(array))

/// A copy of `length` bytes with a terminating NUL.
static inline char *tx_string(const char *text, size_t length) {
  if (length == SIZE_MAX) return NULL;
  char *p = tx_alloc(length + 1, 1);
  if (!p) return NULL;
  memcpy(p, text, length);
  p[length] = 0;
  return p;
}

/// FNV-1a over `length` bytes, continuing `hash` (start with TX_HASH).
#define TX_HASH UINT64_C(0xcbf29ce484222325)
static inline uint64_t tx_hash(uint64_t hash, const void *data, size_t length) {
  const uint8_t *p = data;
  for (size_t i = 0; i < length; i++) hash = (hash ^ p[i]) * UINT64_C(0x100000001b3);
  return hash;
}
#endif
