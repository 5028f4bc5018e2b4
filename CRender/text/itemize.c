// From text to runs: decoding, paragraphs, embedding levels, scripts, fonts.
#include <fribidi.h>
#include <hb-ot.h>
#include <math.h>

#include "bidi.h"
#include "cover.h"
#include "glyph_document.h"
#include "hyphenate.h"
#include "library.h"
#include "segment.h"
#include "shape.h"
#include "shape_cache.h"
#include "text_memory.h"
#include "thai.h"
#include "unicode_tables.h"

enum { MAX_BYTES = 256 << 20 };
#define LETTER_SPACING_LIMIT 10000.0

/// Clamps `v` to the bounds; 0 for NaN.
static double bounded(double v, double low, double high) { return v >= low ? (v <= high ? v : high) : v < low ? low : 0; }

// Decoding

/// Properties of a text that allow shortcuts.
typedef struct {
  bool ascii;      // nothing from U+0080 on
  bool printable;  // in ASCII, without tabs and other controls, so without paragraph separators
} plainness;

static plainness look_at(const char *text, size_t length) {
  uint8_t high = 0, controls = 0;
  for (size_t i = 0; i < length; i++) {
    const uint8_t c = (uint8_t)text[i];
    high |= c;
    controls |= c < 0x20 || c == 0x7F;
  }
  return (plainness){.ascii = high < 0x80, .printable = high < 0x80 && !controls};
}

static size_t widen(const char *text, size_t length, uint32_t *out, uint32_t *offsets) {
  for (size_t i = 0; i < length; i++) out[i] = (uint8_t)text[i];
  for (size_t i = 0; i <= length; i++) offsets[i] = (uint32_t)i;
  return length;
}

static size_t decode(const char *text, size_t length, uint32_t *out, uint32_t *offsets) {
  const uint8_t *p = (const uint8_t *)text;
  size_t n = 0, i = 0;
  while (i < length) {
    offsets[n] = (uint32_t)i;
    uint32_t c = p[i];
    if (c < 0x80) {
      out[n++] = c;
      i++;
      continue;
    }
    size_t extra = c >= 0xF0 && c < 0xF5 ? 3 : c >= 0xE0 && c < 0xF0 ? 2 : c >= 0xC2 && c < 0xE0 ? 1 : 0, k = 1;
    uint32_t value = extra == 3 ? c & 7 : extra == 2 ? c & 15 : c & 31;
    for (; k <= extra && i + k < length && (p[i + k] & 0xC0) == 0x80; k++) value = value << 6 | (p[i + k] & 63);
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    bool good = extra && k == extra + 1 && value >= least[extra] && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    out[n++] = good ? value : 0xFFFD;
    i += good ? k : 1;
  }
  offsets[n] = (uint32_t)length;
  return n;
}

// Paragraphs

static bool is_separator(uint32_t c) { return c == '\n' || c == '\r' || c == 0x85 || c == 0x2029 || (c >= 0x1C && c <= 0x1E); }

static bool find_paragraphs(cr_shaped *s, cr_scratch *scratch, plainness plain) {
  uint32_t start = 0;
  for (;;) {
    uint32_t end = plain.printable ? (uint32_t)s->count : start;
    while (end < s->count && !is_separator(s->text[end])) end++;
    uint32_t next = end < s->count ? end + 1 : end;
    if (end + 1 < s->count && s->text[end] == '\r' && s->text[end + 1] == '\n') next = end + 2;
    if (!TX_GROW(scratch->paragraphs, scratch->paragraph_capacity, s->paragraph_count + 1)) return false;
    scratch->paragraphs[s->paragraph_count++] = (cr_paragraph){.start = start, .end = end, .next = next};
    if (end == s->count) return true;  // after a last separator too: an empty line follows it
    start = next;
  }
}

/// The assumed language of Han characters, from the text around them.
static const char *language_of(const uint32_t *text, size_t count) {
  bool han = false;
  for (size_t i = 0; i < count; i++) {
    uint32_t c = text[i];
    if (c < 0x1100) continue;
    if ((c >= 0x3041 && c <= 0x30FF) || (c >= 0xFF66 && c <= 0xFF9D)) return "ja";
    if ((c >= 0xAC00 && c <= 0xD7A3) || (c >= 0x1100 && c <= 0x11FF)) return "ko";
    han |= (c >= 0x3400 && c <= 0x9FFF) || (c >= 0x20000 && c <= 0x3FFFF);
  }
  return han ? "zh-cn" : "";
}

// Scripts: UAX #24, with paired brackets in the script of their surroundings

static uint32_t script_of(uint32_t c) {
  if (c < 0x80) return (c | 32) >= 'a' && (c | 32) <= 'z' ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON;
  // The letters of most text, without calling HarfBuzz.
  if (c - 0x4E00 <= 0x9FFF - 0x4E00) return HB_SCRIPT_HAN;
  if (c - 0x430 <= 0x44F - 0x430) return HB_SCRIPT_CYRILLIC;
  if (c - 0x5D0 <= 0x5EA - 0x5D0) return HB_SCRIPT_HEBREW;
  if (c - 0x620 <= 0x63F - 0x620 || c - 0x641 <= 0x64A - 0x641) return HB_SCRIPT_ARABIC;
  if (c - 0xAC00 <= 0xD7A3 - 0xAC00) return HB_SCRIPT_HANGUL;
  return hb_unicode_script(hb_unicode_funcs_get_default(), c);
}

enum { MAX_BRACKETS = 32 };

typedef struct {
  uint32_t current;
  struct { uint32_t closing, script; } open[MAX_BRACKETS];
  int depth;
} script_state;

static uint32_t closing_bracket(uint32_t c) {
  if (c < 0x80) return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c == '<' ? '>' : 0;
  if (c == 0xAB) return 0xBB;
  if (c < 0x2000) return 0;
  if (c == 0x2018 || c == 0x201C || c == 0x2039) return c + 1;
  FriBidiChar mirrored;
  return hb_unicode_general_category(hb_unicode_funcs_get_default(), c) == HB_UNICODE_GENERAL_CATEGORY_OPEN_PUNCTUATION &&
                 fribidi_get_mirror_char(c, &mirrored)
             ? mirrored
             : 0;
}

static uint32_t resolve_script(script_state *st, uint32_t c, uint32_t script) {
  if (script != HB_SCRIPT_COMMON && script != HB_SCRIPT_INHERITED && script != HB_SCRIPT_UNKNOWN) return st->current = script;
  if ((c > 32 && c < 0x80) || c >= 0xAB) {
    uint32_t closing = closing_bracket(c);
    if (closing && st->depth < MAX_BRACKETS) {
      st->open[st->depth].closing = closing;
      st->open[st->depth++].script = st->current;
    } else {
      for (int d = st->depth - 1; d >= 0; d--)
        if (st->open[d].closing == c) {
          st->current = st->open[d].script;
          st->depth = d;
          break;
        }
    }
  }
  return st->current;
}

static uint32_t first_script(const uint32_t *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t s = script_of(text[i]);
    if (s != HB_SCRIPT_COMMON && s != HB_SCRIPT_INHERITED && s != HB_SCRIPT_UNKNOWN) return s;
  }
  return HB_SCRIPT_LATIN;
}

// Fonts

/// Whether a grapheme cluster is to be shown as an emoji: UTS #51, sections 2.2 and 4.
static bool wants_emoji(const uint32_t *text, size_t count) {
  const uint8_t first = cr_unicode(text[0])->flags;
  if (count == 1) return first & CR_UNI_EMOJI_PRESENTATION;
  if (!(first & CR_UNI_EMOJI)) return false;
  if (text[1] == 0xFE0E) return false;
  if (first & CR_UNI_EMOJI_PRESENTATION) return true;
  for (size_t i = 1; i < count; i++)
    if (text[i] == 0xFE0F || cr_unicode(text[i])->flags & CR_UNI_EMOJI_MODIFIER) return true;
  return false;
}

static bool has_ink(uint32_t c) {
  if (c < 0x80) return c > 0x20 && c != 0x7F;
  const cr_unicode_record *u = cr_unicode(c);
  return !(u->flags & (CR_UNI_WHITE | CR_UNI_IGNORABLE)) && u->grapheme_break != GCB_CONTROL && c != 0xA0;
}

/// Whether any font with a glyph for `c` can show it alone: no emoji, no joining character, and visible.
static bool is_simple(uint32_t c) {
  if (c < 0x80) return c > 0x20 && c != 0x7F;
  const cr_unicode_record *u = cr_unicode(c);
  return !(u->flags & ~CR_UNI_BIDI) && u->grapheme_break == GCB_OTHER && c != 0xA0;
}

enum { ANSWERS = 64 };

typedef struct {
  const cr_instance *previous;
  uint32_t previous_attribute;
  bool previous_is_mark;  // punctuation or a symbol, in another font than the first
  // Results of cr_font_fallback for single characters, for one attribute.
  uint32_t answer_attribute;
  struct { uint32_t c; const cr_instance *font; } answers[ANSWERS];  // c 0: none
} font_state;

static const cr_instance *fall_back(const cr_shaped *s, const cr_paragraph *p, uint32_t attribute, const uint32_t *text, size_t count, bool emoji,
                                    font_state *st) {
  const cr_attribute *a = &s->attributes[attribute];
  const char *language = a->language ? a->language : p->language;
  if (count > 1 || emoji) return cr_font_fallback(s->library, a->run.style, language, text, count, emoji);
  if (st->answer_attribute != attribute) memset(st->answers, 0, sizeof st->answers);
  st->answer_attribute = attribute;
  const size_t at = *text % ANSWERS;
  if (st->answers[at].c != *text) {
    st->answers[at].font = cr_font_fallback(s->library, a->run.style, language, text, count, emoji);
    st->answers[at].c = *text;
  }
  return st->answers[at].font;
}

/// Whether `font` can show the space `c`: HarfBuzz makes missing spaces from U+0020.
static bool has_space(const cr_instance *font, uint32_t c) { return cr_face_covers(font->face, c) || cr_face_covers(font->face, ' '); }

/// The font of a cluster without ink: that of the preceding text, so that the run is not split. A space that this font lacks, or that
/// follows a mark which the first font lacks, has the width of the first font with a space.
static const cr_instance *choose_blank_font(const cr_attribute *a, uint32_t attribute, uint32_t c, const font_state *st) {
  const cr_stack *stack = a->stack;
  const cr_instance *kept = st->previous && st->previous_attribute == attribute && !cr_instance_is_colored(st->previous) ? st->previous : stack->fonts[0];
  if (c != 0xA0 && !(cr_unicode(c)->flags & CR_UNI_WHITE)) return kept;
  const bool follows_mark = kept == st->previous && st->previous_is_mark && cr_face_covers(stack->fonts[0]->face, c);
  if (has_space(kept, c) && !follows_mark) return kept;
  for (size_t i = 0; i < stack->count; i++)
    if (!cr_instance_is_colored(stack->fonts[i]) && has_space(stack->fonts[i], c)) return stack->fonts[i];
  return kept;
}

static const cr_instance *choose_font(const cr_shaped *s, const cr_paragraph *p, uint32_t attribute, const uint32_t *text, size_t count,
                                      font_state *st) {
  const cr_attribute *a = &s->attributes[attribute];
  bool ink = false;
  for (size_t i = 0; i < count && !ink; i++) ink = has_ink(text[i]);
  const cr_instance *chosen = NULL;
  if (!ink) {
    chosen = choose_blank_font(a, attribute, text[0], st);
    st->previous_is_mark = false;
  } else {
    const bool emoji = text[0] >= 0x80 || count > 1 ? wants_emoji(text, count) : false;
    for (size_t i = 0; i < a->stack->count && !chosen; i++)
      if ((!emoji || cr_instance_is_colored(a->stack->fonts[i])) && cr_instance_covers(a->stack->fonts[i], text, count)) chosen = a->stack->fonts[i];
    if (!chosen) chosen = fall_back(s, p, attribute, text, count, emoji, st);
    if (!chosen) chosen = a->stack->fonts[0];
    st->previous_is_mark = chosen != a->stack->fonts[0] && script_of(text[0]) == HB_SCRIPT_COMMON;
  }
  st->previous = chosen;
  st->previous_attribute = attribute;
  return chosen;
}

// Runs

typedef struct {
  cr_shaped *shaped;        // its arrays are those of `scratch` while it is built
  cr_scratch *scratch;
  const FriBidiLevel *levels;  // of the current paragraph, or NULL: all are the paragraph's level
} maker;

static bool resolve_levels(maker *m, cr_paragraph *p, cr_direction direction) {
  const uint32_t *text = m->shaped->text + p->start;
  const size_t count = p->end - p->start;
  const bool joins_numbers = !(direction & CR_DIRECTION_EXACT);
  direction &= ~CR_DIRECTION_EXACT;
  m->levels = NULL;
  p->level = count ? 0 : cr_bidi_empty_level(direction);
  if (cr_bidi_is_plain(text, count, direction)) return true;
  if (!cr_bidi_resolve(&m->scratch->bidi, text, count, direction, joins_numbers, &p->level)) return false;
  m->levels = m->scratch->bidi.levels;
  return true;
}

/// Gives a space missing in all fonts of a text the default width of fonts, and hides it: it must never show the missing-glyph sign.
static void hide_missing_spaces(const cr_shaped *s, const cr_run *run, cr_piece *piece) {
  for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++) {
    cr_cluster *cluster = &piece->clusters[c];
    if (!(cluster->flags & CLUSTER_WHITE) || cluster->glyphs != 1) continue;
    cr_glyph *glyph = &piece->glyphs[run->glyph_base + cluster->glyph];
    if (glyph->id) continue;
    cluster->advance += run->font->space_advance * cr_run_scale(s, run) - glyph->advance;
    *glyph = (cr_glyph){.id = CR_NO_GLYPH};
  }
}

static bool finish_run(maker *m, cr_paragraph *p, cr_run *run, uint32_t end) {
  cr_shaped *s = m->shaped;
  run->end = end;
  cr_piece *piece = &m->scratch->piece;
  if (!TX_GROW(m->scratch->runs, m->scratch->run_capacity, s->run_count + 1)) return false;
  run->first_cluster = (uint32_t)piece->cluster_count;
  run->glyph_base = (uint32_t)piece->glyph_count;
  if (!cr_shape_into(s, p, run, run->start, run->end, m->scratch, piece)) return false;
  run->cluster_count = (uint32_t)piece->cluster_count - run->first_cluster;
  if (run->tab) {
    // The width is known when the line is built; until then it counts as a space, without a glyph.
    float space = run->font->space_advance * cr_run_scale(s, run);
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++) piece->clusters[c].advance = space, piece->clusters[c].flags |= CLUSTER_TAB;
    for (size_t g = run->glyph_base; g < piece->glyph_count; g++) piece->glyphs[g] = (cr_glyph){.id = CR_NO_GLYPH};
  }
  if (!cr_face_covers(run->font->face, ' ')) hide_missing_spaces(s, run, piece);
  if (s->attributes[run->attribute].run.is_object) {
    const float width = (float)s->attributes[run->attribute].run.object_width;
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++) {
      for (uint32_t g = 0; g < piece->clusters[c].glyphs; g++) piece->glyphs[run->glyph_base + piece->clusters[c].glyph + g] = (cr_glyph){.id = CR_NO_GLYPH};
      piece->clusters[c].advance = width;
    }
  }
  m->scratch->runs[s->run_count++] = *run;
  return true;
}

/// Returns the index after the ASCII characters from `i` on, before `end`, that belong to a Latin run in a font that covers `latin`. Each
/// is a separate cluster, and changes no state except through the current script. Controls and brackets are excluded.
static uint32_t skip_plain(const cr_shaped *s, uint32_t i, uint32_t end, const uint8_t *latin) {
  static const uint64_t skipped[2] = {~UINT64_C(0) << 32 & ~(UINT64_C(1) << '(' | UINT64_C(1) << ')' | UINT64_C(1) << '<' | UINT64_C(1) << '>'),
                                      ~(UINT64_C(1) << ('[' - 64) | UINT64_C(1) << (']' - 64) | UINT64_C(1) << ('{' - 64) |
                                        UINT64_C(1) << ('}' - 64) | UINT64_C(1) << (0x7F - 64))};
  for (; i < end; i++) {
    const uint32_t c = s->text[i];
    if (c >= 0x80 || !(skipped[c >> 6] >> (c & 63) & 1) || !(latin[c >> 3] >> (c & 7) & 1)) break;
    if (i + 1 < end && !(s->boundaries[i + 1] & CR_SEG_GRAPHEME)) break;
  }
  return i;
}

static bool make_runs(maker *m, cr_paragraph *p) {
  cr_shaped *s = m->shaped;
  p->first_run = (uint32_t)s->run_count;
  p->first_cluster = (uint32_t)m->scratch->piece.cluster_count;
  script_state scripts = {.current = p->start < p->end ? first_script(s->text + p->start, p->end - p->start) : HB_SCRIPT_LATIN};
  font_state fonts;
  fonts.previous = NULL;
  fonts.previous_is_mark = false;
  fonts.answer_attribute = UINT32_MAX;  // the results are cleared before their first use
  cr_run run = {0};
  bool open = false;
  uint32_t attribute = p->attribute;
  for (uint32_t i = p->start; i < p->end;) {
    uint32_t j = i + 1;
    while (j < p->end && !(s->boundaries[j] & CR_SEG_GRAPHEME)) j++;
    while (attribute + 1 < s->attribute_count && s->attributes[attribute + 1].run.start <= s->offsets[i]) attribute++;
    const bool tab = s->text[i] == '\t';
    const uint8_t level = m->levels ? (uint8_t)m->levels[i - p->start] : p->level;
    uint32_t script = resolve_script(&scripts, s->text[i], script_of(s->text[i]));
    const cr_instance *font;
    // A letter that the first font covers: most text of most programs.
    const cr_stack *stack = s->attributes[attribute].stack;
    if (j == i + 1 && is_simple(s->text[i]) && cr_face_covers(stack->fonts[0]->face, s->text[i])) {
      font = fonts.previous = stack->fonts[0];
      fonts.previous_attribute = attribute;
      fonts.previous_is_mark = false;
    } else {
      font = choose_font(s, p, attribute, s->text + i, j - i, &fonts);
    }
    for (uint32_t k = i + 1; k < j; k++) resolve_script(&scripts, s->text[k], script_of(s->text[k]));
    if (!open || tab || run.tab || font != run.font || level != run.level || script != run.script || attribute != run.attribute) {
      if (open && !finish_run(m, p, &run, i)) return false;
      run = (cr_run){.start = i, .attribute = attribute, .script = script, .level = level, .tab = tab, .font = font};
      open = true;
    }
    i = j;
    // The rest of a text of the simplest kind, which is the most common.
    if (script == HB_SCRIPT_LATIN && !tab && !m->levels && attribute + 1 == s->attribute_count && font == stack->fonts[0]) {
      const uint8_t *latin = cr_face_covers_latin(font->face);
      if (latin) i = skip_plain(s, i, p->end, latin);
      if (i > j) fonts.previous = font, fonts.previous_attribute = attribute;
    }
  }
  if (open && !finish_run(m, p, &run, p->end)) return false;
  p->run_count = (uint32_t)s->run_count - p->first_run;
  p->end_cluster = (uint32_t)m->scratch->piece.cluster_count;
  return true;
}

/// Controls are invisible: they become zero-width spaces for the fonts. Tabs are kept, in separate runs.
static void hide_controls(uint32_t *text, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint32_t c = text[i];
    if (((c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0)) || c == 0x2028) text[i] = 0x200B;
  }
}

static bool make_attributes(cr_shaped *s, const cr_text_run *runs, size_t count) {
  s->attribute_count = count;
  for (size_t i = 0; i < count; i++) {
    cr_attribute *a = &s->attributes[i];
    *a = (cr_attribute){.run = runs[i]};
    a->run.size = bounded(runs[i].size, 0, 100000);
    a->run.letter_spacing = bounded(runs[i].letter_spacing, -LETTER_SPACING_LIMIT, LETTER_SPACING_LIMIT);
    a->run.word_spacing = bounded(runs[i].word_spacing, -LETTER_SPACING_LIMIT, LETTER_SPACING_LIMIT);
    a->run.background_radius = bounded(runs[i].background_radius, 0, LETTER_SPACING_LIMIT);
    a->run.outline_width = bounded(runs[i].outline_width, 0, 1000);
    a->run.object_width = bounded(runs[i].object_width, 0, 100000);
    a->run.object_ascent = bounded(runs[i].object_ascent, -100000, 100000);
    a->run.object_descent = bounded(runs[i].object_descent, -100000, 100000);
    a->run.baseline_offset = bounded(runs[i].baseline_offset, -LETTER_SPACING_LIMIT, LETTER_SPACING_LIMIT);
    a->tag = runs[i].language && *runs[i].language ? hb_language_from_string(runs[i].language, -1) : HB_LANGUAGE_INVALID;
    a->language = a->tag != HB_LANGUAGE_INVALID ? hb_language_to_string(a->tag) : NULL;
    a->run.language = NULL;
    a->size = (float)a->run.size;
    if (!(a->stack = cr_font_style_stack(s->library, runs[i].style))) return false;
    a->font = a->stack->fonts[0];
    a->scale = a->size / a->font->units_per_em;
  }
  return true;
}

static uint32_t attribute_at(const cr_shaped *s, uint32_t offset) {
  uint32_t low = 0, high = (uint32_t)s->attribute_count - 1;
  while (low < high) {
    uint32_t middle = (low + high + 1) / 2;
    if (s->attributes[middle].run.start <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/// Marks hyphenation points in runs with hyphenation; adjacent runs in one language are processed together.
static void mark_hyphens(const cr_shaped *s, uint8_t *boundaries) {
  for (size_t i = 0, j; i < s->attribute_count; i = j) {
    const cr_attribute *a = &s->attributes[i];
    for (j = i + 1; j < s->attribute_count && s->attributes[j].language == a->language && s->attributes[j].run.hyphenates == a->run.hyphenates;) j++;
    if (!a->run.hyphenates || !a->language) continue;
    const uint32_t from = cr_shaped_index(s, a->run.start), end = cr_shaped_index(s, s->attributes[j - 1].run.end);
    if (from < end) cr_hyphenate(s->text + from, end - from, a->language, boundaries + from);
  }
}

static bool make_everything(cr_shaped *s, cr_scratch *scratch, const char *text, const cr_text_run *runs, size_t run_count, cr_direction direction) {
  // Code points, offsets, boundaries. The length is bounded, so the sum does not overflow.
  if (!TX_GROW(scratch->points, scratch->point_capacity, 2 * s->length + 1 + s->length / 4 + 1)) return false;
  uint32_t *points = scratch->points, *offsets = points + s->length;
  uint8_t *boundaries = (uint8_t *)(offsets + s->length + 1);
  s->text = points;
  s->offsets = offsets;
  s->boundaries = boundaries;
  const plainness plain = look_at(text, s->length);
  s->count = plain.ascii ? widen(text, s->length, points, offsets) : decode(text, s->length, points, offsets);
  cr_segment(points, s->count, boundaries);
  if (!plain.ascii) {
    cr_thai_mark_breaks(points, s->count, boundaries);
    // After a soft hyphen.
    for (size_t i = 1; i < s->count; i++)
      if (points[i - 1] == 0xAD && boundaries[i] & CR_SEG_BREAK) boundaries[i] |= CR_SEG_HYPHEN;
  }
  if (!make_attributes(s, runs, run_count) || !find_paragraphs(s, scratch, plain)) return false;
  mark_hyphens(s, boundaries);
  maker m = {.shaped = s, .scratch = scratch};
  // Most glyphs represent one code point: reserve as many.
  cr_piece *piece = &scratch->piece;
  piece->cluster_count = piece->glyph_count = 0;
  if (!TX_GROW(piece->clusters, piece->cluster_capacity, s->count) || !TX_GROW(piece->glyphs, piece->glyph_capacity, s->count)) return false;
  for (size_t i = 0; i < s->paragraph_count; i++) {
    cr_paragraph *p = &scratch->paragraphs[i];
    p->attribute = attribute_at(s, s->offsets[p->start]);
    p->language = plain.ascii ? "" : language_of(s->text + p->start, p->end - p->start);
    p->tag = *p->language ? hb_language_from_string(p->language, -1) : HB_LANGUAGE_INVALID;
    if (!resolve_levels(&m, p, direction)) return false;
    if (!plain.printable) hide_controls(points + p->start, p->end - p->start);
    if (!make_runs(&m, p)) return false;
  }
  s->paragraphs = scratch->paragraphs;
  s->runs = scratch->runs;
  s->clusters = piece->clusters;
  s->cluster_count = piece->cluster_count;
  s->glyphs = piece->glyphs;
  s->glyph_count = piece->glyph_count;
  return true;
}

/// Moves `count` elements of `size` bytes to `*at`, and advances it.
static const void *pack(char **at, const void *from, size_t count, size_t size) {
  void *to = *at;
  if (count) memcpy(to, from, count * size);
  *at += (count * size + 7) & ~(size_t)7;
  return to;
}

static size_t padded(size_t count, size_t size) { return (count * size + 7) & ~(size_t)7; }

/// A copy of `s` in one block of exact size. Each count is bounded by a few times the text's length: no sum overflows.
static cr_shaped *packed(const cr_shaped *s) {
  const size_t bytes = padded(1, sizeof *s) + padded(s->attribute_count, sizeof *s->attributes) + padded(s->paragraph_count, sizeof *s->paragraphs) +
                       padded(s->run_count, sizeof *s->runs) + padded(s->glyph_count, sizeof *s->glyphs) +
                       padded(s->cluster_count, sizeof *s->clusters) + padded(s->count, sizeof *s->text) +
                       padded(s->count + 1, sizeof *s->offsets) + padded(s->count, 1);
  cr_shaped *out = tx_alloc(bytes, 1);
  if (!out) return NULL;
  char *at = (char *)out;
  pack(&at, s, 1, sizeof *s);
  out->attributes = (cr_attribute *)(uintptr_t)pack(&at, s->attributes, s->attribute_count, sizeof *s->attributes);
  out->paragraphs = pack(&at, s->paragraphs, s->paragraph_count, sizeof *s->paragraphs);
  out->runs = pack(&at, s->runs, s->run_count, sizeof *s->runs);
  out->glyphs = pack(&at, s->glyphs, s->glyph_count, sizeof *s->glyphs);
  out->clusters = pack(&at, s->clusters, s->cluster_count, sizeof *s->clusters);
  out->text = pack(&at, s->text, s->count, sizeof *s->text);
  out->offsets = pack(&at, s->offsets, s->count + 1, sizeof *s->offsets);
  out->boundaries = pack(&at, s->boundaries, s->count, 1);
  out->bytes = bytes;
  for (size_t i = 0; i < out->attribute_count; i++) out->attributes[i].stack = NULL;
  out->font_unused = cr_font_library_font_unused;
  cr_shaped_use_fonts(out);
  return out;
}

cr_status cr_shaped_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                           cr_direction direction, cr_shaped **out) {
  if (!run_count || !runs || (length && !text)) return CR_BAD_ARGUMENT;
  if (length > MAX_BYTES) return CR_BAD_SIZE;
  cr_attribute few[4];
  cr_shaped s = {.library = library, .length = length, .attributes = run_count <= 4 ? few : tx_alloc(run_count, sizeof *few)};
  cr_scratch *scratch = cr_font_library_borrow_scratch(library);
  if (scratch && s.attributes && make_everything(&s, scratch, text, runs, run_count, direction)) *out = packed(&s);
  else *out = NULL;
  if (*out) atomic_init(&(*out)->references, 1);
  cr_font_library_return_scratch(library, scratch);
  if (s.attributes != few) cr_free(s.attributes);
  return *out ? CR_OK : CR_NO_MEMORY;
}

cr_status cr_shaped_find_or_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                                   cr_direction direction, cr_shaped **out) {
  if (!run_count || !runs || (length && !text)) return CR_BAD_ARGUMENT;
  const cr_shape_key key = {text, length, runs, run_count, direction, cr_font_library_generation(library)};
  const uint64_t hash = cr_shape_cache_hash(&key);
  cr_shape_cache *cache = cr_font_library_texts(library);
  if ((*out = cr_shape_cache_find(cache, &key, hash))) return CR_OK;
  const cr_status status = cr_shaped_create(library, text, length, runs, run_count, direction, out);
  if (status == CR_OK) cr_shape_cache_keep(cache, &key, hash, *out);
  return status;
}
