// Common functions for black-and-white drawing. Any thread.
#pragma once
#include <stdbool.h>

#include "paint/canvas_state.h"

enum {
  CR_LEAST_CONTRAST = 64,  // between a black or white pixel and the content below, of 255
  CR_SAME_LIGHT = 2,       // colours within this distance are meant to be indistinguishable
};

// Lightness of a premultiplied pixel, 0...255: Rec. 601, as in the gray formats.
static inline int cr_lightness(uint32_t p) { return (int)(((p >> 16 & 255) * 77 + (p >> 8 & 255) * 150 + (p & 255) * 29 + 128) >> 8); }

// Whether a mark of lightness `light` is drawn black on a pixel of lightness `behind`.
static inline bool cr_is_black(int light, int behind) {
  const bool black = light < behind;
  return (black ? behind : 255 - behind) < CR_LEAST_CONTRAST ? !black : black;
}

// Whether a pixel is inside the clip's mask.
static inline bool cr_is_within(const cr_mask *mask, int32_t x, int32_t y) {
  if (!mask) return true;
  const cr_mask_row *row = &mask->rows[y - mask->box.y0];
  return x >= row->ink_begin && x < row->ink_end && mask->bytes[(size_t)(y - mask->box.y0) * mask->stride + (size_t)(x - mask->box.x0)] >= 128;
}
