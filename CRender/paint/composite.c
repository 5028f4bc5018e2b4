#include "composite.h"

#include <stdlib.h>
#include <string.h>

#include "composite_kernels.h"
#include "composite_pixman.h"
#include "composite_step.h"

static cr_compositor chosen = CR_COMPOSITOR_KERNELS;

// At load time, before any thread of the program can paint.
__attribute__((constructor)) static void choose_compositor(void) {
  const char *name = getenv("TESSERA_COMPOSITOR");
  if (name && strcmp(name, "pixman") == 0) chosen = CR_COMPOSITOR_PIXMAN;
}

cr_compositor cr_compositor_default(void) { return chosen; }

// A step that a kernel or pixman has as a whole.
static cr_status composite_whole(const cr_composition *c, const cr_step *s) {
  const cr_step_kernel kernel = c->compositor == CR_COMPOSITOR_KERNELS ? cr_kernel_of(s) : NULL;
  if (!kernel) return cr_pixman_composite(s);
  kernel(s);
  return CR_OK;
}

// As many rows of the step as the buffer holds, from row y on, with the operator's source or result in the buffer.
static cr_step strip_of(const cr_composition *c, const cr_step *s, int32_t y) {
  cr_step strip = *s;
  strip.height = cr_min(s->height - y, cr_max(1, (int32_t)cr_min64((int64_t)(c->buffer_pixels / (size_t)s->width), INT32_MAX)));
  strip.target += (size_t)y * s->target_stride;
  if (s->sampled) strip.sampled_y += y;
  else if (!s->is_solid) strip.source += (size_t)y * s->source_stride;
  strip.mask += (size_t)y * s->mask_stride;
  return strip;
}

// The source times its alpha, or its color, in the buffer, and from there through the mask.
static cr_status composite_prepared(const cr_composition *c, const cr_step *s) {
  for (int32_t y = 0; y < s->height;) {
    cr_step strip = strip_of(c, s, y), prepared = strip;
    y += strip.height;
    prepared.blend = CR_BLEND_COPY, prepared.mask = NULL, prepared.is_coverage = false;
    prepared.target = (uint8_t *)c->mixed, prepared.target_stride = (size_t)s->width * 4;
    if (s->is_solid) prepared.height = 1;
    cr_status status = composite_whole(c, &prepared);
    strip.source = prepared.target, strip.source_stride = s->is_solid ? 0 : prepared.target_stride;
    strip.is_solid = false, strip.sampled = NULL, strip.format = CR_ARGB8888, strip.alpha = 255;
    if (status == CR_OK) status = composite_whole(c, &strip);
    if (status != CR_OK) return status;
  }
  return CR_OK;
}

// Alpha 255 for the words of the step's target.
static cr_status make_opaque(cr_step s) {
  s.blend = CR_BLEND_ADD, s.is_solid = true, s.color = 0xff000000u, s.mask = NULL;
  return cr_pixman_composite(&s);
}

// An operator that the mask cannot be handed to: its result in the buffer, and the target mixed with that.
static cr_status composite_mixed(const cr_composition *c, const cr_step *s) {
  for (int32_t y = 0; y < s->height;) {
    cr_step strip = strip_of(c, s, y), result = strip;
    y += strip.height;
    const size_t pixel = s->is_coverage ? 1 : 4;
    result.mask = NULL, result.target = (uint8_t *)c->mixed, result.target_stride = ((size_t)s->width * pixel + 3) & ~(size_t)3;
    // Coverage has room: 4 bytes a pixel, and rows of one pixel are 4.
    for (int32_t k = 0; k < strip.height; k++)
      memcpy(result.target + (size_t)k * result.target_stride, strip.target + (size_t)k * strip.target_stride, (size_t)s->width * pixel);
    cr_status status = c->target->is_xrgb ? make_opaque(result) : CR_OK;
    if (status == CR_OK) status = cr_pixman_composite(&result);
    if (status != CR_OK) return status;
    strip.blend = CR_BLEND_COPY, strip.is_solid = false, strip.sampled = NULL, strip.format = s->is_coverage ? CR_COVERAGE8 : CR_ARGB8888, strip.alpha = 255;
    strip.source = result.target, strip.source_stride = result.target_stride;
    status = composite_whole(c, &strip);
    if (status != CR_OK) return status;
  }
  return CR_OK;
}

static cr_status composite_step(const cr_composition *c, cr_step *s) {
  if (s->blend == CR_BLEND_CLEAR) s->blend = CR_BLEND_COPY, s->is_solid = true, s->color = 0;
  const bool is_opaque = s->is_solid ? s->color >> 24 == 255 : (c->source->is_opaque || s->format == CR_XRGB8888) && s->alpha == 255;
  if (s->blend == CR_BLEND_NORMAL) {
    if (s->is_solid && s->color >> 24 == 0) return CR_OK;
    if (is_opaque && !s->mask) s->blend = CR_BLEND_COPY;
    else if (s->mask && s->alpha != 255 && !s->is_solid) return composite_prepared(c, s);
    else return composite_whole(c, s);
  }
  // The top byte of xrgb8888 counts as 255 before, and is 255 afterwards.
  const bool is_xrgb = c->target->is_xrgb;
  cr_status status = CR_OK;
  if (s->blend == CR_BLEND_COPY) {
    status = s->mask && (s->is_solid || s->alpha != 255) ? composite_prepared(c, s) : composite_whole(c, s);
    if (is_opaque && !s->mask) return status;
  } else if (s->mask) {
    status = composite_mixed(c, s);
  } else {
    if (is_xrgb) status = make_opaque(*s);
    if (status == CR_OK) status = composite_whole(c, s);
  }
  return is_xrgb && status == CR_OK ? make_opaque(*s) : status;
}

// The part of a sampled picture from pixel (x, y) of the area on that pixman's positions of 16 fractional bits are exact enough for.
static cr_status composite_sampled_part(const cr_composition *c, const cr_step *s, cr_box area, int32_t x, int32_t y, int32_t size[2]) {
  cr_sampled sampled;
  cr_sampling_part(c->source->sampling, area.x0 + x, area.y0 + y, s->width - x, s->height - y, &sampled, size);
  cr_step part = *s;
  part.sampled = &sampled, part.format = sampled.format, part.width = size[0], part.height = size[1];
  part.target += (size_t)y * s->target_stride + (size_t)x * (s->is_coverage ? 1 : 4);
  if (part.mask) part.mask += (size_t)y * s->mask_stride + (size_t)x;
  return composite_step(c, &part);
}

static cr_status composite_sampled(const cr_composition *c, const cr_step *s, cr_box area) {
  int32_t size[2] = {1, 1};
  cr_status status = CR_OK;
  // The widths of parts depend on the row if the picture is turned; else they are the same in all rows.
  if (!c->source->sampling->is_upright) {
    for (int32_t y = 0; y < s->height; y++)
      for (int32_t x = 0; x < s->width && status == CR_OK; x += size[0]) status = composite_sampled_part(c, s, area, x, y, size);
    return status;
  }
  for (int32_t x = 0; x < s->width; x += size[0])
    for (int32_t y = 0; y < s->height && status == CR_OK; y += size[1]) status = composite_sampled_part(c, s, area, x, y, size);
  return status;
}

cr_status cr_composite(const cr_composition *c) {
  const cr_source *source = c->source;
  const cr_target *t = c->target;
  cr_box area = cr_box_intersection(c->area, t->box);
  const cr_placed *placed = &source->placed;
  if (placed->base) {
    const int64_t right = (int64_t)placed->x + placed->width, bottom = (int64_t)placed->y + placed->height;
    area = cr_box_intersection(area, (cr_box){placed->x, placed->y, (int32_t)cr_min64(right, INT32_MAX), (int32_t)cr_min64(bottom, INT32_MAX)});
  }
  if (cr_box_is_empty(area)) return CR_OK;
  const size_t pixel = t->is_coverage ? 1 : 4;
  cr_step step = {.blend = c->blend,
                  .is_solid = source->is_solid,
                  .format = placed->format,
                  .color = source->color,
                  .alpha = source->alpha,
                  .mask_stride = c->mask_stride,
                  .target = t->base + (size_t)((int64_t)area.y0 - t->box.y0) * t->stride + (size_t)((int64_t)area.x0 - t->box.x0) * pixel,
                  .target_stride = t->stride,
                  .is_coverage = t->is_coverage,
                  .width = area.x1 - area.x0,
                  .height = area.y1 - area.y0};
  if (c->mask) step.mask = c->mask + (size_t)((int64_t)area.y0 - c->area.y0) * c->mask_stride + (size_t)((int64_t)area.x0 - c->area.x0);
  if (source->is_solid) return composite_step(c, &step);
  if (placed->base) {
    step.source = placed->base + (size_t)((int64_t)area.y0 - placed->y) * placed->stride + (size_t)((int64_t)area.x0 - placed->x) * (placed->format == CR_COVERAGE8 ? 1 : 4);
    step.source_stride = placed->stride;
    return composite_step(c, &step);
  }
  if (source->sampling && c->compositor == CR_COMPOSITOR_PIXMAN) return composite_sampled(c, &step, area);
  // Rows that are made one by one; opaque ones straight into the target.
  const bool is_direct = c->blend == CR_BLEND_NORMAL && source->is_opaque && source->alpha == 255 && !c->mask && !t->is_coverage;
  const int32_t height = step.height;
  step.height = 1;
  for (int32_t y = 0; y < height; y++) {
    cr_step row = step;
    row.target += (size_t)y * t->stride;
    if (row.mask) row.mask += (size_t)y * c->mask_stride;
    if (source->is_row_solid) {
      row.is_solid = true, row.color = source->row_color(source, area.y0 + y);
    } else {
      uint32_t *buffer = is_direct ? (uint32_t *)(void *)row.target : c->fetched;
      row.source = (const uint8_t *)source->fetch(source, area.x0, area.y0 + y, row.width, buffer);
      if (row.source == row.target) continue;
    }
    const cr_status status = composite_step(c, &row);
    if (status != CR_OK) return status;
  }
  return CR_OK;
}
