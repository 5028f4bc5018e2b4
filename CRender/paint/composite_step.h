// One combination of source, mask and target in memory, as kernels and pixman use it. Values; any thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_paint.h"
#include "paint/sampling.h"

// All pointers refer to the top left pixel. Sizes are pixels, strides bytes; a stride of 0 repeats the first row.
typedef struct cr_step {
  cr_blend blend;
  bool is_solid;        // `color` everywhere, else the pixels at `source`
  uint32_t color;       // premultiplied
  const uint8_t *source;
  size_t source_stride;
  const cr_sampled *sampled;  // a sampled picture in place of the pixels at `source`; NULL: none
  int32_t sampled_y;          // row of the sampled area for the first row
  cr_format format;     // of the source: argb8888, xrgb8888, coverage8
  uint32_t alpha;       // multiplied into the source's pixels, 0...255
  const uint8_t *mask;  // coverage; NULL: 255 everywhere
  size_t mask_stride;
  uint8_t *target;      // coverage, or argb8888 words
  size_t target_stride;
  bool is_coverage;
  int32_t width, height;
} cr_step;
