// Bounded parser of the boxes of ISO base media files (ISO/IEC 14496-12); nothing is allocated. Any thread.
#pragma once
#include "avif_codec.h"
#include <stdbool.h>

// Part of the file; borrowed.
typedef struct {
  const uint8_t *bytes;
  size_t length;
} av_span;

// Reads big-endian numbers from the front of a span. Reads beyond its end return 0 and set `failed` permanently.
typedef struct {
  av_span left;
  bool failed;
} av_cursor;

#define AV_KIND(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

typedef struct {
  uint32_t kind;
  av_span content; // data after the box's header; shorter than `size` if the file is truncated
  bool is_cut;     // whether the file ends inside the box
} av_box;

av_cursor av_cursor_of(av_span span);
uint64_t av_take(av_cursor *cursor, size_t bytes); // 0...8 bytes
av_span av_take_span(av_cursor *cursor, size_t bytes);
void av_skip(av_cursor *cursor, size_t bytes);
// Reads version and flags of a full box: version << 24 | flags.
uint32_t av_take_version(av_cursor *cursor);

// Reads the next box. Returns false at the end, and for an invalid size (then `failed` is set).
bool av_next_box(av_cursor *cursor, av_box *box);
// Finds the first box of a kind; returns false if there is none.
bool av_find_box(av_span in, uint32_t kind, av_box *box);
