// Luma and chroma to pixels, row by row. Any thread.
#pragma once
#include "planes.h"

// Conversion of samples to R, G and B: a matrix in units of 2^-20, applied to samples scaled by 16.
typedef struct {
  int32_t rows[3][3];
  int32_t luma, chroma; // subtracted first
} av_matrix;

// Creates the matrix; returns false if it is not supported.
bool av_make_matrix(const av_planes *planes, av_matrix *matrix);
// Writes `count` pixels from column `x` of row `y`, alpha 255. `scratch` is a buffer for 3 * (planes->width + 2) numbers.
void av_convert_row(
    const av_planes *planes, const av_matrix *matrix, int32_t y, int32_t x, int32_t count, int32_t *scratch, uint8_t *to);
// Sets alpha from the luma of `alpha`, scaled to a picture of `width` x `height`.
void av_set_alpha(const av_planes *alpha, int32_t width, int32_t height, int32_t y, int32_t x, int32_t count, uint8_t *pixels);
// Multiply colours by alpha, or divide them by it.
void av_premultiply(uint8_t *pixels, int32_t count);
void av_unpremultiply(uint8_t *pixels, int32_t count);
