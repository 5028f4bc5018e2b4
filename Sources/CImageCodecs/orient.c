#include "image_codecs.h"
#include <stdbool.h>
#include <string.h>

ic_status ic_orient(
    const uint8_t *from, size_t from_stride, int32_t width, int32_t height, int32_t orientation, uint8_t *to, size_t to_stride,
    ic_cancelled cancelled, void *context) {
  if (orientation < 1 || orientation > 8 || width < 0 || height < 0) return IC_BAD_ARGUMENT;
  // Output (x, y) is read from stored (u, v): axes swapped from 5 on, then mirrored according to the orientation.
  bool swap = orientation >= 5;
  bool mirror_u = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  bool mirror_v = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  int32_t columns = swap ? height : width, rows = swap ? width : height;
  for (int32_t y = 0; y < rows; y++) {
    uint8_t *target = to + (size_t)y * to_stride;
    if (cancelled && y % 8 == 0 && cancelled(context)) return IC_CANCELLED;
    for (int32_t x = 0; x < columns; x++) {
      int32_t u = swap ? y : x, v = swap ? x : y;
      if (mirror_u) u = width - 1 - u;
      if (mirror_v) v = height - 1 - v;
      memcpy(target + (size_t)x * 4, from + (size_t)v * from_stride + (size_t)u * 4, 4);
    }
  }
  return IC_OK;
}
