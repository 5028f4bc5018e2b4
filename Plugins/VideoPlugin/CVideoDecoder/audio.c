#include "container.h"
#include "failure.h"
#include <math.h>
#include <stdbool.h>

// Sums of the samples decoded so far.
typedef struct {
  int64_t samples;
  double squares, count;
} sums;

// Returns a sample as a 16-bit number.
static double sample(const AVFrame *f, int channel, int i, int channels) {
  enum AVSampleFormat format = (enum AVSampleFormat)f->format;
  bool planar = format >= AV_SAMPLE_FMT_U8P && format != AV_SAMPLE_FMT_S64;
  const uint8_t *plane = f->extended_data[planar ? channel : 0];
  size_t at = planar ? (size_t)i : (size_t)i * (size_t)channels + (size_t)channel;
  double value = 0;
  switch (format) {
  case AV_SAMPLE_FMT_U8:
  case AV_SAMPLE_FMT_U8P: value = ((double)plane[at] - 128) * 256; break;
  case AV_SAMPLE_FMT_S16:
  case AV_SAMPLE_FMT_S16P: value = ((const int16_t *)(const void *)plane)[at]; break;
  case AV_SAMPLE_FMT_S32:
  case AV_SAMPLE_FMT_S32P: value = ((const int32_t *)(const void *)plane)[at] / 65536.0; break;
  case AV_SAMPLE_FMT_S64:
  case AV_SAMPLE_FMT_S64P: value = (double)((const int64_t *)(const void *)plane)[at] / 281474976710656.0; break;
  case AV_SAMPLE_FMT_FLT:
  case AV_SAMPLE_FMT_FLTP: value = (double)((const float *)(const void *)plane)[at] * 32768; break;
  case AV_SAMPLE_FMT_DBL:
  case AV_SAMPLE_FMT_DBLP: value = ((const double *)(const void *)plane)[at] * 32768; break;
  default: break;
  }
  if (!(value > -32768)) return value <= -32768 ? -32768 : 0;
  return value < 32767 ? rint(value) : 32767;
}

static int channels_of(const AVCodecParameters *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(59, 24, 100)
  return codec->ch_layout.nb_channels;
#else
  return codec->channels;
#endif
}

static int frame_channels(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return frame->ch_layout.nb_channels;
#else
  return frame->channels;
#endif
}

static void add(sums *s, const AVFrame *frame) {
  int channels = frame_channels(frame);
  for (int c = 0; c < channels; c++)
    for (int i = 0; i < frame->nb_samples; i++) {
      double value = sample(frame, c, i, channels);
      s->squares += value * value;
    }
  s->samples += frame->nb_samples;
  s->count += (double)frame->nb_samples * channels;
}

static void receive(const vd_container *c, AVCodecContext *decoder, AVFrame *frame, sums *s) {
  while (c->av->avcodec_receive_frame(decoder, frame) >= 0) add(s, frame);
}

// Decodes all packets of a track.
static vd_status decode(vd_container *c, AVStream *track, AVCodecContext *decoder, vd_audio *out, char *message) {
  const vd_av *av = c->av;
  AVPacket *packet = av->av_packet_alloc();
  AVFrame *frame = av->av_frame_alloc();
  vd_status status = packet && frame ? VD_OK : vd_fail(message, VD_NO_MEMORY, "no memory for audio");
  sums s = {0};
  bool is_first = true;
  vd_container_refill(c);
  while (status == VD_OK && av->av_read_frame(c->format, packet) >= 0) {
    if (packet->stream_index == track->index) {
      if (is_first && packet->pts != AV_NOPTS_VALUE && track->time_base.den > 0) {
        out->first_packet = (double)packet->pts * track->time_base.num / track->time_base.den;
        is_first = false;
      }
      // A damaged packet is skipped.
      if (av->avcodec_send_packet(decoder, packet) >= 0) receive(c, decoder, frame, &s);
    }
    av->av_packet_unref(packet);
  }
  if (c->is_cancelled) status = vd_fail(message, VD_CANCELLED, "cancelled");
  if (status == VD_OK && av->avcodec_send_packet(decoder, NULL) >= 0) receive(c, decoder, frame, &s);
  out->samples = s.samples;
  out->rms = s.count > 0 ? sqrt(s.squares / s.count) : 0;
  if (packet) av->av_packet_free(&packet);
  if (frame) av->av_frame_free(&frame);
  return status;
}

vd_status vd_audio_measure(const vd_input *input, int32_t index, vd_audio *out, char *message) {
  *out = (vd_audio){0};
  vd_container c;
  vd_status status = vd_container_open(&c, input, 0, vd_most_probed_pixels, message);
  if (status != VD_OK) return status;
  AVStream *track = vd_container_track(&c, AVMEDIA_TYPE_AUDIO, index, NULL);
  if (!track) {
    vd_container_close(&c);
    return vd_fail(message, VD_NOT_VIDEO, "it has no audio track %d", index);
  }
  out->codec = c.av->avcodec_get_name(track->codecpar->codec_id);
  out->rate = track->codecpar->sample_rate;
  out->channels = channels_of(track->codecpar);
  vd_options options = {.threads = 1};
  AVCodecContext *decoder = vd_container_decoder(&c, track, &options, &status, message);
  if (decoder) {
    status = decode(&c, track, decoder, out, message);
    c.av->avcodec_free_context(&decoder);
  }
  vd_container_close(&c);
  return status;
}
