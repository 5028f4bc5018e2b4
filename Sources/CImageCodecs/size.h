// Sizes that are asked for against sizes that are there. Any thread.
#pragma once
#include "image_codecs.h"

// IC_OK, or why a picture of this size (pixels) is not decoded to what is wanted; the request's message says it.
ic_status ic_check_size(const ic_request *request, uint32_t source_width, uint32_t source_height);

// A part of a picture, pixels.
typedef struct {
  int32_t x, y, width, height;
} ic_part;

// The part that is wanted of a picture whose size ic_check_size has passed.
ic_part ic_wanted_part(const ic_request *request, uint32_t source_width, uint32_t source_height);
