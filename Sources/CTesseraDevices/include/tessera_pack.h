/// Packing of pixels into layouts that only devices have. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// How a pixel is put together from red, green, blue and what is filled with ones: bits, counted from the lowest of a little-endian word.
typedef struct {
  int32_t bytes; ///< 1 to 4 a pixel.
  int32_t red_offset, red_length, green_offset, green_length, blue_offset, blue_length, alpha_offset, alpha_length;
} td_layout;

/// Whether td_pack_row can pack into the layout: lengths 0...8, alpha 0...8, everything within the word, red, green and blue apart.
int td_layout_is_valid(const td_layout *layout);

/// Packs `count` pixels (bytes B G R x) to `to`, only writing there. `x` and `y` place the ordered 8x8 dither, which `dithers` 1 asks for.
///
/// A colour of 8 bits that the layout can hold exactly comes out as it is; black stays black, white white. `layout` is valid.
void td_pack_row(const td_layout *layout, uint8_t *to, const uint8_t *from, size_t count, uint32_t x, uint32_t y, int dithers);
