// Loops for conversions between pixel formats.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernels_vectors.h"

INLINE uint32_t pack565(uint32_t p, uint32_t d5, uint32_t d6) {
  uint32_t r = (p >> 16) & 255, g = (p >> 8) & 255, b = p & 255;
  r = (r - (r >> 5) + d5) >> 3, g = (g - (g >> 6) + d6) >> 2, b = (b - (b >> 5) + d5) >> 3;
  return r << 11 | g << 5 | b;
}

static void k_pack565(
    uint16_t *restrict d, const uint32_t *restrict s, const uint8_t *restrict dither5, const uint8_t *restrict dither6, size_t n) {
  size_t i = 0;
  vu32 d5, d6;
  for (int k = 0; k < LANES; k++) d5[k] = dither5[k & 7], d6[k] = dither6[k & 7];
#if LANES >= 8
  const size_t step = LANES;
  for (; i + step <= n; i += step) {
    vu32 p = load(s + i);
    vu32 r = (p >> 16) & 255, g = (p >> 8) & 255, b = p & 255;
    r = (r - (r >> 5) + d5) >> 3, g = (g - (g >> 6) + d6) >> 2, b = (b - (b >> 5) + d5) >> 3;
    vhalf v = __builtin_convertvector(r << 11 | g << 5 | b, vhalf);
    memcpy(d + i, &v, sizeof v);
  }
#else
  (void)d5, (void)d6;
#endif
  for (; i < n; i++) d[i] = (uint16_t)pack565(s[i], dither5[i & 7], dither6[i & 7]);
}

static void k_unpack565(uint32_t *restrict d, const uint16_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t v = s[i], r = v >> 11, g = (v >> 5) & 63, b = v & 31;
    d[i] = 0xff000000u | (r << 3 | r >> 2) << 16 | (g << 2 | g >> 4) << 8 | (b << 3 | b >> 2);
  }
}

static void k_luma(uint8_t *restrict d, const uint32_t *restrict s, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint32_t p = s[i];
    d[i] = (uint8_t)((((p >> 16) & 255) * 77 + ((p >> 8) & 255) * 150 + (p & 255) * 29 + 128) >> 8);
  }
}
