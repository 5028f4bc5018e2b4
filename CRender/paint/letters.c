// Letters in black and white: each pixel is one or the other, depending on the content below it.
#include "letters.h"

#include "bilevel.h"
#include "source.h"
#include "span.h"
#include "surface/surface.h"

enum {
  LEAST_ALPHA = 64,  // fainter letters stay blended: they are fading in or out
  FULL_ALPHA = 96,   // fainter letters omit every other pixel: they are disabled
};

/// The unpremultiplied colour.
static uint32_t opaque(uint32_t color) {
  const uint32_t alpha = color >> 24;
  uint32_t result = 0xff;
  for (int shift = 16; shift >= 0; shift -= 8) result = result << 8 | (uint32_t)cr_min(255, (int32_t)(((color >> shift & 255) * 255 + alpha / 2) / alpha));
  return result;
}

typedef struct {
  const cr_surface *mask;
  int32_t x, y;
  uint32_t alpha;
} letters;

/// Coverage of the pixel at row `y`, `x` of the mask by a letter, 0...255.
static uint32_t seen(const letters *l, int32_t x, int32_t y) {
  if (x < 0 || y < 0 || x >= l->mask->width || y >= l->mask->height) return 0;
  return (cr_surface_row(l->mask, y)[x] * l->alpha + 127) / 255;
}

enum { REACH = CR_GROUND_REACH, REACH_DOWN = CR_GROUND_REACH - 1, PIECE = 256 };

/// Pixels of a row segment with a letter nearby: up to REACH to the sides and REACH_DOWN above and below.
typedef struct {
  int32_t row, left;  // of the mask; row: INT32_MIN at first
  bool near[PIECE];
} ground;

static bool is_near(ground *g, const letters *l, int32_t x, int32_t y) {
  if (g->row == y && x >= g->left && x < g->left + PIECE) return g->near[x - g->left];
  g->row = y, g->left = x;
  bool column[PIECE + 2 * REACH];
  for (int32_t k = 0; k < PIECE + 2 * REACH; k++) {
    column[k] = false;
    for (int32_t v = y - REACH_DOWN; v <= y + REACH_DOWN && !column[k]; v++) column[k] = seen(l, x - REACH + k, v) >= LEAST_ALPHA;
  }
  int32_t count = 0;
  for (int32_t k = 0; k < 2 * REACH; k++) count += column[k];
  for (int32_t k = 0; k < PIECE; k++) {
    count += column[k + 2 * REACH];
    g->near[k] = count > 0;
    count -= column[k];
  }
  return g->near[0];
}

void cr_paint_letters(cr_canvas *c, const cr_surface *mask, int32_t x, int32_t y, cr_box box, uint32_t color, int32_t phase) {
  const letters l = {mask, x, y, color >> 24};
  if (!l.alpha) return;
  const cr_target *t = &c->target;
  const cr_source solid = cr_source_solid(color);
  cr_painter painter;
  cr_painter_prepare(&painter, c, &solid, CR_BLEND_NORMAL);
  const uint32_t ink = opaque(color);
  const int light = cr_lightness(ink);
  ground around = {.row = INT32_MIN};
  for (int32_t row = box.y0; row < box.y1; row++) {
    uint32_t *d = cr_pixel(t, box.x0, row);
    for (int32_t at = box.x0; at < box.x1; at++, d++) {
      const uint32_t share = seen(&l, at - x, row - y);
      // The content below non-opaque pixels is unknown: the colour is kept there.
      const bool is_known = t->is_xrgb || *d >> 24 == 255;
      const int behind = cr_lightness(*d);
      const bool is_meant = cr_max(light, behind) - cr_min(light, behind) > CR_SAME_LIGHT;
      const bool is_gap = share >= LEAST_ALPHA && share < FULL_ALPHA && ((at + row - phase) & 1);
      if (share >= LEAST_ALPHA && !is_known) c->needs_backdrop = true;
      if (is_gap && is_known) continue;
      if (share >= LEAST_ALPHA) {
        if (cr_is_within(c->state.mask, at, row)) *d = !is_known || !is_meant ? ink : cr_is_black(light, behind) ? 0xff000000 : 0xffffffff;
      } else if (is_known && is_meant && behind > 0 && behind < 255 && is_near(&around, &l, at - x, row - y)) {
        if (cr_is_within(c->state.mask, at, row)) *d = cr_is_black(light, behind) ? 0xffffffff : 0xff000000;
      } else if (share) {
        const cr_run run = {at, 1, cr_surface_row(mask, row - y) + (at - x)};
        cr_paint_rows(&painter, row, 1, &run, 1);
      }
    }
  }
  cr_note_drawn(c, box);
}
