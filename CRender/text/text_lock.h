#ifndef CR_TEXT_LOCK_H
#define CR_TEXT_LOCK_H
#include <pthread.h>
#include <stddef.h>

/// Makes a mutex for what is held for less than a microsecond: where the C library can, a thread that finds it taken looks again for a moment
/// before it sleeps, because waking it would take longer than what it waits for.
void cr_text_lock_init(pthread_mutex_t *mutex);

/// `count` parts of a cache, zeroed, of `size` bytes each, which is a multiple of 64; every one begins with such a mutex, and no two share a
/// cache line. NULL where memory is short.
void *cr_shards_create(size_t count, size_t size);
/// Frees them; what they hold is the caller's matter.
void cr_shards_destroy(void *shards, size_t count, size_t size);

#endif
