#include "internal.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

cr_image_status cr_fail(char *message, cr_image_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, CR_IMAGE_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}

static const uint8_t png_signature[8] = {0x89, 'P', 'N', 'G', 0x0D, 0x0A, 0x1A, 0x0A};

// What the first bytes are: a format that is decoded, or 0 with a reason.
static int sniff(const uint8_t *bytes, size_t length, char *message, cr_image_status *status) {
  *status = CR_IMAGE_NOT_AN_IMAGE;
  if (length == 0) {
    cr_fail(message, *status, "it is empty; wanted PNG or JPEG");
    return 0;
  }
  if (memcmp(bytes, png_signature, length < 8 ? length : 8) == 0) {
    if (length >= 8) return CR_IMAGE_PNG;
    *status = cr_fail(message, CR_IMAGE_TRUNCATED, "only %zu bytes of a PNG", length);
    return 0;
  }
  static const uint8_t jpeg_signature[3] = {0xFF, 0xD8, 0xFF};
  if (memcmp(bytes, jpeg_signature, length < 3 ? length : 3) == 0) {
    if (length >= 3) return CR_IMAGE_JPEG;
    *status = cr_fail(message, CR_IMAGE_TRUNCATED, "only %zu bytes of a JPEG", length);
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
  if (name) cr_fail(message, *status, "it is %s; wanted PNG or JPEG", name);
  else cr_fail(message, *status, "it begins with the bytes %02x %02x…, neither PNG nor JPEG", bytes[0], length > 1 ? bytes[1] : 0);
  return 0;
}

cr_image_status cr_image_probe(const uint8_t *bytes, size_t length, cr_image_info *info, char *message) {
  message[0] = 0;
  memset(info, 0, sizeof *info);
  info->orientation = 1;
  cr_image_status status;
  switch (sniff(bytes, length, message, &status)) {
  case CR_IMAGE_PNG: return cr_png_probe(bytes, length, info, message);
  case CR_IMAGE_JPEG: return cr_jpeg_probe(bytes, length, info, message);
  default: return status;
  }
}

static cr_image_status decode(const cr_request *request) {
  int32_t width = request->width, height = request->height;
  char *message = request->message;
  message[0] = 0;
  if (width < 1 || height < 1 || width > CR_IMAGE_MAX_SIDE || height > CR_IMAGE_MAX_SIDE || request->stride < (size_t)width * 4 ||
      !request->pixels)
    return cr_fail(message, CR_IMAGE_BAD_ARGUMENT, "asked for %d x %d pixels with %zu bytes a row", width, height, request->stride);
  cr_image_status status;
  switch (sniff(request->bytes, request->length, message, &status)) {
  case CR_IMAGE_PNG: return cr_png_decode(request);
  case CR_IMAGE_JPEG:
    if (request->read) return cr_fail(message, CR_IMAGE_NOT_AN_IMAGE, "it is JPEG; wanted PNG in pieces");
    return cr_jpeg_decode(request);
  default: return status;
  }
}

cr_image_status cr_image_decode(
    const uint8_t *bytes, size_t length, int32_t width, int32_t height, uint8_t *pixels, size_t stride, size_t byte_limit,
    cr_image_cancelled cancelled, void *context, char *message) {
  cr_request request = {bytes, length, NULL, NULL, width, height, pixels, stride, byte_limit, cancelled, context, message};
  return decode(&request);
}

cr_image_status cr_image_decode_pieces(
    const uint8_t *bytes, size_t length, cr_image_read read, void *file, int32_t width, int32_t height, uint8_t *pixels, size_t stride,
    size_t byte_limit, cr_image_cancelled cancelled, void *context, char *message) {
  cr_request request = {bytes, length, read, file, width, height, pixels, stride, byte_limit, cancelled, context, message};
  return decode(&request);
}

cr_image_status cr_check_size(const cr_request *request, uint32_t source_width, uint32_t source_height) {
  if (source_width > CR_IMAGE_MAX_SIDE || source_height > CR_IMAGE_MAX_SIDE)
    return cr_fail(
        request->message, CR_IMAGE_TOO_LARGE, "its header says %u x %u pixels; %d a side are the most", source_width, source_height,
        CR_IMAGE_MAX_SIDE);
  if ((uint32_t)request->width > source_width || (uint32_t)request->height > source_height)
    return cr_fail(
        request->message, CR_IMAGE_BAD_ARGUMENT, "asked for %d x %d pixels of a picture of %u x %u", request->width, request->height,
        source_width, source_height);
  return CR_IMAGE_OK;
}

cr_image_status cr_image_orient(
    const uint8_t *from, size_t from_stride, int32_t width, int32_t height, int32_t orientation, uint8_t *to, size_t to_stride,
    cr_image_cancelled cancelled, void *context) {
  if (orientation < 1 || orientation > 8 || width < 0 || height < 0) return CR_IMAGE_BAD_ARGUMENT;
  // Shown (x, y) comes from stored (u, v): with the axes swapped from 5 on, then mirrored where the table says so.
  bool swap = orientation >= 5;
  bool mirror_u = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  bool mirror_v = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  int32_t columns = swap ? height : width, rows = swap ? width : height;
  for (int32_t y = 0; y < rows; y++) {
    uint8_t *target = to + (size_t)y * to_stride;
    if (cancelled && y % 8 == 0 && cancelled(context)) return CR_IMAGE_CANCELLED;
    for (int32_t x = 0; x < columns; x++) {
      int32_t u = swap ? y : x, v = swap ? x : y;
      if (mirror_u) u = width - 1 - u;
      if (mirror_v) v = height - 1 - v;
      memcpy(target + (size_t)x * 4, from + (size_t)v * from_stride + (size_t)u * 4, 4);
    }
  }
  return CR_IMAGE_OK;
}

int32_t cr_exif_orientation(const uint8_t *bytes, size_t length) {
  if (length < 8) return 1;
  bool little = bytes[0] == 'I' && bytes[1] == 'I';
  if (!little && !(bytes[0] == 'M' && bytes[1] == 'M')) return 1;
#define U16(p) (little ? (uint32_t)(p)[0] | (uint32_t)(p)[1] << 8 : (uint32_t)(p)[1] | (uint32_t)(p)[0] << 8)
#define U32(p) (little ? U16(p) | U16((p) + 2) << 16 : U16((p) + 2) | U16(p) << 16)
  size_t offset = U32(bytes + 4);
  if (offset > length - 2) return 1;
  uint32_t count = U16(bytes + offset);
  size_t entry = offset + 2;
  for (uint32_t i = 0; i < count && entry + 12 <= length; i++, entry += 12) {
    if (U16(bytes + entry) != 0x0112) continue;
    uint32_t value = U16(bytes + entry + 8);
    return value >= 1 && value <= 8 ? (int32_t)value : 1;
  }
  return 1;
#undef U16
#undef U32
}
