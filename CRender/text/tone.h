#ifndef CR_TONE_H
#define CR_TONE_H
#include <stddef.h>
#include <stdint.h>

#include "cr_paint.h"

/// Lightness of a text, in eight steps, and its adjustment of letter coverage.
///
/// Colours are blended as coded, so the middle between black and white is darker than half the light: light letters would look
/// thinner than dark ones. The tables compensate as if light was blended and the background was as light as the letters are dark.
/// Any thread.
enum { CR_TONES = 8 };

/// 0, which does not change coverage, for dark text, to CR_TONES - 1 for white.
uint8_t cr_tone_of(cr_color color);
/// Applies the table of `tone` to `count` bytes of coverage.
void cr_tone_apply(uint8_t tone, uint8_t *coverage, size_t count);

#endif
