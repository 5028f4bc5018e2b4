// Finds where the scans of a JPEG end, without decoding. One thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All zero at the beginning of a file.
typedef struct {
  int step;           // what the next byte is
  uint8_t marker;     // the one whose segment is read
  uint32_t left;      // bytes of the segment
  int32_t scans;      // scans whose header has come
  uint8_t frame;      // marker of the frame header, SOF0 to SOF15; 0: not yet
  bool ended;         // the end of the picture has come
} ic_jpeg_marks;

// Reads the bytes that follow.
void ic_jpeg_marks_read(ic_jpeg_marks *marks, const uint8_t *bytes, size_t length);
// Scans that have come as a whole.
int32_t ic_jpeg_marks_complete(const ic_jpeg_marks *marks);
