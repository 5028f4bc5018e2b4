// Gradients so wide that their levels would be seen as bands. One thread for each source.
#pragma once
#include "paint/gradient_state.h"

// Whether a linear, radial or conic gradient, which has two stops at least, changes by less than a level in some pixels under the map `t`.
bool cr_gradient_bands(const cr_paint *paint, const cr_transform *t);
// Has the source of a gradient whose tables are rounded down mix neighbouring levels by an ordered pattern. The pattern moves with the gradient's first
// point: the same pixels wherever and in which parts it is drawn.
void cr_gradient_dither(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source);
