#ifndef CR_SHAPE_CACHE_H
#define CR_SHAPE_CACHE_H
#include "cr_text.h"

/// Cache of shaped texts for reuse, for example at another width, within a limit of bytes. Any thread; contention is rare, since texts are
/// spread over shards by their hash.
typedef struct cr_shape_cache cr_shape_cache;

/// Key of a shaped text; borrowed for the call. `generation` is the font library's.
typedef struct {
  const char *text;
  size_t length;
  const cr_text_run *runs;
  size_t run_count;
  cr_direction direction;
  uint32_t generation;
} cr_shape_key;

/// NULL on allocation failure.
cr_shape_cache *cr_shape_cache_create(void);
void cr_shape_cache_destroy(cr_shape_cache *cache);
uint64_t cr_shape_cache_hash(const cr_shape_key *key);
/// The text with a reference for the caller, counted as a hit; NULL, counted as a miss.
cr_shaped *cr_shape_cache_find(cr_shape_cache *cache, const cr_shape_key *key, uint64_t hash);
/// Adds `shaped` and retains it, unless it alone would take more than half of the limit, or on allocation failure. Evicts the least
/// recently used texts.
void cr_shape_cache_keep(cr_shape_cache *cache, const cr_shape_key *key, uint64_t hash, cr_shaped *shaped);
/// Drops all texts, which have fonts of an earlier generation; from now on only those of `generation` are kept. Initially 0.
void cr_shape_cache_set_generation(cr_shape_cache *cache, uint32_t generation);
/// Default: 1 MB.
void cr_shape_cache_set_limit(cr_shape_cache *cache, size_t bytes);
/// Evicts the least recently used texts until at most `bytes` are in use; the limit does not change.
void cr_shape_cache_trim(cr_shape_cache *cache, size_t bytes);
cr_cache_statistics cr_shape_cache_statistics(cr_shape_cache *cache);

#endif
