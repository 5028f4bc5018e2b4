// From text to glyphs: decoding, paragraphs, embedding levels, runs, fonts, HarfBuzz.
#include <fribidi.h>
#include <hb-ot.h>
#include <math.h>

#include "segment.h"
#include "shaped.h"
#include "text_memory.h"
#include "unicode_tables.h"
#include "word_cache.h"

enum { MAX_BYTES = 256 << 20 };
#define LETTER_SPACING_LIMIT 10000.0

/// `v` within the bounds; 0 for NaN.
static double bounded(double v, double low, double high) { return v >= low ? (v <= high ? v : high) : v < low ? low : 0; }

// Decoding

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

uint32_t cr_shaped_index(const cr_shaped *s, uint32_t offset) {
  size_t low = 0, high = s->count;  // the last index whose offset is at most `offset`
  if (s->length == s->count) return offset < s->count ? offset : (uint32_t)s->count;
  while (low < high) {
    size_t middle = (low + high + 1) / 2;
    if (s->offsets[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return (uint32_t)low;
}

// Paragraphs

static bool is_separator(uint32_t c) { return c == '\n' || c == '\r' || c == 0x85 || c == 0x2029 || (c >= 0x1C && c <= 0x1E); }

static bool find_paragraphs(cr_shaped *s) {
  uint32_t start = 0;
  for (;;) {
    uint32_t end = start;
    while (end < s->count && !is_separator(s->text[end])) end++;
    uint32_t next = end < s->count ? end + 1 : end;
    if (end + 1 < s->count && s->text[end] == '\r' && s->text[end + 1] == '\n') next = end + 2;
    if (!TX_GROW(s->paragraphs, s->paragraph_capacity, s->paragraph_count + 1)) return false;
    s->paragraphs[s->paragraph_count++] = (cr_paragraph){.start = start, .end = end, .next = next};
    if (end == s->count) return true;  // also after a last separator: an empty line follows it
    start = next;
  }
}

/// The language that Han characters are taken to be in, by what stands beside them.
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

// Scripts: UAX #24, with paired brackets taking the script of what surrounds them

static uint32_t script_of(uint32_t c) {
  if (c < 0x80) return (c | 32) >= 'a' && (c | 32) <= 'z' ? HB_SCRIPT_LATIN : HB_SCRIPT_COMMON;
  return hb_unicode_script(hb_unicode_funcs_get_default(), c);
}

enum { MAX_BRACKETS = 32 };

typedef struct {
  uint32_t current;
  struct { uint32_t closing, script; } open[MAX_BRACKETS];
  int depth;
} script_state;

static uint32_t closing_bracket(uint32_t c) {
  if (c < 0x80) return c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : 0;
  if (c == 0xAB) return 0xBB;
  if (c < 0x2000) return 0;
  if (c == 0x2018 || c == 0x201C) return c + 1;
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

/// Whether a grapheme cluster asks to be shown as an emoji picture: UTS #51, sections 2.2 and 4.
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

typedef struct {
  const cr_instance *previous;
  uint32_t previous_attribute;
} font_state;

static const cr_instance *choose_font(const cr_shaped *s, const cr_paragraph *p, uint32_t attribute, const uint32_t *text, size_t count,
                                      font_state *st) {
  const cr_attribute *a = &s->attributes[attribute];
  bool ink = false;
  for (size_t i = 0; i < count && !ink; i++) ink = has_ink(text[i]);
  const cr_instance *chosen = NULL;
  if (!ink) {
    // White space stays with what stands before it, so that it parts no run.
    chosen = st->previous && st->previous_attribute == attribute && !st->previous->color ? st->previous : a->stack->fonts[0];
  } else {
    const bool emoji = text[0] >= 0x80 || count > 1 ? wants_emoji(text, count) : false;
    for (size_t i = 0; i < a->stack->count && !chosen; i++)
      if ((!emoji || a->stack->fonts[i]->color) && cr_instance_covers(a->stack->fonts[i], text, count)) chosen = a->stack->fonts[i];
    if (!chosen) chosen = cr_font_fallback(s->library, a->run.style, a->language ? a->language : p->language, text, count, emoji);
    if (!chosen) chosen = a->stack->fonts[0];
  }
  st->previous = chosen;
  st->previous_attribute = attribute;
  return chosen;
}

// HarfBuzz

static bool is_cursive(uint32_t script) {
  return script == HB_SCRIPT_ARABIC || script == HB_SCRIPT_SYRIAC || script == HB_SCRIPT_MONGOLIAN || script == HB_SCRIPT_NKO ||
         script == HB_SCRIPT_MANDAIC || script == HB_SCRIPT_PHAGS_PA || script == HB_SCRIPT_HANIFI_ROHINGYA || script == HB_SCRIPT_ADLAM;
}

static bool is_cjk(uint32_t script) {
  return script == HB_SCRIPT_HAN || script == HB_SCRIPT_HIRAGANA || script == HB_SCRIPT_KATAKANA || script == HB_SCRIPT_BOPOMOFO;
}

static uint8_t cluster_flags(const cr_shaped *s, uint32_t at, uint32_t end, uint32_t script, bool unsafe) {
  const uint8_t b = s->boundaries[at];
  uint8_t flags = (b & CR_SEG_BREAK ? CLUSTER_BREAK : 0) | (b & CR_SEG_MANDATORY ? CLUSTER_MANDATORY : 0) | (unsafe ? CLUSTER_UNSAFE : 0);
  bool white = true;
  for (uint32_t i = at; i < end && white; i++) white = s->text[i] == ' ' || s->text[i] == '\t' || (s->text[i] >= 0x80 && cr_unicode(s->text[i])->flags & CR_UNI_WHITE);
  if (white) flags |= CLUSTER_WHITE;
  if (s->text[at] == ' ' || s->text[at] == 0xA0) flags |= CLUSTER_SPACE;
  if (is_cjk(script)) flags |= CLUSTER_CJK;
  return flags;
}

/// What one call of HarfBuzz needs: a buffer, and room for what comes out of it.
typedef struct {
  hb_buffer_t *buffer;
  cr_word_glyph *raw;
  size_t raw_count, raw_capacity;
} shaper;

/// Where glyphs go, and how they are measured.
typedef struct {
  const cr_shaped *shaped;
  const cr_paragraph *paragraph;
  const cr_run *run;
  cr_piece *out;
  size_t base;              // first glyph of the run
  float scale, spacing;
} target;

/// Appends one cluster: glyphs [g0, g1) of `raw`, the first of which is `origin` in the target; code points [start, end).
static bool append_cluster(const target *t, const cr_word_glyph *raw, size_t origin, size_t g0, size_t g1, uint32_t start, uint32_t end) {
  cr_piece *out = t->out;
  if (!TX_GROW(out->clusters, out->cluster_capacity, out->cluster_count + 1)) return false;
  float advance = 0;
  bool unsafe = false;
  for (size_t i = g0; i < g1; i++) {
    advance += out->glyphs[origin + i].advance;
    unsafe |= raw[i].unsafe;
  }
  unsigned graphemes = 1;
  for (uint32_t i = start + 1; i < end; i++) graphemes += t->shaped->boundaries[i] & CR_SEG_GRAPHEME;
  out->clusters[out->cluster_count++] = (cr_cluster){
      .start = start, .glyph = (uint32_t)(origin - t->base + g0), .advance = advance, .glyphs = (uint16_t)(g1 - g0 < UINT16_MAX ? g1 - g0 : UINT16_MAX),
      .flags = cluster_flags(t->shaped, start, end, t->run->script, unsafe), .graphemes = (uint8_t)(graphemes < 255 ? graphemes : 255)};
  return true;
}

/// HarfBuzz parts some grapheme clusters of UAX #29 (at U+200C, for one); a cluster that begins within one joins what stands before it.
static void join_clusters(const cr_shaped *s, cr_word_glyph *raw, size_t count, bool backwards) {
  uint32_t last = UINT32_MAX, joined = 0;
  for (size_t v = 0; v < count; v++) {
    cr_word_glyph *g = &raw[backwards ? count - 1 - v : v];
    uint32_t k = g->cluster;
    while (k > 0 && k != last && !(s->boundaries[k] & CR_SEG_GRAPHEME)) k--;
    joined = k == last ? joined : k;
    last = g->cluster;
    g->cluster = joined;
  }
}

/// Appends the glyphs of code points up to `end`, in the order that they are drawn in.
static bool append_glyphs(const target *t, cr_word_glyph *raw, size_t count, uint32_t end) {
  cr_piece *out = t->out;
  const bool backwards = t->run->level & 1;
  join_clusters(t->shaped, raw, count, backwards);
  if (!TX_GROW(out->glyphs, out->glyph_capacity, out->glyph_count + count)) return false;
  const size_t origin = out->glyph_count;
  for (size_t i = 0; i < count; i++) {
    cr_glyph *g = &out->glyphs[origin + i];
    *g = (cr_glyph){raw[i].id, (float)raw[i].advance * t->scale, (float)raw[i].x * t->scale, (float)-raw[i].y * t->scale};
    // Between clusters, on the right of the last glyph of each.
    if (t->spacing != 0 && (i + 1 == count || raw[i + 1].cluster != raw[i].cluster)) g->advance += t->spacing;
  }
  out->glyph_count += count;
  if (!backwards) {
    for (size_t i = 0; i < count;) {
      size_t j = i + 1;
      while (j < count && raw[j].cluster == raw[i].cluster) j++;
      if (!append_cluster(t, raw, origin, i, j, raw[i].cluster, j < count ? raw[j].cluster : end)) return false;
      i = j;
    }
  } else {
    for (size_t j = count; j > 0;) {
      size_t i = j - 1;
      while (i > 0 && raw[i - 1].cluster == raw[j - 1].cluster) i--;
      if (!append_cluster(t, raw, origin, i, j, raw[i].cluster, i > 0 ? raw[i - 1].cluster : end)) return false;
      j = i;
    }
  }
  return true;
}

/// Shapes `count` code points at `first` of `text`, seeing `length` of them, into `sh->raw`; clusters count from `text`.
static bool call_harfbuzz(shaper *sh, const target *t, const uint32_t *text, size_t length, size_t first, size_t count, hb_buffer_flags_t flags) {
  const cr_attribute *a = &t->shaped->attributes[t->run->attribute];
  hb_buffer_clear_contents(sh->buffer);
  hb_buffer_add_codepoints(sh->buffer, text, (int)length, (unsigned)first, (int)count);
  hb_buffer_set_direction(sh->buffer, t->run->level & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(sh->buffer, t->run->script);
  const char *language = a->language ? a->language : t->paragraph->language;
  hb_buffer_set_language(sh->buffer, *language ? hb_language_from_string(language, -1) : HB_LANGUAGE_INVALID);
  hb_buffer_set_flags(sh->buffer, flags);
  const struct cr_font_style *style = a->run.style;
  hb_feature_t features[70];
  unsigned feature_count = 0;
  if (t->spacing != 0) {
    static const uint32_t ligatures[] = {HB_TAG('l', 'i', 'g', 'a'), HB_TAG('c', 'l', 'i', 'g'), HB_TAG('d', 'l', 'i', 'g'), HB_TAG('h', 'l', 'i', 'g')};
    for (int i = 0; i < 4; i++) features[feature_count++] = (hb_feature_t){ligatures[i], 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END};
  }
  for (size_t i = 0; i < style->feature_count && feature_count < 70; i++) features[feature_count++] = style->features[i];
  hb_shape(t->run->font->font, sh->buffer, features, feature_count);
  if (!hb_buffer_allocation_successful(sh->buffer)) return false;
  unsigned glyphs, ignored;
  const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(sh->buffer, &glyphs);
  const hb_glyph_position_t *position = hb_buffer_get_glyph_positions(sh->buffer, &ignored);
  if (!TX_GROW(sh->raw, sh->raw_capacity, glyphs)) return false;
  for (unsigned i = 0; i < glyphs; i++)
    sh->raw[i] = (cr_word_glyph){.id = info[i].codepoint, .advance = position[i].x_advance, .x = position[i].x_offset, .y = position[i].y_offset,
                                 .cluster = info[i].cluster,
                                 .unsafe = hb_glyph_info_get_glyph_flags(&info[i]) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK};
  sh->raw_count = glyphs;
  return true;
}

static bool shape_whole(shaper *sh, const target *t, uint32_t start, uint32_t end) {
  const cr_paragraph *p = t->paragraph;
  const hb_buffer_flags_t flags = (start == p->start ? HB_BUFFER_FLAG_BOT : 0) | (end == p->end ? HB_BUFFER_FLAG_EOT : 0);
  if (!call_harfbuzz(sh, t, t->shaped->text + p->start, p->end - p->start, start - p->start, end - start, flags)) return false;
  for (size_t i = 0; i < sh->raw_count; i++) sh->raw[i].cluster += p->start;
  return append_glyphs(t, sh->raw, sh->raw_count, end);
}

// Words: most of a text has been shaped before

typedef enum { WORDS_DONE, WORDS_NO_MEMORY, WORDS_DEPEND_ON_SPACES } word_result;

static bool is_plain_space(const cr_instance *font, const cr_word_glyph *g) {
  return g->id == font->space_glyph && (float)g->advance == font->space_advance && g->x == 0 && g->y == 0 && !g->unsafe;
}

/// Shapes `key`'s word between two spaces and takes these away again. Where they and the word leave each other alone, the word looks the same anywhere.
static word_result shape_word(shaper *sh, const target *t, const cr_word_key *key) {
  uint32_t text[CR_WORD_CODE_POINTS + 2] = {' '};
  memcpy(text + 1, key->text, key->count * sizeof *text);
  const size_t count = (size_t)key->count + 2;
  text[count - 1] = ' ';
  if (!call_harfbuzz(sh, t, text, count, 0, count, 0)) return WORDS_NO_MEMORY;
  cr_word_glyph *raw = sh->raw;
  const size_t glyphs = sh->raw_count;
  if (glyphs < 3) return WORDS_DEPEND_ON_SPACES;
  const cr_word_glyph *before = key->backwards ? &raw[glyphs - 1] : &raw[0], *after = key->backwards ? &raw[0] : &raw[glyphs - 1];
  const cr_word_glyph *first = key->backwards ? &raw[glyphs - 2] : &raw[1];
  if (before->cluster != 0 || after->cluster != count - 1 || first->cluster != 1 || first->unsafe || !is_plain_space(t->run->font, before) ||
      !is_plain_space(t->run->font, after))
    return WORDS_DEPEND_ON_SPACES;
  sh->raw_count = glyphs - 2;
  memmove(raw, raw + 1, sh->raw_count * sizeof *raw);
  for (size_t i = 0; i < sh->raw_count; i++) {
    if (raw[i].cluster == 0 || raw[i].cluster == count - 1) return WORDS_DEPEND_ON_SPACES;
    raw[i].cluster--;
  }
  return WORDS_DONE;
}

/// Whether the code point at `at` is a space with nothing on top of it.
static bool parts_words(const cr_shaped *s, uint32_t at, uint32_t end) {
  return s->text[at] == ' ' && (at + 1 == end || (s->boundaries[at + 1] & CR_SEG_GRAPHEME));
}

static word_result append_word(shaper *sh, const target *t, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  const cr_attribute *a = &s->attributes[t->run->attribute];
  const uint8_t first = cr_unicode(s->text[start])->grapheme_break;
  // A long word is rarely seen twice; a mark without a letter is shown differently at the start of a text.
  if (end - start > CR_WORD_CODE_POINTS || first == GCB_EXTEND || first == GCB_SPACINGMARK) return shape_whole(sh, t, start, end) ? WORDS_DONE : WORDS_NO_MEMORY;
  cr_word_key key = {.instance = t->run->font->id, .script = t->run->script, .language = a->language ? a->language : t->paragraph->language,
                     .features = a->run.style->feature_count ? a->run.style : NULL, .backwards = t->run->level & 1, .spaced = t->spacing != 0,
                     .count = (uint8_t)(end - start)};
  memcpy(key.text, s->text + start, (end - start) * sizeof *key.text);
  cr_word_cache *cache = cr_font_library_words(s->library);
  if (!TX_GROW(sh->raw, sh->raw_capacity, CR_WORD_GLYPHS)) return WORDS_NO_MEMORY;
  const int known = cr_word_cache_find(cache, &key, sh->raw);
  if (known >= 0) {
    sh->raw_count = (size_t)known;
  } else {
    word_result result = shape_word(sh, t, &key);
    if (result != WORDS_DONE) return result;
    cr_word_cache_keep(cache, &key, sh->raw, sh->raw_count);
  }
  for (size_t i = 0; i < sh->raw_count; i++) sh->raw[i].cluster += start;
  return append_glyphs(t, sh->raw, sh->raw_count, end) ? WORDS_DONE : WORDS_NO_MEMORY;
}

static word_result shape_words(shaper *sh, const target *t, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  for (uint32_t i = start; i < end;) {
    if (parts_words(s, i, end)) {
      cr_word_glyph space = {.id = t->run->font->space_glyph, .advance = (int32_t)t->run->font->space_advance, .cluster = i};
      if (!append_glyphs(t, &space, 1, i + 1)) return WORDS_NO_MEMORY;
      i++;
      continue;
    }
    uint32_t j = i + 1;
    while (j < end && !parts_words(s, j, end)) j++;
    word_result result = append_word(sh, t, i, j);
    if (result != WORDS_DONE) return result;
    i = j;
  }
  return WORDS_DONE;
}

static bool shape_into(const cr_shaped *s, const cr_paragraph *p, const cr_run *run, uint32_t start, uint32_t end, shaper *sh, cr_piece *out) {
  const cr_attribute *a = &s->attributes[run->attribute];
  target t = {.shaped = s, .paragraph = p, .run = run, .out = out, .base = out->glyph_count, .scale = cr_run_scale(s, run),
              .spacing = is_cursive(run->script) ? 0 : (float)a->run.letter_spacing};
  atomic_bool *parts = &((cr_instance *)run->font)->parts_at_spaces;
  bool words = atomic_load_explicit(parts, memory_order_relaxed);
  if (words) {
    uint32_t i = start;
    while (i < end && s->text[i] != ' ') i++;
    words = i < end;
  }
  if (words) {
    const size_t clusters = out->cluster_count, glyphs = out->glyph_count;
    word_result result = shape_words(sh, &t, start, end);
    if (result != WORDS_DEPEND_ON_SPACES) return result == WORDS_DONE;
    atomic_store_explicit(parts, false, memory_order_relaxed);
    out->cluster_count = clusters;
    out->glyph_count = glyphs;
  }
  return shape_whole(sh, &t, start, end);
}

bool cr_shape_piece(const cr_shaped *s, const cr_paragraph *p, const cr_run *run, uint32_t start, uint32_t end, cr_piece *piece) {
  shaper sh = {.buffer = cr_font_library_borrow_buffer(s->library)};
  piece->cluster_count = piece->glyph_count = 0;
  bool good = hb_buffer_allocation_successful(sh.buffer) && shape_into(s, p, run, start, end, &sh, piece);
  cr_font_library_return_buffer(s->library, sh.buffer);
  cr_free(sh.raw);
  return good;
}

// Runs

typedef struct {
  cr_shaped *shaped;
  shaper shaper;
  cr_piece piece;           // the shaped text's own arrays while it is made
  FriBidiLevel *levels;     // of the current paragraph, or NULL: all are 0
  size_t level_capacity;
  FriBidiCharType *types;
  FriBidiBracketType *brackets;
  size_t type_capacity, bracket_capacity;
} maker;

static bool resolve_levels(maker *m, cr_paragraph *p, cr_direction direction) {
  cr_shaped *s = m->shaped;
  const uint32_t *text = s->text + p->start;
  const size_t count = p->end - p->start;
  bool bidi = direction == CR_DIRECTION_RTL;
  for (size_t i = 0; i < count && !bidi; i++) bidi = text[i] >= 0x590 && (cr_unicode(text[i])->flags & CR_UNI_BIDI);
  p->level = direction == CR_DIRECTION_RTL;
  if (!bidi || !count) {
    cr_free(m->levels);
    m->levels = NULL;
    m->level_capacity = 0;
    return true;
  }
  if (count > INT32_MAX / 2) return false;
  if (!TX_GROW(m->levels, m->level_capacity, count) || !TX_GROW(m->types, m->type_capacity, count) ||
      !TX_GROW(m->brackets, m->bracket_capacity, count))
    return false;
  fribidi_get_bidi_types(text, (FriBidiStrIndex)count, m->types);
  fribidi_get_bracket_types(text, (FriBidiStrIndex)count, m->types, m->brackets);
  FriBidiParType base = direction == CR_DIRECTION_RTL ? FRIBIDI_PAR_RTL : direction == CR_DIRECTION_LTR ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_ON;
  if (!fribidi_get_par_embedding_levels_ex(m->types, m->brackets, (FriBidiStrIndex)count, &base, m->levels)) return false;
  p->level = FRIBIDI_IS_RTL(base) ? 1 : 0;
  // L1 for tabs; what stands at the end of a line follows when lines are known.
  for (size_t i = 0; i < count; i++)
    if (text[i] == '\t') {
      m->levels[i] = (FriBidiLevel)p->level;
      for (size_t k = i; k > 0 && (cr_unicode(text[k - 1])->flags & CR_UNI_WHITE) && text[k - 1] != '\t'; k--) m->levels[k - 1] = (FriBidiLevel)p->level;
    }
  return true;
}

static bool finish_run(maker *m, cr_paragraph *p, cr_run *run, uint32_t end) {
  cr_shaped *s = m->shaped;
  run->end = end;
  if (!TX_GROW(s->runs, s->run_capacity, s->run_count + 1)) return false;
  run->first_cluster = (uint32_t)m->piece.cluster_count;
  run->glyph_base = (uint32_t)m->piece.glyph_count;
  if (!shape_into(s, p, run, run->start, run->end, &m->shaper, &m->piece)) return false;
  run->cluster_count = (uint32_t)m->piece.cluster_count - run->first_cluster;
  if (run->tab) {
    // Its width is known when its line is; here it counts as a space, and has no picture.
    float space = run->font->space_advance * cr_run_scale(s, run);
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++) m->piece.clusters[c].advance = space, m->piece.clusters[c].flags |= CLUSTER_TAB;
    for (size_t g = run->glyph_base; g < m->piece.glyph_count; g++) m->piece.glyphs[g] = (cr_glyph){.id = CR_NO_GLYPH};
  }
  s->runs[s->run_count++] = *run;
  return true;
}

static bool make_runs(maker *m, cr_paragraph *p) {
  cr_shaped *s = m->shaped;
  p->first_run = (uint32_t)s->run_count;
  p->first_cluster = (uint32_t)m->piece.cluster_count;
  script_state scripts = {.current = p->start < p->end ? first_script(s->text + p->start, p->end - p->start) : HB_SCRIPT_LATIN};
  font_state fonts = {0};
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
    // An ASCII letter that the first font has: nearly all text of most programs.
    const cr_stack *stack = s->attributes[attribute].stack;
    if (j == i + 1 && s->text[i] > 0x20 && s->text[i] < 0x7F && cr_face_covers(stack->fonts[0]->face, s->text[i])) {
      font = fonts.previous = stack->fonts[0];
      fonts.previous_attribute = attribute;
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
  }
  if (open && !finish_run(m, p, &run, p->end)) return false;
  p->run_count = (uint32_t)s->run_count - p->first_run;
  p->end_cluster = (uint32_t)m->piece.cluster_count;
  return true;
}

/// Controls have no picture: they become zero-width spaces for the fonts. Tabs keep their place, and become runs of their own.
static void hide_controls(cr_shaped *s, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) {
    uint32_t c = s->text[i];
    if (((c < 0x20 && c != '\t') || (c >= 0x7F && c < 0xA0)) || c == 0x2028) s->text[i] = 0x200B;
  }
}

static bool make_attributes(cr_shaped *s, const cr_text_run *runs, size_t count) {
  if (!(s->attributes = tx_calloc(count, sizeof *s->attributes))) return false;
  s->attribute_count = count;
  for (size_t i = 0; i < count; i++) {
    cr_attribute *a = &s->attributes[i];
    a->run = runs[i];
    a->run.size = bounded(runs[i].size, 0, 100000);
    a->run.letter_spacing = bounded(runs[i].letter_spacing, -LETTER_SPACING_LIMIT, LETTER_SPACING_LIMIT);
    a->run.baseline_offset = bounded(runs[i].baseline_offset, -LETTER_SPACING_LIMIT, LETTER_SPACING_LIMIT);
    a->language = runs[i].language && *runs[i].language ? hb_language_to_string(hb_language_from_string(runs[i].language, -1)) : NULL;
    a->run.language = NULL;
    a->size = (float)a->run.size;
    if (!(a->stack = cr_font_style_stack(s->library, runs[i].style))) return false;
    a->scale = a->size / a->stack->fonts[0]->units_per_em;
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

static bool make_everything(cr_shaped *s, const char *text, const cr_text_run *runs, size_t run_count, cr_direction direction) {
  // One block: code points, offsets, boundaries. The length is bounded, so the sum does not overflow.
  if (!(s->text = tx_alloc(s->length + 1, 2 * sizeof *s->text + 1))) return false;
  s->offsets = s->text + s->length;
  s->boundaries = (uint8_t *)(s->offsets + s->length + 1);
  s->count = decode(text, s->length, s->text, s->offsets);
  cr_segment(s->text, s->count, s->boundaries);
  if (!make_attributes(s, runs, run_count) || !find_paragraphs(s)) return false;
  maker m = {.shaped = s, .shaper = {.buffer = cr_font_library_borrow_buffer(s->library)}};
  // Most glyphs stand for one code point: room for as many at once.
  bool good = TX_GROW(m.piece.clusters, m.piece.cluster_capacity, s->count) && TX_GROW(m.piece.glyphs, m.piece.glyph_capacity, s->count);
  for (size_t i = 0; i < s->paragraph_count && good; i++) {
    cr_paragraph *p = &s->paragraphs[i];
    p->attribute = attribute_at(s, s->offsets[p->start]);
    p->language = language_of(s->text + p->start, p->end - p->start);
    good = resolve_levels(&m, p, direction);
    if (!good) break;
    hide_controls(s, p->start, p->end);
    good = make_runs(&m, p);
  }
  s->clusters = m.piece.clusters;
  s->cluster_count = m.piece.cluster_count;
  s->cluster_capacity = m.piece.cluster_capacity;
  s->glyphs = m.piece.glyphs;
  s->glyph_count = m.piece.glyph_count;
  s->glyph_capacity = m.piece.glyph_capacity;
  cr_font_library_return_buffer(s->library, m.shaper.buffer);
  cr_free(m.shaper.raw);
  cr_free(m.levels);
  cr_free(m.types);
  cr_free(m.brackets);
  return good;
}

cr_status cr_shaped_create(cr_font_library *library, const char *text, size_t length, const cr_text_run *runs, size_t run_count,
                           cr_direction direction, cr_shaped **out) {
  if (!run_count || !runs || (length && !text)) return CR_BAD_ARGUMENT;
  if (length > MAX_BYTES) return CR_BAD_SIZE;
  cr_shaped *s = tx_calloc(1, sizeof *s);
  if (!s) return CR_NO_MEMORY;
  atomic_init(&s->references, 1);
  s->library = library;
  s->length = length;
  if (!make_everything(s, text, runs, run_count, direction)) {
    cr_shaped_release(s);
    return CR_NO_MEMORY;
  }
  *out = s;
  return CR_OK;
}

cr_shaped *cr_shaped_retain(cr_shaped *s) {
  atomic_fetch_add_explicit(&s->references, 1, memory_order_relaxed);
  return s;
}

void cr_shaped_release(cr_shaped *s) {
  if (!s || atomic_fetch_sub_explicit(&s->references, 1, memory_order_acq_rel) != 1) return;
  cr_free(s->text);  // and what stands behind it
  cr_free(s->attributes);
  cr_free(s->paragraphs);
  cr_free(s->runs);
  cr_free(s->clusters);
  cr_free(s->glyphs);
  cr_free(s);
}

size_t cr_shaped_bytes(const cr_shaped *s) {
  return sizeof *s + s->length * (sizeof *s->text + sizeof *s->offsets) + s->count + s->attribute_count * sizeof *s->attributes +
         s->paragraph_capacity * sizeof *s->paragraphs + s->run_capacity * sizeof *s->runs + s->cluster_capacity * sizeof *s->clusters +
         s->glyph_capacity * sizeof *s->glyphs;
}

double cr_shaped_minimum_width(const cr_shaped *s) {
  double widest = 0;
  for (size_t i = 0; i < s->paragraph_count; i++) {
    double width = 0, visible = 0;
    for (uint32_t c = s->paragraphs[i].first_cluster; c < s->paragraphs[i].end_cluster; c++) {
      if (s->clusters[c].flags & (CLUSTER_BREAK | CLUSTER_MANDATORY)) width = visible = 0;
      width += (double)s->clusters[c].advance;
      if (!(s->clusters[c].flags & CLUSTER_WHITE)) visible = width;
      if (visible > widest) widest = visible;
    }
  }
  return widest;
}

bool cr_shaped_single_color(const cr_shaped *s, cr_color *color) {
  *color = s->attributes[0].run.color;
  for (size_t i = 0; i < s->attribute_count; i++) {
    const cr_text_run *r = &s->attributes[i].run;
    if (r->has_background || r->color.red != color->red || r->color.green != color->green || r->color.blue != color->blue ||
        r->color.alpha != color->alpha)
      return false;
  }
  for (size_t i = 0; i < s->run_count; i++)
    if (s->runs[i].font->color) return false;
  return true;
}

size_t cr_shaped_glyphs(const cr_shaped *s, cr_shaped_glyph *out, size_t capacity) {
  for (size_t r = 0; r < s->run_count; r++) {
    const cr_run *run = &s->runs[r];
    for (uint32_t c = run->first_cluster; c < run->first_cluster + run->cluster_count; c++)
      for (uint32_t g = 0; g < s->clusters[c].glyphs; g++) {
        size_t at = run->glyph_base + s->clusters[c].glyph + g;
        if (at >= capacity) continue;
        const cr_glyph *glyph = &s->glyphs[at];
        out[at] = (cr_shaped_glyph){glyph->id, s->offsets[s->clusters[c].start], glyph->advance, glyph->x, glyph->y, run->font->face->source};
      }
  }
  return s->glyph_count;
}

void cr_unicode_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags) { cr_segment(code_points, count, flags); }
