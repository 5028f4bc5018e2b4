// Affine maps: x' = a x + c y + tx, y' = b x + d y + ty. From logical units to device pixels by default. Any thread.
#pragma once
#include "cr_paint.h"
#include "paint/box.h"

static inline cr_point cr_apply(const cr_transform *t, double x, double y) {
  return (cr_point){t->a * x + t->c * y + t->tx, t->b * x + t->d * y + t->ty};
}
// The first map followed by the next.
cr_transform cr_then(cr_transform first, cr_transform next);
// False if there is no inverse.
bool cr_invert(const cr_transform *t, cr_transform *inverse);
bool cr_is_finite_transform(const cr_transform *t);
bool cr_is_finite_rect(cr_rect r);
// Whether upright rectangles stay upright.
static inline bool cr_is_upright(const cr_transform *t) { return (t->b == 0 && t->c == 0) || (t->a == 0 && t->d == 0); }
// Corners of `r` under the upright map, in order.
void cr_map_upright(const cr_transform *t, cr_rect r, double out[4]);
cr_box cr_map_bounds(const cr_transform *t, cr_rect r);  // device pixels, outwards
// Scale of lengths: square root of the scale of areas.
double cr_transform_scale(const cr_transform *t);
