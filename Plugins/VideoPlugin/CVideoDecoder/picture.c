#include "video_picture.h"

#include "checksum.h"
#include "convert.h"
#include "planes.h"
#include <stdlib.h>
#include <string.h>

// Formats of which each plane has rows of samples. Byte order and channels as of `comp`; bytes of a pixel in the first plane.
typedef struct {
  uint32_t format;
  uint32_t bytes;      // Of a pixel in the first plane.
  int chroma_planes;   // 0, 1 (U and V alternate) or 2.
  int is_v_first;      // Whether the plane of V precedes that of U.
  AVPixFmtDescriptor samples;
} known_format;

#define SAMPLE(p, s, o) {.plane = (p), .step = (s), .offset = (o), .depth = 8}
#define PLANES(w, h, a, b, c) {.nb_components = 3, .log2_chroma_w = (w), .log2_chroma_h = (h), .comp = {a, b, c}}
#define CHANNELS(a, b, c) {.nb_components = 3, .flags = AV_PIX_FMT_FLAG_RGB, .comp = {a, b, c}}

static const known_format known[] = {
    {VD_FOURCC('Y', 'U', 'Y', 'V'), 2, 0, 0, PLANES(1, 0, SAMPLE(0, 2, 0), SAMPLE(0, 4, 1), SAMPLE(0, 4, 3))},
    {VD_FOURCC('U', 'Y', 'V', 'Y'), 2, 0, 0, PLANES(1, 0, SAMPLE(0, 2, 1), SAMPLE(0, 4, 0), SAMPLE(0, 4, 2))},
    {VD_FOURCC('N', 'V', '1', '2'), 1, 1, 0, PLANES(1, 1, SAMPLE(0, 1, 0), SAMPLE(1, 2, 0), SAMPLE(1, 2, 1))},
    {VD_FOURCC('N', 'V', '2', '1'), 1, 1, 0, PLANES(1, 1, SAMPLE(0, 1, 0), SAMPLE(1, 2, 1), SAMPLE(1, 2, 0))},
    {VD_FOURCC('Y', 'U', '1', '2'), 1, 2, 0, PLANES(1, 1, SAMPLE(0, 1, 0), SAMPLE(1, 1, 0), SAMPLE(2, 1, 0))},
    {VD_FOURCC('Y', 'V', '1', '2'), 1, 2, 1, PLANES(1, 1, SAMPLE(0, 1, 0), SAMPLE(1, 1, 0), SAMPLE(2, 1, 0))},
    {VD_FOURCC('R', 'G', 'B', '3'), 3, 0, 0, CHANNELS(SAMPLE(0, 3, 0), SAMPLE(0, 3, 1), SAMPLE(0, 3, 2))},
    {VD_FOURCC('B', 'G', 'R', '3'), 3, 0, 0, CHANNELS(SAMPLE(0, 3, 2), SAMPLE(0, 3, 1), SAMPLE(0, 3, 0))},
    {VD_FOURCC('X', 'R', '2', '4'), 4, 0, 0, CHANNELS(SAMPLE(0, 4, 2), SAMPLE(0, 4, 1), SAMPLE(0, 4, 0))},
    // Read as BGR3 after expansion.
    {VD_FOURCC('R', 'G', 'B', 'P'), 2, 0, 0, CHANNELS(SAMPLE(0, 3, 2), SAMPLE(0, 3, 1), SAMPLE(0, 3, 0))},
    {VD_FOURCC('G', 'R', 'E', 'Y'), 1, 0, 0, {.nb_components = 1, .comp = {SAMPLE(0, 1, 0)}}},
};

static const known_format *find(uint32_t format) {
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (known[i].format == format) return &known[i];
  return NULL;
}

static int is_packed_422(const known_format *f) { return f->samples.log2_chroma_w && !f->chroma_planes; }

// Returns the bytes of a row of chroma, and their number of rows.
static size_t chroma_stride(const known_format *f, const vd_picture *p) { return f->chroma_planes == 2 ? p->stride / 2 : p->stride; }
static size_t chroma_rows(const vd_picture *p) { return ((size_t)p->height + 1) / 2; }

size_t vd_picture_size(const vd_picture *p) {
  const known_format *f = find(p->format);
  if (!f || p->width < 1 || p->height < 1 || p->width > VD_MAX_SIDE || p->height > VD_MAX_SIDE) return 0;
  // Pairs of pixels share their chroma.
  size_t across = ((size_t)p->width + 1) / 2;
  size_t row = is_packed_422(f) ? across * 4 : (size_t)p->width * f->bytes;
  size_t chroma = f->chroma_planes == 1 ? across * 2 : across;
  // The limit of the stride keeps all products below 2^50.
  if (p->stride < row || p->stride > (1u << 20) || (f->chroma_planes && chroma_stride(f, p) < chroma)) return 0;
  size_t luma = (size_t)p->stride * (size_t)p->height;
  if (!f->chroma_planes) return luma - p->stride + row;
  size_t plane = chroma_stride(f, p) * chroma_rows(p);
  return luma + plane * (size_t)f->chroma_planes - chroma_stride(f, p) + chroma;
}

// Describes the picture as a frame. `frame` must be valid while the planes are read.
static int describe(vd_planes *planes, AVFrame *frame, const known_format *f, const vd_picture *p, const uint8_t *bytes,
                    const vd_conversion *conversion) {
  memset(frame, 0, sizeof *frame);
  // Only the readers of planes.c see this frame; they write nothing.
  uint8_t *first = (uint8_t *)(uintptr_t)bytes;
  uint8_t *second = first + (size_t)p->stride * (size_t)p->height;
  uint8_t *third = second + chroma_stride(f, p) * chroma_rows(p);
  frame->format = AV_PIX_FMT_NONE;
  frame->width = p->width;
  frame->height = p->height;
  frame->data[0] = first;
  frame->linesize[0] = (int)p->stride;
  if (f->chroma_planes) {
    frame->data[1] = f->is_v_first ? third : second;
    frame->data[2] = f->chroma_planes == 1 ? NULL : f->is_v_first ? second : third;
    frame->linesize[1] = frame->linesize[2] = (int)chroma_stride(f, p);
  }
  frame->color_range = p->is_full ? AVCOL_RANGE_JPEG : f->samples.flags & AV_PIX_FMT_FLAG_RGB ? AVCOL_RANGE_UNSPECIFIED : AVCOL_RANGE_MPEG;
  frame->colorspace = (enum AVColorSpace)p->matrix;
  return vd_planes_init(planes, frame, &f->samples, conversion->shrink, conversion->is_smooth);
}

void vd_picture_result(const vd_picture *p, const vd_conversion *conversion, int32_t *width, int32_t *height) {
  *width = *height = 0;
  if (vd_picture_size(p) == 0) return;
  int shrink = conversion->shrink > 1 ? conversion->shrink : 1;
  // As vd_planes_init.
  while (shrink > 1 && (shrink > p->width || shrink > p->height)) shrink /= 2;
  *width = (conversion->quarter_turns & 1 ? p->height : p->width) / shrink;
  *height = (conversion->quarter_turns & 1 ? p->width : p->height) / shrink;
}

// Returns the picture with 8 bits a channel, B G R; NULL without memory.
static uint8_t *expand_565(const vd_picture *p, const uint8_t *bytes) {
  // Both sides are at most VD_MAX_SIDE.
  uint8_t *result = malloc((size_t)p->width * (size_t)p->height * 3);
  uint8_t *to = result;
  for (int32_t y = 0; result && y < p->height; y++) {
    const uint8_t *from = bytes + (size_t)y * p->stride;
    for (int32_t x = 0; x < p->width; x++, to += 3) {
      unsigned value = from[2 * x] | (unsigned)from[2 * x + 1] << 8, r = value >> 11, g = value >> 5 & 63, b = value & 31;
      to[0] = (uint8_t)(b << 3 | b >> 2);
      to[1] = (uint8_t)(g << 2 | g >> 4);
      to[2] = (uint8_t)(r << 3 | r >> 2);
    }
  }
  return result;
}

vd_status vd_picture_convert(
    const vd_picture *picture, const uint8_t *bytes, size_t count, const vd_conversion *conversion, uint8_t *pixels, size_t stride) {
  const known_format *f = find(picture->format);
  size_t needed = vd_picture_size(picture);
  if (!f || needed == 0) return VD_UNSUPPORTED;
  if (count < needed) return VD_CORRUPT;
  vd_picture p = *picture;
  uint8_t *expanded = NULL;
  if (f->format == VD_FOURCC('R', 'G', 'B', 'P')) {
    expanded = expand_565(&p, bytes);
    if (!expanded) return VD_NO_MEMORY;
    bytes = expanded;
    p.stride = (uint32_t)p.width * 3;
  }
  AVFrame frame;
  vd_planes planes;
  vd_status status =
      describe(&planes, &frame, f, &p, bytes, conversion) ? vd_convert_planes(&planes, conversion, pixels, stride) : VD_UNSUPPORTED;
  free(expanded);
  return status;
}

vd_status vd_picture_checksum(const vd_picture *p, const uint8_t *bytes, size_t count, char *text) {
  text[0] = 0;
  const known_format *f = find(p->format);
  size_t needed = vd_picture_size(p);
  if (!f || needed == 0 || !f->chroma_planes) return VD_UNSUPPORTED;
  if (count < needed) return VD_CORRUPT;
  const vd_av *av = vd_library();
  if (!av) return VD_NO_LIBRARY;
  size_t across = ((size_t)p->width + 1) / 2;
  uint8_t *row = malloc(across);
  struct AVMD5 *sum = row ? av->av_md5_alloc() : NULL;
  if (!sum) {
    free(row);
    return VD_NO_MEMORY;
  }
  av->av_md5_init(sum);
  for (int32_t y = 0; y < p->height; y++) av->av_md5_update(sum, bytes + (size_t)y * p->stride, (size_t)p->width);
  const uint8_t *chroma = bytes + (size_t)p->stride * (size_t)p->height;
  size_t plane = chroma_stride(f, p) * chroma_rows(p), step = f->chroma_planes == 1 ? 2 : 1;
  for (size_t i = 0; i < 2; i++) {
    const uint8_t *from = step == 2 ? chroma + i : chroma + plane * (f->is_v_first ? 1 - i : i);
    for (size_t y = 0; y < chroma_rows(p); y++, from += chroma_stride(f, p)) {
      for (size_t x = 0; x < across; x++) row[x] = from[x * step];
      av->av_md5_update(sum, row, across);
    }
  }
  uint8_t digest[16];
  av->av_md5_final(sum, digest);
  av->av_freep(&sum);
  free(row);
  vd_checksum_text(digest, text);
  return VD_OK;
}
