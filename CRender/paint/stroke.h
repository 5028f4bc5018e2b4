// Strokes as polygons. Any thread.
#pragma once
#include "cr_paint.h"
#include "paint/raster.h"

// Adds the outline of the stroked path to `edges`, in device pixels; to be filled non-zero. False where there is nothing to draw: numbers that are not
// finite, a width that is not positive. `edges` has the status CR_NO_MEMORY where memory is short.
bool cr_stroke_edges(cr_edges *edges, const cr_path *path, const cr_transform *t, const cr_stroke *stroke);
