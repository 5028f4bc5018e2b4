// Paints as sources: colours, and gradients through a table of premultiplied colours.
#include "gradient.h"

#include <math.h>
#include <string.h>

#include "gradient_dither.h"
#include "shading.h"
#include "support/extremes.h"
#include "support/kernels.h"
#include "surface/color.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

#define TURN 6.28318530717958647692

static float clamp01(float v) { return !(v > 0) ? 0 : v > 1 ? 1 : v; }

// `rest`: NULL for rounded colours; else they are rounded down, and `rest` receives the remainders.
static void fill_table(uint32_t *lut, uint32_t *rest, const cr_stop *stops, size_t count, bool straight) {
  size_t k = 0;
  double from = -1;  // offset of stop k - 1, after making offsets grow
  double to = 0;
  float a[4] = {0}, b[4] = {0};
#define LOAD(out, index) \
  do { \
    const cr_color *c_ = &stops[index].color; \
    float alpha_ = clamp01(c_->alpha), k_ = straight ? 1 : alpha_; \
    out[0] = clamp01(c_->red) * k_, out[1] = clamp01(c_->green) * k_, out[2] = clamp01(c_->blue) * k_, out[3] = alpha_; \
  } while (0)
#define OFFSET(index, least) fmax(least, stops[index].offset > 0 ? fmin(stops[index].offset, 1) : 0)
  to = OFFSET(0, 0);
  LOAD(a, 0);
  memcpy(b, a, sizeof a);
  for (int i = 0; i < CR_LUT; i++) {
    const double t = (double)i / (CR_LUT - 1);
    while (k < count && t >= to) {
      k++;
      from = to;
      memcpy(a, b, sizeof a);
      if (k < count) {
        LOAD(b, k);
        to = OFFSET(k, from);
      }
    }
    const float f = k == 0 || k >= count || to <= from ? 0 : (float)((t - from) / (to - from));
    uint32_t p = 0, left = 0;
    static const int shift[4] = {16, 8, 0, 24};
    const float k_alpha = straight ? (a[3] + (b[3] - a[3]) * f) * 255.0f : 255.0f;
    for (int c = 0; c < 4; c++) {
      const float level = (a[c] + (b[c] - a[c]) * f) * (c < 3 ? k_alpha : 255.0f) + (rest ? 1.0f / 512 : 0.5f);
      p |= (uint32_t)level << shift[c];
      left |= (uint32_t)((level - (float)(uint32_t)level) * 256) << shift[c];
    }
    lut[i] = p;
    if (rest) rest[i] = left;
  }
#undef LOAD
#undef OFFSET
}

// Table position of the pixel's middle, 16 fractional bits; far outside it is clamped to the range of 2^40 steps.
static int64_t fixed16(double v) {
  v *= 65536;
  return v > 0x1p55 ? (int64_t)0x1p55 : !(v > -0x1p55) ? -(int64_t)0x1p55 : (int64_t)floor(v + 0.5);
}
static uint32_t entry(const uint32_t *lut, int64_t t) {
  int64_t i = t >> 16;
  return lut[i < 0 ? 0 : i >= CR_LUT ? CR_LUT - 1 : i];
}

static uint32_t linear_row_color(const cr_source *source, int32_t y) {
  const cr_gradient *g = source->data;
  return entry(g->lut, fixed16(g->b * (y + 0.5) + g->c + 0.5));
}

static const uint32_t *fetch_linear(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const int64_t dt = fixed16(g->a);
  const int64_t row = fixed16(g->a * 0.5 + g->b * (y + 0.5) + g->c + 0.5);
  int32_t i = 0;
  const __int128 limit = (__int128)CR_LUT << 16;
  // Constant before the table, looked up inside it, constant after it.
#define AT(k) ((__int128)row + (__int128)dt * ((int64_t)x + (k)))
  while (i < n) {
    __int128 t = AT(i);
    if (t >= 0 && t < limit) {
      int64_t steps = n - i;
      if (dt > 0) steps = cr_min64(steps, (int64_t)((limit - 1 - t) / dt) + 1);
      if (dt < 0) steps = cr_min64(steps, (int64_t)(t / -dt) + 1);
      cr_k->lookup(out + i, g->lut, (int32_t)t, (int32_t)dt, (size_t)steps);
      i += (int32_t)steps;
    } else {
      int64_t steps = n - i;
      if (t < 0 && dt > 0) steps = (int64_t)((-t + dt - 1) / dt) < steps ? (int64_t)((-t + dt - 1) / dt) : steps;
      if (t >= limit && dt < 0) steps = (int64_t)((t - limit) / -dt) + 1 < steps ? (int64_t)((t - limit) / -dt) + 1 : steps;
      cr_k->fill(out + i, g->lut[t < 0 ? 0 : CR_LUT - 1], (size_t)steps);
      i += (int32_t)steps;
    }
  }
#undef AT
  return out;
}

static const uint32_t *fetch_radial(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  for (int32_t i = 0; i < n; i++) {
    double px = x + i + 0.5, u = u0 + g->a * px, v = v0 + g->a2 * px;
    double t = sqrt(u * u + v * v) * (CR_LUT - 1) + 0.5;
    out[i] = g->lut[t < CR_LUT - 1 ? (int)t : CR_LUT - 1];
  }
  return out;
}

static const uint32_t *fetch_conic(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  for (int32_t i = 0; i < n; i++) {
    double px = x + i + 0.5, u = u0 + g->a * px, v = v0 + g->a2 * px;
    double t = atan2(u, -v) / TURN - g->turn;
    t -= floor(t);
    t = t * (CR_LUT - 1) + 0.5;
    out[i] = g->lut[t < CR_LUT - 1 ? (int)t : CR_LUT - 1];
  }
  return out;
}

static bool gradient_source(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source) {
  if (paint->stop_count == 0 || !paint->stops) return false;
  const bool is_linear = paint->kind == CR_PAINT_LINEAR;
  if (!isfinite(paint->p0.x) || !isfinite(paint->p0.y) || (is_linear && (!isfinite(paint->p1.x) || !isfinite(paint->p1.y))) ||
      (!is_linear && !isfinite(paint->value)))
    return false;
  const cr_color last = paint->stops[paint->stop_count - 1].color;
  const double dx = paint->p1.x - paint->p0.x, dy = paint->p1.y - paint->p0.y, squared = dx * dx + dy * dy;
  cr_transform inverse;
  // A gradient without extent has its last colour everywhere, as in SVG. So has one of equal stops; a focal one is clear outside its cone.
  bool is_flat = paint->stop_count == 1 || paint->kind != CR_PAINT_FOCAL;
  for (size_t i = 0; is_flat && i + 1 < paint->stop_count; i++)
    is_flat = memcmp(&paint->stops[i].color, &last, sizeof last) == 0;
  if (is_flat || (is_linear && !(squared > 0)) || (paint->kind == CR_PAINT_RADIAL && !(paint->value > 0)) || (paint->kind == CR_PAINT_FOCAL && !(paint->value > 0)) || !cr_invert(t, &inverse)) {
    *source = cr_source_solid(cr_color_premultiplied(last));
    return true;
  }
  const bool is_dithered = cr_gradient_bands(paint, t);
  fill_table(g->lut, is_dithered ? g->rest : NULL, paint->stops, paint->stop_count, paint->straight);
  uint32_t all = 0xff000000u;
  for (int i = 0; i < CR_LUT; i++) all &= g->lut[i];
  *source = (cr_source){.is_opaque = all == 0xff000000u, .alpha = 255, .data = g};
  if (paint->kind == CR_PAINT_FOCAL || (paint->spread != CR_SPREAD_PAD && paint->kind != CR_PAINT_CONIC))
    return cr_shading_source(paint, &inverse, g, source);
  if (is_linear) {
    const double kx = dx / squared * (CR_LUT - 1), ky = dy / squared * (CR_LUT - 1);
    g->a = inverse.a * kx + inverse.b * ky;
    g->b = inverse.c * kx + inverse.d * ky;
    g->c = (inverse.tx - paint->p0.x) * kx + (inverse.ty - paint->p0.y) * ky;
    if (!isfinite(g->a) || !isfinite(g->b) || !isfinite(g->c)) return false;
    source->fetch = fetch_linear;
    source->row_color = linear_row_color;
    source->is_row_solid = fixed16(g->a) == 0;
    if (is_dithered) cr_gradient_dither(paint, t, g, source);
    return true;
  }
  const double k = paint->kind == CR_PAINT_RADIAL ? 1 / paint->value : 1;
  g->a = inverse.a * k, g->b = inverse.c * k, g->c = (inverse.tx - paint->p0.x) * k;
  g->a2 = inverse.b * k, g->b2 = inverse.d * k, g->c2 = (inverse.ty - paint->p0.y) * k;
  if (!isfinite(g->a) || !isfinite(g->b) || !isfinite(g->c) || !isfinite(g->a2) || !isfinite(g->b2) || !isfinite(g->c2)) return false;
  g->turn = paint->value / TURN - floor(paint->value / TURN);
  source->is_costly = true;
  source->fetch = paint->kind == CR_PAINT_RADIAL ? fetch_radial : fetch_conic;
  if (is_dithered) cr_gradient_dither(paint, t, g, source);
  return true;
}

bool cr_source_from_paint(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source) {
  if (paint->kind == CR_PAINT_COLOR) {
    *source = cr_source_solid(cr_color_premultiplied(paint->color));
    return true;
  }
  const cr_transform map = paint->has_transform ? cr_then(paint->transform, *t) : *t;
  if (!cr_is_finite_transform(&map)) return false;
  if (paint->kind == CR_PAINT_IMAGE) return cr_image_source(paint, &map, g, source);
  return gradient_source(paint, &map, g, source);
}
