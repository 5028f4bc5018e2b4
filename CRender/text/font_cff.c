#include "font_cff.h"

enum { CHAR_STRINGS = 17, ESCAPE = 12, ROS = 30, REAL = 30, SHORT_NUMBER = 28, LONG_NUMBER = 29, FIRST_NUMBER = 32, MAX_DICT = 4096 };

/// Reader from `at` to the table's end.
typedef struct {
  cr_font_pages *pages;
  const uint8_t *bytes;
  uint64_t at, end;
} reader;

/// The next `length` bytes; NULL if the table is too short.
static const uint8_t *take(reader *r, uint64_t length) {
  if (length > r->end - r->at || !cr_font_pages_need(r->pages, r->at, length)) return NULL;
  const uint8_t *bytes = r->bytes + r->at;
  r->at += length;
  return bytes;
}

static uint32_t number(const uint8_t *p, unsigned size) {
  uint32_t value = 0;
  for (unsigned i = 0; i < size; i++) value = value << 8 | p[i];
  return value;
}

/// An INDEX with its elements at base + offset.
typedef struct {
  uint64_t offsets, base, end;
  uint32_t count;
  uint8_t offset_size;
} cff_index;

/// Reads the header of an INDEX and skips its elements.
static bool take_index(reader *r, cff_index *out) {
  *out = (cff_index){0};
  const uint8_t *p = take(r, 2);
  if (!p) return false;
  out->count = number(p, 2);
  if (!out->count) return true;
  if (!(p = take(r, 1)) || *p < 1 || *p > 4) return false;
  out->offset_size = *p;
  out->offsets = r->at;
  const uint64_t array = (uint64_t)(out->count + 1) * out->offset_size;
  if (array > r->end - r->at) return false;
  out->base = r->at + array - 1;
  // Only the last offset: the array of glyphs may be long.
  r->at += array - out->offset_size;
  if (!(p = take(r, out->offset_size))) return false;
  const uint32_t last = number(p, out->offset_size);
  if (last < 1 || last > r->end - out->base) return false;
  r->at = out->end = out->base + last;
  return true;
}

/// Reads CharStrings and the presence of ROS from a Top DICT; false if it is malformed.
static bool read_dict(const uint8_t *p, const uint8_t *end, uint32_t *char_strings, bool *is_cid) {
  int32_t operand = 0;
  while (p < end) {
    const uint8_t b = *p++;
    if (b == ESCAPE) {
      if (p == end) return false;
      *is_cid |= *p++ == ROS;
    } else if (b < SHORT_NUMBER - 6) {  // operators are 0...21
      if (b == CHAR_STRINGS) *char_strings = operand > 0 ? (uint32_t)operand : 0;
    } else if (b == REAL) {
      while (p < end && (*p & 0x0F) != 0x0F && (*p & 0xF0) != 0xF0) p++;
      if (p++ == end) return false;
    } else if (b == SHORT_NUMBER || b == LONG_NUMBER) {
      const unsigned size = b == SHORT_NUMBER ? 2 : 4;
      if ((uint64_t)(end - p) < size) return false;
      operand = size == 2 ? (int16_t)number(p, 2) : (int32_t)number(p, 4);
      p += size;
    } else if (b >= FIRST_NUMBER && b <= 254) {
      if (b <= 246) {
        operand = b - 139;
      } else {
        if (p == end) return false;
        operand = b <= 250 ? (b - 247) * 256 + *p + 108 : -(b - 251) * 256 - *p - 108;
        p++;
      }
    } else {
      return false;
    }
  }
  return *char_strings > 0;
}

bool cr_cff_find_glyphs(cr_font_pages *pages, const uint8_t *bytes, uint64_t table, uint64_t length, cr_cff_glyphs *out) {
  reader r = {pages, bytes, table, table + length};
  cff_index names, dicts, glyphs;
  const uint8_t *header = take(&r, 4);
  if (!header || header[0] != 1 || header[2] > length) return false;
  r.at = table + header[2];
  if (!take_index(&r, &names) || !take_index(&r, &dicts) || !dicts.count) return false;
  // The first: an OpenType table has one font.
  r.at = dicts.offsets;
  const uint8_t *offsets = take(&r, (uint64_t)2 * dicts.offset_size);
  if (!offsets) return false;
  const uint32_t from = number(offsets, dicts.offset_size), to = number(offsets + dicts.offset_size, dicts.offset_size);
  if (from < 1 || to < from || to - from > MAX_DICT || to > dicts.end - dicts.base) return false;
  r.at = dicts.base + from;
  const uint8_t *dict = take(&r, to - from);
  uint32_t char_strings = 0;
  bool is_cid = false;
  if (!dict || !read_dict(dict, dict + (to - from), &char_strings, &is_cid) || !is_cid || char_strings >= length) return false;
  r.at = table + char_strings;
  if (!take_index(&r, &glyphs) || !glyphs.count) return false;
  *out = (cr_cff_glyphs){.table = table, .table_end = table + length, .offsets = glyphs.offsets, .base = glyphs.base, .glyphs_end = glyphs.end,
                         .count = glyphs.count, .offset_size = glyphs.offset_size};
  return true;
}

bool cr_cff_need_rest(cr_font_pages *pages, const cr_cff_glyphs *g) {
  const uint64_t first = g->base + 1;
  return cr_font_pages_need(pages, g->table, first - g->table) && cr_font_pages_need(pages, g->glyphs_end, g->table_end - g->glyphs_end);
}

bool cr_cff_need_glyph(cr_font_pages *pages, const uint8_t *bytes, const cr_cff_glyphs *g, uint32_t glyph) {
  if (glyph >= g->count) return true;
  const uint64_t at = g->offsets + (uint64_t)glyph * g->offset_size;
  if (!cr_font_pages_need(pages, at, (uint64_t)2 * g->offset_size)) return false;
  const uint32_t from = number(bytes + at, g->offset_size), to = number(bytes + at + g->offset_size, g->offset_size);
  // An invalid range is rejected by HarfBuzz.
  return from > to || to > g->glyphs_end - g->base || cr_font_pages_need(pages, g->base + from, to - from);
}
