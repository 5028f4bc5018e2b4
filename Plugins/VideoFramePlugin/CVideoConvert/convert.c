#include "library.h"
#include "video_convert.h"
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const struct YuvConstants *constants(const vc_yuv *yuv, const vc_frame *frame) {
  if (frame->matrix == VC_BT709) return frame->is_full_range ? yuv->kYuvF709Constants : yuv->kYuvH709Constants;
  if (frame->matrix == VC_BT2020) return frame->is_full_range ? yuv->kYuvV2020Constants : yuv->kYuv2020Constants;
  return frame->is_full_range ? yuv->kYuvJPEGConstants : yuv->kYuvI601Constants;
}

// Returns the number of planes of the format, and the sizes of their rows.
static int plane_rows(const vc_frame *f, size_t row_bytes[3]) {
  size_t w = (size_t)f->width, half = (w + 1) / 2;
  switch (f->format) {
  case VC_I420:
  case VC_I422:
    row_bytes[0] = w;
    row_bytes[1] = row_bytes[2] = half;
    return 3;
  case VC_I444: row_bytes[0] = row_bytes[1] = row_bytes[2] = w; return 3;
  case VC_GRAY: row_bytes[0] = w; return 1;
  case VC_NV12:
    row_bytes[0] = w;
    row_bytes[1] = half * 2;
    return 2;
  case VC_YUYV: row_bytes[0] = half * 4; return 1;
  case VC_XRGB: row_bytes[0] = w * 4; return 1;
  default: return 0;
  }
}

static bool is_valid(const vc_frame *f, int32_t width, int32_t height, const uint8_t *pixels, size_t stride) {
  if (f->width < 1 || f->height < 1 || f->width > VC_MAX_SIDE || f->height > VC_MAX_SIDE) return false;
  if (width < 1 || height < 1 || width > VC_MAX_SIDE || height > VC_MAX_SIDE) return false;
  if (!pixels || stride < (size_t)width * 4 || stride > INT_MAX) return false;
  size_t rows[3];
  int count = plane_rows(f, rows);
  for (int i = 0; i < count; i++)
    if (!f->planes[i] || f->strides[i] < rows[i] || f->strides[i] > INT_MAX) return false;
  return count > 0;
}

static void make_opaque(uint8_t *pixels, size_t stride, int32_t width, int32_t height) {
  for (int32_t y = 0; y < height; y++) {
    uint8_t *row = pixels + (size_t)y * stride;
    for (int32_t x = 0; x < width; x++) row[x * 4 + 3] = 0xFF;
  }
}

// A frame as separate planes; converted planes are stored in `memory`.
typedef struct {
  const uint8_t *planes[3];
  int strides[3], widths[3], heights[3];
  uint8_t *memory;
} planar;

static vc_status separate(const vc_yuv *yuv, const vc_frame *f, planar *p) {
  int w = f->width, h = f->height, half_w = (w + 1) / 2, half_h = (h + 1) / 2;
  memset(p, 0, sizeof *p);
  for (int i = 0; i < 3; i++) {
    p->planes[i] = f->planes[i];
    p->strides[i] = (int)f->strides[i];
    p->widths[i] = w;
    p->heights[i] = h;
  }
  if (f->format != VC_I444)
    for (int i = 1; i < 3; i++) p->widths[i] = half_w;
  if (f->format == VC_I420 || f->format == VC_NV12)
    for (int i = 1; i < 3; i++) p->heights[i] = half_h;
  if (f->format == VC_NV12) {
    size_t size = (size_t)half_w * (size_t)half_h;
    p->memory = malloc(size * 2);
    if (!p->memory) return VC_NO_MEMORY;
    uint8_t *u = p->memory, *v = u + size;
    yuv->SplitUVPlane(f->planes[1], (int)f->strides[1], u, half_w, v, half_w, half_w, half_h);
    p->planes[1] = u;
    p->planes[2] = v;
    p->strides[1] = p->strides[2] = half_w;
  } else if (f->format == VC_YUYV) {
    size_t luma = (size_t)w * (size_t)h, size = (size_t)half_w * (size_t)h;
    p->memory = malloc(luma + size * 2);
    if (!p->memory) return VC_NO_MEMORY;
    uint8_t *y = p->memory, *u = y + luma, *v = u + size;
    yuv->YUY2ToI422(f->planes[0], (int)f->strides[0], y, w, u, half_w, v, half_w, w, h);
    p->planes[0] = y;
    p->planes[1] = u;
    p->planes[2] = v;
    p->strides[0] = w;
    p->strides[1] = p->strides[2] = half_w;
  }
  return VC_OK;
}

// Scales all planes to the requested size, then converts to pixels: this interpolates chroma.
static vc_status convert_scaled(
    const vc_yuv *yuv, const vc_frame *f, const planar *p, int w, int h, uint8_t *pixels, int stride) {
  int count = f->format == VC_GRAY ? 1 : 3;
  size_t size = (size_t)w * (size_t)h;
  uint8_t *memory = malloc(size * (size_t)count);
  if (!memory) return VC_NO_MEMORY;
  for (int i = 0; i < count; i++)
    yuv->ScalePlane(p->planes[i], p->strides[i], p->widths[i], p->heights[i], memory + size * (size_t)i, w, w, h, kFilterBox);
  if (count == 1) yuv->I400ToARGBMatrix(memory, w, pixels, stride, constants(yuv, f), w, h);
  else yuv->I444ToARGBMatrix(memory, w, memory + size, w, memory + size * 2, w, pixels, stride, constants(yuv, f), w, h);
  free(memory);
  return VC_OK;
}

static void convert_direct(const vc_yuv *yuv, const vc_frame *f, const planar *p, uint8_t *pixels, int stride) {
  const uint8_t *y = p->planes[0], *u = p->planes[1], *v = p->planes[2];
  int sy = p->strides[0], su = p->strides[1], sv = p->strides[2], w = f->width, h = f->height;
  switch (f->format) {
  case VC_I420: yuv->I420ToARGBMatrix(y, sy, u, su, v, sv, pixels, stride, constants(yuv, f), w, h); break;
  case VC_YUYV:
  case VC_I422: yuv->I422ToARGBMatrix(y, sy, u, su, v, sv, pixels, stride, constants(yuv, f), w, h); break;
  case VC_I444: yuv->I444ToARGBMatrix(y, sy, u, su, v, sv, pixels, stride, constants(yuv, f), w, h); break;
  default: yuv->I400ToARGBMatrix(y, sy, pixels, stride, constants(yuv, f), w, h); break;
  }
}

vc_status vc_convert(const vc_frame *f, int32_t width, int32_t height, uint8_t *pixels, size_t stride) {
  if (!is_valid(f, width, height, pixels, stride)) return VC_BAD_ARGUMENT;
  const vc_yuv *yuv = vc_yuv_library();
  if (!yuv) return VC_NO_LIBRARY;
  bool same = width == f->width && height == f->height;
  if (f->format == VC_XRGB) {
    if (same) yuv->ARGBCopy(f->planes[0], (int)f->strides[0], pixels, (int)stride, width, height);
    else if (yuv->ARGBScale(f->planes[0], (int)f->strides[0], f->width, f->height, pixels, (int)stride, width, height, kFilterBox) != 0)
      return VC_NO_MEMORY;
    make_opaque(pixels, stride, width, height);
    return VC_OK;
  }
  if (same && f->format == VC_NV12) {
    yuv->NV12ToARGBMatrix(
        f->planes[0], (int)f->strides[0], f->planes[1], (int)f->strides[1], pixels, (int)stride, constants(yuv, f), width, height);
    return VC_OK;
  }
  planar p;
  vc_status status = separate(yuv, f, &p);
  if (status != VC_OK) return status;
  if (same) convert_direct(yuv, f, &p, pixels, (int)stride);
  else status = convert_scaled(yuv, f, &p, width, height, pixels, (int)stride);
  free(p.memory);
  return status;
}
