// Colours or alpha of a still picture, assembled from its cells. One thread.
#pragma once
#include "file.h"
#include "stream.h"

typedef struct {
  av_stream *stream;
  av_planes planes; // owned by the stream, or in `memory`
  uint8_t *memory;  // for a grid
} av_layer;

// Decodes a layer. `cancelled` may be NULL. Clear it with av_layer_clear, also after a failure.
av_status av_layer_decode(
    const av_items *items, const av_layer_source *source, av_layer *layer, av_cancelled cancelled, void *context, char *message);
void av_layer_clear(av_layer *layer);
// Returns the bytes required for decoding; UINT64_MAX if they exceed any limit.
uint64_t av_layer_cost(const av_properties *properties, bool is_grid);
