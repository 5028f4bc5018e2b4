#ifndef CR_SCRATCH_POOL_H
#define CR_SCRATCH_POOL_H
#include <stdatomic.h>

#include "scratch.h"

/// A slot for a working memory, on a separate cache line.
typedef struct {
  _Alignas(64) _Atomic(cr_scratch *) scratch;
} cr_scratch_place;

/// Working memories kept for reuse. Zeroed memory is a pool. Any thread, no lock.
enum { CR_KEPT_SCRATCHES = 16 };
typedef struct {
  cr_scratch_place places[CR_KEPT_SCRATCHES];
} cr_scratch_pool;

/// A working memory for exclusive use until it is returned; NULL on allocation failure.
cr_scratch *cr_scratch_pool_borrow(cr_scratch_pool *pool);
/// NULL is allowed.
void cr_scratch_pool_return(cr_scratch_pool *pool, cr_scratch *scratch);
/// Frees all kept working memories.
void cr_scratch_pool_free(cr_scratch_pool *pool);

#endif
