// Conversions of single rows of pixels, of any format. Rows do not overlap. Any thread; no allocation.
#pragma once
#include "cr_surface.h"

// Reads pixels x ..< x + n of a row as premultiplied argb8888 (alpha 255 if the format has none).
void cr_row_unpack(cr_format format, const uint8_t *row, int32_t x, int32_t n, uint32_t *out);
// Writes n pixels at x ..< x + n of a row. (x, y) position the dither; without `dither`, rounds to nearest.
void cr_row_pack(cr_format format, uint8_t *row, int32_t x, int32_t y, int32_t n, const uint32_t *in, bool dither);
