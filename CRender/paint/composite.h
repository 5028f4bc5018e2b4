// Compositing: all painted pixels are written to the target by cr_composite. One thread per target.
#pragma once
#include "cr_paint.h"
#include "paint/box.h"
#include "paint/composite_kernels.h"
#include "paint/composite_step.h"
#include "paint/source.h"
#include "paint/target.h"

// A source composited onto a target by an operator; each call composites an area through a mask. Coverage blends the target with the
// operator's result, so that no operator changes pixels outside the mask. Borrows source, target and memory.
typedef struct cr_composition {
  cr_compositor compositor;
  cr_blend blend;
  const cr_source *source;
  const cr_target *target;
  // Working memory of `buffer_pixels` words each, at least as many as the target is wide.
  uint32_t *fetched, *mixed;
  size_t buffer_pixels;

  // The other fields belong to cr_composition_prepare and change with each area.
  cr_step step;
  cr_box limits;         // of the target, and of pixels that are placed
  cr_kernel kernels[2];  // for an area without and with a mask; `composite` is NULL if there is none or before look-up
  bool is_looked_up[2];
  bool is_placed, is_in_rows;  // the source's pixels are in memory; it makes them row by row
  bool is_direct;              // rows without a mask are written directly to the target
} cr_composition;

// Prepares for areas; kernels are looked up for the first one. Called once for the glyphs of a text, or the runs of a fill. The caller sets
// the first seven fields; they, the source and the target must not change.
void cr_composition_prepare(cr_composition *composition);
// Moves the step to an area inside the limits.
static inline void cr_composition_move(cr_composition *c, cr_box area, const uint8_t *mask, size_t mask_stride) {
  const cr_target *t = c->target;
  cr_step *s = &c->step;
  s->width = area.x1 - area.x0, s->height = area.y1 - area.y0;
  s->target = t->base + (size_t)((int64_t)area.y0 - t->box.y0) * t->stride + ((size_t)((int64_t)area.x0 - t->box.x0) << (s->is_coverage ? 0 : 2));
  s->mask = mask, s->mask_stride = mask_stride;
  if (!c->is_placed) return;
  const cr_placed *p = &c->source->placed;
  s->source = p->base + (size_t)((int64_t)area.y0 - p->y) * p->stride + ((size_t)((int64_t)area.x0 - p->x) << (p->format == CR_COVERAGE8 ? 0 : 2));
}

// cr_composite for areas without a kernel.
cr_status cr_composite_otherwise(cr_composition *composition, cr_box area, const uint8_t *mask, size_t mask_stride);

// Composites an area, in the target's coordinates; pixels outside the target and outside placed pixels are omitted. `mask` is the coverage
// of the area's top left pixel (NULL: 255 everywhere), its rows `mask_stride` bytes apart (0 repeats the first). CR_OK, or CR_NO_MEMORY: a
// part of the area may then be composited. Work: the area's pixels. Inline, since glyphs and ends of rows are small.
static inline cr_status cr_composite(cr_composition *c, cr_box area, const uint8_t *mask, size_t mask_stride) {
  const cr_kernel kernel = c->kernels[mask != NULL];
  const cr_box limits = c->limits;
  const int64_t pixels = ((int64_t)area.x1 - area.x0) * ((int64_t)area.y1 - area.y0);
  const bool is_inside = area.x0 >= limits.x0 && area.y0 >= limits.y0 && area.x1 <= limits.x1 && area.y1 <= limits.y1;
  if (pixels > kernel.most_pixels || c->is_in_rows || !is_inside || cr_box_is_empty(area)) return cr_composite_otherwise(c, area, mask, mask_stride);
  cr_composition_move(c, area, mask, mask_stride);
  kernel.composite(&c->step);
  return CR_OK;
}

// The compositor of new canvases: CR_COMPOSITOR_PIXMAN if TESSERA_COMPOSITOR was `pixman` when the program was loaded, else CR_COMPOSITOR_KERNELS.
cr_compositor cr_compositor_default(void);
