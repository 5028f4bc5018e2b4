#ifndef CR_WORD_GAPS_H
#define CR_WORD_GAPS_H
#include "glyph_cache.h"
#include "line.h"

/// Widens the gaps between the words of a line whose letters are on whole pixels, since rounding and hinting close them up: to the width of the
/// space, 3 pixels at least. Wider gaps behind make up for it; words move by at most 3 pixels. `glyphs`: those of the line's fragments in visual
/// order, in use; `ends[i]`: behind those of fragment i, counted from `begin` before the first; `scale`: pixels a logical unit. One thread for each list.
void cr_widen_word_gaps(const cr_fragment *fragments, uint32_t count, cr_placed_glyph *glyphs, const uint32_t *ends, uint32_t begin, double scale);

#endif
