// Arbitrary bytes as a picture: header, decoding at a size asked for by the first byte, turning.
#include <stdlib.h>
#include <string.h>
#include "image_codecs.h"

// Beside the pixels: enough for small pictures, little enough that the fuzzer meets the refusal.
#define BYTE_LIMIT ((size_t)8 << 20)

static int after(void *context) {
  int *left = context;
  return (*left)-- <= 0;
}

// What is left of the input, a few bytes at a time.
typedef struct {
  const uint8_t *bytes;
  size_t length;
} rest;

static int64_t next(void *file, uint8_t *to, size_t count) {
  rest *r = file;
  size_t some = r->length < 5 ? r->length : 5;
  if (some > count) some = count;
  memcpy(to, r->bytes, some);
  r->bytes += some, r->length -= some;
  return (int64_t)some;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[IC_MESSAGE_SIZE];
  ic_info info;
  const ic_status probed = ic_probe(bytes, length, &info, message);
  if (memchr(message, 0, sizeof message) == NULL) abort();
  if (probed != IC_OK) {
    if (message[0] == 0) abort();
    return 0;
  }
  if (info.width < 1 || info.height < 1 || info.orientation < 1 || info.orientation > 8) abort();
  // The size asked for: full, half or a few pixels.
  const int32_t divisor = length == 0 ? 1 : 1 << (bytes[length - 1] % 6);
  int32_t width = info.width / divisor, height = info.height / divisor;
  width = width < 1 ? 1 : width > 128 ? 128 : width;
  height = height < 1 ? 1 : height > 128 ? 128 : height;
  const size_t stride = (size_t)width * 4;
  uint8_t *pixels = malloc(stride * (size_t)height), *turned = malloc(stride * (size_t)height);
  if (pixels != NULL && turned != NULL) {
    int left = 10000;
    const ic_status decoded =
        ic_decode(bytes, length, width, height, pixels, stride, BYTE_LIMIT, after, &left, message);
    if (decoded == IC_OK) {
      // Premultiplied: no channel above alpha.
      for (size_t i = 0; i < stride * (size_t)height; i += 4) {
        const uint8_t alpha = pixels[i + 3];
        if (pixels[i] > alpha || pixels[i + 1] > alpha || pixels[i + 2] > alpha) abort();
        if (info.is_opaque && alpha != 255) abort();
      }
      const size_t turned_stride = (info.orientation >= 5 ? (size_t)height : (size_t)width) * 4;
      if (ic_orient(pixels, stride, width, height, info.orientation, turned, turned_stride, NULL, NULL) != IC_OK) abort();
    } else if (message[0] == 0 && decoded != IC_CANCELLED) {
      abort();
    }
  }
  // In pieces it is the same picture.
  uint8_t *again = malloc(stride * (size_t)height);
  if (pixels != NULL && turned != NULL && again != NULL && info.format == IC_PNG) {
    int left = 10000, left_again = 10000;
    rest file = {bytes + 8, length - 8}; // a header was read: it is longer
    char other[IC_MESSAGE_SIZE];
    const ic_status whole = ic_decode(bytes, length, width, height, pixels, stride, BYTE_LIMIT, after, &left, message);
    const ic_status parts = ic_decode_pieces(
        bytes, 8, next, &file, width, height, again, stride, BYTE_LIMIT, after, &left_again, other);
    if (whole != parts || strcmp(message, other) != 0) abort();
    if (whole == IC_OK && memcmp(pixels, again, stride * (size_t)height) != 0) abort();
  }
  free(again);
  free(turned);
  free(pixels);
  return 0;
}
