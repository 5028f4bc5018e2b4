// Positions of a target's pixels in a picture that is sampled between four of its pixels. Values that borrow the picture; any thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_surface.h"

typedef struct cr_sampling {
  const uint8_t *base;  // of the picture's first pixel; pixels beyond its edges are those of the edges
  size_t stride;        // bytes
  cr_format format;     // argb8888, xrgb8888
  int32_t width, height;
  bool is_upright;  // the column depends on x alone, and the row on y alone
  // Gives the column and the row of target pixel (x, y) with 16 fractional bits, of which the upper 7 are the next pixel's share.
  void (*position)(const void *data, int32_t x, int32_t y, int64_t out[2]);
  const void *data;
} cr_sampling;

// A part of a picture under a map of 16 fractional bits, as pixman samples it.
typedef struct cr_sampled {
  const uint8_t *base;
  size_t stride;
  cr_format format;
  int32_t width, height;     // below 2^15
  int32_t matrix[2][3];      // as pixman_transform_t has it
} cr_sampled;

// The longest part of the area from (x, y) on, at most `width` x `height` pixels, in which a map of 16 fractional bits gives the positions of `sampling`.
// Returns its size in pixels: 1 x 1 at least.
void cr_sampling_part(const cr_sampling *sampling, int32_t x, int32_t y, int32_t width, int32_t height, cr_sampled *part, int32_t size[2]);
