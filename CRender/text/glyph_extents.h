#ifndef CR_GLYPH_EXTENTS_H
#define CR_GLYPH_EXTENTS_H
#include <stdbool.h>
#include <stdint.h>

#include "instance.h"

/// Ink bounds of a glyph, font units from its origin, y upwards.
typedef struct {
  int64_t left, bottom, right, top;
} cr_extents;

/// The extents of `glyph` from the font's tables; false if missing. Any thread, without a lock. Results are kept as long as the font, 8
/// bytes per glyph in pages of 64.
bool cr_glyph_extents(const cr_instance *font, uint32_t glyph, cr_extents *out);
/// Frees the results; no queries may follow.
void cr_glyph_extents_destroy(cr_instance *font);

#endif
