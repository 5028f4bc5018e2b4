// Open container whose bytes are read through the caller's functions. One thread at a time.
#pragma once
#include "library.h"
#include "video_decoder.h"

// Pixels of a frame that is decoded only to examine a file with sound.
enum { vd_most_probed_pixels = 4096 * 2304 };

typedef struct {
  const vd_av *av;
  vd_input input;
  int64_t offset;
  // Bytes that may still be read; refilled by vd_container_refill. Ends searches in a file that leads in circles.
  int64_t allowance;
  int is_cancelled, is_exhausted;
  // For live streams: whether it is one, and the time of the monotonic clock at which the current call ends.
  int is_live, is_late;
  int64_t deadline_ns;
  AVFormatContext *format;
  AVIOContext *io;
} vd_container;

// Opens the container and examines its tracks, which may decode a few frames of at most `most_pixels` pixels. `is_sound` permits formats that
// have sound only. After a failure nothing is left to close.
vd_status vd_container_open(vd_container *container, const vd_input *input, int is_sound, int64_t most_pixels, char *message);

// Opens a live stream, likewise.
vd_status vd_container_open_stream(vd_container *container, const vd_stream *stream, int64_t most_pixels, char *message);

// Lets the next call of a live stream wait for at most `seconds`.
void vd_container_set_deadline(vd_container *container, double seconds);

// Allows as many bytes as two passes over a file of 512 MiB need, or over a smaller one.
void vd_container_refill(vd_container *container);

// Returns the track with a number among those of its kind, without cover pictures; NULL if there is none. `count`, if not NULL, receives the
// number of tracks of the kind.
AVStream *vd_container_track(const vd_container *container, enum AVMediaType kind, int32_t number, int32_t *count);

// Creates and opens the decoder of a track. Returns NULL after a failure.
AVCodecContext *vd_container_decoder(
    const vd_container *container, const AVStream *track, const vd_options *options, vd_status *status, char *message);

// Closes the container; one that is not open is ignored.
void vd_container_close(vd_container *container);
