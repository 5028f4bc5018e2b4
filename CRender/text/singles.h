#ifndef CR_SINGLES_H
#define CR_SINGLES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_text.h"

/// Characters whose glyph does not depend on their neighbours, as determined by HarfBuzz: most ideographs of most fonts. Any thread, reads
/// without a lock.
typedef struct cr_single_cache cr_single_cache;
/// Characters of one font, script, language and set of features.
typedef struct cr_singles cr_singles;

typedef struct {
  uint32_t instance, script;
  const void *language, *features;  // compared by address: both are interned
  bool spaced;                      // letter spacing turns ligatures off
} cr_singles_key;

cr_single_cache *cr_single_cache_create(void);
void cr_single_cache_destroy(cr_single_cache *cache);
/// The table for `key`, created on first use; NULL if there are too many, or on allocation failure. Lives as long as its font.
cr_singles *cr_single_cache_table(cr_single_cache *cache, const cr_singles_key *key);
/// Frees the tables of an unused font.
void cr_single_cache_forget(cr_single_cache *cache, uint32_t instance);

/// Whether `c` is known to be context-free; if so, returns its glyph and its advance in font units.
bool cr_singles_find(const cr_singles *table, uint32_t c, uint32_t *glyph, int32_t *advance);
/// Adds a context-free character. Does nothing if the cache is full, or on allocation failure.
void cr_singles_keep(cr_singles *table, uint32_t c, uint32_t glyph, int32_t advance);

/// Adds to the look-up counts of a table.
void cr_singles_count(cr_singles *table, uint32_t hits, uint32_t misses);
cr_cache_statistics cr_single_cache_statistics(cr_single_cache *cache);

#endif
