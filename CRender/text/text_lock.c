#define _GNU_SOURCE
#include "text_lock.h"

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
