// Which decoder a picture is for.
#include "failure.h"
#include "jpeg_decoder.h"
#include "png_decoder.h"
#include <string.h>

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};

// What the first bytes are: a format that is decoded, or 0 with a reason.
static int sniff(const uint8_t *bytes, size_t length, char *message, ic_status *status) {
  *status = IC_NOT_AN_IMAGE;
  if (length == 0) {
    ic_fail(message, *status, "it is empty; wanted PNG or JPEG");
    return 0;
  }
  if (memcmp(bytes, png_signature, length < 8 ? length : 8) == 0) {
    if (length >= 8) return IC_PNG;
    *status = ic_fail(message, IC_TRUNCATED, "only %zu bytes of a PNG", length);
    return 0;
  }
  static const uint8_t jpeg_signature[3] = {0xFF, 0xD8, 0xFF};
  if (memcmp(bytes, jpeg_signature, length < 3 ? length : 3) == 0) {
    if (length >= 3) return IC_JPEG;
    *status = ic_fail(message, IC_TRUNCATED, "only %zu bytes of a JPEG", length);
    return 0;
  }
  const char *name = NULL;
  if (length >= 12 && memcmp(bytes, "RIFF", 4) == 0 && memcmp(bytes + 8, "WEBP", 4) == 0) name = "WebP";
  else if (length >= 4 && memcmp(bytes, "GIF8", 4) == 0) name = "GIF";
  else if (length >= 12 && memcmp(bytes + 4, "ftypavif", 8) == 0) name = "AVIF";
  else if (length >= 12 && memcmp(bytes + 4, "ftyphei", 7) == 0) name = "HEIC";
  else if (length >= 4 && (memcmp(bytes, "II*\0", 4) == 0 || memcmp(bytes, "MM\0*", 4) == 0)) name = "TIFF";
  else if (length >= 5 && (memcmp(bytes, "<?xml", 5) == 0 || memcmp(bytes, "<svg", 4) == 0)) name = "SVG or other XML";
  else if (length >= 14 && memcmp(bytes, "BM", 2) == 0) name = "BMP";
  if (name) ic_fail(message, *status, "it is %s; wanted PNG or JPEG", name);
  else ic_fail(message, *status, "it begins with the bytes %02x %02x…, neither PNG nor JPEG", bytes[0], length > 1 ? bytes[1] : 0);
  return 0;
}

ic_status ic_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message) {
  message[0] = 0;
  memset(info, 0, sizeof *info);
  info->orientation = 1;
  ic_status status;
  switch (sniff(bytes, length, message, &status)) {
  case IC_PNG: return ic_png_probe(bytes, length, info, message);
  case IC_JPEG: return ic_jpeg_probe(bytes, length, info, message);
  default: return status;
  }
}

static ic_status decode(const ic_request *request) {
  int32_t width = request->width, height = request->height;
  char *message = request->message;
  message[0] = 0;
  if (width < 1 || height < 1 || width > IC_MAX_SIDE || height > IC_MAX_SIDE || request->stride < (size_t)width * 4 ||
      !request->pixels)
    return ic_fail(message, IC_BAD_ARGUMENT, "asked for %d x %d pixels with %zu bytes a row", width, height, request->stride);
  ic_status status;
  switch (sniff(request->bytes, request->length, message, &status)) {
  case IC_PNG: return ic_png_decode(request);
  case IC_JPEG:
    if (request->read) return ic_fail(message, IC_NOT_AN_IMAGE, "it is JPEG; wanted PNG in pieces");
    return ic_jpeg_decode(request);
  default: return status;
  }
}

ic_status ic_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, size_t byte_limit,
    ic_cancelled cancelled, void *context, char *message) {
  ic_request request = {bytes, length, NULL, NULL, width, height, pixels, stride, byte_limit, cancelled, context, message};
  return decode(&request);
}

ic_status ic_decode_pieces(
    const uint8_t *bytes, size_t length, ic_read read, void *file, int32_t width, int32_t height, uint8_t *pixels, size_t stride,
    size_t byte_limit, ic_cancelled cancelled, void *context, char *message) {
  ic_request request = {bytes, length, read, file, width, height, pixels, stride, byte_limit, cancelled, context, message};
  return decode(&request);
}
