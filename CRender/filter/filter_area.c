// Neighbourhood primitives: morphology, convolution, displacement.
#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "cr_filter.h"
#include "filter/plain_color.h"
#include "surface/surface.h"

static uint32_t *words(const cr_surface *s, int32_t y) { return (uint32_t *)(void *)cr_surface_row(s, y); }

static cr_status check(const cr_surface *a, const cr_surface *b) {
  if (a->format != CR_ARGB8888 || b->format != CR_ARGB8888) return CR_BAD_FORMAT;
  return a->width == b->width && a->height == b->height ? CR_OK : CR_BAD_SIZE;
}

static uint8_t best(uint8_t p, uint8_t q, bool dilates) { return (p > q) == dilates ? p : q; }

// Extremes of windows of n along a line of `count` bytes, `step` bytes apart, by van Herk's blocks: three comparisons per value. `line`,
// `ahead` and `behind` have space for count + n values.
static void extremes(uint8_t *bytes, size_t step, int32_t count, int32_t n, bool dilates, uint8_t *line, uint8_t *ahead, uint8_t *behind) {
  const int32_t before = n / 2, total = count + n;
  // The outside is transparent black.
  memset(line, 0, (size_t)total);
  for (int32_t i = 0; i < count; i++) line[i + before] = bytes[(size_t)i * step];
  for (int32_t i = 0; i < total; i++) ahead[i] = i % n == 0 ? line[i] : best(ahead[i - 1], line[i], dilates);
  for (int32_t i = total - 1; i >= 0; i--) behind[i] = i == total - 1 || i % n == n - 1 ? line[i] : best(behind[i + 1], line[i], dilates);
  for (int32_t i = 0; i < count; i++) bytes[(size_t)i * step] = best(behind[i], ahead[i + n - 1], dilates);
}

cr_status cr_filter_morphology(cr_surface *s, int32_t columns, int32_t rows, bool dilates) {
  if (s->format != CR_ARGB8888) return CR_BAD_FORMAT;
  if (columns < 1 || rows < 1) return CR_BAD_ARGUMENT;
  if (s->width == 0 || s->height == 0) return CR_OK;
  // A larger window gives the same result.
  if (columns > 2 * s->width) columns = 2 * s->width;
  if (rows > 2 * s->height) rows = 2 * s->height;
  const size_t longest = (size_t)(s->width > s->height ? s->width : s->height) * 3 + 1;
  uint8_t *memory = cr_alloc_array(longest, 3);
  if (!memory) return CR_NO_MEMORY;
  for (int32_t y = 0; columns > 1 && y < s->height; y++)
    for (int c = 0; c < 4; c++) extremes(cr_surface_row(s, y) + c, 4, s->width, columns, dilates, memory, memory + longest, memory + 2 * longest);
  for (int32_t x = 0; rows > 1 && x < s->width; x++)
    for (int c = 0; c < 4; c++)
      extremes(s->base + (size_t)x * 4 + c, s->stride, s->height, rows, dilates, memory, memory + longest, memory + 2 * longest);
  cr_free(memory);
  return CR_OK;
}

// Position that is read for position i of `count`; -1: none.
static int32_t edge(int32_t i, int32_t count, cr_edge_mode mode) {
  if (i >= 0 && i < count) return i;
  if (mode == CR_EDGE_NONE) return -1;
  if (mode == CR_EDGE_DUPLICATE) return i < 0 ? 0 : count - 1;
  const int32_t r = i % count;
  return r < 0 ? r + count : r;
}

static uint32_t convolved(const cr_surface *s, const cr_convolution *k, int32_t x, int32_t y) {
  float sum[4] = {0, 0, 0, 0};
  for (int32_t j = 0; j < k->rows; j++) {
    const int32_t py = edge(y - k->target_y + j, s->height, k->edges);
    if (py < 0) continue;
    for (int32_t i = 0; i < k->columns; i++) {
      const int32_t px = edge(x - k->target_x + i, s->width, k->edges);
      if (px < 0) continue;
      const uint32_t p = words(s, py)[px], a = p >> 24;
      const float w = k->kernel[(k->rows - 1 - j) * k->columns + k->columns - 1 - i];
      for (int c = 0; c < 4; c++) {
        const uint32_t v = p >> (c * 8) & 255;
        sum[c] += w * (float)(k->keeps_alpha && c < 3 ? cr_plain(v, a) : v);
      }
    }
  }
  const uint32_t own = words(s, y)[x] >> 24;
  if (k->keeps_alpha) {
    uint32_t out[3];
    for (int c = 0; c < 3; c++) out[c] = cr_byte(sum[c] / k->divisor + k->bias * 255);
    return cr_premultiplied(out[2], out[1], out[0], own);
  }
  const uint32_t alpha = cr_byte(sum[3] / k->divisor + k->bias * 255);
  uint32_t out = alpha << 24;
  for (int c = 0; c < 3; c++) {
    const uint32_t v = cr_byte(sum[c] / k->divisor + k->bias * (float)alpha);
    out |= (v > alpha ? alpha : v) << (c * 8);
  }
  return out;
}

cr_status cr_filter_convolve(const cr_surface *source, const cr_convolution *k, cr_surface *target) {
  const cr_status status = check(source, target);
  if (status != CR_OK) return status;
  if (!k->kernel || k->columns < 1 || k->rows < 1 || k->columns > 1024 || k->rows > 1024 || k->columns * k->rows > 1024) return CR_BAD_ARGUMENT;
  if (k->divisor == 0 || !isfinite(k->divisor) || !isfinite(k->bias)) return CR_BAD_ARGUMENT;
  if (k->target_x < 0 || k->target_x >= k->columns || k->target_y < 0 || k->target_y >= k->rows) return CR_BAD_ARGUMENT;
  for (int32_t i = 0; i < k->columns * k->rows; i++)
    if (!isfinite(k->kernel[i])) return CR_BAD_ARGUMENT;
  for (int32_t y = 0; y < source->height; y++)
    for (int32_t x = 0; x < source->width; x++) words(target, y)[x] = convolved(source, k, x, y);
  return CR_OK;
}

static double channel(uint32_t p, int which) {
  const uint32_t a = p >> 24;
  static const int shift[3] = {16, 8, 0};
  return (which == 3 ? a : cr_plain(p >> shift[which] & 255, a)) / 255.0 - 0.5;
}

cr_status cr_filter_displace(const cr_surface *source, const cr_surface *map, int cx, int cy, double sx, double sy, cr_surface *target) {
  cr_status status = check(source, target);
  if (status == CR_OK) status = check(source, map);
  if (status != CR_OK) return status;
  if (cx < 0 || cx > 3 || cy < 0 || cy > 3 || !isfinite(sx) || !isfinite(sy)) return CR_BAD_ARGUMENT;
  for (int32_t y = 0; y < source->height; y++) {
    const uint32_t *by = words(map, y);
    uint32_t *out = words(target, y);
    for (int32_t x = 0; x < source->width; x++) {
      const double px = floor(x + sx * channel(by[x], cx) + 0.5), py = floor(y + sy * channel(by[x], cy) + 0.5);
      const bool is_in = px >= 0 && py >= 0 && px < source->width && py < source->height;
      out[x] = is_in ? words(source, (int32_t)py)[(int32_t)px] : 0;
    }
  }
  return CR_OK;
}
