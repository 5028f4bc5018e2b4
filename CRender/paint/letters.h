// Letters on displays of black and white. One thread for each canvas.
#pragma once
#include "paint/canvas_state.h"

// The part `box`, inside of the clip, of a mask of letters whose top left pixel is at (x, y): black or white, whichever tells them from what is
// there, with a rim of the other where that is gray; of faint ones every other pixel. `color` premultiplied;
// `phase`: x + y of a pixel that is drawn.
void cr_paint_letters(cr_canvas *canvas, const cr_surface *mask, int32_t x, int32_t y, cr_box box, uint32_t color, int32_t phase);
