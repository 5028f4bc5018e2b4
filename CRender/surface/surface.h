// Fields of a surface, for the files of CRender. Threads as in cr_surface.h.
#pragma once
#include "cr_surface.h"

struct cr_surface {
  uint8_t *base;
  size_t stride;  // bytes
  int32_t width, height;
  cr_format format;
  bool owned;
  size_t mapped;  // bytes of `base` in kernel pages; 0: a heap block
};

// Clips `area` to width x height; false if nothing is left.
bool cr_area_clip(cr_irect *area, int32_t width, int32_t height);

static inline uint8_t *cr_surface_row(const cr_surface *s, int32_t y) { return s->base + (size_t)y * s->stride; }
