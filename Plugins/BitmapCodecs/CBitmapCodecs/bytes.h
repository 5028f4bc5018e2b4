// Numbers and pixels in bytes. Any thread.
#pragma once
#include <stdint.h>
#include <string.h>

static inline uint32_t bc_le16(const uint8_t *p) { return (uint32_t)p[0] | (uint32_t)p[1] << 8; }
static inline uint32_t bc_le32(const uint8_t *p) { return bc_le16(p) | bc_le16(p + 2) << 16; }
static inline uint32_t bc_be16(const uint8_t *p) { return (uint32_t)p[0] << 8 | p[1]; }
static inline uint32_t bc_be32(const uint8_t *p) { return bc_be16(p) << 16 | bc_be16(p + 2); }

// Returns x * a / 255, rounded to nearest.
static inline uint32_t bc_times(uint32_t x, uint32_t a) {
  uint32_t t = x * a + 0x80;
  return ((t >> 8) + t) >> 8;
}

// Stores a premultiplied pixel, bytes B G R A, from channels of 0...255.
static inline void bc_store(uint8_t *to, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
  if (alpha != 255) {
    red = bc_times(red, alpha);
    green = bc_times(green, alpha);
    blue = bc_times(blue, alpha);
  }
  to[0] = (uint8_t)blue;
  to[1] = (uint8_t)green;
  to[2] = (uint8_t)red;
  to[3] = (uint8_t)alpha;
}
