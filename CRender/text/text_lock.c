#define _GNU_SOURCE
#include "text_lock.h"

#include "text_memory.h"

void cr_text_lock_init(pthread_mutex_t *mutex) {
#ifdef __GLIBC__
  pthread_mutexattr_t attributes;
  if (!pthread_mutexattr_init(&attributes)) {
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ADAPTIVE_NP);
    const int failed = pthread_mutex_init(mutex, &attributes);
    pthread_mutexattr_destroy(&attributes);
    if (!failed) return;
  }
#endif
  pthread_mutex_init(mutex, NULL);
}

void *cr_shards_create(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
  char *shards = cr_alloc_pixels(bytes);  // aligned to a cache line
  if (!shards) return NULL;
  memset(shards, 0, bytes);
  for (size_t i = 0; i < count; i++) cr_text_lock_init((pthread_mutex_t *)(void *)(shards + i * size));
  return shards;
}

void cr_shards_destroy(void *shards, size_t count, size_t size) {
  for (size_t i = 0; i < count; i++) pthread_mutex_destroy((pthread_mutex_t *)(void *)((char *)shards + i * size));
  cr_free(shards);
}
