// Images: pixel for pixel, scaled, under any affine map, and nine-patches.
#include <math.h>
#include <string.h>

#include "canvas_state.h"
#include "depth.h"
#include "image.h"
#include "letters.h"
#include "raster.h"
#include "rounded_rect.h"
#include "sampler.h"
#include "source.h"
#include "span.h"
#include "support/kernels.h"
#include "surface/color.h"
#include "surface/row.h"
#include "surface/surface.h"
#include "transform.h"

#pragma STDC FP_CONTRACT OFF

static bool is_words(const cr_surface *s) { return s->format == CR_ARGB8888 || s->format == CR_XRGB8888; }

bool cr_image_alpha(const cr_image_options *o, uint32_t *alpha) {
  if (isnan(o->opacity) || (unsigned)o->blend >= CR_BLEND_COUNT || (unsigned)o->quality > CR_GOOD) return false;
  *alpha = (uint32_t)((o->opacity < 0 ? 0 : o->opacity > 1 ? 1 : o->opacity) * 255 + 0.5);
  return *alpha > 0 || o->blend != CR_BLEND_NORMAL;
}

// MARK: pixel for pixel

typedef struct placed {
  const cr_surface *image;
  int32_t x, y;  // device position of the image's top left pixel
} placed;

static const uint32_t *fetch_unpacked(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  const placed *p = source->data;
  cr_row_unpack(p->image->format, cr_surface_row(p->image, y - p->y), x - p->x, n, buffer);
  return buffer;
}

// `part`: the image pixels that may be drawn.
static void draw_placed(cr_canvas *c, const cr_surface *image, int64_t x, int64_t y, cr_box part, const cr_image_options *o, uint32_t alpha) {
  const int64_t limit = 1 << 30;
  if (x < -limit || x > limit || y < -limit || y > limit) return;
  cr_box box = {(int32_t)x + part.x0, (int32_t)y + part.y0, (int32_t)x + part.x1, (int32_t)y + part.y1};
  box = cr_box_intersection(box, c->state.clip);
  if (cr_box_is_empty(box)) return;
  const placed at = {image, (int32_t)x, (int32_t)y};
  const bool is_mask = image->format == CR_COVERAGE8;
  if (is_mask || o->has_tint) {
    const cr_color white = {1, 1, 1, 1};
    uint32_t color = cr_mul_pixel(cr_color_premultiplied(o->has_tint ? o->tint : white), alpha);
    if (c->has_depth && color >> 24 == 255) color = cr_depth_nearest(c->depth, color);
    const cr_source source = cr_source_solid(color);
    if (is_mask && o->is_letters) c->drew_letters = true;
    if (is_mask && o->is_letters && c->bilevel && !c->target.is_coverage && o->blend == CR_BLEND_NORMAL) {
      // The pattern moves with scrolled content.
      cr_paint_letters(c, image, at.x, at.y, box, source.color, (at.x + at.y) & 1);
      return;
    }
    cr_painter painter;
    cr_painter_prepare(&painter, c, &source, o->blend);
    if (is_mask) {
      cr_paint_masked(&painter, box, cr_surface_row(image, box.y0 - at.y) + (box.x0 - at.x), image->stride);
      return;
    }
    uint8_t coverage[256];
    uint32_t words[256];
    for (int32_t row = box.y0; row < box.y1; row++) {
      if (row + 2 < box.y1) cr_foresee_row(&c->target, box.x0, box.x1 - box.x0, row + 2);
      for (int32_t left = box.x0; left < box.x1; left += 256) {
        const cr_run run = {left, cr_min(256, box.x1 - left), coverage};
        cr_row_unpack(image->format, cr_surface_row(image, row - at.y), left - at.x, run.n, words);
        cr_k->alpha_of(coverage, words, (size_t)run.n);
        cr_paint_rows(&painter, row, 1, &run, 1);
      }
    }
    return;
  }
  const cr_source source = {.is_opaque = o->opaque || image->format != CR_ARGB8888,
                            .alpha = alpha,
                            .placed = {is_words(image) ? image->base : NULL, image->stride, image->format, at.x, at.y, image->width, image->height},
                            .fetch = fetch_unpacked,
                            .data = &at,
                            .inks = &image->inks};
  cr_paint_box(c, box, &source, o->blend);
}

void cr_canvas_draw_image_at(cr_canvas *c, const cr_surface *image, int64_t x, int64_t y, const cr_image_options *o) {
  uint32_t alpha;
  if (cr_image_alpha(o, &alpha)) draw_placed(c, image, x, y, (cr_box){0, 0, image->width, image->height}, o, alpha);
}

// MARK: scaled

static const uint32_t *fetch_scaled(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer) {
  cr_sampler_row(source->data, x, y, n, buffer);
  return buffer;
}

// MARK: any affine map

typedef struct affine {
  const uint8_t *base;
  size_t stride;
  cr_box limits;
  bool opaque, nearest;
  // Image position of the middle of device pixel (x, y), 24 fractional bits: u = row(y) + x du.
  double a, b, c, d, tx, ty;
  int64_t du, dv;
} affine;

static int64_t fixed24(double v) {
  v *= 16777216;
  return v > 0x1p60 ? (int64_t)0x1p60 : !(v > -0x1p60) ? -(int64_t)0x1p60 : (int64_t)floor(v + 0.5);
}

static inline uint32_t lerp_pixel(uint32_t a, uint32_t b, uint32_t w) {
  uint32_t rb = (((a & 0xff00ff) * (128 - w) + (b & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  uint32_t ag = ((((a >> 8) & 0xff00ff) * (128 - w) + ((b >> 8) & 0xff00ff) * w + 0x400040) >> 7) & 0xff00ff;
  return rb | ag << 8;
}

// Two pixels in the halves of a word: a and b blended by w of 128.
static inline uint64_t lerp_pair(uint64_t a, uint64_t b, uint64_t w) {
  const uint64_t lanes = 0x00ff00ff00ff00ff, half = 0x0040004000400040;
  const uint64_t rb = (((a & lanes) * (128 - w) + (b & lanes) * w + half) >> 7) & lanes;
  const uint64_t ag = (((a >> 8 & lanes) * (128 - w) + (b >> 8 & lanes) * w + half) >> 7) & lanes;
  return rb | ag << 8;
}

// Position of target pixel (x, y), 24 fractional bits. Unsigned: far outside it wraps around and is clamped to an edge.
static void affine_start(const affine *f, int32_t x, int32_t y, uint64_t *u, uint64_t *v) {
  const double shift = f->nearest ? 0 : 0.5;
  *u = (uint64_t)fixed24(f->a * 0.5 + f->c * (y + 0.5) + f->tx - shift) + (uint64_t)f->du * (uint64_t)(int64_t)x;
  *v = (uint64_t)fixed24(f->b * 0.5 + f->d * (y + 0.5) + f->ty - shift) + (uint64_t)f->dv * (uint64_t)(int64_t)x;
}

static void affine_position(const void *data, int32_t x, int32_t y, int64_t out[2]) {
  const affine *f = data;
  uint64_t u, v;
  affine_start(f, x, y, &u, &v);
  out[0] = ((int64_t)u >> 8) - (int64_t)f->limits.x0 * 65536;
  out[1] = ((int64_t)v >> 8) - (int64_t)f->limits.y0 * 65536;
}

static const uint32_t *fetch_affine(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const affine *f = source->data;
  uint64_t u, v;
  affine_start(f, x, y, &u, &v);
  const cr_box l = f->limits;
  // Pixels with right and lower neighbours inside the limits.
  const uint64_t columns = (uint64_t)(l.x1 - l.x0 - 1), rows = (uint64_t)(l.y1 - l.y0 - 1);
  for (int32_t i = 0; i < n; i++, u += (uint64_t)f->du, v += (uint64_t)f->dv) {
    const int64_t px = (int64_t)u >> 24, py = (int64_t)v >> 24;
    if (f->nearest) {
      const int64_t cx = cr_max64(l.x0, cr_min64(l.x1 - 1, px)), cy = cr_max64(l.y0, cr_min64(l.y1 - 1, py));
      memcpy(out + i, f->base + (size_t)cy * f->stride + (size_t)cx * 4, 4);
      continue;
    }
    const uint32_t wx = (uint32_t)(u >> 17) & 127, wy = (uint32_t)(v >> 17) & 127;
    if ((uint64_t)(px - l.x0) < columns && (uint64_t)(py - l.y0) < rows) {
      const uint32_t *a = (const uint32_t *)(const void *)(f->base + (size_t)py * f->stride) + px;
      const uint32_t *b = (const uint32_t *)(const void *)((const uint8_t *)a + f->stride);
      // Four equal pixels need no blending: the inside of flat and of clear areas.
      if (a[0] == a[1] && a[0] == b[0] && a[0] == b[1]) {
        out[i] = a[0];
        continue;
      }
      const uint64_t both = lerp_pair(a[0] | (uint64_t)b[0] << 32, a[1] | (uint64_t)b[1] << 32, wx);
      out[i] = lerp_pixel((uint32_t)both, (uint32_t)(both >> 32), wy);
      continue;
    }
    const int64_t x0 = cr_max64(l.x0, cr_min64(l.x1 - 1, px)), x1 = cr_max64(l.x0, cr_min64(l.x1 - 1, px + 1));
    const int64_t y0 = cr_max64(l.y0, cr_min64(l.y1 - 1, py)), y1 = cr_max64(l.y0, cr_min64(l.y1 - 1, py + 1));
    const uint32_t *top = (const uint32_t *)(const void *)(f->base + (size_t)y0 * f->stride);
    const uint32_t *bottom = (const uint32_t *)(const void *)(f->base + (size_t)y1 * f->stride);
    out[i] = lerp_pixel(lerp_pixel(top[x0], top[x1], wx), lerp_pixel(bottom[x0], bottom[x1], wx), wy);
  }
  if (f->opaque) cr_k->make_opaque(out, out, (size_t)n);
  return out;
}

// The pixels of `part` as words: the image itself, or a converted or tinted copy of the part.
static cr_status as_words(const cr_surface *image, cr_box part, const cr_image_options *o, cr_surface **copy) {
  *copy = NULL;
  if (is_words(image) && !o->has_tint) return CR_OK;
  cr_status status = cr_surface_create_uninitialized(part.x1 - part.x0, part.y1 - part.y0, CR_ARGB8888, copy);
  if (status != CR_OK) return status;
  const uint32_t color = cr_color_premultiplied(o->tint);
  uint8_t coverage[256];
  for (int32_t y = part.y0; y < part.y1; y++)
    for (int32_t x = part.x0; x < part.x1; x += 256) {
      const int32_t n = cr_min(256, part.x1 - x);
      uint32_t *out = (uint32_t *)(void *)cr_surface_row(*copy, y - part.y0) + (x - part.x0);
      cr_row_unpack(image->format, cr_surface_row(image, y), x, n, out);
      if (!o->has_tint) continue;
      cr_k->alpha_of(coverage, out, (size_t)n);
      cr_k->tint(out, coverage, color, (size_t)n);
    }
  return CR_OK;
}

void cr_paint_image(cr_canvas *c, const cr_source *source, cr_blend blend, const cr_transform *t, cr_rect rect) {
  cr_painter painter;
  cr_painter_prepare(&painter, c, source, blend);
  if (cr_is_upright(t)) {
    double d[4];
    cr_map_upright(t, rect, d);
    cr_rect_rasterize(cr_fixed(d[0]), cr_fixed(d[1]), cr_fixed(d[2]), cr_fixed(d[3]), c->state.clip, cr_paint_rows, &painter);
    return;
  }
  const cr_rrect r = {rect, {0, 0, 0, 0}};
  cr_edges_reset(&c->edges);
  cr_rrect_edges(&c->edges, &r, t, false);
  cr_status status = cr_edges_rasterize(&c->edges, c->state.clip, false, &c->scratch, cr_paint_rows, &painter);
  if (status != CR_OK) cr_note(c, status);
}

// The limits of words as a picture for pixman to sample.
static cr_sampling sampling_of(
    const uint8_t *base, size_t stride, cr_format format, cr_box limits, void (*position)(const void *, int32_t, int32_t, int64_t *), const void *data) {
  return (cr_sampling){base + (size_t)limits.y0 * stride + (size_t)limits.x0 * 4, stride, format, limits.x1 - limits.x0, limits.y1 - limits.y0,
                       position == cr_sampler_position, position, data};
}

static void draw_mapped(cr_canvas *c, const cr_surface *image, cr_rect source, cr_rect rect, const cr_transform *t, const cr_image_options *o) {
  uint32_t alpha;
  if (!cr_image_alpha(o, &alpha) || !cr_is_finite_rect(source) || !cr_is_finite_rect(rect) || !cr_is_finite_transform(t)) return;
  if (!(rect.width > 0) || !(rect.height > 0) || !(source.width > 0) || !(source.height > 0)) return;
  // The area outside the image is omitted, on both sides of the map.
  const double kx = rect.width / source.width, ky = rect.height / source.height;
  double x0 = fmax(source.x, 0), y0 = fmax(source.y, 0);
  double x1 = fmin(source.x + source.width, image->width), y1 = fmin(source.y + source.height, image->height);
  if (!(x1 > x0) || !(y1 > y0)) return;
  if (x0 != source.x || y0 != source.y || x1 != source.x + source.width || y1 != source.y + source.height)
    rect = (cr_rect){rect.x + (x0 - source.x) * kx, rect.y + (y0 - source.y) * ky, (x1 - x0) * kx, (y1 - y0) * ky};
  cr_box part = {(int32_t)floor(x0), (int32_t)floor(y0), (int32_t)ceil(x1), (int32_t)ceil(y1)};
  const cr_box visible = cr_box_intersection(cr_map_bounds(t, rect), c->state.clip);
  if (cr_box_is_empty(visible)) return;

  const cr_transform to_rect = {kx, 0, 0, ky, rect.x - x0 * kx, rect.y - y0 * ky};
  cr_transform to_device = cr_then(to_rect, *t), to_image;
  if (!cr_invert(&to_device, &to_image)) return;
  const bool upright = to_device.b == 0 && to_device.c == 0;
  if (upright && to_device.a == 1 && to_device.d == 1 && to_device.tx == floor(to_device.tx) && to_device.ty == floor(to_device.ty) &&
      x0 == floor(x0) && y0 == floor(y0) && x1 == floor(x1) && y1 == floor(y1) && fabs(to_device.tx) < 1e9 && fabs(to_device.ty) < 1e9) {
    draw_placed(c, image, (int64_t)to_device.tx, (int64_t)to_device.ty, part, o, alpha);
    return;
  }

  cr_surface *copy, *smaller = NULL;
  cr_status status = as_words(image, part, o, &copy);
  const cr_surface *words = copy ? copy : image;
  const bool opaque = (o->opaque && !o->has_tint) || (image->format != CR_ARGB8888 && image->format != CR_COVERAGE8 && !o->has_tint);
  const bool force = words->format == CR_XRGB8888;
  if (status == CR_OK && copy) {
    to_image.tx -= part.x0, to_image.ty -= part.y0;
    part = (cr_box){0, 0, part.x1 - part.x0, part.y1 - part.y0};
  }
  cr_source s = {.is_opaque = opaque, .is_costly = true, .alpha = alpha, .inks = &image->inks};
  if (status == CR_OK && upright) {
    cr_sampler sampler = {.base = words->base, .stride = words->stride, .limits = part, .opaque = force, .quality = o->quality,
                          .step_x = to_image.a, .start_x = to_image.tx, .step_y = to_image.d, .start_y = to_image.ty};
    status = cr_sampler_prepare(&sampler, visible.x0, visible.x1);
    if (status == CR_OK) {
      const cr_sampling sampling = sampling_of(words->base, words->stride, words->format, part, cr_sampler_position, &sampler);
      s.fetch = fetch_scaled, s.data = &sampler;
      if (o->quality != CR_NEAREST && !sampler.area_x && !sampler.area_y) s.sampling = &sampling;
      cr_paint_image(c, &s, o->blend, t, rect);
    }
    cr_sampler_free(&sampler);
  } else if (status == CR_OK) {
    affine f = {words->base, words->stride, part, force, o->quality == CR_NEAREST, to_image.a, to_image.b, to_image.c, to_image.d,
                to_image.tx, to_image.ty, 0, 0};
    // Shrinking: the image is first filtered to about its size on the screen.
    const double sx = hypot(to_device.a, to_device.b), sy = hypot(to_device.c, to_device.d);
    if (o->quality == CR_GOOD && (sx < 1 || sy < 1) && sx > 0 && sy > 0) {
      const int32_t w = part.x1 - part.x0, h = part.y1 - part.y0;
      const int32_t sw = cr_max(1, (int32_t)ceil(w * fmin(1, sx))), sh = cr_max(1, (int32_t)ceil(h * fmin(1, sy)));
      cr_surface view = *words;
      view.base = cr_surface_row(words, part.y0) + (size_t)part.x0 * 4;
      view.width = w, view.height = h;
      status = cr_surface_create_uninitialized(sw, sh, words->format, &smaller);
      if (status == CR_OK) status = cr_surface_resize(&view, smaller, CR_GOOD);
      if (status == CR_OK) {
        const double rx = (double)sw / w, ry = (double)sh / h;
        f.base = smaller->base, f.stride = smaller->stride, f.limits = (cr_box){0, 0, sw, sh};
        f.a *= rx, f.c *= rx, f.tx = (f.tx - part.x0) * rx;
        f.b *= ry, f.d *= ry, f.ty = (f.ty - part.y0) * ry;
      }
    }
    if (status == CR_OK) {
      f.du = fixed24(f.a), f.dv = fixed24(f.b);
      const cr_sampling sampling = sampling_of(f.base, f.stride, words->format, f.limits, affine_position, &f);
      s.fetch = fetch_affine, s.data = &f;
      if (!f.nearest) s.sampling = &sampling;
      cr_paint_image(c, &s, o->blend, t, rect);
    }
  }
  if (status != CR_OK) cr_note(c, status);
  cr_surface_destroy(smaller);
  cr_surface_destroy(copy);
}

void cr_canvas_draw_image(cr_canvas *c, const cr_surface *image, cr_rect source, cr_rect rect, const cr_image_options *o) {
  draw_mapped(c, image, source, rect, &c->state.transform, o);
}

// MARK: nine-patch

static void cuts(double begin, double end, double first, double last, double out[4]) {
  const double k = first + last > end - begin ? (end - begin) / (first + last) : 1;
  out[0] = begin, out[1] = begin + first * k, out[2] = end - last * k, out[3] = end;
}

void cr_canvas_draw_nine_patch(cr_canvas *c, const cr_surface *image, const double insets[4], cr_rect rect, double image_scale) {
  const cr_transform *t = &c->state.transform;
  if (!cr_is_finite_rect(rect) || !cr_is_finite_transform(t) || !(image_scale > 0) || !isfinite(image_scale)) return;
  if (!(rect.width > 0) || !(rect.height > 0) || image->width == 0 || image->height == 0) return;
  double in[4];
  for (int i = 0; i < 4; i++) {
    if (!isfinite(insets[i])) return;
    in[i] = fmax(0, floor(insets[i] + 0.5));
  }
  const cr_image_options o = {.quality = CR_GOOD, .opacity = 1};
  if (!cr_is_upright(t) || t->b != 0 || t->a < 0 || t->d < 0) {
    // Rotated pieces would have visible seams: drawn upright at its size on the screen, then rotated as one image.
    const double scale = cr_transform_scale(t);
    const double w = fmin(ceil(rect.width * scale), 4096), h = fmin(ceil(rect.height * scale), 4096);
    if (!(w >= 1) || !(h >= 1)) return;
    cr_surface *whole = NULL;
    cr_canvas *inner = NULL;
    cr_status status = cr_surface_create((int64_t)w, (int64_t)h, CR_ARGB8888, &whole);
    if (status == CR_OK) status = cr_canvas_create(whole, (cr_transform){w / rect.width, 0, 0, h / rect.height, 0, 0}, &inner);
    if (status == CR_OK) {
      cr_canvas_draw_nine_patch(inner, image, insets, (cr_rect){0, 0, rect.width, rect.height}, image_scale);
      status = inner->status;
      cr_canvas_draw_image(c, whole, (cr_rect){0, 0, w, h}, rect, &o);
    }
    if (status != CR_OK) cr_note(c, status);
    cr_canvas_destroy(inner);
    cr_surface_destroy(whole);
    return;
  }
  // Inner boundaries are on device pixels, so that there are no seams of two partially covered pixels.
  double d[4], sx[4], sy[4], dx[4], dy[4];
  cr_map_upright(t, rect, d);
  cuts(0, image->width, in[3], in[1], sx);
  cuts(0, image->height, in[0], in[2], sy);
  cuts(d[0], d[2], in[3] / image_scale * t->a, in[1] / image_scale * t->a, dx);
  cuts(d[1], d[3], in[0] / image_scale * t->d, in[2] / image_scale * t->d, dy);
  for (int i = 1; i < 3; i++) {
    dx[i] = fmin(fmax(floor(dx[i] + 0.5), d[0]), d[2]);
    dy[i] = fmin(fmax(floor(dy[i] + 0.5), d[1]), d[3]);
  }
  const cr_transform identity = {1, 0, 0, 1, 0, 0};
  for (int row = 0; row < 3; row++)
    for (int column = 0; column < 3; column++) {
      const cr_rect from = {sx[column], sy[row], sx[column + 1] - sx[column], sy[row + 1] - sy[row]};
      const cr_rect to = {dx[column], dy[row], dx[column + 1] - dx[column], dy[row + 1] - dy[row]};
      draw_mapped(c, image, from, to, &identity, &o);
    }
}
