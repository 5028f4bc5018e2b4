// Arbitrary bytes as text in the embedded font: shaped, broken, truncated, asked for carets, drawn.
#include <stdlib.h>
#include <string.h>
#include "cr_text.h"

static void see(void *context, cr_rect rect) {
  double *sum = context;
  *sum += rect.x + rect.y + rect.width + rect.height;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  static cr_font_library *library;
  if (library == NULL) {
    if (cr_font_library_create(&library) != CR_OK) return 0;
    cr_font_library_set_uses_system(library, false);
  }
  if (length < 6) return 0;
  // The last bytes choose how the text is set.
  const uint8_t *tail = bytes + length - 6;
  const size_t count = length - 6;
  const char *family = cr_font_embedded_family();
  const cr_font_style *style = cr_font_library_style(
      library, &(cr_font_request){.families = family, .families_length = strlen(family), .weight = 100 + tail[0] * 4, .italic = tail[0] & 1});
  if (style == NULL) return 0;
  const uint32_t middle = (uint32_t)(count * tail[1] / 256);
  const cr_text_run runs[2] = {
    {.end = middle, .style = style, .size = tail[2] / 4.0, .color = {.alpha = 1}, .language = "en-us", .hyphenates = tail[0] & 2},
    {.start = middle, .end = (uint32_t)count, .style = style, .size = 12, .letter_spacing = tail[3] / 16.0 - 4, .color = {.red = 1, .alpha = 1}},
  };
  cr_shaped *shaped = NULL;
  if (cr_shaped_create(library, (const char *)bytes, count, runs, 2, (cr_direction)(tail[4] % 4), &shaped) != CR_OK) return 0;
  const double x = tail[1] - 64, y = tail[2] - 64;
  const cr_point corners[] = {{x, y}, {x + tail[0], y + 9}, {x + 40, y + tail[3]}, {x - 7, y + 20}, {20, 0}, {60, 0}, {60, 30}, {20, 30}};
  const size_t ends[] = {4, 8};
  const cr_paragraph_style paragraph = {
    .align = (cr_align)(tail[4] / 4 % 6), .truncation = (cr_truncation)(tail[4] / 32 % 4), .token = "\xE2\x80\xA6", .token_length = 3,
    .line_limit = tail[5] % 5, .line_height_multiple = 1, .hangs_punctuation = tail[5] & 16, .ignores_soft_hyphens = tail[5] & 32,
    .exclusion_points = corners, .exclusion_ends = ends, .exclusion_count = (tail[5] >> 6) % 3,
  };
  cr_layout *layout = NULL;
  if (cr_layout_create(library, shaped, &paragraph, tail[3], tail[5] % 2 ? 40 : 1e9, &layout) == CR_OK) {
    const size_t lines = cr_layout_line_count(layout);
    // Beside shapes, several lines stand in one row.
    if (lines == 0 || (paragraph.line_limit > 0 && lines > paragraph.line_limit && !paragraph.exclusion_count)) abort();
    uint32_t at = 0;
    for (size_t i = 0; i < lines; i++) {
      const cr_line line = cr_layout_line_at(layout, i);
      if (line.start < at || line.end < line.start || line.end > count) abort();
      at = line.end;
    }
    double sum = 0;
    for (uint32_t offset = 0; offset <= count; offset += 1 + (uint32_t)count / 7) see(&sum, cr_layout_caret(layout, offset, offset % 2));
    cr_layout_selection(layout, middle / 2, (uint32_t)count, see, &sum);
    if (cr_layout_position_at(layout, tail[0], tail[1]).offset > count) abort();
    cr_surface *surface = NULL;
    cr_canvas *canvas = NULL;
    if (cr_surface_create(96, 64, tail[2] & 1 ? CR_COVERAGE8 : CR_ARGB8888, &surface) == CR_OK) {
      if (cr_canvas_create(surface, (cr_transform){.a = 1, .d = 1}, &canvas) == CR_OK) {
        cr_layout_draw(layout, canvas, 0, 0, 1, tail[2] & 2);
        cr_canvas_destroy(canvas);
      }
      cr_surface_destroy(surface);
    }
    volatile double sink = sum;
    (void)sink;
    cr_layout_destroy(layout);
  }
  cr_shaped_release(shaped);
  return 0;
}
