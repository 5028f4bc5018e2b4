// Dashes along polylines. One thread for each call; no allocation.
#pragma once
#include "cr_paint.h"
#include "paint/path.h"

// Whether the stroke has dashes that can be drawn.
bool cr_has_dashes(const cr_stroke *stroke);
// Length of the polyline; of the closed one where `closed`.
double cr_polyline_length(const cr_point *points, size_t count, bool closed);
// Gives `sink` the dashes of a polyline as open lines. A closed line whose beginning and end both lie in a dash gets one dash around its first point.
// False, and nothing given, where the line has no length or more than 100,000 dashes.
bool cr_dash(const cr_stroke *stroke, const cr_point *points, size_t count, bool closed, const cr_line_sink *sink);
