// Paths as polygons. Any thread; allocates only the edges.
#pragma once
#include "cr_paint.h"
#include "paint/raster.h"

typedef struct cr_line_sink {
  void (*move)(void *context, double x, double y);
  void (*line)(void *context, double x, double y);
  void (*close)(void *context);
  void *context;
  const cr_status *status;  // ends the walk when it is not CR_OK; NULL: never
} cr_line_sink;
// Converts curves to lines within `tolerance`, after the transform. False if verbs and points don't match or are not finite.
bool cr_path_flatten(const cr_path *path, const cr_transform *t, double tolerance, const cr_line_sink *sink);
// Adds the path's sides to `edges`, in device pixels, each subpath closed. False as cr_path_flatten, keeping the sides added so far.
bool cr_path_edges(cr_edges *edges, const cr_path *path, const cr_transform *t);
