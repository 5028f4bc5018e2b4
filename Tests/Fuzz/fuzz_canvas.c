// Drives the canvas with whatever the bytes say: no input may trap, hang, leak or touch memory that is not the canvas's.
// Also where memory is short. Tests/Fuzz/run builds and runs it.
#include <stdlib.h>
#include <string.h>

#include "cr_alloc.h"
#include "cr_filter.h"
#include "cr_paint.h"

typedef struct reader {
  const uint8_t *at, *end;
} reader;

static uint32_t byte(reader *r) { return r->at < r->end ? *r->at++ : 0; }
static double number(reader *r) {
  uint32_t kind = byte(r);
  if (kind < 200) return ((double)byte(r) * 256 + byte(r)) / 512 - 20;
  double v = 0;
  uint8_t raw[8];
  for (int i = 0; i < 8; i++) raw[i] = (uint8_t)byte(r);
  memcpy(&v, raw, 8);
  return v;
}
static cr_rect rect(reader *r) {
  double x = number(r), y = number(r), w = number(r), h = number(r);
  return (cr_rect){x, y, w, h};
}
static cr_rrect rrect(reader *r) {
  cr_rrect s = {rect(r), {0}};
  for (int i = 0; i < 4; i++) s.radii[i] = number(r);
  return s;
}
static cr_color color(reader *r) {
  return (cr_color){(float)byte(r) / 255, (float)byte(r) / 255, (float)byte(r) / 255, (float)byte(r) / 200};
}

// A filter of the image, into itself or into another.
static void filter(reader *r, cr_surface *image) {
  const uint32_t kind = byte(r) % 11;
  float values[20];
  for (int i = 0; i < 20; i++) values[i] = (float)number(r);
  cr_surface *target = NULL;
  // Of another size now and then, which is refused.
  if (cr_surface_create(cr_surface_width(image) + (byte(r) > 250), cr_surface_height(image), CR_ARGB8888, &target) != CR_OK) return;
  const size_t count = cr_surface_byte_count(target);
  for (size_t i = 0; i < count; i++) cr_surface_bytes(target)[i] = (uint8_t)((i & 3) == 3 ? 255 : i * 53);
  switch (kind) {
    case 0: (void)cr_filter_to_linear(image); break;
    case 1: (void)cr_filter_to_srgb(image); break;
    case 2: (void)cr_filter_color_matrix(image, values); break;
    case 3: {
      uint8_t tables[1024];
      for (size_t i = 0; i < sizeof tables; i++) tables[i] = (uint8_t)(i * byte(r) + i / 7);
      (void)cr_filter_transfer(image, tables);
      break;
    }
    case 4: (void)cr_filter_arithmetic(image, target, values); break;
    case 5: (void)cr_filter_blur(image, number(r), number(r)); break;
    case 6: (void)cr_filter_morphology(image, (int32_t)byte(r) - 3, (int32_t)byte(r) - 3, byte(r) & 1); break;
    case 7: {
      const cr_convolution k = {
        .kernel = values, .columns = (int32_t)(byte(r) % 5), .rows = (int32_t)(byte(r) % 5), .target_x = (int32_t)(byte(r) % 5) - 1,
        .target_y = (int32_t)(byte(r) % 5) - 1, .divisor = (float)number(r), .bias = (float)number(r), .edges = (cr_edge_mode)(byte(r) % 3),
        .keeps_alpha = byte(r) & 1};
      // Of 20 values at most.
      (void)cr_filter_convolve(image, &k, target);
      break;
    }
    case 8: (void)cr_filter_displace(image, target, (int)(byte(r) % 6) - 1, (int)(byte(r) % 6) - 1, number(r) * 20, number(r) * 20, target); break;
    case 9: {
      cr_turbulence t = {
        .frequency_x = number(r), .frequency_y = number(r), .octaves = (int32_t)(byte(r) % 20), .seed = (int32_t)(byte(r) << 24 | byte(r)),
        .fractal = byte(r) & 1, .stitches = byte(r) & 1};
      double *parts[] = {&t.tile_x, &t.tile_y, &t.tile_width, &t.tile_height, &t.a, &t.b, &t.c, &t.d, &t.tx, &t.ty};
      for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = number(r);
      (void)cr_filter_turbulence(&t, image);
      break;
    }
    default: {
      cr_lighting k = {.kind = (cr_light_kind)(byte(r) % 3), .specular = byte(r) & 1, .color = color(r)};
      double *parts[] = {&k.azimuth, &k.elevation, &k.x, &k.y, &k.z, &k.at_x, &k.at_y, &k.at_z, &k.focus, &k.cone, &k.surface_scale, &k.constant, &k.exponent};
      for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = number(r);
      (void)cr_filter_light(image, &k, target);
    }
  }
  cr_surface_destroy(target);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  reader r = {data, data + size};
  static const cr_format formats[] = {CR_ARGB8888, CR_XRGB8888, CR_COVERAGE8};
  cr_surface *target = NULL, *image = NULL;
  cr_canvas *canvas = NULL;
  const cr_format format = formats[byte(&r) % 3], image_format = (cr_format)(byte(&r) % CR_FORMAT_COUNT);
  if (byte(&r) < 20) cr_alloc_fail_after(byte(&r));
  if (cr_surface_create(byte(&r) % 70, byte(&r) % 70, format, &target) == CR_OK &&
      cr_surface_create(byte(&r) % 40, byte(&r) % 40, image_format, &image) == CR_OK &&
      cr_canvas_create(target, (cr_transform){1, 0, 0, 1, 0, 0}, &canvas) == CR_OK) {
    for (size_t i = 0, n = cr_surface_byte_count(image); i < n; i++) cr_surface_bytes(image)[i] = (uint8_t)(i * 37);
    while (r.at < r.end) {
      const uint32_t op = byte(&r) % 26;
      cr_stop stops[3];
      for (int i = 0; i < 3; i++) stops[i] = (cr_stop){number(&r) / 30, color(&r)};
      const cr_paint paint = {
        .kind = (cr_paint_kind)(byte(&r) % 6), .color = color(&r), .p0 = {number(&r), number(&r)}, .p1 = {number(&r), number(&r)}, .value = number(&r),
        .focal_radius = number(&r), .stops = stops, .stop_count = byte(&r) % 4, .spread = (cr_spread)(byte(&r) % 3), .straight = byte(&r) & 1, .image = image};
      uint8_t verbs[12];
      cr_point points[36];
      const size_t verb_count = byte(&r) % 13, point_count = byte(&r) % 37;
      for (size_t i = 0; i < verb_count; i++) verbs[i] = (uint8_t)(byte(&r) % 6);
      for (size_t i = 0; i < point_count; i++) points[i] = (cr_point){number(&r), number(&r)};
      const cr_path path = {verbs, verb_count, points, point_count};
      const cr_image_options options = {(cr_quality)(byte(&r) % 3), number(&r) / 50, (cr_blend)(byte(&r) % CR_BLEND_COUNT), false, byte(&r) & 1, color(&r)};
      const cr_rrect shape = rrect(&r);
      const double four[4] = {number(&r), number(&r), number(&r), number(&r)};
      const cr_blend blend = (cr_blend)(byte(&r) % CR_BLEND_COUNT);
      switch (op) {
        case 0: cr_canvas_fill_rect(canvas, shape.rect, &paint, blend); break;
        case 25: cr_canvas_set_compositor(canvas, byte(&r) & 1 ? CR_COMPOSITOR_PIXMAN : CR_COMPOSITOR_KERNELS); break;
        case 1: cr_canvas_fill_rrect(canvas, &shape, &paint); break;
        case 2: cr_canvas_fill_path(canvas, &path, &paint, byte(&r) & 1); break;
        case 3: {
          const double dashes[3] = {four[2], four[3], number(&r)};
          const cr_stroke stroke = {four[0], (cr_cap)(byte(&r) % 3), (cr_join)(byte(&r) % 4), four[1], dashes, byte(&r) % 4, number(&r)};
          cr_canvas_stroke_path(canvas, &path, &paint, &stroke);
          break;
        }
        case 4: {
          cr_corners *corners = NULL;
          if (byte(&r) & 1) {
            cr_canvas_draw_border(canvas, &shape, four, paint.color, false);
            break;
          }
          cr_canvas_save(canvas);
          if (cr_canvas_keep_corners(canvas, &shape, &corners) == CR_OK) {
            cr_canvas_draw_border(canvas, &shape, four, paint.color, true);
            cr_canvas_cut_corners(canvas, corners);
          }
          cr_canvas_restore(canvas);
          break;
        }
        case 5: cr_canvas_draw_shadow(canvas, &shape, paint.color, paint.p0, four[0], four[1]); break;
        case 6: cr_canvas_draw_image(canvas, image, rect(&r), shape.rect, &options); break;
        case 7: cr_canvas_draw_image_at(canvas, image, (int64_t)byte(&r) - 60, (int64_t)byte(&r) - 60, &options); break;
        case 8: cr_canvas_draw_nine_patch(canvas, image, four, shape.rect, paint.value); break;
        case 9: cr_canvas_blur_backdrop(canvas, &shape, four[0]); break;
        case 10: cr_canvas_save(canvas); break;
        case 11: cr_canvas_restore(canvas); break;
        case 12: cr_canvas_concatenate(canvas, (cr_transform){four[0] / 10, four[1] / 10, four[2] / 10, four[3] / 10, paint.p0.x, paint.p0.y}); break;
        case 13: cr_canvas_clip_rect(canvas, shape.rect); break;
        case 14: cr_canvas_clip_rrect(canvas, &shape); break;
        case 15: cr_canvas_clip_path(canvas, &path, byte(&r) & 1); break;
        case 16: cr_canvas_clip_pixels(canvas, (cr_irect){(int32_t)byte(&r) - 30, (int32_t)byte(&r) - 30, (int32_t)byte(&r) - 30, (int32_t)byte(&r)}); break;
        case 17: (void)cr_canvas_begin_group(canvas, four[0] / 20, blend); break;
        case 18: cr_canvas_end_group(canvas); break;
        case 19: {
          cr_surface *other = NULL;
          const int turns = (int)byte(&r) & 3;
          const int32_t w = cr_surface_width(image), h = cr_surface_height(image);
          if (cr_surface_create(turns & 1 ? h : w, turns & 1 ? w : h, (cr_format)(byte(&r) % CR_FORMAT_COUNT), &other) != CR_OK) break;
          const cr_irect area = {(int32_t)byte(&r) - 30, (int32_t)byte(&r) - 30, (int32_t)byte(&r), (int32_t)byte(&r)};
          (void)cr_surface_convert(image, other, &area, turns, byte(&r) & 1);
          cr_surface_move(other, area, (int64_t)byte(&r) - 60, (int64_t)byte(&r) - 60);
          (void)cr_surface_blur(other, four[0]);
          cr_surface_destroy(other);
          break;
        }
        case 20: {
          cr_surface *other = NULL;
          if (cr_surface_create(byte(&r) % 90, byte(&r) % 90, image_format, &other) != CR_OK) break;
          (void)cr_surface_resize(image, other, options.quality);
          cr_surface_destroy(other);
          break;
        }
        case 21: filter(&r, image); break;
        case 22: cr_canvas_end_group_as_mask(canvas, (cr_mask_kind)(byte(&r) % 3)); break;
        case 23: cr_canvas_set_aliased(canvas, byte(&r) & 1); break;
        default: {
          static const uint8_t pixels[20 * 20 * 4];
          const cr_glyph_image glyphs[2] = {{pixels, (int32_t)byte(&r) - 60, (int32_t)byte(&r) - 60, (int32_t)(byte(&r) % 20), 20, 20, 0},
                                            {pixels, (int32_t)byte(&r) - 60, (int32_t)byte(&r) - 60, (int32_t)(byte(&r) % 20), 20, 80, 1}};
          (void)cr_canvas_draw_glyphs(canvas, glyphs, 2, paint.color);
        }
      }
    }
  }
  cr_canvas_destroy(canvas);
  cr_surface_destroy(image);
  cr_surface_destroy(target);
  cr_alloc_fail_after(-1);
  if (cr_alloc_live_blocks() != 0) abort();
  return 0;
}
