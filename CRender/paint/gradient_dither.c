#include "gradient_dither.h"

#include <math.h>
#include <string.h>

#include "support/extremes.h"
#include "support/kernels.h"
#include "support/pixel.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

#define TURN 6.28318530717958647692

// Narrower bands are invisible.
#define LEAST_BAND 3.0
// The bands of a conic gradient get wider with the distance from its centre: its widest part, at this many device pixels, is used.
#define CONIC_REACH 512.0

// Thresholds in 256ths above which a level's remainder is rounded up: Bayer's 8 x 8 matrix.
static const uint8_t thresholds[8][8] = {
    {2, 130, 34, 162, 10, 138, 42, 170},  {194, 66, 226, 98, 202, 74, 234, 106}, {50, 178, 18, 146, 58, 186, 26, 154},
    {242, 114, 210, 82, 250, 122, 218, 90}, {14, 142, 46, 174, 6, 134, 38, 166},  {206, 78, 238, 110, 198, 70, 230, 102},
    {62, 190, 30, 158, 54, 182, 22, 150}, {254, 126, 222, 94, 246, 118, 214, 86},
};

static double clamp01(double v) { return !(v > 0) ? 0 : v > 1 ? 1 : v; }

// Device pixels from the gradient's first to its last colour; 0 for kinds that are not dithered.
static double extent(const cr_paint *paint, const cr_transform *t) {
  if (paint->kind == CR_PAINT_CONIC) return TURN * CONIC_REACH;
  if (paint->spread != CR_SPREAD_PAD) return 0;
  if (paint->kind == CR_PAINT_RADIAL) return paint->value * cr_transform_scale(t);
  return paint->kind == CR_PAINT_LINEAR ? hypot(paint->p1.x - paint->p0.x, paint->p1.y - paint->p0.y) * cr_transform_scale(t) : 0;
}

bool cr_gradient_bands(const cr_paint *paint, const cr_transform *t) {
  const double pixels = extent(paint, t);
  if (!(pixels >= 2 * LEAST_BAND)) return false;
  for (size_t i = 1; i < paint->stop_count; i++) {
    const cr_stop *a = &paint->stops[i - 1], *b = &paint->stops[i];
    const double part = (clamp01(b->offset) - clamp01(a->offset)) * pixels;
    const double changes[4] = {b->color.red - a->color.red, b->color.green - a->color.green, b->color.blue - a->color.blue, b->color.alpha - a->color.alpha};
    double levels = 0;
    for (int c = 0; c < 4; c++) levels = fmax(levels, fabs(changes[c]) * 255);
    // The channel that changes most has the narrowest bands.
    if (levels > 0.5 && part >= levels * LEAST_BAND) return true;
  }
  return false;
}

// For eight pixels of row `y` from `x` on: values that, added to a channel's remainder, carry into the next level.
static void carries(const cr_gradient *g, int32_t x, int32_t y, uint32_t out[8]) {
  const uint8_t *row = thresholds[((uint32_t)y - (uint32_t)g->dither_y) & 7];
  for (uint32_t i = 0; i < 8; i++) out[i] = (255u - row[((uint32_t)x - (uint32_t)g->dither_x + i) & 7]) * 0x00010001u;
}

static int64_t fixed16(double v) {
  v *= 65536;
  return v > 0x1p55 ? (int64_t)0x1p55 : !(v > -0x1p55) ? -(int64_t)0x1p55 : (int64_t)floor(v + 0.5);
}
static uint32_t index_of(int64_t t) {
  const int64_t i = t >> 16;
  return i < 0 ? 0 : i >= CR_LUT ? CR_LUT - 1 : (uint32_t)i;
}

// n pixels of one colour, in repeated groups of eight.
static void repeat(uint32_t *out, uint32_t level, uint32_t rest, const uint32_t carry[8], int32_t n) {
  if (rest == 0) {
    cr_k->fill(out, level, (size_t)n);
    return;
  }
  for (int32_t i = 0; i < cr_min(n, 8); i++) out[i] = cr_carry_pixel(level, rest, carry[i]);
  for (int32_t done = 8; done < n; done *= 2) memcpy(out + done, out, (size_t)cr_min(done, n - done) * 4);
}

// Rows of a vertical gradient.
static const uint32_t *fetch_rows(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const uint32_t i = index_of(fixed16(g->b * (y + 0.5) + g->c + 0.5));
  uint32_t carry[8];
  carries(g, x, y, carry);
  repeat(out, g->lut[i], g->rest[i], carry, n);
  return out;
}

// Number of pixels, of n, on the same side of the table's ends as the one at `t`, or inside the table: at least one.
static int32_t run_length(__int128 t, int64_t dt, int32_t n) {
  const __int128 limit = (__int128)CR_LUT << 16;
  __int128 steps = n;
  if (t < 0) steps = dt > 0 ? (-t + dt - 1) / dt : n;
  else if (t >= limit) steps = dt < 0 ? (t - limit) / -dt + 1 : n;
  else if (dt != 0) steps = dt > 0 ? (limit - 1 - t) / dt + 1 : t / -dt + 1;
  return steps < n ? (int32_t)steps : n;
}

static const uint32_t *fetch_linear(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const int64_t dt = fixed16(g->a), row = fixed16(g->a * 0.5 + g->b * (y + 0.5) + g->c + 0.5);
  uint32_t carry[8];
  for (int32_t i = 0, steps; i < n; i += steps) {
    const __int128 t = (__int128)row + (__int128)dt * ((int64_t)x + i);
    steps = run_length(t, dt, n - i);
    carries(g, x + i, y, carry);
    if (t < 0 || t >= (__int128)CR_LUT << 16)
      repeat(out + i, g->lut[t < 0 ? 0 : CR_LUT - 1], g->rest[t < 0 ? 0 : CR_LUT - 1], carry, steps);
    else
      cr_k->lookup_dithered(out + i, g->lut, g->rest, carry, (int32_t)t, (int32_t)dt, (size_t)steps);
  }
  return out;
}

static const uint32_t *fetch_radial(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  uint32_t carry[8], at[64];
  carries(g, x, y, carry);
  for (int32_t done = 0; done < n; done += 64) {
    const int32_t part = cr_min(64, n - done);
    for (int32_t i = 0; i < part; i++) {
      const double px = x + done + i + 0.5, u = u0 + g->a * px, v = v0 + g->a2 * px, t = sqrt(u * u + v * v) * (CR_LUT - 1) + 0.5;
      at[i] = t < CR_LUT - 1 ? (uint32_t)(int)t : CR_LUT - 1;
    }
    for (int32_t i = 0; i < part; i++) out[done + i] = cr_carry_pixel(g->lut[at[i]], g->rest[at[i]], carry[i & 7]);
  }
  return out;
}

static const uint32_t *fetch_conic(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_gradient *g = source->data;
  const double u0 = g->b * (y + 0.5) + g->c, v0 = g->b2 * (y + 0.5) + g->c2;
  uint32_t carry[8];
  carries(g, x, y, carry);
  for (int32_t i = 0; i < n; i++) {
    const double px = x + i + 0.5, u = u0 + g->a * px, v = v0 + g->a2 * px;
    double t = atan2(u, -v) / TURN - g->turn;
    t = (t - floor(t)) * (CR_LUT - 1) + 0.5;
    const int at = t < CR_LUT - 1 ? (int)t : CR_LUT - 1;
    out[i] = cr_carry_pixel(g->lut[at], g->rest[at], carry[i & 7]);
  }
  return out;
}

// A whole pixel near `v`, which moves by whole pixels together with `v`: positions of nodes are whole or half pixels, and not exact.
static int32_t anchor(double v) { return fabs(v) < 1e8 ? (int32_t)floor(v + 0.3) : 0; }

void cr_gradient_dither(const cr_paint *paint, const cr_transform *t, cr_gradient *g, cr_source *source) {
  const cr_point origin = cr_apply(t, paint->p0.x, paint->p0.y);
  g->dither_x = anchor(origin.x), g->dither_y = anchor(origin.y);
  switch (paint->kind) {
    case CR_PAINT_RADIAL: source->fetch = fetch_radial; break;
    case CR_PAINT_CONIC: source->fetch = fetch_conic; break;
    default: source->fetch = source->is_row_solid ? fetch_rows : fetch_linear;
  }
  source->is_row_solid = false;
}
