// The boxes of ISO base media files (ISO/IEC 14496-12): bounded reading, nothing is allocated. Any thread.
#pragma once
#include "avif_codec.h"
#include <stdbool.h>

// A part of the file; borrowed.
typedef struct {
  const uint8_t *bytes;
  size_t length;
} av_span;

// Reads big-endian numbers from the front of a span. What goes beyond its end gives 0, and `failed` stays set.
typedef struct {
  av_span left;
  bool failed;
} av_cursor;

#define AV_KIND(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

typedef struct {
  uint32_t kind;
  av_span content; // what follows the box's header; shorter than `size` where the file ends
  bool is_cut;     // the file ends inside it
} av_box;

av_cursor av_cursor_of(av_span span);
uint64_t av_take(av_cursor *cursor, size_t bytes); // 0...8 bytes
av_span av_take_span(av_cursor *cursor, size_t bytes);
void av_skip(av_cursor *cursor, size_t bytes);
// Reads version and flags of a full box: version << 24 | flags.
uint32_t av_take_version(av_cursor *cursor);

// Takes the next box. False at the end, and where a size is nonsense (then `failed` is set).
bool av_next_box(av_cursor *cursor, av_box *box);
// The first box of a kind; false: none.
bool av_find_box(av_span in, uint32_t kind, av_box *box);
