// Made by tools/generate_unicode_tables.py from the Unicode Character Database 15.0.0. Do not edit.
// clang-format off
#ifndef CR_UNICODE_TABLES_H
#define CR_UNICODE_TABLES_H
#include <stdint.h>

/// Line breaking classes of UAX #14 after LB1; OP and CP are split by East Asian width (LB30), unassigned pictographs by LB30b.
enum { LB_AL, LB_BK, LB_CR, LB_LF, LB_NL, LB_SP, LB_ZW, LB_WJ, LB_GL, LB_CM, LB_ZWJ, LB_BA, LB_HY, LB_BB, LB_B2, LB_CB, LB_CL, LB_CP, LB_EX, LB_IN, LB_NS, LB_OP, LB_QU, LB_IS, LB_NU, LB_PO, LB_PR, LB_SY, LB_HL, LB_ID, LB_EB, LB_EM, LB_JL, LB_JV, LB_JT, LB_H2, LB_H3, LB_RI, LB_OP_EAST, LB_CP_EAST, LB_PICT_UNASSIGNED, LB_COUNT };
/// Grapheme cluster break classes of UAX #29.
enum { GCB_OTHER, GCB_CR, GCB_LF, GCB_CONTROL, GCB_EXTEND, GCB_ZWJ, GCB_REGIONAL_INDICATOR, GCB_PREPEND, GCB_SPACINGMARK, GCB_L, GCB_V, GCB_T, GCB_LV, GCB_LVT };
/// Indic conjunct break classes of UAX #29, rule GB9c.
enum { INCB_NONE, INCB_CONSONANT, INCB_LINKER, INCB_EXTEND };
/// Word break classes of UAX #29.
enum { WB_OTHER, WB_CR, WB_LF, WB_NEWLINE, WB_EXTEND, WB_ZWJ, WB_FORMAT, WB_KATAKANA, WB_HEBREW_LETTER, WB_ALETTER, WB_SINGLE_QUOTE, WB_DOUBLE_QUOTE, WB_MIDNUMLET, WB_MIDLETTER, WB_MIDNUM, WB_NUMERIC, WB_EXTENDNUMLET, WB_REGIONAL_INDICATOR, WB_WSEGSPACE };
enum {
  CR_UNI_EXT_PICT = 1, CR_UNI_EMOJI = 2, CR_UNI_EMOJI_PRESENTATION = 4,
  CR_UNI_EMOJI_MODIFIER = 8, CR_UNI_EMOJI_MODIFIER_BASE = 16,
  CR_UNI_BIDI = 32,       // needs the bidirectional algorithm
  CR_UNI_WHITE = 64,      // white space that hangs at the end of a line
  CR_UNI_IGNORABLE = 128, // Default_Ignorable_Code_Point
};
typedef struct { uint8_t line_break, grapheme_break, conjunct_break : 2, word_break : 6, flags; } cr_unicode_record;
extern const cr_unicode_record cr_unicode_records[123];
extern const uint16_t cr_unicode_first[17408];
extern const uint8_t cr_unicode_second[26240];

/// What is known about code point `c`; values above U+10FFFF count as U+FFFD.
static inline const cr_unicode_record *cr_unicode(uint32_t c) {
  if (c > 0x10FFFF) c = 0xFFFD;
  return &cr_unicode_records[cr_unicode_second[((uint32_t)cr_unicode_first[c >> 6] << 6) | (c & 63)]];
}
#endif
