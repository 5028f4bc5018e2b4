#include "font_tables.h"

#include <hb-ot.h>
#include <pthread.h>

#include "font_cff.h"
#include "text_memory.h"

enum { MAX_COMPONENTS = 1024, MAX_DEPTH = 16 };

/// A table of a file.
typedef struct {
  uint64_t offset, length;
} table;

/// The tables of a face, 16 bytes each.
typedef struct {
  const uint8_t *records;  // NULL: another file format, handled by its reader
  unsigned count;
} directory;

typedef enum { OUTLINES_WITH_TABLE, OUTLINES_TRUETYPE, OUTLINES_CFF } outline_kind;

/// Immutable data of a face.
typedef struct {
  hb_blob_t *file;
  cr_font_pages *pages;
  const uint8_t *bytes;
  directory directory;
  outline_kind kind;  // OUTLINES_WITH_TABLE: the whole table is read
  table outlines, locations, bitmaps;
  bool has_long_locations;
  cr_cff_glyphs glyphs;
} face_tables;

static uint16_t be16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static uint32_t be32(const uint8_t *p) { return (uint32_t)be16(p) << 16 | be16(p + 2); }

// The directory

/// Whether bytes are within the file, and read.
static bool need(hb_blob_t *blob, cr_font_pages *pages, uint64_t offset, uint64_t length) {
  const uint64_t size = hb_blob_get_length(blob);
  return offset <= size && length <= size - offset && (!pages || cr_font_pages_need(pages, offset, length));
}

/// Reads the directory of face `index`; false if it is not within the file. `needed` is the number of bytes required at the file's start.
static bool read_directory(hb_blob_t *blob, unsigned index, directory *out, uint64_t *needed) {
  cr_font_pages *pages = cr_font_pages_of(blob);
  const uint8_t *data = (const uint8_t *)hb_blob_get_data(blob, NULL);
  uint64_t at = 0;
  *out = (directory){0};
  *needed = 16;
  if (!need(blob, pages, 0, 16)) return false;
  if (!memcmp(data, "ttcf", 4)) {
    *needed = 16 + 4 * (uint64_t)index;
    if (!need(blob, pages, 12 + 4 * (uint64_t)index, 4)) return false;
    at = be32(data + 12 + 4 * (size_t)index);
  }
  *needed = at + 12;
  if (!need(blob, pages, at, 12)) return false;
  const uint32_t kind = be32(data + at);
  if (kind != 0x00010000 && kind != HB_TAG('O', 'T', 'T', 'O') && kind != HB_TAG('t', 'r', 'u', 'e')) return true;
  const unsigned count = be16(data + at + 4);
  *needed += 16 * (uint64_t)count;
  if (!need(blob, pages, at + 12, 16 * (uint64_t)count)) return false;
  *out = (directory){data + at + 12, count};
  return true;
}

/// HarfBuzz requests some tables on every shaping call.
static bool find(const face_tables *t, hb_tag_t tag, table *out) {
  const uint64_t size = hb_blob_get_length(t->file);
  for (unsigned i = 0; i < t->directory.count; i++) {
    const uint8_t *record = t->directory.records + 16 * (size_t)i;
    if (be32(record) != tag) continue;
    *out = (table){be32(record + 8), be32(record + 12)};
    return out->length && out->offset <= size && out->length <= size - out->offset;
  }
  return false;
}

bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed) {
  directory d;
  if (!read_directory(blob, index, &d, needed)) return false;
  for (unsigned i = 0; i < d.count; i++) {
    const uint8_t *record = d.records + 16 * (size_t)i;
    const uint64_t end = (uint64_t)be32(record + 8) + be32(record + 12);
    if (end > *needed) *needed = end;
  }
  return *needed <= hb_blob_get_length(blob);
}

// Tables for HarfBuzz

static bool need_table(const face_tables *t, hb_tag_t tag, const table *range) {
  const bool is_outlines = range->offset == t->outlines.offset && (tag == HB_TAG('g', 'l', 'y', 'f') || tag == HB_TAG('C', 'F', 'F', ' '));
  if (is_outlines && t->kind == OUTLINES_TRUETYPE) return true;
  if (is_outlines && t->kind == OUTLINES_CFF) return cr_cff_need_rest(t->pages, &t->glyphs);
  // Only the version of bitmap tables is read.
  if (tag == HB_TAG('C', 'B', 'D', 'T')) return cr_font_pages_need(t->pages, range->offset, range->length < 4 ? range->length : 4);
  return cr_font_pages_need(t->pages, range->offset, range->length);
}

static hb_blob_t *reference_table(hb_face_t *face, hb_tag_t tag, void *user) {
  (void)face;
  const face_tables *t = user;
  table range;
  if (!find(t, tag, &range) || !need_table(t, tag, &range)) return hb_blob_get_empty();
  return hb_blob_create_sub_blob(t->file, (unsigned)range.offset, (unsigned)range.length);
}

static void free_tables(void *user) {
  face_tables *t = user;
  hb_blob_destroy(t->file);
  cr_free(t);
}

/// Determines how outlines are read glyph by glyph, if possible.
static void describe_outlines(face_tables *t) {
  table head, unused;
  (void)find(t, HB_TAG('C', 'B', 'D', 'T'), &t->bitmaps);
  // Variations are read completely; advances may be computed from outlines.
  if (find(t, HB_TAG('f', 'v', 'a', 'r'), &unused)) return;
  if (find(t, HB_TAG('g', 'l', 'y', 'f'), &t->outlines)) {
    if (!find(t, HB_TAG('h', 'e', 'a', 'd'), &head) || head.length < 54 || !cr_font_pages_need(t->pages, head.offset, 54)) return;
    if (!find(t, HB_TAG('l', 'o', 'c', 'a'), &t->locations)) return;
    t->has_long_locations = be16(t->bytes + head.offset + 50) != 0;
    t->kind = OUTLINES_TRUETYPE;
  } else if (find(t, HB_TAG('C', 'F', 'F', ' '), &t->outlines) &&
             cr_cff_find_glyphs(t->pages, t->bytes, t->outlines.offset, t->outlines.length, &t->glyphs)) {
    t->kind = OUTLINES_CFF;
  }
}

static hb_user_data_key_t tables_key;

hb_face_t *cr_font_tables_face(hb_blob_t *blob, unsigned index) {
  cr_font_pages *pages = cr_font_pages_of(blob);
  if (!pages) return hb_face_create(blob, index);
  face_tables *t = tx_calloc(1, sizeof *t);
  if (!t) return hb_face_get_empty();
  *t = (face_tables){.file = hb_blob_reference(blob), .pages = pages, .bytes = (const uint8_t *)hb_blob_get_data(blob, NULL)};
  uint64_t needed;
  if (read_directory(blob, index, &t->directory, &needed)) describe_outlines(t);
  hb_face_t *face = hb_face_create_for_tables(reference_table, t, free_tables);
  hb_face_set_index(face, index);
  if (face == hb_face_get_empty() || hb_face_set_user_data(face, &tables_key, t, NULL, true)) return face;
  hb_face_destroy(face);
  return hb_face_get_empty();
}

bool cr_font_has_table(hb_face_t *face, hb_tag_t tag) {
  const face_tables *t = hb_face_get_user_data(face, &tables_key);
  table unused;
  if (t) return find(t, tag, &unused);
  hb_blob_t *blob = hb_face_reference_table(face, tag);
  const bool has = hb_blob_get_length(blob) > 0;
  hb_blob_destroy(blob);
  return has;
}

// Glyphs on use

/// Reads the outline of a `glyf` glyph and its components, at most `left` of them. False on failure, or if the glyph is too complex.
static bool need_glyph(const face_tables *t, uint32_t glyph, int depth, int *left) {
  const unsigned size = t->has_long_locations ? 4 : 2;
  const uint64_t at = (uint64_t)glyph * size;
  if (depth > MAX_DEPTH || --*left < 0) return false;
  if (at + 2 * (uint64_t)size > t->locations.length) return true;  // no such glyph
  if (!cr_font_pages_need(t->pages, t->locations.offset + at, 2 * (uint64_t)size)) return false;
  const uint8_t *p = t->bytes + t->locations.offset + at;
  const uint64_t from = size == 4 ? be32(p) : 2 * (uint64_t)be16(p), to = size == 4 ? be32(p + 4) : 2 * (uint64_t)be16(p + 2);
  if (from >= to || to > t->outlines.length) return true;  // empty
  if (!cr_font_pages_need(t->pages, t->outlines.offset + from, to - from)) return false;
  p = t->bytes + t->outlines.offset + from;
  const uint8_t *end = p + (to - from);
  if (end - p < 10) return true;
  const int16_t contours = (int16_t)be16(p);
  if (contours >= 0) return true;
  if (contours != -1) return false;
  enum { WORDS = 0x1, SCALE = 0x8, MORE = 0x20, TWO_SCALES = 0x40, MATRIX = 0x80, UNKNOWN = 0xE010 };
  uint16_t flags = MORE;
  p += 10;
  while (flags & MORE) {
    if (end - p < 4) return true;
    flags = be16(p);
    if (flags & UNKNOWN || !need_glyph(t, be16(p + 2), depth + 1, left)) return false;
    const ptrdiff_t more = 4 + (flags & WORDS ? 4 : 2) + (flags & SCALE ? 2 : flags & TWO_SCALES ? 4 : flags & MATRIX ? 8 : 0);
    if (end - p < more) return true;
    p += more;
  }
  return true;
}

static bool need_outline(const face_tables *t, uint32_t glyph) {
  if (t->kind == OUTLINES_CFF) return cr_cff_need_glyph(t->pages, t->bytes, &t->glyphs, glyph);
  if (t->kind == OUTLINES_WITH_TABLE) return true;
  int left = MAX_COMPONENTS;
  return need_glyph(t, glyph, 0, &left) || cr_font_pages_need(t->pages, t->outlines.offset, t->outlines.length);
}

static hb_bool_t glyph_extents(hb_font_t *font, void *data, hb_codepoint_t glyph, hb_glyph_extents_t *extents, void *user) {
  (void)user;
  const face_tables *t = data;
  // The location of a bitmap is in another table: the first bitmap reads the whole table.
  if (!need_outline(t, glyph) || (t->bitmaps.length && !cr_font_pages_need(t->pages, t->bitmaps.offset, t->bitmaps.length))) return false;
  return hb_font_get_glyph_extents(hb_font_get_parent(font), glyph, extents);
}

/// As by default, but without HarfBuzz scaling each advance from one font to the other, which has the same scale.
static void glyph_advances(hb_font_t *font, void *data, unsigned count, const hb_codepoint_t *glyphs, unsigned stride, hb_position_t *advances,
                           unsigned advance_stride, void *user) {
  (void)data, (void)user;
  hb_font_get_glyph_h_advances(hb_font_get_parent(font), count, glyphs, stride, advances, advance_stride);
}

#if HB_VERSION_ATLEAST(7, 0, 0)
static void draw_glyph(hb_font_t *font, void *data, hb_codepoint_t glyph, hb_draw_funcs_t *funcs, void *draw_data, void *user) {
  (void)user;
  if (need_outline(data, glyph)) hb_font_draw_glyph(hb_font_get_parent(font), glyph, funcs, draw_data);
}
#else
static void draw_glyph(hb_font_t *font, void *data, hb_codepoint_t glyph, hb_draw_funcs_t *funcs, void *draw_data, void *user) {
  (void)user;
  if (need_outline(data, glyph)) hb_font_get_glyph_shape(hb_font_get_parent(font), glyph, funcs, draw_data);
}
#endif

static hb_font_funcs_t *reading_funcs;
static void make_reading_funcs(void) {
  hb_font_funcs_t *f = hb_font_funcs_create();
  hb_font_funcs_set_glyph_extents_func(f, glyph_extents, NULL, NULL);
  hb_font_funcs_set_glyph_h_advances_func(f, glyph_advances, NULL, NULL);
#if HB_VERSION_ATLEAST(7, 0, 0)
  hb_font_funcs_set_draw_glyph_func(f, draw_glyph, NULL, NULL);
#else
  hb_font_funcs_set_glyph_shape_func(f, draw_glyph, NULL, NULL);
#endif
  hb_font_funcs_make_immutable(f);
  reading_funcs = f;
}

hb_font_t *cr_font_tables_font(hb_face_t *face, const float *coordinates, unsigned count) {
  hb_font_t *font = hb_font_create(face);
  hb_ot_font_set_funcs(font);
  if (count) hb_font_set_var_coords_design(font, coordinates, count);
  face_tables *t = hb_face_get_user_data(face, &tables_key);
  if (t && (t->kind != OUTLINES_WITH_TABLE || t->bitmaps.length)) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_reading_funcs);
    hb_font_make_immutable(font);
    // The parent provides all other functions.
    hb_font_t *reading = hb_font_create_sub_font(font);
    hb_font_set_funcs(reading, reading_funcs, t, NULL);
    hb_font_destroy(font);
    font = reading;
  }
  hb_font_make_immutable(font);
  return font;
}
