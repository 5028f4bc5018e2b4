// Compositing of runs of pixels into a canvas's target. One thread for each canvas.
#pragma once
#include "paint/canvas_state.h"
#include "paint/source.h"

typedef struct cr_painter {
  cr_canvas *canvas;
  const cr_source *source;
  cr_blend blend;
} cr_painter;

// Composites rows of runs through the clip mask; a cr_rows_function with a cr_painter as context. Runs lie inside of the clip.
void cr_paint_rows(void *painter, int32_t y, int32_t rows, const cr_run *runs, size_t count);
// A whole box at full coverage; clipped here.
void cr_paint_box(cr_canvas *canvas, cr_box box, const cr_source *source, cr_blend blend);
// The same through coverage of the whole box, inside of the clip: `coverage` of its first pixel, rows `stride` bytes apart.
void cr_paint_masked(cr_canvas *canvas, const cr_source *source, cr_blend blend, cr_box box, const uint8_t *coverage, size_t stride);
// An area with coverage (NULL: 255; a stride of 0 repeats the first row) straight into the target, clip already applied.
void cr_composite_area(cr_canvas *canvas, const cr_source *source, cr_blend blend, cr_box area, const uint8_t *coverage, size_t stride);

// Grows what cr_canvas_drawn_bounds tells.
void cr_note_drawn(cr_canvas *canvas, cr_box box);
