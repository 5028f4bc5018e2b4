// Coverage of the paintable part of a canvas, for curved clips and clips at fractional pixels.
//
// Shared by the saved states of one canvas, used by one thread; never changed once it is the clip.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "paint/box.h"
#include "paint/raster.h"

// Ranges of a mask row: 0 outside ink, 255 inside full.
typedef struct cr_mask_row {
  int32_t ink_begin, full_begin, full_end, ink_end;
} cr_mask_row;
// 8-bit coverage of the pixels of a box, in rows of `stride` bytes.
typedef struct cr_mask {
  int32_t references;
  cr_box box;
  size_t stride;
  uint8_t *bytes;
  cr_mask_row *rows;
} cr_mask;

// Creates a mask without ink for the box, which must not be empty, with one reference for the caller. NULL on allocation failure.
cr_mask *cr_mask_create(cr_box box);
void cr_mask_release(cr_mask *mask);
// Writes runs into rows without ink; a cr_rows_function with a cr_mask as context. Runs are inside the box.
void cr_mask_store_rows(void *mask, int32_t y, int32_t rows, const cr_run *runs, size_t count);
// Rounds every pixel to full coverage, from half coverage on, or none.
void cr_mask_threshold(cr_mask *mask);
// Multiplies rows of `mask` by rows of `other`, whose box contains that of `mask`.
void cr_mask_multiply(cr_mask *mask, const cr_mask *other);
