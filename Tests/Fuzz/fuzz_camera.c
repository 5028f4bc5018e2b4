// Answers of a camera's driver: format, size, stride and number of bytes, and its picture in every rotation.
#include "video_picture.h"
#include <stdlib.h>
#include <string.h>

static const char formats[][5] = {"YUYV", "UYVY", "NV12", "NV21", "YU12", "YV12", "RGBP", "RGB3", "BGR3", "XR24", "GREY", "H264"};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  if (length < 10) return 0;
  const char *name = formats[bytes[0] % (sizeof formats / sizeof formats[0])];
  uint16_t sizes[3];
  memcpy(sizes, bytes + 1, sizeof sizes);
  const vd_picture picture = {
      .format = VD_FOURCC(name[0], name[1], name[2], name[3]), .width = (int16_t)sizes[0], .height = (int16_t)sizes[1],
      .stride = bytes[7] & 128 ? (uint32_t)sizes[2] << 12 : sizes[2], .is_full = bytes[7] & 1, .matrix = bytes[7] >> 1 & 15};
  const vd_conversion conversion = {
      .quarter_turns = bytes[8] & 7, .shrink = 1 << (bytes[8] >> 3 & 3), .is_smooth = bytes[8] >> 5 & 1, .is_mirrored = bytes[8] >> 6 & 1};
  const size_t needed = vd_picture_size(&picture);
  int32_t width, height;
  vd_picture_result(&picture, &conversion, &width, &height);
  if ((needed == 0) != (width < 1 || height < 1)) abort();
  if (needed == 0 || (int64_t)width * height > 1 << 20) return 0;
  // A copy without a byte to spare, so that a read behind it is seen.
  const size_t count = length - 9;
  uint8_t *samples = malloc(count), *pixels = malloc((size_t)width * (size_t)height * 4);
  if (samples != NULL && pixels != NULL) {
    memcpy(samples, bytes + 9, count);
    const vd_status status = vd_picture_convert(&picture, samples, count, &conversion, pixels, (size_t)width * 4);
    if ((status == VD_OK) != (count >= needed)) abort();
    if (status == VD_OK && pixels[(size_t)width * (size_t)height * 4 - 1] != 255) abort();
  }
  free(samples);
  free(pixels);
  return 0;
}
