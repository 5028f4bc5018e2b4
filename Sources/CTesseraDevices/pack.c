#include "tessera_pack.h"
#include <stdbool.h>

// The same thresholds as in CRender, so that a device with an unusual layout looks like one with a common layout.
static const uint8_t bayer[8][8] = {
    {0, 32, 8, 40, 2, 34, 10, 42},  {48, 16, 56, 24, 50, 18, 58, 26}, {12, 44, 4, 36, 14, 46, 6, 38},  {60, 28, 52, 20, 62, 30, 54, 22},
    {3, 35, 11, 43, 1, 33, 9, 41},  {51, 19, 59, 27, 49, 17, 57, 25}, {15, 47, 7, 39, 13, 45, 5, 37},  {63, 31, 55, 23, 61, 29, 53, 21},
};

static bool fits(int32_t offset, int32_t length, int32_t bits) { return length >= 0 && length <= 8 && offset >= 0 && offset <= bits - length; }

static uint32_t mask(int32_t offset, int32_t length) { return ((1u << length) - 1) << (offset & 31); }

int td_layout_is_valid(const td_layout *l) {
  if (l->bytes < 1 || l->bytes > 4) return 0;
  int32_t bits = l->bytes * 8;
  if (!fits(l->red_offset, l->red_length, bits) || !fits(l->green_offset, l->green_length, bits) ||
      !fits(l->blue_offset, l->blue_length, bits) || !fits(l->alpha_offset, l->alpha_length, bits))
    return 0;
  uint32_t r = l->red_length ? mask(l->red_offset, l->red_length) : 0, g = l->green_length ? mask(l->green_offset, l->green_length) : 0;
  uint32_t b = l->blue_length ? mask(l->blue_offset, l->blue_length) : 0, a = l->alpha_length ? mask(l->alpha_offset, l->alpha_length) : 0;
  return (r & g) == 0 && (r & b) == 0 && (g & b) == 0 && (a & (r | g | b)) == 0 && (r | g | b) != 0;
}

// Reduces an 8-bit level to `length` bits: 0 and 255 stay black and white, and exactly representable levels are unchanged.
static uint32_t reduce(uint32_t v, int32_t length, uint32_t threshold, bool dithers) {
  if (length == 0) return 0;
  if (length >= 8) return v;
  uint32_t steps = 1u << (8 - length);
  uint32_t d = !dithers ? steps / 2 : steps <= 64 ? threshold * steps / 64 : threshold * 2 + 1;
  return (v - (v >> length) + d) >> (8 - length);
}

void td_pack_row(const td_layout *l, uint8_t *to, const uint8_t *from, size_t count, uint32_t x, uint32_t y, int dithers) {
  const uint8_t *row = bayer[y & 7];
  uint32_t ones = l->alpha_length ? mask(l->alpha_offset, l->alpha_length) : 0;
  for (size_t i = 0; i < count; i++, from += 4) {
    uint32_t t = row[(x + (uint32_t)i) & 7];
    uint32_t p = ones | reduce(from[2], l->red_length, t, dithers != 0) << l->red_offset |
                 reduce(from[1], l->green_length, t, dithers != 0) << l->green_offset |
                 reduce(from[0], l->blue_length, t, dithers != 0) << l->blue_offset;
    for (int32_t b = 0; b < l->bytes; b++) *to++ = (uint8_t)(p >> (8 * b));
  }
}
