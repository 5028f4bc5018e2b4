#include "scratch.h"

#include "text_memory.h"

cr_scratch *cr_scratch_create(void) {
  cr_scratch *s = tx_calloc(1, sizeof *s);
  if (s) s->buffer = hb_buffer_create();
  return s;
}

void cr_scratch_destroy(cr_scratch *s) {
  if (!s) return;
  hb_buffer_destroy(s->buffer);
  cr_free(s->raw);
  cr_free(s->kept);
  cr_free(s->piece.clusters);
  cr_free(s->piece.glyphs);
  cr_bidi_free(&s->bidi);
  cr_free(s->points);
  cr_free(s->paragraphs);
  cr_free(s->runs);
  cr_free(s->lines);
  cr_free(s->fragments);
  cr_free(s);
}

size_t cr_scratch_bytes(const cr_scratch *s) {
  return hb_buffer_get_length(s->buffer) * (sizeof(hb_glyph_info_t) + sizeof(hb_glyph_position_t)) + s->raw_capacity * sizeof *s->raw +
         s->kept_capacity * sizeof *s->kept +
         s->piece.cluster_capacity * sizeof(cr_cluster) + s->piece.glyph_capacity * sizeof(cr_glyph) +
         s->bidi.level_capacity * (sizeof(FriBidiLevel) + sizeof(FriBidiCharType) + sizeof(FriBidiBracketType)) +
         s->point_capacity * sizeof *s->points + s->paragraph_capacity * sizeof *s->paragraphs + s->run_capacity * sizeof *s->runs +
         s->line_capacity * sizeof *s->lines + s->fragment_capacity * sizeof *s->fragments;
}
