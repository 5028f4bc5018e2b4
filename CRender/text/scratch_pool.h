#ifndef CR_SCRATCH_POOL_H
#define CR_SCRATCH_POOL_H
#include <stdatomic.h>

#include "scratch.h"

/// A place for a working memory, on a cache line of its own.
typedef struct {
  _Alignas(64) _Atomic(cr_scratch *) scratch;
} cr_scratch_place;

/// Working memories kept for the next text. Zeroed memory is a pool. Any thread, no lock.
enum { CR_KEPT_SCRATCHES = 16 };
typedef struct {
  cr_scratch_place places[CR_KEPT_SCRATCHES];
} cr_scratch_pool;

/// A working memory, the caller's until it is given back; NULL where memory is short.
cr_scratch *cr_scratch_pool_borrow(cr_scratch_pool *pool);
/// NULL is allowed.
void cr_scratch_pool_return(cr_scratch_pool *pool, cr_scratch *scratch);
/// Frees those that are kept.
void cr_scratch_pool_free(cr_scratch_pool *pool);

#endif
