#ifndef CR_BIDI_H
#define CR_BIDI_H
#include <fribidi.h>

#include "cr_text.h"

/// Working memory for the levels of one paragraph after the other; zeroed memory is empty. One thread at a time; functions without it: any
/// thread.
typedef struct {
  FriBidiLevel *levels;     // of the last paragraph that needed the algorithm
  FriBidiCharType *types;
  FriBidiBracketType *brackets;
  size_t level_capacity, type_capacity, bracket_capacity;
} cr_bidi;

/// The level of an empty paragraph.
static inline uint8_t cr_bidi_empty_level(cr_direction direction) { return direction == CR_DIRECTION_RTL || direction == CR_DIRECTION_AUTO_RTL; }
/// Whether a paragraph has only left-to-right text, so that no algorithm is needed.
bool cr_bidi_is_plain(const uint32_t *text, size_t count, cr_direction direction);
/// Computes the embedding levels of a paragraph in `bidi->levels`: UAX #9, P2 to I2, and L1 for tabs. The caller applies L1 at the end of a
/// line. With `joins_numbers` a number keeps its order with its sign and unit. False on allocation failure.
bool cr_bidi_resolve(cr_bidi *bidi, const uint32_t *text, size_t count, cr_direction direction, bool joins_numbers, uint8_t *base);
void cr_bidi_free(cr_bidi *bidi);

/// Applies L2 to `count` items of a line: `level(items, i)` is the level of item i, `reverse` reverses items [from, to).
typedef uint8_t (*cr_bidi_level)(const void *items, size_t i);
typedef void (*cr_bidi_reverse)(void *items, size_t from, size_t to);
void cr_bidi_reorder(void *items, size_t count, cr_bidi_level level, cr_bidi_reverse reverse);

#endif
