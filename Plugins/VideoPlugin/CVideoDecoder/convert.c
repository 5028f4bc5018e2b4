#include "convert.h"

#include "clones.h"
#include "frame.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { fraction = 14 };

// Coefficients of the conversion, with `fraction` bits after the point: out = (y * Y + u * U + v * V + add) >> fraction.
typedef struct {
  int32_t y[3], u[3], v[3], add[3]; // For B, G, R.
} coefficients;

// Weights of red and blue in luma; ITU-T H.273, table 4.
static void weights(enum AVColorSpace space, double *kr, double *kb) {
  switch (space) {
  case AVCOL_SPC_BT709: *kr = 0.2126, *kb = 0.0722; break;
  case AVCOL_SPC_FCC: *kr = 0.30, *kb = 0.11; break;
  case AVCOL_SPC_SMPTE240M: *kr = 0.212, *kb = 0.087; break;
  case AVCOL_SPC_BT2020_NCL:
  case AVCOL_SPC_BT2020_CL: *kr = 0.2627, *kb = 0.0593; break;
  default: *kr = 0.299, *kb = 0.114; break;
  }
}

static void set_row(coefficients *c, int i, double y, double u, double v, double black, double middle) {
  double unit = 1 << fraction;
  c->y[i] = (int32_t)lrint(y * unit);
  c->u[i] = (int32_t)lrint(u * unit);
  c->v[i] = (int32_t)lrint(v * unit);
  c->add[i] = (int32_t)lrint(unit / 2 - black * c->y[i] - middle * ((double)c->u[i] + c->v[i]));
}

static int is_full_range(const vd_planes *p) {
  switch (p->frame->format) {
  case AV_PIX_FMT_YUVJ420P:
  case AV_PIX_FMT_YUVJ422P:
  case AV_PIX_FMT_YUVJ444P:
  case AV_PIX_FMT_YUVJ440P:
  case AV_PIX_FMT_YUVJ411P: return 1;
  default: return p->frame->color_range == AVCOL_RANGE_JPEG;
  }
}

static coefficients make_coefficients(const vd_planes *p) {
  coefficients c = {0};
  double most = (1 << p->depth) - 1, step = 1 << (p->depth - 8), middle = 1 << (p->depth - 1);
  int is_rgb = (p->format->flags & AV_PIX_FMT_FLAG_RGB) || p->frame->colorspace == AVCOL_SPC_RGB;
  int is_full = is_full_range(p);
  // RGB without a range uses all values.
  if (is_rgb && p->frame->color_range != AVCOL_RANGE_MPEG) is_full = 1;
  double black = is_full ? 0 : 16 * step;
  double luma = is_full ? 255 / most : 255 / (219 * step), chroma = is_full ? 255 / most : 255 / (224 * step);
  if (p->format->flags & AV_PIX_FMT_FLAG_RGB) {
    set_row(&c, 2, luma, 0, 0, black, 0);
    c.u[1] = c.y[2];
    c.v[0] = c.y[2];
    c.add[0] = c.add[1] = c.add[2];
    return c;
  }
  if (p->frame->colorspace == AVCOL_SPC_RGB) {
    // Planes G, B, R.
    set_row(&c, 1, luma, 0, 0, black, 0);
    c.u[0] = c.y[1];
    c.v[2] = c.y[1];
    c.add[0] = c.add[2] = c.add[1];
    return c;
  }
  if (p->frame->colorspace == AVCOL_SPC_YCGCO) {
    set_row(&c, 2, luma, -chroma, chroma, black, middle);
    set_row(&c, 1, luma, chroma, 0, black, middle);
    set_row(&c, 0, luma, -chroma, -chroma, black, middle);
    return c;
  }
  double kr, kb;
  weights(p->frame->colorspace, &kr, &kb);
  double kg = 1 - kr - kb;
  set_row(&c, 2, luma, 0, 2 * (1 - kr) * chroma, black, middle);
  set_row(&c, 1, luma, -2 * (1 - kb) * kb / kg * chroma, -2 * (1 - kr) * kr / kg * chroma, black, middle);
  set_row(&c, 0, luma, 2 * (1 - kb) * chroma, 0, black, middle);
  return c;
}

static inline uint32_t clamped(int32_t value) {
  value >>= fraction;
  return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

VD_CLONES static void mix_any(
    const coefficients *c, const uint16_t *y, const uint16_t *u, const uint16_t *v, uint32_t *pixels, int count) {
  for (int x = 0; x < count; x++) {
    uint32_t b = clamped(y[x] * c->y[0] + u[x] * c->u[0] + v[x] * c->v[0] + c->add[0]);
    uint32_t g = clamped(y[x] * c->y[1] + u[x] * c->u[1] + v[x] * c->v[1] + c->add[1]);
    uint32_t r = clamped(y[x] * c->y[2] + u[x] * c->u[2] + v[x] * c->v[2] + c->add[2]);
    pixels[x] = 0xFF000000u | r << 16 | g << 8 | b;
  }
}

// For the matrices of luma and color differences: one factor of luma, red without U, blue without V.
VD_CLONES static void mix_differences(
    const coefficients *c, const uint16_t *y, const uint16_t *u, const uint16_t *v, uint32_t *restrict pixels, int count) {
  const int32_t luma = c->y[0], bu = c->u[0], gu = c->u[1], gv = c->v[1], rv = c->v[2];
  const int32_t add_b = c->add[0], add_g = c->add[1], add_r = c->add[2];
  for (int x = 0; x < count; x++) {
    int32_t l = y[x] * luma, cu = u[x], cv = v[x];
    uint32_t b = clamped(l + cu * bu + add_b), g = clamped(l + cu * gu + cv * gv + add_g), r = clamped(l + cv * rv + add_r);
    pixels[x] = 0xFF000000u | r << 16 | g << 8 | b;
  }
}

static void mix(const coefficients *c, const uint16_t *y, const uint16_t *u, const uint16_t *v, uint32_t *pixels, int count) {
  int has_differences = c->y[0] == c->y[1] && c->y[1] == c->y[2] && c->v[0] == 0 && c->u[2] == 0;
  (has_differences ? mix_differences : mix_any)(c, y, u, v, pixels, count);
}

static void reverse(uint32_t *row, int width) {
  for (int x = 0; x < width / 2; x++) {
    uint32_t left = row[x];
    row[x] = row[width - 1 - x];
    row[width - 1 - x] = left;
  }
}

// Writes a row of the unrotated picture to its place in the rotated one.
static void place(const uint32_t *row, int y, int width, int height, int turns, uint8_t *pixels, size_t stride) {
  switch (turns) {
  case 1:
    for (int x = 0; x < width; x++) memcpy(pixels + (size_t)x * stride + (size_t)(height - 1 - y) * 4, &row[x], 4);
    break;
  case 2: {
    uint8_t *to = pixels + (size_t)(height - 1 - y) * stride;
    for (int x = 0; x < width; x++) memcpy(to + (size_t)(width - 1 - x) * 4, &row[x], 4);
    break;
  }
  case 3:
    for (int x = 0; x < width; x++) memcpy(pixels + (size_t)(width - 1 - x) * stride + (size_t)y * 4, &row[x], 4);
    break;
  default: memcpy(pixels + (size_t)y * stride, row, (size_t)width * 4);
  }
}

vd_status vd_convert_planes(const vd_planes *p, const vd_conversion *conversion, uint8_t *pixels, size_t stride) {
  int turns = conversion->quarter_turns & 3;
  if (stride < (size_t)(turns & 1 ? p->height : p->width) * 4) return VD_UNSUPPORTED;
  // Width is at most VD_MAX_SIDE.
  size_t width = (size_t)p->width;
  uint16_t *rows = malloc(width * 4 * sizeof *rows);
  uint32_t *line = malloc(width * sizeof *line);
  if (!rows || !line) {
    free(rows);
    free(line);
    return VD_NO_MEMORY;
  }
  uint16_t *y = rows, *u = rows + width, *v = u + width, *scratch = v + width;
  const coefficients c = make_coefficients(p);
  int is_gray = p->format->nb_components < 3;
  for (size_t x = 0; is_gray && x < width; x++) u[x] = v[x] = (uint16_t)(1 << (p->depth - 1));
  for (int row = 0; row < p->height; row++) {
    vd_planes_row(p, 0, row, y, scratch);
    if (!is_gray) {
      vd_planes_row(p, 1, row, u, scratch);
      vd_planes_row(p, 2, row, v, scratch);
    }
    mix(&c, y, u, v, line, p->width);
    // Mirrored as displayed: after a quarter turn, rows are columns.
    int is_mirrored = conversion->is_mirrored != 0;
    if (is_mirrored && !(turns & 1)) reverse(line, p->width);
    place(line, is_mirrored && turns & 1 ? p->height - 1 - row : row, p->width, p->height, turns, pixels, stride);
  }
  free(rows);
  free(line);
  return VD_OK;
}

// Reads the description of a frame's samples.
static int init_planes(vd_planes *p, const vd_frame *frame, int shrink, int is_smooth) {
  return vd_planes_init(p, frame->samples, frame->av->av_pix_fmt_desc_get((enum AVPixelFormat)frame->samples->format), shrink, is_smooth);
}

void vd_frame_size(const vd_frame *frame, const vd_conversion *conversion, int32_t *width, int32_t *height) {
  vd_planes p;
  *width = *height = 0;
  if (!init_planes(&p, frame, conversion->shrink, 0)) return;
  *width = conversion->quarter_turns & 1 ? p.height : p.width;
  *height = conversion->quarter_turns & 1 ? p.width : p.height;
}

vd_status vd_frame_convert(const vd_frame *frame, const vd_conversion *conversion, uint8_t *pixels, size_t stride) {
  vd_planes p;
  if (!init_planes(&p, frame, conversion->shrink, conversion->is_smooth)) return VD_UNSUPPORTED;
  return vd_convert_planes(&p, conversion, pixels, stride);
}
