#include "word_gaps.h"

#include <limits.h>
#include <math.h>

enum { LEAST_GAP = 3, LARGEST_SHIFT = 3 };

/// Progress along a line.
typedef struct {
  int32_t edge;   // of the ink so far, before words are moved; INT32_MIN: none
  int32_t least;  // minimum distance to the next word in pixels; 0: no space before it
  int32_t shift;
} progress;

static void move(progress *p, cr_placed_glyph *glyph) {
  const cr_glyph_slot *s = glyph->slot;
  if (s->width) {
    const int32_t left = glyph->x + s->left;
    if (p->least && p->edge != INT32_MIN) {
      const int32_t missing = p->least - (left - p->edge);
      p->shift += missing;
      if (p->shift < 0) p->shift = 0;
      if (p->shift > LARGEST_SHIFT) p->shift = LARGEST_SHIFT;
    }
    p->least = 0;
    if (left + s->width > p->edge) p->edge = left + s->width;
  }
  glyph->x += p->shift;
}

/// Whether the fragment has `count` glyphs in the list: invalid ones are omitted there.
static bool has_glyphs(const cr_fragment *f, uint32_t count) {
  uint32_t found = 0;
  for (uint32_t k = 0; k < f->cluster_count; k++)
    for (uint32_t j = 0; j < f->clusters[k].glyphs; j++) found += f->glyphs[f->clusters[k].glyph + j].id != CR_NO_GLYPH;
  return found == count;
}

void cr_widen_word_gaps(const cr_fragment *fragments, uint32_t count, cr_placed_glyph *glyphs, const uint32_t *ends, uint32_t begin, double scale) {
  progress p = {.edge = INT32_MIN};
  for (uint32_t i = 0; i < count; i++) {
    const cr_fragment *f = &fragments[i];
    cr_placed_glyph *glyph = glyphs + begin;
    const uint32_t own = ends[i] - begin;
    begin = ends[i];
    if (f->run->tab || !has_glyphs(f, own)) {
      p = (progress){.edge = INT32_MIN};
      continue;
    }
    for (uint32_t v = 0; v < f->cluster_count; v++) {
      const uint32_t k = f->run->level & 1 ? f->cluster_count - 1 - v : v;
      const double room = cr_cluster_width(f, k) * scale;
      if (f->clusters[k].flags & CLUSTER_SPACE && room > 0) p.least = (int32_t)fmin(fmax(LEAST_GAP, floor(room + 0.5)), 64);
      for (uint32_t j = 0; j < f->clusters[k].glyphs; j++)
        if (f->glyphs[f->clusters[k].glyph + j].id != CR_NO_GLYPH) move(&p, glyph++);
    }
  }
}
