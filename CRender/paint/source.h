// Where colour comes from. One thread for each source; borrows what `data` points to.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// `fetch` returns n pixels of row y from x on: in `buffer` or wherever they already lie.
typedef struct cr_source cr_source;
struct cr_source {
  bool is_solid;       // `color` everywhere
  bool is_row_solid;   // `row_color` everywhere in a row
  bool is_opaque;      // what fetch gives has alpha 255
  bool is_costly;      // one fetch of a row is better than three of its parts
  uint32_t color;      // premultiplied
  uint32_t alpha;      // 0...255, multiplied into what fetch gives
  uint32_t (*row_color)(const cr_source *source, int32_t y);
  const uint32_t *(*fetch)(const cr_source *source, int32_t x, int32_t y, int32_t n, uint32_t *buffer);
  const void *data;
};
static inline cr_source cr_source_solid(uint32_t color) {
  return (cr_source){.is_solid = true, .is_opaque = color >> 24 == 255, .color = color, .alpha = 255};
}
