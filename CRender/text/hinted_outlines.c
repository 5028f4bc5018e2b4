#include "hinted_outlines.h"

#include "text_memory.h"

/// Latin letters have up to 60; ideographs have more, and whole-pixel advances at most sizes.
enum { MAX_POINTS = 90, MAX_CONTOURS = 16 };

/// Letters of an alphabet are mostly adjacent in a font, so they don't collide.
static size_t place(uint32_t glyph) { return glyph % CR_HINTED_OUTLINES; }

const FT_Outline *cr_hinted_outlines_find(const cr_hinted_outlines *o, uint32_t font_id, uint32_t glyph, uint32_t size) {
  const cr_hinted_outline *kept = &o->kept[place(glyph)];
  return font_id && kept->font_id == font_id && kept->glyph == glyph && kept->size == size ? &kept->outline : NULL;
}

static void forget(cr_hinted_outline *kept) {
  cr_free(kept->outline.points);
  *kept = (cr_hinted_outline){0};
}

void cr_hinted_outlines_keep(cr_hinted_outlines *o, uint32_t font_id, uint32_t glyph, uint32_t size, const FT_Outline *outline) {
  if (outline->n_points <= 0 || outline->n_points > MAX_POINTS || outline->n_contours <= 0 || outline->n_contours > MAX_CONTOURS) return;
  const size_t points = (size_t)outline->n_points, contours = (size_t)outline->n_contours;
  // A few kilobytes at most, by the limits above.
  const size_t point_bytes = points * sizeof *outline->points, contour_bytes = contours * sizeof *outline->contours;
  char *block = tx_alloc(1, point_bytes + contour_bytes + points * sizeof *outline->tags);
  if (!block) return;
  cr_hinted_outline *kept = &o->kept[place(glyph)];
  forget(kept);
  *kept = (cr_hinted_outline){.font_id = font_id, .glyph = glyph, .size = size, .outline = *outline};
  kept->outline.points = (FT_Vector *)(void *)block;
  kept->outline.contours = (void *)(block + point_bytes);
  kept->outline.tags = (void *)(block + point_bytes + contour_bytes);
  memcpy(kept->outline.points, outline->points, point_bytes);
  memcpy(kept->outline.contours, outline->contours, contour_bytes);
  memcpy(kept->outline.tags, outline->tags, points * sizeof *outline->tags);
}

void cr_hinted_outlines_clear(cr_hinted_outlines *o) {
  for (size_t i = 0; i < CR_HINTED_OUTLINES; i++) forget(&o->kept[i]);
}
