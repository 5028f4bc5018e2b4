// Filters of PNG. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Reverses the filter (0...4) of a row of `count` bytes, in place. `above` is the previous row, unfiltered; zeros for the first row.
// `channels` is the size of a pixel in bytes, 1...4, and divides `count`. The two rows must not overlap.
void ic_unfilter(uint8_t *row, const uint8_t *above, size_t count, int channels, int filter);
