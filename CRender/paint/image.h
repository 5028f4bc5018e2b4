// Parts of drawing images. One thread per canvas.
#pragma once
#include "paint/canvas_state.h"
#include "paint/source.h"

// False if nothing is drawn, since an option is invalid or all is transparent; else the opacity as 0...255.
bool cr_image_alpha(const cr_image_options *options, uint32_t *alpha);
// The source in a rectangle under the map, with partially covered edges.
void cr_paint_image(cr_canvas *canvas, const cr_source *source, cr_blend blend, const cr_transform *transform, cr_rect rect);
