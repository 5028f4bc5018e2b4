// Coverage of the part of a canvas that may be painted: where the clip is curved or falls between pixels.
//
// Shared by the saved states of one canvas, and by one thread; never changed once it is the clip.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "paint/box.h"
#include "paint/raster.h"

// Which part of a mask's row is what: nothing outside of ink, 255 inside of full.
typedef struct cr_mask_row {
  int32_t ink_begin, full_begin, full_end, ink_end;
} cr_mask_row;
// 8-bit coverage of the pixels of a box, rows of `stride` bytes.
typedef struct cr_mask {
  int32_t references;
  cr_box box;
  size_t stride;
  uint8_t *bytes;
  cr_mask_row *rows;
} cr_mask;

// A mask of the box, which is not empty, without ink; one reference, the caller's. NULL where memory is short.
cr_mask *cr_mask_create(cr_box box);
void cr_mask_release(cr_mask *mask);
// Puts runs into rows without ink; a cr_rows_function with a cr_mask as context. Runs lie inside of the box.
void cr_mask_store_rows(void *mask, int32_t y, int32_t rows, const cr_run *runs, size_t count);
// Has every pixel be covered in full, if it is by half, or not at all.
void cr_mask_threshold(cr_mask *mask);
// The common coverage: rows of `mask` times rows of `other`, whose box holds that of `mask`.
void cr_mask_multiply(cr_mask *mask, const cr_mask *other);
