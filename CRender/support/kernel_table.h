// A set of loops over rows of pixels, compiled for one instruction set.
//
// Pixels are premultiplied argb8888 words; `mask` is 8-bit coverage; n counts pixels. Products of two 8-bit values are divided by 255 as in
// pixel.h. Pointers don't overlap unless equal. Any thread; no allocation.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct cr_kernels {
  // d = s, and prefetches the n bytes at `next` into the first-level cache
  void (*copy_ahead)(uint8_t *d, const uint8_t *s, const uint8_t *next, size_t n);
  void (*fill)(uint32_t *d, uint32_t color, size_t n);
  void (*make_opaque)(uint32_t *d, const uint32_t *s, size_t n);                                 // d = s | 0xff000000
  void (*over)(uint32_t *d, const uint32_t *s, size_t n);
  void (*over_alpha)(uint32_t *d, const uint32_t *s, uint32_t alpha, size_t n);                  // (s * alpha) OVER d
  void (*over_mask)(uint32_t *d, const uint32_t *s, const uint8_t *mask, size_t n);              // (s * mask) OVER d
  void (*over_solid)(uint32_t *d, uint32_t color, size_t n);
  void (*over_solid_mask)(uint32_t *d, uint32_t color, const uint8_t *mask, size_t n);
  void (*lerp_mask)(uint32_t *d, const uint32_t *s, const uint8_t *mask, size_t n);              // s * mask + d * (255 - mask)
  void (*scale)(uint32_t *d, const uint32_t *s, uint32_t alpha, size_t n);                       // d = s * alpha
  void (*tint)(uint32_t *d, const uint8_t *mask, uint32_t color, size_t n);                      // d = color * mask
  void (*mask_multiply)(uint8_t *d, const uint8_t *s, size_t n);                                 // d = d * s
  void (*alpha_of)(uint8_t *d, const uint32_t *s, size_t n);
  // dither5 and dither6: 8 addends each (0...7 and 0...3) for the pixels i = 0...7 of this row, repeated.
  void (*pack565)(uint16_t *d, const uint32_t *s, const uint8_t *dither5, const uint8_t *dither6, size_t n);
  void (*unpack565)(uint32_t *d, const uint16_t *s, size_t n);
  void (*luma)(uint8_t *d, const uint32_t *s, size_t n);                                         // (77 r + 150 g + 29 b + 128) >> 8
  // Chroma at the height of a row: d = 3 * a + b. `pairs`: the samples of u and v alternate, n of each
  void (*chroma)(uint16_t *d, const uint8_t *a, const uint8_t *b, size_t n);
  void (*chroma_pairs)(uint16_t *u, uint16_t *v, const uint8_t *a, const uint8_t *b, size_t n);
  // 2 n columns from n columns of chroma and one neighbour on each side. Weights: 3 and 1 on both sides; if chroma lies on the left column,
  // 4, and 2 and 2. Sums reach 4080
  void (*chroma_widen)(uint16_t *d, const uint16_t *s, bool is_left, size_t n);
  // Opaque pixels of luma and of chroma of 16 times the value. `factors`: of luma, black, of v in red, u and v in green, u in blue; all but
  // black in 16384ths. Rounded to nearest
  void (*yuv)(uint32_t *d, const uint8_t *y, const uint16_t *u, const uint16_t *v, const int16_t *factors, size_t n);
  // d = (a * (128 - weight) + b * weight + 64) >> 7 for each byte; weight is 1...127
  void (*lerp_rows)(uint8_t *d, const uint8_t *a, const uint8_t *b, uint32_t weight, size_t bytes);
  // d[i] = the same between pixels row[index[i]] and row[index[i] + 1] with weight[i], or-ed with `bits`
  void (*lerp_columns)(uint32_t *d, const uint32_t *row, const int32_t *index, const uint8_t *weight, uint32_t bits, size_t n);
  // One running box (left + right + 1 rows, 3...255) down a strip of `rows` rows of 64 bytes, edges clamped.
  void (*box64)(const uint8_t *s, uint8_t *d, int rows, int left, int right);
  // d[i] = lut[(t + i * dt) >> 16]; every index is inside the table
  void (*lookup)(uint32_t *d, const uint32_t *lut, int32_t t, int32_t dt, size_t n);
  // The same plus one level in each channel whose byte in `rest` carries: added to both halves of carries[i % 8], 0x00vv00vv, it exceeds
  // 255.
  void (*lookup_dithered)(uint32_t *d, const uint32_t *lut, const uint32_t *rest, const uint32_t *carries, int32_t t, int32_t dt, size_t n);
  // d[i] = (64 + sum over k of s[k * stride + i] * weights[k]) >> 7; the weights sum up to 2^14
  void (*area_rows)(uint16_t *d, const uint8_t *s, size_t stride, const uint16_t *weights, int count, size_t bytes);
  // The same along rows of 4 x 16 bits: pixels from row[index[i]] on, weights from weights[i * most] on, counts[i] of them, zero-padded to
  // an even number. Reads one pixel beyond an odd count.
  void (*area_columns)(uint32_t *d, const uint16_t *row, const int32_t *index, const int32_t *counts, const uint16_t *weights, size_t most, size_t n);
  // Coverage of a glyph or of a whole label: rows of `width` bytes, OVER with a solid colour.
  void (*coverage)(uint32_t *d, size_t d_stride_pixels, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height);
  // The same onto coverage: d = s + d * (255 - s), with s = mask * alpha.
  void (*coverage_onto)(uint8_t *d, size_t d_stride, uint32_t alpha, const uint8_t *mask, size_t mask_stride, int width, int height);
} cr_kernels;
