// Colors to composite: one, one per row, pixels in memory, or rows made by a function. One thread per source; borrows its memory.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cr_surface.h"
#include "paint/sampling.h"
#include "paint/target.h"
#include "surface/surface.h"

// Pixels in memory, one per pixel of the target.
typedef struct cr_placed {
  const uint8_t *base;  // of the first pixel, aligned as for cr_surface_wrap; NULL: none
  size_t stride;        // bytes
  cr_format format;     // argb8888, xrgb8888, coverage8
  int32_t x, y;         // of the first pixel, in the target's coordinates
  int32_t width, height;
} cr_placed;

// `fetch` returns n pixels of row y from x on, in `buffer` or in memory of the source.
typedef struct cr_source cr_source;
struct cr_source {
  bool is_solid;       // `color` everywhere
  bool is_row_solid;   // `row_color` everywhere in a row
  bool is_opaque;      // all pixels have alpha 255
  bool is_costly;      // one fetch of a row is cheaper than three of its parts
  uint32_t color;      // premultiplied
  uint32_t alpha;      // 0...255, multiplied into pixels and rows
  cr_placed placed;    // used if it has a base
  uint32_t (*row_color)(const cr_source *source, int32_t y);
  const uint32_t *(*fetch)(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer);
  const void *data;
  const cr_inks *inks;          // translucent flat colors among the pixels; NULL: unknown
  const cr_sampling *sampling;  // the same pixels as from `fetch`, for pixman to sample; NULL: unsupported
};
static inline cr_source cr_source_solid(uint32_t color) {
  return (cr_source){.is_solid = true, .is_opaque = color >> 24 == 255, .color = color, .alpha = 255};
}
// The pixels of a layer, at its position.
static inline cr_source cr_source_target(const cr_target *t, uint32_t alpha) {
  return (cr_source){.alpha = alpha,
                     .placed = {t->base, t->stride, t->is_coverage ? CR_COVERAGE8 : CR_ARGB8888, t->box.x0, t->box.y0, t->box.x1 - t->box.x0, t->box.y1 - t->box.y0}};
}
