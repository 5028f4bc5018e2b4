/// A part of a frame.
#pragma once
#include <stdint.h>

/// Pixels, from the top left corner of the frame.
typedef struct {
  int32_t x, y, width, height;
} td_rect;
