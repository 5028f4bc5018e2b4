// Decoded sound as interleaved stereo samples. One thread at a time.
#pragma once
#include "library.h"
#include "video_decoder.h"

// Supported frames a second.
enum { VD_LEAST_RATE = 1000, VD_MOST_RATE = 768000 };

// Zero-initialized; free with vd_mixdown_free.
typedef struct {
  float *stereo;
  int32_t capacity;  // Frames.
  double next_time;  // Of the next frames if they have no time, in seconds.
} vd_mixdown;

// Whether a decoded frame has a supported size, number of channels and rate.
int vd_mixdown_accepts(const AVFrame *frame);

// Mixes an accepted frame down. `unit` is the time base of its track. `samples` are valid until the next call; full scale is 1.
vd_status vd_mixdown_take(
    vd_mixdown *mixdown, const AVFrame *frame, AVRational unit, const float **samples, int32_t *frames, double *time, char *message);

void vd_mixdown_free(vd_mixdown *mixdown);
