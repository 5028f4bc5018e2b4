// Tracks of an image sequence: colour and alpha (ISO/IEC 14496-12, 8.3 to 8.7). Any thread.
#pragma once
#include "boxes.h"
#include "properties.h"

enum { AV_MAX_FRAMES = 100000 };

typedef struct {
  size_t offset, length; // within the file
  double seconds;
  bool is_sync;
} av_sample;

typedef struct {
  uint32_t id;
  uint32_t auxiliary_for;      // track whose alpha this is, 0 if none
  av_properties properties;    // width and height included
  uint32_t count;
  av_sample *samples;          // owned
  uint32_t loop_count;         // 0 means unlimited
} av_track;

// Finds the colour track in the contents of `moov`, and the alpha track (without one, its `count` is 0). AV_NOT_AVIF if there is no picture
// track. Free both with av_track_free, also after a failure.
av_status av_read_tracks(av_span file, av_span moov, av_track *color, av_track *alpha, char *message);
void av_track_free(av_track *track);
