// Lifetime of a canvas: targets, states, groups.
#include <math.h>
#include <string.h>

#include "canvas_state.h"
#include "composite.h"
#include "cr_alloc.h"
#include "depth.h"
#include "luminance.h"
#include "mask.h"
#include "raster.h"
#include "source.h"
#include "span.h"
#include "surface/surface.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

cr_status cr_canvas_create(cr_surface *surface, cr_transform base, cr_canvas **canvas) {
  if (!surface || !canvas) return CR_BAD_ARGUMENT;
  if (surface->format != CR_ARGB8888 && surface->format != CR_XRGB8888 && surface->format != CR_COVERAGE8) return CR_BAD_FORMAT;
  if (!cr_is_finite_transform(&base)) return CR_BAD_ARGUMENT;
  cr_canvas *c = cr_alloc_zeroed(sizeof *c);
  if (!c) return CR_NO_MEMORY;
  const size_t row = ((size_t)surface->width + 63) & ~(size_t)63;
  c->rows_memory = cr_alloc_pixels(row * 13 + 64);
  if (!c->rows_memory) {
    cr_free(c);
    return CR_NO_MEMORY;
  }
  c->pixels = c->rows_memory;
  c->mixed = c->pixels + row;
  c->before = c->mixed + row;
  c->mask = (uint8_t *)(c->before + row);
  c->row_pixels = row;
  c->compositor = cr_compositor_default();
  c->target = (cr_target){surface->base, surface->stride, {0, 0, surface->width, surface->height}, surface->format == CR_COVERAGE8,
                          surface->format == CR_XRGB8888};
  c->inks = &surface->inks;
  c->state = (cr_state){c->target.box, NULL, base, false};
  c->depth = (cr_depth){8, 8, 8, false};
  *canvas = c;
  return CR_OK;
}

static uint8_t depth_bits(uint8_t bits) { return bits < 4 ? 4 : bits > 8 ? 8 : bits; }

void cr_canvas_set_depth(cr_canvas *c, cr_depth d) {
  c->depth = (cr_depth){depth_bits(d.red), depth_bits(d.green), depth_bits(d.blue), d.is_gray};
  c->has_depth = !c->target.is_coverage && (d.is_gray || !cr_depth_is_full(c->depth));
}

void cr_canvas_set_bilevel(cr_canvas *c, bool bilevel) { c->bilevel = bilevel; }
void cr_canvas_set_compositor(cr_canvas *c, cr_compositor compositor) { c->compositor = compositor; }
cr_compositor cr_canvas_compositor(const cr_canvas *c) { return c->compositor; }
void cr_canvas_set_tag(cr_canvas *c, uint32_t tag) { c->tag = tag; }
uint32_t cr_canvas_tag(const cr_canvas *c) { return c->tag; }
bool cr_canvas_is_bilevel(const cr_canvas *c) { return c->bilevel; }
bool cr_canvas_drew_letters(const cr_canvas *c) { return c->drew_letters; }
bool cr_canvas_needs_backdrop(const cr_canvas *c) { return c->needs_backdrop; }

void cr_canvas_destroy(cr_canvas *c) {
  if (!c) return;
  while (c->group_count > 0) cr_canvas_end_group(c);
  cr_mask_release(c->state.mask);
  for (size_t i = 0; i < c->saved_count; i++) cr_mask_release(c->saved[i].mask);
  cr_free(c->saved);
  cr_free(c->groups);
  cr_edges_free(&c->edges);
  cr_free(c->scratch.bytes);
  cr_free(c->rows_memory);
  cr_free(c);
}

cr_status cr_canvas_status(const cr_canvas *c) { return c->status; }
cr_transform cr_canvas_transform(const cr_canvas *c) { return c->state.transform; }
static cr_irect rect_of(cr_box b) {
  if (cr_box_is_empty(b)) return (cr_irect){b.x0, b.y0, 0, 0};
  return (cr_irect){b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0};
}
cr_irect cr_canvas_clip_bounds(const cr_canvas *c) { return rect_of(c->state.clip); }
cr_irect cr_canvas_drawn_bounds(const cr_canvas *c) { return rect_of(c->drawn); }
uint64_t cr_canvas_edge_rows(const cr_canvas *c) { return c->edge_rows; }

// Reserves space for one more item of `size` bytes; false on allocation failure.
static bool grow(void **items, size_t count, size_t *capacity, size_t size) {
  if (count < *capacity) return true;
  size_t larger = *capacity ? *capacity * 2 : 8, bytes;
  if (__builtin_mul_overflow(larger, size, &bytes)) return false;
  void *grown = cr_realloc(*items, count * size, bytes);
  if (!grown) return false;
  *items = grown;
  *capacity = larger;
  return true;
}

void cr_canvas_save(cr_canvas *c) {
  if (c->lost_saves > 0 || !grow((void **)&c->saved, c->saved_count, &c->saved_capacity, sizeof *c->saved)) {
    c->lost_saves++;
    cr_note(c, CR_NO_MEMORY);
    return;
  }
  if (c->state.mask) c->state.mask->references++;
  c->saved[c->saved_count++] = c->state;
}

void cr_canvas_restore(cr_canvas *c) {
  if (c->lost_saves > 0) {
    c->lost_saves--;
    return;
  }
  size_t depth = c->group_count ? c->groups[c->group_count - 1].depth : 0;
  if (c->saved_count <= depth) return;
  cr_mask_release(c->state.mask);
  c->state = c->saved[--c->saved_count];
}

cr_canvas_mark cr_canvas_mark_get(const cr_canvas *c) { return (cr_canvas_mark){c->saved_count, c->group_count}; }

void cr_canvas_rewind(cr_canvas *c, cr_canvas_mark mark) {
  while (c->group_count > mark.groups) cr_canvas_end_group(c);
  if (c->saved_count > mark.saves) c->lost_saves = 0;
  while (c->saved_count > mark.saves) cr_canvas_restore(c);
}

void cr_canvas_concatenate(cr_canvas *c, cr_transform t) {
  // A map with NaN makes all later shapes non-finite, so they are not drawn.
  c->state.transform = cr_then(t, c->state.transform);
}

cr_status cr_canvas_begin_group(cr_canvas *c, double opacity, cr_blend blend) {
  if (isnan(opacity) || (unsigned)blend >= CR_BLEND_COUNT) return CR_BAD_ARGUMENT;
  if (!grow((void **)&c->groups, c->group_count, &c->group_capacity, sizeof *c->groups)) return CR_NO_MEMORY;
  cr_box box = c->state.clip;
  if (cr_box_is_empty(box)) box = (cr_box){box.x0, box.y0, box.x0, box.y0};
  const size_t pixel = c->target.is_coverage ? 1 : 4;
  size_t stride = ((size_t)(box.x1 - box.x0) * pixel + 63) & ~(size_t)63, bytes;
  if (__builtin_mul_overflow(stride, (size_t)(box.y1 - box.y0), &bytes)) return CR_BAD_SIZE;
  uint8_t *memory = cr_alloc_pixels(bytes ? bytes : 64);
  if (!memory) return CR_NO_MEMORY;
  memset(memory, 0, bytes);
  double alpha = opacity < 0 ? 0 : opacity > 1 ? 1 : opacity;
  // The mask stays with the group: inside it only the rectangle is used; the mask is applied once, at the end.
  c->groups[c->group_count++] = (cr_group){c->target, c->state, c->saved_count, (uint32_t)(alpha * 255 + 0.5), blend};
  c->target = (cr_target){memory, stride, box, c->target.is_coverage, false};
  c->state.clip = box;
  c->state.mask = NULL;
  return CR_OK;
}

void cr_canvas_set_aliased(cr_canvas *c, bool aliased) { c->state.aliased = aliased; }

// Ends the last group: its pixels are composited by `blend`, or by its own mode if that is CR_BLEND_COUNT.
static void end_group(cr_canvas *c, cr_blend other) {
  cr_group *g = &c->groups[c->group_count - 1];
  c->lost_saves = 0;
  while (c->saved_count > g->depth) cr_canvas_restore(c);
  cr_mask_release(c->state.mask);
  cr_target layer = c->target;
  c->target = g->outer;
  c->state = g->state;
  const uint32_t alpha = g->alpha;
  const cr_blend blend = other == CR_BLEND_COUNT ? g->blend : other;
  c->group_count--;
  const cr_source source = cr_source_target(&layer, alpha);
  cr_paint_box(c, layer.box, &source, blend);
  cr_free(layer.base);
}

void cr_canvas_end_group(cr_canvas *c) {
  if (c->group_count > 0) end_group(c, CR_BLEND_COUNT);
}

void cr_canvas_end_group_as_mask(cr_canvas *c, cr_mask_kind kind) {
  if (c->group_count == 0) return;
  const cr_target *t = &c->target;
  if (kind != CR_MASK_ALPHA && !t->is_coverage)
    for (int32_t y = t->box.y0; y < t->box.y1; y++)
      cr_luminance_row(cr_pixel(t, t->box.x0, y), t->box.x1 - t->box.x0, kind == CR_MASK_LUMINANCE_LINEAR);
  end_group(c, CR_BLEND_DESTINATION_IN);
}
