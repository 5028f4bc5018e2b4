// Arbitrary bytes as a picture: header, decoding at a size asked for by the first byte, turning; and drawn while it arrives.
#include <stdlib.h>
#include <string.h>
#include "image_codecs.h"
#include "mutators.h"

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) { return fz_png_mutate(bytes, size, most, seed); }

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

// The same bytes as they would arrive, in pieces whose sizes are those of the input, with a preview after each; some previews are cancelled.
static void arrive(const uint8_t *bytes, size_t length, int is_png) {
  char message[IC_MESSAGE_SIZE];
  static uint8_t pixels[64 * 64 * 4];
  ic_arriving *arriving = ic_arriving_create(is_png ? IC_ARRIVING_PNG : IC_ARRIVING_JPEG, BYTE_LIMIT);
  if (arriving == NULL) return;
  const ic_arrived *state = ic_arriving_state(arriving);
  size_t at = 0;
  ic_status status = IC_OK;
  while (at < length && status == IC_OK) {
    const size_t piece = 1 + (size_t)bytes[at] * 2, some = piece < length - at ? piece : length - at;
    const int32_t before = state->scans;
    status = ic_arriving_append(arriving, bytes + at, some, message);
    if (status != IC_OK && message[0] == 0) abort();
    if (state->scans < before || !(state->blur >= 0 && state->blur <= 3.5)) abort();
    at += some;
    if (status != IC_OK || !state->has_info || state->scans == 0) continue;
    const int32_t width = state->info.width, height = state->info.height;
    int left = 200;
    ic_request request = {.width = width < 64 ? width : 64, .height = height < 64 ? height : 64, .byte_limit = BYTE_LIMIT, .cancelled = after,
                          .context = &left, .message = message};
    status = ic_arriving_prepare(arriving, &request);
    if (status != IC_OK) break;
    if (state->width < request.width || state->height < request.height) abort();
    request.pixels = pixels;
    request.stride = (size_t)request.width * 4;
    left = at % 3 == 0 ? (int)(at % 40) : 20000;
    status = ic_arriving_preview(arriving, &request);
    if (status != IC_OK && message[0] == 0) abort();
    if (status == IC_CANCELLED) status = IC_OK;
    else if (status == IC_OK)
      for (size_t i = 0; i < request.stride * (size_t)request.height; i += 4)
        if (pixels[i] > pixels[i + 3] || pixels[i + 1] > pixels[i + 3] || pixels[i + 2] > pixels[i + 3]) abort();
  }
  ic_arriving_destroy(arriving);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[IC_MESSAGE_SIZE];
  ic_info info;
  const int is_png = length > 8 && bytes[0] == 0x89;
  arrive(bytes, length, is_png);
  const ic_status probed =
      is_png ? ic_png_probe(bytes, length, &info, message) : ic_jpeg_probe(bytes, length, &info, message);
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
  // Of every other input a part: what lies around a pixel of it, or more than there is, which is refused.
  const int is_part = length > 1 && bytes[length - 2] % 2;
  const int32_t x = is_part ? info.width / 3 : 0, y = is_part ? info.height / 3 : 0;
  const int32_t part_width = !is_part ? 0 : bytes[length - 2] > 250 ? info.width : info.width - x;
  const int32_t part_height = !is_part ? 0 : info.height - y;
  if (is_part && width > part_width) width = part_width;
  if (is_part && height > part_height) height = part_height;
  const size_t stride = (size_t)width * 4;
  uint8_t *pixels = malloc(stride * (size_t)height), *turned = malloc(stride * (size_t)height);
  if (pixels != NULL && turned != NULL) {
    int left = 10000;
    const ic_request request = {
        bytes, length, NULL, NULL, width, height, pixels, stride, BYTE_LIMIT, after, &left, message, x, y, part_width, part_height};
    const ic_status decoded = is_png ? ic_png_decode(&request) : ic_jpeg_decode(&request);
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
  if (pixels != NULL && turned != NULL && again != NULL && is_png) {
    int left = 10000, left_again = 10000;
    rest file = {bytes + 8, length - 8}; // a header was read: it is longer
    char other[IC_MESSAGE_SIZE];
    const ic_request at_once = {
        bytes, length, NULL, NULL, width, height, pixels, stride, BYTE_LIMIT, after, &left, message, x, y, part_width, part_height};
    const ic_request in_pieces = {
        bytes, 8, next, &file, width, height, again, stride, BYTE_LIMIT, after, &left_again, other, x, y, part_width, part_height};
    const ic_status whole = ic_png_decode(&at_once), parts = ic_png_decode(&in_pieces);
    if (whole != parts || strcmp(message, other) != 0) abort();
    if (whole == IC_OK && memcmp(pixels, again, stride * (size_t)height) != 0) abort();
  }
  free(again);
  free(turned);
  free(pixels);
  return 0;
}
