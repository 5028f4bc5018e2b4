#ifndef CR_GLYPH_SLOT_H
#define CR_GLYPH_SLOT_H
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "instance.h"

/// What a picture of a glyph depends on.
typedef struct {
  const cr_instance *font;  // may be gone in keys of kept glyphs: only `font_id` is compared
  uint32_t font_id;
  uint32_t glyph;
  uint32_t size;   // device pixels per em, 26.6
  uint8_t phase;   // quarters of a pixel to the right, 0...3
  uint8_t native;  // a colour bitmap as the font has it, not scaled
  uint8_t hinted;  // edges on whole rows of pixels
  uint8_t tone;    // of the text: tone.h
  uint8_t pure;    // coverage of 0 and 255 only
  uint32_t ink;    // 0xRRGGBB of the text, where glyphs with colours of their own may take it up; else 0
} cr_glyph_key;

/// One rasterised glyph. What is drawn of it is immutable; lives while a list has it. Fields other than `recent` are written by the thread that makes
/// it, and under the locks of the cache.
typedef struct cr_glyph_slot {
  struct cr_glyph_slot *next;               // in its bucket
  cr_glyph_key key;
  uint64_t hash;
  atomic_bool recent;                       // looked up since room was made last
  bool marked;                              // some list has it; while room is made
  bool color;                               // premultiplied argb8888, else coverage
  bool outline;                             // too large for a bitmap: draw its outline
  int32_t left, top;                        // from the pen on the baseline to the top left pixel, y downwards
  int32_t width, height, stride;
  float native_size;                        // pixels per em of a native colour bitmap
  size_t bytes;
  uint8_t *pixels;
} cr_glyph_slot;

#endif
