#ifndef CR_GLYPH_EXTENTS_H
#define CR_GLYPH_EXTENTS_H
#include <stdbool.h>
#include <stdint.h>

#include "instance.h"

/// Where the ink of a glyph lies, font units from its origin, y upwards.
typedef struct {
  int64_t left, bottom, right, top;
} cr_extents;

/// The extents of `glyph` as the font's tables say; false where they say nothing. Any thread, without a lock: what was read once of a font is kept as long
/// as the font, 8 bytes a glyph in pages of 64.
bool cr_glyph_extents(const cr_instance *font, uint32_t glyph, cr_extents *out);
/// Frees what was kept. Nobody may ask any more.
void cr_glyph_extents_destroy(cr_instance *font);

#endif
