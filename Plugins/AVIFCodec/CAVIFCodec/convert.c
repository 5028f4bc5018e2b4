// Equations of ITU-T H.273, 8.3. Half-resolution chroma is interpolated as if centred between luma samples, with the weights 9, 3, 3 and 1.
#include "convert.h"

#include <math.h>
#include <string.h>

enum { BITS = 20 };

// Returns the luma weights of red and blue; false if the matrix is of another kind.
static bool weights(const av_planes *p, double *red, double *blue) {
  switch (p->matrix) {
  case 1: *red = 0.2126, *blue = 0.0722; return true;
  case 4: *red = 0.30, *blue = 0.11; return true;
  case 2: // unspecified
  case 5:
  case 6: *red = 0.299, *blue = 0.114; return true;
  case 7: *red = 0.212, *blue = 0.087; return true;
  case 9: *red = 0.2627, *blue = 0.0593; return true;
  case 12: // derived from the primaries: those of the matrices above, otherwise BT.709's
    if (p->primaries == 9) *red = 0.2627, *blue = 0.0593;
    else if (p->primaries == 12) *red = 0.2289746, *blue = 0.0792869;
    else *red = 0.2126, *blue = 0.0722;
    return true;
  default: return false;
  }
}

static int32_t fixed(double v) { return (int32_t)lround(v * (1 << BITS) / 16); }

bool av_make_matrix(const av_planes *p, av_matrix *m) {
  uint32_t shift = p->depth - 8;
  double top = (double)((1u << p->depth) - 1);
  double luma = 255 / (p->is_full_range ? top : (double)(219u << shift)), chroma = 255 / (p->is_full_range ? top : (double)(224u << shift));
  memset(m, 0, sizeof *m);
  m->luma = p->is_full_range ? 0 : (int32_t)(16u << shift) * 16;
  m->chroma = (int32_t)(128u << shift) * 16;
  for (int i = 0; i < 3; i++) m->rows[i][0] = fixed(luma);
  if (p->is_gray) return true;
  if (p->matrix == 0) { // G B R
    if (p->half_x || p->half_y) return false;
    memset(m->rows, 0, sizeof m->rows);
    m->rows[0][2] = m->rows[1][0] = m->rows[2][1] = fixed(luma);
    m->chroma = m->luma;
    return true;
  }
  if (p->matrix == 8) { // YCgCo
    m->rows[0][1] = m->rows[2][1] = m->rows[2][2] = fixed(-chroma);
    m->rows[1][1] = m->rows[0][2] = fixed(chroma);
    return true;
  }
  double red, blue;
  if (!weights(p, &red, &blue)) return false;
  double green = 1 - red - blue;
  m->rows[0][2] = fixed(chroma * 2 * (1 - red));
  m->rows[2][1] = fixed(chroma * 2 * (1 - blue));
  m->rows[1][1] = fixed(-chroma * 2 * (1 - blue) * blue / green);
  m->rows[1][2] = fixed(-chroma * 2 * (1 - red) * red / green);
  return true;
}

static inline int32_t sample(const uint8_t *row, int32_t x, bool is_wide) {
  if (!is_wide) return row[x];
  uint16_t v;
  memcpy(&v, row + (ptrdiff_t)x * 2, 2);
  return v;
}

static const uint8_t *row_of(const av_planes *p, int plane, int32_t y) { return p->data[plane] + (ptrdiff_t)y * p->strides[plane]; }

static int32_t clamp(int32_t v, int32_t top) { return v < 0 ? 0 : v > top ? top : v; }

// Writes the chroma of `count` luma columns from `x`, scaled by 16. `halves` is a buffer for the width.
static void chroma_row(const av_planes *p, int plane, int32_t y, int32_t x, int32_t count, int32_t *halves, int32_t *to) {
  bool is_wide = p->depth > 8;
  int32_t width = av_chroma_width(p), near = p->half_y ? y / 2 : y;
  int32_t far = p->half_y ? clamp(y % 2 ? near + 1 : near - 1, av_chroma_height(p) - 1) : near;
  const uint8_t *a = row_of(p, plane, near), *b = row_of(p, plane, far);
  int32_t first = p->half_x ? clamp(x / 2 - 1, width - 1) : x, last = p->half_x ? clamp((x + count) / 2 + 1, width - 1) : x + count - 1;
  for (int32_t i = first; i <= last; i++) halves[i] = 3 * sample(a, i, is_wide) + sample(b, i, is_wide);
  if (!p->half_x) {
    for (int32_t i = 0; i < count; i++) to[i] = 4 * halves[x + i];
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    int32_t column = x + i, own = column / 2;
    to[i] = 3 * halves[own] + halves[clamp(column % 2 ? own + 1 : own - 1, width - 1)];
  }
}

static uint8_t byte(int32_t v) { return v < 0 ? 0 : v > 255 ? 255 : (uint8_t)v; }

void av_convert_row(const av_planes *p, const av_matrix *m, int32_t y, int32_t x, int32_t count, int32_t *scratch, uint8_t *to) {
  int32_t *halves = scratch, *u = scratch + p->width + 2, *v = u + p->width + 2;
  bool is_wide = p->depth > 8;
  const uint8_t *luma = row_of(p, 0, y);
  if (!p->is_gray) {
    chroma_row(p, 1, y, x, count, halves, u);
    chroma_row(p, 2, y, x, count, halves, v);
  }
  for (int32_t i = 0; i < count; i++) {
    int32_t l = 16 * sample(luma, x + i, is_wide) - m->luma, b = p->is_gray ? 0 : u[i] - m->chroma, r = p->is_gray ? 0 : v[i] - m->chroma;
    int32_t half = 1 << (BITS - 1);
    to[i * 4 + 2] = byte((m->rows[0][0] * l + m->rows[0][1] * b + m->rows[0][2] * r + half) >> BITS);
    to[i * 4 + 1] = byte((m->rows[1][0] * l + m->rows[1][1] * b + m->rows[1][2] * r + half) >> BITS);
    to[i * 4] = byte((m->rows[2][0] * l + m->rows[2][1] * b + m->rows[2][2] * r + half) >> BITS);
    to[i * 4 + 3] = 255;
  }
}

void av_set_alpha(const av_planes *p, int32_t width, int32_t height, int32_t y, int32_t x, int32_t count, uint8_t *pixels) {
  bool is_wide = p->depth > 8, is_same = p->width == width;
  int32_t shift = (int32_t)p->depth - 8, off = p->is_full_range ? 0 : 16 << shift;
  int32_t range = p->is_full_range ? (1 << p->depth) - 1 : 219 << shift;
  int32_t row = p->height == height ? y : (int32_t)((int64_t)y * p->height / height);
  const uint8_t *from = row_of(p, 0, row);
  for (int32_t i = 0; i < count; i++) {
    int32_t column = is_same ? x + i : (int32_t)((int64_t)(x + i) * p->width / width);
    int32_t v = clamp(sample(from, column, is_wide) - off, range);
    pixels[i * 4 + 3] = (uint8_t)((v * 255 + range / 2) / range);
  }
}

void av_premultiply(uint8_t *pixels, int32_t count) {
  for (uint8_t *p = pixels, *end = pixels + (ptrdiff_t)count * 4; p < end; p += 4) {
    if (p[3] == 255) continue;
    for (int i = 0; i < 3; i++) {
      uint32_t t = (uint32_t)p[i] * p[3] + 0x80;
      p[i] = (uint8_t)(((t >> 8) + t) >> 8);
    }
  }
}

void av_unpremultiply(uint8_t *pixels, int32_t count) {
  for (uint8_t *p = pixels, *end = pixels + (ptrdiff_t)count * 4; p < end; p += 4) {
    uint32_t alpha = p[3];
    if (alpha == 255) continue;
    for (int i = 0; i < 3; i++) {
      uint32_t v = alpha == 0 ? 0 : (p[i] * 255u + alpha / 2) / alpha;
      p[i] = (uint8_t)(v > 255 ? 255 : v);
    }
  }
}
