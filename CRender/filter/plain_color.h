// Unpremultiplying and premultiplying of colours. Any thread.
#pragma once
#include <stdint.h>

static inline uint32_t cr_plain(uint32_t value, uint32_t alpha) {
  const uint32_t v = alpha ? (value * 255 + alpha / 2) / alpha : 0;
  return v > 255 ? 255 : v;
}
static inline uint32_t cr_times(uint32_t value, uint32_t alpha) { return (value * alpha + 127) / 255; }
static inline uint32_t cr_premultiplied(uint32_t r, uint32_t g, uint32_t b, uint32_t a) {
  return a << 24 | cr_times(r, a) << 16 | cr_times(g, a) << 8 | cr_times(b, a);
}
static inline uint8_t cr_byte(float v) { return (uint8_t)(!(v > 0) ? 0 : v >= 255 ? 255 : v + 0.5f); }
