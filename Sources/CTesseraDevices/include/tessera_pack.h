/// Packing of pixels into device-specific layouts. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Bits of red, green, blue and of filler ones in a pixel, counted from the lowest of a little-endian word.
typedef struct {
  int32_t bytes; ///< 1 to 4 per pixel.
  int32_t red_offset, red_length, green_offset, green_length, blue_offset, blue_length, alpha_offset, alpha_length;
} td_layout;

/// Whether td_pack_row supports the layout: lengths 0...8, alpha 0...8, all inside the word, red, green and blue without overlap.
int td_layout_is_valid(const td_layout *layout);

/// Packs `count` pixels (bytes B G R x) to `to`, which is only written. `x` and `y` position the ordered 8x8 dither, enabled by `dithers`
/// 1.
///
/// An 8-bit colour that the layout represents exactly is unchanged; black stays black, white white. `layout` must be valid.
void td_pack_row(const td_layout *layout, uint8_t *to, const uint8_t *from, size_t count, uint32_t x, uint32_t y, int dithers);
