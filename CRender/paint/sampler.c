#include "sampler.h"

#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "support/kernels.h"
#include "surface/row.h"
#include "surface/surface.h"

#pragma STDC FP_CONTRACT OFF

enum { WEIGHT_ONE = 1 << 14 };

static int32_t clamp_position(double v) { return v < -1e9 ? -1000000000 : v > 1e9 ? 1000000000 : (int32_t)floor(v); }

// Bilinear position: the first of two neighbours and the weight of the second in 128ths.
static void bilinear_position(double u, int32_t low, int32_t high, int32_t *index, uint32_t *weight) {
  int32_t i = clamp_position(u);
  uint32_t w = (uint32_t)((u - floor(u)) * 128 + 0.5);
  if (w >= 128) w = 0, i++;
  if (i < low) i = low, w = 0;
  if (i >= high - 1) i = high - 1, w = 0;
  *index = i, *weight = w;
}

// Weights of a triangle as wide as two output pixels, around image position u. Returns the first column; weights sum up to WEIGHT_ONE.
static int32_t area_taps(double u, double step, int32_t low, int32_t high, int32_t *count, uint16_t *weights) {
  const double reach = fmax(1, fabs(step));
  int32_t first = cr_max(low, cr_min(high - 1, clamp_position(u - reach) + 1));
  int32_t last = cr_max(first, cr_min(high - 1, clamp_position(u + reach)));
  double total = 0;
  for (int32_t i = first; i <= last; i++) total += fmax(0, 1 - fabs(i - u) / reach);
  if (!(total > 0)) {
    *count = 1;
    weights[0] = WEIGHT_ONE;
    return u < first ? first : last;
  }
  // Rounded so that the running sum is exact: no drift, and the weights sum up exactly.
  double running = 0;
  int32_t given = 0;
  for (int32_t i = first; i <= last; i++) {
    running += fmax(0, 1 - fabs(i - u) / reach);
    int32_t upto = (int32_t)(running / total * WEIGHT_ONE + 0.5);
    weights[i - first] = (uint16_t)(upto - given);
    given = upto;
  }
  *count = last - first + 1;
  return first;
}

cr_status cr_sampler_prepare(cr_sampler *s, int32_t x0, int32_t x1) {
  const size_t n = (size_t)(x1 - x0), columns = (size_t)(s->limits.x1 - s->limits.x0) + 1;
  s->x0 = x0, s->x1 = x1;
  s->area_x = s->quality == CR_GOOD && fabs(s->step_x) > 1;
  s->area_y = s->quality == CR_GOOD && fabs(s->step_y) > 1;
  const bool area = s->area_x || s->area_y;
  // Taps of a column and of the current row.
  const double most_x = fmin(2 * fabs(s->step_x) + 3, (double)columns + 1), most_y = fmin(2 * fabs(s->step_y) + 3, (double)(s->limits.y1 - s->limits.y0) + 2);
  const size_t per = area ? ((size_t)fmax(3, most_x) + 2) & ~(size_t)1 : 0, per_row = area ? (size_t)fmax(3, most_y) : 0;
  size_t tap_count = 0, total = 0;
  if (__builtin_mul_overflow(per, n, &tap_count) || tap_count > INT32_MAX || per_row > INT32_MAX) return CR_BAD_SIZE;
#define ADD(bytes) total += ((bytes) + 15) & ~(size_t)15
  // Every factor is at most 2^31, so nothing overflows 64 bits.
  ADD(n * 4);
  ADD(n);
  ADD(columns * 4 + 64);
  if (area) {
    ADD(n * 4);
    ADD(tap_count * 2);
    ADD(per_row * 2);
    ADD(columns * 8 + 16);
  }
  uint8_t *p = cr_alloc_pixels(total);
  if (!p) return CR_NO_MEMORY;
  s->memory = p;
#define TAKE(type, bytes) (type *)(void *)p, p += ((bytes) + 15) & ~(size_t)15
  s->index = TAKE(int32_t, n * 4);
  s->weight = TAKE(uint8_t, n);
  s->row = TAKE(uint32_t, columns * 4 + 64);
  if (area) {
    s->counts = TAKE(int32_t, n * 4);
    s->taps = TAKE(uint16_t, tap_count * 2);
    s->row_taps = TAKE(uint16_t, per_row * 2);
    s->sums = TAKE(uint16_t, columns * 8 + 16);
    s->most_taps = per;
    memset(s->taps, 0, tap_count * 2);
  }
#undef TAKE
#undef ADD
  const int32_t low = s->limits.x0, high = s->limits.x1;
  for (size_t i = 0; i < n; i++) {
    const double u = ((double)x0 + (double)i + 0.5) * s->step_x + s->start_x;
    if (s->quality == CR_NEAREST) {
      s->index[i] = cr_max(low, cr_min(high - 1, clamp_position(u)));
      s->weight[i] = 0;
    } else if (area) {
      s->index[i] = area_taps(u - 0.5, s->step_x, low, high, &s->counts[i], s->taps + i * per);
    } else {
      uint32_t w;
      bilinear_position(u - 0.5, low, high, &s->index[i], &w);
      s->weight[i] = (uint8_t)w;
    }
  }
  return CR_OK;
}

// Position in 16 fractional bits whose upper 7 are the weight that bilinear_position rounds to.
static int64_t rounded_position(double u, int32_t low) {
  const double v = (u - low) * 65536 + 256;
  return v < -0x1p46 ? -(int64_t)0x1p46 : v > 0x1p46 ? (int64_t)0x1p46 : (int64_t)floor(v);
}

void cr_sampler_position(const void *sampler, int32_t x, int32_t y, int64_t out[2]) {
  const cr_sampler *s = sampler;
  out[0] = rounded_position(((double)x + 0.5) * s->step_x + s->start_x - 0.5, s->limits.x0);
  out[1] = rounded_position(((double)y + 0.5) * s->step_y + s->start_y - 0.5, s->limits.y0);
}

void cr_sampler_free(cr_sampler *s) {
  cr_free(s->memory);
  s->memory = NULL;
}

static void area_row(const cr_sampler *s, int32_t x, double v, int32_t n, uint32_t *out) {
  // Image columns read by these output columns; steps may be negative.
  int32_t low = INT32_MAX, high = INT32_MIN;
  const int32_t at = x - s->x0;
  for (int32_t i = at; i < at + n; i++) {
    low = cr_min(low, s->index[i]);
    high = cr_max(high, s->index[i] + s->counts[i]);
  }
  int32_t count;
  const int32_t first = area_taps(v - 0.5, s->step_y, s->limits.y0, s->limits.y1, &count, s->row_taps);
  const size_t values = (size_t)(high - low) * 4;
  cr_k->area_rows(s->sums, s->base + (size_t)first * s->stride + (size_t)low * 4, s->stride, s->row_taps, count, values);
  memset(s->sums + values, 0, 8);
  cr_k->area_columns(out, s->sums - (ptrdiff_t)low * 4, s->index + at, s->counts + at, s->taps + (size_t)at * s->most_taps, s->most_taps, (size_t)n);
}

void cr_sampler_columns(const cr_sampler *s, int32_t *low, int32_t *high) {
  const int32_t first = s->index[0], last = s->index[s->x1 - s->x0 - 1];
  *low = cr_min(first, last), *high = cr_min(cr_max(first, last) + 2, s->limits.x1);
}

static inline const uint8_t *image_row(const cr_sampler *s, int32_t y) {
  return s->row_of ? (const uint8_t *)s->row_of(s->rows, y) : s->base + (size_t)y * s->stride;
}

void cr_sampler_row(const cr_sampler *s, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const double v = ((double)y + 0.5) * s->step_y + s->start_y;
  const int32_t *index = s->index + (x - s->x0);
  if (s->quality == CR_NEAREST) {
    const int32_t i = cr_max(s->limits.y0, cr_min(s->limits.y1 - 1, clamp_position(v)));
    const uint32_t *row = (const uint32_t *)(const void *)image_row(s, i);
    for (int32_t k = 0; k < n; k++) out[k] = row[index[k]];
  } else if (s->area_x || s->area_y) {
    area_row(s, x, v, n, out);
  } else {
    int32_t i;
    uint32_t w;
    bilinear_position(v - 0.5, s->limits.y0, s->limits.y1, &i, &w);
    const int32_t low = cr_min(index[0], index[n - 1]), high = cr_min(cr_max(index[0], index[n - 1]) + 2, s->limits.x1);
    const uint8_t *a = image_row(s, i) + (size_t)low * 4;
    const size_t bytes = (size_t)(high - low) * 4;
    if (!s->row_of && fabs(s->step_y) > 1.5) {
      // Rows are skipped; the hardware prefetcher does not predict that.
      int32_t next;
      uint32_t unused;
      bilinear_position(v + s->step_y - 0.5, s->limits.y0, s->limits.y1, &next, &unused);
      const uint8_t *ahead = s->base + (size_t)next * s->stride + (size_t)low * 4;
      const size_t rows = next + 1 < s->limits.y1 ? 2 : 1;
      for (size_t k = 0; k < rows; k++)
        for (size_t i = 0; i < bytes; i += 64) __builtin_prefetch(ahead + k * s->stride + i);
    }
    if (w == 0)
      memcpy(s->row, a, bytes);
    else
      cr_k->lerp_rows((uint8_t *)s->row, a, image_row(s, i + 1) + (size_t)low * 4, w, bytes);
    s->row[high - low] = 0;  // read with weight 0 by the last column
    cr_k->lerp_columns(out, s->row - low, index, s->weight + (x - s->x0), s->opaque ? 0xff000000u : 0, (size_t)n);
    return;
  }
  if (s->opaque) cr_k->make_opaque(out, out, (size_t)n);
}

cr_status cr_surface_resize(const cr_surface *source, cr_surface *target, cr_quality quality) {
  if (source->format != target->format) return CR_BAD_FORMAT;
  if ((unsigned)quality > CR_GOOD) return CR_BAD_ARGUMENT;
  if (target->width == 0 || target->height == 0) return CR_OK;
  if (source->width == 0 || source->height == 0) return CR_BAD_SIZE;
  cr_surface *words = NULL;
  const cr_surface *from = source;
  if (cr_format_bits(source->format) != 32) {
    cr_status status = cr_surface_create_uninitialized(source->width, source->height, CR_ARGB8888, &words);
    if (status == CR_OK) status = cr_surface_convert(source, words, NULL, 0, false);
    if (status != CR_OK) {
      cr_surface_destroy(words);
      return status;
    }
    from = words;
  }
  cr_sampler s = {.base = from->base,
                  .stride = from->stride,
                  .limits = {0, 0, from->width, from->height},
                  .opaque = from->format == CR_XRGB8888,
                  .quality = quality,
                  .step_x = (double)from->width / target->width,
                  .step_y = (double)from->height / target->height};
  uint32_t *row = NULL;
  cr_status status = cr_sampler_prepare(&s, 0, target->width);
  if (status == CR_OK && !(row = cr_alloc_array((size_t)target->width, 4))) status = CR_NO_MEMORY;
  for (int32_t y = 0; status == CR_OK && y < target->height; y++) {
    cr_sampler_row(&s, 0, y, target->width, row);
    cr_row_pack(target->format, cr_surface_row(target, y), 0, y, target->width, row, true);
  }
  cr_free(row);
  cr_sampler_free(&s);
  cr_surface_destroy(words);
  return status;
}
