// The filters of PNG. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Takes the filter (0...4) of a row of `count` bytes back, in place. `above` is the row above as it was before its own filter, zeros for the
// first. `channels`: bytes of a pixel, 1...4, of which `count` is a multiple. The two rows do not overlap.
void ic_unfilter(uint8_t *row, const uint8_t *above, size_t count, int channels, int filter);
