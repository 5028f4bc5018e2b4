// Many small pictures of glyphs at once.
#include "canvas_internal.h"
#include "support/kernels.h"

static const uint32_t *fetch_colored(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  (void)n, (void)buffer;
  const cr_glyph_image *g = source->data;
  return (const uint32_t *)(const void *)(g->pixels + (size_t)(y - g->y) * (size_t)g->stride) + (x - g->x);
}

cr_status cr_canvas_draw_glyphs(cr_canvas *c, const cr_glyph_image *glyphs, size_t count, cr_color color) {
  const cr_box clip = c->state.clip;
  const cr_target *t = &c->target;
  const uint32_t premultiplied = cr_color_premultiplied(color);
  if (cr_box_is_empty(clip) || premultiplied >> 24 == 0) return CR_OK;
  const bool direct = !c->state.mask && !t->is_coverage;
  const cr_source solid = cr_source_solid(premultiplied);
  cr_box drawn = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
  for (size_t i = 0; i < count; i++) {
    const cr_glyph_image *g = &glyphs[i];
    if (g->width <= 0 || g->height <= 0 || !g->pixels) continue;
    const int64_t right = (int64_t)g->x + g->width, bottom = (int64_t)g->y + g->height;
    const int32_t x0 = cr_max(g->x, clip.x0), y0 = cr_max(g->y, clip.y0);
    const int32_t x1 = (int32_t)cr_min64(right, clip.x1), y1 = (int32_t)cr_min64(bottom, clip.y1);
    if (x0 >= x1 || y0 >= y1) continue;
    if (!g->is_color) c->drew_letters = true;
    if (direct && !g->is_color) {
      uint32_t *d = (uint32_t *)(void *)(t->base + (size_t)(y0 - t->box.y0) * t->stride) + (x0 - t->box.x0);
      const uint8_t *mask = g->pixels + (size_t)(y0 - g->y) * (size_t)g->stride + (size_t)(x0 - g->x);
      cr_k->glyph(d, t->stride / 4, premultiplied, mask, (size_t)g->stride, x1 - x0, y1 - y0);
      drawn = (cr_box){cr_min(drawn.x0, x0), cr_min(drawn.y0, y0), cr_max(drawn.x1, x1), cr_max(drawn.y1, y1)};
      continue;
    }
    if (t->is_coverage && !c->state.mask && !g->is_color) {
      uint8_t *d = t->base + (size_t)(y0 - t->box.y0) * t->stride + (size_t)(x0 - t->box.x0);
      const uint8_t *mask = g->pixels + (size_t)(y0 - g->y) * (size_t)g->stride + (size_t)(x0 - g->x);
      cr_k->glyph_coverage(d, t->stride, premultiplied >> 24, mask, (size_t)g->stride, x1 - x0, y1 - y0);
      drawn = (cr_box){cr_min(drawn.x0, x0), cr_min(drawn.y0, y0), cr_max(drawn.x1, x1), cr_max(drawn.y1, y1)};
      continue;
    }
    const cr_source image = {.alpha = premultiplied >> 24, .fetch = fetch_colored, .data = g};
    cr_painter painter = {c, g->is_color ? &image : &solid, CR_BLEND_NORMAL};
    for (int32_t y = y0; y < y1; y++) {
      const cr_run run = {x0, x1 - x0, g->is_color ? NULL : g->pixels + (size_t)(y - g->y) * (size_t)g->stride + (size_t)(x0 - g->x)};
      cr_paint_rows(&painter, y, 1, &run, 1);
    }
  }
  if (drawn.x0 < drawn.x1) cr_note_drawn(c, drawn);
  return c->status;
}
