// Exact-area scan conversion of polygons into runs of coverage.
//
// Coordinates are device pixels in 24.8 fixed point. Every pixel's coverage is computed from absolute coordinates in integers, so it does
// not depend on the clip. Winding accumulates per pixel, as in FreeType's smooth rasterizer.
// One thread per list of edges and per scratch.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "cr_status.h"
#include "paint/box.h"

// Maximum coordinate, pixels; points beyond are clamped.
#define CR_COORDINATE_LIMIT 4000000.0

typedef struct cr_edge {
  int32_t x0, y0, x1, y1;  // 24.8, y0 < y1
  int32_t sign;            // +1 if the outline ran downwards, -1 if upwards
  int32_t x;               // x at the top of the current row
} cr_edge;

// Coverage sums of all pixels of a box. Many edges are added to them and dropped, so that memory depends on the pixels instead of the
// edges.
struct cr_plane;

typedef struct cr_edges {
  cr_edge *items;
  size_t count, capacity;
  int32_t min_x, min_y, max_x, max_y;  // 24.8
  cr_status status;        // CR_TOO_COMPLEX from CR_MOST_EDGE_ROWS on
  cr_box clip;             // area to rasterize; empty: unspecified, and all edges are kept
  struct cr_plane *plane;  // NULL: all edges are in `items`
  uint64_t rows;           // pixel rows that the edges cross within the clip, each edge counted at least once
} cr_edges;

// Pixels x ..< x + n; coverage NULL means 255 everywhere.
typedef struct cr_run {
  int32_t x, n;
  const uint8_t *coverage;
} cr_run;

// Called with equal rows y ..< y + rows of `runs`, top to bottom. Runs are inside the clip.
typedef void (*cr_rows_function)(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count);

// Working memory, reused between calls; the owner frees `bytes` with cr_free.
typedef struct cr_scratch {
  uint8_t *bytes;
  size_t capacity;
} cr_scratch;

int32_t cr_fixed(double v);  // rounded to 24.8, clamped to the limit
void cr_edges_reset(cr_edges *edges);
// The same for edges rasterized within `clip`. Many edges then need memory for its pixels at most.
void cr_edges_begin(cr_edges *edges, cr_box clip);
void cr_edges_free(cr_edges *edges);
// One side of a polygon, in device pixels.
void cr_edges_line(cr_edges *edges, double x0, double y0, double x1, double y1);
// Smallest pixel box around all edges.
cr_box cr_edges_bounds(const cr_edges *edges);
// `clip` must be within that of cr_edges_begin. CR_NO_MEMORY if the edges or the scratch memory could not be allocated, CR_TOO_COMPLEX for
// too many edges; nothing is emitted then.
cr_status cr_edges_rasterize(cr_edges *edges, cr_box clip, bool even_odd, cr_scratch *scratch, cr_rows_function emit, void *context);
// The same for the upright rectangle x0...x1, y0...y1 (24.8).
void cr_rect_rasterize(int32_t x0, int32_t y0, int32_t x1, int32_t y1, cr_box clip, cr_rows_function emit, void *context);
