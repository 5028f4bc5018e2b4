#include "jpeg_reader.h"

#include "failure.h"
#include "rows.h"
#include "sink_rows.h"
#include <jerror.h> // its numbers depend on the configuration in jpeglib.h
#include <stdlib.h>
#include <string.h>

// Progressive pictures with more scans are rejected as a denial of service; cameras and encoders write about ten.
enum { MAX_SCANS = 200, MAX_PROFILE = 4 << 20 };

void ic_jpeg_stop(ic_jpeg *r, ic_status status) {
  r->status = status;
  longjmp(r->jump, 1);
}

void ic_jpeg_fail(j_common_ptr common) {
  ic_jpeg *r = common->client_data;
  if (r->ended) {
    ic_fail(r->message, IC_TRUNCATED, "JPEG: the data ends in the middle of the picture");
    ic_jpeg_stop(r, IC_TRUNCATED);
  }
  char text[JMSG_LENGTH_MAX];
  common->err->format_message(common, text);
  ic_status status = IC_CORRUPT;
  switch (common->err->msg_code) {
  case JERR_OUT_OF_MEMORY: status = IC_NO_MEMORY; break;
  case JERR_IMAGE_TOO_BIG: status = IC_TOO_LARGE; break;
  case JERR_SOF_UNSUPPORTED:
  case JERR_BAD_PRECISION:
  case JERR_ARITH_NOTIMPL:
  case JERR_CONVERSION_NOTIMPL:
  case JERR_FRACT_SAMPLE_NOTIMPL:
  case JERR_CCIR601_NOTIMPL:
  case JERR_NOTIMPL: status = IC_UNSUPPORTED; break;
  default: break;
  }
  ic_fail(r->message, status, "JPEG: %s", text);
  ic_jpeg_stop(r, status);
}

// Of the warnings of libjpeg, invented pixels count as damage; an extra byte between markers does not.
static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  switch (common->err->msg_code) {
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC: ic_jpeg_fail(common); break;
  default: break;
  }
}

static void on_output(j_common_ptr common) { (void)common; }
static void on_source_event(j_decompress_ptr jpeg) { (void)jpeg; }

// At the end of the data an end-of-image marker lets libjpeg finish the picture, if it has all of it.
static boolean on_fill(j_decompress_ptr jpeg) {
  static const JOCTET end[2] = {0xFF, JPEG_EOI};
  ((ic_jpeg *)jpeg->client_data)->ended = true;
  jpeg->src->next_input_byte = end;
  jpeg->src->bytes_in_buffer = 2;
  return TRUE;
}

static void on_skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) {
    on_fill(jpeg);
  } else {
    jpeg->src->next_input_byte += count;
    jpeg->src->bytes_in_buffer -= (size_t)count;
  }
}

void ic_jpeg_poll(ic_jpeg *r) {
  if (r->jpeg.input_scan_number > MAX_SCANS) {
    ic_fail(r->message, IC_CORRUPT, "JPEG: more than %d scans", MAX_SCANS);
    ic_jpeg_stop(r, IC_CORRUPT);
  }
  if (r->request && r->request->cancelled && r->request->cancelled(r->request->context)) {
    ic_fail(r->message, IC_CANCELLED, "cancelled");
    ic_jpeg_stop(r, IC_CANCELLED);
  }
}

static void on_progress(j_common_ptr common) {
  if (common->is_decompressor) ic_jpeg_poll(common->client_data);
}

void ic_jpeg_begin(ic_jpeg *r, bool keeps_exif) {
  jpeg_create_decompress(&r->jpeg);
  r->jpeg.client_data = r;
  r->jpeg.src = &r->source;
  if (keeps_exif) jpeg_save_markers(&r->jpeg, JPEG_APP0 + 1, 0xFFFF);
  jpeg_save_markers(&r->jpeg, JPEG_APP0 + 2, 0xFFFF); // ICC profiles
}

void ic_jpeg_open(ic_jpeg *r, const ic_request *request, char *message) {
  memset(r, 0, sizeof *r);
  r->request = request;
  r->message = message;
  r->jpeg.err = jpeg_std_error(&r->errors);
  r->jpeg.client_data = r; // errors may occur before jpeg_create_decompress, which keeps both fields
  r->errors.error_exit = ic_jpeg_fail;
  r->errors.emit_message = on_message;
  r->errors.output_message = on_output;
  r->progress.progress_monitor = on_progress;
  r->source.init_source = on_source_event;
  r->source.fill_input_buffer = on_fill;
  r->source.skip_input_data = on_skip;
  r->source.resync_to_restart = jpeg_resync_to_restart;
  r->source.term_source = on_source_event;
}

ic_status ic_jpeg_close(ic_jpeg *r) {
  jpeg_destroy_decompress(&r->jpeg);
  ic_sink_destroy(r->sink);
  free(r->row);
  free(r->turned);
  free(r->profile);
  ic_color_destroy(r->color);
  return r->status;
}

void ic_jpeg_describe(ic_jpeg *r, ic_info *info) {
  info->width = (int32_t)r->jpeg.image_width;
  info->height = (int32_t)r->jpeg.image_height;
  info->is_opaque = 1;
  unsigned length = 0;
  if (jpeg_read_icc_profile(&r->jpeg, &r->profile, &length)) ic_profile_name(r->profile, length, info->profile);
  free(r->profile);
  r->profile = NULL;
  for (jpeg_saved_marker_ptr m = r->jpeg.marker_list; m; m = m->next)
    if (m->marker == JPEG_APP0 + 1 && m->data_length > 6 && memcmp(m->data, "Exif\0\0", 6) == 0) {
      info->orientation = ic_exif_orientation(m->data + 6, m->data_length - 6);
      break;
    }
}

// Returns a side of a picture scaled to `eighths`, rounded as libjpeg does.
static uint64_t at_eighths(uint64_t side, unsigned eighths) { return (side * eighths + 7) / 8; }

// Whether the edges of a part fall on pixel boundaries at this scale.
static bool fits(const ic_part *part, unsigned eighths, uint64_t width, uint64_t height) {
  uint64_t x = (uint64_t)part->x, y = (uint64_t)part->y, right = x + (uint64_t)part->width, bottom = y + (uint64_t)part->height;
  return x * eighths % 8 == 0 && y * eighths % 8 == 0 && (right == width || right * eighths % 8 == 0) &&
         (bottom == height || bottom * eighths % 8 == 0);
}

ic_part ic_jpeg_choose_scale(ic_jpeg *r) {
  struct jpeg_decompress_struct *jpeg = &r->jpeg;
  const ic_request *request = r->request;
  uint64_t width = jpeg->image_width, height = jpeg->image_height;
  ic_part part = ic_wanted_part(request, jpeg->image_width, jpeg->image_height), scaled = part;
  for (unsigned eighths = 1; eighths <= 8; eighths++) {
    uint64_t right = at_eighths((uint64_t)part.x + (uint64_t)part.width, eighths), left = at_eighths((uint64_t)part.x, eighths);
    uint64_t bottom = at_eighths((uint64_t)part.y + (uint64_t)part.height, eighths), top = at_eighths((uint64_t)part.y, eighths);
    jpeg->scale_num = eighths;
    jpeg->scale_denom = 8;
    scaled = (ic_part){(int32_t)left, (int32_t)top, (int32_t)(right - left), (int32_t)(bottom - top)};
    if (fits(&part, eighths, width, height) && scaled.width >= request->width && scaled.height >= request->height) break;
  }
  return scaled;
}

size_t ic_jpeg_coefficient_bytes(const ic_jpeg *r) {
  const struct jpeg_decompress_struct *jpeg = &r->jpeg;
  size_t sum = 0;
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *c = &jpeg->comp_info[i];
    sum += (size_t)c->width_in_blocks * c->height_in_blocks * sizeof(JBLOCK); // each has at most 8193 blocks a side
  }
  return sum;
}

bool ic_jpeg_is_cmyk(const ic_jpeg *r) { return r->jpeg.jpeg_color_space == JCS_CMYK || r->jpeg.jpeg_color_space == JCS_YCCK; }

void ic_jpeg_choose_colors(ic_jpeg *r) {
  struct jpeg_decompress_struct *jpeg = &r->jpeg;
  bool is_cmyk = ic_jpeg_is_cmyk(r);
  unsigned length = 0;
  if (jpeg->jpeg_color_space == JCS_UNKNOWN) {
    ic_fail(
        r->message, IC_UNSUPPORTED, "JPEG: it has %d components; pictures have 1 (gray), 3 (YCbCr or RGB) or 4 (CMYK)", jpeg->num_components);
    ic_jpeg_stop(r, IC_UNSUPPORTED);
  }
  if (!jpeg_read_icc_profile(jpeg, &r->profile, &length)) length = 0;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
  if (length == 0 || length > MAX_PROFILE) return;
  if (is_cmyk) {
    r->color = ic_color_create(r->profile, length, IC_COLOR_CMYK);
    return;
  }
  if (jpeg->jpeg_color_space == JCS_GRAYSCALE) r->color = ic_color_create(r->profile, length, IC_COLOR_GRAY);
  if (r->color) {
    jpeg->out_color_space = JCS_GRAYSCALE;
    return;
  }
  r->color = ic_color_create(r->profile, length, IC_COLOR_RGB);
  if (r->color) jpeg->out_color_space = JCS_RGB;
}

// Passes the row in `r->row` to the sink: CMYK without a profile, or a part of a row that is already sRGB.
static void put_row(ic_jpeg *r, const ic_part *part, bool is_cmyk) {
  const uint8_t *from = r->row + (size_t)part->x * 4;
  if (is_cmyk) ic_row_from_cmyk(ic_sink_row(r->sink), from, (size_t)part->width);
  else memcpy(ic_sink_row(r->sink), from, (size_t)part->width * 4);
  ic_sink_commit(r->sink);
}

// Reads all rows up to the end of the part.
static void read_rows(ic_jpeg *r, ic_part part, bool is_cmyk) {
  struct jpeg_decompress_struct *jpeg = &r->jpeg;
  ic_rows rows = {.sink = r->sink, .color = r->color, .room = r->turned, .part = part};
  int32_t end = part.y + part.height;
  for (int32_t y = 0; y < end; y++) {
    JSAMPROW row = r->row ? r->row : ic_sink_row(r->sink);
    if (jpeg_read_scanlines(jpeg, &row, 1) != 1) {
      ic_fail(r->message, IC_CORRUPT, "JPEG: row %d cannot be decoded", y);
      ic_jpeg_stop(r, IC_CORRUPT);
    }
    if (r->color) ic_rows_put(&rows, r->row, jpeg->output_components);
    else if (!r->row) ic_sink_commit(r->sink);
    else if (y >= part.y) put_row(r, &part, is_cmyk);
  }
}

void ic_jpeg_check_memory(ic_jpeg *r, const ic_part *part, bool keeps_scans) {
  const ic_request *request = r->request;
  size_t needed = ic_sink_cost(part->width, part->height, request->width, request->height) + (size_t)r->jpeg.output_width * 8;
  if (keeps_scans) needed += ic_jpeg_coefficient_bytes(r);
  if (needed <= request->byte_limit) return;
  ic_status status = ic_fail(
      r->message, IC_TOO_LARGE, "JPEG: decoding needs %zu bytes of memory; the limit is %zu", needed, request->byte_limit);
  ic_jpeg_stop(r, status);
}

void ic_jpeg_read_part(ic_jpeg *r, ic_part part) {
  const ic_request *request = r->request;
  bool is_cmyk = ic_jpeg_is_cmyk(r);
  bool needs_row = is_cmyk || r->color || part.width != (int32_t)r->jpeg.output_width || part.height != (int32_t)r->jpeg.output_height;
  r->sink = ic_sink_create(part.width, part.height, request->width, request->height, request->pixels, request->stride);
  if (needs_row && !r->row) r->row = malloc((size_t)r->jpeg.output_width * 4);
  if (r->color && !r->turned) r->turned = malloc((size_t)r->jpeg.output_width * 4);
  if (!r->sink || (needs_row && !r->row) || (r->color && !r->turned)) {
    ic_fail(r->message, IC_NO_MEMORY, "JPEG: no memory for a row");
    ic_jpeg_stop(r, IC_NO_MEMORY);
  }
  read_rows(r, part, is_cmyk);
}
