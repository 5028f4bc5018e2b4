// Box shadows and blurred backdrops.
#include <math.h>
#include <string.h>

#include "canvas_state.h"
#include "cr_alloc.h"
#include "raster.h"
#include "rounded_rect.h"
#include "source.h"
#include "span.h"
#include "support/kernels.h"
#include "surface/blur.h"
#include "surface/color.h"
#include "surface/row.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

// The blurred shadow as coverage. Of many equal columns (rows) only one is stored: columns from cut_x on repeat extra_x more times.
typedef struct tile {
  uint8_t *bytes;
  size_t stride;
  cr_box box;  // device pixels of the stored part, before repetition
  int32_t cut_x, extra_x, cut_y, extra_y;
} tile;

static void store_tile(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  tile *t = context;
  for (int32_t row = y; row < y + rows; row++)
    for (size_t i = 0; i < count; i++) {
      uint8_t *to = t->bytes + (size_t)(row - t->box.y0) * t->stride + (runs[i].x - t->box.x0);
      if (runs[i].coverage)
        memcpy(to, runs[i].coverage, (size_t)runs[i].n);
      else
        memset(to, 255, (size_t)runs[i].n);
    }
}

typedef struct shadow {
  cr_painter *painter;
  const tile *tile;
  cr_box area;     // visible area of the shadow, inside the clip
  int32_t next_y;  // first row not yet drawn
  uint8_t *row;    // coverage of the current row, from area.x0 on
} shadow;

static void build_row(const shadow *s, int32_t y) {
  const tile *t = s->tile;
  const int32_t ty = y < t->cut_y ? y : y < t->cut_y + t->extra_y ? t->cut_y : y - t->extra_y;
  const uint8_t *from = t->bytes + (size_t)(ty - t->box.y0) * t->stride - t->box.x0;
  const int32_t x0 = s->area.x0, x1 = s->area.x1, a = cr_max(x0, cr_min(x1, t->cut_x)), b = cr_max(a, cr_min(x1, t->cut_x + t->extra_x));
  if (a > x0) memcpy(s->row, from + x0, (size_t)(a - x0));
  if (b > a) memset(s->row + (a - x0), from[t->cut_x], (size_t)(b - a));
  if (x1 > b) memcpy(s->row + (b - x0), from + b - t->extra_x, (size_t)(x1 - b));
}

static void paint_part(shadow *s, int32_t y, int32_t x0, int32_t x1) {
  if (x0 >= x1) return;
  if (y + 2 < s->area.y1) cr_foresee_row(&s->painter->canvas->target, x0, x1 - x0, y + 2);
  const cr_run run = {x0, x1 - x0, s->row + (x0 - s->area.x0)};
  cr_paint_rows(s->painter, y, 1, &run, 1);
}

static void paint_until(shadow *s, int32_t y) {
  for (; s->next_y < y; s->next_y++) {
    build_row(s, s->next_y);
    paint_part(s, s->next_y, s->area.x0, s->area.x1);
  }
}

// Rows that the shape itself crosses: the shadow is drawn only outside the shape.
static void paint_around(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  shadow *s = context;
  paint_until(s, y);
  for (; s->next_y < y + rows; s->next_y++) {
    build_row(s, s->next_y);
    int32_t at = s->area.x0;
    for (size_t i = 0; i < count; i++) {
      if (runs[i].coverage) {
        uint8_t *row = s->row + (runs[i].x - s->area.x0);
        for (int32_t k = 0; k < runs[i].n; k++) row[k] = (uint8_t)cr_mul255(row[k], 255u - runs[i].coverage[k]);
      } else {
        paint_part(s, s->next_y, at, runs[i].x);
        at = runs[i].x + runs[i].n;
      }
    }
    paint_part(s, s->next_y, at, s->area.x1);
  }
}

// Number of columns of the span x0...x1 that may be cut out, and the first of them. Columns on either side of the cut remain farther from
// the opposite corner than the blur's reach.
static void find_cut(double x0, double x1, double corner, int reach, int32_t *cut, int32_t *extra) {
  const double low = ceil(x0 + corner) + reach + 1, high = floor(x1 - corner) - reach - 1;
  *extra = high - low >= 8 ? (int32_t)(high - low) : 0;
  *cut = *extra ? (int32_t)low : INT32_MAX / 2;
}

// Moves everything beyond the cut closer by whole pixels; `bounds`: of the whole shape.
static void close_cut(cr_edges *edges, cr_box bounds, const tile *t) {
  const int32_t mx = (bounds.x0 / 2 + bounds.x1 / 2), my = (bounds.y0 / 2 + bounds.y1 / 2);
  for (size_t i = 0; i < edges->count; i++) {
    cr_edge *e = &edges->items[i];
    if (t->extra_x && e->x0 >> 8 >= mx) e->x0 -= t->extra_x * 256;
    if (t->extra_x && e->x1 >> 8 >= mx) e->x1 -= t->extra_x * 256;
    if (t->extra_y && e->y0 >> 8 >= my) e->y0 -= t->extra_y * 256;
    if (t->extra_y && e->y1 >> 8 >= my) e->y1 -= t->extra_y * 256;
  }
  edges->max_x -= t->extra_x * 256;
  edges->max_y -= t->extra_y * 256;
}

void cr_canvas_draw_shadow(cr_canvas *c, const cr_rrect *rrect, cr_color color, cr_point offset, double radius, double spread) {
  const cr_transform *t = &c->state.transform;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(t) || !isfinite(offset.x) || !isfinite(offset.y) || !isfinite(radius) ||
      !isfinite(spread) || cr_box_is_empty(c->state.clip))
    return;
  const uint32_t premultiplied = cr_color_premultiplied(color);
  if (premultiplied >> 24 == 0) return;
  const cr_rrect shape = cr_rrect_fitted(rrect);
  cr_rrect cast = shape;
  cast.rect = (cr_rect){shape.rect.x - spread + offset.x, shape.rect.y - spread + offset.y, shape.rect.width + 2 * spread, shape.rect.height + 2 * spread};
  for (int i = 0; i < 4; i++) cast.radii[i] = shape.radii[i] > 0 ? fmax(0, shape.radii[i] + spread) : 0;
  if (!(cast.rect.width > 0) || !(cast.rect.height > 0) || !cr_is_finite_rect(cast.rect)) return;
  cast = cr_rrect_fitted(&cast);
  double sigma = fmax(0, radius) / 2 * cr_transform_scale(t);
  if (!(sigma < CR_MAX_SIGMA)) sigma = CR_MAX_SIGMA;
  const int reach = cr_blur_reach(sigma);

  const cr_box bounds = cr_map_bounds(t, cast.rect);
  cr_box wide = {bounds.x0 - reach, bounds.y0 - reach, bounds.x1 + reach, bounds.y1 + reach};
  const cr_box area = cr_box_intersection(wide, c->state.clip);
  if (cr_box_is_empty(area)) return;

  tile tl = {.cut_x = INT32_MAX / 2, .cut_y = INT32_MAX / 2};
  cr_edges_reset(&c->edges);
  if (cr_is_upright(t)) {
    // A smaller shape with the same corners and the same pixel fractions.
    double d[4];
    cr_map_upright(t, cast.rect, d);
    double corner = 0;
    for (int i = 0; i < 4; i++) corner = fmax(corner, cast.radii[i]);
    const double corner_x = corner * (fabs(t->a) + fabs(t->c)), corner_y = corner * (fabs(t->b) + fabs(t->d));
    if (d[0] > -CR_COORDINATE_LIMIT && d[2] < CR_COORDINATE_LIMIT) find_cut(d[0], d[2], corner_x, reach, &tl.cut_x, &tl.extra_x);
    if (d[1] > -CR_COORDINATE_LIMIT && d[3] < CR_COORDINATE_LIMIT) find_cut(d[1], d[3], corner_y, reach, &tl.cut_y, &tl.extra_y);
  }
  // Pixels farther from the clip than the blur's reach are irrelevant. If fewer pixels remain, the whole shape is cheaper than the tile.
  // Both give the same bytes.
  const cr_box clip = c->state.clip;
  const cr_box near = cr_box_intersection(wide, (cr_box){clip.x0 - reach, clip.y0 - reach, clip.x1 + reach, clip.y1 + reach});
  const int64_t cut_area = ((int64_t)wide.x1 - wide.x0 - tl.extra_x) * ((int64_t)wide.y1 - wide.y0 - tl.extra_y);
  if (((int64_t)near.x1 - near.x0) * ((int64_t)near.y1 - near.y0) <= cut_area) {
    tl = (tile){.cut_x = INT32_MAX / 2, .cut_y = INT32_MAX / 2};
    wide = near;
  }
  cr_rrect_edges(&c->edges, &cast, t, false);
  if (c->edges.status == CR_OK && (tl.extra_x || tl.extra_y)) {
    if (c->edges.count > 0) close_cut(&c->edges, bounds, &tl);  // a shape thinner than 1/256 pixel has no edges
    wide.x1 -= tl.extra_x, wide.y1 -= tl.extra_y;
  }
  tl.box = wide;
  const size_t width = (size_t)(tl.box.x1 - tl.box.x0), height = (size_t)(tl.box.y1 - tl.box.y0);
  tl.stride = (width + 63) & ~(size_t)63;
  size_t bytes, row_bytes = ((size_t)(area.x1 - area.x0) + 63) & ~(size_t)63, total;
  if (__builtin_mul_overflow(tl.stride, height, &bytes) || __builtin_add_overflow(bytes, row_bytes, &total) || bytes > CR_MAX_SURFACE_BYTES) {
    cr_note(c, CR_NO_MEMORY);
    return;
  }
  uint8_t *memory = cr_alloc_pixels(total);
  if (!memory) {
    cr_note(c, CR_NO_MEMORY);
    return;
  }
  tl.bytes = memory;
  memset(memory, 0, bytes);
  cr_status status = cr_edges_rasterize(&c->edges, tl.box, false, &c->scratch, store_tile, &tl);
  if (status == CR_OK) status = cr_blur_block(tl.bytes, tl.stride, (int32_t)width, (int32_t)height, 1, sigma);
  if (status == CR_OK) {
    const cr_source source = cr_source_solid(premultiplied);
    cr_painter painter;
    cr_painter_prepare(&painter, c, &source, CR_BLEND_NORMAL);
    shadow s = {&painter, &tl, area, area.y0, memory + bytes};
    cr_edges_reset(&c->edges);
    cr_rrect_edges(&c->edges, &shape, t, false);
    status = cr_edges_rasterize(&c->edges, area, false, &c->scratch, paint_around, &s);
    if (status == CR_OK) paint_until(&s, area.y1);
  }
  if (status != CR_OK) cr_note(c, status);
  cr_free(memory);
}

void cr_canvas_blur_backdrop(cr_canvas *c, const cr_rrect *rrect, double sigma) {
  const cr_transform *t = &c->state.transform;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(t) || !isfinite(sigma) || !(sigma > 0)) return;
  sigma *= cr_transform_scale(t);
  const int reach = cr_blur_reach(sigma);
  if (reach == 0) return;
  const cr_box area = cr_box_intersection(cr_map_bounds(t, rrect->rect), c->state.clip);
  if (cr_box_is_empty(area)) return;
  const cr_box box = cr_box_intersection((cr_box){area.x0 - reach, area.y0 - reach, area.x1 + reach, area.y1 + reach}, c->target.box);
  const size_t pixel = c->target.is_coverage ? 1 : 4, width = (size_t)(box.x1 - box.x0), height = (size_t)(box.y1 - box.y0);
  cr_target copy = {NULL, (width * pixel + 63) & ~(size_t)63, box, c->target.is_coverage, false};
  size_t bytes;
  if (__builtin_mul_overflow(copy.stride, height, &bytes) || !(copy.base = cr_alloc_pixels(bytes))) {
    cr_note(c, CR_NO_MEMORY);
    return;
  }
  for (size_t y = 0; y < height; y++)
    memcpy(copy.base + y * copy.stride,
           c->target.base + ((size_t)(box.y0 - c->target.box.y0) + y) * c->target.stride + (size_t)(box.x0 - c->target.box.x0) * pixel, width * pixel);
  cr_status status = cr_blur_block(copy.base, copy.stride, (int32_t)width, (int32_t)height, (int)pixel, sigma);
  if (status == CR_OK) {
    const cr_source source = cr_source_target(&copy, 255);
    cr_painter painter;
    cr_painter_prepare(&painter, c, &source, CR_BLEND_COPY);
    cr_edges_reset(&c->edges);
    cr_rrect_edges(&c->edges, rrect, t, false);
    status = cr_edges_rasterize(&c->edges, c->state.clip, false, &c->scratch, cr_paint_rows, &painter);
  }
  if (status != CR_OK) cr_note(c, status);
  cr_free(copy.base);
}
