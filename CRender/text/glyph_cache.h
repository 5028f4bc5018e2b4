#ifndef CR_GLYPH_CACHE_H
#define CR_GLYPH_CACHE_H
#include <stdatomic.h>

#include "cr_text.h"
#include "glyph_raster.h"
#include "glyph_slot.h"

/// Rasterised glyphs of all sizes and fonts, and the glyph lists of layouts; together within a limit of bytes.
///
/// Glyphs are not reference-counted: concurrently drawing threads would contend for the same cache lines for every letter. A glyph is kept
/// while a list contains it, which is determined when space is needed (mark and sweep).
typedef struct cr_glyph_cache cr_glyph_cache;

/// A glyph of a list with its position relative to the list's origin.
typedef struct {
  cr_glyph_slot *slot;
  int32_t x, y;  // device pixels to the slot's pen position
} cr_placed_glyph;

struct cr_glyph_list;
/// A layout's reference to its list, which the cache may clear while the list is not in use.
typedef struct cr_glyph_list *_Atomic cr_glyph_owner;

/// Glyphs drawn together, looked up once. A list in use or with an owner keeps its glyphs.
typedef struct cr_glyph_list {
  struct cr_glyph_list *newer, *older;
  cr_glyph_owner *owner;  // NULL: owned by the drawing code
  atomic_int users;
  uint8_t shard;
  uint8_t phase;          // quarters: x | y << 2; 16 if coverage follows the tone; 32 if it is bilevel
  double scale;
  size_t count, end_count, bytes;
  uint32_t *ends;         // in the same block: end of the glyphs of each fragment
  cr_placed_glyph glyphs[];
} cr_glyph_list;

cr_glyph_cache *cr_glyph_cache_create(void);
void cr_glyph_cache_destroy(cr_glyph_cache *cache);
void cr_glyph_cache_set_limit(cr_glyph_cache *cache, size_t bytes);
/// Evicts the least recently drawn glyphs until at most `bytes` are in use; the limit does not change.
void cr_glyph_cache_trim(cr_glyph_cache *cache, size_t bytes);
cr_cache_statistics cr_glyph_cache_statistics(cr_glyph_cache *cache);

/// Moves glyphs of a filled list that is not shared yet.
typedef void (*cr_glyph_list_finish)(void *context, cr_glyph_list *list);
/// A list with space for `glyphs` and `ends`, exclusive to the caller until it is filled. NULL on allocation failure.
cr_glyph_list *cr_glyph_list_create(size_t glyphs, size_t ends);
/// Looks up or rasterises the `count` glyphs of a list with known positions, by their keys. The list is then in use by the caller, who must
/// end it. It becomes the owner's, if one is given and its present list is not in use. `finish` (or NULL) is called before. False on
/// allocation failure: the list is freed.
bool cr_glyph_list_fill(
    cr_glyph_cache *cache, cr_glyph_list *list, const cr_glyph_key *keys, cr_glyph_owner *owner, cr_glyph_list_finish finish, void *context);
/// The owner's list if it was made for this scale and phase, in use by the caller, who must end it. NULL otherwise.
cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *cache, cr_glyph_owner *owner, double scale, uint8_t phase);
/// Ends the caller's use of the list; it is freed if it has no owner.
void cr_glyph_list_end(cr_glyph_cache *cache, cr_glyph_list *list);
/// Frees the owner's list, which must not be in use.
void cr_glyph_list_drop(cr_glyph_cache *cache, cr_glyph_owner *owner);

/// Takes a raster from a pool for exclusive use until it is returned; NULL on allocation failure.
cr_raster *cr_glyph_cache_borrow_raster(cr_glyph_cache *cache);
void cr_glyph_cache_return_raster(cr_glyph_cache *cache, cr_raster *raster);
/// Frees the glyphs of a released font, which no text can use any longer, except those of lists in use. Takes all locks of the cache;
/// cost grows with its number of glyphs. Any thread.
void cr_glyph_cache_forget_font(cr_glyph_cache *cache, uint32_t font_id);
/// Closes FreeType's faces in all rasters after fonts were released; in borrowed rasters when they are returned.
void cr_glyph_cache_forget_faces(cr_glyph_cache *cache);

#endif
