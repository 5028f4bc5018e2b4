// Dashes along polylines. One thread per call; no allocation.
#pragma once
#include "cr_paint.h"
#include "paint/path.h"

// First dash of the lines of a stroke.
typedef struct cr_dash_plan {
  double sum;    // length of the pattern
  size_t index;  // element of the pattern, an odd one is a gap
  double left;   // remaining length of that element
} cr_dash_plan;

// Computes the start of lines in the pattern. False if the stroke has no valid dashes.
bool cr_dash_begin(const cr_stroke *stroke, cr_dash_plan *plan);
// Length of the polyline; if `closed`, of the closed one.
double cr_polyline_length(const cr_point *points, size_t count, bool closed);
// Passes the dashes of a polyline to `sink` as open lines. If a closed line begins and ends in a dash, it gets one dash around its first
// point. False, without calls, if the line has no length or more than 100,000 dashes. `steps` is increased by the number of pattern
// elements walked.
bool cr_dash(const cr_stroke *stroke, const cr_dash_plan *plan, const cr_point *points, size_t count, bool closed, const cr_line_sink *sink,
             uint64_t *steps);
