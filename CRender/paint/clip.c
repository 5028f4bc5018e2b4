// The clip: a rectangle, and a mask of coverage where edges are curved or fall between pixels.
#include <math.h>
#include <string.h>

#include "canvas_internal.h"
#include "support/kernels.h"

void cr_mask_release(cr_mask *mask) {
  if (!mask || --mask->references > 0) return;
  cr_free(mask);
}

static cr_mask *make_mask(cr_box box) {
  const size_t width = (size_t)(box.x1 - box.x0), height = (size_t)(box.y1 - box.y0);
  const size_t stride = (width + 15) & ~(size_t)15;
  size_t head = (sizeof(cr_mask) + 15) & ~(size_t)15, rows, bytes, total;
  if (__builtin_mul_overflow(height, sizeof(cr_mask_row), &rows) || __builtin_mul_overflow(stride, height, &bytes) ||
      __builtin_add_overflow(head, rows, &head) || __builtin_add_overflow(head, bytes, &total))
    return NULL;
  cr_mask *m = cr_alloc_pixels(total);
  if (!m) return NULL;
  m->references = 1;
  m->box = box;
  m->stride = stride;
  m->rows = (cr_mask_row *)(void *)((uint8_t *)m + ((sizeof(cr_mask) + 15) & ~(size_t)15));
  m->bytes = (uint8_t *)m + head;
  for (size_t i = 0; i < height; i++) m->rows[i] = (cr_mask_row){box.x0, box.x0, box.x0, box.x0};
  return m;
}

static void store_rows(void *context, int32_t y, int32_t rows, const cr_run *runs, size_t count) {
  cr_mask *m = context;
  cr_mask_row r = {runs[0].x, 0, 0, runs[count - 1].x + runs[count - 1].n};
  int32_t widest = 0;
  for (size_t i = 0; i < count; i++)
    if (!runs[i].coverage && runs[i].n > widest) {
      widest = runs[i].n;
      r.full_begin = runs[i].x, r.full_end = runs[i].x + runs[i].n;
    }
  if (widest == 0) r.full_begin = r.full_end = r.ink_begin;
  for (int32_t k = y; k < y + rows; k++) {
    uint8_t *row = m->bytes + (size_t)(k - m->box.y0) * m->stride;
    int32_t at = r.ink_begin;
    for (size_t i = 0; i < count; i++) {
      memset(row + (at - m->box.x0), 0, (size_t)(runs[i].x - at));
      at = runs[i].x + runs[i].n;
      if (runs[i].coverage)
        memcpy(row + (runs[i].x - m->box.x0), runs[i].coverage, (size_t)runs[i].n);
      else
        memset(row + (runs[i].x - m->box.x0), 255, (size_t)runs[i].n);
    }
    cr_mask_row *to = &m->rows[k - m->box.y0];
    if (to->ink_begin == to->ink_end) {
      *to = r;
    } else {  // a long row that comes in pieces
      to->full_begin = to->full_end = to->ink_begin;
      to->ink_end = r.ink_end;
    }
  }
}

// The common coverage: rows of `m` times rows of `other`, whose box holds m's.
static void multiply(cr_mask *m, const cr_mask *other) {
  for (int32_t y = m->box.y0; y < m->box.y1; y++) {
    cr_mask_row *r = &m->rows[y - m->box.y0];
    const cr_mask_row *o = &other->rows[y - other->box.y0];
    uint8_t *row = m->bytes + (size_t)(y - m->box.y0) * m->stride;
    const uint8_t *from = other->bytes + (size_t)(y - other->box.y0) * other->stride;
    const int32_t begin = cr_max(r->ink_begin, o->ink_begin), end = cr_min(r->ink_end, o->ink_end);
    if (begin >= end) {
      *r = (cr_mask_row){m->box.x0, m->box.x0, m->box.x0, m->box.x0};
      continue;
    }
    cr_k->mask_multiply(row + (begin - m->box.x0), from + (begin - other->box.x0), (size_t)(end - begin));
    const int32_t full_begin = cr_max(r->full_begin, o->full_begin), full_end = cr_min(r->full_end, o->full_end);
    *r = full_begin < full_end ? (cr_mask_row){begin, full_begin, full_end, end} : (cr_mask_row){begin, begin, begin, end};
  }
}

// Makes the mask the clip. Takes the reference.
static void install(cr_canvas *c, cr_mask *m) {
  if (c->state.mask) multiply(m, c->state.mask);
  bool everything = true;
  for (int32_t y = m->box.y0; y < m->box.y1 && everything; y++) {
    const cr_mask_row *r = &m->rows[y - m->box.y0];
    everything = r->full_begin == m->box.x0 && r->full_end == m->box.x1;
  }
  cr_mask_release(c->state.mask);
  c->state.clip = m->box;
  c->state.mask = m;
  if (everything) {
    cr_mask_release(m);
    c->state.mask = NULL;
  }
}

static void clip_nothing(cr_canvas *c) { c->state.clip = (cr_box){c->state.clip.x0, c->state.clip.y0, c->state.clip.x0, c->state.clip.y0}; }

static void clip_edges(cr_canvas *c, bool even_odd) {
  const cr_box box = cr_box_intersection(c->state.clip, cr_edges_bounds(&c->edges));
  if (c->edges.status != CR_OK) {
    cr_note(c, c->edges.status);
    clip_nothing(c);
    return;
  }
  if (cr_box_is_empty(box)) {
    clip_nothing(c);
    return;
  }
  cr_mask *m = make_mask(box);
  cr_status status = m ? cr_edges_rasterize(&c->edges, box, even_odd, &c->scratch, store_rows, m) : CR_NO_MEMORY;
  if (status != CR_OK) {
    // Without its mask the clip lets nothing through: better a gap than paint where none may be.
    cr_note(c, status);
    cr_mask_release(m);
    clip_nothing(c);
    return;
  }
  install(c, m);
}

void cr_canvas_clip_pixels(cr_canvas *c, cr_irect d) {
  if (d.width <= 0 || d.height <= 0) {
    clip_nothing(c);
    return;
  }
  cr_box b = {d.x, d.y, (int32_t)cr_min64((int64_t)d.x + d.width, INT32_MAX), (int32_t)cr_min64((int64_t)d.y + d.height, INT32_MAX)};
  b = cr_box_intersection(c->state.clip, b);
  if (cr_box_is_empty(b))
    clip_nothing(c);
  else
    c->state.clip = b;
}

void cr_canvas_clip_rect(cr_canvas *c, cr_rect rect) {
  const cr_transform *t = &c->state.transform;
  if (!cr_is_finite_rect(rect) || !cr_is_finite_transform(t) || rect.width <= 0 || rect.height <= 0) {
    clip_nothing(c);
    return;
  }
  if (!cr_is_upright(t)) {
    const cr_rrect r = {rect, {0, 0, 0, 0}};
    cr_edges_reset(&c->edges);
    cr_rrect_edges(&c->edges, &r, t, false);
    clip_edges(c, false);
    return;
  }
  double d[4];
  cr_map_upright(t, rect, d);
  const int32_t x0 = cr_fixed(d[0]), y0 = cr_fixed(d[1]), x1 = cr_fixed(d[2]), y1 = cr_fixed(d[3]);
  const cr_box box = cr_box_intersection(c->state.clip, (cr_box){x0 >> 8, y0 >> 8, (x1 + 255) >> 8, (y1 + 255) >> 8});
  if (x0 >= x1 || y0 >= y1 || cr_box_is_empty(box)) {
    clip_nothing(c);
    return;
  }
  if (((x0 | y0 | x1 | y1) & 255) == 0) {
    c->state.clip = box;
    return;
  }
  cr_mask *m = make_mask(box);
  if (!m) {
    cr_note(c, CR_NO_MEMORY);
    clip_nothing(c);
    return;
  }
  cr_rect_rasterize(x0, y0, x1, y1, box, store_rows, m);
  install(c, m);
}

void cr_canvas_clip_rrect(cr_canvas *c, const cr_rrect *rrect) {
  if (cr_rrect_is_square(rrect)) {
    cr_canvas_clip_rect(c, rrect->rect);
    return;
  }
  if (!cr_rrect_is_finite(rrect) || !cr_is_finite_transform(&c->state.transform)) {
    clip_nothing(c);
    return;
  }
  cr_edges_reset(&c->edges);
  cr_rrect_edges(&c->edges, rrect, &c->state.transform, false);
  clip_edges(c, false);
}

void cr_canvas_clip_path(cr_canvas *c, const cr_path *path, bool even_odd) {
  cr_edges_reset(&c->edges);
  if (!cr_path_edges(&c->edges, path, &c->state.transform)) {
    clip_nothing(c);
    return;
  }
  clip_edges(c, even_odd);
}
