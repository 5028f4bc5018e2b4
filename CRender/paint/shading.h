// Paints that are worked out pixel by pixel: gradients that spread or have a focus, and repeated images. One thread for each source.
#pragma once
#include "paint/gradient_state.h"

// A linear, radial or focal gradient whose table is filled; `inverse` maps device pixels to the paint's coordinates. False where it is not finite.
bool cr_shading_source(const cr_paint *paint, const cr_transform *inverse, cr_gradient *g, cr_source *source);
// A repeated image under the map `t`. False where there is nothing to paint.
bool cr_image_source(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source);
