// From runs to glyphs: HarfBuzz, and caches that avoid calling it.
#include "shape.h"

#include <hb-ot.h>
#include <math.h>

#include "library.h"
#include "segment.h"
#include "singles.h"
#include "text_memory.h"
#include "unicode_tables.h"

// HarfBuzz

static bool is_cursive(uint32_t script) {
  return script == HB_SCRIPT_ARABIC || script == HB_SCRIPT_SYRIAC || script == HB_SCRIPT_MONGOLIAN || script == HB_SCRIPT_NKO ||
         script == HB_SCRIPT_MANDAIC || script == HB_SCRIPT_PHAGS_PA || script == HB_SCRIPT_HANIFI_ROHINGYA || script == HB_SCRIPT_ADLAM;
}

/// Scripts for which HarfBuzz reads text next to the run: cursive ones, and those of its universal shaper.
static bool joins_across_runs(uint32_t script) {
  return script != HB_SCRIPT_LATIN && script != HB_SCRIPT_CYRILLIC && script != HB_SCRIPT_GREEK && script != HB_SCRIPT_HEBREW &&
         script != HB_SCRIPT_ARMENIAN && script != HB_SCRIPT_GEORGIAN && script != HB_SCRIPT_HANGUL && script != HB_SCRIPT_COMMON;
}

static bool is_cjk(uint32_t script) {
  return script == HB_SCRIPT_HAN || script == HB_SCRIPT_HIRAGANA || script == HB_SCRIPT_KATAKANA || script == HB_SCRIPT_BOPOMOFO;
}

/// Cluster flags from the boundary before it.
static inline uint8_t boundary_flags(uint8_t b) {
  _Static_assert(CR_SEG_BREAK == CLUSTER_BREAK << 1 && CR_SEG_MANDATORY == CLUSTER_MANDATORY << 1 && CR_SEG_HYPHEN << 4 == CLUSTER_HYPHEN, "bits as below");
  return (uint8_t)((b >> 1 & (CLUSTER_BREAK | CLUSTER_MANDATORY)) | (b & CR_SEG_HYPHEN) << 4);
}

static uint8_t cluster_flags(const cr_shaped *s, uint32_t at, uint32_t end, uint32_t script, bool unsafe) {
  const uint8_t b = s->boundaries[at];
  uint8_t flags = boundary_flags(b) | (unsafe ? CLUSTER_UNSAFE : 0);
  bool white = true;
  for (uint32_t i = at; i < end && white; i++) white = s->text[i] == ' ' || s->text[i] == '\t' || (s->text[i] >= 0x80 && cr_unicode(s->text[i])->flags & CR_UNI_WHITE);
  if (white) flags |= CLUSTER_WHITE;
  if (s->text[at] == ' ' || s->text[at] == 0xA0) flags |= CLUSTER_SPACE;
  if (is_cjk(script)) flags |= CLUSTER_CJK;
  return flags;
}

/// Destination and scale of glyphs.
typedef struct {
  const cr_shaped *shaped;
  const cr_paragraph *paragraph;
  const cr_run *run;
  cr_piece *out;
  size_t base;              // first glyph of the run
  float scale, spacing, word_spacing;
  hb_language_t language;
} target;

/// The shaping language of a run: that of the text, except for letters of other scripts in Chinese, Japanese and Korean. Fonts have other
/// spaces and quotes for these languages, and no kerning. These letters are shaped in a language of their script, as in Pango.
static hb_language_t language_of(const cr_paragraph *p, const cr_attribute *a, uint32_t script) {
  const hb_language_t given = a->language ? a->tag : p->tag;
  const char *other = script == HB_SCRIPT_LATIN ? "en" : script == HB_SCRIPT_CYRILLIC ? "ru" : script == HB_SCRIPT_GREEK ? "el" : NULL;
  const char *name = other ? hb_language_to_string(given) : NULL;
  if (!name || (name[2] && name[2] != '-')) return given;
  const bool writes_others = strncmp(name, "zh", 2) != 0 && strncmp(name, "ja", 2) != 0 && strncmp(name, "ko", 2) != 0;
  return writes_others ? given : hb_language_from_string(other, 2);
}

/// Appends `whole`, which ends at code point `end`, as several clusters that divide its advance as carets would: a line may break inside,
/// after a hyphen. The first has the glyphs; if a line breaks there, both sides are shaped again.
static bool append_parts(const target *t, cr_cluster whole, uint32_t end, unsigned graphemes) {
  const cr_shaped *s = t->shaped;
  cr_piece *out = t->out;
  for (uint32_t from = whole.start, to; from < end; from = to) {
    unsigned count = 1;
    for (to = from + 1; to < end && !(s->boundaries[to] & CR_SEG_HYPHEN); to++) count += s->boundaries[to] & CR_SEG_GRAPHEME;
    if (!TX_GROW(out->clusters, out->cluster_capacity, out->cluster_count + 1)) return false;
    const bool first = from == whole.start;
    out->clusters[out->cluster_count++] = (cr_cluster){
        .start = from, .glyph = whole.glyph, .advance = whole.advance * (float)count / (float)graphemes, .glyphs = first ? whole.glyphs : 0,
        .flags = cluster_flags(s, from, to, t->run->script, !first || whole.flags & CLUSTER_UNSAFE), .graphemes = (uint8_t)(count < 255 ? count : 255)};
  }
  return true;
}

/// Appends one cluster: glyphs [g0, g1) of `raw`, the first of which is `origin` in the target; code points [start, end).
static bool append_cluster(const target *t, const cr_word_glyph *raw, size_t origin, size_t g0, size_t g1, uint32_t start, uint32_t end) {
  cr_piece *out = t->out;
  if (!TX_GROW(out->clusters, out->cluster_capacity, out->cluster_count + 1)) return false;
  float advance = 0;
  bool unsafe = false;
  // At the end of its glyphs, in drawing order.
  if (t->shaped->text[start] == ' ' || t->shaped->text[start] == 0xA0) out->glyphs[origin + g1 - 1].advance += t->word_spacing;
  for (size_t i = g0; i < g1; i++) {
    advance += out->glyphs[origin + i].advance;
    unsafe |= raw[i].unsafe;
  }
  unsigned graphemes = 1;
  bool parted = false;
  for (uint32_t i = start + 1; i < end; i++) {
    graphemes += t->shaped->boundaries[i] & CR_SEG_GRAPHEME;
    parted |= (t->shaped->boundaries[i] & CR_SEG_HYPHEN) != 0;
  }
  if (out->cluster_count && out->clusters[out->cluster_count - 1].start == start) {
    // The rest of a split cluster.
    cr_cluster *c = &out->clusters[out->cluster_count - 1];
    c->advance += advance;
    c->glyphs = (uint16_t)(c->glyphs + (g1 - g0) < UINT16_MAX ? c->glyphs + (g1 - g0) : UINT16_MAX);
    return true;
  }
  const cr_cluster whole = {
      .start = start, .glyph = (uint32_t)(origin - t->base + g0), .advance = advance, .glyphs = (uint16_t)(g1 - g0 < UINT16_MAX ? g1 - g0 : UINT16_MAX),
      .flags = cluster_flags(t->shaped, start, end, t->run->script, unsafe), .graphemes = (uint8_t)(graphemes < 255 ? graphemes : 255)};
  if (parted && !(t->run->level & 1)) return append_parts(t, whole, end, graphemes);
  out->clusters[out->cluster_count++] = whole;
  return true;
}

/// HarfBuzz splits some grapheme clusters of UAX #29 (at U+200C, for example); a cluster that begins inside one is merged with the previous
/// one.
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

/// The common case: each of the code points [start, end) is a grapheme with one glyph. Otherwise returns false, without appending anything.
static bool append_plain(const target *t, const cr_word_glyph *raw, size_t count, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  cr_piece *out = t->out;
  if (count != end - start || !TX_GROW(out->glyphs, out->glyph_capacity, out->glyph_count + count) ||
      !TX_GROW(out->clusters, out->cluster_capacity, out->cluster_count + count))
    return false;
  const bool backwards = t->run->level & 1;
  const uint8_t all = is_cjk(t->run->script) ? CLUSTER_CJK : 0;
  const float scale = t->scale, spacing = t->spacing;
  cr_glyph *glyphs = out->glyphs + out->glyph_count;
  cr_cluster *clusters = out->clusters + out->cluster_count;
  const uint32_t first = (uint32_t)(out->glyph_count - t->base);
  const uint32_t *text = s->text + start;
  const uint8_t *boundaries = s->boundaries + start;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t v = backwards ? (uint32_t)count - 1 - k : k;
    const cr_word_glyph *g = &raw[v];
    const uint8_t b = boundaries[k];
    if (g->cluster != start + k || !(b & CR_SEG_GRAPHEME)) return false;
    float advance = (float)g->advance * scale;
    advance += spacing;
    uint8_t flags = boundary_flags(b) | all | (g->unsafe ? CLUSTER_UNSAFE : 0);
    if (text[k] <= ' ' || text[k] >= 0x80) {
      flags = cluster_flags(s, start + k, start + k + 1, t->run->script, g->unsafe);
      if (flags & CLUSTER_SPACE) advance += t->word_spacing;
    }
    glyphs[v] = (cr_glyph){g->id, advance, (float)g->x * scale, (float)-g->y * scale};
    clusters[k] = (cr_cluster){.start = start + k, .glyph = first + v, .advance = advance, .glyphs = 1, .flags = flags, .graphemes = 1};
  }
  out->glyph_count += count;
  out->cluster_count += count;
  return true;
}

/// Appends the glyphs of code points [start, end), in drawing order.
static bool append_glyphs(const target *t, cr_word_glyph *raw, size_t count, uint32_t start, uint32_t end) {
  cr_piece *out = t->out;
  const bool backwards = t->run->level & 1;
  if (append_plain(t, raw, count, start, end)) return true;
  join_clusters(t->shaped, raw, count, backwards);
  if (!TX_GROW(out->glyphs, out->glyph_capacity, out->glyph_count + count)) return false;
  const size_t origin = out->glyph_count;
  for (size_t i = 0; i < count; i++) {
    cr_glyph *g = &out->glyphs[origin + i];
    *g = (cr_glyph){raw[i].id, (float)raw[i].advance * t->scale, (float)raw[i].x * t->scale, (float)-raw[i].y * t->scale};
    // Between clusters, to the right of the last glyph of each.
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

/// Shapes `count` code points at `first` of `text`, with `length` code points as context, into `sh->raw`; clusters count from `text`.
static bool call_harfbuzz(cr_scratch *sh, const target *t, const uint32_t *text, size_t length, size_t first, size_t count, hb_buffer_flags_t flags) {
  const cr_attribute *a = &t->shaped->attributes[t->run->attribute];
  hb_buffer_clear_contents(sh->buffer);
  hb_buffer_add_codepoints(sh->buffer, text, (int)length, (unsigned)first, (int)count);
  hb_buffer_set_direction(sh->buffer, t->run->level & 1 ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
  hb_buffer_set_script(sh->buffer, t->run->script);
  hb_buffer_set_language(sh->buffer, t->language);
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
                                 .unsafe = hb_glyph_info_get_glyph_flags(&info[i]) & HB_GLYPH_FLAG_UNSAFE_TO_BREAK,
                                 .leans = hb_glyph_info_get_glyph_flags(&info[i]) & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT};
  sh->raw_count = glyphs;
  return true;
}

/// Shapes code points [start, end) of the run into `sh->raw`; clusters count from the start of the text.
static bool call_on_text(cr_scratch *sh, const target *t, uint32_t start, uint32_t end, hb_buffer_flags_t flags) {
  const cr_paragraph *p = t->paragraph;
  if (start == p->start) flags |= HB_BUFFER_FLAG_BOT;
  if (end == p->end) flags |= HB_BUFFER_FLAG_EOT;
  if (!call_harfbuzz(sh, t, t->shaped->text + p->start, p->end - p->start, start - p->start, end - start, flags)) return false;
  for (size_t i = 0; i < sh->raw_count; i++) sh->raw[i].cluster += p->start;
  return true;
}

/// Maximum code points per call to HarfBuzz: invisible characters, and stacked marks, take quadratic time. Longer pieces without a space
/// are cut at line break opportunities, or between clusters; a cluster that is too long is cut inside. Letters still get the text next to
/// the cut as context.
enum { LONGEST = 2048, LONGEST_CLUSTER = 256 };

static uint32_t cut_point(const cr_shaped *s, uint32_t start, uint32_t end) {
  if (end - start <= LONGEST) return end;
  uint32_t cut = start + LONGEST;
  while (cut > start + LONGEST / 2 && !(s->boundaries[cut] & CR_SEG_BREAK)) cut--;
  if (s->boundaries[cut] & CR_SEG_BREAK) return cut;
  for (cut = start + LONGEST; cut > start && !(s->boundaries[cut] & CR_SEG_GRAPHEME); cut--) {}
  return cut > start ? cut : start + LONGEST_CLUSTER;
}

static bool shape_whole(cr_scratch *sh, const target *t, uint32_t start, uint32_t end) {
  for (uint32_t from = start, to; from < end; from = to) {
    to = cut_point(t->shaped, from, end);
    if (!call_on_text(sh, t, from, to, 0) || !append_glyphs(t, sh->raw, sh->raw_count, from, to)) return false;
  }
  return true;
}

// Context-free characters: most ideographs

enum { GUARDS = 2 };  // known context-free characters that are shaped along with others, to verify that these don't affect them

typedef enum { SINGLES_DONE, SINGLES_NO_MEMORY, SINGLES_DEPEND } singles_result;

static bool is_whole_grapheme(const cr_shaped *s, uint32_t at, uint32_t end) {
  return s->boundaries[at] & CR_SEG_GRAPHEME && (at + 1 == end || s->boundaries[at + 1] & CR_SEG_GRAPHEME);
}

static bool append_single(const target *t, uint32_t at, uint32_t glyph, int32_t advance) {
  const cr_word_glyph one = {.id = glyph, .advance = advance, .cluster = at};
  return append_plain(t, &one, 1, at, at + 1);
}

/// Shapes [from, to) of the run [start, end) with guards on both sides, caches the characters that are context-free, and appends [from,
/// to).
///
/// HarfBuzz reports for each boundary between clusters whether it read across. If it did on neither side of a character, no neighbour
/// will ever change it.
static singles_result shape_between_guards(cr_scratch *sh, const target *t, cr_singles *table, uint32_t start, uint32_t end, uint32_t from, uint32_t to) {
  const uint32_t first = from - start < GUARDS ? start : from - GUARDS, last = end - to < GUARDS ? end : to + GUARDS;
  if (!call_on_text(sh, t, first, last, HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT)) return SINGLES_NO_MEMORY;
  const cr_word_glyph *raw = sh->raw;
  const size_t count = sh->raw_count;
  size_t a = 0, b = count;
  while (a < count && raw[a].cluster < from) a++;
  while (b > a && raw[b - 1].cluster >= to) b--;
  // The outermost guards must not have been read.
  if (first > start && (a < GUARDS || raw[1].leans)) return SINGLES_DEPEND;
  if (last < end && (count - b < GUARDS || raw[count - 1].leans)) return SINGLES_DEPEND;
  for (size_t i = first > start ? a : 0; i < (last < end ? b : count); i++) {
    const cr_word_glyph *g = &raw[i];
    const bool before = i && !g->leans && raw[i - 1].cluster < g->cluster;
    const bool after = i + 1 < count && !raw[i + 1].leans && raw[i + 1].cluster == g->cluster + 1;
    // The first and the last have no neighbour on one side that would show whether they depend on it.
    if (!before || !after || g->x || g->y || g->unsafe || !is_whole_grapheme(t->shaped, g->cluster, end)) continue;
    cr_singles_keep(table, t->shaped->text[g->cluster], g->id, g->advance);
  }
  return append_glyphs(t, sh->raw + a, b - a, from, to) ? SINGLES_DONE : SINGLES_NO_MEMORY;
}

static singles_result shape_singles(cr_scratch *sh, const target *t, cr_singles *table, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  uint32_t glyph, hits = 0;
  int32_t advance;
  for (uint32_t i = start; i < end;) {
    if (is_whole_grapheme(s, i, end) && cr_singles_find(table, s->text[i], &glyph, &advance)) {
      if (!append_single(t, i, glyph, advance)) return SINGLES_NO_MEMORY;
      i++;
      hits++;
      continue;
    }
    // Up to a sufficient number of consecutive context-free characters.
    uint32_t j = i + 1, alone = 0;
    for (; j < end && alone < GUARDS; j++) alone = is_whole_grapheme(s, j, end) && cr_singles_find(table, s->text[j], &glyph, &advance) ? alone + 1 : 0;
    if (alone == GUARDS) j -= GUARDS;
    if (j - i > LONGEST) return SINGLES_DEPEND;
    const singles_result result = shape_between_guards(sh, t, table, start, end, i, j);
    if (result != SINGLES_DONE) return result;
    i = j;
  }
  cr_singles_count(table, hits, end - start - hits);
  return SINGLES_DONE;
}

// Words: most of a text has been shaped before

typedef enum { WORDS_DONE, WORDS_NO_MEMORY, WORDS_DEPEND_ON_SPACES } word_result;

static bool is_plain_space(const cr_instance *font, const cr_word_glyph *g) {
  return g->id == font->space_glyph && (float)g->advance == font->space_advance && g->x == 0 && g->y == 0 && !g->unsafe;
}

enum { STRETCH = 32 };  // maximum number of words looked up together

/// A word of a group; its glyphs are in `kept` of the scratch.
typedef struct {
  uint32_t start, end;  // code points of the text
  uint32_t first;       // glyph in `kept`
  int32_t count;        // of glyphs, or one of these:
} word_part;
enum { PART_UNKNOWN = -1, PART_WHOLE = -2 };  // to be shaped between spaces; shaped in its context

static cr_word_key key_of(const target *t, const word_part *part) {
  const cr_attribute *a = &t->shaped->attributes[t->run->attribute];
  cr_word_key key = {.instance = t->run->font->id, .script = t->run->script, .language = hb_language_to_string(t->language),
                     .features = a->run.style->feature_count ? a->run.style : NULL, .backwards = t->run->level & 1, .spaced = t->spacing != 0,
                     .count = (uint8_t)(part->end - part->start)};
  memcpy(key.text, t->shaped->text + part->start, (part->end - part->start) * sizeof *key.text);
  return key;
}

/// Extracts the unknown words of a group from HarfBuzz's result for `text`, in which they are separated by single spaces. If spaces and
/// words don't affect each other, each word looks the same anywhere.
static word_result keep_words(cr_scratch *sh, const target *t, word_part *parts, size_t count) {
  const bool backwards = t->run->level & 1;
  const size_t glyphs = sh->raw_count;
  const cr_word_glyph *raw = sh->raw;
  cr_word_cache *cache = cr_font_library_words(t->shaped->library);
  if (!TX_GROW(sh->kept, sh->kept_capacity, sh->kept_count + glyphs)) return WORDS_NO_MEMORY;
  size_t v = 0;     // glyphs in the order of the text
  uint32_t at = 0;  // the space before the word
#define GLYPH(v) raw[backwards ? glyphs - 1 - (v) : (v)]
  if (!glyphs || GLYPH(0).cluster != 0 || !is_plain_space(t->run->font, &GLYPH(0))) return WORDS_DEPEND_ON_SPACES;
  for (size_t k = 0; k < count; k++) {
    if (parts[k].count != PART_UNKNOWN) continue;
    const uint32_t first = at + 1, end = first + parts[k].end - parts[k].start;
    const size_t from = ++v;
    while (v < glyphs && GLYPH(v).cluster >= first && GLYPH(v).cluster < end) v++;
    if (v == from || v == glyphs || GLYPH(from).cluster != first || GLYPH(from).unsafe || GLYPH(v).cluster != end ||
        !is_plain_space(t->run->font, &GLYPH(v)))
      return WORDS_DEPEND_ON_SPACES;
    cr_word_glyph *own = sh->kept + sh->kept_count;
    parts[k].first = (uint32_t)sh->kept_count;
    parts[k].count = (int32_t)(v - from);
    memcpy(own, backwards ? &raw[glyphs - v] : &raw[from], (v - from) * sizeof *own);
    for (size_t i = 0; i < v - from; i++) own[i].cluster -= first;
    sh->kept_count += v - from;
    const cr_word_key key = key_of(t, &parts[k]);
    cr_word_cache_keep(cache, &key, own, v - from);
    at = end;
  }
#undef GLYPH
  return v + 1 == glyphs ? WORDS_DONE : WORDS_DEPEND_ON_SPACES;
}

/// Shapes the unknown words of a group with one call: the overhead of a call is as large as shaping three letters.
static word_result shape_unknown(cr_scratch *sh, const target *t, word_part *parts, size_t count) {
  uint32_t text[STRETCH * (CR_WORD_CODE_POINTS + 1) + 1] = {' '};
  size_t length = 1;
  for (size_t k = 0; k < count; k++) {
    if (parts[k].count != PART_UNKNOWN) continue;
    const size_t own = parts[k].end - parts[k].start;
    memcpy(text + length, t->shaped->text + parts[k].start, own * sizeof *text);
    length += own;
    text[length++] = ' ';
  }
  if (length == 1) return WORDS_DONE;
  if (!call_harfbuzz(sh, t, text, length, 0, length, 0)) return WORDS_NO_MEMORY;
  return keep_words(sh, t, parts, count);
}

/// Whether the code point at `at` is a space without combining marks.
static bool parts_words(const cr_shaped *s, uint32_t at, uint32_t end) {
  return s->text[at] == ' ' && (at + 1 == end || (s->boundaries[at + 1] & CR_SEG_GRAPHEME));
}

/// Looks up a word in the word cache.
/// - alone: the text has no spaces
static bool find_word(cr_scratch *sh, const target *t, word_part *part, bool alone) {
  const uint8_t first = cr_unicode(t->shaped->text[part->start])->grapheme_break;
  part->count = PART_WHOLE;
  // A long word is rarely used twice; a mark without a letter looks different at the start of a text.
  if (part->end - part->start > CR_WORD_CODE_POINTS || first == GCB_EXTEND || first == GCB_SPACINGMARK) return true;
  const cr_word_key key = key_of(t, part);
  cr_word_cache *cache = cr_font_library_words(t->shaped->library);
  if (!TX_GROW(sh->kept, sh->kept_capacity, sh->kept_count + CR_WORD_GLYPHS)) return false;
  const int known = cr_word_cache_find(cache, &key, sh->kept + sh->kept_count);
  if (known >= 0) {
    part->first = (uint32_t)sh->kept_count;
    part->count = known;
    sh->kept_count += (size_t)known;
  } else if (!alone || cr_word_cache_seen(cache, &key)) {
    part->count = PART_UNKNOWN;
  }
  return true;
}

static bool append_spaces(const target *t, uint32_t start, uint32_t end) {
  for (uint32_t i = start; i < end; i++) {
    cr_word_glyph space = {.id = t->run->font->space_glyph, .advance = (int32_t)t->run->font->space_advance, .cluster = i};
    if (!append_glyphs(t, &space, 1, i, i + 1)) return false;
  }
  return true;
}

static bool append_word(cr_scratch *sh, const target *t, const word_part *part) {
  if (part->count == PART_WHOLE) return shape_whole(sh, t, part->start, part->end);
  cr_word_glyph *own = sh->kept + part->first;
  for (int32_t i = 0; i < part->count; i++) own[i].cluster += part->start;
  return append_glyphs(t, own, (size_t)part->count, part->start, part->end);
}

/// Whether text next to a run without spaces cannot affect it: only joining letters do.
static bool stands_apart(const target *t, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  if (!joins_across_runs(t->run->script)) return true;
  return (start == t->paragraph->start || s->text[start - 1] == ' ') && (end == t->paragraph->end || s->text[end] == ' ');
}

static word_result shape_words(cr_scratch *sh, const target *t, uint32_t start, uint32_t end) {
  const cr_shaped *s = t->shaped;
  bool alone = true;
  for (uint32_t i = start; i < end && alone; i++) alone = s->text[i] != ' ';
  if (alone && !stands_apart(t, start, end)) return shape_whole(sh, t, start, end) ? WORDS_DONE : WORDS_NO_MEMORY;
  uint32_t done = start;
  for (uint32_t i = start; i < end;) {
    word_part parts[STRETCH];
    size_t count = 0;
    sh->kept_count = 0;
    while (i < end && count < STRETCH) {
      if (parts_words(s, i, end)) {
        i++;
        continue;
      }
      word_part *part = &parts[count++];
      part->start = i++;
      while (i < end && !parts_words(s, i, end)) i++;
      part->end = i;
      if (!find_word(sh, t, part, alone)) return WORDS_NO_MEMORY;
    }
    const word_result result = shape_unknown(sh, t, parts, count);
    if (result != WORDS_DONE) return result;
    for (size_t k = 0; k < count; k++) {
      if (!append_spaces(t, done, parts[k].start) || !append_word(sh, t, &parts[k])) return WORDS_NO_MEMORY;
      done = parts[k].end;
    }
  }
  return append_spaces(t, done, end) ? WORDS_DONE : WORDS_NO_MEMORY;
}

bool cr_shape_into(const cr_shaped *s, const cr_paragraph *p, const cr_run *run, uint32_t start, uint32_t end, cr_scratch *sh, cr_piece *out) {
  const cr_attribute *a = &s->attributes[run->attribute];
  target t = {.shaped = s, .paragraph = p, .run = run, .out = out, .base = out->glyph_count, .scale = cr_run_scale(s, run),
              .spacing = is_cursive(run->script) ? 0 : (float)a->run.letter_spacing,
              .word_spacing = (float)a->run.word_spacing, .language = language_of(p, a, run->script)};
  if (is_cjk(run->script) && !(run->level & 1)) {
    const cr_singles_key key = {.instance = run->font->id, .script = run->script, .language = hb_language_to_string(t.language),
                                .features = a->run.style->feature_count ? a->run.style : NULL, .spaced = t.spacing != 0};
    cr_singles *table = cr_single_cache_table(cr_font_library_singles(s->library), &key);
    const size_t clusters = out->cluster_count, glyphs = out->glyph_count;
    const singles_result result = table ? shape_singles(sh, &t, table, start, end) : SINGLES_DEPEND;
    if (result != SINGLES_DEPEND) return result == SINGLES_DONE;
    out->cluster_count = clusters;
    out->glyph_count = glyphs;
    return shape_whole(sh, &t, start, end);
  }
  atomic_bool *parts = &((cr_instance *)run->font)->parts_at_spaces;
  const bool words = atomic_load_explicit(parts, memory_order_relaxed);
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
  cr_scratch *scratch = cr_font_library_borrow_scratch(s->library);
  piece->cluster_count = piece->glyph_count = 0;
  bool good = scratch && cr_shape_into(s, p, run, start, end, scratch, piece);
  cr_font_library_return_scratch(s->library, scratch);
  return good;
}

double cr_shape_width(const cr_shaped *s, const cr_paragraph *p, const cr_run *run, uint32_t from, uint32_t to) {
  const uint32_t end = to < run->first_cluster + run->cluster_count ? s->clusters[to].start : run->end;
  cr_piece piece = {0};
  double width = cr_shape_piece(s, p, run, s->clusters[from].start, end, &piece) ? 0 : INFINITY;
  for (size_t i = 0; i < piece.cluster_count; i++) width += (double)piece.clusters[i].advance;
  cr_free(piece.clusters);
  cr_free(piece.glyphs);
  return width;
}
