// Lighting of the height field of an alpha channel. Source: Filter Effects 1, sections 9.11 and 9.21.
#include <math.h>

#include "cr_filter.h"
#include "surface/surface.h"

typedef struct vector {
  double x, y, z;
} vector;

static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vector unit(vector v) {
  const double l = sqrt(dot(v, v));
  return l > 0 ? (vector){v.x / l, v.y / l, v.z / l} : v;
}

static double alpha_at(const cr_surface *s, int32_t x, int32_t y) { return cr_surface_row(s, y)[(size_t)x * 4 + 3] / 255.0; }

// Slope along one axis: differences of three lines, without those beyond the edge.
static double slope(const cr_surface *s, int32_t x, int32_t y, bool along_x) {
  const int32_t count = along_x ? s->width : s->height, across = along_x ? s->height : s->width;
  const int32_t at = along_x ? x : y, line = along_x ? y : x;
  const int32_t before = at > 0 ? at - 1 : at, after = at < count - 1 ? at + 1 : at;
  if (after == before) return 0;
  double sum = 0, weights = 0;
  for (int32_t i = -1; i <= 1; i++) {
    const int32_t l = line + i;
    if (l < 0 || l >= across) continue;
    const double w = i == 0 ? 2 : 1;
    const double d = along_x ? alpha_at(s, after, l) - alpha_at(s, before, l) : alpha_at(s, l, after) - alpha_at(s, l, before);
    sum += w * d;
    weights += w;
  }
  return 2 * sum / weights / (after - before);
}

// Light intensity at a point, 0...1; `l` is the direction from the point to the light.
static double strength(const cr_lighting *k, vector l) {
  if (k->kind != CR_LIGHT_SPOT) return 1;
  const vector s = unit((vector){k->at_x - k->x, k->at_y - k->y, k->at_z - k->z});
  const double away = -dot(l, s);
  if (away <= 0) return 0;
  if (k->cone >= 0 && away < cos(k->cone)) return 0;
  return pow(away, k->focus);
}

static uint32_t lit(const cr_surface *s, const cr_lighting *k, vector distant, int32_t x, int32_t y) {
  const vector n = unit((vector){-k->surface_scale * slope(s, x, y, true), -k->surface_scale * slope(s, x, y, false), 1});
  vector l = distant;
  if (k->kind != CR_LIGHT_DISTANT) l = unit((vector){k->x - x, k->y - y, k->z - k->surface_scale * alpha_at(s, x, y)});
  double share = strength(k, l);
  if (k->specular) {
    const double h = dot(n, unit((vector){l.x, l.y, l.z + 1}));
    share *= h > 0 ? k->constant * pow(h, k->exponent) : 0;
  } else {
    share *= k->constant * dot(n, l);
  }
  const double color[3] = {(double)k->color.red, (double)k->color.green, (double)k->color.blue};
  uint32_t out[3], most = 0;
  for (int c = 0; c < 3; c++) {
    const double v = share * color[c] * 255;
    out[c] = !(v > 0) ? 0 : v > 255 ? 255 : (uint32_t)(v + 0.5);
    most = out[c] > most ? out[c] : most;
  }
  // Specular light: alpha is the brightness, so the colours are premultiplied already.
  return (k->specular ? most : 255u) << 24 | out[0] << 16 | out[1] << 8 | out[2];
}

cr_status cr_filter_light(const cr_surface *s, const cr_lighting *k, cr_surface *target) {
  if (s->format != CR_ARGB8888 || target->format != CR_ARGB8888) return CR_BAD_FORMAT;
  if (s->width != target->width || s->height != target->height) return CR_BAD_SIZE;
  const double numbers[] = {k->azimuth, k->elevation, k->x, k->y, k->z, k->at_x, k->at_y, k->at_z, k->focus, k->cone,
                            k->surface_scale, k->constant, k->exponent};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!isfinite(numbers[i])) return CR_BAD_ARGUMENT;
  const vector distant = {cos(k->azimuth) * cos(k->elevation), sin(k->azimuth) * cos(k->elevation), sin(k->elevation)};
  for (int32_t y = 0; y < s->height; y++) {
    uint32_t *row = (uint32_t *)(void *)cr_surface_row(target, y);
    for (int32_t x = 0; x < s->width; x++) row[x] = lit(s, k, distant, x, y);
  }
  return CR_OK;
}
