// Paths as polygons. Any thread; no allocation but that of the edges.
#pragma once
#include "cr_paint.h"
#include "paint/raster.h"

typedef struct cr_line_sink {
  void (*move)(void *context, double x, double y);
  void (*line)(void *context, double x, double y);
  void (*close)(void *context);
  void *context;
  const cr_status *status;  // ends the walk as soon as it is not CR_OK; NULL: nothing does
} cr_line_sink;
// Curves become lines no farther than `tolerance` away, after the transform. False where verbs and points do not fit or are not finite.
bool cr_path_flatten(const cr_path *path, const cr_transform *t, double tolerance, const cr_line_sink *sink);
// Adds the path's sides to `edges`, in device pixels, each subpath closed. False, with what was added left there, as cr_path_flatten.
bool cr_path_edges(cr_edges *edges, const cr_path *path, const cr_transform *t);
