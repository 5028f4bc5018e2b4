// Runs of pixels through the clip, composited into a canvas's target.
#include "span.h"

#include <string.h>

#include "depth.h"
#include "support/kernels.h"

// Whether the pixels of the source may include flat translucent ones.
static bool has_inks(const cr_source *s) { return !s->is_solid && s->inks && s->inks->count > 0; }

// Whether source pixels are blended with those below, at full coverage: two flat colors may then give one that the depth lacks.
static bool mixes(const cr_source *s, cr_blend blend) {
  if (blend == CR_BLEND_CLEAR || blend == CR_BLEND_COPY) return false;
  return blend != CR_BLEND_NORMAL || (s->is_solid ? s->color >> 24 != 255 : s->alpha != 255 || has_inks(s));
}

// Whether a source pixel is most probably of a flat area.
static bool is_flat_pixel(const cr_canvas *c, const cr_source *s, uint32_t pixel) {
  return pixel >> 24 == 255 ? cr_depth_holds(c->depth, pixel) : has_inks(s) && cr_inks_have(s->inks, pixel);
}

// For a depth of few bits: a blend is rounded to the depth if the color of the target exists in the depth, and the source is flat: a solid
// color, a color of the depth, or a translucent color with which a layer was painted. Pixels of pictures seldom have such colors. Pixels with less than full coverage are not rounded: soft shadows would show steps.
static void composite_flat_row(cr_painter *p, int32_t x, int32_t y, int32_t n, const uint8_t *coverage) {
  cr_canvas *c = p->canvas;
  const cr_source *s = p->source;
  const cr_box row = {x, y, x + n, y + 1};
  uint32_t *d = cr_pixel(&c->target, x, y);
  if (c->target.is_xrgb) cr_k->make_opaque(c->before, d, (size_t)n);
  else memcpy(c->before, d, (size_t)n * sizeof *d);
  if (!s->is_solid) {
    // A source pixel that is not flat clears the color below, which is then not rounded.
    cr_source whole = *s;
    whole.alpha = 255;
    const cr_target pixels = {(uint8_t *)c->mixed, 0, row, false, false};
    cr_composition copy = {.compositor = c->compositor, .blend = CR_BLEND_COPY, .source = &whole, .target = &pixels,
                           .fetched = c->pixels, .mixed = c->mixed, .buffer_pixels = c->row_pixels};
    cr_composition_prepare(&copy);
    const cr_status status = cr_composite(&copy, row, NULL, 0);
    if (status != CR_OK) cr_note(c, status);
    for (int32_t i = 0; i < n; i++)
      if (!is_flat_pixel(c, s, c->mixed[i])) c->before[i] = 0;
  }
  const cr_status status = cr_composite(&p->composition, row, coverage, 0);
  if (status != CR_OK) cr_note(c, status);
  for (int32_t i = 0; i < n; i++) {
    if (coverage && coverage[i] != 255) continue;
    if (c->before[i] >> 24 == 255 && cr_depth_holds(c->depth, c->before[i])) d[i] = cr_depth_nearest(c->depth, d[i]);
  }
}

void cr_painter_prepare(cr_painter *p, cr_canvas *c, const cr_source *s, cr_blend blend) {
  p->canvas = c, p->source = s, p->blend = blend;
  const bool has_depth = c->has_depth && !s->is_row_solid;
  p->is_flat = has_depth && mixes(s, blend);
  if (has_depth) {
    p->snapped = *s;
    if (s->is_solid && s->color >> 24 == 255) p->snapped.color = cr_depth_nearest(c->depth, s->color);
    const uint32_t alpha = s->is_solid ? s->color >> 24 : 0;
    if ((blend == CR_BLEND_NORMAL || blend == CR_BLEND_COPY) && alpha > 0 && alpha < 255 && c->group_count == 0) cr_inks_add(c->inks, s->color);
  }
  cr_composition *n = &p->composition;
  n->compositor = c->compositor, n->blend = blend, n->source = has_depth ? &p->snapped : s, n->target = &c->target;
  n->fetched = c->pixels, n->mixed = c->mixed, n->buffer_pixels = c->row_pixels;
  cr_composition_prepare(n);
}

void cr_paint_flat(cr_painter *p, cr_box area, const uint8_t *coverage, size_t stride) {
  for (int32_t y = area.y0; y < area.y1; y++) {
    composite_flat_row(p, area.x0, y, area.x1 - area.x0, coverage);
    if (coverage) coverage += stride;
  }
}

// A row of the clip mask. Edges on whole pixels have cells of coverage 255 next to the full part: they are added to it.
static inline cr_mask_row mask_row(const cr_painter *p, int32_t y) {
  const cr_mask *m = p->canvas->state.mask;
  cr_mask_row r = m->rows[y - m->box.y0];
  if (r.full_begin >= r.full_end) return r;
  const uint8_t *bytes = m->bytes + (size_t)(y - m->box.y0) * m->stride;
  while (r.full_begin > r.ink_begin && bytes[r.full_begin - 1 - m->box.x0] == 255) r.full_begin--;
  while (r.full_end < r.ink_end && bytes[r.full_end - m->box.x0] == 255) r.full_end++;
  return r;
}

// Paints a run through the clip mask; where the mask is full, the run keeps its coverage.
static void masked_span(cr_painter *p, int32_t y, cr_run run) {
  cr_canvas *c = p->canvas;
  const cr_mask *m = c->state.mask;
  const cr_mask_row r = mask_row(p, y);
  const uint8_t *bytes = m->bytes + (size_t)(y - m->box.y0) * m->stride;
  const int32_t begin = cr_max(run.x, r.ink_begin), end = cr_min(run.x + run.n, r.ink_end);
  const int32_t full_begin = cr_max(begin, cr_min(r.full_begin, end)), full_end = cr_max(full_begin, cr_min(r.full_end, end));
  if (p->source->is_costly && begin < end && (begin < full_begin || full_end < end)) {
    // The mask's bytes are 255 in its full part, so the row can be painted in one piece.
    const uint8_t *coverage = bytes + (begin - m->box.x0);
    if (run.coverage) {
      memcpy(c->mask, run.coverage + (begin - run.x), (size_t)(end - begin));
      cr_k->mask_multiply(c->mask, coverage, (size_t)(end - begin));
      coverage = c->mask;
    }
    cr_paint_area(p, (cr_box){begin, y, end, y + 1}, coverage, 0);
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
    cr_paint_area(p, (cr_box){x, y, x1, y + 1}, coverage, 0);
  }
}

void cr_note_drawn(cr_canvas *c, cr_box box) {
  if (c->group_count > 0) return;
  cr_box *b = &c->drawn;
  *b = cr_box_is_empty(*b) ? box : (cr_box){cr_min(b->x0, box.x0), cr_min(b->y0, box.y0), cr_max(b->x1, box.x1), cr_max(b->y1, box.y1)};
}

// Number of rows from `y` to at most `end` in which the clip mask fully covers the run.
static int32_t full_rows(const cr_painter *p, int32_t y, int32_t end, cr_run run) {
  int32_t row = y;
  for (; row < end; row++) {
    const cr_mask_row r = mask_row(p, row);
    if (run.x < r.full_begin || run.x + run.n > r.full_end) break;
  }
  return row - y;
}

// Rows of one run, with coverage `stride` bytes further in each row.
static void masked_rows(cr_painter *p, int32_t y, int32_t rows, cr_run run, size_t stride) {
  for (int32_t row = y; row < y + rows;) {
    const int32_t full = full_rows(p, row, y + rows, run);
    if (full > 0) cr_paint_area(p, (cr_box){run.x, row, run.x + run.n, row + full}, run.coverage, stride);
    if (full == 0 && row + 2 < y + rows) cr_foresee_row(&p->canvas->target, run.x, run.n, row + 2);
    if (full == 0) masked_span(p, row, run);
    const int32_t done = cr_max(1, full);
    row += done;
    if (run.coverage) run.coverage += (size_t)done * stride;
  }
}

static bool touches(const cr_run *left, const cr_run *right) { return left->x + left->n == right->x; }
// Number of pixels with coverage 255 at the beginning of a mixed run after a full one, and at the end of one before a full one.
static int32_t full_at_begin(const cr_run *runs, size_t i) {
  int32_t n = 0;
  if (i == 0 || runs[i - 1].coverage || !touches(&runs[i - 1], &runs[i])) return 0;
  while (n < runs[i].n && runs[i].coverage[n] == 255) n++;
  return n;
}
static int32_t full_at_end(const cr_run *runs, size_t count, size_t i) {
  int32_t n = 0;
  if (i + 1 >= count || runs[i + 1].coverage || !touches(&runs[i], &runs[i + 1])) return 0;
  const int32_t most = runs[i].n - full_at_begin(runs, i);
  while (n < most && runs[i].coverage[runs[i].n - 1 - n] == 255) n++;
  return n;
}

// Run i after moving pixels of coverage 255 from mixed to full runs: edges on whole pixels have columns of them.
static cr_run moved_run(const cr_run *runs, size_t count, size_t i) {
  cr_run run = runs[i];
  if (run.coverage) {
    const int32_t begin = full_at_begin(runs, i);
    return (cr_run){run.x + begin, run.n - begin - full_at_end(runs, count, i), run.coverage + begin};
  }
  const int32_t left = i > 0 && runs[i - 1].coverage ? full_at_end(runs, count, i - 1) : 0;
  const int32_t right = i + 1 < count && runs[i + 1].coverage ? full_at_begin(runs, i + 1) : 0;
  return (cr_run){run.x - left, run.n + left + right, NULL};
}

void cr_paint_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  cr_painter *p = context;
  cr_note_drawn(p->canvas, (cr_box){runs[0].x, y, runs[count - 1].x + runs[count - 1].n, y + rows});
  const bool moves = rows > 1 && count > 1;
  for (size_t i = 0; i < count; i++) {
    if (!moves && !p->canvas->state.mask) {
      // Field by field: a load of the whole run would wait for the recent stores of its fields.
      cr_paint_area(p, (cr_box){runs[i].x, y, runs[i].x + runs[i].n, y + rows}, runs[i].coverage, 0);
      continue;
    }
    const cr_run run = moves ? moved_run(runs, count, i) : runs[i];
    if (run.n == 0) continue;
    if (p->canvas->state.mask)
      masked_rows(p, y, rows, run, 0);
    else
      cr_paint_area(p, (cr_box){run.x, y, run.x + run.n, y + rows}, run.coverage, 0);
  }
}

void cr_paint_masked(cr_painter *p, cr_box box, const uint8_t *coverage, size_t stride) {
  if (cr_box_is_empty(box)) return;
  cr_note_drawn(p->canvas, box);
  if (p->canvas->state.mask)
    masked_rows(p, box.y0, box.y1 - box.y0, (cr_run){box.x0, box.x1 - box.x0, coverage}, stride);
  else
    cr_paint_area(p, box, coverage, stride);
}

void cr_paint_box(cr_canvas *c, cr_box box, const cr_source *source, cr_blend blend) {
  box = cr_box_intersection(box, c->state.clip);
  if (cr_box_is_empty(box)) return;
  cr_painter painter;
  cr_painter_prepare(&painter, c, source, blend);
  const cr_run run = {box.x0, box.x1 - box.x0, NULL};
  cr_paint_rows(&painter, box.y0, box.y1 - box.y0, &run, 1);
}
