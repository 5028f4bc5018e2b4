// Gradients with a spread or a focus, and repeated images.
#include "shading.h"

#include <math.h>

#include "surface/surface.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

static uint32_t color_at(const cr_gradient *g, double t) {
  if (isnan(t)) return 0;
  if (g->spread == CR_SPREAD_REPEAT) {
    t -= floor(t);
  } else if (g->spread == CR_SPREAD_REFLECT) {
    t = fabs(t - 2 * floor(t / 2 + 0.5));
  }
  t = t * (CR_LUT - 1) + 0.5;
  return g->lut[t < CR_LUT - 1 ? t > 0 ? (int)t : 0 : CR_LUT - 1];
}

static const uint32_t *fetch_spread_linear(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double row = g->b * (y + 0.5) + g->c;
  for (int32_t i = 0; i < n; i++) out[i] = color_at(g, row + g->a * (x + i + 0.5));
  return out;
}

static const uint32_t *fetch_spread_radial(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  for (int32_t i = 0; i < n; i++) {
    const double px = x + i + 0.5, u = u0 + g->a * px, v = v0 + g->a2 * px;
    out[i] = color_at(g, sqrt(u * u + v * v));
  }
  return out;
}

// Largest t whose circle passes through the point and has a non-negative radius.
static double circle_through(const cr_gradient *g, double u, double v) {
  const double dx = g->focal[0], dy = g->focal[1], dr = g->focal[2], r = g->focal[3];
  // Both circles are equal: the limit of a focal circle growing towards the other is the first colour inside and the last outside.
  if (dr == 0 && dx == 0 && dy == 0) return u * u + v * v < r * r ? -INFINITY : INFINITY;
  const double a = dx * dx + dy * dy - dr * dr, b = u * dx + v * dy + r * dr, c = u * u + v * v - r * r;
  if (fabs(a) < 1e-9) {
    const double t = c / (2 * b);
    return b != 0 && r + t * dr >= 0 ? t : NAN;
  }
  const double d = b * b - a * c;
  if (d < 0) return NAN;
  const double root = sqrt(d), first = (b + root) / a, second = (b - root) / a;
  const double high = fmax(first, second), low = fmin(first, second);
  return r + high * dr >= 0 ? high : r + low * dr >= 0 ? low : NAN;
}

static const uint32_t *fetch_focal(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  for (int32_t i = 0; i < n; i++) {
    const double px = x + i + 0.5;
    out[i] = color_at(g, circle_through(g, u0 + g->a * px, v0 + g->a2 * px));
  }
  return out;
}

bool cr_shading_source(const cr_paint *paint, const cr_transform *inverse, cr_gradient *g, cr_source *source) {
  g->spread = paint->spread;
  source->is_costly = true;
  if (paint->kind == CR_PAINT_LINEAR) {
    const double dx = paint->p1.x - paint->p0.x, dy = paint->p1.y - paint->p0.y, squared = dx * dx + dy * dy;
    const double kx = dx / squared, ky = dy / squared;
    g->a = inverse->a * kx + inverse->b * ky;
    g->b = inverse->c * kx + inverse->d * ky;
    g->c = (inverse->tx - paint->p0.x) * kx + (inverse->ty - paint->p0.y) * ky;
    source->fetch = fetch_spread_linear;
    return isfinite(g->a) && isfinite(g->b) && isfinite(g->c);
  }
  const bool is_focal = paint->kind == CR_PAINT_FOCAL;
  const cr_point origin = is_focal ? paint->p1 : paint->p0;
  const double k = is_focal ? 1 : 1 / paint->value;
  g->a = inverse->a * k, g->b = inverse->c * k, g->c = (inverse->tx - origin.x) * k;
  g->a2 = inverse->b * k, g->b2 = inverse->d * k, g->c2 = (inverse->ty - origin.y) * k;
  if (!isfinite(g->a) || !isfinite(g->b) || !isfinite(g->c) || !isfinite(g->a2) || !isfinite(g->b2) || !isfinite(g->c2)) return false;
  source->fetch = is_focal ? fetch_focal : fetch_spread_radial;
  if (!is_focal) return true;
  g->focal[0] = paint->p0.x - paint->p1.x, g->focal[1] = paint->p0.y - paint->p1.y;
  g->focal[2] = paint->value - paint->focal_radius, g->focal[3] = paint->focal_radius;
  // Points outside both circles may not be painted.
  source->is_opaque = false;
  return isfinite(g->focal[0]) && isfinite(g->focal[1]) && isfinite(g->focal[2]) && g->focal[3] >= 0;
}

// MARK: images

static uint32_t wrapped(const cr_surface *s, int32_t x, int32_t y) {
  x = x < 0 ? x + s->width : x >= s->width ? x - s->width : x;
  y = y < 0 ? y + s->height : y >= s->height ? y - s->height : y;
  return ((const uint32_t *)(const void *)cr_surface_row(s, y))[x];
}

// Interpolates two pixels, `f` of 256.
static uint32_t between(uint32_t p, uint32_t q, uint32_t f) {
  const uint32_t low = (p & 0xff00ff) * (256 - f) + (q & 0xff00ff) * f, high = (p >> 8 & 0xff00ff) * (256 - f) + (q >> 8 & 0xff00ff) * f;
  return (low >> 8 & 0xff00ff) | (high & 0xff00ff00u);
}

static const uint32_t *fetch_image(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const cr_surface *s = g->image;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2, shift = g->nearest ? 0 : 0.5;
  for (int32_t i = 0; i < n; i++) {
    const double px = x + i + 0.5;
    double u = u0 + g->a * px - shift, v = v0 + g->a2 * px - shift;
    u -= floor(u / s->width) * s->width;
    v -= floor(v / s->height) * s->height;
    // Rounding may give the width itself.
    const int32_t iu = u < s->width ? (int32_t)u : 0, iv = v < s->height ? (int32_t)v : 0;
    if (g->nearest) {
      out[i] = wrapped(s, iu, iv);
      continue;
    }
    const uint32_t fu = (uint32_t)((u - floor(u)) * 256), fv = (uint32_t)((v - floor(v)) * 256);
    out[i] = between(between(wrapped(s, iu, iv), wrapped(s, iu + 1, iv), fu), between(wrapped(s, iu, iv + 1), wrapped(s, iu + 1, iv + 1), fu), fv);
  }
  return out;
}

bool cr_image_source(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source) {
  cr_transform inverse;
  const cr_surface *image = paint->image;
  if (!image || image->format != CR_ARGB8888 || image->width < 1 || image->height < 1 || !cr_invert(t, &inverse)) return false;
  if (!cr_is_finite_transform(&inverse) || isnan(paint->value)) return false;
  g->a = inverse.a, g->b = inverse.c, g->c = inverse.tx;
  g->a2 = inverse.b, g->b2 = inverse.d, g->c2 = inverse.ty;
  g->image = image;
  g->nearest = paint->quality == CR_NEAREST;
  const double opacity = paint->value < 0 ? 0 : paint->value > 1 ? 1 : paint->value;
  *source = (cr_source){.is_costly = true, .alpha = (uint32_t)(opacity * 255 + 0.5), .fetch = fetch_image, .data = g};
  return true;
}
