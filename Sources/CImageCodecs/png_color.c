// Precedence as in the third edition of PNG, section 4.3: cICP, iCCP, sRGB, then gAMA with cHRM.
#include "png_color.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { MAX_PROFILE = 4 << 20 };

void ic_png_keep_colors(png_structp png) {
  static const png_byte kept[] = "iCCP\0sRGB\0gAMA\0cHRM\0cICP\0";
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_ALWAYS, kept, (int)(sizeof kept - 1) / 5);
}

static const png_unknown_chunk *find(png_structp png, png_infop info, const char *kind, size_t least) {
  png_unknown_chunkp chunks = NULL;
  int count = png_get_unknown_chunks(png, info, &chunks);
  for (int i = 0; i < count; i++)
    if (memcmp(chunks[i].name, kind, 4) == 0 && chunks[i].size >= least && chunks[i].data) return &chunks[i];
  return NULL;
}

// Decompresses a profile; NULL if it is damaged or larger than the limit. The caller frees it with free.
static uint8_t *unpack(const png_unknown_chunk *chunk, size_t limit, size_t *length) {
  const uint8_t *end = memchr(chunk->data, 0, chunk->size < 80 ? chunk->size : 80);
  size_t start = end ? (size_t)(end - chunk->data) + 2 : chunk->size;
  if (start >= chunk->size || chunk->data[start - 1] != 0) return NULL;
  z_stream z = {.next_in = chunk->data + start, .avail_in = (uInt)(chunk->size - start)}; // chunks are below 2^31
  uint8_t head[128];
  z.next_out = head;
  z.avail_out = sizeof head;
  if (inflateInit(&z) != Z_OK) return NULL;
  // The first four bytes are the length of the profile.
  uint8_t *profile = NULL;
  if (inflate(&z, Z_SYNC_FLUSH) >= 0 && z.avail_out == 0) {
    size_t size = (size_t)head[0] << 24 | (size_t)head[1] << 16 | (size_t)head[2] << 8 | head[3];
    if (size > sizeof head && size <= limit && size <= MAX_PROFILE) profile = malloc(size);
    if (profile) {
      memcpy(profile, head, sizeof head);
      z.next_out = profile + sizeof head;
      z.avail_out = (uInt)(size - sizeof head);
      int result = inflate(&z, Z_FINISH);
      *length = size;
      if (z.avail_out > 0 || (result != Z_STREAM_END && result != Z_BUF_ERROR && result != Z_OK)) {
        free(profile);
        profile = NULL;
      }
    }
  }
  inflateEnd(&z);
  return profile;
}

static double number(const uint8_t *p) {
  return ((double)p[0] * 16777216 + (double)p[1] * 65536 + (double)p[2] * 256 + p[3]) / 100000;
}

static ic_color *calibrated(png_structp png, png_infop info, ic_color_layout layout) {
  const png_unknown_chunk *gamma = find(png, info, "gAMA", 4), *primaries = find(png, info, "cHRM", 32);
  ic_calibration k;
  memset(&k, 0, sizeof k);
  if (gamma) k.gamma = number(gamma->data);
  if (k.gamma < 0.01 || k.gamma > 100) k.gamma = 0;
  if (primaries) {
    double *places[] = {k.white, k.red, k.green, k.blue};
    k.has_primaries = 1;
    for (int i = 0; i < 8; i++) {
      double v = number(primaries->data + i * 4);
      places[i / 2][i % 2] = v;
      if (v > 1 || (i % 2 && v <= 0)) k.has_primaries = 0; // not a valid colour
    }
  }
  return ic_color_create_calibrated(&k, layout);
}

ic_color *ic_png_color(png_structp png, png_infop info, ic_color_layout layout, size_t byte_limit) {
  const png_unknown_chunk *coded = find(png, info, "cICP", 4), *packed = find(png, info, "iCCP", 10);
  if (coded && coded->data[2] == 0) return ic_color_create_coded(coded->data[0], coded->data[1], layout);
  if (packed) {
    size_t length = 0;
    uint8_t *profile = unpack(packed, byte_limit, &length);
    ic_color *color = profile ? ic_color_create(profile, length, layout) : NULL;
    free(profile);
    return color;
  }
  if (find(png, info, "sRGB", 1)) return NULL;
  return calibrated(png, info, layout);
}

void ic_png_profile_name(png_structp png, png_infop info, char *name) {
  const png_unknown_chunk *packed = find(png, info, "iCCP", 2);
  size_t count = 0;
  for (; packed && count < packed->size && count + 1 < IC_PROFILE_NAME_SIZE && packed->data[count]; count++)
    name[count] = packed->data[count] >= 32 && packed->data[count] < 127 ? (char)packed->data[count] : '?';
  name[count] = 0;
}
