// Rows and colours of an image of a GIF. Any thread.
#pragma once
#include "gif.h"

enum { GF_PASSES = 4 };

// Row of an interlaced image that is the `n`th of the file: every 8th from 0 and from 4, every 4th from 2, every 2nd from 1. `pass` (may be NULL) gets its
// pass, 0...3.
int32_t gf_interlaced_row(int32_t n, int32_t height, int *pass);
// Rows that the passes before `pass`, 0...4, have.
int32_t gf_rows_before(int pass, int32_t height);
// Writes 256 colours, premultiplied; 0: nothing is drawn.
void gf_read_colors(const uint8_t *bytes, const gf_image *image, uint32_t *colors);
