// Arbitrary bytes as a WebP: header, frames, decoding at a size asked for by the last byte.
#include "webp_codec.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  const uint8_t *bytes;
  size_t length;
  int frames;
} state;

static void decode(const uint8_t *bytes, size_t length, int32_t width, int32_t height) {
  char message[WP_MESSAGE_SIZE] = "";
  int32_t rows = 0;
  const size_t stride = (size_t)width * 4;
  uint8_t *pixels = calloc((size_t)height, stride);
  if (pixels == NULL) return;
  const wp_status status = wp_decode(bytes, length, width, height, pixels, stride, 0, &rows, NULL, NULL, message);
  if (status != WP_OK && message[0] == 0) abort();
  if (rows < 0 || rows > height) abort();
  free(pixels);
}

static int take(void *context, const wp_frame *frame) {
  state *s = context;
  if (frame->offset > s->length || frame->length > s->length - frame->offset) abort();
  if (frame->width > 0 && frame->height > 0 && frame->width <= 256 && frame->height <= 256)
    decode(s->bytes + frame->offset, frame->length, frame->width, frame->height);
  return ++s->frames < 8;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[WP_MESSAGE_SIZE] = "";
  wp_info info;
  const wp_status status = wp_probe(bytes, length, &info, message);
  if (status != WP_OK) {
    if (message[0] == 0) abort();
    return 0;
  }
  if (info.width > 1024 || info.height > 1024) return 0;
  const int32_t divisor = 1 << (bytes[length - 1] % 4);
  const int32_t width = info.width / divisor, height = info.height / divisor;
  if (!info.is_animated && width > 0 && height > 0) decode(bytes, length, width, height);
  state s = {bytes, length, 0};
  wp_scan(bytes, length, &info, take, &s, message);
  return 0;
}
