// The surface's fields and the conversions of single rows, for the files of CRender.
#pragma once
#include "cr_alloc.h"
#include "cr_surface.h"

struct cr_surface {
  uint8_t *base;
  size_t stride;  // bytes
  int32_t width, height;
  cr_format format;
  bool owned;
  size_t mapped;  // bytes of `base` that are the kernel's pages; 0: it is a block of the heap
};

static inline int32_t cr_min(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t cr_max(int32_t a, int32_t b) { return a > b ? a : b; }
static inline int64_t cr_min64(int64_t a, int64_t b) { return a < b ? a : b; }
static inline int64_t cr_max64(int64_t a, int64_t b) { return a > b ? a : b; }

// Premultiplied argb8888 of a colour, each channel rounded.
uint32_t cr_color_premultiplied(cr_color color);
// `area` cut to width x height; false where nothing is left.
bool cr_area_clip(cr_irect *area, int32_t width, int32_t height);

// Reads pixels x ..< x + n of a row into premultiplied argb8888 (alpha 255 where the format has none).
void cr_row_unpack(cr_format format, const uint8_t *row, int32_t x, int32_t n, uint32_t *out);
// Writes n pixels at x ..< x + n of a row. (x, y) place the dither, `dither` false rounds to nearest.
void cr_row_pack(cr_format format, uint8_t *row, int32_t x, int32_t y, int32_t n, const uint32_t *in, bool dither);

static inline uint8_t *cr_surface_row(const cr_surface *s, int32_t y) { return s->base + (size_t)y * s->stride; }
