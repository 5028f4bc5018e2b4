// Loops that paint coverage of glyphs and labels, many rows per call.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernels_pixels.h"
#include "kernels_vectors.h"

// Coverage wider than a few vectors: row by row, with a prefetch of the rows below, since the hardware prefetcher stops at the end of a
// row.
static void wide_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
  for (int y = 0; y < height; y++, d += d_stride, mask += mask_stride) {
    if (y + 2 < height && width <= 1024)
      for (int x = 0; x < width; x += 16) __builtin_prefetch(d + 2 * d_stride + x, 1);
    k_over_solid_mask(d, color, mask, (size_t)width);
  }
}

#if CR_PARTS
// Columns of one vector's width, each from top to bottom: a glyph has one or two of them.
INLINE void narrow_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height, int is_opaque) {
  const ink opaque = ink_of(color);
  const vu32 c = splat(color);
  for (int x = 0; x < width; x += LANES) {
    const size_t n = width - x >= LANES ? LANES : (size_t)(width - x);
    uint32_t *row = d + x;
    const uint8_t *m = mask + x;
    for (int y = 0; y < height; y++, row += d_stride, m += mask_stride) {
#if !CR_AVX512
      if (first_bytes(m, n) == 0) continue;
#endif
      const vu32 pixels = load_part(row, n);
      store_part(row, is_opaque ? over_ink(opaque, load_mask_twice_part(m, n), pixels) : over(mul(c, load_mask_part(m, n)), pixels), n);
    }
  }
}
#endif

static void k_coverage(
    uint32_t *d, size_t d_stride, uint32_t color, const uint8_t *mask, size_t mask_stride, int width, int height) {
#if CR_PARTS
  if (width <= 2 * LANES) {
    if (color >> 24 == 255)
      narrow_coverage(d, d_stride, color, mask, mask_stride, width, height, 1);
    else
      narrow_coverage(d, d_stride, color, mask, mask_stride, width, height, 0);
    return;
  }
#endif
  wide_coverage(d, d_stride, color, mask, mask_stride, width, height);
}

// The same onto coverage: d = s + d * (255 - s), with s = mask * alpha. Vectors of half the width: bytes become words.
#if CR_AVX512
INLINE __m256i mul_words(__m256i a, __m256i b) {
  return _mm256_mulhi_epu16(_mm256_add_epi16(_mm256_mullo_epi16(a, b), _mm256_set1_epi16(128)), _mm256_set1_epi16(257));
}

static void k_coverage_onto(
    uint8_t *d, size_t d_stride, uint32_t alpha, const uint8_t *mask, size_t mask_stride, int width, int height) {
  const __m256i whole = _mm256_set1_epi16(255), a = _mm256_set1_epi16((short)alpha);
  for (int x = 0; x < width; x += LANES) {
    const __mmask16 k = width - x >= LANES ? (__mmask16)0xffff : (__mmask16)((1u << (width - x)) - 1);
    uint8_t *row = d + x;
    const uint8_t *m = mask + x;
    for (int y = 0; y < height; y++, row += d_stride, m += mask_stride) {
      __m256i s = _mm256_cvtepu8_epi16(_mm_maskz_loadu_epi8(k, m));
      if (alpha != 255) s = mul_words(s, a);
      const __m256i under = _mm256_cvtepu8_epi16(_mm_maskz_loadu_epi8(k, row));
      _mm_mask_storeu_epi8(row, k, _mm256_cvtepi16_epi8(_mm256_add_epi16(s, mul_words(under, _mm256_sub_epi16(whole, s)))));
    }
  }
}
#else
typedef uint8_t eight_bytes __attribute__((vector_size(8)));
typedef uint16_t eight_words __attribute__((vector_size(16)));

INLINE eight_words mul_words(eight_words a, eight_words b) {
  const eight_words t = a * b + 128;
  return (t + (t >> 8)) >> 8;
}

// Stores bytes of load_few.
INLINE void store_few(uint8_t *p, uint64_t bytes, int n) {
  int at = 0;
  if (n & 4) {
    const uint32_t four = (uint32_t)bytes;
    memcpy(p, &four, 4);
    at = 4;
  }
  if (n & 2) {
    const uint16_t two = (uint16_t)(bytes >> (8 * at));
    memcpy(p + at, &two, 2);
    at += 2;
  }
  if (n & 1) p[at] = (uint8_t)(bytes >> (8 * at));
}

INLINE uint64_t eight_onto(uint64_t over, uint64_t under, uint32_t alpha) {
  eight_bytes o, u;
  memcpy(&o, &over, 8);
  memcpy(&u, &under, 8);
  eight_words s = __builtin_convertvector(o, eight_words);
  if (alpha != 255) s = mul_words(s, (eight_words){0} + (uint16_t)alpha);
  const eight_bytes sum = __builtin_convertvector(s + mul_words(__builtin_convertvector(u, eight_words), 255 - s), eight_bytes);
  uint64_t result;
  memcpy(&result, &sum, 8);
  return result;
}

static void k_coverage_onto(
    uint8_t *d, size_t d_stride, uint32_t alpha, const uint8_t *mask, size_t mask_stride, int width, int height) {
  for (int y = 0; y < height; y++, d += d_stride, mask += mask_stride) {
    int x = 0;
    for (; x + 8 <= width; x += 8) {
      uint64_t over, under;
      memcpy(&over, mask + x, 8);
      if (over == 0) continue;
      memcpy(&under, d + x, 8);
      under = eight_onto(over, under, alpha);
      memcpy(d + x, &under, 8);
    }
    const int rest = width - x;
    if (rest == 0) continue;
    const uint64_t over = load_few(mask + x, rest);
    if (over) store_few(d + x, eight_onto(over, load_few(d + x, rest), alpha), rest);
  }
}
#endif
