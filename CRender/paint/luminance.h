// Luminance of pixels as their alpha, for masks. Any thread.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// Replaces n premultiplied pixels by (0, 0, 0, luminance times alpha). `linear`: the luminance of linear light.
void cr_luminance_row(uint32_t *pixels, int32_t n, bool linear);
