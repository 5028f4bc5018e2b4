#include "container.h"
#include "failure.h"
#include <math.h>
#include <stdlib.h>

// Packets without a decodable frame after which a track counts as damaged, and frames of a packet: 10 s at the highest rate.
enum { most_fruitless = 4096, most_frames = 7680000, most_channels = 64 };

struct vd_sound {
  vd_container container;
  AVStream *track;
  AVCodecContext *decoder;
  AVPacket *packet;
  AVFrame *frame;
  float *stereo;
  int32_t capacity; // Frames.
  int32_t rate;
  double next_time; // Of the next frames if they have no time.
  int is_draining, is_ended, fruitless;
};

// Returns a sample; full scale is 1.
static float sample(const AVFrame *f, int channel, int i, int channels) {
  int planar = f->format >= AV_SAMPLE_FMT_U8P && f->format != AV_SAMPLE_FMT_S64;
  const void *plane = f->extended_data[planar ? channel : 0];
  size_t at = planar ? (size_t)i : (size_t)i * (size_t)channels + (size_t)channel;
  float value = 0;
  switch ((enum AVSampleFormat)f->format) {
  case AV_SAMPLE_FMT_U8:
  case AV_SAMPLE_FMT_U8P: value = ((float)((const uint8_t *)plane)[at] - 128) / 128; break;
  case AV_SAMPLE_FMT_S16:
  case AV_SAMPLE_FMT_S16P: value = (float)((const int16_t *)plane)[at] / 32768; break;
  case AV_SAMPLE_FMT_S32:
  case AV_SAMPLE_FMT_S32P: value = (float)((const int32_t *)plane)[at] / 2147483648.0f; break;
  case AV_SAMPLE_FMT_S64:
  case AV_SAMPLE_FMT_S64P: value = (float)((double)((const int64_t *)plane)[at] / 9223372036854775808.0); break;
  case AV_SAMPLE_FMT_FLT:
  case AV_SAMPLE_FMT_FLTP: value = ((const float *)plane)[at]; break;
  case AV_SAMPLE_FMT_DBL:
  case AV_SAMPLE_FMT_DBLP: value = (float)((const double *)plane)[at]; break;
  default: break;
  }
  return isfinite(value) ? value : 0;
}

static int channels_of(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return frame->ch_layout.nb_channels;
#else
  return frame->channels;
#endif
}

static uint64_t layout_of(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 24, 100)
  return frame->ch_layout.order == AV_CHANNEL_ORDER_NATIVE ? frame->ch_layout.u.mask : 0;
#else
  return frame->channel_layout;
#endif
}

// Gains of the channels for left and right: ITU-R BS.775, without the low-frequency channel, and no clipping of a full-scale signal.
static void find_gains(const AVFrame *frame, int channels, float *left, float *right) {
  static const struct {
    uint64_t channel;
    float left, right;
  } known[] = {
      {AV_CH_FRONT_LEFT, 1, 0},        {AV_CH_FRONT_RIGHT, 0, 1},        {AV_CH_FRONT_CENTER, 0.7071f, 0.7071f},
      {AV_CH_BACK_LEFT, 0.7071f, 0},   {AV_CH_BACK_RIGHT, 0, 0.7071f},   {AV_CH_SIDE_LEFT, 0.7071f, 0},
      {AV_CH_SIDE_RIGHT, 0, 0.7071f},  {AV_CH_BACK_CENTER, 0.5f, 0.5f},  {AV_CH_FRONT_LEFT_OF_CENTER, 1, 0},
      {AV_CH_FRONT_RIGHT_OF_CENTER, 0, 1},
  };
  uint64_t layout = layout_of(frame);
  float left_sum = 0, right_sum = 0;
  int c = 0;
  for (int bit = 0; bit < 64 && c < channels; bit++) {
    if (!(layout >> bit & 1)) continue;
    left[c] = right[c] = 0;
    for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
      if (known[k].channel == (uint64_t)1 << bit) left[c] = known[k].left, right[c] = known[k].right;
    left_sum += left[c];
    right_sum += right[c++];
  }
  if (channels == 1 || c < channels || left_sum <= 0 || right_sum <= 0) {
    // One channel is heard on both sides; of unknown ones, the first two are left and right.
    for (int i = 0; i < channels; i++) left[i] = i == 0, right[i] = i == (channels > 1);
    return;
  }
  float sum = left_sum > right_sum ? left_sum : right_sum;
  for (int i = 0; channels > 2 && i < channels; i++) left[i] /= sum, right[i] /= sum;
}

vd_status vd_sound_open(const vd_input *input, int32_t index, vd_sound **out, vd_sound_info *info, char *message) {
  *out = NULL;
  *info = (vd_sound_info){0};
  vd_sound *s = calloc(1, sizeof *s);
  if (!s) return vd_fail(message, VD_NO_MEMORY, "no memory for sound");
  vd_status status = vd_container_open(&s->container, input, 1, vd_most_probed_pixels, message);
  if (status != VD_OK) {
    free(s);
    return status;
  }
  const vd_av *av = s->container.av;
  s->track = vd_container_track(&s->container, AVMEDIA_TYPE_AUDIO, index, NULL);
  if (!s->track) status = vd_fail(message, VD_NOT_VIDEO, "it has no audio track %d", index);
  if (status == VD_OK) {
    for (unsigned i = 0; i < s->container.format->nb_streams; i++)
      if (s->container.format->streams[i] != s->track) s->container.format->streams[i]->discard = AVDISCARD_ALL;
    vd_options options = {.threads = 1};
    s->decoder = vd_container_decoder(&s->container, s->track, &options, &status, message);
  }
  if (status == VD_OK) {
    s->rate = s->track->codecpar->sample_rate;
    s->packet = av->av_packet_alloc();
    s->frame = av->av_frame_alloc();
    if (!s->packet || !s->frame) status = vd_fail(message, VD_NO_MEMORY, "no memory for sound");
    else if (s->rate < 1000 || s->rate > 768000) status = vd_fail(message, VD_CORRUPT, "its rate is %d Hz", s->rate);
  }
  if (status != VD_OK) {
    vd_sound_close(s);
    return status;
  }
  int64_t start = s->container.format->start_time;
  *info = (vd_sound_info){s->rate, start == AV_NOPTS_VALUE ? 0 : (double)start / AV_TIME_BASE};
  *out = s;
  return VD_OK;
}

// Mixes the decoded frame down.
static vd_status take(vd_sound *s, const float **samples, int32_t *frames, double *time, char *message) {
  const AVFrame *f = s->frame;
  int channels = channels_of(f), count = f->nb_samples;
  if (count > s->capacity) {
    float *larger = realloc(s->stereo, sizeof(float) * 2 * (size_t)count);
    if (!larger) return vd_fail(message, VD_NO_MEMORY, "no memory for sound");
    s->stereo = larger;
    s->capacity = count;
  }
  float left[most_channels], right[most_channels];
  find_gains(f, channels, left, right);
  for (int i = 0; i < count; i++) s->stereo[2 * i] = s->stereo[2 * i + 1] = 0;
  for (int c = 0; c < channels; c++) {
    if (left[c] == 0 && right[c] == 0) continue;
    for (int i = 0; i < count; i++) {
      float value = sample(f, c, i, channels);
      s->stereo[2 * i] += value * left[c];
      s->stereo[2 * i + 1] += value * right[c];
    }
  }
  double unit = s->track->time_base.den > 0 ? (double)s->track->time_base.num / s->track->time_base.den : 0;
  if (f->best_effort_timestamp != AV_NOPTS_VALUE && unit > 0) s->next_time = (double)f->best_effort_timestamp * unit;
  *time = s->next_time;
  s->next_time += (double)count / s->rate;
  *samples = s->stereo;
  *frames = count;
  s->fruitless = 0;
  return VD_OK;
}

// Passes the next packet to the decoder.
static vd_status feed(vd_sound *s, char *message) {
  const vd_av *av = s->container.av;
  int error = av->av_read_frame(s->container.format, s->packet);
  if (error == AVERROR(EAGAIN)) return VD_OK;
  if (error < 0) {
    if (s->container.is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
    s->is_draining = 1;
    av->avcodec_send_packet(s->decoder, NULL);
    return VD_OK;
  }
  // A damaged packet is skipped.
  if (s->packet->stream_index == s->track->index) {
    av->avcodec_send_packet(s->decoder, s->packet);
    s->fruitless++;
  }
  av->av_packet_unref(s->packet);
  return VD_OK;
}

vd_status vd_sound_next(vd_sound *s, const float **samples, int32_t *frames, double *time, char *message) {
  message[0] = 0;
  *frames = 0;
  vd_container_refill(&s->container);
  while (!s->is_ended) {
    int result = s->container.av->avcodec_receive_frame(s->decoder, s->frame);
    if (result >= 0) {
      const AVFrame *f = s->frame;
      int channels = channels_of(f);
      // Frames of another rate would have another pitch.
      if (f->nb_samples > 0 && f->nb_samples <= most_frames && channels > 0 && channels <= most_channels && f->sample_rate == s->rate)
        return take(s, samples, frames, time, message);
      if (++s->fruitless > most_fruitless) s->is_ended = 1;
    } else if (s->is_draining || s->fruitless > most_fruitless) {
      s->is_ended = 1;
    } else {
      vd_status status = feed(s, message);
      if (status != VD_OK) return status;
    }
  }
  return VD_END;
}

vd_status vd_sound_seek(vd_sound *s, double time, char *message) {
  message[0] = 0;
  const vd_av *av = s->container.av;
  if (!isfinite(time)) return vd_fail(message, VD_CORRUPT, "its time base is invalid");
  double unit = s->track->time_base.den > 0 ? (double)s->track->time_base.num / s->track->time_base.den : 1;
  double target = floor(time / (unit > 0 ? unit : 1));
  int64_t stamp = target < -9e18 ? INT64_MIN + 1 : target > 9e18 ? INT64_MAX - 1 : (int64_t)target;
  vd_container_refill(&s->container);
  s->container.is_exhausted = 0;
  int error = av->av_seek_frame(s->container.format, s->track->index, stamp, AVSEEK_FLAG_BACKWARD);
  if (error < 0) error = av->avformat_seek_file(s->container.format, -1, INT64_MIN, 0, INT64_MAX, 0);
  if (error < 0) error = av->av_seek_frame(s->container.format, -1, 0, AVSEEK_FLAG_BYTE);
  if (s->container.is_cancelled) return vd_fail(message, VD_CANCELLED, "cancelled");
  if (error < 0) return vd_fail(message, VD_CORRUPT, "its index cannot be searched");
  av->avcodec_flush_buffers(s->decoder);
  s->is_draining = s->is_ended = s->fruitless = 0;
  return VD_OK;
}

void vd_sound_close(vd_sound *s) {
  if (!s) return;
  const vd_av *av = s->container.av;
  if (s->packet) av->av_packet_free(&s->packet);
  if (s->frame) av->av_frame_free(&s->frame);
  if (s->decoder) av->avcodec_free_context(&s->decoder);
  vd_container_close(&s->container);
  free(s->stereo);
  free(s);
}
