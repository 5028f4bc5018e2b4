// Samples in memory as frames that planes.c and convert.c read.
#include "checksum.h"
#include "convert.h"
#include "md5.h"
#include "planes.h"
#include "video_software.h"
#include <string.h>

// Bytes of a row and rows of a plane.
static size_t row_bytes(const vd_samples *s, int plane) {
  size_t across = plane == 0 ? (size_t)s->width : ((size_t)s->width + (1u << s->chroma_x) - 1) >> s->chroma_x;
  return across * (s->depth > 8 ? 2 : 1);
}
static size_t rows(const vd_samples *s, int plane) {
  return plane == 0 ? (size_t)s->height : ((size_t)s->height + (1u << s->chroma_y) - 1) >> s->chroma_y;
}

size_t vd_samples_size(const vd_samples *s) {
  if (s->width < 1 || s->height < 1 || s->width > VD_MAX_SIDE || s->height > VD_MAX_SIDE || s->depth < 8 || s->depth > 12) return 0;
  if ((s->planes != 1 && s->planes != 3) || s->chroma_x < 0 || s->chroma_x > 1 || s->chroma_y < 0 || s->chroma_y > 1) return 0;
  // Both sides are at most VD_MAX_SIDE: at most 2^31 bytes and a half.
  size_t size = 0;
  for (int plane = 0; plane < s->planes; plane++) size += row_bytes(s, plane) * rows(s, plane);
  return size;
}

void vd_samples_pack(const vd_software_picture *p, uint8_t *to) {
  for (int plane = 0; plane < p->samples.planes; plane++) {
    size_t count = row_bytes(&p->samples, plane), height = rows(&p->samples, plane);
    for (size_t y = 0; y < height; y++, to += count) memcpy(to, p->bytes[plane] + (ptrdiff_t)y * p->stride[plane], count);
  }
}

void vd_samples_result(const vd_samples *s, const vd_conversion *conversion, int32_t *width, int32_t *height) {
  *width = *height = 0;
  if (vd_samples_size(s) == 0) return;
  int shrink = conversion->shrink > 1 ? conversion->shrink : 1;
  // As vd_planes_init.
  while (shrink > 1 && (shrink > s->width || shrink > s->height)) shrink /= 2;
  *width = (conversion->quarter_turns & 1 ? s->height : s->width) / shrink;
  *height = (conversion->quarter_turns & 1 ? s->width : s->height) / shrink;
}

vd_status vd_samples_convert(
    const vd_samples *s, const uint8_t *bytes, size_t count, const vd_conversion *conversion, uint8_t *pixels, size_t stride) {
  size_t needed = vd_samples_size(s);
  if (needed == 0) return VD_UNSUPPORTED;
  if (count < needed) return VD_CORRUPT;
  AVPixFmtDescriptor format = {
      .nb_components = (uint8_t)s->planes, .log2_chroma_w = (uint8_t)s->chroma_x, .log2_chroma_h = (uint8_t)s->chroma_y};
  AVFrame frame;
  memset(&frame, 0, sizeof frame);
  frame.format = AV_PIX_FMT_NONE;
  frame.width = s->width;
  frame.height = s->height;
  frame.color_range = s->is_full ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG;
  frame.colorspace = (enum AVColorSpace)s->matrix;
  frame.chroma_location = s->siting == 2 ? AVCHROMA_LOC_CENTER : s->siting == 3 ? AVCHROMA_LOC_TOPLEFT : AVCHROMA_LOC_LEFT;
  // Only the readers of planes.c see this frame; they write nothing.
  uint8_t *first = (uint8_t *)(uintptr_t)bytes;
  for (int plane = 0; plane < s->planes; plane++) {
    format.comp[plane] = (AVComponentDescriptor){.plane = plane, .step = s->depth > 8 ? 2 : 1, .depth = s->depth};
    frame.data[plane] = first;
    frame.linesize[plane] = (int)row_bytes(s, plane);
    first += row_bytes(s, plane) * rows(s, plane);
  }
  vd_planes planes;
  if (!vd_planes_init(&planes, &frame, &format, conversion->shrink, conversion->is_smooth)) return VD_UNSUPPORTED;
  return vd_convert_planes(&planes, conversion, pixels, stride);
}

void vd_samples_checksum(const uint8_t *bytes, size_t count, char *text) {
  uint8_t digest[16];
  vd_md5(bytes, count, digest);
  vd_checksum_text(digest, text);
}
