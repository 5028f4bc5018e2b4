// The clip: a rectangle, and a mask of coverage for curved edges and edges at fractional pixels.
#include "canvas_state.h"
#include "path.h"
#include "raster.h"
#include "rounded_rect.h"
#include "transform.h"

// Makes the mask the clip. Takes ownership of the reference.
static void install(cr_canvas *c, cr_mask *m) {
  if (c->bilevel) cr_mask_threshold(m);
  if (c->state.mask) cr_mask_multiply(m, c->state.mask);
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
  c->edge_rows += c->edges.rows;
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
  cr_mask *m = cr_mask_create(box);
  cr_status status = m ? cr_edges_rasterize(&c->edges, box, even_odd, &c->scratch, cr_mask_store_rows, m) : CR_NO_MEMORY;
  if (status != CR_OK) {
    // Without its mask the clip excludes everything: a gap is better than paint in excluded pixels.
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
  cr_mask *m = cr_mask_create(box);
  if (!m) {
    cr_note(c, CR_NO_MEMORY);
    clip_nothing(c);
    return;
  }
  cr_rect_rasterize(x0, y0, x1, y1, box, cr_mask_store_rows, m);
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
  cr_edges_begin(&c->edges, c->state.clip);
  if (!cr_path_edges(&c->edges, path, &c->state.transform)) {
    clip_nothing(c);
    return;
  }
  clip_edges(c, even_odd);
}
