// Arbitrary bytes as BMP, QOI, PNM, ICO or CUR: header, entries, every row.
#include <stdlib.h>
#include <string.h>
#include "bitmap_codecs.h"

static void read_rows(bc_decoder *decoder, const bc_info *info, int is_opaque) {
  char message[BC_MESSAGE_SIZE];
  uint8_t *row = malloc((size_t)info->width * 4);
  if (row == NULL) return;
  const int32_t count = info->height < 256 ? info->height : 256;
  for (int32_t y = 0; y < count; y++) {
    const bc_status status = bc_decoder_row(decoder, row, message);
    if (status != BC_OK) {
      if (message[0] == 0 || bc_decoder_row(decoder, row, message) != status) abort();
      break;
    }
    for (size_t i = 0; i < (size_t)info->width * 4; i += 4) { // premultiplied: no channel above alpha
      const uint8_t alpha = row[i + 3];
      if (row[i] > alpha || row[i + 1] > alpha || row[i + 2] > alpha) abort();
      if (is_opaque && alpha != 255) abort();
    }
  }
  free(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
  char message[BC_MESSAGE_SIZE];
  bc_info info, opened;
  const bc_status probed = bc_probe(bytes, length, &info, message);
  if (memchr(message, 0, sizeof message) == NULL) abort();
  if (probed != BC_OK) {
    if (message[0] == 0) abort();
    return 0;
  }
  if (info.width < 1 || info.height < 1) abort();
  bc_decoder *decoder = NULL;
  if (info.format == BC_ICO || info.format == BC_CUR) {
    const int32_t sides[] = {1, 16, 48, 256, 100000};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
      bc_entry entry;
      if (bc_choose_entry(bytes, length, sides[i], sides[i], &entry, message) != BC_OK) abort(); // the header said there is one
      if (entry.offset > length) abort();
      if (entry.is_png) continue;
      const size_t left = length - entry.offset, size = entry.length < left ? entry.length : left;
      if (bc_decoder_create_entry(bytes + entry.offset, size, &decoder, &opened, message) != BC_OK) {
        if (decoder != NULL || message[0] == 0) abort();
        continue;
      }
      read_rows(decoder, &opened, 0);
      bc_decoder_destroy(decoder);
    }
    return 0;
  }
  if (bc_decoder_create(bytes, length, &decoder, &opened, message) != BC_OK) {
    if (decoder != NULL || message[0] == 0) abort();
    return 0;
  }
  if (opened.width != info.width || opened.height != info.height) abort();
  read_rows(decoder, &opened, opened.is_opaque);
  bc_decoder_destroy(decoder);
  return 0;
}
