#ifndef CR_TEXT_LOCK_H
#define CR_TEXT_LOCK_H
#include <pthread.h>

/// Makes a mutex for what is held for less than a microsecond: where the C library can, a thread that finds it taken looks again for a moment
/// before it sleeps, because waking it would take longer than what it waits for.
void cr_text_lock_init(pthread_mutex_t *mutex);

#endif
