#ifndef CR_WORD_CACHE_H
#define CR_WORD_CACHE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_text.h"

/// Glyphs of short words that were shaped before, in font units, so for all sizes; within a limit of bytes and of number. Any thread.
typedef struct cr_word_cache cr_word_cache;

enum { CR_WORD_CODE_POINTS = 16, CR_WORD_GLYPHS = 32 };

typedef struct {
  uint32_t id;
  int32_t advance, x, y;  // font units, y upwards
  uint32_t cluster;       // code point: of the word in the cache, of the whole text elsewhere
  bool unsafe;            // cutting the text before it changes glyphs
  bool leans;             // other text on the one side of its start might change glyphs on the other; only where this was asked for
} cr_word_glyph;

/// All that a word's glyphs depend on.
typedef struct {
  uint32_t instance, script;
  const void *language, *features;  // compared by address: both are interned
  bool backwards, spaced;           // right to left; letter spacing turns ligatures off
  uint8_t count;                    // code points, at most CR_WORD_CODE_POINTS
  uint32_t text[CR_WORD_CODE_POINTS];
} cr_word_key;

cr_word_cache *cr_word_cache_create(void);
void cr_word_cache_destroy(cr_word_cache *cache);
/// Copies the word's glyphs to `out` (room for CR_WORD_GLYPHS) and returns how many; -1 where it is not there.
int cr_word_cache_find(cr_word_cache *cache, const cr_word_key *key, cr_word_glyph *out);
/// Whether the word was asked for here before, as far as is remembered: what is seen once is not worth keeping.
bool cr_word_cache_seen(cr_word_cache *cache, const cr_word_key *key);
/// Keeps the word, in place of one that was longest not looked for. Does nothing where memory is short, or a number takes more than 16 bits.
void cr_word_cache_keep(cr_word_cache *cache, const cr_word_key *key, const cr_word_glyph *glyphs, size_t count);

/// 2 MB until set; words longest not used go first.
void cr_word_cache_set_limit(cr_word_cache *cache, size_t bytes);
/// Gives up words longest not used until about `bytes` are held. The limit stays as it is.
void cr_word_cache_trim(cr_word_cache *cache, size_t bytes);
cr_cache_statistics cr_word_cache_statistics(cr_word_cache *cache);

#endif
