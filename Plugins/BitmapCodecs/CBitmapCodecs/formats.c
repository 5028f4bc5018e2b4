// Selects the decoder of a picture.
#include "bmp.h"
#include "bytes.h"
#include "decoder.h"
#include "failure.h"
#include "ico.h"
#include "pnm.h"
#include "qoi.h"
#include <stdbool.h>
#include <stdlib.h>

static bool is_pnm(const uint8_t *bytes, size_t length) {
  if (length < 3 || bytes[0] != 'P' || bytes[1] < '1' || bytes[1] > '7') return false;
  return bytes[2] == '#' || bytes[2] == ' ' || (bytes[2] >= '\t' && bytes[2] <= '\r');
}

bc_format bc_sniff(const uint8_t *bytes, size_t length) {
  if (length >= 4 && memcmp(bytes, "qoif", 4) == 0) return BC_QOI;
  if (is_pnm(bytes, length)) return BC_PNM;
  // "BM" also begins texts: the size of the header after it must be small.
  if (length >= 2 && memcmp(bytes, "BM", 2) == 0 && (length < 18 || (bc_le32(bytes + 14) >= 12 && bc_le32(bytes + 14) <= 256))) return BC_BMP;
  if (length >= 6 && bc_le16(bytes) == 0 && (bytes[2] == 1 || bytes[2] == 2) && bytes[3] == 0 && bc_le16(bytes + 4) > 0)
    return bytes[2] == 1 ? BC_ICO : BC_CUR;
  return BC_NONE;
}

bc_status bc_probe(const uint8_t *bytes, size_t length, bc_info *info, char *message) {
  message[0] = 0;
  memset(info, 0, sizeof *info);
  switch (bc_sniff(bytes, length)) {
  case BC_BMP: return bc_bmp_probe(bytes, length, info, message);
  case BC_QOI: return bc_qoi_probe(bytes, length, info, message);
  case BC_PNM: return bc_pnm_probe(bytes, length, info, message);
  case BC_ICO:
  case BC_CUR: return bc_ico_probe(bytes, length, info, message);
  default: return bc_fail(message, BC_NOT_A_BITMAP, "neither BMP, QOI, PNM, ICO nor CUR");
  }
}

// Completes the result of a format's own function.
static bc_status finish(bc_status status, const uint8_t *bytes, size_t length, bc_decoder **out, const bc_info *info, char *message) {
  if (status != BC_OK) return status;
  if (info->width > BC_MAX_SIDE || info->height > BC_MAX_SIDE) {
    bc_decoder_destroy(*out);
    *out = NULL;
    return bc_fail(message, BC_TOO_LARGE, "its header gives %d x %d pixels; the maximum is %d per side", info->width, info->height, BC_MAX_SIDE);
  }
  (*out)->bytes = bytes;
  (*out)->length = length;
  (*out)->info = *info;
  return BC_OK;
}

bc_status bc_decoder_create(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  message[0] = 0;
  *out = NULL;
  memset(info, 0, sizeof *info);
  bc_status status;
  switch (bc_sniff(bytes, length)) {
  case BC_BMP: status = bc_bmp_create(bytes, length, out, info, message); break;
  case BC_QOI: status = bc_qoi_create(bytes, length, out, info, message); break;
  case BC_PNM: status = bc_pnm_create(bytes, length, out, info, message); break;
  default: return bc_fail(message, BC_NOT_A_BITMAP, "neither BMP, QOI nor PNM");
  }
  return finish(status, bytes, length, out, info, message);
}

bc_status bc_decoder_create_entry(const uint8_t *bytes, size_t length, bc_decoder **out, bc_info *info, char *message) {
  message[0] = 0;
  *out = NULL;
  memset(info, 0, sizeof *info);
  return finish(bc_ico_create(bytes, length, out, info, message), bytes, length, out, info, message);
}

bc_status bc_decoder_row(bc_decoder *decoder, uint8_t *to, char *message) {
  message[0] = 0;
  if (decoder->ended != BC_OK) return bc_fail(message, decoder->ended, "an earlier row failed");
  bc_status status = decoder->next < decoder->info.height
                         ? decoder->row(decoder, to, message)
                         : bc_fail(message, BC_CORRUPT, "a row beyond the last of %d", decoder->info.height);
  if (status == BC_OK) decoder->next++;
  else decoder->ended = status;
  return status;
}

void bc_decoder_destroy(bc_decoder *decoder) { free(decoder); }
