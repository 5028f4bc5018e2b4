// Formats of pictures that are shown while they arrive. One thread for each picture.
#pragma once
#include "image_codecs.h"

// Decodes one format. `state` is what `create` returned; NULL: no memory. Messages as in image_codecs.h.
typedef struct {
  void *(*create)(size_t byte_limit);
  void (*destroy)(void *state);
  ic_status (*append)(void *state, const uint8_t *bytes, size_t length, ic_arrived *arrived, char *message);
  ic_status (*prepare)(void *state, const ic_request *request, ic_arrived *arrived);
  ic_status (*preview)(void *state, const ic_request *request, ic_arrived *arrived);
} ic_arriving_format;

// Standard deviation of the blur that hides the gaps of a picture of which only so much of the resolution is there, 0 < resolution <= 1; pixels.
double ic_arriving_blur(double resolution);
