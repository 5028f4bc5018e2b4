#ifndef CR_HINTED_OUTLINES_H
#define CR_HINTED_OUTLINES_H
#include <ft2build.h>
#include FT_OUTLINE_H
#include <stdbool.h>
#include <stdint.h>

/// Cache of hinted outlines of small glyphs, for the other quarter-pixel positions of a glyph: hinting takes longer than all other steps
/// together. At most CR_HINTED_OUTLINES, 1.6 kB each. One thread at a time.
enum { CR_HINTED_OUTLINES = 128 };

/// Outline of one glyph; zeroed: none.
typedef struct {
  uint32_t font_id, glyph, size;  // `font_id` 0: none
  FT_Outline outline;             // its arrays are in one block, from `points` on
} cr_hinted_outline;

/// Initially zeroed.
typedef struct {
  cr_hinted_outline kept[CR_HINTED_OUTLINES];
} cr_hinted_outlines;

/// The outline of a glyph at `size` (26.6 pixels per em), borrowed until the next call of another function; NULL if not cached.
const FT_Outline *cr_hinted_outlines_find(const cr_hinted_outlines *outlines, uint32_t font_id, uint32_t glyph, uint32_t size);
/// Caches a copy if the outline is small; does nothing on allocation failure.
void cr_hinted_outlines_keep(cr_hinted_outlines *outlines, uint32_t font_id, uint32_t glyph, uint32_t size, const FT_Outline *outline);
void cr_hinted_outlines_clear(cr_hinted_outlines *outlines);

#endif
