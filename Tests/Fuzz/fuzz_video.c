// Arbitrary bytes as a video file: header, first frames, their pixels in every rotation, a seek, and audio. Needs FFmpeg's libraries.
#include <stdlib.h>
#include <string.h>
#include "video_decoder.h"

typedef struct {
  const uint8_t *bytes;
  size_t length;
  int reads;
} file;

static int32_t read_bytes(void *context, int64_t offset, uint8_t *bytes, int32_t count) {
  file *f = context;
  f->reads++;
  if (offset < 0 || (uint64_t)offset >= f->length || count < 1) return 0;
  const size_t left = f->length - (size_t)offset, taken = left < (size_t)count ? left : (size_t)count;
  memcpy(bytes, f->bytes + offset, taken);
  return (int32_t)taken;
}

// Stops long searches, as a program does that closes a video.
static int32_t is_cancelled(void *context) { return ((file *)context)->reads > 5000; }

static void convert(const vd_frame *frame, int turns, int shrink, int is_smooth) {
  const vd_conversion conversion = {.quarter_turns = turns, .shrink = shrink, .is_smooth = is_smooth, .is_mirrored = turns & 1};
  int32_t width, height;
  vd_frame_size(frame, &conversion, &width, &height);
  if (width < 1 || height < 1) return;
  const size_t stride = (size_t)width * 4;
  uint8_t *pixels = malloc(stride * (size_t)height);
  if (pixels != NULL && vd_frame_convert(frame, &conversion, pixels, stride) == VD_OK && pixels[stride * (size_t)height - 1] != 255) abort();
  free(pixels);
}

static int decode(vd_reader *reader, int most) {
  char message[VD_MESSAGE_SIZE], sum[VD_CHECKSUM_SIZE];
  int count = 0;
  vd_frame *frame = NULL;
  while (count < most && vd_reader_next(reader, &frame, message) == VD_OK) {
    const vd_frame_info info = vd_frame_facts(frame);
    if (info.width < 1 || info.height < 1 || !(info.duration >= 0)) abort();
    vd_frame_checksum(frame, sum);
    convert(frame, count & 3, 1 << (count & 3), count & 1);
    convert(frame, 0, 1, 1);
    vd_frame_free(frame);
    count++;
  }
  return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[VD_MESSAGE_SIZE];
  file content = {bytes, length, 0};
  const vd_input input = {&content, (int64_t)length, read_bytes, is_cancelled};
  const vd_options options = {.most_pixels = 512 * 512, .threads = 1};
  vd_reader *reader = NULL;
  vd_info info;
  const vd_status status = vd_reader_open(&input, &options, &reader, &info, message);
  if (memchr(message, 0, sizeof message) == NULL) abort();
  if (status != VD_OK) {
    if (reader != NULL || message[0] == 0) abort();
    return 0;
  }
  if (info.sar_width < 1 || info.sar_height < 1 || !(info.rotation >= -180 && info.rotation <= 180) || info.video_tracks < 1) abort();
  decode(reader, 12);
  if (vd_reader_seek(reader, 0.1, message) == VD_OK) decode(reader, 4);
  vd_reader_close(reader);
  vd_audio audio;
  if (info.audio_tracks > 0) vd_audio_measure(&input, 0, &audio, message);
  return 0;
}
