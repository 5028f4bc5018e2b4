#include "container.h"

#include "failure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { buffer_size = 32768, most_tracks = 64, most_probed = 4 << 20 };

// Formats of files. Others name further files or read devices.
static const char formats[] = "mov,matroska,webm,mpegts,mpeg,avi,ogg,flv,ivf";
static const char sound_formats[] = "mov,matroska,webm,mpegts,mpeg,avi,ogg,flv,mp3,flac,aac,wav,aiff";

// Formats of live streams, and the protocols that they are read by. No protocol of files is one of them.
static const char live_formats[] = "hls,rtsp,sdp,rtp,mpegts,mov,aac,mp3,ogg,flac,webvtt";
static const char live_protocols[] = "http,https,tcp,tls,crypto,httpproxy,rtsp,rtp,rtcp,udp";

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static int is_interrupted(void *context) {
  vd_container *c = context;
  if (c->input.is_cancelled && c->input.is_cancelled(c->input.context)) c->is_cancelled = 1;
  if (c->is_live && now_ns() >= c->deadline_ns) c->is_late = 1;
  return c->is_cancelled || c->is_exhausted || c->is_late;
}

static int read_bytes(void *context, uint8_t *bytes, int count) {
  vd_container *c = context;
  if (c->allowance <= 0) c->is_exhausted = 1;
  if (is_interrupted(c)) return AVERROR_EXIT;
  if (c->offset >= c->input.size) return AVERROR_EOF;
  int64_t left = c->input.size - c->offset;
  int32_t got = c->input.read(c->input.context, c->offset, bytes, (int32_t)(left < count ? left : count));
  if (got <= 0) return got < 0 ? AVERROR(EIO) : AVERROR_EOF;
  c->offset += got;
  c->allowance -= got;
  return got;
}

static int64_t seek_bytes(void *context, int64_t offset, int whence) {
  vd_container *c = context;
  if (whence & AVSEEK_SIZE) return c->input.size;
  whence &= ~AVSEEK_FORCE;
  int64_t base = whence == SEEK_CUR ? c->offset : whence == SEEK_END ? c->input.size : 0;
  int64_t to;
  if (__builtin_add_overflow(base, offset, &to) || to < 0) return AVERROR(EINVAL);
  // Each seek costs a little of the allowance, so that circles without reads end, too.
  c->allowance -= 64;
  return c->offset = to;
}

// Refuses references to other files.
static int refuse_open(AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
  (void)format, (void)io, (void)url, (void)flags, (void)options;
  return AVERROR(EPERM);
}

void vd_container_refill(vd_container *c) {
  // The end of a search without an index in a large file.
  int64_t most = 512 << 20;
  c->allowance = (c->input.size < most ? c->input.size : most) * 2 + (64 << 20);
}

static vd_status open_failure(vd_container *c, int error, int is_sound, char *message) {
  if (c->is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
  if (error == AVERROR(ENOMEM)) return vd_fail(message, VD_NO_MEMORY, "no memory for the container");
  if (c->is_exhausted) return vd_fail(message, VD_CORRUPT, "its structure leads in circles");
  if (c->input.size == 0) return vd_fail(message, VD_NOT_VIDEO, "it is empty");
  if (error == AVERROR(EIO)) return vd_fail(message, VD_CORRUPT, "it cannot be read");
  char text[96] = "";
  c->av->av_strerror(error, text, sizeof text);
  if (is_sound)
    return vd_fail(message, VD_NOT_VIDEO, "it is not WAV, Ogg, MP3, FLAC, AAC, AIFF or a video, or its header is damaged (%s)", text);
  return vd_fail(message, VD_NOT_VIDEO, "it is not MP4, MOV, Matroska, WebM, MPEG-TS, AVI, Ogg, FLV or IVF, or its header is damaged (%s)", text);
}

// Examines the tracks. The libraries decode frames for that, with decoders of their own: each gets the limit as an option.
static int find_tracks(vd_container *c, int64_t most_pixels) {
  const unsigned count = c->format->nb_streams;
  AVDictionary **options = count > 0 ? calloc(count, sizeof *options) : NULL;
  if (count > 0 && !options) return AVERROR(ENOMEM);
  char limit[24];
  snprintf(limit, sizeof limit, "%lld", (long long)most_pixels);
  for (unsigned i = 0; i < count; i++) c->av->av_dict_set(&options[i], "max_pixels", limit, 0);
  const int error = c->av->avformat_find_stream_info(c->format, options);
  for (unsigned i = 0; i < count; i++) c->av->av_dict_free(&options[i]);
  free(options);
  return error;
}

vd_status vd_container_open(vd_container *c, const vd_input *input, int is_sound, int64_t most_pixels, char *message) {
  memset(c, 0, sizeof *c);
  message[0] = 0;
  const vd_av *av = vd_library();
  if (!av) return vd_fail(message, VD_NO_LIBRARY, "%s", vd_library_problem());
  c->av = av;
  c->input = *input;
  vd_container_refill(c);
  uint8_t *buffer = av->av_malloc(buffer_size);
  c->io = buffer ? av->avio_alloc_context(buffer, buffer_size, 0, c, read_bytes, NULL, seek_bytes) : NULL;
  if (!c->io) av->av_freep(&buffer);
  c->format = c->io ? av->avformat_alloc_context() : NULL;
  if (!c->format) {
    vd_container_close(c);
    return vd_fail(message, VD_NO_MEMORY, "no memory for the container");
  }
  c->format->pb = c->io;
  c->format->flags |= AVFMT_FLAG_CUSTOM_IO;
  c->format->io_open = refuse_open;
  c->format->interrupt_callback = (AVIOInterruptCB){is_interrupted, c};
  c->format->max_streams = most_tracks;
  c->format->probesize = most_probed;
  AVDictionary *settings = NULL;
  av->av_dict_set(&settings, "format_whitelist", is_sound ? sound_formats : formats, 0);
  av->av_dict_set(&settings, "protocol_whitelist", "none", 0);
  // On failure this frees the format context.
  int error = av->avformat_open_input(&c->format, NULL, NULL, &settings);
  av->av_dict_free(&settings);
  if (error >= 0) error = find_tracks(c, most_pixels);
  if (error >= 0) return VD_OK;
  vd_status status = open_failure(c, error, is_sound, message);
  vd_container_close(c);
  return status;
}

void vd_container_set_deadline(vd_container *c, double seconds) {
  c->is_late = 0;
  c->deadline_ns = now_ns() + (int64_t)(seconds * 1e9);
}

static vd_status stream_failure(const vd_container *c, int error, char *message) {
  if (c->is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
  if (c->is_late) return vd_fail(message, VD_CORRUPT, "the server did not answer in time");
  if (error == AVERROR(ENOMEM)) return vd_fail(message, VD_NO_MEMORY, "no memory for the stream");
  if (error == AVERROR_INVALIDDATA) return vd_fail(message, VD_NOT_VIDEO, "it is not HLS, RTSP, MPEG-TS, MP3, AAC, Ogg or FLAC, or its beginning is damaged");
  if (error == AVERROR(EINVAL)) return vd_fail(message, VD_NOT_VIDEO, "it names a file, or uses a protocol that live streams do not use");
  char text[96] = "";
  c->av->av_strerror(error, text, sizeof text);
  return vd_fail(message, VD_CORRUPT, "the server cannot be read (%s)", text);
}

vd_status vd_container_open_stream(vd_container *c, const vd_stream *stream, int64_t most_pixels, char *message) {
  memset(c, 0, sizeof *c);
  message[0] = 0;
  const vd_av *av = vd_library();
  if (!av) return vd_fail(message, VD_NO_LIBRARY, "%s", vd_library_problem());
  c->av = av;
  c->is_live = 1;
  c->input = (vd_input){.context = stream->context, .is_cancelled = stream->is_cancelled};
  vd_container_set_deadline(c, stream->open_patience);
  c->format = av->avformat_alloc_context();
  if (!c->format) return vd_fail(message, VD_NO_MEMORY, "no memory for the stream");
  c->format->interrupt_callback = (AVIOInterruptCB){is_interrupted, c};
  c->format->max_streams = most_tracks;
  c->format->probesize = most_probed;
  // Each second of examination is a second of delay.
  c->format->max_analyze_duration = 2 * AV_TIME_BASE;
  AVDictionary *settings = NULL;
  av->av_dict_set(&settings, "format_whitelist", live_formats, 0);
  av->av_dict_set(&settings, "protocol_whitelist", live_protocols, 0);
  // Packets that are lost need no repetition, and firewalls let TCP pass.
  av->av_dict_set(&settings, "rtsp_transport", "tcp", 0);
  // On failure this frees the format context.
  int error = av->avformat_open_input(&c->format, stream->url, NULL, &settings);
  av->av_dict_free(&settings);
  if (error >= 0) error = find_tracks(c, most_pixels);
  if (error >= 0) return VD_OK;
  vd_status status = stream_failure(c, error, message);
  vd_container_close(c);
  return status;
}

AVStream *vd_container_track(const vd_container *c, enum AVMediaType kind, int32_t number, int32_t *count) {
  AVStream *found = NULL;
  int32_t seen = 0;
  for (unsigned i = 0; i < c->format->nb_streams; i++) {
    AVStream *track = c->format->streams[i];
    if (track->codecpar->codec_type != kind || track->disposition & AV_DISPOSITION_ATTACHED_PIC) continue;
    if (seen++ == number) found = track;
  }
  if (count) *count = seen;
  return found;
}

AVCodecContext *vd_container_decoder(
    const vd_container *c, const AVStream *track, const vd_options *options, vd_status *status, char *message) {
  const vd_av *av = c->av;
  const char *name = av->avcodec_get_name(track->codecpar->codec_id);
  const AVCodec *codec = av->avcodec_find_decoder(track->codecpar->codec_id);
  if (!codec) {
    *status = vd_fail(message, VD_UNSUPPORTED, "the installed libavcodec has no decoder of its codec %s", name);
    return NULL;
  }
  AVCodecContext *decoder = av->avcodec_alloc_context3(codec);
  int error = decoder ? av->avcodec_parameters_to_context(decoder, track->codecpar) : AVERROR(ENOMEM);
  if (error >= 0) {
    decoder->pkt_timebase = track->time_base;
    decoder->thread_count = options->threads < 1 ? 1 : options->threads > 16 ? 16 : options->threads;
    if (options->most_pixels > 0) decoder->max_pixels = options->most_pixels;
    error = av->avcodec_open2(decoder, codec, NULL);
  }
  if (error >= 0) return decoder;
  av->avcodec_free_context(&decoder);
  char text[96] = "";
  av->av_strerror(error, text, sizeof text);
  *status = error == AVERROR(ENOMEM) ? vd_fail(message, VD_NO_MEMORY, "no memory for the decoder")
                                     : vd_fail(message, VD_CORRUPT, "its %s data cannot be decoded (%s)", name, text);
  return NULL;
}

void vd_container_close(vd_container *c) {
  if (!c->av) return;
  if (c->format) c->av->avformat_close_input(&c->format);
  if (c->io) {
    c->av->av_freep(&c->io->buffer);
    c->av->avio_context_free(&c->io);
  }
}
