// Arbitrary bytes as AVIF: header, and with libdav1d on the machine the first frames.
#include <stdlib.h>
#include <string.h>
#include "avif_codec.h"

#define BYTE_LIMIT ((size_t)8 << 20)

static int never(void *context) {
  (void)context;
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[AV_MESSAGE_SIZE];
  av_info info, opened;
  const av_status probed = av_probe(bytes, length, &info, message);
  if (memchr(message, 0, sizeof message) == NULL) abort();
  if (probed != AV_OK) {
    if (message[0] == 0) abort();
    return 0;
  }
  if (info.width < 1 || info.height < 1 || info.orientation < 1 || info.orientation > 8 || info.frame_count < 1) abort();
  if (info.profile_length > 0 && (info.profile > length || info.profile_length > length - info.profile)) abort();
  av_decoder *decoder = NULL;
  if (av_decoder_create(bytes, length, BYTE_LIMIT, &decoder, &opened, message) != AV_OK) {
    if (decoder != NULL || message[0] == 0) abort();
    return 0;
  }
  if (opened.width != info.width || opened.height != info.height) abort();
  uint8_t *row = malloc((size_t)info.width * 4);
  const int32_t count = info.frame_count < 3 ? info.frame_count : 3;
  for (int32_t i = 0; i < count && row != NULL; i++) {
    const av_frame frame = av_decoder_frame(decoder, i);
    if (!(frame.seconds >= 0)) abort();
    if (av_decoder_decode(decoder, bytes, length, i, never, NULL, message) != AV_OK) {
      if (message[0] == 0) abort();
      break;
    }
    const int32_t rows = info.height < 64 ? info.height : 64;
    for (int32_t y = 0; y < rows; y++) {
      av_decoder_row(decoder, y, 1, row);
      for (size_t at = 0; at < (size_t)info.width * 4; at += 4) { // premultiplied: no channel above alpha
        const uint8_t alpha = row[at + 3];
        if (row[at] > alpha || row[at + 1] > alpha || row[at + 2] > alpha) abort();
        if (info.is_opaque && alpha != 255) abort();
      }
    }
  }
  free(row);
  av_decoder_destroy(decoder);
  return 0;
}
