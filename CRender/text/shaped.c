// A shaped text: references and queries.
#include "shaped.h"

#include "cr_alloc.h"
#include "face.h"
#include "glyph_document.h"

uint32_t cr_shaped_index(const cr_shaped *s, uint32_t offset) {
  size_t low = 0, high = s->count;  // the last index whose offset is at most `offset`
  if (s->length == s->count) return offset < s->count ? offset : (uint32_t)s->count;
  while (low < high) {
    size_t middle = (low + high + 1) / 2;
    if (s->offsets[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return (uint32_t)low;
}

cr_shaped *cr_shaped_retain(cr_shaped *s) {
  atomic_fetch_add_explicit(&s->references, 1, memory_order_relaxed);
  return s;
}

/// Calls `visit` with the face of each font; once for neighbours that share one, after the last of these was read: a released face may
/// be freed, with its fonts.
static bool for_each_face(const cr_shaped *s, bool (*visit)(cr_face *)) {
  bool any = false;
  cr_face *before = NULL;
  for (size_t i = 0; i < s->attribute_count + s->run_count; i++) {
    const cr_instance *font = i < s->attribute_count ? s->attributes[i].font : s->runs[i - s->attribute_count].font;
    if (before && font->face != before) any |= visit(before);
    before = font->face;
  }
  if (before) any |= visit(before);
  return any;
}

static bool use(cr_face *face) {
  atomic_fetch_add(&face->users, 1);
  return true;
}
static bool leave(cr_face *face) { return atomic_fetch_sub(&face->users, 1) == 1; }

void cr_shaped_use_fonts(cr_shaped *s) { for_each_face(s, use); }

void cr_shaped_release(cr_shaped *s) {
  if (!s || atomic_fetch_sub_explicit(&s->references, 1, memory_order_acq_rel) != 1) return;
  cr_font_library *library = s->library;
  void (*font_unused)(cr_font_library *) = s->font_unused;
  const bool any_unused = for_each_face(s, leave);
  cr_free(s);
  if (any_unused) font_unused(library);
}

size_t cr_shaped_bytes(const cr_shaped *s) { return s->bytes; }

double cr_shaped_minimum_width(const cr_shaped *s) {
  double widest = 0;
  for (size_t i = 0; i < s->paragraph_count; i++) {
    double width = 0, visible = 0;
    for (uint32_t c = s->paragraphs[i].first_cluster; c < s->paragraphs[i].end_cluster; c++) {
      // A hyphen would widen the text before it: only whole words count.
      if (s->clusters[c].flags & (CLUSTER_BREAK | CLUSTER_MANDATORY) && !(s->clusters[c].flags & CLUSTER_HYPHEN)) width = visible = 0;
      width += (double)s->clusters[c].advance;
      if (!(s->clusters[c].flags & CLUSTER_WHITE)) visible = width;
      if (visible > widest) widest = visible;
    }
  }
  return widest;
}

static bool same_color(cr_color a, cr_color b) { return a.red == b.red && a.green == b.green && a.blue == b.blue && a.alpha == b.alpha; }

bool cr_shaped_single_color(const cr_shaped *s, bool dark, cr_color *color) {
  if (!cr_shaped_letter_color(s, dark, color)) return false;
  for (size_t i = 0; i < s->attribute_count; i++) {
    const cr_text_run *r = &s->attributes[i].run;
    if (!same_color(cr_scheme_color(r->color, r->dark_color, dark), *color) ||
        (r->underline && !same_color(cr_scheme_color(r->underline_color, r->dark_underline_color, dark), *color)) ||
        (r->strikethrough && !same_color(cr_scheme_color(r->strikethrough_color, r->dark_strikethrough_color, dark), *color)))
      return false;
  }
  return true;
}

bool cr_shaped_letter_color(const cr_shaped *s, bool dark, cr_color *color) {
  *color = cr_scheme_color(s->attributes[0].run.color, s->attributes[0].run.dark_color, dark);
  for (size_t i = 0; i < s->attribute_count; i++) {
    const cr_text_run *r = &s->attributes[i].run;
    if (r->has_background || r->outline_width > 0 || r->is_object) return false;
  }
  for (size_t i = 0; i < s->run_count; i++)
    if (cr_instance_is_colored(s->runs[i].font)) return false;
  return true;
}

size_t cr_shaped_glyphs(const cr_shaped *s, cr_shaped_glyph *out, size_t capacity) {
  for (size_t r = 0; r < s->run_count; r++) {
    const cr_run *run = &s->runs[r];
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++)
      for (uint32_t g = 0; g < s->clusters[c].glyphs; g++) {
        size_t at = run->glyph_base + s->clusters[c].glyph + g;
        if (at >= capacity) continue;
        const cr_glyph *glyph = &s->glyphs[at];
        out[at] = (cr_shaped_glyph){glyph->id, s->offsets[s->clusters[c].start], glyph->advance, glyph->x, glyph->y, run->font->face->source};
      }
  }
  return s->glyph_count;
}
