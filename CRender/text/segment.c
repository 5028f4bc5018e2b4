#include "segment.h"

#include <stdbool.h>

#include "cr_text.h"
#include "unicode_tables.h"

/// State of the UAX #14 rules for the text before a boundary.
typedef struct {
  uint8_t base;       // class of the last non-space character, combining marks absorbed (LB9)
  bool base_east;     // `base` is OP or CP of East Asian width
  bool start;         // only spaces so far
  bool spaces;        // there are spaces between `base` and the boundary
  bool joiner;        // the last code point is U+200D
  bool hebrew_hyphen; // HL (HY | BA) just passed (LB21a)
  uint8_t number;     // 1: within NU (NU | SY | IS)*, 2: after the CL or CP that closes it (LB25)
  uint8_t regional;   // regional indicators in a row, modulo 2
  bool unassigned_pictograph;  // the last non-space character is one
} line_state;

static inline uint8_t plain_class(uint8_t c) {
  if (c < LB_OP_EAST) return c;
  return c == LB_OP_EAST ? LB_OP : c == LB_CP_EAST ? LB_CP : LB_ID;
}

static inline bool is_one_of(uint8_t c, uint64_t set) { return (set >> c) & 1; }
#define SET1(a) (UINT64_C(1) << LB_##a)
#define HANGUL (SET1(JL) | SET1(JV) | SET1(JT) | SET1(H2) | SET1(H3))
#define ALPHA (SET1(AL) | SET1(HL))
#define BREAKERS (SET1(BK) | SET1(CR) | SET1(LF) | SET1(NL))

static uint8_t class_after_marks(const uint32_t *text, size_t count, size_t at) {
  for (; at < count; at++) {
    uint8_t c = cr_unicode(text[at])->line_break;
    if (c != LB_CM && c != LB_ZWJ) return c;
  }
  return LB_AL;
}

/// Whether a line may break between the text of `s` and a character of class `raw` at index `at`: LB7 to LB31, in order.
static bool may_break(const line_state *s, uint8_t raw, const uint32_t *text, size_t count, size_t at) {
  const uint8_t c = plain_class(raw), b = s->base;
  if (c == LB_ZW) return false;                                                   // LB7
  if (b == LB_ZW) return true;                                                    // LB8
  if (s->joiner) return false;                                                    // LB8a
  if (c == LB_WJ || (b == LB_WJ && !s->spaces)) return false;                     // LB11
  if (!s->spaces && (b == LB_GL || (c == LB_GL && b != LB_BA && b != LB_HY))) return false; // LB12, LB12a
  if (is_one_of(c, SET1(CL) | SET1(CP) | SET1(EX) | SET1(IS) | SET1(SY))) return false; // LB13
  if (b == LB_OP) return false;                                                   // LB14
  if (b == LB_QU && c == LB_OP) return false;                                     // LB15
  if ((b == LB_CL || b == LB_CP) && c == LB_NS) return false;                     // LB16
  if (b == LB_B2 && c == LB_B2) return false;                                     // LB17
  if (s->spaces) return true;                                                     // LB18
  if (b == LB_QU || c == LB_QU) return false;                                     // LB19
  if (b == LB_CB || c == LB_CB) return true;                                      // LB20
  if (is_one_of(c, SET1(BA) | SET1(HY) | SET1(NS)) || b == LB_BB) return false;   // LB21
  if (s->hebrew_hyphen) return false;                                             // LB21a
  if (b == LB_SY && c == LB_HL) return false;                                     // LB21b
  if (c == LB_IN) return false;                                                   // LB22
  const bool alpha_before = is_one_of(b, ALPHA), alpha_after = is_one_of(c, ALPHA);
  if ((alpha_before && c == LB_NU) || (b == LB_NU && alpha_after)) return false;  // LB23
  const uint64_t ideographs = SET1(ID) | SET1(EB) | SET1(EM);
  if ((b == LB_PR && is_one_of(c, ideographs)) || (is_one_of(b, ideographs) && c == LB_PO)) return false; // LB23a
  const bool affix_before = b == LB_PR || b == LB_PO, affix_after = c == LB_PR || c == LB_PO;
  if ((affix_before && alpha_after) || (alpha_before && affix_after)) return false; // LB24
  if (affix_before) {                                                             // LB25
    if (c == LB_NU) return false;
    if ((c == LB_OP || c == LB_HY) && class_after_marks(text, count, at + 1) == LB_NU) return false;
  }
  if (b == LB_HY && c == LB_NU) return false;
  if (s->number == 1 && c == LB_NU) return false;
  if (s->number && affix_after) return false;
  if (b == LB_JL && is_one_of(c, SET1(JL) | SET1(JV) | SET1(H2) | SET1(H3))) return false; // LB26
  if ((b == LB_JV || b == LB_H2) && (c == LB_JV || c == LB_JT)) return false;
  if ((b == LB_JT || b == LB_H3) && c == LB_JT) return false;
  if ((is_one_of(b, HANGUL) && c == LB_PO) || (b == LB_PR && is_one_of(c, HANGUL))) return false; // LB27
  if (alpha_before && alpha_after) return false;                                  // LB28
  if (b == LB_IS && alpha_after) return false;                                    // LB29
  if ((alpha_before || b == LB_NU) && raw == LB_OP) return false;                 // LB30
  if (b == LB_CP && !s->base_east && (alpha_after || c == LB_NU)) return false;
  if (b == LB_RI && c == LB_RI && s->regional) return false;                      // LB30a
  if (c == LB_EM && b == LB_EB) return false;                                     // LB30b
  return true;                                                                    // LB31
}

static void advance_line(line_state *s, uint8_t raw) {
  const uint8_t c = plain_class(raw);
  s->joiner = false;
  if (c == LB_SP) {
    s->spaces = true;
    s->number = 0;
    return;
  }
  const bool adjacent = !s->spaces && !s->start;
  s->hebrew_hyphen = adjacent && s->base == LB_HL && (c == LB_HY || c == LB_BA);
  if (c == LB_NU) s->number = 1;
  else if (adjacent && s->number == 1 && (c == LB_SY || c == LB_IS)) s->number = 1;
  else if (adjacent && s->number == 1 && (c == LB_CL || c == LB_CP)) s->number = 2;
  else s->number = 0;
  s->regional = c == LB_RI ? (adjacent && s->base == LB_RI ? !s->regional : 1) : 0;
  s->base = c;
  s->base_east = raw == LB_OP_EAST || raw == LB_CP_EAST;
  s->spaces = s->start = false;
}

/// GB3 to GB999 between two classes; `pictograph`, `regional` and `conjunct` describe the preceding text (GB11, GB12, GB9c).
static inline bool grapheme_break(uint8_t a, uint8_t b, bool pictograph, bool regional, bool conjunct) {
  if (a == GCB_CR && b == GCB_LF) return false;
  if ((a >= GCB_CR && a <= GCB_CONTROL) || (b >= GCB_CR && b <= GCB_CONTROL)) return true;
  if (b == GCB_EXTEND || b == GCB_ZWJ || b == GCB_SPACINGMARK || a == GCB_PREPEND) return false;
  if (a == GCB_L && (b == GCB_L || b == GCB_V || b == GCB_LV || b == GCB_LVT)) return false;
  if ((a == GCB_LV || a == GCB_V) && (b == GCB_V || b == GCB_T)) return false;
  if ((a == GCB_LVT || a == GCB_T) && b == GCB_T) return false;
  if (conjunct || pictograph) return false;
  if (a == GCB_REGIONAL_INDICATOR && b == GCB_REGIONAL_INDICATOR && regional) return false;
  return true;
}

/// Line break flags before code point `i` of class `raw`: LB4 to LB6 first, then the marks of LB9, then the rest.
static inline __attribute__((always_inline)) uint8_t line_flags(line_state *s, uint8_t previous_raw, uint8_t raw, const uint32_t *text, size_t count,
                                                                size_t i) {
  uint8_t out = 0;
  if (i && is_one_of(previous_raw, BREAKERS) && !(previous_raw == LB_CR && raw == LB_LF)) {
    out |= CR_SEG_MANDATORY | CR_SEG_BREAK;
    *s = (line_state){.start = true, .base = LB_AL};
  }
  const bool fresh = out & CR_SEG_MANDATORY || !i;
  if (is_one_of(raw, BREAKERS)) {
    advance_line(s, raw);
  } else if (raw == LB_SP) {
    advance_line(s, raw);
  } else if ((raw == LB_CM || raw == LB_ZWJ) && !s->spaces && !s->start && s->base != LB_ZW) {
    s->joiner = raw == LB_ZWJ;  // LB9: absorbed
  } else {
    const uint8_t effective = raw == LB_CM || raw == LB_ZWJ ? LB_AL : raw;  // LB10
    if (!fresh && s->start) out |= s->spaces ? CR_SEG_BREAK : 0;            // only spaces before: LB18
    if (!fresh && s->start && (effective == LB_ZW || is_one_of(plain_class(effective), SET1(WJ) | SET1(CL) | SET1(CP) | SET1(EX) | SET1(IS) | SET1(SY))))
      out &= (uint8_t)~CR_SEG_BREAK;  // LB7, LB11, LB13
    else if (!s->start) {
      if (s->base == LB_AL && effective == LB_AL && !s->spaces && !s->joiner) {
        // LB28, the common case
      } else if (may_break(s, effective, text, count, i) &&
                 !(effective == LB_EM && s->unassigned_pictograph && !s->spaces)) {
        out |= CR_SEG_BREAK;
      }
    }
    advance_line(s, effective);
    s->joiner = raw == LB_ZWJ;
    s->unassigned_pictograph = raw == LB_PICT_UNASSIGNED;
  }
  return out;
}

void cr_segment(const uint32_t *text, size_t count, uint8_t *flags) {
  if (!count) return;
  line_state s = {.start = true, .base = LB_AL};
  uint8_t previous_raw = LB_AL, previous_gcb = GCB_OTHER;
  uint8_t pictograph = 0;                     // 1: preceded by a pictograph and its extenders, 2: by these and a joiner
  bool regional = false;                      // preceded by an odd number of indicators
  uint8_t conjunct = 0;                       // 1: preceded by a consonant, 2: by a consonant and a linker
  // A letter, or an ideograph, after another of exactly the same kind: no state changes, and these are the flags between the two.
  const cr_unicode_record *repeated = NULL;
  uint8_t between = 0;
  bool word = false;                          // preceded by a plain letter or digit
  bool parted = false;                        // preceded by spaces after letters and digits
  for (size_t i = 0; i < count; i++) {
    const cr_unicode_record *u = cr_unicode(text[i]);
    if (u == repeated) {
      flags[i] = between;
      continue;
    }
    const uint8_t raw = u->line_break, gcb = u->grapheme_break;
    const bool simple = gcb == GCB_OTHER && !(u->flags & CR_UNI_EXT_PICT) && u->conjunct_break == INCB_NONE;
    if (word && simple && (raw == LB_AL || raw == LB_NU)) {
      // LB23, LB25, LB28: no break between the two.
      flags[i] = CR_SEG_GRAPHEME;
      s.base = previous_raw = raw;
      s.number = raw == LB_NU;
      repeated = raw == LB_AL ? u : NULL;
      between = CR_SEG_GRAPHEME;
      continue;
    }
    if (word && simple && raw == LB_SP) {
      flags[i] = CR_SEG_GRAPHEME;  // LB7
      previous_raw = LB_SP;
      s.spaces = true;
      s.number = 0;
      repeated = NULL;
      word = false;
      parted = true;
      continue;
    }
    if (parted && simple && (raw == LB_AL || raw == LB_NU)) {
      flags[i] = CR_SEG_GRAPHEME | CR_SEG_BREAK;  // LB18
      s.base = previous_raw = raw;
      s.base_east = s.spaces = s.hebrew_hyphen = s.unassigned_pictograph = false;
      s.number = raw == LB_NU;
      s.regional = 0;
      repeated = raw == LB_AL ? u : NULL;
      between = CR_SEG_GRAPHEME;
      word = true;
      parted = false;
      continue;
    }
    uint8_t out = CR_SEG_GRAPHEME;
    if (i && !grapheme_break(previous_gcb, gcb, pictograph == 2 && (u->flags & CR_UNI_EXT_PICT), regional,
                             conjunct == 2 && u->conjunct_break == INCB_CONSONANT))
      out = 0;
    // State of the grapheme rules.
    regional = gcb == GCB_REGIONAL_INDICATOR && !(regional && previous_gcb == GCB_REGIONAL_INDICATOR);
    if (u->flags & CR_UNI_EXT_PICT) pictograph = 1;
    else if (gcb == GCB_ZWJ) pictograph = pictograph == 1 ? 2 : 0;
    else if (gcb != GCB_EXTEND || pictograph == 2) pictograph = 0;
    if (u->conjunct_break == INCB_CONSONANT) conjunct = 1;
    else if (u->conjunct_break == INCB_LINKER) conjunct = conjunct ? 2 : 0;
    else if (u->conjunct_break != INCB_EXTEND) conjunct = 0;

    out |= line_flags(&s, previous_raw, raw, text, count, i);
    flags[i] = out;
    previous_raw = raw;
    previous_gcb = gcb;
    repeated = simple && (raw == LB_AL || raw == LB_ID) ? u : NULL;
    word = simple && (raw == LB_AL || raw == LB_NU);
    parted = simple && raw == LB_SP && !s.start && s.base != LB_OP;
    between = raw == LB_ID ? CR_SEG_GRAPHEME | CR_SEG_BREAK : CR_SEG_GRAPHEME;
  }
}

void cr_unicode_boundaries(const uint32_t *code_points, size_t count, uint8_t *flags) { cr_segment(code_points, count, flags); }
