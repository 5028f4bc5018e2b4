#ifndef CR_SHAPE_H
#define CR_SHAPE_H
#include "shaped.h"
#include "word_cache.h"

/// What one call of HarfBuzz needs: a buffer, and room for what comes out of it.
typedef struct {
  hb_buffer_t *buffer;
  cr_word_glyph *raw;
  size_t raw_count, raw_capacity;
} cr_shaper;

/// Appends clusters and glyphs of code points [start, end) of `run` to `out`. False where memory is short.
bool cr_shape_into(const cr_shaped *shaped, const cr_paragraph *paragraph, const cr_run *run, uint32_t start, uint32_t end, cr_shaper *shaper,
                   cr_piece *out);

#endif
