// Target pixels of painting. A value over memory of its owner; one thread per target.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "paint/box.h"

// Pixels at absolute device coordinates: the surface itself, or the layer of a group.
typedef struct cr_target {
  uint8_t *base;  // of the pixel (box.x0, box.y0)
  size_t stride;
  cr_box box;
  bool is_coverage;  // coverage8, else 32-bit
  bool is_xrgb;
} cr_target;

// Prefetches a row of pixels, of `bytes` each, that is painted soon: the rows of a small box are too short for the hardware prefetcher.
static inline void cr_foresee(const uint8_t *row, size_t pixels, size_t bytes) {
  // The hardware prefetcher detects longer rows as streams.
  if (pixels < 16 || pixels > 1024) return;
  for (size_t i = 0; i < pixels * bytes; i += 64) __builtin_prefetch(row + i, 1);
}

// The same for `n` pixels of a row of the target from `x` on; rows below the target are omitted.
static inline void cr_foresee_row(const cr_target *t, int32_t x, int32_t n, int32_t y) {
  if (y >= t->box.y1) return;
  const size_t pixel = t->is_coverage ? 1 : 4;
  cr_foresee(t->base + (size_t)(y - t->box.y0) * t->stride + (size_t)(x - t->box.x0) * pixel, (size_t)n, pixel);
}

// The word of a pixel of a 32-bit target.
static inline uint32_t *cr_pixel(const cr_target *t, int32_t x, int32_t y) {
  return (uint32_t *)(void *)(t->base + (size_t)(y - t->box.y0) * t->stride) + (x - t->box.x0);
}
