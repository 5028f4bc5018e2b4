// Drawing of many small glyph images in one call.
#include "canvas_state.h"
#include "depth.h"
#include "letters.h"
#include "source.h"
#include "span.h"
#include "surface/color.h"
#include "surface/surface.h"

static cr_box box_of(const cr_glyph_image *g) {
  const int64_t right = (int64_t)g->x + g->width, bottom = (int64_t)g->y + g->height;
  return (cr_box){g->x, g->y, (int32_t)cr_min64(right, INT32_MAX), (int32_t)cr_min64(bottom, INT32_MAX)};
}

static const cr_box nothing = {INT32_MAX, INT32_MAX, INT32_MIN, INT32_MIN};
static cr_box united(cr_box a, cr_box b) {
  return (cr_box){cr_min(a.x0, b.x0), cr_min(a.y0, b.y0), cr_max(a.x1, b.x1), cr_max(a.y1, b.y1)};
}

static bool is_letter(const cr_glyph_image *g) { return g->width > 0 && g->height > 0 && g->pixels && !g->is_color; }

/// Draws letters in black and white: all of them as one mask, since pixels around a letter may belong to another one.
static void draw_letters(cr_canvas *c, const cr_glyph_image *glyphs, size_t count, uint32_t color) {
  const cr_box clip = c->state.clip;
  // A letter next to the clip has its ground inside it.
  const int32_t reach = CR_GROUND_REACH;
  const cr_box near = {cr_max(clip.x0, INT32_MIN + reach) - reach, cr_max(clip.y0, INT32_MIN + reach) - reach, cr_min(clip.x1, INT32_MAX - reach) + reach,
                       cr_min(clip.y1, INT32_MAX - reach) + reach};
  cr_box ink = nothing;
  for (size_t i = 0; i < count; i++) {
    const cr_box box = is_letter(&glyphs[i]) ? cr_box_intersection(box_of(&glyphs[i]), near) : (cr_box){0};
    if (!cr_box_is_empty(box)) ink = united(ink, box);
  }
  if (ink.x0 >= ink.x1) return;
  c->drew_letters = true;
  cr_surface *mask = NULL;
  const cr_status status = cr_surface_create((int64_t)ink.x1 - ink.x0, (int64_t)ink.y1 - ink.y0, CR_COVERAGE8, &mask);
  if (status != CR_OK) {
    cr_note(c, status);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const cr_glyph_image *g = &glyphs[i];
    const cr_box box = is_letter(g) ? cr_box_intersection(box_of(g), ink) : (cr_box){0};
    for (int32_t y = box.y0; y < box.y1; y++) {
      uint8_t *to = mask->base + (size_t)(y - ink.y0) * mask->stride + (size_t)(box.x0 - ink.x0);
      const uint8_t *from = g->pixels + (size_t)(y - g->y) * (size_t)g->stride + (size_t)(box.x0 - g->x);
      for (int32_t x = 0; x < box.x1 - box.x0; x++) to[x] = to[x] > from[x] ? to[x] : from[x];
    }
  }
  const cr_box ground = {ink.x0 - reach, ink.y0 - reach, ink.x1 + reach, ink.y1 + reach};
  cr_paint_letters(c, mask, ink.x0, ink.y0, cr_box_intersection(ground, clip), color, 0);
  cr_surface_destroy(mask);
}

cr_status cr_canvas_draw_glyphs(cr_canvas *c, const cr_glyph_image *glyphs, size_t count, cr_color color) {
  const cr_box clip = c->state.clip;
  const cr_target *t = &c->target;
  uint32_t premultiplied = cr_color_premultiplied(color);
  if (c->has_depth && premultiplied >> 24 == 255) premultiplied = cr_depth_nearest(c->depth, premultiplied);
  if (cr_box_is_empty(clip) || premultiplied >> 24 == 0) return CR_OK;
  const bool bilevel = c->bilevel && !t->is_coverage;
  if (bilevel) draw_letters(c, glyphs, count, premultiplied);
  const bool is_direct = !c->state.mask;
  const cr_source solid = cr_source_solid(premultiplied);
  cr_painter painter;
  cr_painter_prepare(&painter, c, &solid, CR_BLEND_NORMAL);
  cr_box drawn = nothing;
  for (size_t i = 0; i < count; i++) {
    const cr_glyph_image *g = &glyphs[i];
    if (g->width <= 0 || g->height <= 0 || !g->pixels || (bilevel && !g->is_color)) continue;
    const cr_box box = cr_box_intersection(box_of(g), clip);
    if (cr_box_is_empty(box)) continue;
    if (!g->is_color) c->drew_letters = true;
    const size_t row = (size_t)(box.y0 - g->y) * (size_t)g->stride;
    if (!g->is_color) {
      const uint8_t *mask = g->pixels + row + (size_t)(box.x0 - g->x);
      if (is_direct) {
        cr_paint_area(&painter, box, mask, (size_t)g->stride);
        drawn = united(drawn, box);
      } else {
        cr_paint_masked(&painter, box, mask, (size_t)g->stride);
      }
      continue;
    }
    const cr_source image = {.alpha = premultiplied >> 24,
                             .placed = {g->pixels, (size_t)g->stride, CR_ARGB8888, g->x, g->y, g->width, g->height}};
    cr_paint_box(c, box, &image, CR_BLEND_NORMAL);
  }
  if (drawn.x0 < drawn.x1) cr_note_drawn(c, drawn);
  return c->status;
}
