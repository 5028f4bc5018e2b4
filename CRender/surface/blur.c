// Three running boxes down strips of 64 bytes, the result transposed, and the same again: rows and columns both become
// walks down contiguous strips that stay in the first-level cache.
#include "blur.h"

#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "support/extremes.h"
#include "support/kernels.h"
#include "surface.h"

int cr_blur_box(double sigma) {
  if (!(sigma >= 0.25)) return 0;
  if (sigma > CR_MAX_SIGMA) sigma = CR_MAX_SIGMA;
  int d = (int)floor(sigma * 3 * sqrt(2 * 3.14159265358979323846) / 4 + 0.5);
  return d < 2 ? 2 : d;
}

int cr_blur_reach(double sigma) {
  int d = cr_blur_box(sigma);
  return d == 0 ? 0 : 3 * (d / 2) + 1;
}

// Sums of more than 255 rows exceed 16 bits.
static void wide_box64(const uint8_t *restrict s, uint8_t *restrict d, int rows, int left, int right) {
  const uint32_t width = (uint32_t)(left + right + 1);
  const uint64_t k = ((uint64_t)1 << 32) / width + 1;  // floor((sum + width / 2) / width) exactly, as sums stay below 2^20
  const int last = rows - 1;
  uint32_t sum[64];
  for (int c = 0; c < 64; c++) sum[c] = width / 2;
  for (int i = -left; i <= right; i++)
    for (int c = 0; c < 64; c++) sum[c] += s[(size_t)(i < 0 ? 0 : i > last ? last : i) * 64 + (size_t)c];
  for (int y = 0; y < rows; y++) {
    const uint8_t *in = s + (size_t)(y + right + 1 > last ? last : y + right + 1) * 64;
    const uint8_t *gone = s + (size_t)(y - left < 0 ? 0 : y - left) * 64;
    for (int c = 0; c < 64; c++) {
      d[(size_t)y * 64 + (size_t)c] = (uint8_t)((sum[c] * k) >> 32);
      sum[c] += (uint32_t)in[c] - gone[c];
    }
  }
}

static void box64(const uint8_t *s, uint8_t *d, int rows, int left, int right) {
  if (left + right + 1 <= 255)
    cr_k->box64(s, d, rows, left, right);
  else
    wide_box64(s, d, rows, left, right);
}

typedef uint32_t word4 __attribute__((vector_size(16)));
typedef uint8_t byte16 __attribute__((vector_size(16)));
typedef uint8_t byte8 __attribute__((vector_size(8)));

// Strip rows y ..< y + n (n <= 16) of 16 words become columns of 16 rows of `out`.
static void turn_words(const uint8_t *strip, int n, int columns, uint8_t *out, size_t out_stride) {
  int y = 0;
  for (; y + 4 <= n && columns == 16; y += 4)
    for (int x = 0; x < 16; x += 4) {
      word4 r[4];
      for (int k = 0; k < 4; k++) memcpy(&r[k], strip + (size_t)(y + k) * 64 + (size_t)x * 4, 16);
      word4 a = __builtin_shufflevector(r[0], r[1], 0, 4, 1, 5), b = __builtin_shufflevector(r[2], r[3], 0, 4, 1, 5);
      word4 c = __builtin_shufflevector(r[0], r[1], 2, 6, 3, 7), d = __builtin_shufflevector(r[2], r[3], 2, 6, 3, 7);
      word4 t[4] = {__builtin_shufflevector(a, b, 0, 1, 4, 5), __builtin_shufflevector(a, b, 2, 3, 6, 7),
                    __builtin_shufflevector(c, d, 0, 1, 4, 5), __builtin_shufflevector(c, d, 2, 3, 6, 7)};
      for (int k = 0; k < 4; k++) memcpy(out + (size_t)(x + k) * out_stride + (size_t)y * 4, &t[k], 16);
    }
  for (; y < n; y++)
    for (int x = 0; x < columns; x++) memcpy(out + (size_t)x * out_stride + (size_t)y * 4, strip + (size_t)y * 64 + (size_t)x * 4, 4);
}

// The same for 64 bytes per row; blocks of 8 x 8.
static void turn_bytes(const uint8_t *strip, int n, int columns, uint8_t *out, size_t out_stride) {
  for (int y = 0; y < n; y += 8)
    for (int x = 0; x < columns; x += 8) {
      if (n - y >= 8 && columns - x >= 8) {
        byte8 r[8];
        for (int k = 0; k < 8; k++) memcpy(&r[k], strip + (size_t)(y + k) * 64 + (size_t)x, 8);
        byte16 p[4];
        for (int k = 0; k < 4; k++)
          p[k] = __builtin_shufflevector(r[2 * k], r[2 * k + 1], 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
        typedef uint16_t half8 __attribute__((vector_size(16)));
        half8 q0 = __builtin_shufflevector((half8)p[0], (half8)p[1], 0, 8, 1, 9, 2, 10, 3, 11);
        half8 q1 = __builtin_shufflevector((half8)p[0], (half8)p[1], 4, 12, 5, 13, 6, 14, 7, 15);
        half8 q2 = __builtin_shufflevector((half8)p[2], (half8)p[3], 0, 8, 1, 9, 2, 10, 3, 11);
        half8 q3 = __builtin_shufflevector((half8)p[2], (half8)p[3], 4, 12, 5, 13, 6, 14, 7, 15);
        word4 t[4] = {__builtin_shufflevector((word4)q0, (word4)q2, 0, 4, 1, 5), __builtin_shufflevector((word4)q0, (word4)q2, 2, 6, 3, 7),
                      __builtin_shufflevector((word4)q1, (word4)q3, 0, 4, 1, 5), __builtin_shufflevector((word4)q1, (word4)q3, 2, 6, 3, 7)};
        for (int k = 0; k < 8; k++) memcpy(out + (size_t)(x + k) * out_stride + (size_t)y, (const uint8_t *)&t[k / 2] + (k & 1) * 8, 8);
      } else {
        for (int j = y; j < n && j < y + 8; j++)
          for (int i = x; i < columns && i < x + 8; i++) out[(size_t)i * out_stride + (size_t)j] = strip[(size_t)j * 64 + (size_t)i];
      }
    }
}

// Blurs the columns of a width x height block and writes it transposed: column x becomes row x of `out`.
// Returns false if it was cancelled.
static bool blur_columns(const uint8_t *in, size_t in_stride, int width, int height, int pixel, int d, uint8_t *a, uint8_t *b, uint8_t *out,
                         size_t out_stride, cr_is_cancelled is_cancelled, void *context) {
  const int per = 64 / pixel, half = d / 2;
  const int left = half, right = d & 1 ? half : half - 1;
  for (int x = 0; x < width; x += per) {
    if (is_cancelled && is_cancelled(context)) return false;
    const int columns = width - x < per ? width - x : per;
    const size_t bytes = (size_t)(columns * pixel);
    if (bytes < 64) memset(a, 0, (size_t)height * 64);
    for (int y = 0; y < height; y++) {
      const uint8_t *from = in + (size_t)y * in_stride + (size_t)(x * pixel);
      if (bytes == 64)
        memcpy(a + (size_t)y * 64, from, 64);
      else
        memcpy(a + (size_t)y * 64, from, bytes);
    }
    box64(a, b, height, left, right);
    box64(b, a, height, right, left);
    box64(a, b, height, half, half);
    uint8_t *to = out + (size_t)x * out_stride;
    const int step = per;
    for (int y = 0; y < height; y += step) {
      const int n = height - y < step ? height - y : step;
      if (pixel == 4)
        turn_words(b + (size_t)y * 64, n, columns, to + (size_t)y * 4, out_stride);
      else
        turn_bytes(b + (size_t)y * 64, n, columns, to + (size_t)y, out_stride);
    }
  }
  return true;
}

static cr_status blur_block(uint8_t *pixels, size_t stride, int32_t width, int32_t height, int pixel, double sigma,
                            cr_is_cancelled is_cancelled, void *context) {
  const int d = cr_blur_box(sigma);
  if (d == 0 || width <= 0 || height <= 0) return CR_OK;
  const size_t longest = (size_t)cr_max(width, height);
  size_t turned_stride = ((size_t)height * (size_t)pixel + 63) & ~(size_t)63;
  // Rows whose distance is a multiple of 4 kB share the same few cache sets.
  if (turned_stride % 4096 == 0) turned_stride += 64;
  size_t bytes, strips;
  if (__builtin_mul_overflow(turned_stride, (size_t)width, &bytes) || __builtin_mul_overflow(longest, (size_t)128, &strips) ||
      __builtin_add_overflow(bytes, strips, &bytes))
    return CR_BAD_SIZE;
  uint8_t *memory = cr_alloc_pixels(bytes);
  if (!memory) return CR_NO_MEMORY;
  uint8_t *a = memory, *b = memory + longest * 64, *turned = memory + strips;
  if (blur_columns(pixels, stride, width, height, pixel, d, a, b, turned, turned_stride, is_cancelled, context))
    blur_columns(turned, turned_stride, height, width, pixel, d, a, b, pixels, stride, is_cancelled, context);
  cr_free(memory);
  return CR_OK;
}

cr_status cr_blur_block(uint8_t *pixels, size_t stride, int32_t width, int32_t height, int pixel, double sigma) {
  return blur_block(pixels, stride, width, height, pixel, sigma, NULL, NULL);
}

cr_status cr_surface_blur(cr_surface *s, double sigma) { return cr_surface_blur_polling(s, sigma, NULL, NULL); }

cr_status cr_surface_blur_polling(cr_surface *s, double sigma, cr_is_cancelled is_cancelled, void *context) {
  if (s->format != CR_ARGB8888 && s->format != CR_XRGB8888 && s->format != CR_COVERAGE8) return CR_BAD_FORMAT;
  if (!isfinite(sigma) || sigma < 0) return CR_BAD_ARGUMENT;
  return blur_block(s->base, s->stride, s->width, s->height, s->format == CR_COVERAGE8 ? 1 : 4, sigma, is_cancelled, context);
}
