// Justified lines: strokes between Arabic letters, wider spaces, space between ideographs.
#include "justify.h"

#include <fribidi.h>
#include <hb.h>
#include <math.h>

#include "glyph_document.h"
#include "text_memory.h"

enum { TATWEEL = 0x640, BEH = 0x628, NONE = -1 };
/// Maximum length of a stroke, in ems.
#define LONGEST_STROKE 1.0

// Whether a font's strokes join their letters

/// The glyph of U+0640 if it fills its advance, and joins unmodified letters on the baseline; -1 if not.
static int32_t find_stroke(const cr_instance *font) {
  uint32_t glyph;
  hb_glyph_extents_t box;
  if (cr_instance_is_colored(font) || !hb_font_get_nominal_glyph(font->font, TATWEEL, &glyph) || !hb_font_get_glyph_extents(font->font, glyph, &box)) return NONE;
  const int32_t advance = hb_font_get_glyph_h_advance(font->font, glyph), slack = advance / 16;
  if (advance <= 0 || glyph > INT32_MAX - 1 || box.x_bearing > slack || box.x_bearing + box.width < advance - slack) return NONE;
  hb_buffer_t *buffer = hb_buffer_create();
  static const uint32_t text[] = {BEH, TATWEEL, BEH};
  hb_buffer_add_codepoints(buffer, text, 3, 0, 3);
  hb_buffer_set_direction(buffer, HB_DIRECTION_RTL);
  hb_buffer_set_script(buffer, HB_SCRIPT_ARABIC);
  hb_shape(font->font, buffer, NULL, 0);
  unsigned count = 0, ignored;
  const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &count);
  const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &ignored);
  bool good = hb_buffer_allocation_successful(buffer);
  bool seen = false;
  for (unsigned i = 0; good && i < count; i++) {
    // Dots may be separate glyphs at any position; the letters' bodies are on the baseline.
    good = at[i].x_advance == 0 || at[i].y_offset == 0;
    seen |= info[i].cluster == 1 && info[i].codepoint == glyph && at[i].x_offset == 0;
  }
  hb_buffer_destroy(buffer);
  return good && seen ? (int32_t)glyph : NONE;
}

/// The same, cached in the font.
static int32_t stroke_of(const cr_instance *font) {
  atomic_int *known = &((cr_instance *)(uintptr_t)font)->stroke;
  int value = atomic_load_explicit(known, memory_order_relaxed);
  if (value == 0) {
    value = find_stroke(font) + 2;
    atomic_store_explicit(known, value, memory_order_relaxed);
  }
  return value - 2;
}

// Positions of strokes

static bool is_transparent(uint32_t c) { return fribidi_get_joining_type(c) == FRIBIDI_JOINING_TYPE_T; }
static bool joins_next(uint32_t c) { return FRIBIDI_JOINS_LEFT(fribidi_get_joining_type(c)) != 0; }
static bool joins_previous(uint32_t c) { return FRIBIDI_JOINS_RIGHT(fribidi_get_joining_type(c)) != 0; }

/// The last letter of cluster `k`, and the first of the next one.
static bool letters_at(const cr_fragment *f, uint32_t k, uint32_t *before, uint32_t *after) {
  const uint32_t *text = f->shaped->text;
  uint32_t i = cr_cluster_end(f, k), j = i;
  const uint32_t end = cr_cluster_end(f, k + 1);
  while (i > f->clusters[k].start && is_transparent(text[i - 1])) i--;
  while (j < end && is_transparent(text[j])) j++;
  if (i == f->clusters[k].start || j == end) return false;
  *before = text[i - 1];
  *after = text[j];
  return joins_next(*before) && joins_previous(*after);
}

static bool is_any(uint32_t c, const uint16_t *set) {
  while (*set && *set != c) set++;
  return *set != 0;
}

/// Lam and alef form one sign, even in fonts with a glyph for each.
static bool is_lam_alef(uint32_t before, uint32_t after) {
  static const uint16_t alefs[] = {0x622, 0x623, 0x625, 0x627, 0x671, 0x672, 0x673, 0x675, 0};
  return ((before >= 0x6B5 && before <= 0x6B8) || before == 0x644) && is_any(after, alefs);
}

enum { CLASSES = 5 };

/// Suitability of a stroke between two letters, 0 is best: the order of calligraphy handbooks and other programs.
static int class_of(uint32_t before, uint32_t after, bool at_end) {
  static const uint16_t seen[] = {0x633, 0x634, 0x635, 0x636, 0x6FA, 0x6FB, 0};
  static const uint16_t round_ends[] = {0x629, 0x647, 0x6C0, 0x6C1, 0x6D5, 0x62F, 0x630, 0};
  static const uint16_t tall_ends[] = {0x627, 0x622, 0x623, 0x625, 0x637, 0x638, 0x644, 0x643, 0x6A9, 0x6AF, 0};
  if (before == TATWEEL || after == TATWEEL || is_any(before, seen)) return 0;
  if (at_end && is_any(after, round_ends)) return 1;
  if (at_end && is_any(after, tall_ends)) return 2;
  return at_end ? 3 : 4;
}

typedef struct {
  uint32_t fragment, cluster;  // the stroke follows this cluster
  double longest, natural;     // logical units; natural: of one glyph
  int grade;
  double length;               // 0: none
} stroke;

/// Finds the best position in each word. -1 on allocation failure.
static ptrdiff_t find_strokes(const cr_layout *l, const cr_layout_line *line, stroke **out, size_t *capacity) {
  size_t count = 0;
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    const cr_fragment *f = &l->fragments[line->first_fragment + i];
    if (f->token || f->trailing || f->run->tab || f->run->script != HB_SCRIPT_ARABIC || !(f->run->level & 1)) continue;
    if (cr_fragment_attribute(f)->run.is_object || stroke_of(f->run->font) == NONE) continue;
    const double scale = (double)cr_run_scale(f->shaped, f->run);
    stroke best = {.fragment = line->first_fragment + i, .grade = CLASSES, .longest = LONGEST_STROKE * cr_fragment_attribute(f)->run.size,
                   .natural = (double)hb_font_get_glyph_h_advance(f->run->font->font, (uint32_t)stroke_of(f->run->font)) * scale};
    for (uint32_t k = 0; k < f->cluster_count; k++) {
      const bool ends_word = k + 1 == f->cluster_count || f->clusters[k].flags & CLUSTER_WHITE;
      uint32_t before, after;
      if (!ends_word && letters_at(f, k, &before, &after) && !is_lam_alef(before, after)) {
        uint32_t none;
        const bool at_end = k + 2 >= f->cluster_count || !letters_at(f, k + 1, &none, &none);
        const int grade = class_of(before, after, at_end);
        if (grade <= best.grade) {
          best.grade = grade;
          best.cluster = k;
        }
      }
      if (ends_word && best.grade < CLASSES && best.natural > 0) {
        if (!TX_GROW(*out, *capacity, count + 1)) return -1;
        (*out)[count++] = best;
        best.grade = CLASSES;
      }
    }
  }
  return (ptrdiff_t)count;
}

/// Gives strokes lengths of at least one glyph, the best positions first. Returns their sum.
static double share_out(stroke *strokes, size_t count, double missing) {
  double natural = 0, used = 0;
  for (int grade = 0; grade < CLASSES; grade++)
    for (size_t i = 0; i < count; i++)
      if (strokes[i].grade == grade && natural + strokes[i].natural <= missing) {
        strokes[i].length = strokes[i].natural;
        natural += strokes[i].natural;
      }
  if (!(natural > 0)) return 0;
  const double factor = missing / natural;
  for (size_t i = 0; i < count; i++)
    if (strokes[i].length > 0) used += strokes[i].length = fmin(strokes[i].length * factor, fmax(strokes[i].longest, strokes[i].natural));
  return used;
}

/// Copies fragment `f` with its strokes [first, end), in order of clusters.
static bool insert_strokes(cr_layout *l, cr_fragment *f, const stroke *strokes, size_t first, size_t end) {
  size_t extra = 0, glyphs = 0;
  for (size_t i = first; i < end; i++) extra += strokes[i].length > 0 ? (size_t)ceil(strokes[i].length / strokes[i].natural - 1e-6) : 0;
  if (!extra) return true;
  for (uint32_t k = 0; k < f->cluster_count; k++) glyphs += f->clusters[k].glyphs;
  if (!TX_GROW(l->pieces, l->piece_capacity, l->piece_count + 1)) return false;
  cr_piece piece = {0};
  if (!TX_GROW(piece.clusters, piece.cluster_capacity, f->cluster_count) || !TX_GROW(piece.glyphs, piece.glyph_capacity, glyphs + extra)) {
    cr_free(piece.clusters);
    return false;
  }
  const uint32_t id = (uint32_t)stroke_of(f->run->font);
  size_t next = first;
  for (uint32_t k = 0; k < f->cluster_count; k++) {
    cr_cluster c = f->clusters[k];
    const cr_glyph *from = f->glyphs + c.glyph;
    const uint16_t own = c.glyphs;
    c.glyph = (uint32_t)piece.glyph_count;
    if (next < end && strokes[next].cluster == k) {
      const stroke *s = &strokes[next++];
      // To the left of the letter, each overlapping the next so that the sum is the required length.
      const size_t n = s->length > 0 ? (size_t)ceil(s->length / s->natural - 1e-6) : 0;
      for (size_t i = 0; i < n; i++) {
        const double step = s->length / (double)n, at = n > 1 ? (double)i * (s->length - s->natural) / (double)(n - 1) : 0;
        piece.glyphs[piece.glyph_count++] = (cr_glyph){.id = id, .advance = (float)step, .x = (float)(at - (double)i * step)};
      }
      c.glyphs = (uint16_t)(c.glyphs + n);
      if (n) c.advance += (float)s->length;
      l->glyph_count += n;
    }
    memcpy(piece.glyphs + piece.glyph_count, from, own * sizeof *from);
    piece.glyph_count += own;
    piece.clusters[piece.cluster_count++] = c;
  }
  l->pieces[l->piece_count++] = piece;
  f->clusters = piece.clusters;
  f->glyphs = piece.glyphs;
  f->width = 0;
  for (uint32_t k = 0; k < f->cluster_count; k++) f->width += (double)f->clusters[k].advance;
  return true;
}

/// Lengthens Arabic words. Returns the growth of the line.
static double add_strokes(cr_layout *l, cr_layout_line *line, double missing) {
  stroke *strokes = NULL;
  size_t capacity = 0;
  const ptrdiff_t count = find_strokes(l, line, &strokes, &capacity);
  double grown = 0;
  if (count > 0 && share_out(strokes, (size_t)count, missing) > 0) {
    for (size_t i = 0, j; i < (size_t)count; i = j) {
      for (j = i + 1; j < (size_t)count && strokes[j].fragment == strokes[i].fragment;) j++;
      cr_fragment *f = &l->fragments[strokes[i].fragment];
      const double before = f->width;
      if (insert_strokes(l, f, strokes, i, j)) grown += f->width - before;
    }
  }
  cr_free(strokes);
  return grown;
}

// Spaces and ideographs

void cr_justify(cr_layout *l, cr_layout_line *line, double missing) {
  const double grown = add_strokes(l, line, missing);
  line->width += grown;
  missing -= grown;
  cr_fragment *f = l->fragments + line->first_fragment;
  size_t places = 0;
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    if (f[i].trailing || f[i].run->tab) continue;
    for (uint32_t k = 0; k < f[i].cluster_count; k++) {
      places += (f[i].clusters[k].flags & CLUSTER_SPACE) != 0;
      places += cr_is_ideograph(&f[i], k) && k + 1 < f[i].cluster_count;
    }
    // Font or colour changes between two ideographs have the same space as elsewhere.
    f[i].gap_last = i + 1 < line->fragment_count && !f[i + 1].trailing && !f[i + 1].token && !f[i].token && !(f[i].level & 1) && !(f[i + 1].level & 1) &&
                    cr_is_ideograph(&f[i], f[i].cluster_count - 1) && cr_is_ideograph(&f[i + 1], 0);
    places += f[i].gap_last;
  }
  if (!places || !(missing > 0)) return;
  for (uint32_t i = 0; i < line->fragment_count; i++) {
    if (f[i].trailing || f[i].run->tab) continue;
    f[i].space_extra = f[i].gap_extra = missing / (double)places;
    f[i].width = 0;
    for (uint32_t k = 0; k < f[i].cluster_count; k++) f[i].width += cr_cluster_width(&f[i], k);
  }
  line->width += missing;
}
