#include "face.h"

#include <math.h>
#include <stdio.h>

#include "font_file.h"
#include "font_tables.h"
#include "glyph_extents.h"
#include "text_memory.h"

/// Maximum instances per face; beyond it, the default instance is used (an animated axis would otherwise use unlimited memory).
enum { MAX_INSTANCES = 2048, MAX_AXES = 16 };

/// 256 pages of 256 code points; a page is NULL until it is needed.
typedef struct cr_coverage {
  _Atomic(uint8_t *) pages[256];
} cr_coverage;

static uint16_t be16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }

bool cr_face_add_family(cr_face *face, const char *name, size_t length) {
  for (size_t i = 0; i < face->family_count; i++)
    if (strlen(face->families[i]) == length && !memcmp(face->families[i], name, length)) return true;
  if (!TX_GROW(face->families, face->family_capacity, face->family_count + 1)) return false;
  if (!(face->families[face->family_count] = tx_string(name, length))) return false;
  face->family_count++;
  return true;
}

static void read_family(cr_face *face, hb_ot_name_id_t id) {
  char name[256];
  unsigned count = 0;
  const hb_ot_name_entry_t *entries = hb_ot_name_list_names(face->face, &count);
  // Names in all languages count, English first: a CJK font is known by both its names.
  for (int pass = 0; pass < 2; pass++)
    for (unsigned i = 0; i < count && i < 512; i++) {
      if (entries[i].name_id != id) continue;
      const char *language = hb_language_to_string(entries[i].language);
      bool english = language && !strncmp(language, "en", 2);
      if (english == (pass == 1)) continue;
      unsigned size = sizeof name;
      unsigned length = hb_ot_name_get_utf8(face->face, id, entries[i].language, &size, name);
      if (length && size) cr_face_add_family(face, name, size);
    }
}

/// Whether there are paint graphs: COLR version 1.
static bool has_paints(hb_face_t *face) {
  unsigned length;
  hb_blob_t *colr = hb_face_reference_table(face, HB_TAG('C', 'O', 'L', 'R'));
  const uint8_t *p = (const uint8_t *)hb_blob_get_data(colr, &length);
  const bool has = p && length >= 34 && be16(p) == 1 && (be16(p + 14) || be16(p + 16));
  hb_blob_destroy(colr);
  return has;
}

/// Whether COLR may reference palette entry 0xFFFF, the text's colour. These two bytes may have another meaning; then the font's glyphs are
/// merely cached separately for each text colour.
static bool may_take_ink(hb_face_t *face) {
  unsigned length;
  hb_blob_t *blob = hb_face_reference_table(face, HB_TAG('C', 'O', 'L', 'R'));
  const uint8_t *p = (const uint8_t *)hb_blob_get_data(blob, &length);
  bool found = false;
  for (unsigned i = 1; p && i < length && !found; i++) found = p[i] == 0xFF && p[i - 1] == 0xFF;
  hb_blob_destroy(blob);
  return found;
}

static void read_style(cr_face *face) {
  face->weight_min = face->weight_max = 400;
  face->width = 5;
  unsigned length;
  hb_blob_t *os2 = hb_face_reference_table(face->face, HB_TAG('O', 'S', '/', '2'));
  const uint8_t *p = (const uint8_t *)hb_blob_get_data(os2, &length);
  if (p && length >= 64) {
    int weight = be16(p + 4), width = be16(p + 6), selection = be16(p + 62);
    if (weight >= 1 && weight <= 1000) face->weight_min = face->weight_max = weight < 10 ? weight * 100 : weight;
    if (width >= 1 && width <= 9) face->width = width;
    face->italic = selection & 0x201;  // ITALIC or OBLIQUE
  } else {
    hb_blob_t *head = hb_face_reference_table(face->face, HB_TAG('h', 'e', 'a', 'd'));
    const uint8_t *h = (const uint8_t *)hb_blob_get_data(head, &length);
    if (h && length >= 46) {
      int mac = be16(h + 44);
      if (mac & 1) face->weight_min = face->weight_max = 700;
      face->italic = mac & 2;
    }
    hb_blob_destroy(head);
  }
  hb_blob_destroy(os2);
  hb_blob_t *post = hb_face_reference_table(face->face, HB_TAG('p', 'o', 's', 't'));
  p = (const uint8_t *)hb_blob_get_data(post, &length);
  hb_ot_var_axis_info_t width;
  if (hb_ot_var_find_axis_info(face->face, HB_TAG('w', 'd', 't', 'h'), &width)) face->any_width = true;
  face->monospace = p && length >= 16 && (p[12] | p[13] | p[14] | p[15]);
  hb_blob_destroy(post);
  hb_ot_var_axis_info_t axis;
  if (hb_ot_var_find_axis_info(face->face, HB_TAG('w', 'g', 'h', 't'), &axis)) {
    face->weight_min = (int)lroundf(fminf(fmaxf(axis.min_value, 1), 1000));
    face->weight_max = (int)lroundf(fminf(fmaxf(axis.max_value, 1), 1000));
  }
  face->color = hb_ot_color_has_png(face->face) || hb_ot_color_has_layers(face->face) || has_paints(face->face);
  if ((face->documents = hb_ot_color_has_svg(face->face))) cr_documents_were_opened();
  face->takes_ink = face->documents || (face->color && may_take_ink(face->face));
}

static bool check_face(hb_face_t *face, char *reason, size_t size) {
  const char *problem = NULL;
  if (hb_face_get_glyph_count(face) == 0) problem = "it has no glyphs (no readable maxp table)";
  else if (!cr_font_has_table(face, HB_TAG('h', 'e', 'a', 'd'))) problem = "it has no head table";
  else if (hb_face_get_upem(face) < 16 || hb_face_get_upem(face) > 16384) problem = "its units per em are not within 16...16384";
  else if (!cr_font_has_table(face, HB_TAG('c', 'm', 'a', 'p'))) problem = "it has no cmap table, so no character has a glyph";
  else if (!cr_font_has_table(face, HB_TAG('g', 'l', 'y', 'f')) && !cr_font_has_table(face, HB_TAG('C', 'F', 'F', ' ')) &&
           !cr_font_has_table(face, HB_TAG('C', 'F', 'F', '2')) && !cr_font_has_table(face, HB_TAG('C', 'B', 'D', 'T')) &&
           !cr_font_has_table(face, HB_TAG('s', 'b', 'i', 'x')))
    problem = "it has no outlines and no colour bitmaps";
  if (problem) snprintf(reason, size, "%s", problem);
  return !problem;
}

static bool open_tables(cr_face *face, char *reason, size_t size) {
  uint64_t needed;
  if (!cr_font_is_whole(face->blob, face->index, &needed)) {
    snprintf(reason, size, "it is cut off: its tables take %llu bytes, and it has %u", (unsigned long long)needed, hb_blob_get_length(face->blob));
    return false;
  }
  hb_face_t *opened = cr_font_tables_face(face->blob, face->index);
  if (!check_face(opened, reason, size)) {
    hb_face_destroy(opened);
    return false;
  }
  hb_face_make_immutable(opened);
  face->face = opened;
  return true;
}

cr_face *cr_face_open(hb_blob_t *blob, unsigned index, const char *source, char *reason, size_t reason_size) {
  unsigned length;
  const char *data = hb_blob_get_data(blob, &length);
  if (!data || length < 12) {
    snprintf(reason, reason_size, "%u bytes are too few for a font", length);
    return NULL;
  }
  if (!memcmp(data, "wOFF", 4) || !memcmp(data, "wOF2", 4)) {
    snprintf(reason, reason_size, "it is a web font (WOFF); give the TrueType or OpenType file that it was made from");
    return NULL;
  }
  if (hb_face_count(blob) == 0) {
    snprintf(reason, reason_size, "it does not begin like a TrueType, OpenType or font collection file");
    return NULL;
  }
  cr_face *face = tx_calloc(1, sizeof *face);
  if (!face) {
    snprintf(reason, reason_size, "out of memory");
    return NULL;
  }
  pthread_mutex_init(&face->lock, NULL);
  face->blob = hb_blob_reference(blob);
  face->index = index;
  face->source = tx_string(source, strlen(source));
  if (!open_tables(face, reason, reason_size)) {
    cr_face_destroy(face);
    return NULL;
  }
  read_style(face);
  read_family(face, HB_OT_NAME_ID_TYPOGRAPHIC_FAMILY);
  read_family(face, HB_OT_NAME_ID_FONT_FAMILY);
  return face;
}

cr_face *cr_face_describe(const char *path, unsigned index) {
  cr_face *face = tx_calloc(1, sizeof *face);
  if (!face) return NULL;
  pthread_mutex_init(&face->lock, NULL);
  face->path = tx_string(path, strlen(path));
  face->source = tx_string(path, strlen(path));
  face->index = index;
  face->weight_min = face->weight_max = 400;
  face->width = 5;
  if (!face->path || !face->source) {
    cr_face_destroy(face);
    return NULL;
  }
  return face;
}

void cr_face_destroy(cr_face *face) {
  if (!face) return;
  for (size_t i = 0; i < face->instance_count; i++) {
    hb_font_destroy(face->instances[i]->font);
    cr_free(face->instances[i]->coordinates);
    cr_glyph_extents_destroy(face->instances[i]);
    cr_free(face->instances[i]);
  }
  cr_free(face->instances);
  for (size_t i = 0; i < face->family_count; i++) cr_free(face->families[i]);
  cr_free(face->families);
  for (int plane = 0; plane < 17; plane++) {
    cr_coverage *c = atomic_load(&face->coverage[plane]);
    if (!c) continue;
    for (int page = 0; page < 256; page++) cr_free(atomic_load(&c->pages[page]));
    cr_free(c);
  }
  hb_face_destroy(face->face);
  hb_blob_destroy(face->blob);
  pthread_mutex_destroy(&face->lock);
  cr_free(face->path);
  cr_free(face->source);
  cr_free(face->reason);
  cr_free(face);
}

static bool load_locked(cr_face *face) {
  if (face->face) return true;
  if (face->failed) return false;
  char reason[160];
  snprintf(reason, sizeof reason, "it cannot be read");
  if (!face->blob && face->path) face->blob = cr_font_file(face->path, &face->identity, reason, sizeof reason);
  if (!face->blob || !open_tables(face, reason, sizeof reason)) {
    face->failed = true;
    face->reason = tx_string(reason, strlen(reason));
  }
  return !face->failed;
}

bool cr_face_load(cr_face *face) {
  pthread_mutex_lock(&face->lock);
  bool loaded = load_locked(face);
  pthread_mutex_unlock(&face->lock);
  return loaded;
}

static uint8_t *make_page(cr_face *face, uint32_t first) {
  if (!cr_face_load(face)) return NULL;
  uint8_t *page = tx_calloc(32, 1);
  if (!page) return NULL;
  const cr_instance *any = cr_face_instance(face, &(cr_instance_request){.weight = 400, .width = 100});
  if (!any) {
    cr_free(page);
    return NULL;
  }
  hb_codepoint_t glyph;
  for (uint32_t i = 0; i < 256; i++)
    if (hb_font_get_nominal_glyph(any->font, first + i, &glyph) && glyph) page[i >> 3] |= (uint8_t)(1u << (i & 7));
  return page;
}

static const uint8_t *coverage_of(cr_face *face, uint32_t c) {
  _Atomic(cr_coverage *) *plane = &face->coverage[c >> 16];
  cr_coverage *coverage = atomic_load_explicit(plane, memory_order_acquire);
  if (!coverage) {
    cr_coverage *fresh = tx_calloc(1, sizeof *fresh);
    if (!fresh) return NULL;
    if (atomic_compare_exchange_strong(plane, &coverage, fresh)) coverage = fresh;
    else cr_free(fresh);
  }
  _Atomic(uint8_t *) *slot = &coverage->pages[(c >> 8) & 255];
  uint8_t *page = atomic_load_explicit(slot, memory_order_acquire);
  if (!page) {
    uint8_t *fresh = make_page(face, c & ~255u);
    if (!fresh) return NULL;
    if (atomic_compare_exchange_strong(slot, &page, fresh)) page = fresh;
    else cr_free(fresh);
  }
  return page;
}

bool cr_face_covers(cr_face *face, uint32_t c) {
  const uint8_t *page = c <= 0x10FFFF ? coverage_of(face, c) : NULL;
  return page && page[(c & 255) >> 3] >> (c & 7) & 1;
}

const uint8_t *cr_face_covers_latin(cr_face *face) { return coverage_of(face, 0); }

static float metric(hb_font_t *font, hb_ot_metrics_tag_t tag, float fallback) {
  hb_position_t value;
  return hb_ot_metrics_get_position(font, tag, &value) ? (float)value : fallback;
}

/// Whether a substitution or positioning rule of the font names `glyph`, as input or as context. Always true for fonts with Apple's tables.
static bool rules_name_glyph(hb_face_t *face, hb_codepoint_t glyph) {
  static const hb_tag_t foreign[] = {HB_TAG('m', 'o', 'r', 'x'), HB_TAG('m', 'o', 'r', 't'), HB_TAG('k', 'e', 'r', 'x')};
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (cr_font_has_table(face, foreign[i])) return true;
  static const hb_tag_t tables[] = {HB_OT_TAG_GSUB, HB_OT_TAG_GPOS};
  bool named = false;
  hb_set_t *glyphs = hb_set_create();
  for (size_t t = 0; t < 2 && !named; t++) {
    const unsigned count = hb_ot_layout_table_get_lookup_count(face, tables[t]);
    for (unsigned i = 0; i < count && !named; i++) {
      hb_ot_layout_lookup_collect_glyphs(face, tables[t], i, glyphs, glyphs, glyphs, NULL);
      named = hb_set_has(glyphs, glyph) || !hb_set_allocation_successful(glyphs);
    }
  }
  hb_set_destroy(glyphs);
  return named;
}

static void read_metrics(cr_instance *i) {
  hb_font_t *font = i->font;
  const float em = (float)hb_face_get_upem(i->face->face);
  i->units_per_em = em;
  hb_font_extents_t extents = {0};
  if (!hb_font_get_h_extents(font, &extents) || (extents.ascender == 0 && extents.descender == 0)) {
    extents.ascender = (hb_position_t)(em * 0.8f);
    extents.descender = (hb_position_t)(em * -0.2f);
    extents.line_gap = 0;
  }
  // A corrupt table must not make lines of a thousand ems.
  const float limit = 8 * em;
  i->ascent = fminf(fmaxf((float)extents.ascender, -limit), limit);
  i->descent = fminf(fmaxf((float)-extents.descender, -limit), limit);
  if (i->ascent + i->descent <= 0) {
    i->ascent = em * 0.8f;
    i->descent = em * 0.2f;
  }
  i->line_gap = fminf(fmaxf((float)extents.line_gap, 0), limit);
  float size = metric(font, HB_OT_METRICS_TAG_UNDERLINE_SIZE, 0);
  i->underline_thickness = size > 0 && size < em ? size : em / 18;
  float offset = -metric(font, HB_OT_METRICS_TAG_UNDERLINE_OFFSET, 0);
  // DejaVu's value would touch the letters.
  i->underline_offset = offset > 0 && offset < em ? fmaxf(offset, em / 12) : em / 9;
  size = metric(font, HB_OT_METRICS_TAG_STRIKEOUT_SIZE, 0);
  i->strike_thickness = size > 0 && size < em ? size : i->underline_thickness;
  offset = metric(font, HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, 0);
  i->strike_offset = offset > 0 && offset < em ? offset : em * 0.3f;
  hb_codepoint_t space;
  i->space_advance = hb_font_get_nominal_glyph(font, ' ', &space) ? (float)hb_font_get_glyph_h_advance(font, space) : em / 4;
  if (!(i->space_advance > 0)) i->space_advance = em / 4;
  atomic_init(&i->parts_at_spaces, false);
  atomic_init(&i->stroke, 0);
  if (hb_font_get_nominal_glyph(font, ' ', &space)) {
    i->space_glyph = space;
    atomic_init(&i->parts_at_spaces, !rules_name_glyph(i->face->face, space));
  }
  unsigned length;
  hb_blob_t *head = hb_face_reference_table(i->face->face, HB_TAG('h', 'e', 'a', 'd'));
  const uint8_t *p = (const uint8_t *)hb_blob_get_data(head, &length);
  if (p && length >= 44) {
    i->box_left = (int16_t)be16(p + 36);
    i->box_bottom = (int16_t)be16(p + 38);
    i->box_right = (int16_t)be16(p + 40);
    i->box_top = (int16_t)be16(p + 42);
  }
  hb_blob_destroy(head);
}

/// Design coordinates for `request`: weight and slant axes, then the request's variations.
static unsigned choose_coordinates(cr_face *face, const cr_instance_request *request, float *out, bool *slanted) {
  hb_ot_var_axis_info_t axes[MAX_AXES];
  unsigned count = MAX_AXES;
  hb_ot_var_get_axis_infos(face->face, 0, &count, axes);
  for (unsigned a = 0; a < count; a++) {
    float value = axes[a].default_value;
    if (axes[a].tag == HB_TAG('w', 'g', 'h', 't')) value = (float)request->weight;
    if (axes[a].tag == HB_TAG('w', 'd', 't', 'h')) value = (float)request->width;
    if (request->italic && axes[a].tag == HB_TAG('i', 't', 'a', 'l') && axes[a].max_value > 0) value = 1, *slanted = true;
    if (request->italic && axes[a].tag == HB_TAG('s', 'l', 'n', 't') && axes[a].min_value < 0)
      value = fmaxf(axes[a].min_value, -12), *slanted = true;
    for (size_t v = 0; v < request->variation_count; v++)
      if (request->variations[v].tag == axes[a].tag && isfinite(request->variations[v].value)) value = request->variations[v].value;
    value = roundf(value * 16) / 16;  // so that an animation does not create an instance per frame
    out[a] = fminf(fmaxf(value, axes[a].min_value), axes[a].max_value);
  }
  return count;
}

/// Pictures of documents may be larger than the bounding box of outlines: same limits as in glyph_extents.c.
static void make_room_for_documents(cr_instance *i) {
  const float em = i->units_per_em;
  i->box_left = fminf(i->box_left, -em / 2);
  i->box_bottom = fminf(i->box_bottom, -em);
  i->box_right = fmaxf(i->box_right, em * 3 / 2);
  i->box_top = fmaxf(i->box_top, em * 3 / 2);
}

const cr_instance *cr_face_instance(cr_face *face, const cr_instance_request *request) {
  static atomic_uint next_id = 1;
  pthread_mutex_lock(&face->lock);
  if (!load_locked(face)) {
    pthread_mutex_unlock(&face->lock);
    return NULL;
  }
  float coordinates[MAX_AXES];
  bool slanted = face->italic;
  unsigned count = choose_coordinates(face, request, coordinates, &slanted);
  // CSS Fonts 4, section 2.5: synthesise bold if 600 or more is requested and the face is lighter than 600.
  bool bold = !cr_face_is_colored(face) && request->weight >= 600 && face->weight_max < 600;
  bool oblique = !cr_face_is_colored(face) && request->italic && !slanted;
  cr_instance *found = NULL;
  for (size_t i = 0; i < face->instance_count && !found; i++) {
    cr_instance *c = face->instances[i];
    if (c->synthetic_bold == bold && c->synthetic_oblique == oblique && c->axis_count == count &&
        !memcmp(c->coordinates, coordinates, count * sizeof *coordinates))
      found = c;
  }
  if (!found && face->instance_count >= MAX_INSTANCES) found = face->instances[0];
  if (!found && TX_GROW(face->instances, face->instance_capacity, face->instance_count + 1)) {
    cr_instance *made = tx_calloc(1, sizeof *made);
    float *copy = tx_alloc(count, sizeof *copy);
    if (made && copy) {
      memcpy(copy, coordinates, count * sizeof *copy);
      made->face = face;
      made->synthetic_bold = bold;
      made->synthetic_oblique = oblique;
      made->color = face->color;
      made->documents = face->documents;
      made->takes_ink = face->takes_ink;
      made->axis_count = count;
      made->coordinates = copy;
      made->id = atomic_fetch_add(&next_id, 1);
      made->font = cr_font_tables_font(face->face, copy, count);
      read_metrics(made);
      if (made->documents) make_room_for_documents(made);
      face->instances[face->instance_count++] = made;
      found = made;
    } else {
      cr_free(made);
      cr_free(copy);
    }
  }
  pthread_mutex_unlock(&face->lock);
  return found;
}
