#include "tessera_sound.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A polyphase filter: row p of the table has the taps for an output frame that lies p / phases after an input frame. Between two rows taps are
// interpolated linearly. Source: J. O. Smith, "Digital Audio Resampling".
enum { phases = 256, usual_taps = 48, most_taps = 1024 };

struct so_converter {
  int32_t taps;
  double step;     // Input frames for each output frame.
  double position; // Of the next output frame, in frames of the history.
  int32_t filled;  // Frames in the history.
  float *table;    // (phases + 1) * taps.
  float *history;  // 2 * taps stereo frames.
};

// Modified Bessel function of order 0.
static double bessel(double x) {
  double sum = 1, term = 1;
  for (int i = 1; i < 60; i++) {
    term *= x / (2 * i) * (x / (2 * i));
    sum += term;
  }
  return sum;
}

static void fill(so_converter *c, double cutoff) {
  const double beta = 9;
  double half = c->taps / 2.0;
  for (int p = 0; p <= phases; p++) {
    float *row = c->table + (size_t)p * (size_t)c->taps;
    double sum = 0;
    for (int t = 0; t < c->taps; t++) {
      double x = t - (half - 1) - (double)p / phases, w = x / half;
      double window = fabs(w) < 1 ? bessel(beta * sqrt(1 - w * w)) / bessel(beta) : 0;
      double sinc = fabs(x) < 1e-9 ? cutoff : sin(M_PI * x * cutoff) / (M_PI * x);
      row[t] = (float)(sinc * window);
      sum += sinc * window;
    }
    // A constant signal keeps its level in each phase.
    for (int t = 0; t < c->taps; t++) row[t] = (float)(row[t] / sum);
  }
}

so_converter *so_converter_create(double from, double to) {
  if (!(from >= 1 && from <= 1e6 && to >= 1 && to <= 1e6)) return NULL;
  so_converter *c = calloc(1, sizeof *c);
  if (!c) return NULL;
  double ratio = to < from ? to / from : 1;
  double wanted = usual_taps / ratio;
  c->taps = wanted < most_taps ? ((int32_t)wanted + 1) & ~1 : most_taps;
  c->step = from / to;
  c->table = malloc(sizeof(float) * (phases + 1) * (size_t)c->taps);
  c->history = calloc((size_t)c->taps * 4, sizeof(float));
  if (!c->table || !c->history) {
    so_converter_free(c);
    return NULL;
  }
  // The transition band of the window is below the cutoff.
  fill(c, ratio * 0.92);
  // Silence before the first frame.
  c->filled = c->taps / 2 - 1;
  return c;
}

int32_t so_converter_run(so_converter *c, const float *in, int32_t count, int32_t *used, float *out, int32_t capacity) {
  int32_t made = 0, taken = 0, taps = c->taps;
  while (made < capacity) {
    int32_t first = (int32_t)c->position;
    // Frames before the first tap are dropped when the history is full.
    if (first + taps > c->filled) {
      int32_t drop = first < c->filled ? first : c->filled;
      if (drop > 0) {
        memmove(c->history, c->history + 2 * drop, sizeof(float) * 2 * (size_t)(c->filled - drop));
        c->filled -= drop;
        c->position -= drop;
      }
      int32_t space = 2 * taps - c->filled, rest = count - taken;
      int32_t part = space < rest ? space : rest;
      if (part <= 0) break;
      memcpy(c->history + 2 * c->filled, in + 2 * (size_t)taken, sizeof(float) * 2 * (size_t)part);
      c->filled += part;
      taken += part;
      continue;
    }
    double between = (c->position - first) * phases;
    int32_t phase = (int32_t)between;
    float blend = (float)(between - phase);
    const float *row = c->table + (size_t)phase * (size_t)taps, *next = row + taps, *frames = c->history + 2 * first;
    float left = 0, right = 0;
    for (int32_t t = 0; t < taps; t++) {
      float tap = row[t] + (next[t] - row[t]) * blend;
      left += frames[2 * t] * tap;
      right += frames[2 * t + 1] * tap;
    }
    out[2 * made] = left;
    out[2 * made + 1] = right;
    made++;
    c->position += c->step;
  }
  *used = taken;
  return made;
}

int32_t so_converter_tail(const so_converter *c) { return c->taps / 2 + 1; }

void so_converter_free(so_converter *c) {
  if (!c) return;
  free(c->table);
  free(c->history);
  free(c);
}
