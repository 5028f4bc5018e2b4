// Compositing of pixel runs into a canvas's target. One thread per canvas.
#pragma once
#include "paint/canvas_state.h"
#include "paint/composite.h"
#include "paint/source.h"

// A source painted into a canvas by an operator. Borrows both; created once per fill, or for the glyphs of a text, and not copied.
typedef struct cr_painter {
  cr_canvas *canvas;
  const cr_source *source;
  cr_blend blend;
  cr_composition composition;
  cr_source snapped;  // the source with a color of the canvas's depth; used if it has a depth
  bool is_flat;       // pixels of full coverage are rounded to the depth
} cr_painter;

// The canvas's target and the source must not change while the painter is used.
void cr_painter_prepare(cr_painter *painter, cr_canvas *canvas, const cr_source *source, cr_blend blend);

// Composites rows of runs through the clip mask; a cr_rows_function with a cr_painter as context. Runs are inside the clip.
void cr_paint_rows(void *painter, int32_t y, int32_t rows, const cr_run *runs, size_t count);
// A whole box at full coverage; clipped here.
void cr_paint_box(cr_canvas *canvas, cr_box box, const cr_source *source, cr_blend blend);
// A box, inside the clip, through coverage of the whole box: `coverage` of its first pixel, rows `stride` bytes apart.
void cr_paint_masked(cr_painter *painter, cr_box box, const uint8_t *coverage, size_t stride);
// As cr_paint_area, for a flat painter.
void cr_paint_flat(cr_painter *painter, cr_box area, const uint8_t *coverage, size_t stride);
// An area with coverage (NULL: 255; a stride of 0 repeats the first row) directly into the target, clip already applied.
static inline void cr_paint_area(cr_painter *p, cr_box area, const uint8_t *coverage, size_t stride) {
  if (p->is_flat) {
    cr_paint_flat(p, area, coverage, stride);
    return;
  }
  const cr_status status = cr_composite(&p->composition, area, coverage, stride);
  if (status != CR_OK) cr_note(p->canvas, status);
}

// Extends the result of cr_canvas_drawn_bounds.
void cr_note_drawn(cr_canvas *canvas, cr_box box);
