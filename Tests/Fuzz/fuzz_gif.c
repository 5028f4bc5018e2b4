// Arbitrary bytes as a GIF: its blocks, and each image on a small canvas.
#include "gif.h"
#include <stdlib.h>
#include <string.h>

// The file, and a canvas that is no larger than what is fuzzed quickly.
typedef struct {
  const uint8_t *bytes;
  size_t length;
  uint8_t *canvas;
  int32_t width, height;
  int images;
} state;

static int after(void *context) {
  int *left = context;
  return (*left)-- <= 0;
}

// An interlaced image as it would arrive, in pieces.
static void arrive(state *s, const gf_image *image) {
  char message[GF_MESSAGE_SIZE] = "";
  gf_arriving *arriving = gf_arriving_create(image);
  if (arriving == NULL) return;
  gf_status status = GF_OK;
  int32_t before = 0;
  for (size_t length = image->data; status == GF_OK && length < s->length;) {
    length += 1 + (size_t)s->bytes[length];
    if (length > s->length) length = s->length;
    int32_t passes = -1;
    status = gf_arriving_draw(arriving, s->bytes, length, s->canvas, s->width, s->height, (size_t)s->width * 4, &passes, message);
    if (status == GF_OK && (passes < before || passes > 4)) abort();
    if (status != GF_OK && message[0] == 0) abort();
    before = passes;
  }
  gf_arriving_destroy(arriving);
}

static int take(void *context, const gf_image *image) {
  state *s = context;
  char message[GF_MESSAGE_SIZE] = "";
  int32_t rows = -1;
  int left = 100;
  const gf_status status = gf_draw(
      s->bytes, s->length, image, s->canvas, s->width, s->height, (size_t)s->width * 4, &rows, after, &left, message);
  if (memchr(message, 0, sizeof message) == NULL || rows < 0 || rows > image->height) abort();
  if (status != GF_OK && message[0] == 0) abort();
  arrive(s, image);
  return ++s->images < 16;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[GF_MESSAGE_SIZE] = "";
  gf_info info;
  if (gf_read_size(bytes, length, &info, message) != GF_OK) {
    if (message[0] == 0) abort();
    return 0;
  }
  if (info.width < 1 || info.height < 1) abort();
  state s = {bytes, length, NULL, info.width > 64 ? 64 : info.width, info.height > 64 ? 64 : info.height, 0};
  s.canvas = calloc((size_t)s.width * (size_t)s.height, 4);
  if (s.canvas == NULL) return 0;
  const gf_status status = gf_scan(bytes, length, &info, take, &s, message);
  if (status != GF_OK && message[0] == 0) abort();
  // Colours are opaque, and what is not drawn is transparent.
  for (size_t i = 0; i < (size_t)s.width * (size_t)s.height * 4; i += 4) {
    const uint8_t *p = s.canvas + i;
    if (p[3] != 255 && (p[0] | p[1] | p[2] | p[3]) != 0) abort();
  }
  free(s.canvas);
  return 0;
}
