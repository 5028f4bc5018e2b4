#include "path.h"

#include <math.h>

#include "transform.h"

#pragma STDC FP_CONTRACT OFF

// Maximum deviation of a flattened curve, device pixels.
#define FLATNESS 0.04

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
  bool open = false;  // whether the sink has received the move of the current subpath
  for (size_t i = 0; i < path->verb_count; i++) {
    if (sink->status && *sink->status != CR_OK) return true;
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
  const cr_line_sink sink = {fill_move, fill_line, fill_close, &s, &edges->status};
  if (!cr_path_flatten(path, t, FLATNESS, &sink)) return false;
  fill_close(&s);
  return true;
}
