#ifndef CR_WORD_CACHE_H
#define CR_WORD_CACHE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_text.h"

/// Glyphs of short shaped words, in font units and so for all sizes; within a limit of bytes and of number. Any thread.
typedef struct cr_word_cache cr_word_cache;

enum { CR_WORD_CODE_POINTS = 16, CR_WORD_GLYPHS = 32 };

typedef struct {
  uint32_t id;
  int32_t advance, x, y;  // font units, y upwards
  uint32_t cluster;       // code point: of the word in the cache, of the whole text elsewhere
  bool unsafe;            // cutting the text before it changes glyphs
  bool leans;             // text on one side of its start might change glyphs on the other; only set on request
} cr_word_glyph;

/// Key of a word's glyphs.
typedef struct {
  uint32_t instance, script;
  const void *language, *features;  // compared by address: both are interned
  bool backwards, spaced;           // right to left; letter spacing turns ligatures off
  uint8_t count;                    // code points, at most CR_WORD_CODE_POINTS
  uint32_t text[CR_WORD_CODE_POINTS];
} cr_word_key;

cr_word_cache *cr_word_cache_create(void);
void cr_word_cache_destroy(cr_word_cache *cache);
/// Copies the word's glyphs to `out` (space for CR_WORD_GLYPHS) and returns their number; -1 if it is missing.
int cr_word_cache_find(cr_word_cache *cache, const cr_word_key *key, cr_word_glyph *out);
/// Whether the word was looked up here recently: words used once are not worth storing.
bool cr_word_cache_seen(cr_word_cache *cache, const cr_word_key *key);
/// Adds the word, replacing the least recently used one. Does nothing on allocation failure, or if a number exceeds 16 bits.
void cr_word_cache_keep(cr_word_cache *cache, const cr_word_key *key, const cr_word_glyph *glyphs, size_t count);

/// Default: 2 MB; the least recently used words are evicted first.
void cr_word_cache_set_limit(cr_word_cache *cache, size_t bytes);
/// Evicts the least recently used words until about `bytes` are in use. The limit does not change.
void cr_word_cache_trim(cr_word_cache *cache, size_t bytes);
cr_cache_statistics cr_word_cache_statistics(cr_word_cache *cache);

#endif
