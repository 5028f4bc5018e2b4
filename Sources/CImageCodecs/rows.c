#include "rows.h"

#include "clones.h"
#include <string.h>

// x * a / 255 rounded to nearest, as pixman defines it: ((t >> 8) + t) >> 8 with t = x * a + 128. Exact, because 255 is odd.
static inline uint32_t multiply(uint32_t x, uint32_t a) {
  uint32_t t = x * a + 0x80;
  return ((t >> 8) + t) >> 8;
}

static inline void store(uint8_t *to, uint32_t pixel) { memcpy(to, &pixel, 4); }

IC_CLONES void ic_row_from_gray(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) store(to + i * 4, 0xFF000000u | (uint32_t)from[i] * 0x010101u);
}

IC_CLONES void ic_row_from_gray_alpha(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t a = from[i * 2 + 1];
    store(to + i * 4, a << 24 | multiply(from[i * 2], a) * 0x010101u);
  }
}

IC_CLONES void ic_row_from_rgb(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++)
    store(to + i * 4, 0xFF000000u | (uint32_t)from[i * 3] << 16 | (uint32_t)from[i * 3 + 1] << 8 | from[i * 3 + 2]);
}

IC_CLONES void ic_row_from_rgba(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t p;
    memcpy(&p, from + i * 4, 4); // bytes R G B A, a little-endian word
    uint32_t a = p >> 24;
    store(to + i * 4, a << 24 | multiply(p & 0xFF, a) << 16 | multiply(p >> 8 & 0xFF, a) << 8 | multiply(p >> 16 & 0xFF, a));
  }
}

void ic_row_from_channels(uint8_t *to, const uint8_t *from, size_t count, int channels) {
  switch (channels) {
  case 1: ic_row_from_gray(to, from, count); break;
  case 2: ic_row_from_gray_alpha(to, from, count); break;
  case 3: ic_row_from_rgb(to, from, count); break;
  default: ic_row_from_rgba(to, from, count); break;
  }
}

IC_CLONES void ic_row_from_cmyk(uint8_t *restrict to, const uint8_t *restrict from, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const uint8_t *p = from + i * 4;
    store(to + i * 4, 0xFF000000u | multiply(p[0], p[3]) << 16 | multiply(p[1], p[3]) << 8 | multiply(p[2], p[3]));
  }
}
