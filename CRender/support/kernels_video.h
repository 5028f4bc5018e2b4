// Loops for luma and chroma. Units and threads as in kernel_table.h. Plain loops of 16-bit products, which compilers make vectors of.
#pragma once
#include "kernels_vectors.h"

static void k_chroma(uint16_t *restrict d, const uint8_t *restrict a, const uint8_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) d[i] = (uint16_t)(3 * a[i] + b[i]);
}

static void k_chroma_pairs(uint16_t *restrict u, uint16_t *restrict v, const uint8_t *a, const uint8_t *b, size_t n) {
  for (size_t i = 0; i < n; i++) {
    u[i] = (uint16_t)(3 * a[2 * i] + b[2 * i]);
    v[i] = (uint16_t)(3 * a[2 * i + 1] + b[2 * i + 1]);
  }
}

static void k_chroma_widen(uint16_t *restrict d, const uint16_t *restrict s, bool is_left, size_t n) {
  if (is_left) {
    for (size_t i = 0; i < n; i++) {
      d[2 * i] = (uint16_t)(4 * s[i + 1]);
      d[2 * i + 1] = (uint16_t)(2 * (s[i + 1] + s[i + 2]));
    }
    return;
  }
  for (size_t i = 0; i < n; i++) {
    d[2 * i] = (uint16_t)(3 * s[i + 1] + s[i]);
    d[2 * i + 1] = (uint16_t)(3 * s[i + 1] + s[i + 2]);
  }
}

INLINE uint32_t yuv_level(int32_t v) {
  v = (v + 8192) >> 14;
  return (uint32_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

static void k_yuv(
    uint32_t *restrict d, const uint8_t *restrict y, const uint16_t *restrict u, const uint16_t *restrict v, const int16_t *factors, size_t n) {
  const int16_t luma = factors[0], black = factors[1], rv = factors[2], gu = factors[3], gv = factors[4], bu = factors[5];
  for (size_t i = 0; i < n; i++) {
    const int16_t level = (int16_t)(y[i] - black), cu = (int16_t)(u[i] - 2048), cv = (int16_t)(v[i] - 2048);
    const int32_t light = luma * level;
    const uint32_t r = yuv_level(light + rv * cv), g = yuv_level(light + gu * cu + gv * cv), b = yuv_level(light + bu * cu);
    d[i] = 0xff000000u | r << 16 | g << 8 | b;
  }
}
