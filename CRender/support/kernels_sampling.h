// Loops for image resampling and colour table look-ups.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernels_vectors.h"

static void k_lerp_rows(uint8_t *restrict d, const uint8_t *restrict a, const uint8_t *restrict b, uint32_t weight, size_t bytes) {
  size_t i = 0;
#if CR_AVX2
  // Weights 1...127 and 127...1 fit signed bytes; 0 does not occur here.
#if CR_AVX512
  const __m512i pair = _mm512_set1_epi16((short)((128 - weight) | weight << 8)), half = _mm512_set1_epi16(64);
  for (; i + 64 <= bytes; i += 64) {
    __m512i x = _mm512_loadu_si512(a + i), y = _mm512_loadu_si512(b + i);
    __m512i low = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(x, y), pair), high = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(x, y), pair);
    low = _mm512_srli_epi16(_mm512_add_epi16(low, half), 7), high = _mm512_srli_epi16(_mm512_add_epi16(high, half), 7);
    _mm512_storeu_si512(d + i, _mm512_packus_epi16(low, high));
  }
#endif
  const __m256i pair2 = _mm256_set1_epi16((short)((128 - weight) | weight << 8)), half2 = _mm256_set1_epi16(64);
  for (; i + 32 <= bytes; i += 32) {
    __m256i x = _mm256_loadu_si256((const __m256i *)(a + i)), y = _mm256_loadu_si256((const __m256i *)(b + i));
    __m256i low = _mm256_maddubs_epi16(_mm256_unpacklo_epi8(x, y), pair2), high = _mm256_maddubs_epi16(_mm256_unpackhi_epi8(x, y), pair2);
    low = _mm256_srli_epi16(_mm256_add_epi16(low, half2), 7), high = _mm256_srli_epi16(_mm256_add_epi16(high, half2), 7);
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_packus_epi16(low, high));
  }
#else
  vu16 w = (vu16){0} + (uint16_t)weight, iw = 128 - w;
  for (; i + BYTES <= bytes; i += BYTES) store_bytes(d + i, (load_bytes(a + i) * iw + load_bytes(b + i) * w + 64) >> 7);
#endif
  for (; i < bytes; i++) d[i] = (uint8_t)((a[i] * (128 - weight) + b[i] * weight + 64) >> 7);
}

INLINE uint32_t lerp_pixel(uint32_t a, uint32_t b, uint32_t w) {
  uint32_t rb = (((a & 0xff00ff) * (128 - w) + (b & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  uint32_t ag = ((((a >> 8) & 0xff00ff) * (128 - w) + ((b >> 8) & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  return rb | ag << 8;
}

static void k_lerp_columns(
    uint32_t *restrict d, const uint32_t *restrict row, const int32_t *restrict index, const uint8_t *restrict weight, uint32_t bits,
    size_t n) {
  size_t i = 0;
#if CR_AVX2
  // Both neighbours of a pixel are loaded by one 64-bit load and their bytes interleaved, so that one multiply-add computes both products.
  // Weights (128 - w, w) are unsigned, pixels signed by subtracting 128, which is added back at the end.
#if CR_AVX512
  const __m512i sides = _mm512_set4_epi32(0x0f0b0e0a, 0x0d090c08, 0x07030602, 0x05010400);
  const __m512i spread = _mm512_set4_epi32(0x09080908, 0x09080908, 0x01000100, 0x01000100);
  const __m512i flip = _mm512_set1_epi8((char)0x80), round = _mm512_set1_epi16(64);
  for (; i + 8 <= n; i += 8) {
    __m512i p = _mm512_i32gather_epi64(_mm256_loadu_si256((const __m256i *)(index + i)), row, 4);
    __m512i w = _mm512_cvtepu8_epi64(_mm_loadl_epi64((const __m128i *)(weight + i)));
    w = _mm512_shuffle_epi8(_mm512_or_si512(_mm512_sub_epi64(_mm512_set1_epi64(128), w), _mm512_slli_epi64(w, 8)), spread);
    p = _mm512_maddubs_epi16(w, _mm512_shuffle_epi8(_mm512_xor_si512(p, flip), sides));
    p = _mm512_srai_epi16(_mm512_add_epi16(p, round), 7);
    __m256i packed = _mm256_xor_si256(_mm512_cvtepi16_epi8(p), _mm256_set1_epi8((char)0x80));
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_or_si256(packed, _mm256_set1_epi32((int)bits)));
  }
#else
  const __m256i sides = _mm256_setr_epi8(
      0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15, 0, 4, 1, 5, 2, 6, 3, 7, 8, 12, 9, 13, 10, 14, 11, 15);
  const __m256i spread = _mm256_setr_epi8(
      0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9, 0, 1, 0, 1, 0, 1, 0, 1, 8, 9, 8, 9, 8, 9, 8, 9);
  const __m256i flip = _mm256_set1_epi8((char)0x80), round = _mm256_set1_epi16(64);
  for (; i + 8 <= n; i += 8) {
    __m256i half[2];
    for (int k = 0; k < 2; k++) {
      __m256i p = _mm256_i32gather_epi64((const long long *)row, _mm_loadu_si128((const __m128i *)(index + i + 4 * k)), 4);
      int32_t four;
      memcpy(&four, weight + i + 4 * k, 4);
      __m256i w = _mm256_cvtepu8_epi64(_mm_cvtsi32_si128(four));
      w = _mm256_shuffle_epi8(_mm256_or_si256(_mm256_sub_epi64(_mm256_set1_epi64x(128), w), _mm256_slli_epi64(w, 8)), spread);
      p = _mm256_maddubs_epi16(w, _mm256_shuffle_epi8(_mm256_xor_si256(p, flip), sides));
      half[k] = _mm256_srai_epi16(_mm256_add_epi16(p, round), 7);
    }
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(half[0], half[1]), 0xd8);
    _mm256_storeu_si256((__m256i *)(d + i), _mm256_or_si256(_mm256_xor_si256(packed, flip), _mm256_set1_epi32((int)bits)));
  }
#endif
#endif
  for (; i < n; i++) d[i] = lerp_pixel(row[index[i]], row[index[i] + 1], weight[i]) | bits;
}

static void k_lookup(uint32_t *restrict d, const uint32_t *restrict lut, int32_t t, int32_t dt, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = lut[(uint32_t)((uint32_t)t + (uint32_t)i * (uint32_t)dt) >> 16];
}

static void k_lookup_dithered(
    uint32_t *restrict d, const uint32_t *restrict lut, const uint32_t *restrict rest, const uint32_t *restrict carries, int32_t t, int32_t dt, size_t n) {
  uint32_t c[8];
  memcpy(c, carries, sizeof c);
  size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (size_t k = 0; k < 8; k++) {
      const uint32_t at = (uint32_t)((uint32_t)t + (uint32_t)(i + k) * (uint32_t)dt) >> 16;
      d[i + k] = cr_carry_pixel(lut[at], rest[at], c[k]);
    }
  for (; i < n; i++) {
    const uint32_t at = (uint32_t)((uint32_t)t + (uint32_t)i * (uint32_t)dt) >> 16;
    d[i] = cr_carry_pixel(lut[at], rest[at], c[i & 7]);
  }
}

static void k_area_rows(
    uint16_t *restrict d, const uint8_t *restrict s, size_t stride, const uint16_t *restrict weights, int count, size_t bytes) {
  size_t i = 0;
  for (; i + 2 * LANES <= bytes; i += 2 * LANES) {
    vu32 a = splat(64), b = splat(64);
    const uint8_t *p = s + i;
    int k = 0;
    for (; k + 2 <= count; k += 2, p += 2 * stride) {
      const vu32 w = splat(weights[k] | (uint32_t)weights[k + 1] << 16);
      a += mul_add(load_mask(p) | load_mask(p + stride) << 16, w);
      b += mul_add(load_mask(p + LANES) | load_mask(p + stride + LANES) << 16, w);
    }
    if (k < count) {
      const vu32 w = splat(weights[k]);
      a += mul_add(load_mask(p), w), b += mul_add(load_mask(p + LANES), w);
    }
    vhalf low = __builtin_convertvector(a >> 7, vhalf), high = __builtin_convertvector(b >> 7, vhalf);
    memcpy(d + i, &low, sizeof low);
    memcpy(d + i + LANES, &high, sizeof high);
  }
  for (; i < bytes; i++) {
    uint32_t sum = 64;
    for (int k = 0; k < count; k++) sum += s[(size_t)k * stride + i] * weights[k];
    d[i] = (uint16_t)(sum >> 7);
  }
}

static void k_area_columns(
    uint32_t *restrict d, const uint16_t *restrict row, const int32_t *restrict index, const int32_t *restrict counts,
    const uint16_t *restrict weights, size_t most, size_t n) {
  for (size_t i = 0; i < n; i++, weights += most) {
    const uint16_t *p = row + (size_t)index[i] * 4;
    const int count = counts[i];
#if CR_SSE2 || CR_AVX2
    __m128i sum = _mm_set1_epi32(1 << 20);
    for (int k = 0; k < count; k += 2, p += 8) {  // an odd number of weights is followed by a zero
      __m128i two = _mm_loadu_si128((const __m128i *)p);
      int32_t pair;
      memcpy(&pair, weights + k, 4);
      sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_unpacklo_epi16(two, _mm_srli_si128(two, 8)), _mm_set1_epi32(pair)));
    }
    sum = _mm_srli_epi32(sum, 21);
    sum = _mm_packs_epi32(sum, sum);
    d[i] = (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
#else
    uint32_t b = 1 << 20, g = b, r = b, a = b;
    for (int k = 0; k < count; k++, p += 4) {
      const uint32_t w = weights[k];
      b += p[0] * w, g += p[1] * w, r += p[2] * w, a += p[3] * w;
    }
    d[i] = a >> 21 << 24 | r >> 21 << 16 | g >> 21 << 8 | b >> 21;
#endif
  }
}
