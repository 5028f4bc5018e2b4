#include "jpeg_marks.h"

#include <string.h>

// Kind of the next byte. Source: ITU-T T.81, B.1.1.
enum { DATA = 0, MARKER, LENGTH_HIGH, LENGTH_LOW, SEGMENT };
enum { TEM = 0x01, SOF0 = 0xC0, SOF15 = 0xCF, DHT = 0xC4, JPG = 0xC8, DAC = 0xCC, RST0 = 0xD0, SOI = 0xD8, EOI = 0xD9, SOS = 0xDA };

static void take_marker(ic_jpeg_marks *m, uint8_t byte) {
  if (byte == 0xFF) return; // fill byte
  m->step = DATA;
  if (byte == 0 || byte == TEM || (byte >= RST0 && byte <= SOI)) return;
  if (byte == EOI) {
    m->ended = true;
    return;
  }
  m->marker = byte;
  m->step = LENGTH_HIGH;
}

static void end_segment(ic_jpeg_marks *m) {
  m->step = DATA;
  uint8_t marker = m->marker;
  if (marker == SOS && m->scans < INT32_MAX) m->scans++;
  if (marker >= SOF0 && marker <= SOF15 && marker != DHT && marker != JPG && marker != DAC && m->frame == 0) m->frame = marker;
}

void ic_jpeg_marks_read(ic_jpeg_marks *m, const uint8_t *bytes, size_t length) {
  const uint8_t *at = bytes, *end = bytes + length;
  while (at < end && !m->ended) {
    switch (m->step) {
    case DATA:
      at = memchr(at, 0xFF, (size_t)(end - at));
      if (!at) return;
      at++;
      m->step = MARKER;
      break;
    case MARKER: take_marker(m, *at++); break;
    case LENGTH_HIGH:
      m->left = (uint32_t)*at++ << 8;
      m->step = LENGTH_LOW;
      break;
    case LENGTH_LOW:
      m->left |= *at++;
      m->left = m->left > 2 ? m->left - 2 : 0; // the length includes its own two bytes
      m->step = SEGMENT;
      if (m->left == 0) end_segment(m);
      break;
    default: {
      size_t some = (size_t)(end - at) < m->left ? (size_t)(end - at) : m->left;
      at += some;
      m->left -= (uint32_t)some;
      if (m->left == 0) end_segment(m);
    }
    }
  }
}

int32_t ic_jpeg_marks_complete(const ic_jpeg_marks *m) { return m->ended || m->scans == 0 ? m->scans : m->scans - 1; }
