#include "thread_number.h"

#include <stdatomic.h>

static atomic_uint next = 1;
static _Thread_local unsigned mine;  // 0: not assigned yet

unsigned cr_thread_number(void) {
  if (!mine) mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
  return mine - 1;
}
