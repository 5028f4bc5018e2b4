#include "tessera_sound.h"

#include <math.h>
#include <string.h>

void so_mix(float *out, const float *frames, int32_t count, float left, float right, float last_left, float last_right) {
  if (count <= 0) return;
  float left_step = (last_left - left) / (float)count, right_step = (last_right - right) / (float)count;
  if (left_step == 0 && right_step == 0) {
    for (int32_t i = 0; i < count; i++) {
      out[2 * i] += frames[2 * i] * left;
      out[2 * i + 1] += frames[2 * i + 1] * right;
    }
    return;
  }
  for (int32_t i = 0; i < count; i++) {
    out[2 * i] += frames[2 * i] * (left + left_step * (float)i);
    out[2 * i + 1] += frames[2 * i + 1] * (right + right_step * (float)i);
  }
}

void so_limit(float *samples, int32_t count) {
  const float knee = 0.8f;
  for (int32_t i = 0; i < count; i++) {
    float size = fabsf(samples[i]);
    if (size <= knee) continue;
    // The comparison above is false for NaN.
    samples[i] = size != size ? 0 : copysignf(knee + (1 - knee) * tanhf((size - knee) / (1 - knee)), samples[i]);
  }
}

int32_t so_sample_size(so_encoding encoding) {
  static const int32_t sizes[] = {1, 2, 3, 4, 4, 8};
  return sizes[encoding];
}

static float sample(const uint8_t *b, so_encoding encoding) {
  float value = 0;
  switch (encoding) {
  case SO_U8: return ((float)b[0] - 128) / 128;
  case SO_S16: return (float)(int16_t)(b[0] | b[1] << 8) / 32768;
  case SO_S24: return (float)((int32_t)((uint32_t)b[0] << 8 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 24) >> 8) / 8388608;
  case SO_S32: {
    int32_t whole;
    memcpy(&whole, b, 4);
    return (float)whole / 2147483648.0f;
  }
  case SO_F32: memcpy(&value, b, 4); break;
  case SO_F64: {
    double wide;
    memcpy(&wide, b, 8);
    value = (float)wide;
  }
  }
  return isfinite(value) ? value : 0;
}

void so_to_stereo(float *out, const uint8_t *bytes, so_encoding encoding, int32_t channels, int64_t frames) {
  const int32_t size = so_sample_size(encoding);
  // Gains of the channels of WAV files for left and right: ITU-R BS.775, without the low-frequency channel.
  static const float left[8] = {1, 0, 0.70710678f, 0, 0.70710678f, 0, 0.70710678f, 0};
  static const float right[8] = {0, 1, 0.70710678f, 0, 0, 0.70710678f, 0, 0.70710678f};
  float sum = 0;
  for (int32_t c = 0; c < channels; c++) sum += left[c];
  const float scale = channels > 2 ? 1 / sum : 1;
  for (int64_t i = 0; i < frames; i++) {
    const uint8_t *frame = bytes + (size_t)i * (size_t)(size * channels);
    if (channels == 1) {
      out[2 * i] = out[2 * i + 1] = sample(frame, encoding);
      continue;
    }
    float l = 0, r = 0;
    for (int32_t c = 0; c < channels; c++) {
      float value = sample(frame + c * size, encoding);
      l += value * left[c];
      r += value * right[c];
    }
    out[2 * i] = l * scale;
    out[2 * i + 1] = r * scale;
  }
}

void so_to_s16(uint8_t *out, const float *samples, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    float value = samples[i] * 32768;
    // False for NaN.
    int32_t whole = value >= 32767 ? 32767 : value > -32768 ? (int32_t)lrintf(value) : value <= -32768 ? -32768 : 0;
    out[2 * i] = (uint8_t)whole;
    out[2 * i + 1] = (uint8_t)(whole >> 8);
  }
}
