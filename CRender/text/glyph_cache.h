#ifndef CR_GLYPH_CACHE_H
#define CR_GLYPH_CACHE_H
#include "cr_text.h"
#include "face.h"

/// Rasterised glyphs of all sizes and fonts, and the lists of them that layouts keep; together within a limit of bytes.
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

/// One rasterised glyph. Immutable; lives while the cache or a list refers to it.
typedef struct cr_glyph_slot {
  struct cr_glyph_slot *next;               // in its bucket
  struct cr_glyph_slot *newer, *older;      // all slots in a ring for the clock
  cr_glyph_key key;
  uint64_t hash;
  uint32_t references;                      // guarded by the cache's lock
  bool recent, tabled;
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

/// Glyphs that a layout draws, looked up once. Owned by the layout through `owner`, which the cache may clear while nobody uses it.
typedef struct cr_glyph_list {
  struct cr_glyph_list *newer, *older;
  struct cr_glyph_list **owner;
  atomic_int users;
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

/// Looks up or rasterises `count` glyphs; each of `slots` gets a reference. False (and no references) where memory is short.
bool cr_glyph_cache_take(cr_glyph_cache *cache, const cr_glyph_key *keys, size_t count, cr_glyph_slot **slots);
void cr_glyph_cache_give_back(cr_glyph_cache *cache, cr_glyph_slot *const *slots, size_t count);

/// The list at `owner` when it was made for this scale and phase, marked as used: cr_glyph_list_end it. NULL otherwise.
cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *cache, cr_glyph_list **owner, double scale, uint8_t phase);
void cr_glyph_list_end(cr_glyph_list *list);
/// Puts `list` (whose slots are taken) at `owner` in place of what is there, in use by the caller. False where another thread
/// uses what is there: `list` stays the caller's, who discards it.
bool cr_glyph_list_adopt(cr_glyph_cache *cache, cr_glyph_list **owner, cr_glyph_list *list);
void cr_glyph_list_discard(cr_glyph_cache *cache, cr_glyph_list *list);
/// Frees the list at `owner`; nobody uses it any more.
void cr_glyph_list_drop(cr_glyph_cache *cache, cr_glyph_list **owner);

#endif
