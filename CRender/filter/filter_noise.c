// Perlin noise as in feTurbulence. Source: Filter Effects 1, section 9.23, with its tables and order of random numbers.
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cr_alloc.h"
#include "cr_filter.h"
#include "filter/plain_color.h"
#include "surface/surface.h"

enum { SIZE = 256, MOST_OCTAVES = 16, FAR = 4096 };

typedef struct noise {
  int lattice[SIZE + SIZE + 2];
  double gradient[4][SIZE + SIZE + 2][2];
} noise;

// Next number of the Park-Miller generator.
static long next(long seed) {
  const long result = 16807 * (seed % 127773) - 2836 * (seed / 127773);
  return result <= 0 ? result + 2147483647 : result;
}

static void prepare(noise *n, int32_t wanted) {
  long seed = wanted;
  if (seed <= 0) seed = -(seed % 2147483646) + 1;
  if (seed > 2147483646) seed = 2147483646;
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < SIZE; i++) {
      n->lattice[i] = i;
      double *g = n->gradient[k][i];
      for (int j = 0; j < 2; j++) {
        seed = next(seed);
        g[j] = (double)((seed % (SIZE + SIZE)) - SIZE) / SIZE;
      }
      const double l = sqrt(g[0] * g[0] + g[1] * g[1]);
      if (l > 0) g[0] /= l, g[1] /= l;
    }
  }
  for (int i = SIZE - 1; i > 0; i--) {
    seed = next(seed);
    const int j = (int)(seed % SIZE), kept = n->lattice[i];
    n->lattice[i] = n->lattice[j];
    n->lattice[j] = kept;
  }
  for (int i = 0; i < SIZE + 2; i++) {
    n->lattice[SIZE + i] = n->lattice[i];
    for (int k = 0; k < 4; k++) {
      n->gradient[k][SIZE + i][0] = n->gradient[k][i][0];
      n->gradient[k][SIZE + i][1] = n->gradient[k][i][1];
    }
  }
}

// Stitching of the noise: widths, and wrap positions.
typedef struct stitch {
  int width, height, wrap_x, wrap_y;
} stitch;

static double between(double t, double a, double b) { return a + t * (b - a); }
static double ease(double t) { return t * t * (3 - 2 * t); }

static double noise2(const noise *n, int channel, double vx, double vy, const stitch *s) {
  double t = vx + FAR;
  int64_t x0 = (int64_t)floor(t), x1 = x0 + 1;
  const double rx0 = t - floor(t), rx1 = rx0 - 1;
  t = vy + FAR;
  int64_t y0 = (int64_t)floor(t), y1 = y0 + 1;
  const double ry0 = t - floor(t), ry1 = ry0 - 1;
  if (s) {
    if (x0 >= s->wrap_x) x0 -= s->width;
    if (x1 >= s->wrap_x) x1 -= s->width;
    if (y0 >= s->wrap_y) y0 -= s->height;
    if (y1 >= s->wrap_y) y1 -= s->height;
  }
  const int i = n->lattice[x0 & 255], j = n->lattice[x1 & 255];
  const int b00 = n->lattice[i + (y0 & 255)], b10 = n->lattice[j + (y0 & 255)], b01 = n->lattice[i + (y1 & 255)], b11 = n->lattice[j + (y1 & 255)];
  const double sx = ease(rx0), sy = ease(ry0);
  const double(*g)[2] = n->gradient[channel];
  const double a = between(sx, rx0 * g[b00][0] + ry0 * g[b00][1], rx1 * g[b10][0] + ry0 * g[b10][1]);
  const double b = between(sx, rx0 * g[b01][0] + ry1 * g[b01][1], rx1 * g[b11][0] + ry1 * g[b11][1]);
  return between(sy, a, b);
}

// Frequency near `f` with a whole number of waves in `size`.
static double fitted(double f, double size) {
  if (f == 0 || !(size > 0)) return f;
  const double low = floor(size * f) / size, high = ceil(size * f) / size;
  return low > 0 && f / low < high / f ? low : high;
}

// Whether a tile and its offset have so few waves of frequency `f`, fitted to the tile, that their numbers fit an int in all octaves. A
// tiny tile has an unlimited number of waves.
static bool are_few(double start, double size, double f) { return f <= 1e6 && fabs(start * f) <= 16000 && fabs(size * f) <= 16000; }

static double turbulence(const noise *n, int channel, const cr_turbulence *t, double fx, double fy, double x, double y) {
  stitch s = {0, 0, 0, 0};
  if (t->stitches) {
    s.width = (int)(t->tile_width * fx + 0.5), s.wrap_x = (int)(t->tile_x * fx + FAR + s.width);
    s.height = (int)(t->tile_height * fy + 0.5), s.wrap_y = (int)(t->tile_y * fy + FAR + s.height);
  }
  double sum = 0, vx = x * fx, vy = y * fy, ratio = 1;
  const int octaves = t->octaves < MOST_OCTAVES ? t->octaves : MOST_OCTAVES;
  for (int i = 0; i < octaves; i++) {
    // Such large numbers have no fraction, which the noise needs.
    if (!(fabs(vx) < 1e15 && fabs(vy) < 1e15)) break;
    const double v = noise2(n, channel, vx, vy, t->stitches ? &s : NULL);
    sum += (t->fractal ? v : fabs(v)) / ratio;
    vx *= 2, vy *= 2, ratio *= 2;
    s.width *= 2, s.height *= 2;
    s.wrap_x = 2 * s.wrap_x - FAR, s.wrap_y = 2 * s.wrap_y - FAR;
  }
  return t->fractal ? (sum + 1) / 2 : sum;
}

cr_status cr_filter_turbulence(const cr_turbulence *t, cr_surface *target) {
  if (target->format != CR_ARGB8888) return CR_BAD_FORMAT;
  const double numbers[] = {t->frequency_x, t->frequency_y, t->tile_x, t->tile_y, t->tile_width, t->tile_height, t->a, t->b, t->c, t->d, t->tx, t->ty};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!isfinite(numbers[i]) || fabs(numbers[i]) > 1e6) return CR_BAD_ARGUMENT;
  if (t->frequency_x < 0 || t->frequency_y < 0) return CR_BAD_ARGUMENT;
  const double fx = t->stitches ? fitted(t->frequency_x, t->tile_width) : t->frequency_x;
  const double fy = t->stitches ? fitted(t->frequency_y, t->tile_height) : t->frequency_y;
  if (t->stitches && !(are_few(t->tile_x, t->tile_width, fx) && are_few(t->tile_y, t->tile_height, fy))) return CR_BAD_ARGUMENT;
  noise *n = cr_alloc(sizeof *n);
  if (!n) return CR_NO_MEMORY;
  prepare(n, t->seed);
  for (int32_t y = 0; y < target->height; y++) {
    uint32_t *row = (uint32_t *)(void *)cr_surface_row(target, y);
    for (int32_t x = 0; x < target->width; x++) {
      const double px = t->a * x + t->c * y + t->tx, py = t->b * x + t->d * y + t->ty;
      uint8_t v[4];
      for (int c = 0; c < 4; c++) v[c] = cr_byte((float)(turbulence(n, c, t, fx, fy, px, py) * 255));
      row[x] = cr_premultiplied(v[0], v[1], v[2], v[3]);
    }
  }
  cr_free(n);
  return CR_OK;
}
