// Row conversions to premultiplied BGRA, 4 bytes a pixel, of `count` pixels. Source and target must not overlap. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

void ic_row_from_gray(uint8_t *to, const uint8_t *from, size_t count);
void ic_row_from_gray_alpha(uint8_t *to, const uint8_t *from, size_t count);
void ic_row_from_rgb(uint8_t *to, const uint8_t *from, size_t count);
void ic_row_from_rgba(uint8_t *to, const uint8_t *from, size_t count);
// Calls one of the four above, by the number of channels.
void ic_row_from_channels(uint8_t *to, const uint8_t *from, size_t count, int channels);
// Converts CMYK, where 0 is full ink.
void ic_row_from_cmyk(uint8_t *to, const uint8_t *from, size_t count);
