#include "rounded_rect.h"

#include <math.h>

#include "path.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

// Control points of a quarter circle, relative to the radius.
#define KAPPA 0.5522847498307936

bool cr_rrect_is_finite(const cr_rrect *r) {
  return cr_is_finite_rect(r->rect) && isfinite(r->radii[0]) && isfinite(r->radii[1]) && isfinite(r->radii[2]) && isfinite(r->radii[3]);
}

cr_rrect cr_rrect_fitted(const cr_rrect *rrect) {
  cr_rrect r = *rrect;
  for (int i = 0; i < 4; i++)
    if (!(r.radii[i] > 0)) r.radii[i] = 0;
  const double w = fmax(0, r.rect.width), h = fmax(0, r.rect.height);
  double f = 1;
  const double sums[4] = {r.radii[0] + r.radii[1], r.radii[3] + r.radii[2], r.radii[0] + r.radii[3], r.radii[1] + r.radii[2]};
  for (int i = 0; i < 4; i++) {
    double side = i < 2 ? w : h;
    if (sums[i] > side) f = fmin(f, side / sums[i]);
  }
  for (int i = 0; i < 4; i++) r.radii[i] *= f;
  return r;
}

// Corner radii along x and y, in the order of cr_rrect.
static void corner_edges(cr_edges *edges, cr_rect rect, const double rx[4], const double ry[4], const cr_transform *t, bool reversed) {
  const double x0 = rect.x, y0 = rect.y, x1 = x0 + rect.width, y1 = y0 + rect.height;
  // Clockwise from the top left, as in Path.add(_: RoundedRect).
  uint8_t verbs[10];
  cr_point points[17];
  size_t v = 0, n = 0;
#define POINT(px, py) points[n++] = (cr_point){px, py}
#define ROUND(i) (rx[i] > 0 && ry[i] > 0)
#define RX(i) (ROUND(i) ? rx[i] : 0)
#define RY(i) (ROUND(i) ? ry[i] : 0)
  const double ax = RX(0), ay = RY(0), bx = RX(1), by = RY(1), cx = RX(2), cy = RY(2), dx = RX(3), dy = RY(3);
  verbs[v++] = CR_MOVE, POINT(x0 + ax, y0);
  verbs[v++] = CR_LINE, POINT(x1 - bx, y0);
  if (ROUND(1)) verbs[v++] = CR_CUBIC, POINT(x1 - bx + bx * KAPPA, y0), POINT(x1, y0 + by - by * KAPPA), POINT(x1, y0 + by);
  verbs[v++] = CR_LINE, POINT(x1, y1 - cy);
  if (ROUND(2)) verbs[v++] = CR_CUBIC, POINT(x1, y1 - cy + cy * KAPPA), POINT(x1 - cx + cx * KAPPA, y1), POINT(x1 - cx, y1);
  verbs[v++] = CR_LINE, POINT(x0 + dx, y1);
  if (ROUND(3)) verbs[v++] = CR_CUBIC, POINT(x0 + dx - dx * KAPPA, y1), POINT(x0, y1 - dy + dy * KAPPA), POINT(x0, y1 - dy);
  verbs[v++] = CR_LINE, POINT(x0, y0 + ay);
  if (ROUND(0)) verbs[v++] = CR_CUBIC, POINT(x0, y0 + ay - ay * KAPPA), POINT(x0 + ax - ax * KAPPA, y0), POINT(x0 + ax, y0);
#undef POINT
#undef ROUND
#undef RX
#undef RY
  verbs[v++] = CR_CLOSE;
  const cr_path path = {verbs, v, points, n};
  const size_t before = edges->count;
  (void)cr_path_edges(edges, &path, t);
  if (reversed)
    for (size_t i = before; i < edges->count; i++) edges->items[i].sign = -edges->items[i].sign;
}

void cr_rrect_edges(cr_edges *edges, const cr_rrect *rrect, const cr_transform *t, bool reversed) {
  const cr_rrect r = cr_rrect_fitted(rrect);
  if (r.rect.width > 0 && r.rect.height > 0) corner_edges(edges, r.rect, r.radii, r.radii, t, reversed);
}

void cr_border_edges(cr_edges *edges, const cr_rrect *rrect, const double widths[4], bool fills_corners, const cr_transform *t) {
  const cr_rrect r = cr_rrect_fitted(rrect), square = {r.rect, {0, 0, 0, 0}};
  const double top = widths[0], right = widths[1], bottom = widths[2], left = widths[3];
  cr_rrect_edges(edges, fills_corners ? &square : &r, t, false);
  const cr_rect inner = {r.rect.x + left, r.rect.y + top, r.rect.width - left - right, r.rect.height - top - bottom};
  if (!(inner.width > 0) || !(inner.height > 0)) return;
  // If the widths differ, inner corners are ellipses. Source: CSS Backgrounds 3, section 4.2.
  const double rx[4] = {r.radii[0] - left, r.radii[1] - right, r.radii[2] - right, r.radii[3] - left};
  const double ry[4] = {r.radii[0] - top, r.radii[1] - top, r.radii[2] - bottom, r.radii[3] - bottom};
  corner_edges(edges, inner, rx, ry, t, true);
}
