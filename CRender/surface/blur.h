// Box blur of blocks of pixels, for shadows and backdrops. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "cr_status.h"

// Width of each of the three boxes for `sigma` pixels; 0 if there is nothing to blur.
int cr_blur_box(double sigma);
// Number of pixels on each side that a blurred pixel may depend on.
int cr_blur_reach(double sigma);
// Blurs in place; `stride` in bytes, `pixel` is 4 (argb8888) or 1 (coverage); edges are clamped.
cr_status cr_blur_block(uint8_t *pixels, size_t stride, int32_t width, int32_t height, int pixel, double sigma);
