// Blur along each axis with nothing outside: the bell itself for small deviations, three running boxes for larger ones.
// Source: Filter Effects 1, section 9.14.
#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "cr_filter.h"
#include "surface/surface.h"

#define MOST_SIGMA 2500.0

enum { BELL = 16 };  // the most values to each side of a bell's middle

typedef struct blurrer {
  double sigma;
  int box;                // width of the boxes; 0: by the bell
  int reach;
  float bell[BELL + 1];
  float *a, *b;           // lines of four channels, with `reach` values of nothing to each side
} blurrer;

static void prepare(blurrer *k, double sigma) {
  if (sigma > MOST_SIGMA) sigma = MOST_SIGMA;
  k->sigma = sigma;
  k->box = sigma < 2 ? 0 : (int)floor(sigma * 3 * sqrt(2 * 3.14159265358979323846) / 4 + 0.5);
  if (k->box) {
    k->reach = 3 * (k->box / 2) + 3;
    return;
  }
  k->reach = (int)ceil(sigma * 3.5);
  if (k->reach > BELL) k->reach = BELL;
  double sum = 0;
  for (int i = 0; i <= k->reach; i++) {
    const double v = exp(-i * i / (2 * sigma * sigma));
    k->bell[i] = (float)v;
    sum += i ? 2 * v : v;
  }
  for (int i = 0; i <= k->reach; i++) k->bell[i] /= (float)sum;
}

// out[i] = mean of in[i - left ... i + right] over `count` values; `in` has enough to both sides.
static void run_box(const float *in, float *out, int count, int left, int right) {
  const float k = 1.0f / (float)(left + right + 1);
  for (int c = 0; c < 4; c++) {
    double sum = 0;
    for (int i = -left; i < right; i++) sum += (double)in[i * 4 + c];
    for (int i = 0; i < count; i++) {
      sum += (double)in[(i + right) * 4 + c];
      out[i * 4 + c] = (float)sum * k;
      sum -= (double)in[(i - left) * 4 + c];
    }
  }
}

// One line of `count` pixels, `step` bytes apart.
static void blur_line(blurrer *k, uint8_t *pixels, size_t step, int count) {
  // Beyond the boxes' own reach there is nothing, and before the last of them more than the line is needed.
  const int side = 2 * k->reach + 2, whole = count + 2 * side;
  memset(k->a, 0, (size_t)whole * 16);
  float *line = k->a + (size_t)side * 4;
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) line[i * 4 + c] = pixels[(size_t)i * step + (size_t)c];
  float *result = k->b + (size_t)side * 4;
  if (k->box) {
    const int half = k->box / 2, left = half, right = k->box & 1 ? half : half - 1, margin = k->reach;
    memset(k->b, 0, (size_t)whole * 16);
    run_box(line - margin * 4, result - margin * 4, count + 2 * margin, left, right);
    run_box(result - margin * 4, line - margin * 4, count + 2 * margin, right, left);
    run_box(line, result, count, half, half);
  } else {
    for (int i = 0; i < count * 4; i++) {
      float sum = line[i] * k->bell[0];
      for (int j = 1; j <= k->reach; j++) sum += (line[i - j * 4] + line[i + j * 4]) * k->bell[j];
      result[i] = sum;
    }
  }
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) pixels[(size_t)i * step + (size_t)c] = (uint8_t)(fminf(fmaxf(result[i * 4 + c], 0), 255) + 0.5f);
}

static cr_status blur_axis(cr_surface *s, double sigma, bool rows) {
  if (!(sigma > 0.01)) return CR_OK;
  blurrer k = {0};
  prepare(&k, sigma);
  const int count = rows ? s->width : s->height, lines = rows ? s->height : s->width;
  const size_t room = ((size_t)count + 4 * (size_t)k.reach + 8) * 4;
  float *memory = cr_alloc_array(room * 2, sizeof(float));
  if (!memory) return CR_NO_MEMORY;
  k.a = memory, k.b = memory + room;
  for (int i = 0; i < lines; i++) {
    if (rows) blur_line(&k, cr_surface_row(s, i), 4, count);
    else blur_line(&k, s->base + (size_t)i * 4, s->stride, count);
  }
  cr_free(memory);
  return CR_OK;
}

cr_status cr_filter_blur(cr_surface *s, double sigma_x, double sigma_y) {
  if (s->format != CR_ARGB8888) return CR_BAD_FORMAT;
  if (!isfinite(sigma_x) || !isfinite(sigma_y) || sigma_x < 0 || sigma_y < 0) return CR_BAD_ARGUMENT;
  if (s->width == 0 || s->height == 0) return CR_OK;
  const cr_status status = blur_axis(s, sigma_x, true);
  return status == CR_OK ? blur_axis(s, sigma_y, false) : status;
}
