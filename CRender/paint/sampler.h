// Resampling of argb8888 pixels along both axes.
//
// Output position (x, y) samples image position (x + 0.5) * step_x + start_x - 0.5, and likewise for y. Pixels beyond `limits` are never
// read: the nearest one inside is used. An output pixel depends only on its own coordinates.
// One thread per sampler.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_paint.h"
#include "paint/box.h"

typedef struct cr_sampler {
  const uint8_t *base;  // argb8888 (or xrgb8888 with `opaque` set)
  size_t stride;
  // Instead of `base`, if it does not shrink by area: returns image row y as pixels, to be valid until the next but one other row is requested.
  // Only the columns of cr_sampler_columns are read.
  const uint32_t *(*row_of)(void *rows, int32_t y);
  void *rows;
  cr_box limits;  // in the image's pixels
  bool opaque;    // the top byte reads as 255
  cr_quality quality;
  double step_x, start_x, step_y, start_y;
  // Set by cr_sampler_prepare for columns x0 ..< x1.
  int32_t x0, x1;
  int32_t *index;     // leftmost image column of each output column
  uint8_t *weight;    // bilinear: weight of the next column, 0...127
  uint16_t *taps;     // area: most_taps weights of 14 bits for each output column, of which counts[i] are used
  int32_t *counts;
  size_t most_taps;
  uint16_t *row_taps; // area: the weights of the current row
  uint16_t *sums;     // area: that row, 15 bits per channel
  uint32_t *row;      // a row of the image between two rows, with one more pixel at the end
  bool area_x, area_y;
  void *memory;
} cr_sampler;

// CR_NO_MEMORY on allocation failure; must be freed even then.
cr_status cr_sampler_prepare(cr_sampler *s, int32_t x0, int32_t x1);
void cr_sampler_free(cr_sampler *s);
// For a bilinear sampler of any quality that does not shrink: position of output pixel (x, y) as in cr_sampling, relative to the limits'
// first pixel.
void cr_sampler_position(const void *sampler, int32_t x, int32_t y, int64_t out[2]);
// Image columns `low` ..< `high` that the prepared output columns of a sampler without areas read.
void cr_sampler_columns(const cr_sampler *s, int32_t *low, int32_t *high);
// Pixels x ..< x + n of output row y.
void cr_sampler_row(const cr_sampler *s, int32_t x, int32_t y, int32_t n, uint32_t *out);
