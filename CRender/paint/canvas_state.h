// Fields of a canvas, shared by the parts of the painter. Threads as in cr_paint.h.
#pragma once
#include "cr_paint.h"
#include "paint/box.h"
#include "paint/mask.h"
#include "paint/raster.h"
#include "paint/target.h"
#include "surface/surface.h"

typedef struct cr_state {
  cr_box clip;
  cr_mask *mask;  // NULL: none; else its box contains the clip
  cr_transform transform;
  bool aliased;  // shapes have no partially covered pixels
} cr_state;

typedef struct cr_group {
  cr_target outer;
  cr_state state;  // at the beginning of the group
  size_t depth;    // saved states outside the group
  uint32_t alpha;
  cr_blend blend;
} cr_group;

struct cr_canvas {
  cr_target target;
  cr_inks *inks;  // of the surface
  cr_state state;
  cr_state *saved;
  size_t saved_count, saved_capacity, lost_saves;  // lost: saves without memory, to be matched by as many restores
  cr_group *groups;
  size_t group_count, group_capacity;
  cr_status status;
  bool bilevel, drew_letters;
  bool needs_backdrop;  // letters or lines meant to be black or white were drawn without knowing the content below them
  uint32_t tag;  // the caller's
  cr_depth depth;
  bool has_depth;  // fewer than 8 bits
  cr_box drawn;
  cr_edges edges;
  uint64_t edge_rows;  // of all fills, strokes and clips so far
  cr_scratch scratch;
  cr_compositor compositor;
  // Rows as wide as the target, each of `row_pixels`.
  uint32_t *pixels, *mixed, *before;
  uint8_t *mask;
  size_t row_pixels;
  void *rows_memory;
};

// Records the first error only.
static inline void cr_note(cr_canvas *canvas, cr_status status) {
  if (canvas->status == CR_OK) canvas->status = status;
}

// Whether shapes of a color have no partially covered pixels.
static inline bool cr_is_aliased(const cr_canvas *c, bool is_solid) { return c->state.aliased || (c->bilevel && is_solid); }
