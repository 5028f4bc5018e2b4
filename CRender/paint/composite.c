#include "composite.h"

#include <stdlib.h>
#include <string.h>

#include "composite_pixman.h"

static cr_compositor chosen = CR_COMPOSITOR_KERNELS;

// At load time, before any thread of the program can paint.
__attribute__((constructor)) static void choose_compositor(void) {
  const char *name = getenv("TESSERA_COMPOSITOR");
  if (name && strcmp(name, "pixman") == 0) chosen = CR_COMPOSITOR_PIXMAN;
}

cr_compositor cr_compositor_default(void) { return chosen; }

// A step supported as a whole by a kernel or pixman.
static cr_status composite_whole(const cr_composition *c, const cr_step *s) {
  const cr_kernel kernel = c->compositor == CR_COMPOSITOR_KERNELS ? cr_kernel_of(s) : (cr_kernel){NULL, 0};
  if ((int64_t)s->width * s->height > kernel.most_pixels) return cr_pixman_composite(s);
  kernel.composite(s);
  return CR_OK;
}

// As many rows of the step as fit the buffer, from row y on, with the operator's source or result in the buffer.
static cr_step strip_of(const cr_composition *c, const cr_step *s, int32_t y) {
  cr_step strip = *s;
  strip.height = cr_min(s->height - y, cr_max(1, (int32_t)cr_min64((int64_t)(c->buffer_pixels / (size_t)s->width), INT32_MAX)));
  strip.target += (size_t)y * s->target_stride;
  if (s->sampled) strip.sampled_y += y;
  else if (!s->is_solid) strip.source += (size_t)y * s->source_stride;
  strip.mask += (size_t)y * s->mask_stride;
  return strip;
}

// Computes the source times its alpha, or its color, in the buffer, and composites the buffer through the mask.
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

// Sets the alpha of the step's target to 255.
static cr_status make_opaque(cr_step s) {
  s.blend = CR_BLEND_ADD, s.is_solid = true, s.color = 0xff000000u, s.mask = NULL;
  return cr_pixman_composite(&s);
}

// An operator that does not support a mask: computes its result in the buffer and blends the target with it by the mask.
static cr_status composite_mixed(const cr_composition *c, const cr_step *s) {
  for (int32_t y = 0; y < s->height;) {
    cr_step strip = strip_of(c, s, y), result = strip;
    y += strip.height;
    const size_t pixel = s->is_coverage ? 1 : 4;
    result.mask = NULL, result.target = (uint8_t *)c->mixed, result.target_stride = ((size_t)s->width * pixel + 3) & ~(size_t)3;
    // The buffer is large enough for coverage: 4 bytes per pixel, and a row of one pixel takes 4.
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

// Method of compositing the pixels of a step.
typedef struct way {
  enum { NOTHING, WHOLE, PREPARED, MIXED } how;
  bool makes_opaque;  // the top byte of xrgb8888 counts as 255 before, and is 255 afterwards
} way;

// For opaque pixels without a mask, the step's CR_BLEND_NORMAL becomes CR_BLEND_COPY.
static way way_of(const cr_composition *c, cr_step *s) {
  const bool is_opaque = s->is_solid ? s->color >> 24 == 255 : (c->source->is_opaque || s->format == CR_XRGB8888) && s->alpha == 255;
  if (s->blend == CR_BLEND_NORMAL) {
    if (s->is_solid && s->color >> 24 == 0) return (way){NOTHING, false};
    if (is_opaque && !s->mask) s->blend = CR_BLEND_COPY;
    return (way){s->mask && s->alpha != 255 && !s->is_solid ? PREPARED : WHOLE, false};
  }
  if (s->blend == CR_BLEND_COPY)
    return (way){s->mask && (s->is_solid || s->alpha != 255) ? PREPARED : WHOLE, c->target->is_xrgb && !(is_opaque && !s->mask)};
  return (way){s->mask ? MIXED : WHOLE, c->target->is_xrgb};
}

static cr_status composite_step(const cr_composition *c, cr_step *s) {
  const way way = way_of(c, s);
  cr_status status = CR_OK;
  if (way.how == PREPARED) status = composite_prepared(c, s);
  if (way.how == MIXED) status = composite_mixed(c, s);
  if (way.how == WHOLE && way.makes_opaque && s->blend != CR_BLEND_COPY) status = make_opaque(*s);
  if (way.how == WHOLE && status == CR_OK) status = composite_whole(c, s);
  return way.makes_opaque && status == CR_OK ? make_opaque(*s) : status;
}

// The part of a sampled picture from pixel (x, y) of the area for which pixman's positions of 16 fractional bits are precise enough.
static cr_status composite_sampled_part(const cr_composition *c, const cr_step *s, cr_box area, int32_t x, int32_t y, int32_t size[2]) {
  cr_sampled sampled;
  cr_sampling_part(c->source->sampling, area.x0 + x, area.y0 + y, s->width - x, s->height - y, &sampled, size);
  cr_step part = *s;
  part.sampled = &sampled, part.format = sampled.format, part.width = size[0], part.height = size[1];
  part.target += (size_t)y * s->target_stride + (size_t)x * (s->is_coverage ? 1 : 4);
  if (part.mask) part.mask += (size_t)y * s->mask_stride + (size_t)x;
  return composite_step(c, &part);
}

__attribute__((noinline)) static cr_status composite_sampled(const cr_composition *c, const cr_step *s, cr_box area) {
  int32_t size[2] = {1, 1};
  cr_status status = CR_OK;
  // If the picture is rotated, the widths of parts depend on the row; otherwise they are the same in all rows.
  if (!c->source->sampling->is_upright) {
    for (int32_t y = 0; y < s->height; y++)
      for (int32_t x = 0; x < s->width && status == CR_OK; x += size[0]) status = composite_sampled_part(c, s, area, x, y, size);
    return status;
  }
  for (int32_t x = 0; x < s->width; x += size[0])
    for (int32_t y = 0; y < s->height && status == CR_OK; y += size[1]) status = composite_sampled_part(c, s, area, x, y, size);
  return status;
}

// Separate, so that its stack frame does not slow down rows of small runs.
__attribute__((noinline)) static cr_status composite_copy(const cr_composition *c) {
  cr_step step = c->step;
  return composite_step(c, &step);
}

// One row of pixels from the source, or one of a single color.
static cr_status composite_row(cr_composition *c, int32_t x, int32_t y) {
  const cr_source *source = c->source;
  cr_step *s = &c->step;
  if (source->is_row_solid) {
    s->color = source->row_color(source, y);
    if (s->blend == CR_BLEND_NORMAL && s->color >> 24 == 0) return CR_OK;
  } else {
    const bool is_direct = c->is_direct && !s->mask;
    uint32_t *buffer = is_direct ? (uint32_t *)(void *)s->target : c->fetched;
    s->source = (const uint8_t *)source->fetch(source, x, y, s->width, buffer);
    if (is_direct && s->source != s->target) memcpy(s->target, s->source, (size_t)s->width * 4);
    if (is_direct) return CR_OK;
  }
  const cr_kernel kernel = c->kernels[s->mask != NULL];
  if (s->width <= kernel.most_pixels) {
    kernel.composite(s);
    return CR_OK;
  }
  return composite_copy(c);
}

static cr_status composite_rows(cr_composition *c, cr_box area) {
  cr_step *s = &c->step;
  const size_t pixel = s->is_coverage ? 1 : 4;
  s->height = 1;
  for (int32_t y = area.y0; y < area.y1; y++, s->target += s->target_stride) {
    if (y + 2 < area.y1) cr_foresee(s->target + 2 * s->target_stride, (size_t)s->width, pixel);
    const cr_status status = composite_row(c, area.x0, y);
    if (status != CR_OK) return status;
    if (s->mask) s->mask += s->mask_stride;
  }
  return CR_OK;
}

// Looks up the kernel for all areas with, or without, a mask, for the current step.
static void look_up(cr_composition *c) {
  cr_step *s = &c->step;
  const bool is_masked = s->mask != NULL;
  c->is_looked_up[is_masked] = true;
  if (c->compositor != CR_COMPOSITOR_KERNELS) return;
  // Each row has its own color: the kernel fits all of them.
  if (c->is_in_rows && c->source->is_row_solid) s->color = c->source->is_opaque ? 0xff000000u : 0x80000000u;
  const cr_blend blend = s->blend;
  const way way = way_of(c, s);
  if (way.how == WHOLE && !way.makes_opaque) c->kernels[is_masked] = cr_kernel_of(s);
  s->blend = blend;
}

void cr_composition_prepare(cr_composition *c) {
  const cr_source *source = c->source;
  const cr_target *t = c->target;
  const bool is_clear = c->blend == CR_BLEND_CLEAR, is_solid = source->is_solid || is_clear;
  c->step = (cr_step){.blend = is_clear ? CR_BLEND_COPY : c->blend,
                      .is_solid = is_solid || source->is_row_solid,
                      .color = is_clear ? 0 : source->color,
                      .source_stride = source->placed.stride,
                      .format = source->placed.format,
                      .alpha = source->alpha,
                      .target_stride = t->stride,
                      .is_coverage = t->is_coverage};
  c->limits = t->box;
  c->is_placed = !source->is_solid && source->placed.base;
  c->is_in_rows = !is_solid && !c->is_placed && !(source->sampling && c->compositor == CR_COMPOSITOR_PIXMAN);
  c->is_direct = c->blend == CR_BLEND_NORMAL && source->is_opaque && source->alpha == 255 && !t->is_coverage;
  if (c->is_placed) {
    const cr_placed *p = &source->placed;
    const int64_t right = (int64_t)p->x + p->width, bottom = (int64_t)p->y + p->height;
    c->limits = cr_box_intersection(c->limits, (cr_box){p->x, p->y, (int32_t)cr_min64(right, INT32_MAX), (int32_t)cr_min64(bottom, INT32_MAX)});
  }
  for (int is_masked = 0; is_masked < 2; is_masked++) c->kernels[is_masked] = (cr_kernel){NULL, 0}, c->is_looked_up[is_masked] = false;
}

// Separate, so that its stack frame does not slow down the first of a few small areas.
__attribute__((noinline)) static cr_status composite_in_steps(cr_composition *c, cr_box area, const uint8_t *mask, size_t mask_stride) {
  const cr_box inside = cr_box_intersection(area, c->limits);
  if (cr_box_is_empty(inside)) return CR_OK;
  if (mask) mask += (size_t)((int64_t)inside.y0 - area.y0) * mask_stride + (size_t)((int64_t)inside.x0 - area.x0);
  cr_composition_move(c, inside, mask, mask_stride);
  if (c->is_in_rows) return composite_rows(c, inside);
  const cr_kernel kernel = c->kernels[mask != NULL];
  if ((int64_t)c->step.width * c->step.height <= kernel.most_pixels) {
    kernel.composite(&c->step);
    return CR_OK;
  }
  return c->step.is_solid || c->is_placed ? composite_copy(c) : composite_sampled(c, &c->step, inside);
}

cr_status cr_composite_otherwise(cr_composition *c, cr_box area, const uint8_t *mask, size_t mask_stride) {
  if (c->is_looked_up[mask != NULL]) {
    const cr_box l = c->limits;
    const bool is_inside = area.x0 >= l.x0 && area.y0 >= l.y0 && area.x1 <= l.x1 && area.y1 <= l.y1;
    if (!c->is_in_rows || !is_inside || area.x0 >= area.x1 || area.y0 + 1 != area.y1) return composite_in_steps(c, area, mask, mask_stride);
    // Runs of one row are short.
    cr_composition_move(c, area, mask, mask_stride);
    return composite_row(c, area.x0, area.y0);
  }
  c->step.mask = mask;
  look_up(c);
  return cr_composite(c, area, mask, mask_stride);
}
