// Arbitrary bytes as a drawing. Drawn at once, and drawn in bands: the pixels must be the same.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "cr_paint.h"

enum { WIDTH = 61, HEIGHT = 47 };

typedef struct reader {
  const uint8_t *at, *end;
} reader;

static uint8_t byte(reader *r) { return r->at < r->end ? *r->at++ : 0; }

// Mostly ordinary numbers, now and then one that nobody expects.
static double number(reader *r) {
  const uint8_t kind = byte(r);
  switch (kind) {
    case 250: return NAN;
    case 251: return INFINITY;
    case 252: return -1e300;
    case 253: return 4e9;
    case 254: return 1e-300;
    case 255: return -0.0;
    default: return kind / 2.0 - 30 + byte(r) / 256.0;
  }
}

static cr_rect rect(reader *r) { return (cr_rect){number(r), number(r), number(r), number(r)}; }

static cr_rrect rounded(reader *r) {
  cr_rrect out = {.rect = rect(r)};
  for (int i = 0; i < 4; i++) out.radii[i] = number(r);
  return out;
}

static cr_color color(reader *r) {
  return (cr_color){byte(r) / 255.0f, byte(r) / 255.0f, byte(r) / 255.0f, byte(r) / 255.0f};
}

static cr_paint paint(reader *r, cr_stop stops[3]) {
  for (int i = 0; i < 3; i++) stops[i] = (cr_stop){byte(r) / 255.0, color(r)};
  return (cr_paint){.kind = (cr_paint_kind)(byte(r) % 4), .color = color(r), .p0 = {number(r), number(r)}, .p1 = {number(r), number(r)},
                    .value = number(r), .stops = stops, .stop_count = byte(r) % 4};
}

static cr_path path(reader *r, uint8_t verbs[8], cr_point points[24]) {
  cr_path out = {.verbs = verbs, .points = points};
  static const uint8_t needed[] = {1, 1, 2, 3, 0};
  const size_t count = 1 + byte(r) % 8;
  for (; out.verb_count < count; out.verb_count++) {
    verbs[out.verb_count] = out.verb_count == 0 ? CR_MOVE : byte(r) % 5;
    for (int i = 0; i < needed[verbs[out.verb_count]]; i++) points[out.point_count++] = (cr_point){number(r), number(r)};
  }
  return out;
}

// Draws what the bytes say. `image` is what images are drawn from.
static cr_status draw(cr_surface *target, const cr_surface *image, const uint8_t *bytes, size_t length, cr_irect clip) {
  cr_canvas *canvas = NULL;
  cr_status status = cr_canvas_create(target, (cr_transform){.a = 1, .d = 1}, &canvas);
  if (status != CR_OK) return status;
  cr_canvas_clip_pixels(canvas, clip);
  reader r = {bytes, bytes + length};
  cr_stop stops[3];
  uint8_t verbs[8];
  cr_point points[24];
  int groups = 0;
  for (int step = 0; step < 40 && r.at < r.end; step++) {
    switch (byte(&r) % 18) {
      case 0: cr_canvas_save(canvas); break;
      case 1: cr_canvas_restore(canvas); break;
      case 2: {
        const cr_transform t = {number(&r) / 20, number(&r) / 40, number(&r) / 40, number(&r) / 20, number(&r), number(&r)};
        cr_canvas_concatenate(canvas, t);
        break;
      }
      case 3: cr_canvas_clip_rect(canvas, rect(&r)); break;
      case 4: { const cr_rrect shape = rounded(&r); cr_canvas_clip_rrect(canvas, &shape); break; }
      case 5: { const cr_path p = path(&r, verbs, points); cr_canvas_clip_path(canvas, &p, byte(&r) & 1); break; }
      case 6:
        if (groups < 4) {
          const double opacity = number(&r) / 30;
          if (cr_canvas_begin_group(canvas, opacity, (cr_blend)(byte(&r) % CR_BLEND_COUNT)) == CR_OK) groups++;
        }
        break;
      case 7: if (groups > 0) { cr_canvas_end_group(canvas); groups--; } break;
      case 8:
      case 9: {
        const cr_rect area = rect(&r);
        const cr_paint p = paint(&r, stops);
        cr_canvas_fill_rect(canvas, area, &p, (cr_blend)(byte(&r) % CR_BLEND_COUNT));
        break;
      }
      case 10: { const cr_rrect shape = rounded(&r); const cr_paint p = paint(&r, stops); cr_canvas_fill_rrect(canvas, &shape, &p); break; }
      case 11: {
        const cr_path shape = path(&r, verbs, points);
        const cr_paint p = paint(&r, stops);
        cr_canvas_fill_path(canvas, &shape, &p, byte(&r) & 1);
        break;
      }
      case 12: {
        const cr_path shape = path(&r, verbs, points);
        const cr_paint p = paint(&r, stops);
        const cr_stroke stroke = {number(&r) / 4, (cr_cap)(byte(&r) % 3), (cr_join)(byte(&r) % 3), number(&r)};
        cr_canvas_stroke_path(canvas, &shape, &p, &stroke);
        break;
      }
      case 13: {
        const cr_rrect shape = rounded(&r);
        const double widths[4] = {number(&r) / 8, number(&r) / 8, number(&r) / 8, number(&r) / 8};
        cr_canvas_draw_border(canvas, &shape, widths, color(&r), false);
        break;
      }
      case 14: {
        const cr_rrect shape = rounded(&r);
        const cr_color c = color(&r);
        cr_canvas_draw_shadow(canvas, &shape, c, (cr_point){number(&r), number(&r)}, number(&r), number(&r));
        break;
      }
      case 15: {
        const cr_rect source = rect(&r), place = rect(&r);
        const cr_image_options options = {.quality = (cr_quality)(byte(&r) % 3), .opacity = number(&r) / 30,
                                          .blend = (cr_blend)(byte(&r) % CR_BLEND_COUNT), .has_tint = byte(&r) & 1, .tint = color(&r)};
        cr_canvas_draw_image(canvas, image, source, place, &options);
        break;
      }
      case 16: {
        const cr_image_options options = {.opacity = number(&r) / 30, .blend = (cr_blend)(byte(&r) % CR_BLEND_COUNT)};
        cr_canvas_draw_image_at(canvas, image, (int8_t)byte(&r), (int8_t)byte(&r), &options);
        break;
      }
      default: {
        const double insets[4] = {number(&r) / 8, number(&r) / 8, number(&r) / 8, number(&r) / 8};
        const cr_rect place = rect(&r);
        cr_canvas_draw_nine_patch(canvas, image, insets, place, 0.5 + byte(&r) / 64.0);
      }
    }
  }
  while (groups-- > 0) cr_canvas_end_group(canvas);
  status = cr_canvas_status(canvas);
  cr_canvas_destroy(canvas);
  return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  cr_surface *whole = NULL, *parts = NULL, *image = NULL;
  const cr_format format = length > 0 && bytes[0] % 4 == 3 ? CR_COVERAGE8 : length > 0 && bytes[0] % 4 == 2 ? CR_XRGB8888 : CR_ARGB8888;
  if (cr_surface_create(WIDTH, HEIGHT, format, &whole) == CR_OK && cr_surface_create(WIDTH, HEIGHT, format, &parts) == CR_OK &&
      cr_surface_create(9, 7, CR_ARGB8888, &image) == CR_OK) {
    for (int y = 0; y < 7; y++) {
      for (int x = 0; x < 9; x++) {
        const cr_color c = {x / 8.0f, y / 6.0f, 0.5f, (x + y) % 3 / 2.0f};
        cr_surface_clear(image, c, &(cr_irect){x, y, 1, 1});
      }
    }
    cr_status status = draw(whole, image, bytes, length, (cr_irect){0, 0, WIDTH, HEIGHT});
    const int cuts[] = {0, 5, 6, 29, HEIGHT};
    for (int i = 0; i + 1 < (int)(sizeof cuts / sizeof *cuts); i++) {
      const cr_status part = draw(parts, image, bytes, length, (cr_irect){0, cuts[i], WIDTH, cuts[i + 1] - cuts[i]});
      if (status == CR_OK) status = part;
    }
    if (status == CR_OK && memcmp(cr_surface_bytes(whole), cr_surface_bytes(parts), cr_surface_byte_count(whole)) != 0) abort();
  }
  cr_surface_destroy(image);
  cr_surface_destroy(parts);
  cr_surface_destroy(whole);
  return 0;
}
