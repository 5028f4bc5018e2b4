// Blur along each axis with transparent black outside: a Gaussian for small deviations, three running boxes for larger ones.
// Each box is clipped to the surface: its result outside is not passed to the next. Source: Filter Effects 1, section 9.14.
#include <math.h>
#include <string.h>

#include "cr_alloc.h"
#include "cr_filter.h"
#include "surface/surface.h"

#define MOST_SIGMA 2500.0

enum { BELL = 16 };  // maximum values on each side of a Gaussian's middle

// Channels of a pixel.
typedef float pixel __attribute__((vector_size(16), aligned(4)));
typedef double sum __attribute__((vector_size(32)));

typedef struct blurrer {
  int box;                // width of the boxes; 0: Gaussian
  int margin;             // zero values that the Gaussian reads on each side of a line
  float bell[BELL + 1];
  pixel *a, *b;           // lines with the margin on each side
} blurrer;

static void prepare(blurrer *k, double sigma) {
  if (sigma > MOST_SIGMA) sigma = MOST_SIGMA;
  k->box = sigma < 2 ? 0 : (int)floor(sigma * 3 * sqrt(2 * 3.14159265358979323846) / 4 + 0.5);
  if (k->box) return;
  k->margin = (int)ceil(sigma * 3.5);
  if (k->margin > BELL) k->margin = BELL;
  double all = 0;
  for (int i = 0; i <= k->margin; i++) {
    const double v = exp(-i * i / (2 * sigma * sigma));
    k->bell[i] = (float)v;
    all += i ? 2 * v : v;
  }
  for (int i = 0; i <= k->margin; i++) k->bell[i] /= (float)all;
}

// out[i] = mean of in[i - left ... i + right], with zeros beyond the line.
static void run_box(const pixel *in, pixel *out, int count, int left, int right) {
  const double k = 1.0 / (left + right + 1);
  sum all = {0};
  for (int i = 0; i < right && i < count; i++) all += __builtin_convertvector(in[i], sum);
  for (int i = 0; i < count; i++) {
    if (i + right < count) all += __builtin_convertvector(in[i + right], sum);
    out[i] = __builtin_convertvector(all * k, pixel);
    if (i >= left) all -= __builtin_convertvector(in[i - left], sum);
  }
}

static void run_bell(const blurrer *k, const pixel *in, pixel *out, int count) {
  for (int i = 0; i < count; i++) {
    pixel all = in[i] * k->bell[0];
    for (int j = 1; j <= k->margin; j++) all += (in[i - j] + in[i + j]) * k->bell[j];
    out[i] = all;
  }
}

// One line of `count` pixels, `step` bytes apart. The margins are zero and never written.
static void blur_line(const blurrer *k, uint8_t *pixels, size_t step, int count) {
  pixel *line = k->a + k->margin, *result = k->b + k->margin;
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) line[i][c] = pixels[(size_t)i * step + (size_t)c];
  if (k->box) {
    const int half = k->box / 2, left = half, right = k->box & 1 ? half : half - 1;
    run_box(line, result, count, left, right);
    run_box(result, line, count, right, left);
    run_box(line, result, count, half, half);
  } else {
    run_bell(k, line, result, count);
  }
  for (int i = 0; i < count; i++)
    for (int c = 0; c < 4; c++) pixels[(size_t)i * step + (size_t)c] = (uint8_t)(fminf(fmaxf(result[i][c], 0), 255) + 0.5f);
}

static cr_status blur_axis(cr_surface *s, double sigma, bool rows) {
  if (!(sigma > 0.01)) return CR_OK;
  blurrer k = {0};
  prepare(&k, sigma);
  const int count = rows ? s->width : s->height, lines = rows ? s->height : s->width;
  const size_t room = (size_t)count + 2 * (size_t)k.margin;
  pixel *memory = cr_alloc_zeroed(room * 2 * sizeof *memory);
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
