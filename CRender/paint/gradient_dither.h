// Dithering of gradients whose levels would be visible as bands. One thread per source.
#pragma once
#include "paint/gradient_state.h"

// Whether a linear, radial or conic gradient with at least two stops changes by less than a level per pixel somewhere under the map `t`.
bool cr_gradient_bands(const cr_paint *paint, const cr_transform *t);
// Makes the source of a gradient with rounded-down tables mix adjacent levels by an ordered pattern. The pattern moves with the gradient's
// first point: the pixels are the same wherever and in whatever parts it is drawn.
void cr_gradient_dither(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source);
