// Conversion and rotation in one pass over blocks of rows.
#include <string.h>

#include "cr_alloc.h"
#include "row.h"
#include "support/extremes.h"
#include "support/kernels.h"
#include "surface.h"

enum { BLOCK = 16 };  // columns of the source rotated together: a cache line of 32-bit pixels

// The rotated position of `a` in a width x height surface.
static cr_irect turned(cr_irect a, int32_t width, int32_t height, int turns) {
  switch (turns) {
    case 1: return (cr_irect){height - a.y - a.height, a.x, a.height, a.width};
    case 2: return (cr_irect){width - a.x - a.width, height - a.y - a.height, a.width, a.height};
    case 3: return (cr_irect){a.y, width - a.x - a.width, a.height, a.width};
    default: return a;
  }
}

cr_status cr_surface_convert(const cr_surface *source, cr_surface *target, const cr_irect *area, int quarter_turns, bool dither) {
  const int turns = quarter_turns & 3;
  const bool swaps = turns & 1;
  if ((swaps ? source->height : source->width) != target->width || (swaps ? source->width : source->height) != target->height)
    return CR_BAD_SIZE;
  cr_irect a = area ? *area : (cr_irect){0, 0, source->width, source->height};
  if (!cr_area_clip(&a, source->width, source->height)) return CR_OK;
  const cr_irect t = turned(a, source->width, source->height, turns);
  const cr_format from = source->format, to = target->format;

  if (turns == 0) {
    const int bits = cr_format_bits(from);
    const bool words = from == CR_ARGB8888 || from == CR_XRGB8888;
    if (from == to && bits >= 8 && from != CR_XRGB8888) {
      for (int32_t y = a.y; y < a.y + a.height; y++)
        memcpy(cr_surface_row(target, y) + (size_t)a.x * (size_t)bits / 8, cr_surface_row(source, y) + (size_t)a.x * (size_t)bits / 8,
               (size_t)a.width * (size_t)bits / 8);
      return CR_OK;
    }
    if (from == CR_COVERAGE8 && to == CR_GRAY8) {
      for (int32_t y = a.y; y < a.y + a.height; y++) memcpy(cr_surface_row(target, y) + a.x, cr_surface_row(source, y) + a.x, (size_t)a.width);
      return CR_OK;
    }
    // xrgb8888 words have an undefined top byte, which only these targets ignore or overwrite.
    if (from == CR_ARGB8888 || (words && to != CR_ARGB8888 && to != CR_COVERAGE8)) {
      for (int32_t y = a.y; y < a.y + a.height; y++)
        cr_row_pack(to, cr_surface_row(target, y), a.x, y, a.width, (const uint32_t *)(const void *)cr_surface_row(source, y) + a.x, dither);
      return CR_OK;
    }
    if (to == CR_ARGB8888 || (to == CR_XRGB8888 && from != CR_COVERAGE8)) {
      for (int32_t y = a.y; y < a.y + a.height; y++)
        cr_row_unpack(from, cr_surface_row(source, y), a.x, a.width, (uint32_t *)(void *)cr_surface_row(target, y) + a.x);
      return CR_OK;
    }
  }

  // One row, or BLOCK rotated rows, of the area as argb8888.
  size_t count;
  if (__builtin_mul_overflow((size_t)t.width, (size_t)(swaps ? BLOCK : 1), &count)) return CR_BAD_SIZE;
  uint32_t *rows = cr_alloc_array(count, sizeof *rows);
  if (!rows) return CR_NO_MEMORY;
  if (!swaps) {
    for (int32_t i = 0; i < a.height; i++) {
      cr_row_unpack(from, cr_surface_row(source, a.y + i), a.x, a.width, rows);
      int32_t y = turns == 0 ? a.y + i : t.y + t.height - 1 - i;
      if (turns == 2)
        for (int32_t l = 0, r = a.width - 1; l < r; l++, r--) {
          uint32_t p = rows[l];
          rows[l] = rows[r], rows[r] = p;
        }
      cr_row_pack(to, cr_surface_row(target, y), t.x, y, t.width, rows, dither);
    }
  } else {
    for (int32_t x = 0; x < a.width; x += BLOCK) {
      const int32_t n = cr_min(BLOCK, a.width - x);
      for (int32_t i = 0; i < a.height; i++) {
        uint32_t block[BLOCK];
        const uint32_t *p = block;
        if (from == CR_ARGB8888)
          p = (const uint32_t *)(const void *)cr_surface_row(source, a.y + i) + a.x + x;
        else
          cr_row_unpack(from, cr_surface_row(source, a.y + i), a.x + x, n, block);
        uint32_t *out = rows + (turns == 1 ? a.height - 1 - i : i);
        for (int32_t k = 0; k < n; k++) out[(size_t)k * (size_t)t.width] = p[k];
      }
      for (int32_t k = 0; k < n; k++) {
        int32_t y = turns == 1 ? t.y + x + k : t.y + t.height - 1 - x - k;
        cr_row_pack(to, cr_surface_row(target, y), t.x, y, t.width, rows + (size_t)k * (size_t)t.width, dither);
      }
    }
  }
  cr_free(rows);
  return CR_OK;
}
