#ifndef CR_WORD_GAPS_H
#define CR_WORD_GAPS_H
#include "glyph_cache.h"
#include "line.h"

/// Widens the gaps between the words of a line with letters on whole pixels, which rounding and hinting narrow: to the width of the space,
/// at least 3 pixels. Wider gaps later in the line compensate; words move by at most 3 pixels. `glyphs`: those of the line's fragments in
/// visual order, in use; `ends[i]`: end of those of fragment i, counted from `begin` before the first; `scale`: pixels per logical unit.
/// One thread per list.
void cr_widen_word_gaps(const cr_fragment *fragments, uint32_t count, cr_placed_glyph *glyphs, const uint32_t *ends, uint32_t begin, double scale);

#endif
