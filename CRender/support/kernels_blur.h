// The loop of the box blur.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernels_vectors.h"

// Sums fit 16 bits because a box has at most 255 rows: 255 * 255 + 127 < 65536. Dividing by multiplying by k = 65536 / d has an error of
// less than half a level (|k d - 65536| <= d / 2), and a constant column is preserved exactly.
static void k_box64(const uint8_t *restrict s, uint8_t *restrict d, int rows, int left, int right) {
  enum { PARTS = 64 / BYTES };  // vectors of 16-bit sums
  const int width = left + right + 1, last = rows - 1;
  const uint16_t half = (uint16_t)(width / 2);
  const vu16 k = (vu16){0} + (uint16_t)((65536 + width / 2) / width);
  vu16 sum[PARTS];
  for (int p = 0; p < PARTS; p++) sum[p] = (vu16){0} + half;
#if CR_AVX2
  // Entering and leaving bytes are interleaved and multiplied by 1 and -1. Pairs of vectors have the low and high halves of
  // each 128-bit lane, which packing recombines.
#if CR_AVX512
#define LOW(a, b) (vu16) _mm512_unpacklo_epi8((__m512i)(a), (__m512i)(b))
#define HIGH(a, b) (vu16) _mm512_unpackhi_epi8((__m512i)(a), (__m512i)(b))
#define DIFFERENCE(v) (vu16) _mm512_maddubs_epi16((__m512i)(v), _mm512_set1_epi16((short)0xff01))
#define PACK(a, b) (vu16) _mm512_packus_epi16((__m512i)(a), (__m512i)(b))
#else
#define LOW(a, b) (vu16) _mm256_unpacklo_epi8((__m256i)(a), (__m256i)(b))
#define HIGH(a, b) (vu16) _mm256_unpackhi_epi8((__m256i)(a), (__m256i)(b))
#define DIFFERENCE(v) (vu16) _mm256_maddubs_epi16((__m256i)(v), _mm256_set1_epi16((short)0xff01))
#define PACK(a, b) (vu16) _mm256_packus_epi16((__m256i)(a), (__m256i)(b))
#endif
  const vu16 zero = {0};
  for (int i = -left; i <= right; i++) {
    const uint8_t *in = s + (size_t)(i < 0 ? 0 : i > last ? last : i) * 64;
    for (int p = 0; p < PARTS / 2; p++) {
      vu16 v = (vu16)load((const uint32_t *)(const void *)(in + p * CR_VECTOR_BYTES));
      sum[2 * p] += LOW(v, zero), sum[2 * p + 1] += HIGH(v, zero);
    }
  }
  for (int y = 0; y < rows; y++, d += 64) {
    const int next = y + right + 1, past = y - left;
    const uint8_t *in = s + (size_t)(next > last ? last : next) * 64, *out = s + (size_t)(past < 0 ? 0 : past) * 64;
    for (int p = 0; p < PARTS / 2; p++) {
      vu16 low = sum[2 * p], high = sum[2 * p + 1];
      store((uint32_t *)(void *)(d + p * CR_VECTOR_BYTES), (vu32)PACK(mul_high(low, k), mul_high(high, k)));
      vu16 v = (vu16)load((const uint32_t *)(const void *)(in + p * CR_VECTOR_BYTES));
      vu16 w = (vu16)load((const uint32_t *)(const void *)(out + p * CR_VECTOR_BYTES));
      sum[2 * p] = low + DIFFERENCE(LOW(v, w)), sum[2 * p + 1] = high + DIFFERENCE(HIGH(v, w));
    }
  }
#undef LOW
#undef HIGH
#undef DIFFERENCE
#undef PACK
#else
  for (int i = -left; i <= right; i++)
    for (int p = 0; p < PARTS; p++) sum[p] += load_bytes(s + (size_t)(i < 0 ? 0 : i > last ? last : i) * 64 + (size_t)p * BYTES);
  for (int y = 0; y < rows; y++, d += 64) {
    const int next = y + right + 1, past = y - left;
    const uint8_t *in = s + (size_t)(next > last ? last : next) * 64, *out = s + (size_t)(past < 0 ? 0 : past) * 64;
    for (int p = 0; p < PARTS; p++) {
      store_bytes(d + p * BYTES, mul_high(sum[p], k));
      sum[p] += load_bytes(in + p * BYTES) - load_bytes(out + p * BYTES);
    }
  }
#endif
}
