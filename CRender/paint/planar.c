// Pictures of video: rows are converted as they are composited, one by one or, scaled, two at a time.
#include <math.h>

#include "cr_alloc.h"
#include "cr_planes.h"
#include "image.h"
#include "sampler.h"
#include "span.h"
#include "surface/planes.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

// MARK: pixel for pixel

typedef struct placed {
  const cr_planar *planar;
  int32_t x, y;  // device position of the top left pixel
} placed;

static const uint32_t *fetch_converted(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  const placed *p = source->data;
  cr_planar_row(p->planar, x - p->x, y - p->y, n, buffer);
  return buffer;
}

static void draw_placed(cr_canvas *c, const cr_planar *planar, int32_t x, int32_t y, cr_blend blend, uint32_t alpha) {
  const placed at = {planar, x, y};
  const cr_source source = {.is_opaque = true, .alpha = alpha, .fetch = fetch_converted, .data = &at};
  const cr_box box = {x, y, x + planar->planes.width, y + planar->planes.height};
  cr_paint_box(c, cr_box_intersection(box, c->state.clip), &source, blend);
}

// MARK: scaled

// The last two rows that were converted, of even and of odd number. A scaled picture reads neighbouring rows, several times if it is enlarged.
typedef struct rows {
  const cr_planar *planar;
  uint32_t *pixels[2];
  int32_t numbers[2];
  int32_t low, high;  // converted columns
} rows;

static const uint32_t *converted_row(void *data, int32_t y) {
  rows *r = data;
  uint32_t *row = r->pixels[y & 1];
  if (r->numbers[y & 1] != y) cr_planar_row(r->planar, r->low, y, r->high - r->low, row + r->low);
  r->numbers[y & 1] = y;
  return row;
}

static const uint32_t *fetch_scaled(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  cr_sampler_row(source->data, x, y, n, buffer);
  return buffer;
}

static cr_status draw_scaled(
    cr_canvas *c, const cr_planar *planar, cr_rect rect, const cr_transform *t, const cr_transform *to_image, const cr_image_options *o, uint32_t alpha) {
  const cr_box visible = cr_box_intersection(cr_map_bounds(t, rect), c->state.clip);
  if (cr_box_is_empty(visible)) return CR_OK;
  const int32_t width = planar->planes.width;
  // Width is at most 2^20: no overflow.
  uint32_t *memory = cr_alloc_array((size_t)width * 2, sizeof *memory);
  if (!memory) return CR_NO_MEMORY;
  rows converted = {.planar = planar, .pixels = {memory, memory + width}, .numbers = {-1, -1}};
  cr_sampler sampler = {.row_of = converted_row, .rows = &converted, .limits = {0, 0, width, planar->planes.height}, .quality = o->quality,
                        .step_x = to_image->a, .start_x = to_image->tx, .step_y = to_image->d, .start_y = to_image->ty};
  if (sampler.quality == CR_GOOD) sampler.quality = CR_BILINEAR;
  const cr_status status = cr_sampler_prepare(&sampler, visible.x0, visible.x1);
  if (status == CR_OK) {
    cr_sampler_columns(&sampler, &converted.low, &converted.high);
    const cr_source source = {.is_opaque = true, .is_costly = true, .alpha = alpha, .fetch = fetch_scaled, .data = &sampler};
    cr_paint_image(c, &source, o->blend, t, rect);
  }
  cr_sampler_free(&sampler);
  cr_free(memory);
  return status;
}

// MARK: under any transform

static cr_status draw_copy(cr_canvas *c, const cr_planes *planes, cr_rect rect, const cr_image_options *o) {
  cr_surface *copy = NULL;
  cr_status status = cr_surface_create_uninitialized(planes->width, planes->height, CR_XRGB8888, &copy);
  if (status == CR_OK) status = cr_planes_convert(planes, (cr_irect){0, 0, planes->width, planes->height}, copy);
  if (status == CR_OK) {
    cr_image_options options = *o;
    options.has_tint = false;
    cr_canvas_draw_image(c, copy, (cr_rect){0, 0, planes->width, planes->height}, rect, &options);
  }
  cr_surface_destroy(copy);
  return status;
}

void cr_canvas_draw_planes(cr_canvas *c, const cr_planes *planes, cr_rect rect, const cr_image_options *o) {
  const cr_transform *t = &c->state.transform;
  uint32_t alpha;
  if (!cr_image_alpha(o, &alpha) || !cr_is_finite_rect(rect) || !cr_is_finite_transform(t)) return;
  if (!(rect.width > 0) || !(rect.height > 0) || cr_box_is_empty(cr_box_intersection(cr_map_bounds(t, rect), c->state.clip))) return;
  cr_planar planar;
  if (!cr_planar_prepare(&planar, planes)) {
    cr_note(c, CR_BAD_ARGUMENT);
    return;
  }
  const cr_transform to_rect = {rect.width / planes->width, 0, 0, rect.height / planes->height, rect.x, rect.y};
  const cr_transform to_device = cr_then(to_rect, *t);
  cr_transform to_image;
  if (!cr_invert(&to_device, &to_image)) return;
  const bool is_upright = to_device.b == 0 && to_device.c == 0;
  if (is_upright && to_device.a == 1 && to_device.d == 1 && to_device.tx == floor(to_device.tx) && to_device.ty == floor(to_device.ty) &&
      fabs(to_device.tx) < 1 << 29 && fabs(to_device.ty) < 1 << 29) {
    draw_placed(c, &planar, (int32_t)to_device.tx, (int32_t)to_device.ty, o->blend, alpha);
    return;
  }
  const bool is_filtered = o->quality == CR_GOOD && (fabs(to_image.a) > 1 || fabs(to_image.d) > 1);
  const cr_status status = is_upright && !is_filtered ? draw_scaled(c, &planar, rect, t, &to_image, o, alpha) : draw_copy(c, planes, rect, o);
  if (status != CR_OK) cr_note(c, status);
}
