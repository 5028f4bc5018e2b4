// Samples as AV1 stores them: luma and chroma, or alpha. One thread.
#pragma once
#include "avif_codec.h"
#include <stdbool.h>

typedef struct {
  const uint8_t *data[3]; // 1 byte a sample, or 2 (little-endian) if `depth` is over 8
  ptrdiff_t strides[3];   // bytes
  int32_t width, height;  // of luma
  uint32_t depth;         // bits of a sample: 8, 10, 12
  bool is_gray, half_x, half_y;
  bool is_full_range;
  uint32_t primaries, transfer, matrix; // H.273
} av_planes;

// Number of columns and rows of chroma.
static inline int32_t av_chroma_width(const av_planes *p) { return p->half_x ? (p->width + 1) / 2 : p->width; }
static inline int32_t av_chroma_height(const av_planes *p) { return p->half_y ? (p->height + 1) / 2 : p->height; }
