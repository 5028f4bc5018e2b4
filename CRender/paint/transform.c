#include "transform.h"

#include <math.h>

#include "raster.h"

#pragma STDC FP_CONTRACT OFF

cr_transform cr_then(cr_transform f, cr_transform n) {
  return (cr_transform){f.a * n.a + f.b * n.c, f.a * n.b + f.b * n.d, f.c * n.a + f.d * n.c, f.c * n.b + f.d * n.d,
                        f.tx * n.a + f.ty * n.c + n.tx, f.tx * n.b + f.ty * n.d + n.ty};
}

bool cr_is_finite_transform(const cr_transform *t) {
  return isfinite(t->a) && isfinite(t->b) && isfinite(t->c) && isfinite(t->d) && isfinite(t->tx) && isfinite(t->ty);
}

bool cr_is_finite_rect(cr_rect r) {
  return isfinite(r.x) && isfinite(r.y) && isfinite(r.width) && isfinite(r.height) && isfinite(r.x + r.width) && isfinite(r.y + r.height);
}

bool cr_invert(const cr_transform *t, cr_transform *inverse) {
  double det = t->a * t->d - t->b * t->c;
  if (!isfinite(det) || det == 0) return false;
  *inverse = (cr_transform){t->d / det, -t->b / det, -t->c / det, t->a / det, (t->c * t->ty - t->d * t->tx) / det, (t->b * t->tx - t->a * t->ty) / det};
  return cr_is_finite_transform(inverse);
}

double cr_transform_scale(const cr_transform *t) { return sqrt(fabs(t->a * t->d - t->b * t->c)); }

void cr_map_upright(const cr_transform *t, cr_rect r, double out[4]) {
  cr_point p = cr_apply(t, r.x, r.y), q = cr_apply(t, r.x + r.width, r.y + r.height);
  out[0] = fmin(p.x, q.x), out[1] = fmin(p.y, q.y), out[2] = fmax(p.x, q.x), out[3] = fmax(p.y, q.y);
}

cr_box cr_map_bounds(const cr_transform *t, cr_rect r) {
  cr_point p[4] = {cr_apply(t, r.x, r.y), cr_apply(t, r.x + r.width, r.y), cr_apply(t, r.x, r.y + r.height), cr_apply(t, r.x + r.width, r.y + r.height)};
  double x0 = p[0].x, y0 = p[0].y, x1 = x0, y1 = y0;
  for (int i = 1; i < 4; i++) x0 = fmin(x0, p[i].x), y0 = fmin(y0, p[i].y), x1 = fmax(x1, p[i].x), y1 = fmax(y1, p[i].y);
  return (cr_box){cr_fixed(x0) >> 8, cr_fixed(y0) >> 8, (cr_fixed(x1) + 255) >> 8, (cr_fixed(y1) + 255) >> 8};
}
