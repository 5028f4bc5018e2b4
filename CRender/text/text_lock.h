#ifndef CR_TEXT_LOCK_H
#define CR_TEXT_LOCK_H
#include <pthread.h>
#include <stddef.h>

/// Creates a mutex for critical sections shorter than a microsecond. If the C library supports it, a contending thread spins for a moment
/// before it sleeps, because waking it would take longer than the wait.
void cr_text_lock_init(pthread_mutex_t *mutex);

/// Creates `count` zeroed parts of a cache, of `size` bytes each, which is a multiple of 64. Each part begins with such a mutex, and no two
/// share a cache line. NULL on allocation failure.
void *cr_shards_create(size_t count, size_t size);
/// Frees the parts, but not their contents.
void cr_shards_destroy(void *shards, size_t count, size_t size);

#endif
