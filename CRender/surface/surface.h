// A surface's fields, for the files of CRender. Threads as cr_surface.h says.
#pragma once
#include "cr_surface.h"

struct cr_surface {
  uint8_t *base;
  size_t stride;  // bytes
  int32_t width, height;
  cr_format format;
  bool owned;
  size_t mapped;  // bytes of `base` that are the kernel's pages; 0: it is a block of the heap
};

// `area` cut to width x height; false where nothing is left.
bool cr_area_clip(cr_irect *area, int32_t width, int32_t height);

static inline uint8_t *cr_surface_row(const cr_surface *s, int32_t y) { return s->base + (size_t)y * s->stride; }
