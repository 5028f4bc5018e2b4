// Finds the ends of a JPEG's scans without decoding. One thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Parser state; all zero at the beginning of a file.
typedef struct {
  int step;           // kind of the next byte
  uint8_t marker;     // marker of the current segment
  uint32_t left;      // remaining bytes of the segment
  int32_t scans;      // number of scan headers read
  uint8_t frame;      // marker of the frame header, SOF0 to SOF15; 0 before it
  bool ended;         // whether the end of the picture was read
} ic_jpeg_marks;

// Processes the following bytes.
void ic_jpeg_marks_read(ic_jpeg_marks *marks, const uint8_t *bytes, size_t length);
// Returns the number of complete scans.
int32_t ic_jpeg_marks_complete(const ic_jpeg_marks *marks);
