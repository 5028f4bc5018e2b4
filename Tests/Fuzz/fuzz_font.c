// Arbitrary bytes as a font: opened, asked for its family, shaped with, drawn with; from memory, and from a file that is read as it is needed.
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cr_text.h"

static void keep(void *context, const char *name) {
  char *family = context;
  if (family[0] == 0) snprintf(family, 128, "%s", name);
}

// Glyphs that are documents: as large as their bytes say, all of which are read.
static bool paint(const cr_glyph_document *document, cr_glyph_picture_receiver receive, void *context) {
  uint32_t sum = document->glyph;
  for (size_t i = 0; i < document->length; i++) sum = sum * 31 + document->bytes[i];
  for (size_t i = 0; i < document->palette_count; i++) sum += document->palette[i].alpha > 0.5f;
  static uint8_t pixels[64 * 64 * 4];
  const cr_glyph_picture picture = {.pixels = pixels, .stride = 64 * 4, .left = (int32_t)(sum >> 8 & 0xFFFF) - 0x8000, .top = -(int32_t)(sum & 0xFF),
                                    .width = (int32_t)(sum >> 4 & 63), .height = (int32_t)(sum >> 10 & 63)};
  if (sum & 1) receive(context, &picture);
  if ((sum & 6) == 6) receive(context, &picture);
  return sum & 3;
}

static void draw(cr_font_library *library, const cr_font_style *style, double size) {
  static const char text[] = "AVfi \xC3\xA9\xCC\x81 \xD8\xB3\xD9\x84\xD8\xA7\xD9\x85 \xE0\xA4\x95\xE0\xA5\x8D\xE0\xA4\xB7\xE0\xA4\xBF \xE4\xB8\xAD \xF0\x9F\x98\x80";
  const cr_text_run run = {.end = sizeof text - 1, .style = style, .size = size, .color = {.red = 1, .alpha = 1}, .underline = true};
  cr_shaped *shaped = NULL;
  if (cr_shaped_create(library, text, sizeof text - 1, &run, 1, CR_DIRECTION_AUTO, &shaped) != CR_OK) return;
  const cr_paragraph_style paragraph = {.truncation = CR_TRUNCATE_END, .token = "\xE2\x80\xA6", .token_length = 3, .line_height_multiple = 1};
  cr_layout *layout = NULL;
  if (cr_layout_create(library, shaped, &paragraph, 60, 50, &layout) == CR_OK) {
    cr_surface *surface = NULL;
    cr_canvas *canvas = NULL;
    if (cr_surface_create(64, 48, CR_ARGB8888, &surface) == CR_OK) {
      if (cr_canvas_create(surface, (cr_transform){.a = 1, .d = 1}, &canvas) == CR_OK) {
        cr_layout_draw(layout, canvas, 1, 1, 1, false);
        cr_canvas_concatenate(canvas, (cr_transform){.a = 0.9, .b = 0.2, .c = -0.2, .d = 0.9, .tx = 5});
        cr_layout_draw(layout, canvas, 2, 10, 1, true);
        cr_canvas_destroy(canvas);
      }
      cr_surface_destroy(surface);
    }
    cr_layout_destroy(layout);
  }
  cr_shaped_release(shaped);
}

/// Larger than files that are read at once; the rest is zeros.
enum { FILE_SIZE = (384 << 10) + 1 };

/// The bytes as a large file without a name, which is truncated to half of them before it is drawn with where `is_cut`.
static void draw_from_file(const uint8_t *bytes, size_t length, bool is_cut) {
  const int file = memfd_create("font", MFD_CLOEXEC);
  cr_font_library *library = NULL;
  char path[64], family[128] = "", reason[200] = "";
  if (file < 0) return;
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (length < FILE_SIZE && write(file, bytes, length) == (ssize_t)length && !ftruncate(file, FILE_SIZE) && cr_font_library_create(&library) == CR_OK) {
    cr_font_library_set_uses_system(library, false);
    if (cr_font_library_add_file(library, path, keep, family, reason, sizeof reason) == CR_OK && (!is_cut || !ftruncate(file, (off_t)length / 2))) {
      const cr_font_style *style = cr_font_library_style(
          library, &(cr_font_request){.families = family, .families_length = strlen(family), .weight = 400, .hinting = CR_HINTING_SLIGHT});
      if (style != NULL) draw(library, style, 15);
    }
    cr_font_library_destroy(library);
  }
  close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  cr_font_library *library = NULL;
  if (cr_font_library_create(&library) != CR_OK) return 0;
  cr_font_library_set_uses_system(library, false);
  char family[128] = "", reason[200] = "";
  if (cr_font_library_add_bytes(library, bytes, length, "fuzz", keep, family, reason, sizeof reason) == CR_OK) {
    const cr_tag_value axes[] = {{.tag = 0x77676874, .value = 633}, {.tag = 0x77647468, .value = -1e30}};
    const cr_font_style *plain = cr_font_library_style(library, &(cr_font_request){.families = family, .families_length = strlen(family), .weight = 400});
    const cr_font_style *varied = cr_font_library_style(
        library, &(cr_font_request){.families = family, .families_length = strlen(family), .weight = 900, .italic = true, .hinting = CR_HINTING_SLIGHT,
                                    .variations = axes, .variation_count = 2});
    cr_text_set_glyph_document_painter(NULL);
    if (plain != NULL) draw(library, plain, 15);
    cr_text_set_glyph_document_painter(paint);
    if (plain != NULL) draw(library, plain, 14);
    if (varied != NULL) draw(library, varied, 140);
  }
  cr_font_library_destroy(library);
  draw_from_file(bytes, length, length & 1);
  return 0;
}
