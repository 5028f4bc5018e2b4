// Paths and rounded rectangles to polygons.
#include "canvas_internal.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

// Farthest that a flattened curve may be from the true one, device pixels.
#define FLATNESS 0.04
// Control points of a quarter circle, as a share of the radius.
#define KAPPA 0.5522847498307936

static double length(double x, double y) { return sqrt(x * x + y * y); }

static int pieces(double second_difference, double factor, double tolerance) {
  double n = ceil(sqrt(second_difference * factor / tolerance));
  return !(n > 1) ? 1 : n > 500 ? 500 : (int)n;
}

static void flatten_quad(cr_point p0, cr_point p1, cr_point p2, double tolerance, const cr_line_sink *sink) {
  int n = pieces(length(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y), 0.25, tolerance);
  for (int i = 1; i < n; i++) {
    double t = (double)i / n, u = 1 - t;
    sink->line(sink->context, u * u * p0.x + 2 * u * t * p1.x + t * t * p2.x, u * u * p0.y + 2 * u * t * p1.y + t * t * p2.y);
  }
  sink->line(sink->context, p2.x, p2.y);
}

static void flatten_cubic(cr_point p0, cr_point p1, cr_point p2, cr_point p3, double tolerance, const cr_line_sink *sink) {
  double d = fmax(length(p0.x - 2 * p1.x + p2.x, p0.y - 2 * p1.y + p2.y), length(p1.x - 2 * p2.x + p3.x, p1.y - 2 * p2.y + p3.y));
  int n = pieces(d, 0.75, tolerance);
  for (int i = 1; i < n; i++) {
    double t = (double)i / n, u = 1 - t, a = u * u * u, b = 3 * u * u * t, c = 3 * u * t * t, e = t * t * t;
    sink->line(sink->context, a * p0.x + b * p1.x + c * p2.x + e * p3.x, a * p0.y + b * p1.y + c * p2.y + e * p3.y);
  }
  sink->line(sink->context, p3.x, p3.y);
}

bool cr_path_flatten(const cr_path *path, const cr_transform *t, double tolerance, const cr_line_sink *sink) {
  static const uint8_t takes[] = {1, 1, 2, 3, 0};
  if (!cr_is_finite_transform(t)) return false;
  size_t needed = 0;
  for (size_t i = 0; i < path->verb_count; i++) {
    if (path->verbs[i] > CR_CLOSE) return false;
    needed += takes[path->verbs[i]];
  }
  if (needed > path->point_count) return false;
  for (size_t i = 0; i < needed; i++)
    if (!isfinite(path->points[i].x) || !isfinite(path->points[i].y)) return false;
  const cr_point *p = path->points;
  cr_point start = {0, 0}, at = {0, 0};
  bool open = false;  // whether the sink has had the move of the subpath in work
  for (size_t i = 0; i < path->verb_count; i++) {
    const uint8_t verb = path->verbs[i];
    cr_point q[3];
    for (int k = 0; k < takes[verb]; k++, p++) {
      q[k] = cr_apply(t, p->x, p->y);
      if (!isfinite(q[k].x) || !isfinite(q[k].y)) return false;
    }
    if (verb == CR_MOVE) {
      start = at = q[0];
      sink->move(sink->context, at.x, at.y);
      open = true;
      continue;
    }
    if (verb == CR_CLOSE) {
      if (open) sink->close(sink->context);
      at = start;
      open = false;
      continue;
    }
    if (!open) {
      sink->move(sink->context, at.x, at.y);
      start = at;
      open = true;
    }
    if (verb == CR_LINE)
      sink->line(sink->context, q[0].x, q[0].y);
    else if (verb == CR_QUAD)
      flatten_quad(at, q[0], q[1], tolerance, sink);
    else
      flatten_cubic(at, q[0], q[1], q[2], tolerance, sink);
    at = q[takes[verb] - 1];
  }
  return true;
}

typedef struct fill_sink {
  cr_edges *edges;
  cr_point start, at;
} fill_sink;
static void fill_close(void *context) {
  fill_sink *s = context;
  cr_edges_line(s->edges, s->at.x, s->at.y, s->start.x, s->start.y);
  s->at = s->start;
}
static void fill_move(void *context, double x, double y) {
  fill_sink *s = context;
  fill_close(s);
  s->start = s->at = (cr_point){x, y};
}
static void fill_line(void *context, double x, double y) {
  fill_sink *s = context;
  cr_edges_line(s->edges, s->at.x, s->at.y, x, y);
  s->at = (cr_point){x, y};
}

bool cr_path_edges(cr_edges *edges, const cr_path *path, const cr_transform *t) {
  fill_sink s = {.edges = edges};
  const cr_line_sink sink = {fill_move, fill_line, fill_close, &s};
  if (!cr_path_flatten(path, t, FLATNESS, &sink)) return false;
  fill_close(&s);
  return true;
}

bool cr_rrect_is_finite(const cr_rrect *r) {
  return cr_is_finite_rect(r->rect) && isfinite(r->radii[0]) && isfinite(r->radii[1]) && isfinite(r->radii[2]) && isfinite(r->radii[3]);
}

cr_rrect cr_rrect_fitted(const cr_rrect *rrect) {
  cr_rrect r = *rrect;
  for (int i = 0; i < 4; i++)
    if (!(r.radii[i] > 0)) r.radii[i] = 0;
  const double w = fmax(0, r.rect.width), h = fmax(0, r.rect.height);
  double f = 1;
  const double sums[4] = {r.radii[0] + r.radii[1], r.radii[3] + r.radii[2], r.radii[0] + r.radii[3], r.radii[1] + r.radii[2]};
  for (int i = 0; i < 4; i++) {
    double side = i < 2 ? w : h;
    if (sums[i] > side) f = fmin(f, side / sums[i]);
  }
  for (int i = 0; i < 4; i++) r.radii[i] *= f;
  return r;
}

// Corner radii along x and y, in the order of cr_rrect.
static void corner_edges(cr_edges *edges, cr_rect rect, const double rx[4], const double ry[4], const cr_transform *t, bool reversed) {
  const double x0 = rect.x, y0 = rect.y, x1 = x0 + rect.width, y1 = y0 + rect.height;
  // Clockwise from the top left, as Path.add(_: RoundedRect) goes.
  uint8_t verbs[10];
  cr_point points[17];
  size_t v = 0, n = 0;
#define POINT(px, py) points[n++] = (cr_point){px, py}
#define ROUND(i) (rx[i] > 0 && ry[i] > 0)
#define RX(i) (ROUND(i) ? rx[i] : 0)
#define RY(i) (ROUND(i) ? ry[i] : 0)
  const double ax = RX(0), ay = RY(0), bx = RX(1), by = RY(1), cx = RX(2), cy = RY(2), dx = RX(3), dy = RY(3);
  verbs[v++] = CR_MOVE, POINT(x0 + ax, y0);
  verbs[v++] = CR_LINE, POINT(x1 - bx, y0);
  if (ROUND(1)) verbs[v++] = CR_CUBIC, POINT(x1 - bx + bx * KAPPA, y0), POINT(x1, y0 + by - by * KAPPA), POINT(x1, y0 + by);
  verbs[v++] = CR_LINE, POINT(x1, y1 - cy);
  if (ROUND(2)) verbs[v++] = CR_CUBIC, POINT(x1, y1 - cy + cy * KAPPA), POINT(x1 - cx + cx * KAPPA, y1), POINT(x1 - cx, y1);
  verbs[v++] = CR_LINE, POINT(x0 + dx, y1);
  if (ROUND(3)) verbs[v++] = CR_CUBIC, POINT(x0 + dx - dx * KAPPA, y1), POINT(x0, y1 - dy + dy * KAPPA), POINT(x0, y1 - dy);
  verbs[v++] = CR_LINE, POINT(x0, y0 + ay);
  if (ROUND(0)) verbs[v++] = CR_CUBIC, POINT(x0, y0 + ay - ay * KAPPA), POINT(x0 + ax - ax * KAPPA, y0), POINT(x0 + ax, y0);
#undef POINT
#undef ROUND
#undef RX
#undef RY
  verbs[v++] = CR_CLOSE;
  const cr_path path = {verbs, v, points, n};
  const size_t before = edges->count;
  (void)cr_path_edges(edges, &path, t);
  if (reversed)
    for (size_t i = before; i < edges->count; i++) edges->items[i].sign = -edges->items[i].sign;
}

void cr_rrect_edges(cr_edges *edges, const cr_rrect *rrect, const cr_transform *t, bool reversed) {
  const cr_rrect r = cr_rrect_fitted(rrect);
  if (r.rect.width > 0 && r.rect.height > 0) corner_edges(edges, r.rect, r.radii, r.radii, t, reversed);
}

void cr_border_edges(cr_edges *edges, const cr_rrect *rrect, const double widths[4], const cr_transform *t) {
  const cr_rrect r = cr_rrect_fitted(rrect);
  const double top = widths[0], right = widths[1], bottom = widths[2], left = widths[3];
  cr_rrect_edges(edges, &r, t, false);
  const cr_rect inner = {r.rect.x + left, r.rect.y + top, r.rect.width - left - right, r.rect.height - top - bottom};
  if (!(inner.width > 0) || !(inner.height > 0)) return;
  // Inner corners are ellipses where the widths differ. Source: CSS Backgrounds 3, section 4.2.
  const double rx[4] = {r.radii[0] - left, r.radii[1] - right, r.radii[2] - right, r.radii[3] - left};
  const double ry[4] = {r.radii[0] - top, r.radii[1] - top, r.radii[2] - bottom, r.radii[3] - bottom};
  corner_edges(edges, inner, rx, ry, t, true);
}

typedef struct outline_sink {
  fill_sink fill;
  double x, y;
} outline_sink;
static cr_point outline_point(const outline_sink *s, const FT_Vector *v) { return (cr_point){s->x + (double)v->x / 64, s->y - (double)v->y / 64}; }
static int outline_move(const FT_Vector *to, void *context) {
  outline_sink *s = context;
  cr_point p = outline_point(s, to);
  fill_move(&s->fill, p.x, p.y);
  return 0;
}
static int outline_line(const FT_Vector *to, void *context) {
  outline_sink *s = context;
  cr_point p = outline_point(s, to);
  fill_line(&s->fill, p.x, p.y);
  return 0;
}
static int outline_quad(const FT_Vector *control, const FT_Vector *to, void *context) {
  outline_sink *s = context;
  const cr_line_sink sink = {fill_move, fill_line, fill_close, &s->fill};
  flatten_quad(s->fill.at, outline_point(s, control), outline_point(s, to), FLATNESS, &sink);
  return 0;
}
static int outline_cubic(const FT_Vector *control1, const FT_Vector *control2, const FT_Vector *to, void *context) {
  outline_sink *s = context;
  const cr_line_sink sink = {fill_move, fill_line, fill_close, &s->fill};
  flatten_cubic(s->fill.at, outline_point(s, control1), outline_point(s, control2), outline_point(s, to), FLATNESS, &sink);
  return 0;
}

cr_status cr_canvas_fill_outline(cr_canvas *c, const FT_Outline *outline, double x, double y, cr_color color) {
  if (!outline || !isfinite(x) || !isfinite(y)) return CR_BAD_ARGUMENT;
  static const FT_Outline_Funcs functions = {outline_move, outline_line, outline_quad, outline_cubic, 0, 0};
  outline_sink s = {.fill = {.edges = &c->edges}, .x = x, .y = y};
  cr_edges_reset(&c->edges);
  if (FT_Outline_Decompose((FT_Outline *)(uintptr_t)outline, &functions, &s) != 0) return CR_BAD_FONT;
  fill_close(&s.fill);
  const cr_source source = cr_source_solid(cr_color_premultiplied(color));
  cr_painter painter = {c, &source, CR_BLEND_NORMAL};
  const bool even_odd = (outline->flags & FT_OUTLINE_EVEN_ODD_FILL) != 0;
  cr_status status = cr_edges_rasterize(&c->edges, c->state.clip, even_odd, &c->scratch, cr_paint_rows, &painter);
  if (status != CR_OK) cr_note(c, status);
  return status;
}
