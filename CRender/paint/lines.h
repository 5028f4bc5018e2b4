// Thin lines on black-and-white displays. One thread per canvas.
#pragma once
#include "paint/canvas_state.h"
#include "paint/source.h"

// Maximum width of lines that dithering would fray, device pixels.
#define CR_LINE_WIDTH 3.25

// Whether a fill of this width, device pixels, is a black or white line.
static inline bool cr_is_line(const cr_canvas *canvas, const cr_source *source, double width) {
  return canvas->bilevel && !canvas->target.is_coverage && source->is_solid && source->color >> 24 && width > 0 && width <= CR_LINE_WIDTH;
}

// Composites rows of runs as black or white, whichever contrasts with the content below; a cr_rows_function with a cr_painter as context
// and a solid source. If the content below is unknown, the colour is kept.
void cr_paint_line_rows(void *painter, int32_t y, int32_t rows, const cr_run *runs, size_t count);
