#ifndef CR_GLYPH_SLOT_H
#define CR_GLYPH_SLOT_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "instance.h"

/// Key of a glyph picture.
typedef struct {
  const cr_instance *font;  // may be freed in keys of cached glyphs: only `font_id` is compared
  uint32_t font_id;
  uint32_t glyph;
  uint32_t size;   // device pixels per em, 26.6
  uint8_t phase;   // quarters of a pixel to the right, 0...3
  uint8_t native;  // an unscaled colour bitmap of the font
  uint8_t hinted;  // edges on whole rows of pixels
  uint8_t tone;    // of the text: tone.h
  uint8_t bilevel;    // coverage of 0 and 255 only
  uint32_t ink;    // 0xRRGGBB of the text, if colour glyphs may use it; else 0
} cr_glyph_key;

/// One rasterised glyph. Its drawn data is immutable; it lives while a list contains it. Fields other than `recent` are written by the
/// creating thread, and under the locks of the cache.
typedef struct cr_glyph_slot {
  struct cr_glyph_slot *next;               // in its bucket
  cr_glyph_key key;
  uint64_t hash;
  atomic_bool recent;                       // looked up since the last sweep
  bool marked;                              // in some list; during a sweep
  bool color;                               // premultiplied argb8888, else coverage
  bool outline;                             // too large for a bitmap: draw its outline
  int32_t left, top;                        // from the pen on the baseline to the top left pixel, y downwards
  int32_t width, height, stride;
  float native_size;                        // pixels per em of a native colour bitmap
  size_t bytes;
  uint8_t *pixels;
} cr_glyph_slot;

#endif
