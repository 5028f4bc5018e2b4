#include "tessera_sound.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tessera_library.h>

// The prototypes of libasound that are used here. Its ABI has been stable since version 1.0, so its headers are not needed.
typedef struct snd_pcm snd_pcm;
typedef void (*error_handler)(const char *file, int line, const char *function, int code, const char *format, ...);
enum { stream_playback = 0, stream_capture = 1, access_rw_interleaved = 3, format_s16 = 2, format_float = 14 };

static struct {
  int (*open)(snd_pcm **, const char *, int, int);
  int (*set_params)(snd_pcm *, int, int, unsigned, unsigned, int, unsigned);
  int (*get_params)(snd_pcm *, unsigned long *, unsigned long *);
  long (*writei)(snd_pcm *, const void *, unsigned long);
  long (*readi)(snd_pcm *, void *, unsigned long);
  int (*recover)(snd_pcm *, int, int);
  int (*delay)(snd_pcm *, long *);
  int (*drop)(snd_pcm *);
  int (*close)(snd_pcm *);
  const char *(*error_text)(int);
  int (*set_error_handler)(error_handler);
} alsa;

enum { most_frames = 4096 };

struct so_alsa {
  snd_pcm *pcm;
  int32_t channels;
  int is_float;
  // A part of the written frames as 16-bit samples, or of the frames that were read.
  union {
    uint8_t bytes[most_frames * 2 * 2];
    float floats[most_frames];
  } samples;
};

// Messages of libasound would be printed on standard error.
static void ignore(const char *file, int line, const char *function, int code, const char *format, ...) {
  (void)file, (void)line, (void)function, (void)code, (void)format;
}

static bool start(char *problem) {
  (void)problem;
  alsa.set_error_handler(ignore);
  return true;
}

static const tl_symbol symbols[] = {
  {"snd_pcm_open", &alsa.open, false},
  {"snd_pcm_set_params", &alsa.set_params, false},
  {"snd_pcm_get_params", &alsa.get_params, false},
  {"snd_pcm_writei", &alsa.writei, false},
  {"snd_pcm_readi", &alsa.readi, false},
  {"snd_pcm_recover", &alsa.recover, false},
  {"snd_pcm_delay", &alsa.delay, false},
  {"snd_pcm_drop", &alsa.drop, false},
  {"snd_pcm_close", &alsa.close, false},
  {"snd_strerror", &alsa.error_text, false},
  {"snd_lib_error_set_handler", &alsa.set_error_handler, false},
};
static tl_library library = {
    .purpose = "sound", .names = {"libasound.so.2"}, .package = "libasound2", TL_SYMBOLS(symbols), .start = start};

// Sets the first of the formats that the device supports: stereo for playback, one channel for capture. Returns an error of libasound.
static int configure(so_alsa *d, so_format *format, int stream) {
  const unsigned rates[] = {(unsigned)format->rate, 48000, 44100};
  unsigned latency = (unsigned)((int64_t)format->buffer * 1000000 / format->rate);
  int error = -1;
  for (int r = 0; r < 3; r++)
    for (int i = 0; i < 2; i++)
      for (int is_float = 1; is_float >= 0; is_float--) {
        unsigned channels = (stream == stream_playback) == (i == 0) ? 2 : 1;
        error = alsa.set_params(d->pcm, is_float ? format_float : format_s16, access_rw_interleaved, channels, rates[r], 1, latency);
        if (error < 0) continue;
        unsigned long buffer = 0, period = 0;
        alsa.get_params(d->pcm, &buffer, &period);
        d->is_float = is_float;
        d->channels = (int32_t)channels;
        *format = (so_format){(int32_t)rates[r], d->channels, (int32_t)(period & 0xFFFFFF), (int32_t)(buffer & 0xFFFFFF)};
        return 0;
      }
  return error;
}

static so_status open_device(const char *name, int stream, so_format *format, so_alsa **out, char *message) {
  *out = NULL;
  message[0] = 0;
  if (!tl_open(&library)) return (so_status)tl_fail(message, SO_MESSAGE_SIZE, SO_NO_LIBRARY, "%s", library.problem);
  so_alsa *d = calloc(1, sizeof *d);
  if (!d) return SO_NO_MEMORY;
  int error = alsa.open(&d->pcm, name, stream, 0);
  if (error < 0) d->pcm = NULL;
  if (error >= 0) error = configure(d, format, stream);
  if (error >= 0) {
    *out = d;
    return SO_OK;
  }
  snprintf(message, SO_MESSAGE_SIZE, "%s", alsa.error_text(error));
  so_alsa_close(d);
  return SO_NO_DEVICE;
}

so_status so_alsa_open(const char *name, so_format *format, so_alsa **out, char *message) {
  return open_device(name, stream_playback, format, out, message);
}

so_status so_alsa_open_capture(const char *name, so_format *format, so_alsa **out, char *message) {
  return open_device(name, stream_capture, format, out, message);
}

so_status so_alsa_read(so_alsa *d, float *frames, int32_t count, int32_t *overruns) {
  const int32_t most = most_frames / d->channels;
  int failures = 0;
  while (count > 0) {
    long got = alsa.readi(d->pcm, &d->samples, (unsigned long)(count < most ? count : most));
    if (got <= 0) {
      // An overrun or a suspended machine; other errors, such as a removed device, remain.
      if (++failures > 3 || alsa.recover(d->pcm, (int)got, 1) < 0) return SO_LOST;
      ++*overruns;
      continue;
    }
    failures = 0;
    for (long i = 0; i < got; i++) {
      float sum = 0;
      for (int32_t c = 0; c < d->channels; c++) {
        long at = i * d->channels + c;
        int16_t value;
        memcpy(&value, d->samples.bytes + at * 2, 2);
        sum += d->is_float ? d->samples.floats[at] : (float)value / 32768;
      }
      // Not a number becomes silence.
      *frames++ = sum == sum ? sum / (float)d->channels : 0;
    }
    count -= (int32_t)got;
  }
  return SO_OK;
}

so_status so_alsa_write(so_alsa *d, const float *frames, int32_t count, int32_t *underruns) {
  int failures = 0;
  while (count > 0) {
    int32_t part = count < most_frames ? count : most_frames;
    const void *samples = frames;
    if (!d->is_float) {
      so_to_s16(d->samples.bytes, frames, (int64_t)part * d->channels);
      samples = d->samples.bytes;
    }
    long written = alsa.writei(d->pcm, samples, (unsigned long)part);
    if (written < 0) {
      // An underrun or a suspended machine; other errors, such as a removed device, remain.
      if (++failures > 3 || alsa.recover(d->pcm, (int)written, 1) < 0) return SO_LOST;
      ++*underruns;
      continue;
    }
    failures = 0;
    frames += written * d->channels;
    count -= (int32_t)written;
  }
  return SO_OK;
}

int32_t so_alsa_delay(so_alsa *d) {
  long frames = 0;
  if (alsa.delay(d->pcm, &frames) < 0 || frames < 0) return 0;
  return frames < 10000000 ? (int32_t)frames : 10000000;
}

void so_alsa_close(so_alsa *d) {
  if (!d) return;
  if (d->pcm) {
    alsa.drop(d->pcm);
    alsa.close(d->pcm);
  }
  free(d);
}
