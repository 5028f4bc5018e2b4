// Embedding levels and visual order: UAX #9, through FriBidi.
#include "bidi.h"

#include "number_order.h"
#include "text_memory.h"
#include "unicode_tables.h"

bool cr_bidi_is_plain(const uint32_t *text, size_t count, cr_direction direction) {
  if (direction == CR_DIRECTION_RTL) return !count;
  // A paragraph without letters runs from right to left in that mode.
  bool says = direction != CR_DIRECTION_AUTO_RTL || !count;
  for (size_t i = 0; i < count; i++) {
    if (text[i] >= 0x590 && (cr_unicode(text[i])->flags & CR_UNI_BIDI)) return false;
    if (!says) says = fribidi_get_bidi_type(text[i]) == FRIBIDI_TYPE_LTR;
  }
  return says;
}

/// Nested embeddings, isolates and brackets take FriBidi quadratic time. A paragraph with more of them than real texts have is processed in
/// windows; all of them end at the end of a window.
enum { MANY = 2000, WINDOW = 2048 };

static bool is_bomb(const FriBidiCharType *types, const FriBidiBracketType *brackets, size_t count) {
  size_t found = 0;
  for (size_t i = 0; i < count; i++) found += FRIBIDI_IS_EXPLICIT(types[i]) || FRIBIDI_IS_ISOLATE(types[i]) || brackets[i] != FRIBIDI_NO_BRACKET;
  return found > MANY;
}

bool cr_bidi_resolve(cr_bidi *b, const uint32_t *text, size_t count, cr_direction direction, bool joins_numbers, uint8_t *base_level) {
  *base_level = cr_bidi_empty_level(direction);
  if (!count) return true;
  if (count > INT32_MAX / 2 || !TX_GROW(b->levels, b->level_capacity, count) || !TX_GROW(b->types, b->type_capacity, count) ||
      !TX_GROW(b->brackets, b->bracket_capacity, count))
    return false;
  fribidi_get_bidi_types(text, (FriBidiStrIndex)count, b->types);
  fribidi_get_bracket_types(text, (FriBidiStrIndex)count, b->types, b->brackets);
  const bool is_number = joins_numbers && direction == CR_DIRECTION_AUTO_RTL && cr_is_number_alone(b->types, count);
  if (joins_numbers) cr_join_numbers(text, b->types, count);
  FriBidiParType base = FRIBIDI_PAR_ON;
  switch (direction) {
  // A flag, removed before.
  case CR_DIRECTION_AUTO: case CR_DIRECTION_EXACT: break;
  case CR_DIRECTION_LTR: base = FRIBIDI_PAR_LTR; break;
  case CR_DIRECTION_RTL: base = FRIBIDI_PAR_RTL; break;
  case CR_DIRECTION_AUTO_RTL: base = FRIBIDI_PAR_WRTL; break;
  }
  const size_t window = is_bomb(b->types, b->brackets, count) ? WINDOW : count;
  for (size_t from = 0, end; from < count; from = end) {
    end = count - from > window ? from + window : count;
    // The first window determines the base direction of all.
    if (!fribidi_get_par_embedding_levels_ex(b->types + from, b->brackets + from, (FriBidiStrIndex)(end - from), &base, b->levels + from)) return false;
  }
  *base_level = FRIBIDI_IS_RTL(base) ? 1 : 0;
  for (size_t i = 0; is_number && i < count; i++) b->levels[i] = 2;
  for (size_t i = 0; i < count; i++)
    if (text[i] == '\t') {
      b->levels[i] = (FriBidiLevel)*base_level;
      for (size_t k = i; k > 0 && (cr_unicode(text[k - 1])->flags & CR_UNI_WHITE) && text[k - 1] != '\t'; k--) b->levels[k - 1] = (FriBidiLevel)*base_level;
    }
  return true;
}

void cr_bidi_free(cr_bidi *b) {
  cr_free(b->levels);
  cr_free(b->types);
  cr_free(b->brackets);
  *b = (cr_bidi){0};
}

void cr_bidi_reorder(void *items, size_t count, cr_bidi_level level, cr_bidi_reverse reverse) {
  uint8_t highest = 0, lowest_odd = 255;
  for (size_t i = 0; i < count; i++) {
    const uint8_t l = level(items, i);
    if (l > highest) highest = l;
    if ((l & 1) && l < lowest_odd) lowest_odd = l;
  }
  for (int at = highest; at >= lowest_odd; at--)
    for (size_t i = 0; i < count;) {
      if (level(items, i) < at) {
        i++;
        continue;
      }
      size_t j = i;
      while (j < count && level(items, j) >= at) j++;
      reverse(items, i, j);
      i = j;
    }
}

// A line of code points

typedef struct {
  const uint8_t *levels;
  uint32_t *order;
} point_line;

static uint8_t point_level(const void *items, size_t i) {
  const point_line *line = items;
  return line->levels[line->order[i]];
}

static void reverse_points(void *items, size_t from, size_t to) {
  uint32_t *order = ((point_line *)items)->order;
  for (; from + 1 < to; from++, to--) {
    uint32_t t = order[from];
    order[from] = order[to - 1];
    order[to - 1] = t;
  }
}

/// White space and invisible characters at the end of a line: UAX #9, L1 and section 5.2.
static bool hangs(uint32_t c, FriBidiCharType type) { return cr_unicode(c)->flags & CR_UNI_WHITE || FRIBIDI_IS_EXPLICIT_OR_BN_OR_WS(type) || FRIBIDI_IS_ISOLATE(type); }

cr_status cr_unicode_bidi(const uint32_t *text, size_t count, cr_direction direction, uint8_t *levels, uint32_t *order, uint8_t *base) {
  cr_bidi b = {0};
  *base = 0;
  const bool plain = cr_bidi_is_plain(text, count, direction);
  if (!plain && !cr_bidi_resolve(&b, text, count, direction, false, base)) {
    cr_bidi_free(&b);
    return CR_NO_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    levels[i] = plain ? 0 : (uint8_t)b.levels[i];
    order[i] = (uint32_t)i;
  }
  for (size_t i = plain ? 0 : count; i > 0 && hangs(text[i - 1], b.types[i - 1]); i--) levels[i - 1] = *base;
  cr_bidi_free(&b);
  point_line line = {levels, order};
  cr_bidi_reorder(&line, count, point_level, reverse_points);
  return CR_OK;
}
