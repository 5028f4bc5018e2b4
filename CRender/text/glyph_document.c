#include "glyph_document.h"

#include <hb-ot.h>
#include <stdatomic.h>

#include "cr_text.h"
#include "text_memory.h"

enum { MAX_SIDE = 2048, MAX_COLORS = 256 };

static _Atomic(cr_glyph_document_painter) painter;
static atomic_bool opened;

bool cr_text_set_glyph_document_painter(cr_glyph_document_painter paint) {
  atomic_store(&painter, paint);
  return atomic_load(&opened);
}

void cr_documents_were_opened(void) { atomic_store(&opened, true); }

bool cr_documents_are_painted(void) { return atomic_load_explicit(&painter, memory_order_acquire) != NULL; }

bool cr_glyph_has_document(const cr_instance *font, uint32_t glyph) {
  if (!font->documents) return false;
  hb_blob_t *blob = hb_ot_color_glyph_reference_svg(hb_font_get_face(font->font), glyph);
  const bool has = hb_blob_get_length(blob) > 0;
  hb_blob_destroy(blob);
  return has;
}

/// Destination of the painter's result.
typedef struct {
  cr_color_picture *picture;
  bool failed;
} receiver;

static void receive(void *context, const cr_glyph_picture *given) {
  receiver *r = context;
  if (r->picture->pixels || given->width <= 0 || given->height <= 0 || given->width > MAX_SIDE || given->height > MAX_SIDE) return;
  const size_t row = (size_t)given->width * 4;
  uint32_t *pixels = tx_alloc((size_t)given->height, row);
  if (!pixels) {
    r->failed = true;
    return;
  }
  for (int32_t y = 0; y < given->height; y++) memcpy((uint8_t *)pixels + (size_t)y * row, given->pixels + (size_t)y * given->stride, row);
  *r->picture = (cr_color_picture){pixels, given->left, given->top, given->width, given->height};
}

static cr_color color_of(hb_color_t c) {
  return (cr_color){.red = hb_color_get_red(c) / 255.0f, .green = hb_color_get_green(c) / 255.0f, .blue = hb_color_get_blue(c) / 255.0f,
                    .alpha = hb_color_get_alpha(c) / 255.0f};
}

/// Offset of the document in its table, unique per document.
static uint64_t place_of(hb_face_t *face, const char *document) {
  hb_blob_t *table = hb_face_reference_table(face, HB_TAG('S', 'V', 'G', ' '));
  const char *start = hb_blob_get_data(table, NULL);
  const uint64_t place = (uint64_t)(document - start);
  hb_blob_destroy(table);
  return place;
}

cr_color_result cr_paint_document_glyph(const cr_instance *font, uint32_t glyph, double pixels, uint32_t ink, cr_color_picture *picture) {
  *picture = (cr_color_picture){0};
  const cr_glyph_document_painter paint = atomic_load_explicit(&painter, memory_order_acquire);
  if (!paint || !font->documents || !(pixels > 0)) return CR_COLOR_NONE;
  hb_face_t *face = hb_font_get_face(font->font);
  hb_blob_t *blob = hb_ot_color_glyph_reference_svg(face, glyph);
  unsigned length = 0, colors = MAX_COLORS;
  const char *bytes = hb_blob_get_data(blob, &length);
  receiver r = {picture, false};
  bool painted = false;
  if (bytes && length) {
    hb_color_t entries[MAX_COLORS];
    cr_color palette[MAX_COLORS];
    hb_ot_color_palette_get_colors(face, 0, 0, &colors, entries);
    for (unsigned i = 0; i < colors; i++) palette[i] = color_of(entries[i]);
    const cr_glyph_document document = {.bytes = (const uint8_t *)bytes, .length = length, .glyph = glyph, .pixels_per_em = pixels,
                                        .identity = (uint64_t)font->id << 32 | place_of(face, bytes), .units_per_em = (double)font->units_per_em,
                                        .ink = color_of(HB_COLOR(ink & 255, ink >> 8 & 255, ink >> 16 & 255, 255)), .palette = palette,
                                        .palette_count = colors};
    painted = paint(&document, receive, &r);
  }
  hb_blob_destroy(blob);
  if (r.failed) return CR_COLOR_NO_MEMORY;
  if (painted) return CR_COLOR_DONE;
  cr_free(picture->pixels);
  *picture = (cr_color_picture){0};
  return CR_COLOR_NONE;
}
