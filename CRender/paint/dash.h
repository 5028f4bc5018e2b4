// Dashes along polylines. One thread for each call; no allocation.
#pragma once
#include "cr_paint.h"
#include "paint/path.h"

// First dash of the lines of a stroke.
typedef struct cr_dash_plan {
  double sum;    // length of the pattern
  size_t index;  // element of the pattern, an odd one is a gap
  double left;   // what is left of that
} cr_dash_plan;

// Works out where lines begin in the pattern. False where the stroke has no dashes that can be drawn.
bool cr_dash_begin(const cr_stroke *stroke, cr_dash_plan *plan);
// Length of the polyline; of the closed one where `closed`.
double cr_polyline_length(const cr_point *points, size_t count, bool closed);
// Gives `sink` the dashes of a polyline as open lines. A closed line whose beginning and end both lie in a dash gets one dash around its first point.
// False, and nothing given, where the line has no length or more than 100,000 dashes. `steps` grows by the elements of the pattern that were walked.
bool cr_dash(const cr_stroke *stroke, const cr_dash_plan *plan, const cr_point *points, size_t count, bool closed, const cr_line_sink *sink,
             uint64_t *steps);
