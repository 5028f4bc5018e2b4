// Paints computed per pixel: gradients with a spread or a focus, and repeated images. One thread per source.
#pragma once
#include "paint/gradient_state.h"

// A linear, radial or focal gradient with its table filled; `inverse` maps device pixels to the paint's coordinates. False if it is not
// finite.
bool cr_shading_source(const cr_paint *paint, const cr_transform *inverse, cr_gradient *g, cr_source *source);
// A repeated image under the map `t`. False if there is nothing to paint.
bool cr_image_source(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source);
