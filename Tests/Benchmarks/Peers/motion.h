/* The two scenes of the case `motion` for other libraries: what BenchMotion.swift builds, as numbers. Also the clock and the lines that are printed. */
#ifndef MOTION_H
#define MOTION_H
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOTION_WIDTH = 800, MOTION_HEIGHT = 480, MOTION_FRAMES = 120, MOTION_PICTURE = 20 };

typedef struct {
  const char *metric;
  int count, side;
  /* Opacity and transform move; otherwise the colour does. */
  int transforms;
} motion_scene;

static const motion_scene motion_scenes[2] = {{"nodes", 200, 32, 1}, {"boxes", 1000, 16, 0}};

typedef struct {
  uint8_t red, green, blue;
} motion_color;

static const motion_color motion_target_color = {0xCC, 0x55, 0x22};
static const double motion_target_opacity = 0.3, motion_target_turn = 0.4, motion_target_y = 20;

static inline double motion_target_x(int i) { return i % 7 * 6 - 18; }

/* The upper left corner of box i: rows of boxes with 2 units on every side. */
static inline int motion_x(const motion_scene *s, int i) { return i % (MOTION_WIDTH / s->side) * s->side + 2; }
static inline int motion_y(const motion_scene *s, int i) { return i / (MOTION_WIDTH / s->side) * s->side + 2; }

static inline motion_color motion_start_color(int i) {
  motion_color c = {(uint8_t)lround(i % 16 / 16.0 * 255), (uint8_t)lround(0.4 * 255), (uint8_t)lround(i % 9 / 9.0 * 255)};
  return c;
}

/* Seconds since the start of the motion at a frame. Frame 0 begins it. */
static inline double motion_time(int frame) { return frame / 60.0; }

/* The share of its way that a spring of duration 1.6 and bounce 0.2 has gone after t seconds; it swings past 1. */
static inline double motion_progress(double t) {
  const double w = 2 * M_PI / 1.6, damping = 0.8, swing = w * sqrt(1 - damping * damping);
  return 1 - exp(-damping * w * t) * (cos(swing * t) + damping * w / swing * sin(swing * t));
}

static inline double motion_opacity(double progress) { return fmin(1, fmax(0, 1 + (motion_target_opacity - 1) * progress)); }

static inline uint8_t motion_channel(uint8_t from, uint8_t to, double progress) {
  return (uint8_t)lround(fmin(255, fmax(0, from + (to - from) * progress)));
}

static inline motion_color motion_color_at(int i, double progress) {
  motion_color a = motion_start_color(i), b = motion_target_color;
  motion_color c = {motion_channel(a.red, b.red, progress), motion_channel(a.green, b.green, progress), motion_channel(a.blue, b.blue, progress)};
  return c;
}

/* CPU time of the process, all threads, in microseconds. */
static inline double motion_cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

typedef struct {
  double before[MOTION_FRAMES], whole[MOTION_FRAMES];
} motion_times;

static int motion_compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double motion_sort(double *v) {
  qsort(v, MOTION_FRAMES, sizeof *v, motion_compare);
  return v[MOTION_FRAMES / 2];
}

/* Sorts the times of a scene and returns the median of the whole frames. */
static double motion_median(motion_times *times) {
  motion_sort(times->before);
  return motion_sort(times->whole);
}

static void motion_line(const char *peer, const char *scene, const char *metric, const double *sorted, const char *note) {
  printf("{\"peer\":\"%s\",\"case\":\"motion\",\"metric\":\"%s_%s\",\"value\":%.6g,\"unit\":\"us\",\"note\":\"%s\",\"n\":%d,\"min\":%.6g,\"max\":%.6g}\n", peer,
         scene, metric, sorted[MOTION_FRAMES / 2], note, MOTION_FRAMES, sorted[0], sorted[MOTION_FRAMES - 1]);
  fflush(stdout);
}

#endif
