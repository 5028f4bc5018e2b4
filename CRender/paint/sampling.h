// Positions of a target's pixels in a picture that is sampled between pixels. Values that borrow the picture; any thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_surface.h"

typedef struct cr_sampling {
  const uint8_t *base;  // of the picture's first pixel; pixels beyond its edges repeat the edges
  size_t stride;        // bytes
  cr_format format;     // argb8888, xrgb8888
  int32_t width, height;
  bool is_upright;  // the column depends on x alone, and the row on y alone
  // Returns column and row of target pixel (x, y) with 16 fractional bits, whose upper 7 are the weight of the next pixel.
  void (*position)(const void *data, int32_t x, int32_t y, int64_t out[2]);
  const void *data;
} cr_sampling;

// A part of a picture under a map with 16 fractional bits, as sampled by pixman.
typedef struct cr_sampled {
  const uint8_t *base;
  size_t stride;
  cr_format format;
  int32_t width, height;     // below 2^15
  int32_t matrix[2][3];      // as pixman_transform_t has it
} cr_sampled;

// Largest part of the area from (x, y) on, at most `width` x `height` pixels, in which a map with 16 fractional bits gives the positions of
// `sampling`. Returns its size in pixels: at least 1 x 1.
void cr_sampling_part(const cr_sampling *sampling, int32_t x, int32_t y, int32_t width, int32_t height, cr_sampled *part, int32_t size[2]);
