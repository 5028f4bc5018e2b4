#include "size.h"

#include "failure.h"

ic_status ic_check_size(const ic_request *request, uint32_t source_width, uint32_t source_height) {
  int32_t width = request->width, height = request->height;
  if (width < 1 || height < 1 || width > IC_MAX_SIDE || height > IC_MAX_SIDE || request->stride < (size_t)width * 4 || !request->pixels)
    return ic_fail(
        request->message, IC_BAD_ARGUMENT, "cannot decode to %d x %d pixels with %zu bytes per row", width, height, request->stride);
  if (source_width > IC_MAX_SIDE || source_height > IC_MAX_SIDE)
    return ic_fail(
        request->message, IC_TOO_LARGE, "its header gives %u x %u pixels; the maximum is %d per side", source_width, source_height,
        IC_MAX_SIDE);
  if (request->crop_width != 0) {
    int64_t x = request->crop_x, y = request->crop_y, right = x + request->crop_width, bottom = y + request->crop_height;
    if (x < 0 || y < 0 || right <= x || bottom <= y || right > source_width || bottom > source_height)
      return ic_fail(
          request->message, IC_BAD_ARGUMENT, "cannot decode a part of %d x %d pixels at %d, %d of a picture of %u x %u", request->crop_width,
          request->crop_height, request->crop_x, request->crop_y, source_width, source_height);
    source_width = (uint32_t)request->crop_width, source_height = (uint32_t)request->crop_height;
  }
  if ((uint32_t)width > source_width || (uint32_t)height > source_height)
    return ic_fail(
        request->message, IC_BAD_ARGUMENT, "cannot decode to %d x %d pixels a picture of %u x %u", width, height, source_width,
        source_height);
  return IC_OK;
}

ic_part ic_wanted_part(const ic_request *request, uint32_t source_width, uint32_t source_height) {
  if (request->crop_width == 0) return (ic_part){0, 0, (int32_t)source_width, (int32_t)source_height};
  return (ic_part){request->crop_x, request->crop_y, request->crop_width, request->crop_height};
}
