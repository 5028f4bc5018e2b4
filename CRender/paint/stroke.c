// Outlines of stroked paths: the two sides of each line of the flattened path, joined and capped, as polygons for non-zero filling.
// Offsets are computed in logical units and transformed afterwards, so the pen follows any affine map.
#include "stroke.h"

#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "dash.h"
#include "path.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

#define PI 3.14159265358979323846

// Maximum points in memory of a line without dashes. A longer one is stroked in pieces, cut across the middles of sides: the cut ends have
// the same outline in both directions, which leaves no seam.
enum { PIECE = 1 << 14 };
// Maximum points of a line with dashes, which is stored as a whole.
enum { MOST_DASHED_POINTS = 1 << 21 };
// Work for a piece of an arc besides its edge, in rows of an edge.
enum { ARC_ROWS = 8 };
// The same for a point of a line.
enum { POINT_ROWS = 3 };

// Direction and distance from a point to the next one.
typedef struct way {
  double x, y, length;  // the direction, of length 1
} way;

typedef struct stroker {
  cr_edges *edges;
  cr_transform t;
  cr_stroke style;
  double half, step, cos_step;  // half the width; maximum turn of an arc's piece, radians, and its cosine
  cr_point *points;
  size_t count, capacity;
  way *ways;
  size_t way_capacity;
  bool failed, dashed;
  cr_dash_plan plan;
  bool drawn;        // whether the current line has more than a move
  bool cut;          // whether pieces of the current line were stroked already: all but half of its first side, between the points of `head`
  cr_point head[2];
  bool cut_start, cut_end;  // ends of the current piece at which its line continues
  // The current polygon, device pixels.
  bool begun;
  cr_point first, last;
} stroker;

static void emit(stroker *s, double x, double y) {
  cr_point p = cr_apply(&s->t, x, y);
  if (s->begun)
    cr_edges_line(s->edges, s->last.x, s->last.y, p.x, p.y);
  else
    s->first = p, s->begun = true;
  s->last = p;
}
static void finish(stroker *s) {
  if (s->begun) cr_edges_line(s->edges, s->last.x, s->last.y, s->first.x, s->first.y);
  s->begun = false;
}

// Arc from angle a, turning by `sweep`, around p; ends included.
static void arc(stroker *s, cr_point p, double a, double sweep) {
  if (s->edges->status != CR_OK) return;
  double count = ceil(fabs(sweep) / s->step);
  int n = !(count > 1) ? 1 : count > 400 ? 400 : (int)count;
  s->edges->rows += ARC_ROWS * (uint64_t)n;
  // Each point is the previous one, rotated: after 400 of them the error is still below 1e-12 of the radius.
  const double c = cos(sweep / n), t = sin(sweep / n);
  double x = cos(a) * s->half, y = sin(a) * s->half;
  emit(s, p.x + x, p.y + y);
  for (int i = 0; i < n; i++) {
    const double next = x * c - y * t;
    y = x * t + y * c;
    x = next;
    emit(s, p.x + x, p.y + y);
  }
}

static way between(cr_point a, cr_point b) {
  const double x = b.x - a.x, y = b.y - a.y, l = sqrt(x * x + y * y);
  return (way){x / l, y / l, l};
}
static way back(way w) { return (way){-w.x, -w.y, w.length}; }

// Corner at b between the incoming direction d0 and the outgoing d1, on the left side of the walk (with y downwards: normal (dy, -dx)).
static void join(stroker *s, way d0, cr_point b, way d1) {
  const double h = s->half;
  const double cross = d0.x * d1.y - d0.y * d1.x, dot = d0.x * d1.x + d0.y * d1.y;
  const cr_point p0 = {b.x + d0.y * h, b.y - d0.x * h}, p1 = {b.x + d1.y * h, b.y - d1.x * h};
  if (cross < 0) {  // a turn to this side: the inner corner
    // The sides meet at this distance before the corner. If it is more than half of a line, the corner at the other end may reach beyond.
    const double least = d0.length < d1.length ? d0.length : d1.length;
    if (dot > 0 && -cross * h <= (1 + dot) * least / 2) {
      const double k = h / (1 + dot);
      emit(s, b.x + (d0.y + d1.y) * k, b.y - (d0.x + d1.x) * k);
      return;
    }
    emit(s, p0.x, p0.y);
    emit(s, b.x, b.y);
    emit(s, p1.x, p1.y);
    return;
  }
  if (s->style.join == CR_JOIN_ROUND) {
    if (dot >= s->cos_step) {  // an arc of one piece, as most corners of curves and of lines on maps
      if (s->edges->status == CR_OK) s->edges->rows += ARC_ROWS;
      emit(s, p0.x, p0.y);
      emit(s, p1.x, p1.y);
      return;
    }
    double sweep = atan2(cross, dot);
    arc(s, b, atan2(-d0.x, d0.y), sweep);
    return;
  }
  // Miter length divided by half the width is 1 / cos(half of the turn).
  const double cos_half = sqrt(fmax(0, (1 + dot) / 2));
  if ((s->style.join == CR_JOIN_MITER || s->style.join == CR_JOIN_MITER_CLIP) && cos_half > 1e-9 && 1 / cos_half <= s->style.miter_limit) {
    double mx = d0.y + d1.y, my = -d0.x - d1.x, l = sqrt(mx * mx + my * my), k = h / cos_half / l;
    emit(s, b.x + mx * k, b.y + my * k);
    return;
  }
  if (s->style.join == CR_JOIN_MITER_CLIP && s->style.miter_limit > 0) {
    // Intersections of the limit line, across the middle of the turn, with the two sides; for a reversal the middle is straight ahead.
    const double sin_half = sqrt(fmax(0, (1 - dot) / 2)), reach = s->style.miter_limit * h;
    if (sin_half > 1e-9 && reach > cos_half * h) {
      const double along = (reach - cos_half * h) / sin_half;
      emit(s, p0.x + d0.x * along, p0.y + d0.y * along);
      emit(s, p1.x - d1.x * along, p1.y - d1.y * along);
      return;
    }
  }
  emit(s, p0.x, p0.y);
  emit(s, p1.x, p1.y);
}

// Cap at b of the walk in direction d.
static void cap(stroker *s, way d, cr_point b, bool cut) {
  const double h = s->half;
  if (!cut && s->style.cap == CR_CAP_ROUND) {
    arc(s, b, atan2(-d.x, d.y), PI);
    return;
  }
  const double e = !cut && s->style.cap == CR_CAP_SQUARE ? h : 0;
  emit(s, b.x + d.y * h + d.x * e, b.y - d.x * h + d.y * e);
  emit(s, b.x - d.y * h + d.x * e, b.y + d.x * h + d.y * e);
}

// Computes the directions between points; the last one leads back to the first.
static bool find_ways(stroker *s, const cr_point *p, size_t n) {
  if (n > s->way_capacity) {
    size_t bytes;
    way *grown = __builtin_mul_overflow(n, sizeof *grown, &bytes) ? NULL : cr_realloc(s->ways, s->way_capacity * sizeof *grown, bytes);
    if (!grown) return false;
    s->ways = grown;
    s->way_capacity = n;
  }
  for (size_t i = 0; i < n; i++) s->ways[i] = between(p[i], p[i + 1 < n ? i + 1 : 0]);
  return true;
}

static void stroke_line(stroker *s, bool closed) {
  // Coincident points have no direction.
  size_t n = 0;
  const double small = s->half * 1e-6;
  for (size_t i = 0; i < s->count; i++)
    if (n == 0 || fabs(s->points[i].x - s->points[n - 1].x) > small || fabs(s->points[i].y - s->points[n - 1].y) > small) s->points[n++] = s->points[i];
  if (closed)
    while (n > 1 && fabs(s->points[n - 1].x - s->points[0].x) <= small && fabs(s->points[n - 1].y - s->points[0].y) <= small) n--;
  const cr_point *p = s->points;
  const bool drawn = s->drawn || closed;
  s->count = 0;
  s->drawn = false;
  if (n == 0 || s->edges->status != CR_OK) return;
  if (n == 1) {  // a dot, as SVG draws zero-length subpaths
    if (!drawn || s->style.cap == CR_CAP_BUTT) return;
    if (s->style.cap == CR_CAP_ROUND) {
      arc(s, p[0], 0, 2 * PI);
    } else {
      emit(s, p[0].x - s->half, p[0].y - s->half), emit(s, p[0].x + s->half, p[0].y - s->half);
      emit(s, p[0].x + s->half, p[0].y + s->half), emit(s, p[0].x - s->half, p[0].y + s->half);
    }
    finish(s);
    return;
  }
  s->edges->rows += POINT_ROWS * (uint64_t)n;
  if (!find_ways(s, p, n)) {
    s->failed = true;
    return;
  }
  const way *w = s->ways;
  if (closed && n > 2) {
    for (size_t i = 0; i < n; i++) join(s, w[i ? i - 1 : n - 1], p[i], w[i]);
    finish(s);
    for (size_t i = n; i-- > 0;) join(s, back(w[i]), p[i], back(w[i ? i - 1 : n - 1]));
    finish(s);
    return;
  }
  for (size_t i = 1; i + 1 < n; i++) join(s, w[i - 1], p[i], w[i]);
  cap(s, w[n - 2], p[n - 1], s->cut_end);
  for (size_t i = n - 1; i-- > 1;) join(s, back(w[i]), p[i], back(w[i - 1]));
  cap(s, back(w[0]), p[0], s->cut_start);
  finish(s);
}

static cr_point middle(cr_point a, cr_point b) { return (cr_point){(a.x + b.x) / 2, (a.y + b.y) / 2}; }

// Strokes the points so far up to the middle of the last side, where the rest begins.
static void cut_line(stroker *s) {
  const cr_point end = s->points[s->count - 1], at = middle(s->points[s->count - 2], end);
  if (!s->cut) {
    // The first half side is kept until the end of the line, which may lead back to it.
    s->head[0] = s->points[0], s->head[1] = s->points[1];
    s->points[0] = middle(s->head[0], s->head[1]);
    s->cut = true;
  }
  s->points[s->count - 1] = at;
  s->cut_start = s->cut_end = true;
  stroke_line(s, false);
  s->points[0] = at, s->points[1] = end;
  s->count = 2;
}

static void add_point(stroker *s, double x, double y) {
  if (s->edges->status != CR_OK) return;
  if (!s->dashed && s->count > 0) {
    s->drawn = true;
    // Coincident points have no direction.
    const cr_point last = s->points[s->count - 1];
    if (fabs(x - last.x) <= s->half * 1e-6 && fabs(y - last.y) <= s->half * 1e-6) return;
    if (s->count == PIECE) cut_line(s);
  } else if (s->count == MOST_DASHED_POINTS) {
    s->edges->status = CR_TOO_COMPLEX;
    return;
  }
  if (s->count == s->capacity) {
    size_t capacity = s->capacity ? s->capacity * 2 : 64, bytes;
    cr_point *grown = NULL;
    if (!__builtin_mul_overflow(capacity, sizeof *grown, &bytes)) grown = cr_realloc(s->points, s->count * sizeof *grown, bytes);
    if (!grown) {
      s->failed = true;
      return;
    }
    s->points = grown;
    s->capacity = capacity;
  }
  s->points[s->count++] = (cr_point){x, y};
}

static void dash_move(void *context, double x, double y) {
  stroker *s = context;
  stroke_line(s, false);
  add_point(s, x, y);
}
static void add_line(void *context, double x, double y) {
  stroker *s = context;
  s->drawn = true;
  add_point(s, x, y);
}

// Strokes the rest of a cut line.
static void finish_cut(stroker *s, bool closed) {
  const cr_point start = s->head[0], at = middle(s->head[0], s->head[1]);
  if (closed) {
    add_point(s, start.x, start.y);
    add_point(s, at.x, at.y);
  }
  s->cut_start = true;
  s->cut_end = closed;
  stroke_line(s, false);
  s->cut = false;
  if (!closed) {
    add_point(s, start.x, start.y);
    add_point(s, at.x, at.y);
    s->cut_start = false;
    s->cut_end = true;
    stroke_line(s, false);
  }
  s->cut_start = s->cut_end = false;
}

static void stroke_subpath(stroker *s, bool closed) {
  if (s->cut) {
    finish_cut(s, closed);
    return;
  }
  if (!s->dashed || s->count < 2) {
    stroke_line(s, closed);
    return;
  }
  // The line is kept while its dashes are collected.
  cr_point *line = s->points;
  const size_t count = s->count;
  s->points = NULL;
  s->count = s->capacity = 0;
  const cr_line_sink sink = {dash_move, add_line, NULL, s, NULL};
  const bool dashed = cr_dash(&s->style, &s->plan, line, count, closed, &sink, &s->edges->rows);
  stroke_line(s, false);
  cr_free(s->points);
  s->points = line;
  s->capacity = count;
  s->count = dashed ? 0 : count;
  s->drawn = true;
  if (!dashed) stroke_line(s, closed);
  s->drawn = false;
}
static void sink_move(void *context, double x, double y) {
  stroker *s = context;
  stroke_subpath(s, false);
  add_point(s, x, y);
}
static void sink_close(void *context) { stroke_subpath(context, true); }

bool cr_stroke_edges(cr_edges *edges, const cr_path *path, const cr_transform *t, const cr_stroke *stroke) {
  if (!(stroke->width > 0) || !isfinite(stroke->width) || isnan(stroke->miter_limit) || !cr_is_finite_transform(t)) return false;
  const double scale = cr_transform_scale(t);
  if (!(scale > 1e-9) || !isfinite(scale)) return false;
  stroker s = {.edges = edges, .t = *t, .style = *stroke, .half = stroke->width / 2};
  if (!isfinite(s.half * scale)) return false;
  s.dashed = cr_dash_begin(stroke, &s.plan);
  // A piece of an arc deviates from the circle by r (1 - cos(step / 2)).
  const double radius = fmax(s.half * scale, 0.05);
  s.step = 2 * acos(fmax(0.7, 1 - 0.05 / radius));
  s.cos_step = cos(s.step);
  const cr_line_sink sink = {sink_move, add_line, sink_close, &s, &edges->status};
  const cr_transform identity = {1, 0, 0, 1, 0, 0};
  const bool good = cr_path_flatten(path, &identity, 0.04 / scale, &sink);
  if (good) stroke_subpath(&s, false);
  cr_free(s.points);
  cr_free(s.ways);
  if (s.failed && edges->status == CR_OK) edges->status = CR_NO_MEMORY;
  return good;
}
