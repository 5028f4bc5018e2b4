// Colors of formats with few bits per channel. Values; any thread.
#pragma once
#include "cr_paint.h"

// 8-bit levels of n = 4...8 bits are q << (8 - n) | q >> (2 n - 8).
static inline uint32_t cr_nearest_level(uint32_t v, uint32_t n) {
  const uint32_t q = (v - (v >> n) + (1u << (8 - n)) / 2) >> (8 - n);
  return n == 8 ? v : q << (8 - n) | q >> (2 * n - 8);
}
static inline bool cr_is_level(uint32_t v, uint32_t n) { return n == 8 || (v & ((1u << (8 - n)) - 1)) == v >> n; }

static inline bool cr_depth_is_full(cr_depth d) { return d.red == 8 && d.green == 8 && d.blue == 8; }

// Whether the format represents an opaque pixel exactly.
static inline bool cr_depth_holds(cr_depth d, uint32_t p) {
  const uint32_t r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
  return cr_is_level(r, d.red) && cr_is_level(g, d.green) && cr_is_level(b, d.blue) && (!d.is_gray || (r == g && g == b));
}

// Nearest color of the format for an opaque pixel.
static inline uint32_t cr_depth_nearest(cr_depth d, uint32_t p) {
  uint32_t r = p >> 16 & 255, g = p >> 8 & 255, b = p & 255;
  if (d.is_gray) r = g = b = (r * 77 + g * 150 + b * 29 + 128) >> 8;
  return 0xff000000u | cr_nearest_level(r, d.red) << 16 | cr_nearest_level(g, d.green) << 8 | cr_nearest_level(b, d.blue);
}
