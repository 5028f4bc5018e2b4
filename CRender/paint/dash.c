// Dashes: a simultaneous walk along a polyline and along the pattern. Source: SVG 2, section 13.5.6.
#include "dash.h"

#include <math.h>

#pragma STDC FP_CONTRACT OFF

#define MOST_DASHES 100000.0

static double pattern_length(const cr_stroke *stroke) {
  double sum = 0;
  for (size_t i = 0; i < stroke->dash_count; i++) {
    if (!(stroke->dashes[i] >= 0)) return 0;
    sum += stroke->dashes[i];
  }
  return isfinite(sum) ? sum : 0;
}

double cr_polyline_length(const cr_point *p, size_t count, bool closed) {
  double length = 0;
  for (size_t i = 1; i < count; i++) length += hypot(p[i].x - p[i - 1].x, p[i].y - p[i - 1].y);
  if (closed && count > 1) length += hypot(p[0].x - p[count - 1].x, p[0].y - p[count - 1].y);
  return length;
}

bool cr_dash_begin(const cr_stroke *s, cr_dash_plan *plan) {
  const bool has_pattern = s->dash_count > 0 && s->dashes && isfinite(s->dash_offset);
  const double sum = has_pattern ? pattern_length(s) : 0;
  if (!(sum > 0)) return false;
  const bool twice = s->dash_count & 1;
  const double whole = twice ? 2 * sum : sum;
  double at = fmod(s->dash_offset, whole);
  if (at < 0) at += whole;
  cr_dash_plan p = {sum, 0, 0};
  const size_t count = twice ? s->dash_count * 2 : s->dash_count;
  while (p.index + 1 < count) {
    const double dash = s->dashes[p.index % s->dash_count];
    if (at < dash || (at == 0 && dash == 0)) break;  // a dash of length zero has caps
    at -= dash;
    p.index++;
  }
  p.left = fmax(0, s->dashes[p.index % s->dash_count] - at);
  *plan = p;
  return true;
}

// Walks around once, up to `until` (a length); `skip` omits the first dash if the line begins in one.
static void walk(const cr_stroke *s, const cr_point *p, size_t count, bool closed, cr_dash_plan at, double until, bool skip, bool joined,
                 const cr_line_sink *sink, uint64_t *steps) {
  const size_t cycle = s->dash_count & 1 ? s->dash_count * 2 : s->dash_count, sides = closed ? count : count - 1;
  bool is_on = (at.index & 1) == 0, drawing = is_on && !skip;
  double walked = 0;
  if (drawing && !joined) sink->move(sink->context, p[0].x, p[0].y);
  for (size_t i = 0; i < sides; i++) {
    const cr_point a = p[i], b = p[(i + 1) % count];
    const double length = hypot(b.x - a.x, b.y - a.y);
    double done = 0;
    while (length - done > at.left) {
      done += at.left;
      ++*steps;
      const double f = length > 0 ? done / length : 0, x = a.x + (b.x - a.x) * f, y = a.y + (b.y - a.y) * f;
      if (is_on && drawing) sink->line(sink->context, x, y);
      if (walked + done >= until) return;
      at.index = (at.index + 1) % cycle;
      at.left = s->dashes[at.index % s->dash_count];
      is_on = (at.index & 1) == 0;
      drawing = is_on;
      if (drawing) sink->move(sink->context, x, y);
    }
    at.left -= length - done;
    walked += length;
    if (is_on && drawing) sink->line(sink->context, b.x, b.y);
  }
}

bool cr_dash(const cr_stroke *s, const cr_dash_plan *plan, const cr_point *p, size_t count, bool closed, const cr_line_sink *sink, uint64_t *steps) {
  if (count < 2) return false;
  const double sum = plan->sum, length = cr_polyline_length(p, count, closed);
  if (!(length > 0) || !(length / sum * (double)s->dash_count <= MOST_DASHES)) return false;
  const cr_dash_plan first = *plan;
  const bool begins_on = (first.index & 1) == 0;
  if (!closed || !begins_on || first.left >= length) {
    walk(s, p, count, closed, first, INFINITY, false, false, sink, steps);
    return true;
  }
  // Whether the line also ends in a dash, which continues into the first one.
  double rest = fmod(length - first.left, s->dash_count & 1 ? 2 * sum : sum);
  size_t index = first.index + 1;
  const size_t cycle = s->dash_count & 1 ? s->dash_count * 2 : s->dash_count;
  while (rest >= s->dashes[index % cycle % s->dash_count]) {
    rest -= s->dashes[index % cycle % s->dash_count];
    ++*steps;
    if (++index > first.index + 2 * cycle) break;
  }
  const bool ends_on = (index % cycle & 1) == 0 && rest > 0;
  walk(s, p, count, true, first, INFINITY, ends_on, false, sink, steps);
  // The first dash after the last: as one line if they meet.
  if (ends_on) walk(s, p, count, true, first, first.left, false, true, sink, steps);
  return true;
}
