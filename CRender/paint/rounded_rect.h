// Rounded rectangles as polygons, added to edges in device pixels. Any thread.
#pragma once
#include "cr_paint.h"
#include "paint/raster.h"

// `reversed`: counter-clockwise, to cut the shape out of another one. Adds nothing for an empty shape.
void cr_rrect_edges(cr_edges *edges, const cr_rrect *rrect, const cr_transform *t, bool reversed);
// The area between the shape's edge and its inner edge; widths: top, right, bottom, left, none negative.
// fills_corners: the outer edge is the rectangle's, without radii.
void cr_border_edges(cr_edges *edges, const cr_rrect *rrect, const double widths[4], bool fills_corners, const cr_transform *t);
bool cr_rrect_is_finite(const cr_rrect *r);
// The same without negative radii, and scaled down together until they fit.
cr_rrect cr_rrect_fitted(const cr_rrect *r);
static inline bool cr_rrect_is_square(const cr_rrect *r) {
  return !(r->radii[0] > 0) && !(r->radii[1] > 0) && !(r->radii[2] > 0) && !(r->radii[3] > 0);
}
