// Rectangles of device pixels. Any thread.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "support/extremes.h"

typedef struct cr_box {
  int32_t x0, y0, x1, y1;  // device pixels, x1 and y1 exclusive
} cr_box;

static inline bool cr_box_is_empty(cr_box b) { return b.x0 >= b.x1 || b.y0 >= b.y1; }
static inline cr_box cr_box_intersection(cr_box a, cr_box b) {
  return (cr_box){cr_max(a.x0, b.x0), cr_max(a.y0, b.y0), cr_min(a.x1, b.x1), cr_min(a.y1, b.y1)};
}
