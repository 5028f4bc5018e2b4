// Strokes as polygons. Any thread.
#pragma once
#include "cr_paint.h"
#include "paint/raster.h"

// Adds the outline of the stroked path to `edges`, in device pixels, for non-zero filling. False if there is nothing to draw: non-finite
// numbers, or a width that is not positive. On allocation failure `edges` has the status CR_NO_MEMORY.
bool cr_stroke_edges(cr_edges *edges, const cr_path *path, const cr_transform *t, const cr_stroke *stroke);
