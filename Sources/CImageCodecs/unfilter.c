// Reverses the five filters of PNG (specification, section 9). Four lanes hold the channels of a pixel; the compiler turns them into vector
// instructions on processors that have them.
#include "unfilter.h"

#include <string.h>

typedef uint8_t u8x4 __attribute__((vector_size(4)));
typedef int16_t i16x4 __attribute__((vector_size(8)));

// Inlined with a constant step, so that each step is a load and a store of that size.
#define INLINE static inline __attribute__((always_inline))

INLINE i16x4 load(const uint8_t *from, size_t step) {
  u8x4 pixel = {0, 0, 0, 0};
  memcpy(&pixel, from, step);
  return __builtin_convertvector(pixel, i16x4);
}

INLINE i16x4 store(uint8_t *to, i16x4 lanes, size_t step) {
  lanes &= 0xFF;
  u8x4 pixel = __builtin_convertvector(lanes, u8x4);
  memcpy(to, &pixel, step);
  return lanes;
}

INLINE i16x4 absolute(i16x4 v) {
  i16x4 sign = v >> 15;
  return (v ^ sign) - sign;
}

// Paeth predictor: returns the one of left, above and above left (corner) that is nearest to left + above - corner. Ties are resolved in
// this order.
INLINE i16x4 paeth(i16x4 left, i16x4 above, i16x4 corner) {
  i16x4 to_left = above - corner, to_above = left - corner, to_corner = absolute(to_left + to_above);
  to_left = absolute(to_left);
  to_above = absolute(to_above);
  i16x4 takes_above = to_above < to_left;
  i16x4 nearest = (left & ~takes_above) | (above & takes_above), distance = (to_left & ~takes_above) | (to_above & takes_above);
  i16x4 takes_corner = to_corner < distance;
  return (nearest & ~takes_corner) | (corner & takes_corner);
}

INLINE void unfilter(uint8_t *row, const uint8_t *above, size_t count, size_t step, int filter) {
  i16x4 left = {0, 0, 0, 0}, corner = {0, 0, 0, 0};
  for (size_t i = 0; i < count; i += step) {
    i16x4 up = load(above + i, step), guess;
    if (filter == 1) guess = left;
    else if (filter == 3) guess = (left + up) >> 1;
    else guess = paeth(left, up, corner);
    left = store(row + i, load(row + i, step) + guess, step);
    corner = up;
  }
}

INLINE void unfilter_step(uint8_t *row, const uint8_t *above, size_t count, size_t step, int filter) {
  if (filter == 1) unfilter(row, above, count, step, 1);
  else if (filter == 3) unfilter(row, above, count, step, 3);
  else unfilter(row, above, count, step, 4);
}

void ic_unfilter(uint8_t *restrict row, const uint8_t *restrict above, size_t count, int channels, int filter) {
  if (filter == 0) return;
  if (filter == 2) {
    for (size_t i = 0; i < count; i++) row[i] = (uint8_t)(row[i] + above[i]);
    return;
  }
  switch (channels) {
  case 1: unfilter_step(row, above, count, 1, filter); break;
  case 2: unfilter_step(row, above, count, 2, filter); break;
  case 3: unfilter_step(row, above, count, 3, filter); break;
  default: unfilter_step(row, above, count, 4, filter); break;
  }
}
