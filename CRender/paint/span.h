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
// n pixels at (x, y) with coverage (NULL: 255) straight into the target, clip already applied.
void cr_blend_span(cr_canvas *canvas, const cr_source *source, cr_blend blend, int32_t x, int32_t y, int32_t n, const uint8_t *coverage);
// Asks for `n` pixels of row `y` of the target from `x` on, which will be painted soon: rows of a small box are too short for the processor to
// foresee the next. Changes nothing; a row below the target is let be.
void cr_foresee_row(const cr_target *target, int32_t x, int32_t n, int32_t y);

// Grows what cr_canvas_drawn_bounds tells.
void cr_note_drawn(cr_canvas *canvas, cr_box box);
