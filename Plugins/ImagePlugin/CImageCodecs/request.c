#include "request.h"

#include "failure.h"

ic_status ic_check_size(const ic_request *request, uint32_t source_width, uint32_t source_height) {
  if (source_width > IC_MAX_SIDE || source_height > IC_MAX_SIDE)
    return ic_fail(
        request->message, IC_TOO_LARGE, "its header says %u x %u pixels; %d a side are the most", source_width, source_height,
        IC_MAX_SIDE);
  if ((uint32_t)request->width > source_width || (uint32_t)request->height > source_height)
    return ic_fail(
        request->message, IC_BAD_ARGUMENT, "asked for %d x %d pixels of a picture of %u x %u", request->width, request->height,
        source_width, source_height);
  return IC_OK;
}
