#ifndef CR_SCRATCH_H
#define CR_SCRATCH_H
#include "bidi.h"
#include "line.h"
#include "shaped.h"
#include "word_cache.h"

/// Working memory for building one text or layout after another: growing arrays, kept for reuse.
/// One thread at a time.
typedef struct cr_scratch {
  hb_buffer_t *buffer;
  cr_word_glyph *raw;        // last result of HarfBuzz
  size_t raw_count, raw_capacity;
  cr_word_glyph *kept;       // of the words of a group
  size_t kept_count, kept_capacity;
  cr_piece piece;
  cr_bidi bidi;
  uint32_t *points;          // code points, byte offsets, boundaries
  size_t point_capacity;
  cr_paragraph *paragraphs;
  size_t paragraph_capacity;
  cr_run *runs;
  size_t run_capacity;
  cr_layout_line *lines;
  size_t line_capacity;
  cr_fragment *fragments;
  size_t fragment_capacity;
} cr_scratch;

/// NULL on allocation failure.
cr_scratch *cr_scratch_create(void);
void cr_scratch_destroy(cr_scratch *scratch);
/// Approximate size in bytes.
size_t cr_scratch_bytes(const cr_scratch *scratch);

#endif
