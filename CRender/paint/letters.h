// Letters on black-and-white displays. One thread per canvas.
#pragma once
#include "paint/canvas_state.h"

// Paints the part `box`, inside the clip, of a mask of letters with its top left pixel at (x, y). Letters are black or white, whichever
// contrasts with the content below, with a rim of the other on gray. Faint letters omit every other pixel. `color` premultiplied; `phase`:
// x + y of a drawn pixel.
void cr_paint_letters(cr_canvas *canvas, const cr_surface *mask, int32_t x, int32_t y, cr_box box, uint32_t color, int32_t phase);
