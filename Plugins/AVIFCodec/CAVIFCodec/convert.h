// Luma and chroma to pixels, row by row. Any thread.
#pragma once
#include "planes.h"

// How samples become R, G and B: a matrix in units of 2^-20, samples scaled by 16.
typedef struct {
  int32_t rows[3][3];
  int32_t luma, chroma; // what is taken off first
} av_matrix;

// False: a matrix that is not decoded.
bool av_make_matrix(const av_planes *planes, av_matrix *matrix);
// Writes `count` pixels from column `x` of row `y`, alpha 255. `scratch` has room for 3 * (planes->width + 2) numbers.
void av_convert_row(
    const av_planes *planes, const av_matrix *matrix, int32_t y, int32_t x, int32_t count, int32_t *scratch, uint8_t *to);
// Sets alpha from luma of `alpha`, whose row and columns are those of a picture of `width` x `height`.
void av_set_alpha(const av_planes *alpha, int32_t width, int32_t height, int32_t y, int32_t x, int32_t count, uint8_t *pixels);
// Multiplies colours by alpha, or divides them by it.
void av_premultiply(uint8_t *pixels, int32_t count);
void av_unpremultiply(uint8_t *pixels, int32_t count);
