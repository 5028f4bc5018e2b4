// Properties of items and sample entries. Any thread.
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
  uint32_t angle;          // irot: counterclockwise quarter turns
  bool has_mirror;
  uint32_t axis;           // imir: 0 exchanges top and bottom, 1 left and right
  bool has_crop;
  int64_t crop[8];         // clap: width, height, horizontal and vertical offset, each numerator and denominator
} av_properties;

// Reads a property; unknown kinds are ignored. Returns false if its content is too short.
bool av_read_property(av_properties *p, const av_box *box);
// Returns the default properties.
av_properties av_no_properties(void);
// Whether a property of this kind is understood, so that the item may be used even if the property is marked as essential.
bool av_knows_property(uint32_t kind);
// Returns rotation and mirroring as an EXIF orientation.
int32_t av_orientation(const av_properties *p);
