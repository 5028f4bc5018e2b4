// Corners of a rounded clip: the pixels below them are saved, and blended once with the content painted over them.
#include <string.h>

#include "canvas_state.h"
#include "cr_alloc.h"
#include "mask.h"
#include "rounded_rect.h"
#include "transform.h"

struct cr_corners {
  cr_mask *mask;
  size_t pixel;  // bytes each
  uint8_t bytes[];
};

typedef struct cr_span {
  int32_t begin, end;
} cr_span;

// The two ends of a row that are not fully covered.
static void ends(const cr_mask *m, int32_t y, cr_span span[2]) {
  const cr_mask_row *r = &m->rows[y - m->box.y0];
  const bool is_full = r->full_begin < r->full_end;
  span[0] = (cr_span){m->box.x0, is_full ? r->full_begin : m->box.x1};
  span[1] = (cr_span){is_full ? r->full_end : m->box.x1, m->box.x1};
}

static uint8_t *pixel_at(const cr_target *t, size_t pixel, int32_t x, int32_t y) {
  return t->base + (size_t)(y - t->box.y0) * t->stride + (size_t)(x - t->box.x0) * pixel;
}

static cr_status rasterize(cr_canvas *c, const cr_rrect *rrect, cr_mask **mask) {
  cr_edges_reset(&c->edges);
  cr_rrect_edges(&c->edges, rrect, &c->state.transform, false);
  if (c->edges.status != CR_OK) return c->edges.status;
  const cr_box box = cr_box_intersection(c->state.clip, cr_edges_bounds(&c->edges));
  if (cr_box_is_empty(box)) return CR_OK;
  cr_mask *m = cr_mask_create(box);
  if (!m) return CR_NO_MEMORY;
  const cr_status status = cr_edges_rasterize(&c->edges, box, false, &c->scratch, cr_mask_store_rows, m);
  if (status != CR_OK) {
    cr_mask_release(m);
    return status;
  }
  if (c->bilevel) cr_mask_threshold(m);
  *mask = m;
  return CR_OK;
}

static void clip_nothing(cr_canvas *c) { c->state.clip.x1 = c->state.clip.x0; }

cr_status cr_canvas_keep_corners(cr_canvas *c, const cr_rrect *rrect, cr_corners **corners) {
  *corners = NULL;
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(&c->state.transform)) {
    clip_nothing(c);
    return CR_OK;
  }
  cr_mask *mask = NULL;
  const cr_status status = rasterize(c, rrect, &mask);
  if (status != CR_OK) return status;
  if (!mask) {
    clip_nothing(c);
    return CR_OK;
  }
  const size_t pixel = c->target.is_coverage ? 1 : 4;
  size_t count = 0, bytes;
  cr_span span[2];
  // No overflow: at most the pixels of the target.
  for (int32_t y = mask->box.y0; y < mask->box.y1; y++) {
    ends(mask, y, span);
    for (int i = 0; i < 2; i++) count += (size_t)(span[i].end - span[i].begin);
  }
  if (count == 0) {
    c->state.clip = mask->box;
    cr_mask_release(mask);
    return CR_OK;
  }
  cr_corners *kept = NULL;
  if (!__builtin_mul_overflow(count, pixel, &bytes) && !__builtin_add_overflow(bytes, sizeof *kept, &bytes)) kept = cr_alloc_pixels(bytes);
  if (!kept) {
    cr_mask_release(mask);
    return CR_NO_MEMORY;
  }
  kept->mask = mask;
  kept->pixel = pixel;
  uint8_t *to = kept->bytes;
  for (int32_t y = mask->box.y0; y < mask->box.y1; y++) {
    ends(mask, y, span);
    for (int i = 0; i < 2; i++) {
      const size_t length = (size_t)(span[i].end - span[i].begin) * pixel;
      if (length > 0) memcpy(to, pixel_at(&c->target, pixel, span[i].begin, y), length);
      to += length;
    }
  }
  c->state.clip = mask->box;
  *corners = kept;
  return CR_OK;
}

// Exact where both are equal.
static uint8_t mix(uint32_t below, uint32_t above, uint32_t coverage) {
  const uint32_t sum = below * (255 - coverage) + above * coverage + 128;
  return (uint8_t)((sum + (sum >> 8)) >> 8);
}

void cr_canvas_cut_corners(cr_canvas *c, cr_corners *corners) {
  if (!corners) return;
  const cr_mask *m = corners->mask;
  const size_t pixel = corners->pixel;
  const uint8_t *from = corners->bytes;
  cr_span span[2];
  for (int32_t y = m->box.y0; y < m->box.y1; y++) {
    ends(m, y, span);
    const cr_mask_row *r = &m->rows[y - m->box.y0];
    const uint8_t *coverage = m->bytes + (size_t)(y - m->box.y0) * m->stride;
    for (int i = 0; i < 2; i++) {
      for (int32_t x = span[i].begin; x < span[i].end; x++, from += pixel) {
        uint8_t *to = pixel_at(&c->target, pixel, x, y);
        const uint32_t covered = x >= r->ink_begin && x < r->ink_end ? coverage[x - m->box.x0] : 0;
        for (size_t k = 0; k < pixel; k++) to[k] = mix(from[k], to[k], covered);
      }
    }
  }
  cr_mask_release(corners->mask);
  cr_free(corners);
}
