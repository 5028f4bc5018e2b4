// Filling and stroking.
#include <math.h>

#include "canvas_state.h"
#include "gradient.h"
#include "path.h"
#include "raster.h"
#include "rounded_rect.h"
#include "span.h"
#include "stroke.h"
#include "surface/color.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

static void paint_edges(cr_canvas *c, const cr_source *source, cr_blend blend, bool even_odd) {
  cr_painter painter = {c, source, blend};
  cr_status status = cr_edges_rasterize(&c->edges, c->state.clip, even_odd, &c->scratch, cr_paint_rows, &painter);
  if (status != CR_OK) cr_note(c, status);
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
    cr_painter painter = {c, &source, blend};
    cr_rect_rasterize(cr_fixed(d[0]), cr_fixed(d[1]), cr_fixed(d[2]), cr_fixed(d[3]), c->state.clip, cr_paint_rows, &painter);
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
  cr_edges_reset(&c->edges);
  if (cr_box_is_empty(c->state.clip) || !cr_path_edges(&c->edges, path, &c->state.transform)) return;
  if (cr_source_from_paint(paint, &c->state.transform, &gradient, &source)) paint_edges(c, &source, CR_BLEND_NORMAL, even_odd);
}

void cr_canvas_stroke_path(cr_canvas *c, const cr_path *path, const cr_paint *paint, const cr_stroke *stroke) {
  cr_gradient gradient;
  cr_source source;
  cr_edges_reset(&c->edges);
  if (cr_box_is_empty(c->state.clip) || !cr_stroke_edges(&c->edges, path, &c->state.transform, stroke)) return;
  if (cr_source_from_paint(paint, &c->state.transform, &gradient, &source)) paint_edges(c, &source, CR_BLEND_NORMAL, false);
}

void cr_canvas_draw_border(cr_canvas *c, const cr_rrect *rrect, const double widths[4], cr_color color) {
  const cr_transform *t = &c->state.transform;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(t) || cr_box_is_empty(c->state.clip)) return;
  double w[4];
  bool any = false;
  for (int i = 0; i < 4; i++) {
    if (isnan(widths[i])) return;
    w[i] = widths[i] > 0 ? fmin(widths[i], 1e9) : 0;
    any |= w[i] > 0;
  }
  if (!any) return;
  const cr_source source = cr_source_solid(cr_color_premultiplied(color));
  cr_edges_reset(&c->edges);
  cr_border_edges(&c->edges, rrect, w, t);
  paint_edges(c, &source, CR_BLEND_NORMAL, false);
}
