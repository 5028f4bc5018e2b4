// libdav1d, loaded at first use and never closed. Any thread.
#pragma once
#include <dav1d/dav1d.h>

typedef struct {
  __typeof__(dav1d_default_settings) *default_settings;
  __typeof__(dav1d_open) *open;
  __typeof__(dav1d_close) *close;
  __typeof__(dav1d_flush) *flush;
  __typeof__(dav1d_send_data) *send_data;
  __typeof__(dav1d_get_picture) *get_picture;
  __typeof__(dav1d_picture_unref) *picture_unref;
  __typeof__(dav1d_data_create) *data_create;
  __typeof__(dav1d_data_unref) *data_unref;
} av_dav1d;

// Returns NULL if the library is not installed or lacks a function.
const av_dav1d *av_library(void);

// Returns the reason if the library is unavailable, otherwise an empty string. Any thread.
const char *av_library_problem(void);
