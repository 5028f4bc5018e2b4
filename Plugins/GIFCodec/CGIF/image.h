// Rows and colours of an image of a GIF. Any thread.
#pragma once
#include "gif.h"

enum { GF_PASSES = 4 };

// Returns the image row of the `n`th row in the file of an interlaced image: every 8th from 0 and from 4, every 4th from 2, every 2nd from
// 1. `pass` (may be NULL) receives its pass, 0...3.
int32_t gf_interlaced_row(int32_t n, int32_t height, int *pass);
// Returns the number of rows in the passes before `pass`, 0...4.
int32_t gf_rows_before(int pass, int32_t height);
// Writes 256 premultiplied colours; 0 means that nothing is drawn.
void gf_read_colors(const uint8_t *bytes, const gf_image *image, uint32_t *colors);
