// Fields of a surface, for the files of CRender. Threads as in cr_surface.h.
#pragma once
#include "cr_surface.h"

// The last translucent flat colors painted into a surface, premultiplied. A pixel of such a color is most probably of a flat area.
enum { CR_INKS = 4 };
typedef struct cr_inks {
  uint32_t colors[CR_INKS];
  uint32_t count;  // all colors so far; the first CR_INKS are kept, later ones replace the oldest
} cr_inks;

static inline bool cr_inks_have(const cr_inks *inks, uint32_t color) {
  for (uint32_t i = 0; i < inks->count && i < CR_INKS; i++)
    if (inks->colors[i] == color) return true;
  return false;
}

static inline void cr_inks_add(cr_inks *inks, uint32_t color) {
  if (cr_inks_have(inks, color)) return;
  inks->colors[inks->count % CR_INKS] = color;
  // Stays below its type's maximum, with the same place next.
  inks->count = inks->count < 2 * CR_INKS ? inks->count + 1 : CR_INKS + 1;
}

struct cr_surface {
  uint8_t *base;
  size_t stride;  // bytes
  int32_t width, height;
  cr_format format;
  bool owned;
  size_t mapped;  // bytes of `base` in kernel pages; 0: a heap block
  cr_inks inks;   // colors painted by canvases with a depth of few bits
};

// Clips `area` to width x height; false if nothing is left.
bool cr_area_clip(cr_irect *area, int32_t width, int32_t height);

static inline uint8_t *cr_surface_row(const cr_surface *s, int32_t y) { return s->base + (size_t)y * s->stride; }
