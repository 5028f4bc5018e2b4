// Compositing of runs: the only file that writes to a canvas's target besides the glyphs and the backdrop.
#include "span.h"

#include <pixman.h>
#include <string.h>

#include "depth.h"
#include "support/kernels.h"

static const pixman_op_t operators[CR_BLEND_COUNT] = {
    [CR_BLEND_NORMAL] = PIXMAN_OP_OVER,
    [CR_BLEND_COPY] = PIXMAN_OP_SRC,
    [CR_BLEND_CLEAR] = PIXMAN_OP_CLEAR,
    [CR_BLEND_ADD] = PIXMAN_OP_ADD,
    [CR_BLEND_MULTIPLY] = PIXMAN_OP_MULTIPLY,
    [CR_BLEND_SCREEN] = PIXMAN_OP_SCREEN,
    [CR_BLEND_OVERLAY] = PIXMAN_OP_OVERLAY,
    [CR_BLEND_DARKEN] = PIXMAN_OP_DARKEN,
    [CR_BLEND_LIGHTEN] = PIXMAN_OP_LIGHTEN,
    [CR_BLEND_COLOR_DODGE] = PIXMAN_OP_COLOR_DODGE,
    [CR_BLEND_COLOR_BURN] = PIXMAN_OP_COLOR_BURN,
    [CR_BLEND_HARD_LIGHT] = PIXMAN_OP_HARD_LIGHT,
    [CR_BLEND_SOFT_LIGHT] = PIXMAN_OP_SOFT_LIGHT,
    [CR_BLEND_DIFFERENCE] = PIXMAN_OP_DIFFERENCE,
    [CR_BLEND_EXCLUSION] = PIXMAN_OP_EXCLUSION,
    [CR_BLEND_SOURCE_IN] = PIXMAN_OP_IN,
    [CR_BLEND_SOURCE_OUT] = PIXMAN_OP_OUT,
    [CR_BLEND_SOURCE_ATOP] = PIXMAN_OP_ATOP,
    [CR_BLEND_DESTINATION_OVER] = PIXMAN_OP_OVER_REVERSE,
    [CR_BLEND_DESTINATION_IN] = PIXMAN_OP_IN_REVERSE,
    [CR_BLEND_DESTINATION_OUT] = PIXMAN_OP_OUT_REVERSE,
    [CR_BLEND_DESTINATION_ATOP] = PIXMAN_OP_ATOP_REVERSE,
    [CR_BLEND_XOR] = PIXMAN_OP_XOR,
    [CR_BLEND_HUE] = PIXMAN_OP_HSL_HUE,
    [CR_BLEND_SATURATION] = PIXMAN_OP_HSL_SATURATION,
    [CR_BLEND_COLOR] = PIXMAN_OP_HSL_COLOR,
    [CR_BLEND_LUMINOSITY] = PIXMAN_OP_HSL_LUMINOSITY,
};

// One row of pixels through pixman's operator; `d` is changed.
static void blend_general(cr_blend blend, bool is_coverage, void *d, const uint32_t *s, int32_t n) {
  // An image per call: pixman's images must not be shared between threads, and making one costs 24 ns.
  pixman_image_t *from = pixman_image_create_bits_no_clear(PIXMAN_a8r8g8b8, n, 1, (uint32_t *)s, n * 4);
  pixman_image_t *to = pixman_image_create_bits_no_clear(is_coverage ? PIXMAN_a8 : PIXMAN_a8r8g8b8, n, 1, d, is_coverage ? (n + 3) & ~3 : n * 4);
  if (from && to) pixman_image_composite32(operators[blend], from, NULL, to, 0, 0, 0, 0, 0, 0, n, 1);
  if (from) pixman_image_unref(from);
  if (to) pixman_image_unref(to);
}

static const uint32_t *source_row(cr_canvas *c, const cr_source *s, int32_t x, int32_t y, int32_t n) {
  if (s->is_solid || s->is_row_solid) {
    cr_k->fill(c->pixels, s->is_solid ? s->color : s->row_color(s, y), (size_t)n);
    return c->pixels;
  }
  const uint32_t *row = s->fetch(s, x, y, n, c->pixels);
  if (s->alpha == 255) return row;
  cr_k->scale(c->pixels, row, s->alpha, (size_t)n);
  return c->pixels;
}

static void blend_coverage(
    cr_canvas *c, const cr_source *s, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage, uint8_t *d) {
  const size_t count = (size_t)n;
  uint8_t *alpha = c->mask2;
  if (blend == CR_BLEND_CLEAR) {
    if (!coverage)
      memset(d, 0, count);
    else
      for (size_t i = 0; i < count; i++) d[i] = (uint8_t)cr_mul255(d[i], 255u - coverage[i]);
    return;
  }
  if (s->is_solid && coverage && blend == CR_BLEND_NORMAL) {
    cr_k->mask_scale(alpha, coverage, s->color >> 24, count);
    cr_k->mask_over(d, alpha, count);
    return;
  }
  const uint32_t *row = source_row(c, s, x, y, n);
  if (blend == CR_BLEND_NORMAL) {
    cr_k->alpha_of(alpha, row, count);
    if (coverage) cr_k->mask_multiply(alpha, coverage, count);
    cr_k->mask_over(d, alpha, count);
    return;
  }
  if (blend == CR_BLEND_COPY) {
    cr_k->alpha_of(alpha, row, count);
  } else {
    memcpy(alpha, d, count);
    blend_general(blend, true, alpha, row, n);
  }
  if (!coverage)
    memcpy(d, alpha, count);
  else
    for (size_t i = 0; i < count; i++) d[i] = (uint8_t)(cr_mul255(alpha[i], coverage[i]) + cr_mul255(d[i], 255u - coverage[i]));
}

static void blend_span(cr_canvas *c, const cr_source *s, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage) {
  const cr_target *t = &c->target;
  uint8_t *row = t->base + (size_t)(y - t->box.y0) * t->stride;
  const size_t count = (size_t)n;
  if (t->is_coverage) {
    blend_coverage(c, s, blend, x, y, n, coverage, row + (x - t->box.x0));
    return;
  }
  uint32_t *d = (uint32_t *)(void *)row + (x - t->box.x0);
  if (blend == CR_BLEND_NORMAL) {
    if (s->is_solid || s->is_row_solid) {
      const uint32_t color = s->is_solid ? s->color : s->row_color(s, y);
      if (color >> 24 == 0) return;
      if (coverage)
        cr_k->over_solid_mask(d, color, coverage, count);
      else if (color >> 24 == 255)
        cr_k->fill(d, color, count);
      else
        cr_k->over_solid(d, color, count);
      return;
    }
    if (!coverage && s->is_opaque && s->alpha == 255) {
      const uint32_t *p = s->fetch(s, x, y, n, d);
      if (p != d) memcpy(d, p, count * 4);
      return;
    }
    const uint32_t *p = s->fetch(s, x, y, n, c->pixels);
    if (coverage && s->alpha == 255) {
      cr_k->over_mask(d, p, coverage, count);
    } else if (coverage) {
      // Scaled first and masked then, so that full coverage gives what no coverage gives.
      cr_k->scale(c->pixels, p, s->alpha, count);
      cr_k->over_mask(d, c->pixels, coverage, count);
    } else if (s->alpha == 255) {
      cr_k->over(d, p, count);
    } else {
      cr_k->over_alpha(d, p, s->alpha, count);
    }
    return;
  }
  if (blend == CR_BLEND_CLEAR) {
    if (!coverage) {
      cr_k->fill(d, 0, count);
    } else {
      cr_k->fill(c->pixels2, 0, count);
      cr_k->lerp_mask(d, c->pixels2, coverage, count);
    }
  } else {
    const uint32_t *p = source_row(c, s, x, y, n);
    if (blend != CR_BLEND_COPY) {
      if (t->is_xrgb)
        cr_k->make_opaque(c->pixels2, d, count);
      else
        memcpy(c->pixels2, d, count * 4);
      blend_general(blend, false, c->pixels2, p, n);
      p = c->pixels2;
    }
    if (coverage)
      cr_k->lerp_mask(d, p, coverage, count);
    else
      memcpy(d, p, count * 4);
  }
  if (t->is_xrgb) cr_k->make_opaque(d, d, count);
}

// Whether pixels of the source are mixed with those beneath, also at full coverage: two flat colors may then give one that the depth lacks.
static bool mixes(const cr_canvas *c, const cr_source *s, cr_blend blend, const uint8_t *coverage) {
  if (c->group_count > 0 || coverage || blend == CR_BLEND_CLEAR || blend == CR_BLEND_COPY) return false;
  return blend != CR_BLEND_NORMAL || (s->is_solid ? s->color >> 24 != 255 : s->alpha != 255);
}

// blend_span for a depth of few bits. A mixture is rounded to the depth if the depth has the color beneath, and the source's if that is opaque.
// Pixels of pictures seldom have such colors.
static void blend_flat(cr_canvas *c, const cr_source *s, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage) {
  cr_source snapped = *s;
  if (s->is_solid && s->color >> 24 == 255) snapped.color = cr_depth_nearest(c->depth, s->color);
  if (!mixes(c, s, blend, coverage)) {
    blend_span(c, &snapped, blend, x, y, n, coverage);
    return;
  }
  uint32_t *d = cr_pixel(&c->target, x, y);
  if (c->target.is_xrgb) cr_k->make_opaque(c->before, d, (size_t)n);
  else memcpy(c->before, d, (size_t)n * sizeof *d);
  const uint32_t *from = s->is_solid || s->is_row_solid ? NULL : s->fetch(s, x, y, n, c->pixels);
  // Other pixels of the source clear the color beneath: a fetched row lasts only until the next.
  for (int32_t i = 0; from && i < n; i++)
    if (from[i] >> 24 != 255 || !cr_depth_holds(c->depth, from[i])) c->before[i] = 0;
  blend_span(c, &snapped, blend, x, y, n, NULL);
  for (int32_t i = 0; i < n; i++)
    if (c->before[i] >> 24 == 255 && cr_depth_holds(c->depth, c->before[i])) d[i] = cr_depth_nearest(c->depth, d[i]);
}

void cr_blend_span(cr_canvas *c, const cr_source *s, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage) {
  if (c->has_depth && !s->is_row_solid) blend_flat(c, s, blend, x, y, n, coverage);
  else blend_span(c, s, blend, x, y, n, coverage);
}

// A run through the clip mask: what the mask leaves alone keeps the coverage that it had.
static void masked_span(cr_painter *p, int32_t y, cr_run run) {
  cr_canvas *c = p->canvas;
  const cr_mask *m = c->state.mask;
  const cr_mask_row *r = &m->rows[y - m->box.y0];
  const uint8_t *bytes = m->bytes + (size_t)(y - m->box.y0) * m->stride;
  const int32_t begin = cr_max(run.x, r->ink_begin), end = cr_min(run.x + run.n, r->ink_end);
  const int32_t full_begin = cr_max(begin, cr_min(r->full_begin, end)), full_end = cr_max(full_begin, cr_min(r->full_end, end));
  if (p->source->is_costly && begin < end && (begin < full_begin || full_end < end)) {
    // The mask's bytes are 255 where it is full, so the row can go in one piece.
    const uint8_t *coverage = bytes + (begin - m->box.x0);
    if (run.coverage) {
      memcpy(c->mask, run.coverage + (begin - run.x), (size_t)(end - begin));
      cr_k->mask_multiply(c->mask, coverage, (size_t)(end - begin));
      coverage = c->mask;
    }
    cr_blend_span(c, p->source, p->blend, begin, y, end - begin, coverage);
    return;
  }
  for (int part = 0; part < 3; part++) {
    const int32_t x = part == 0 ? begin : part == 1 ? full_begin : full_end;
    const int32_t x1 = part == 0 ? full_begin : part == 1 ? full_end : end;
    if (x >= x1) continue;
    const uint8_t *coverage = run.coverage ? run.coverage + (x - run.x) : NULL;
    if (part != 1) {
      const uint8_t *clip = bytes + (x - m->box.x0);
      if (coverage) {
        memcpy(c->mask, coverage, (size_t)(x1 - x));
        cr_k->mask_multiply(c->mask, clip, (size_t)(x1 - x));
        coverage = c->mask;
      } else {
        coverage = clip;
      }
    }
    cr_blend_span(c, p->source, p->blend, x, y, x1 - x, coverage);
  }
}

void cr_note_drawn(cr_canvas *c, cr_box box) {
  if (c->group_count > 0) return;
  cr_box *b = &c->drawn;
  *b = cr_box_is_empty(*b) ? box : (cr_box){cr_min(b->x0, box.x0), cr_min(b->y0, box.y0), cr_max(b->x1, box.x1), cr_max(b->y1, box.y1)};
}

void cr_foresee_row(const cr_target *t, int32_t x, int32_t n, int32_t y) {
  // A longer row is a stream that the processor foresees itself.
  if (n < 16 || n > 1024 || y >= t->box.y1) return;
  const size_t pixel = t->is_coverage ? 1 : 4;
  const uint8_t *row = t->base + (size_t)(y - t->box.y0) * t->stride + (size_t)(x - t->box.x0) * pixel;
  for (size_t i = 0; i < (size_t)n * pixel; i += 64) __builtin_prefetch(row + i, 1);
}

// Whole pixels that are one colour afterwards: what most backgrounds are.
static bool fill_rows(const cr_painter *p, int32_t y, int32_t rows, const cr_run *run) {
  const cr_target *t = &p->canvas->target;
  if (run->coverage || p->canvas->state.mask || t->is_coverage || !p->source->is_solid) return false;
  const bool is_opaque = p->source->color >> 24 == 255;
  if (!(is_opaque && p->blend == CR_BLEND_NORMAL) && !(p->blend == CR_BLEND_COPY && (is_opaque || !t->is_xrgb))) return false;
  const uint32_t color = p->canvas->has_depth && is_opaque ? cr_depth_nearest(p->canvas->depth, p->source->color) : p->source->color;
  for (int32_t row = y; row < y + rows; row++) {
    if (row + 2 < y + rows) cr_foresee_row(t, run->x, run->n, row + 2);
    cr_k->fill(cr_pixel(t, run->x, row), color, (size_t)run->n);
  }
  return true;
}

void cr_paint_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  cr_painter *p = context;
  cr_note_drawn(p->canvas, (cr_box){runs[0].x, y, runs[count - 1].x + runs[count - 1].n, y + rows});
  if (count == 1 && fill_rows(p, y, rows, runs)) return;
  for (int32_t row = y; row < y + rows; row++) {
    if (row + 2 < y + rows) cr_foresee_row(&p->canvas->target, runs[0].x, runs[count - 1].x + runs[count - 1].n - runs[0].x, row + 2);
    for (size_t i = 0; i < count; i++) {
      if (p->canvas->state.mask)
        masked_span(p, row, runs[i]);
      else
        cr_blend_span(p->canvas, p->source, p->blend, runs[i].x, row, runs[i].n, runs[i].coverage);
    }
  }
}

void cr_paint_box(cr_canvas *c, cr_box box, const cr_source *source, cr_blend blend) {
  box = cr_box_intersection(box, c->state.clip);
  if (cr_box_is_empty(box)) return;
  cr_painter painter = {c, source, blend};
  cr_run run = {box.x0, box.x1 - box.x0, NULL};
  cr_paint_rows(&painter, box.y0, box.y1 - box.y0, &run, 1);
}
