// Storage of layouts.
#include "layout.h"

#include "library.h"
#include "text_memory.h"

void cr_layout_free_parts(cr_layout *l) {
  for (size_t i = 0; i < l->piece_count; i++) {
    cr_free(l->pieces[i].clusters);
    cr_free(l->pieces[i].glyphs);
  }
  cr_free(l->pieces);
  for (size_t i = 0; l->hyphens && i < l->shaped->attribute_count; i++) cr_shaped_release(l->hyphens[i]);
  cr_free(l->hyphens);
  cr_shaped_release(l->token);
}

cr_layout *cr_layout_packed(const cr_layout *l) {
  const size_t lines = l->line_count * sizeof *l->lines, fragments = l->fragment_count * sizeof *l->fragments;
  cr_layout *out = tx_alloc(sizeof *l + lines + fragments, 1);
  if (!out) return NULL;
  *out = *l;
  out->lines = (cr_layout_line *)(void *)(out + 1);
  if (lines) memcpy(out->lines, l->lines, lines);
  out->fragments = (cr_fragment *)(void *)((char *)out->lines + lines);
  if (fragments) memcpy(out->fragments, l->fragments, fragments);
  return out;
}

void cr_layout_destroy(cr_layout *l) {
  if (!l) return;
  cr_glyph_list_drop(cr_font_library_glyphs(l->library), &l->list);
  cr_layout_free_parts(l);
  cr_shaped_release(l->shaped);
  cr_free(l);
}
