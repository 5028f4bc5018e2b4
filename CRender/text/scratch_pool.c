#include "scratch_pool.h"

#include "support/thread_number.h"

/// Maximum size of a kept scratch in bytes.
enum { KEPT_BYTES = 512 << 10 };

cr_scratch *cr_scratch_pool_borrow(cr_scratch_pool *p) {
  // A thread finds its own scratch again, unless another took it.
  const unsigned first = cr_thread_number();
  for (unsigned i = 0; i < CR_KEPT_SCRATCHES; i++) {
    _Atomic(cr_scratch *) *place = &p->places[(first + i) % CR_KEPT_SCRATCHES].scratch;
    cr_scratch *scratch = atomic_load_explicit(place, memory_order_relaxed) ? atomic_exchange_explicit(place, NULL, memory_order_acquire) : NULL;
    if (scratch) return scratch;
  }
  return cr_scratch_create();
}

void cr_scratch_pool_return(cr_scratch_pool *p, cr_scratch *scratch) {
  if (!scratch) return;
  if (hb_buffer_allocation_successful(scratch->buffer) && cr_scratch_bytes(scratch) <= KEPT_BYTES) {
    const unsigned first = cr_thread_number();
    for (unsigned i = 0; i < CR_KEPT_SCRATCHES; i++) {
      cr_scratch *none = NULL;
      if (atomic_compare_exchange_strong_explicit(&p->places[(first + i) % CR_KEPT_SCRATCHES].scratch, &none, scratch, memory_order_release,
                                                  memory_order_relaxed))
        return;
    }
  }
  cr_scratch_destroy(scratch);
}

void cr_scratch_pool_free(cr_scratch_pool *p) {
  for (int i = 0; i < CR_KEPT_SCRATCHES; i++) cr_scratch_destroy(atomic_load(&p->places[i].scratch));
}
