#ifndef CR_THAI_H
#define CR_THAI_H
#include <stddef.h>
#include <stdint.h>

/// Adds CR_SEG_BREAK to `flags` at word starts found by libthai: Thai is written without spaces between words, and UAX #14 requires
/// a dictionary for it. libthai.so.0 is opened when Thai text is first used; without it nothing is added. Any thread.
void cr_thai_mark_breaks(const uint32_t *text, size_t count, uint8_t *flags);

#endif
