// Conversion of luma and chroma to pixels. Source: ITU-R BT.601-7, BT.709-6, BT.2020-2; siting: H.273, chroma sample location types 0 and 1.
#include "planes.h"

#include <math.h>

#include "support/extremes.h"
#include "support/kernels.h"
#include "surface.h"

#pragma STDC FP_CONTRACT OFF

enum { CHUNK = 512 };  // columns converted together, even

int cr_planes_shape(cr_plane_layout layout, int64_t width, int64_t height, size_t row_bytes[3], size_t rows[3]) {
  if (width < 1 || height < 1 || width > CR_MAX_DIMENSION || height > CR_MAX_DIMENSION) return 0;
  const size_t columns = (size_t)(width + 1) / 2, half = (size_t)(height + 1) / 2;
  row_bytes[0] = (size_t)width, rows[0] = (size_t)height;
  row_bytes[2] = rows[2] = 0;
  row_bytes[1] = columns, rows[1] = half;
  if (layout == CR_NV12) {
    row_bytes[1] = columns * 2;
    return 2;
  }
  if (layout != CR_I420) return 0;
  row_bytes[2] = columns, rows[2] = half;
  return 3;
}

bool cr_planar_prepare(cr_planar *p, const cr_planes *planes) {
  // Weights of red and blue in luma.
  static const double weights[3][2] = {{0.299, 0.114}, {0.2126, 0.0722}, {0.2627, 0.0593}};
  size_t row_bytes[3], rows[3];
  const int count = cr_planes_shape(planes->layout, planes->width, planes->height, row_bytes, rows);
  if (count == 0 || (unsigned)planes->matrix > CR_BT2020) return false;
  for (int i = 0; i < count; i++)
    if (!planes->planes[i] || planes->strides[i] < row_bytes[i]) return false;
  const double red = weights[planes->matrix][0], blue = weights[planes->matrix][1], green = 1 - red - blue;
  const double y = planes->is_full_range ? 1 : 255.0 / 219, c = planes->is_full_range ? 1 : 255.0 / 224;
  // Chroma has 16 times the value of a sample.
  const double one = 16384, rv = 2 * (1 - red) * c / 16, bu = 2 * (1 - blue) * c / 16;
  p->planes = *planes;
  p->factors[0] = (int16_t)floor(y * one + 0.5);
  p->factors[1] = planes->is_full_range ? 0 : 16;
  p->factors[2] = (int16_t)floor(rv * one + 0.5);
  p->factors[3] = (int16_t)-floor(bu * blue / green * one + 0.5);
  p->factors[4] = (int16_t)-floor(rv * red / green * one + 0.5);
  p->factors[5] = (int16_t)floor(bu * one + 0.5);
  return true;
}

// Columns first ..< first + n of chroma at the height of row y, four times the value. Columns outside the plane repeat its edges. For NV12
// both channels, else the one of `plane`.
static void chroma_columns(const cr_planes *p, int plane, int32_t first, int32_t n, int32_t y, uint16_t *u, uint16_t *v) {
  const int32_t columns = (p->width + 1) / 2, rows = (p->height + 1) / 2, row = y >> 1;
  const int32_t other = cr_max(0, cr_min(rows - 1, y & 1 ? row + 1 : row - 1));
  const uint8_t *a = p->planes[plane] + (size_t)row * p->strides[plane], *b = p->planes[plane] + (size_t)other * p->strides[plane];
  const int32_t low = cr_max(first, 0), high = cr_min(first + n, columns);
  if (v) cr_k->chroma_pairs(u + (low - first), v + (low - first), a + (size_t)low * 2, b + (size_t)low * 2, (size_t)(high - low));
  else cr_k->chroma(u + (low - first), a + low, b + low, (size_t)(high - low));
  for (uint16_t *c = u; c; c = c == u ? v : NULL) {
    for (int32_t i = first; i < low; i++) c[i - first] = c[low - first];
    for (int32_t i = high; i < first + n; i++) c[i - first] = c[high - 1 - first];
  }
}

void cr_planar_row(const cr_planar *planar, int32_t x, int32_t y, int32_t n, uint32_t *out) {
  const cr_planes *p = &planar->planes;
  // One column more on each side, and one pixel more if the first one is the second of its pair.
  uint16_t u[CHUNK / 2 + 3], v[CHUNK / 2 + 3], wide_u[CHUNK + 2], wide_v[CHUNK + 2];
  while (n > 0) {
    const int32_t odd = x & 1, part = cr_min(n, CHUNK - odd), pairs = (part + odd + 1) / 2, first = (x >> 1) - 1;
    if (p->layout == CR_NV12) {
      chroma_columns(p, 1, first, pairs + 2, y, u, v);
    } else {
      chroma_columns(p, 1, first, pairs + 2, y, u, NULL);
      chroma_columns(p, 2, first, pairs + 2, y, v, NULL);
    }
    cr_k->chroma_widen(wide_u, u, p->is_left_sited, (size_t)pairs);
    cr_k->chroma_widen(wide_v, v, p->is_left_sited, (size_t)pairs);
    cr_k->yuv(out, p->planes[0] + (size_t)y * p->strides[0] + x, wide_u + odd, wide_v + odd, planar->factors, (size_t)part);
    x += part, n -= part, out += part;
  }
}

cr_status cr_planes_convert(const cr_planes *planes, cr_irect area, cr_surface *target) {
  cr_planar planar;
  if (!cr_planar_prepare(&planar, planes)) return CR_BAD_ARGUMENT;
  if (target->format != CR_ARGB8888 && target->format != CR_XRGB8888) return CR_BAD_FORMAT;
  if (area.x < 0 || area.y < 0 || area.width < 0 || area.height < 0 || area.width > planes->width - area.x || area.height > planes->height - area.y)
    return CR_BAD_SIZE;
  if (area.width > target->width || area.height > target->height) return CR_BAD_SIZE;
  for (int32_t y = 0; y < area.height; y++)
    cr_planar_row(&planar, area.x, area.y + y, area.width, (uint32_t *)(void *)cr_surface_row(target, y));
  return CR_OK;
}
