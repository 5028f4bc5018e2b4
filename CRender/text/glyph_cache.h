#ifndef CR_GLYPH_CACHE_H
#define CR_GLYPH_CACHE_H
#include <stdatomic.h>

#include "cr_text.h"
#include "face.h"

/// Rasterised glyphs of all sizes and fonts, and the lists of them that layouts draw; together within a limit of bytes.
///
/// Nothing counts who uses a glyph: threads that draw at once would write to the same lines of memory for every letter. A glyph is kept while
/// one of the lists has it, which is found out when room is needed (mark and sweep).
typedef struct cr_glyph_cache cr_glyph_cache;

typedef struct {
  const cr_instance *font;
  uint32_t glyph;
  uint32_t size;   // device pixels per em, 26.6
  uint8_t phase;   // quarters of a pixel to the right, 0...3
  uint8_t native;  // a colour bitmap as the font has it, not scaled
  uint8_t hinted;  // edges on whole rows of pixels
  uint8_t tone;    // of the text: tone.h
  uint8_t pure;    // coverage of 0 and 255 only
  uint32_t ink;    // 0xRRGGBB of the text, where glyphs with colours of their own may take it up; else 0
} cr_glyph_key;

/// One rasterised glyph. What is drawn of it is immutable; lives while a list has it.
typedef struct cr_glyph_slot {
  struct cr_glyph_slot *next;               // in its bucket
  cr_glyph_key key;
  uint64_t hash;
  atomic_bool recent;                       // looked up since room was made last
  bool marked;                              // some list has it; while room is made
  bool color;                               // premultiplied argb8888, else coverage
  bool outline;                             // too large for a bitmap: draw its outline
  int32_t left, top;                        // from the pen on the baseline to the top left pixel, y downwards
  int32_t width, height, stride;
  float native_size;                        // pixels per em of a native colour bitmap
  size_t bytes;
  uint8_t *pixels;
} cr_glyph_slot;

/// A glyph of a list: where it goes relative to the list's origin.
typedef struct {
  cr_glyph_slot *slot;
  int32_t x, y;  // device pixels to the slot's pen position
} cr_placed_glyph;

struct cr_glyph_list;
/// Where a layout keeps its list, which the cache may clear while nobody uses it.
typedef struct cr_glyph_list *_Atomic cr_glyph_owner;

/// Glyphs that are drawn together, looked up once. A list that is in use or has an owner keeps its glyphs.
typedef struct cr_glyph_list {
  struct cr_glyph_list *newer, *older;
  cr_glyph_owner *owner;  // NULL: whoever draws it
  atomic_int users;
  uint8_t shard;
  uint8_t phase;          // quarters: x | y << 2; 16 where coverage follows the tone; 32 where it is pure
  double scale;
  size_t count, end_count, bytes;
  uint32_t *ends;         // in the same block: behind the glyphs of each fragment
  cr_placed_glyph glyphs[];
} cr_glyph_list;

cr_glyph_cache *cr_glyph_cache_create(void);
void cr_glyph_cache_destroy(cr_glyph_cache *cache);
void cr_glyph_cache_set_limit(cr_glyph_cache *cache, size_t bytes);
cr_cache_statistics cr_glyph_cache_statistics(cr_glyph_cache *cache);

/// A list with room for `glyphs` and `ends`, the caller's alone until it is filled. NULL where memory is short.
cr_glyph_list *cr_glyph_list_create(size_t glyphs, size_t ends);
/// Looks up or rasterises the `count` glyphs of a list, whose places are there, by their keys. From then on it is in use by the caller, who
/// ends it; and it becomes the owner's, where one is given and nobody uses the one that is there. False where memory is short: it is freed.
bool cr_glyph_list_fill(cr_glyph_cache *cache, cr_glyph_list *list, const cr_glyph_key *keys, cr_glyph_owner *owner);
/// The owner's list when it was made for this scale and phase, in use by the caller, who ends it. NULL otherwise.
cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *cache, cr_glyph_owner *owner, double scale, uint8_t phase);
/// The caller uses the list no more; it is freed where it has no owner.
void cr_glyph_list_end(cr_glyph_cache *cache, cr_glyph_list *list);
/// Frees the owner's list; nobody uses it any more.
void cr_glyph_list_drop(cr_glyph_cache *cache, cr_glyph_owner *owner);

#endif
