// Composites one combination of the table in docs/benchmarks.md: compositor ROW SIZE CALLS kernels|pixman
//
// .ci/instructions runs it under an emulator, which counts its instructions: the difference between two numbers of calls is the cost of the others.
// Without arguments: prints the number of rows and their names, one a line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cr_paint.h"
#include "cr_surface.h"

typedef struct scene {
  int size;
  cr_surface *image, *xrgb, *mask;
  cr_canvas *canvas;
} scene;

static const char *const names[] = {
  "color, opaque",
  "color",
  "color, opaque, through coverage",
  "color through coverage",
  "color through coverage, onto coverage",
  "argb8888",
  "argb8888 of an opacity",
  "argb8888 through coverage",
  "argb8888, copied",
  "xrgb8888, copied",
  "argb8888 of an opacity, copied",
  "argb8888, copied through coverage",
  "argb8888, bilinear, smaller",
  "xrgb8888, bilinear, larger",
  "argb8888, bilinear, turned",
};
enum { ROWS = sizeof names / sizeof *names, MAX_SIZE = 1024 };

static void require(bool holds, const char *reason) {
  if (holds) return;
  fprintf(stderr, "compositor: %s\n", reason);
  exit(1);
}

static uint32_t next_random(void) {
  static uint32_t state = 12345;
  state = state * 1664525 + 1013904223;
  return state >> 8;
}

// The same premultiplied noise as the case `compositor` of tessera-bench.
static cr_surface *noise(int size, cr_format format) {
  cr_surface *argb = NULL, *result = NULL;
  require(cr_surface_create(size, size, CR_ARGB8888, &argb) == CR_OK, "no memory");
  for (int y = 0; y < size; y++) {
    uint8_t *row = cr_surface_bytes(argb) + (size_t)y * cr_surface_stride(argb);
    for (int x = 0; x < size; x++) {
      const uint32_t alpha = next_random() & 255, gray = alpha * (next_random() & 255) / 255;
      const uint32_t pixel = alpha << 24 | gray * 0x010101u;
      memcpy(row + (size_t)x * 4, &pixel, 4);
    }
  }
  if (format == CR_ARGB8888) return argb;
  require(cr_surface_create(size, size, format, &result) == CR_OK, "no memory");
  require(cr_surface_convert(argb, result, NULL, 0, false) == CR_OK, "cannot convert");
  cr_surface_destroy(argb);
  return result;
}

// Clips to the upper half of each row of pixels.
static void clip_halves(const scene *s) {
  enum { VERBS = 5, POINTS = 4 };
  static uint8_t verbs[MAX_SIZE * VERBS];
  static cr_point points[MAX_SIZE * POINTS];
  for (int y = 0; y < s->size; y++) {
    const uint8_t shape[VERBS] = {CR_MOVE, CR_LINE, CR_LINE, CR_LINE, CR_CLOSE};
    memcpy(verbs + (size_t)y * VERBS, shape, sizeof shape);
    points[y * POINTS] = (cr_point){0, y};
    points[y * POINTS + 1] = (cr_point){s->size, y};
    points[y * POINTS + 2] = (cr_point){s->size, y + 0.5};
    points[y * POINTS + 3] = (cr_point){0, y + 0.5};
  }
  const cr_path path = {verbs, (size_t)s->size * VERBS, points, (size_t)s->size * POINTS};
  cr_canvas_clip_path(s->canvas, &path, false);
}

static void draw_at(const scene *s, const cr_surface *image, cr_image_options options) {
  if (options.opacity == 0) options.opacity = 1;
  cr_canvas_draw_image_at(s->canvas, image, 0, 0, &options);
}

static void draw_in(const scene *s, const cr_surface *image, double source, double target) {
  const cr_image_options options = {.quality = CR_BILINEAR, .opacity = 1};
  cr_canvas_draw_image(s->canvas, image, (cr_rect){0, 0, source, source}, (cr_rect){0, 0, target, target}, &options);
}

static void draw(const scene *s, int row) {
  const double size = s->size;
  const cr_color dark = {0x10 / 255.f, 0x20 / 255.f, 0x40 / 255.f, 1}, faint = {dark.red, dark.green, dark.blue, 0.5f};
  const cr_rect all = {0, 0, size, size};
  switch (row) {
  case 0: cr_canvas_fill_rect(s->canvas, all, &(cr_paint){.kind = CR_PAINT_COLOR, .color = dark}, CR_BLEND_NORMAL); break;
  case 1: cr_canvas_fill_rect(s->canvas, all, &(cr_paint){.kind = CR_PAINT_COLOR, .color = faint}, CR_BLEND_NORMAL); break;
  case 2: draw_at(s, s->mask, (cr_image_options){.has_tint = true, .tint = dark}); break;
  case 3:
  case 4: draw_at(s, s->mask, (cr_image_options){.has_tint = true, .tint = faint}); break;
  case 5:
  case 7: draw_at(s, s->image, (cr_image_options){0}); break;
  case 6: draw_at(s, s->image, (cr_image_options){.opacity = 0.5}); break;
  case 8: draw_at(s, s->image, (cr_image_options){.opaque = true}); break;
  case 9: draw_at(s, s->xrgb, (cr_image_options){0}); break;
  case 10: draw_at(s, s->image, (cr_image_options){.opacity = 0.5, .blend = CR_BLEND_COPY}); break;
  case 11: draw_at(s, s->image, (cr_image_options){.blend = CR_BLEND_COPY}); break;
  case 12: draw_in(s, s->image, size, size * 0.7); break;
  case 13: draw_in(s, s->xrgb, size * 0.6, size); break;
  case 14:
    cr_canvas_save(s->canvas);
    cr_canvas_concatenate(s->canvas, (cr_transform){0.99500416528, 0.09983341665, -0.09983341665, 0.99500416528, 0, 0});
    draw_in(s, s->image, size, size);
    cr_canvas_restore(s->canvas);
    break;
  default: require(false, "no such row");
  }
}

int main(int count, char **arguments) {
  if (count == 1) {
    for (int row = 0; row < ROWS; row++) printf("%s\n", names[row]);
    return 0;
  }
  require(count == 5, "use: compositor ROW SIZE CALLS kernels|pixman");
  const int row = atoi(arguments[1]), size = atoi(arguments[2]), calls = atoi(arguments[3]);
  require(size > 0 && size <= MAX_SIZE, "SIZE must be 1 to 1024");
  scene s = {.size = size, .image = noise(size, CR_ARGB8888), .xrgb = noise(size, CR_XRGB8888), .mask = noise(size, CR_COVERAGE8)};
  cr_surface *target = noise(size, row == 4 ? CR_COVERAGE8 : CR_XRGB8888);
  require(cr_canvas_create(target, (cr_transform){1, 0, 0, 1, 0, 0}, &s.canvas) == CR_OK, "no memory");
  cr_canvas_set_compositor(s.canvas, strcmp(arguments[4], "pixman") == 0 ? CR_COMPOSITOR_PIXMAN : CR_COMPOSITOR_KERNELS);
  if (row == 7 || row == 11) clip_halves(&s);
  for (int call = 0; call < calls; call++) draw(&s, row);
  require(cr_canvas_status(s.canvas) == CR_OK, "drawing failed");
  cr_canvas_destroy(s.canvas);
  return 0;
}
