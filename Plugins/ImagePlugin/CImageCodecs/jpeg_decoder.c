#if !__has_include(<jpeglib.h>)
#error "libjpeg-turbo is missing: apt-get install libjpeg-dev"
#endif
#include "jpeg_decoder.h"

#include "exif.h"
#include "failure.h"
#include "rows.h"
#include "sink.h"
#include <stdbool.h>
#include <stdio.h>

#include <jpeglib.h>

#include <jerror.h> // its numbers depend on what jpeglib.h configures
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#ifndef JCS_EXTENSIONS
#error "a libjpeg-turbo with extended colour spaces is needed"
#endif

// Progressive pictures with more scans than this are taken for an attack on our time; cameras and encoders write about ten.
enum { MAX_SCANS = 200 };

// All that changes between setjmp and longjmp lives here, reached by pointer, so that nothing is lost in a register.
typedef struct {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  const ic_request *request; // NULL while probing
  char *message;
  ic_status status;
  bool ended; // the data is used up
  ic_sink *sink;
  uint8_t *row; // one row of CMYK
} reader;

static _Noreturn void stop(reader *r, ic_status status) {
  r->status = status;
  longjmp(r->jump, 1);
}

static void on_error(j_common_ptr common) {
  reader *r = common->client_data;
  if (r->ended) {
    ic_fail(r->message, IC_TRUNCATED, "JPEG: the data ends in the middle of the picture");
    stop(r, IC_TRUNCATED);
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
  stop(r, status);
}

// Of what libjpeg only warns of, pixels that are made up count as damage; a spare byte between markers does not.
static void on_message(j_common_ptr common, int level) {
  if (level >= 0) return;
  switch (common->err->msg_code) {
  case JWRN_HIT_MARKER:
  case JWRN_HUFF_BAD_CODE:
  case JWRN_ARITH_BAD_CODE:
  case JWRN_MUST_RESYNC: on_error(common); break;
  default: break;
  }
}

static void on_output(j_common_ptr common) { (void)common; }
static void on_source_event(j_decompress_ptr jpeg) { (void)jpeg; }

// The data is used up: an end-of-image marker lets libjpeg finish what it has, if it has all of it.
static boolean on_fill(j_decompress_ptr jpeg) {
  static const JOCTET end[2] = {0xFF, JPEG_EOI};
  ((reader *)jpeg->client_data)->ended = true;
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

static void on_progress(j_common_ptr common) {
  reader *r = common->client_data;
  if (!common->is_decompressor) return;
  if (r->jpeg.input_scan_number > MAX_SCANS) {
    ic_fail(r->message, IC_CORRUPT, "JPEG: more than %d scans", MAX_SCANS);
    stop(r, IC_CORRUPT);
  }
  if (r->request && r->request->cancelled && r->request->cancelled(r->request->context)) {
    ic_fail(r->message, IC_CANCELLED, "cancelled");
    stop(r, IC_CANCELLED);
  }
}

// Only called with the jump set.
static void read_header(reader *r, const uint8_t *bytes, size_t length) {
  jpeg_create_decompress(&r->jpeg);
  r->jpeg.client_data = r;
  r->source.next_input_byte = bytes;
  r->source.bytes_in_buffer = length;
  r->source.init_source = on_source_event;
  r->source.fill_input_buffer = on_fill;
  r->source.skip_input_data = on_skip;
  r->source.resync_to_restart = jpeg_resync_to_restart;
  r->source.term_source = on_source_event;
  r->jpeg.src = &r->source;
  if (!r->request) jpeg_save_markers(&r->jpeg, JPEG_APP0 + 1, 0xFFFF); // EXIF
  jpeg_read_header(&r->jpeg, TRUE);
}

static void open_reader(reader *r, const ic_request *request, char *message) {
  memset(r, 0, sizeof *r);
  r->request = request;
  r->message = message;
  r->jpeg.err = jpeg_std_error(&r->errors);
  r->jpeg.client_data = r; // errors may come before jpeg_create_decompress, which keeps both fields
  r->errors.error_exit = on_error;
  r->errors.emit_message = on_message;
  r->errors.output_message = on_output;
}

static ic_status close_reader(reader *r) {
  jpeg_destroy_decompress(&r->jpeg);
  ic_sink_destroy(r->sink);
  free(r->row);
  return r->status;
}

ic_status ic_jpeg_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message) {
  reader r;
  open_reader(&r, NULL, message);
  if (setjmp(r.jump) == 0) {
    read_header(&r, bytes, length);
    info->format = IC_JPEG;
    info->width = (int32_t)r.jpeg.image_width;
    info->height = (int32_t)r.jpeg.image_height;
    info->is_opaque = 1;
    for (jpeg_saved_marker_ptr m = r.jpeg.marker_list; m; m = m->next)
      if (m->data_length > 6 && memcmp(m->data, "Exif\0\0", 6) == 0) {
        info->orientation = ic_exif_orientation(m->data + 6, m->data_length - 6);
        break;
      }
  }
  return close_reader(&r);
}

// The smallest number of eighths at which the picture is at least as large as wanted.
static void choose_scale(struct jpeg_decompress_struct *jpeg, const ic_request *request) {
  uint64_t width = jpeg->image_width, height = jpeg->image_height;
  unsigned eighths = 1;
  while (eighths < 8 &&
         ((width * eighths + 7) / 8 < (uint64_t)request->width || (height * eighths + 7) / 8 < (uint64_t)request->height))
    eighths++;
  jpeg->scale_num = eighths;
  jpeg->scale_denom = 8;
}

// Bytes that libjpeg keeps of all scans before it can give the first row.
static size_t coefficient_bytes(const struct jpeg_decompress_struct *jpeg) {
  size_t sum = 0;
  for (int i = 0; i < jpeg->num_components; i++) {
    const jpeg_component_info *c = &jpeg->comp_info[i];
    sum += (size_t)c->width_in_blocks * c->height_in_blocks * sizeof(JBLOCK); // each at most 8193 blocks a side
  }
  return sum;
}

// Only called with the jump set.
static void decode(reader *r) {
  const ic_request *request = r->request;
  struct jpeg_decompress_struct *jpeg = &r->jpeg;
  read_header(r, request->bytes, request->length);
  ic_status status = ic_check_size(request, jpeg->image_width, jpeg->image_height);
  if (status != IC_OK) stop(r, status);
  bool is_cmyk = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = is_cmyk ? JCS_CMYK : JCS_EXT_BGRA;
  choose_scale(jpeg, request);
  bool has_scans = jpeg_has_multiple_scans(jpeg);
  jpeg_calc_output_dimensions(jpeg);
  size_t needed = ic_sink_cost((int32_t)jpeg->output_width, (int32_t)jpeg->output_height, request->width, request->height) +
                  (size_t)jpeg->output_width * 4;
  if (has_scans) needed += coefficient_bytes(jpeg);
  if (needed > request->byte_limit) {
    status = ic_fail(
        r->message, IC_TOO_LARGE, "JPEG: decoding needs %zu bytes of memory; %zu are the most", needed, request->byte_limit);
    stop(r, status);
  }
  r->progress.progress_monitor = on_progress;
  jpeg->progress = &r->progress;
  jpeg_start_decompress(jpeg);
  if (has_scans && r->ended) on_error((j_common_ptr)jpeg); // scans are missing: what would be shown is a blurred guess

  r->sink = ic_sink_create((int32_t)jpeg->output_width, (int32_t)jpeg->output_height, request);
  if (is_cmyk) r->row = malloc((size_t)jpeg->output_width * 4);
  if (!r->sink || (is_cmyk && !r->row)) {
    ic_fail(r->message, IC_NO_MEMORY, "JPEG: no memory for a row");
    stop(r, IC_NO_MEMORY);
  }
  while (jpeg->output_scanline < jpeg->output_height) {
    JSAMPROW target = ic_sink_row(r->sink), row = is_cmyk ? r->row : target;
    if (jpeg_read_scanlines(jpeg, &row, 1) != 1) {
      ic_fail(r->message, IC_CORRUPT, "JPEG: row %u cannot be decoded", jpeg->output_scanline);
      stop(r, IC_CORRUPT);
    }
    if (is_cmyk) ic_row_from_cmyk(target, r->row, jpeg->output_width, jpeg->saw_Adobe_marker);
    ic_sink_commit(r->sink);
  }
}

ic_status ic_jpeg_decode(const ic_request *request) {
  reader r;
  open_reader(&r, request, request->message);
  if (setjmp(r.jump) == 0) decode(&r);
  return close_reader(&r);
}
