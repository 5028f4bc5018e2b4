// Structure of an AVIF file, before anything is decoded. Any thread.
#pragma once
#include "items.h"
#include "track.h"

// Colours of a still picture, or its alpha.
typedef struct {
  uint32_t item; // 0 if there is none
  av_properties properties;
  bool is_grid;
  uint32_t rows, columns;
  uint32_t cells[AV_MAX_CELLS]; // items, row by row
} av_layer_source;

typedef struct {
  bool is_sequence;
  av_items items;                // for a still picture
  av_layer_source color, alpha;  // for a still picture
  av_track color_track, alpha_track; // for a sequence; owned
  bool is_premultiplied;
  int32_t left, top, width, height; // visible part of the stored pixels
  int32_t stored_width, stored_height;
} av_file;

// Reads the structure. Free with av_file_clear, also after a failure.
av_status av_file_read(av_span bytes, av_file *file, char *message);
void av_file_clear(av_file *file);
const av_properties *av_file_color(const av_file *file);
bool av_file_has_alpha(const av_file *file);
