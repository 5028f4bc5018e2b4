// Filling and stroking.
#include <math.h>

#include "canvas_state.h"
#include "gradient.h"
#include "lines.h"
#include "path.h"
#include "raster.h"
#include "rounded_rect.h"
#include "span.h"
#include "stroke.h"
#include "surface/color.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

// Rows of runs with pixels rounded to full or no coverage.
static void paint_aliased_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (!runs[i].coverage) {
      cr_paint_rows(context, y, rows, &runs[i], 1);
      continue;
    }
    for (int32_t x = 0, end; x < runs[i].n; x = end) {
      const bool is_in = runs[i].coverage[x] >= 128;
      for (end = x + 1; end < runs[i].n && (runs[i].coverage[end] >= 128) == is_in;) end++;
      const cr_run run = {runs[i].x + x, end - x, NULL};
      if (is_in) cr_paint_rows(context, y, rows, &run, 1);
    }
  }
}

static cr_rows_function row_painter(const cr_canvas *c, const cr_source *source) {
  return cr_is_aliased(c, source->is_solid) ? paint_aliased_rows : cr_paint_rows;
}

static void paint_edges_by(cr_canvas *c, const cr_source *source, cr_blend blend, bool even_odd, cr_rows_function paint) {
  cr_painter painter;
  cr_painter_prepare(&painter, c, source, blend);
  c->edge_rows += c->edges.rows;
  cr_status status = cr_edges_rasterize(&c->edges, c->state.clip, even_odd, &c->scratch, paint, &painter);
  if (status != CR_OK) cr_note(c, status);
}

static void paint_edges(cr_canvas *c, const cr_source *source, cr_blend blend, bool even_odd) {
  paint_edges_by(c, source, blend, even_odd, row_painter(c, source));
}

// Paints the edges of a line of this width, logical units.
static void paint_line_edges(cr_canvas *c, const cr_source *source, double width) {
  const bool is_line = cr_is_line(c, source, width * cr_transform_scale(&c->state.transform));
  paint_edges_by(c, source, CR_BLEND_NORMAL, false, is_line ? cr_paint_line_rows : row_painter(c, source));
}

// Fills an upright rectangle, device pixels, as a line of whole pixels if it is one. Returns whether it was.
static bool fill_line(cr_canvas *c, const double d[4], const cr_source *source, cr_blend blend) {
  const double width = d[2] - d[0], height = d[3] - d[1];
  if (blend != CR_BLEND_NORMAL || !cr_is_line(c, source, fmin(width, height))) return false;
  double whole[4];
  for (int i = 0; i < 2; i++) {
    whole[i] = floor(d[i] + 0.5);
    whole[i + 2] = whole[i] + fmax(1, floor(d[i + 2] - d[i] + 0.5));
  }
  cr_painter painter;
  cr_painter_prepare(&painter, c, source, blend);
  cr_rect_rasterize(
      cr_fixed(whole[0]), cr_fixed(whole[1]), cr_fixed(whole[2]), cr_fixed(whole[3]), c->state.clip, cr_paint_line_rows, &painter);
  return true;
}

void cr_canvas_fill_rect(cr_canvas *c, cr_rect rect, const cr_paint *paint, cr_blend blend) {
  const cr_transform *t = &c->state.transform;
  cr_gradient gradient;
  cr_source source;
  if ((unsigned)blend >= CR_BLEND_COUNT || !cr_is_finite_rect(rect) || !cr_is_finite_transform(t) || !(rect.width > 0) || !(rect.height > 0)) return;
  if (cr_box_is_empty(c->state.clip) || !cr_source_from_paint(paint, t, &gradient, &source)) return;
  if (cr_is_upright(t)) {
    double d[4];
    cr_map_upright(t, rect, d);
    if (fill_line(c, d, &source, blend)) return;
    cr_painter painter;
    cr_painter_prepare(&painter, c, &source, blend);
    cr_rect_rasterize(cr_fixed(d[0]), cr_fixed(d[1]), cr_fixed(d[2]), cr_fixed(d[3]), c->state.clip, row_painter(c, &source), &painter);
    return;
  }
  const cr_rrect r = {rect, {0, 0, 0, 0}};
  cr_edges_reset(&c->edges);
  cr_rrect_edges(&c->edges, &r, t, false);
  paint_edges(c, &source, blend, false);
}

void cr_canvas_fill_rrect(cr_canvas *c, const cr_rrect *rrect, const cr_paint *paint) {
  if (cr_rrect_is_square(rrect)) {
    cr_canvas_fill_rect(c, rrect->rect, paint, CR_BLEND_NORMAL);
    return;
  }
  const cr_transform *t = &c->state.transform;
  cr_gradient gradient;
  cr_source source;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(t) || cr_box_is_empty(c->state.clip)) return;
  if (!cr_source_from_paint(paint, t, &gradient, &source)) return;
  cr_edges_reset(&c->edges);
  cr_rrect_edges(&c->edges, rrect, t, false);
  paint_edges(c, &source, CR_BLEND_NORMAL, false);
}

void cr_canvas_fill_path(cr_canvas *c, const cr_path *path, const cr_paint *paint, bool even_odd) {
  cr_gradient gradient;
  cr_source source;
  cr_edges_begin(&c->edges, c->state.clip);
  if (cr_box_is_empty(c->state.clip) || !cr_path_edges(&c->edges, path, &c->state.transform)) return;
  if (cr_source_from_paint(paint, &c->state.transform, &gradient, &source)) paint_edges(c, &source, CR_BLEND_NORMAL, even_odd);
}

void cr_canvas_stroke_path(cr_canvas *c, const cr_path *path, const cr_paint *paint, const cr_stroke *stroke) {
  cr_gradient gradient;
  cr_source source;
  cr_edges_begin(&c->edges, c->state.clip);
  if (cr_box_is_empty(c->state.clip) || !cr_stroke_edges(&c->edges, path, &c->state.transform, stroke)) return;
  if (cr_source_from_paint(paint, &c->state.transform, &gradient, &source)) paint_line_edges(c, &source, stroke->width);
}

void cr_canvas_draw_border(cr_canvas *c, const cr_rrect *rrect, const double widths[4], cr_color color, bool fills_corners) {
  const cr_transform *t = &c->state.transform;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(t) || cr_box_is_empty(c->state.clip)) return;
  double w[4], widest = 0;
  for (int i = 0; i < 4; i++) {
    if (isnan(widths[i])) return;
    w[i] = widths[i] > 0 ? fmin(widths[i], 1e9) : 0;
    widest = fmax(widest, w[i]);
  }
  if (!(widest > 0)) return;
  const cr_source source = cr_source_solid(cr_color_premultiplied(color));
  cr_edges_reset(&c->edges);
  cr_border_edges(&c->edges, rrect, w, fills_corners, t);
  paint_line_edges(c, &source, widest);
}
