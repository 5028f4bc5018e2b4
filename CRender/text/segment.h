#ifndef CR_SEGMENT_H
#define CR_SEGMENT_H
#include <stddef.h>
#include <stdint.h>

/// Boundaries before a code point.
enum {
  CR_SEG_GRAPHEME = 1,   // a grapheme cluster begins here (UAX #29)
  CR_SEG_BREAK = 2,      // a line may break before it (UAX #14)
  CR_SEG_MANDATORY = 4,  // a line must break before it
  CR_SEG_HYPHEN = 8,     // a line that breaks before it ends in a hyphen (not from cr_segment)
};

/// Writes, for each of `count` code points, the flags above; code point 0 gets CR_SEG_GRAPHEME only.
///
/// Line breaking follows UAX #14 of Unicode 15.0 with the number rules of its section 8.2, example 7. South East Asian scripts that need
/// a dictionary only break at spaces (cr_thai_mark_breaks adds the words of Thai). Grapheme clusters follow UAX #29 with rule GB9c of
/// Unicode 15.1. Linear time, no allocation, any thread.
void cr_segment(const uint32_t *text, size_t count, uint8_t *flags);

#endif
