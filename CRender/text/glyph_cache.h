#ifndef CR_GLYPH_CACHE_H
#define CR_GLYPH_CACHE_H
#include <stdatomic.h>

#include "cr_text.h"
#include "glyph_raster.h"
#include "glyph_slot.h"

/// Rasterised glyphs of all sizes and fonts, and the lists of them that layouts draw; together within a limit of bytes.
///
/// Nothing counts who uses a glyph: threads that draw at once would write to the same lines of memory for every letter. A glyph is kept while
/// one of the lists has it, which is found out when room is needed (mark and sweep).
typedef struct cr_glyph_cache cr_glyph_cache;

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
/// Gives up what was longest not drawn until `bytes` are held; the limit stays.
void cr_glyph_cache_trim(cr_glyph_cache *cache, size_t bytes);
cr_cache_statistics cr_glyph_cache_statistics(cr_glyph_cache *cache);

/// Moves glyphs of a list that is filled and that nobody else sees yet.
typedef void (*cr_glyph_list_finish)(void *context, cr_glyph_list *list);
/// A list with room for `glyphs` and `ends`, the caller's alone until it is filled. NULL where memory is short.
cr_glyph_list *cr_glyph_list_create(size_t glyphs, size_t ends);
/// Looks up or rasterises the `count` glyphs of a list, whose places are there, by their keys. From then on it is in use by the caller, who
/// ends it; and it becomes the owner's, where one is given and nobody uses the one that is there. `finish` (or NULL) is called before that. False
/// where memory is short: it is freed.
bool cr_glyph_list_fill(
    cr_glyph_cache *cache, cr_glyph_list *list, const cr_glyph_key *keys, cr_glyph_owner *owner, cr_glyph_list_finish finish, void *context);
/// The owner's list when it was made for this scale and phase, in use by the caller, who ends it. NULL otherwise.
cr_glyph_list *cr_glyph_list_begin(cr_glyph_cache *cache, cr_glyph_owner *owner, double scale, uint8_t phase);
/// The caller uses the list no more; it is freed where it has no owner.
void cr_glyph_list_end(cr_glyph_cache *cache, cr_glyph_list *list);
/// Frees the owner's list; nobody uses it any more.
void cr_glyph_list_drop(cr_glyph_cache *cache, cr_glyph_owner *owner);

/// Takes a raster from a pool, the caller's until it is put back; NULL where memory is short.
cr_raster *cr_glyph_cache_borrow_raster(cr_glyph_cache *cache);
void cr_glyph_cache_return_raster(cr_glyph_cache *cache, cr_raster *raster);
/// Frees the glyphs of a font that was let go, except those of lists that are still drawn: no text can ask for them again. Takes all locks of the cache;
/// cost grows with the number of its glyphs. Any thread.
void cr_glyph_cache_forget_font(cr_glyph_cache *cache, uint32_t font_id);
/// Closes FreeType's faces in all rasters, in borrowed ones when they come back: fonts were let go.
void cr_glyph_cache_forget_faces(cr_glyph_cache *cache);

#endif
