#ifndef CR_SINGLES_H
#define CR_SINGLES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_text.h"

/// Characters whose glyph depends on nothing beside them, as HarfBuzz found out: most ideographs of most fonts. Any thread, no lock to read.
typedef struct cr_single_cache cr_single_cache;
/// Those of one font, script, language and set of features.
typedef struct cr_singles cr_singles;

typedef struct {
  uint32_t instance, script;
  const void *language, *features;  // compared by address: both are interned
  bool spaced;                      // letter spacing turns ligatures off
} cr_singles_key;

cr_single_cache *cr_single_cache_create(void);
void cr_single_cache_destroy(cr_single_cache *cache);
/// The table for `key`, made on first use; NULL where there are too many already or memory is short. Lives as long as its font.
cr_singles *cr_single_cache_table(cr_single_cache *cache, const cr_singles_key *key);
/// Frees the tables of a font that nobody uses any more.
void cr_single_cache_forget(cr_single_cache *cache, uint32_t instance);

/// Whether `c` stands alone; then its glyph, and its advance in font units.
bool cr_singles_find(const cr_singles *table, uint32_t c, uint32_t *glyph, int32_t *advance);
/// Keeps a character that stands alone. Does nothing where the cache is full or memory is short.
void cr_singles_keep(cr_singles *table, uint32_t c, uint32_t glyph, int32_t advance);

/// Adds to what is counted of the look-ups in a table.
void cr_singles_count(cr_singles *table, uint32_t hits, uint32_t misses);
cr_cache_statistics cr_single_cache_statistics(cr_single_cache *cache);

#endif
