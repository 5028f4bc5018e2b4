// Properties that items and sample entries share. Any thread.
#pragma once
#include "boxes.h"

typedef struct {
  bool has_size, has_config, has_nclx, is_alpha;
  uint32_t width, height;  // ispe
  uint32_t depth;          // av1C: 8, 10, 12
  bool is_gray, half_x, half_y;
  uint32_t primaries, transfer, matrix; // nclx, H.273
  bool is_full_range;
  av_span profile;         // ICC
  uint32_t angle;          // irot: quarter turns against the clock
  bool has_mirror;
  uint32_t axis;           // imir: 0 exchanges top and bottom, 1 left and right
  bool has_crop;
  int64_t crop[8];         // clap: width, height, horizontal and vertical offset, each numerator and denominator
} av_properties;

// Takes a property over; unknown kinds are passed over. False: its content is too short.
bool av_read_property(av_properties *p, const av_box *box);
// Begins with what holds where nothing is said.
av_properties av_no_properties(void);
// Whether a property of this kind may be ignored where it is marked as essential.
bool av_knows_property(uint32_t kind);
// What angle and mirror say, as an EXIF orientation.
int32_t av_orientation(const av_properties *p);
