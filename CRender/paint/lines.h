// Thin lines on displays of black and white. One thread for each canvas.
#pragma once
#include "paint/canvas_state.h"
#include "paint/source.h"

// The widest line that a dither would fray, device pixels.
#define CR_LINE_WIDTH 3.25

// Whether a fill of this width, device pixels, is a line that is black or white.
static inline bool cr_is_line(const cr_canvas *canvas, const cr_source *source, double width) {
  return canvas->pure_letters && !canvas->target.is_coverage && source->is_solid && source->color >> 24 && width > 0 && width <= CR_LINE_WIDTH;
}

// Composites rows of runs as black or white, whichever tells them from what is there; a cr_rows_function with a cr_painter as context, whose source
// is solid. Where nothing is known of what will lie beneath, the colour stays.
void cr_paint_line_rows(void *painter, int32_t y, int32_t rows, const cr_run *runs, size_t count);
