/// Output and capture of sound by ALSA, and loops over samples. Samples are 32-bit floats, 1.0 is full scale; a frame is one sample of each channel. Stereo
/// means interleaved frames of two channels, left first.
///
/// Functions that take an object are called by one thread at a time. `message` (SO_MESSAGE_SIZE bytes) receives the reason of a failure,
/// otherwise an empty string.
#pragma once
#include <stdint.h>

/// Size of a message buffer, including the final zero.
#define SO_MESSAGE_SIZE 200

typedef enum {
  SO_OK = 0,
  SO_NO_LIBRARY = 1, ///< libasound is not installed.
  SO_NO_DEVICE = 2,  ///< The device does not exist, is in use, or supports no format of ours.
  SO_LOST = 3,       ///< The device was removed or failed.
  SO_NO_MEMORY = 4,
} so_status;

typedef struct {
  int32_t rate;     ///< Frames a second.
  int32_t channels; ///< 1 or 2.
  int32_t period;   ///< Frames between wake-ups of the device.
  int32_t buffer;   ///< Frames of its buffer.
} so_format;

typedef struct so_alsa so_alsa;

/// Opens a device of ALSA for playback, such as `default` or `hw:1`. Loads libasound at first use. `format` has the desired values and receives
/// those of the device. Free with so_alsa_close.
so_status so_alsa_open(const char *name, so_format *format, so_alsa **out, char *message);

/// Writes frames of the device's channels. Waits while its buffer is full. Recovers from underruns, which it adds to `underruns`. Allocates
/// nothing itself.
so_status so_alsa_write(so_alsa *device, const float *frames, int32_t count, int32_t *underruns);

/// Returns the number of frames that were written and not heard yet; at least 0.
int32_t so_alsa_delay(so_alsa *device);

/// Opens a device of ALSA for capture, likewise. Its frames have one channel for the caller.
so_status so_alsa_open_capture(const char *name, so_format *format, so_alsa **out, char *message);

/// Waits for frames and reads them: samples of one channel, the mean of two. Recovers from overruns, which it adds to `overruns`.
so_status so_alsa_read(so_alsa *device, float *frames, int32_t count, int32_t *overruns);

/// Closes a device without waiting for its buffer; NULL is ignored.
void so_alsa_close(so_alsa *device);

/// Adds stereo frames to `out`, with gains that change linearly from those of the first frame to `last_left` and `last_right` after the end.
void so_mix(float *out, const float *frames, int32_t count, float left, float right, float last_left, float last_right);

/// Limits samples to -1...1. Samples below 0.8 are unchanged; larger ones approach 1 without a corner. NaN becomes 0.
void so_limit(float *samples, int32_t count);

/// Encodings of samples in memory, little-endian.
typedef enum { SO_U8, SO_S16, SO_S24, SO_S32, SO_F32, SO_F64 } so_encoding;

/// Returns the bytes of a sample.
int32_t so_sample_size(so_encoding encoding);

/// Converts frames to stereo: one channel is copied to both; more than two are mixed down in the order of WAV files (front left, front right,
/// center, low frequency, back or side pairs), without clipping of a full-scale signal. `channels` is 1...8. Values that are not finite become 0.
void so_to_stereo(float *out, const uint8_t *bytes, so_encoding encoding, int32_t channels, int64_t frames);

/// Converts stereo frames to signed 16-bit samples, little-endian, rounded.
void so_to_s16(uint8_t *out, const float *samples, int64_t count);

typedef struct so_converter so_converter;

/// Creates a converter of stereo frames from one rate to another, each 1...1e6 frames a second: a windowed sinc (Kaiser, about 90 dB) with a
/// cutoff below half of the lower rate. Returns NULL without memory. Free with so_converter_free.
so_converter *so_converter_create(double from, double to);

/// Takes frames from `in` and writes the converted ones. Returns the number of frames written, at most `capacity`; `used` receives the number
/// of frames taken. Call it again with the rest. The output is aligned with the input: frame 0 has the time of frame 0.
int32_t so_converter_run(so_converter *converter, const float *in, int32_t count, int32_t *used, float *out, int32_t capacity);

/// Returns the number of silent frames that must follow the last frame of the input, so that all of it is converted.
int32_t so_converter_tail(const so_converter *converter);

/// Frees a converter; NULL is ignored.
void so_converter_free(so_converter *converter);
