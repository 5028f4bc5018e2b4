// Compositing: every pixel that is painted reaches its target through cr_composite. One thread for each target.
#pragma once
#include "cr_paint.h"
#include "paint/box.h"
#include "paint/source.h"
#include "paint/target.h"

// A source through a mask onto the pixels of an area. Coverage mixes what is there with the operator's result, so that no operator changes
// pixels outside of the mask.
typedef struct cr_composition {
  cr_compositor compositor;
  cr_blend blend;
  const cr_source *source;
  const uint8_t *mask;   // coverage of the area's top left pixel; NULL: 255 everywhere
  size_t mask_stride;    // bytes; 0 repeats the first row
  const cr_target *target;
  cr_box area;           // in the target's coordinates; pixels outside of the target, and of pixels that are placed, are left out
  // Working memory of `buffer_pixels` words each, at least as many as the target is wide.
  uint32_t *fetched, *mixed;
  size_t buffer_pixels;
} cr_composition;

// CR_OK, or CR_NO_MEMORY: a part of the area may be composited by then. Work: the area's pixels.
cr_status cr_composite(const cr_composition *composition);

// The compositor of new canvases: CR_COMPOSITOR_PIXMAN if TESSERA_COMPOSITOR was `pixman` when the program was loaded, else CR_COMPOSITOR_KERNELS.
cr_compositor cr_compositor_default(void);
