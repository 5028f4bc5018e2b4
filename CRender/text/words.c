// Word boundaries of UAX #29.
#include <stdbool.h>

#include "cr_text.h"
#include "unicode_tables.h"

static bool ends_line(uint8_t c) { return c == WB_CR || c == WB_LF || c == WB_NEWLINE; }
static bool is_joined(uint8_t c) { return c == WB_EXTEND || c == WB_FORMAT || c == WB_ZWJ; }  // WB4: belongs to the preceding character
static bool is_letter(uint8_t c) { return c == WB_ALETTER || c == WB_HEBREW_LETTER; }
static bool is_mid_letter(uint8_t c) { return c == WB_MIDLETTER || c == WB_MIDNUMLET || c == WB_SINGLE_QUOTE; }
static bool is_mid_number(uint8_t c) { return c == WB_MIDNUM || c == WB_MIDNUMLET || c == WB_SINGLE_QUOTE; }
static bool is_word(uint8_t c) { return is_letter(c) || c == WB_NUMERIC || c == WB_KATAKANA; }

/// WB5 to WB16: whether there is a boundary between `b` and `c`, with `a` before `b` and `d` after `c`, joined characters excluded.
static bool parts(uint8_t a, uint8_t b, uint8_t c, uint8_t d, bool odd_regional) {
  if (is_letter(b) && is_letter(c)) return false;                                        // WB5
  if (is_letter(b) && is_mid_letter(c) && is_letter(d)) return false;                    // WB6
  if (is_letter(a) && is_mid_letter(b) && is_letter(c)) return false;                    // WB7
  if (b == WB_HEBREW_LETTER && c == WB_SINGLE_QUOTE) return false;                       // WB7a
  if (b == WB_HEBREW_LETTER && c == WB_DOUBLE_QUOTE && d == WB_HEBREW_LETTER) return false;  // WB7b
  if (a == WB_HEBREW_LETTER && b == WB_DOUBLE_QUOTE && c == WB_HEBREW_LETTER) return false;  // WB7c
  if (b == WB_NUMERIC && c == WB_NUMERIC) return false;                                  // WB8
  if (is_letter(b) && c == WB_NUMERIC) return false;                                     // WB9
  if (b == WB_NUMERIC && is_letter(c)) return false;                                     // WB10
  if (a == WB_NUMERIC && is_mid_number(b) && c == WB_NUMERIC) return false;              // WB11
  if (b == WB_NUMERIC && is_mid_number(c) && d == WB_NUMERIC) return false;              // WB12
  if (b == WB_KATAKANA && c == WB_KATAKANA) return false;                                // WB13
  if ((is_word(b) || b == WB_EXTENDNUMLET) && c == WB_EXTENDNUMLET) return false;        // WB13a
  if (b == WB_EXTENDNUMLET && is_word(c)) return false;                                  // WB13b
  if (b == WB_REGIONAL_INDICATOR && c == WB_REGIONAL_INDICATOR && odd_regional) return false;  // WB15, WB16
  return true;                                                                           // WB999
}

void cr_unicode_word_boundaries(const uint32_t *text, size_t count, uint8_t *flags) {
  uint8_t a = WB_OTHER, b = WB_OTHER, last = WB_OTHER;  // the two before, joined ones excluded; the one immediately before
  uint8_t d = WB_OTHER;                                 // the one after, at `following`
  size_t following = 0;
  bool regional = false;
  for (size_t i = 0; i < count; i++) {
    const cr_unicode_record *u = cr_unicode(text[i]);
    const uint8_t c = u->word_break;
    const bool joined = is_joined(c) && i && !ends_line(last);
    bool boundary;
    if (!i) boundary = true;                                                             // WB1
    else if (last == WB_CR && c == WB_LF) boundary = false;                              // WB3
    else if (ends_line(last) || ends_line(c)) boundary = true;                           // WB3a, WB3b
    else if (last == WB_ZWJ && u->flags & CR_UNI_EXT_PICT) boundary = false;             // WB3c
    else if (last == WB_WSEGSPACE && c == WB_WSEGSPACE) boundary = false;                // WB3d
    else if (joined) boundary = false;                                                   // WB4
    else {
      // Marks that follow are skipped once, whatever their number.
      if (following <= i) {
        for (following = i + 1; following < count && is_joined(cr_unicode(text[following])->word_break);) following++;
        d = following < count ? cr_unicode(text[following])->word_break : WB_OTHER;
      }
      boundary = parts(a, b, c, d, regional);
    }
    flags[i] = boundary;
    last = c;
    if (joined) continue;
    regional = c == WB_REGIONAL_INDICATOR && !(regional && b == WB_REGIONAL_INDICATOR);
    a = b;
    b = c;
  }
}
