// Progressive JPEG while it arrives. libjpeg runs in buffered-image mode on the bytes received so far and draws the complete scans.
#include "jpeg_arriving.h"

#include "failure.h"
#include "jpeg_marks.h"
#include "jpeg_reader.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOF_PROGRESSIVE = 0xC2 };

typedef struct {
  ic_jpeg reader; // must be the first member: libjpeg's client data is a pointer to it
  ic_jpeg_marks marks;
  size_t byte_limit;
  uint8_t *bytes; // bytes not yet consumed by libjpeg
  size_t length, capacity;
  size_t skip; // number of bytes still to arrive that libjpeg skips
  bool is_offered; // whether libjpeg reads from `bytes`
  bool is_drawing; // whether an output pass has begun
  ic_part part;    // whole picture at the chosen scale
} scans;

static boolean on_fill(j_decompress_ptr jpeg) {
  (void)jpeg;
  return FALSE; // libjpeg resumes here when more bytes are available
}

static void on_skip(j_decompress_ptr jpeg, long count) {
  scans *s = jpeg->client_data;
  if (count <= 0) return;
  size_t some = (size_t)count < jpeg->src->bytes_in_buffer ? (size_t)count : jpeg->src->bytes_in_buffer;
  jpeg->src->next_input_byte += some;
  jpeg->src->bytes_in_buffer -= some;
  s->skip = (size_t)count - some;
}

static void destroy(void *state) {
  scans *s = state;
  ic_jpeg_close(&s->reader);
  free(s->bytes);
  free(s);
}

static void *create(size_t byte_limit) {
  scans *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->byte_limit = byte_limit;
  char message[IC_MESSAGE_SIZE];
  ic_jpeg_open(&s->reader, NULL, message);
  s->reader.source.fill_input_buffer = on_fill;
  s->reader.source.skip_input_data = on_skip;
  if (setjmp(s->reader.jump) != 0) {
    destroy(s);
    return NULL;
  }
  ic_jpeg_begin(&s->reader, true);
  return s;
}

// Buffers bytes until libjpeg consumes them.
static ic_status keep(scans *s, const uint8_t *bytes, size_t length, char *message) {
  size_t skipped = s->skip < length ? s->skip : length;
  s->skip -= skipped;
  bytes += skipped;
  length -= skipped;
  if (length > s->byte_limit || s->length > s->byte_limit - length)
    return ic_fail(message, IC_TOO_LARGE, "JPEG: more than %zu bytes have arrived", s->byte_limit);
  if (s->length + length > s->capacity) {
    size_t capacity = s->capacity * 2 > s->length + length ? s->capacity * 2 : s->length + length;
    uint8_t *larger = realloc(s->bytes, capacity);
    if (!larger) return ic_fail(message, IC_NO_MEMORY, "JPEG: no memory for the received data");
    s->bytes = larger;
    s->capacity = capacity;
  }
  if (length > 0) memcpy(s->bytes + s->length, bytes, length);
  s->length += length;
  return IC_OK;
}

// Sets the buffered bytes as libjpeg's input.
static void offer(scans *s) {
  s->reader.source.next_input_byte = s->bytes;
  s->reader.source.bytes_in_buffer = s->length;
  s->is_offered = true;
}

// Removes the bytes that libjpeg has consumed.
static void drop(scans *s) {
  if (!s->is_offered) return;
  s->is_offered = false;
  size_t left = s->reader.source.bytes_in_buffer;
  if (left > 0) memmove(s->bytes, s->reader.source.next_input_byte, left);
  s->length = left;
}

static ic_status append(void *state, const uint8_t *bytes, size_t length, ic_arrived *arrived, char *message) {
  scans *s = state;
  ic_jpeg *r = &s->reader;
  ic_jpeg_marks_read(&s->marks, bytes, length);
  ic_status status = keep(s, bytes, length, message);
  if (status != IC_OK) return status;
  if (s->marks.frame != 0 && s->marks.frame != SOF_PROGRESSIVE)
    return ic_fail(message, IC_UNSUPPORTED, "JPEG: it is not progressive");
  if (!arrived->has_info && s->marks.scans > 0) {
    r->message = message;
    if (setjmp(r->jump) != 0) return r->status;
    offer(s);
    int result = jpeg_read_header(&r->jpeg, TRUE);
    drop(s);
    if (result == JPEG_HEADER_OK) {
      ic_jpeg_describe(r, &arrived->info);
      if (!jpeg_has_multiple_scans(&r->jpeg)) return ic_fail(message, IC_UNSUPPORTED, "JPEG: it has one scan");
      arrived->has_info = 1;
      arrived->blur = ic_arriving_blur(1.0 / DCTSIZE);
    }
  }
  arrived->scans = arrived->has_info ? ic_jpeg_marks_complete(&s->marks) : 0;
  return IC_OK;
}

static ic_status prepare(void *state, const ic_request *request, ic_arrived *arrived) {
  scans *s = state;
  ic_jpeg *r = &s->reader;
  if (arrived->width > 0) return IC_OK;
  r->request = request;
  r->message = request->message;
  if (setjmp(r->jump) != 0) return r->status;
  if (r->jpeg.image_width > IC_MAX_SIDE || r->jpeg.image_height > IC_MAX_SIDE) {
    ic_fail(r->message, IC_TOO_LARGE, "JPEG: a side is longer than %d pixels", IC_MAX_SIDE);
    ic_jpeg_stop(r, IC_TOO_LARGE);
  }
  ic_jpeg_choose_colors(r);
  s->part = ic_jpeg_choose_scale(r);
  r->jpeg.buffered_image = TRUE;
  jpeg_calc_output_dimensions(&r->jpeg);
  ic_jpeg_check_memory(r, &s->part, true);
  jpeg_start_decompress(&r->jpeg);
  arrived->memory = ic_jpeg_coefficient_bytes(r);
  arrived->width = s->part.width;
  arrived->height = s->part.height;
  r->request = NULL;
  return IC_OK;
}

// Returns the fraction of a block's resolution that its known luma coefficients give.
static double resolution(const struct jpeg_decompress_struct *jpeg) {
  double known = 0;
  for (int k = 0; jpeg->coef_bits && k < DCTSIZE2; k++) {
    int bits = jpeg->coef_bits[0][k]; // -1 if unknown, otherwise the number of missing bits
    if (bits >= 0) known += bits < 8 ? 1 - bits / 8.0 : 0;
  }
  return known > 1 ? sqrt(known) / DCTSIZE : 1.0 / DCTSIZE;
}

// Feeds all received bytes to libjpeg. Only called with the jump set.
static void consume(scans *s) {
  ic_jpeg *r = &s->reader;
  int result;
  offer(s);
  do {
    ic_jpeg_poll(r);
    result = jpeg_consume_input(&r->jpeg);
  } while (result != JPEG_SUSPENDED && result != JPEG_REACHED_EOI);
  drop(s);
}

static ic_status preview(void *state, const ic_request *request, ic_arrived *arrived) {
  scans *s = state;
  ic_jpeg *r = &s->reader;
  r->status = IC_OK;
  r->request = request;
  r->message = request->message;
  if (setjmp(r->jump) == 0) {
    consume(s);
    // A scan is drawn only after the next one has begun, so that libjpeg requests no further bytes.
    int scan = r->jpeg.input_scan_number - (jpeg_input_complete(&r->jpeg) ? 0 : 1);
    if (scan < 1 || (s->is_drawing && !jpeg_finish_output(&r->jpeg))) {
      ic_fail(r->message, IC_CORRUPT, "JPEG: a scan is shorter than its length");
      ic_jpeg_stop(r, IC_CORRUPT);
    }
    s->is_drawing = true;
    jpeg_start_output(&r->jpeg, scan);
    ic_jpeg_read_part(r, s->part);
    s->is_drawing = !jpeg_finish_output(&r->jpeg);
    arrived->blur = resolution(&r->jpeg);
    arrived->blur = ic_arriving_blur(arrived->blur);
  }
  drop(s); // after a cancellation within a pass
  ic_sink_destroy(r->sink);
  r->sink = NULL;
  r->request = NULL;
  return r->status;
}

const ic_arriving_format ic_arriving_jpeg = {create, destroy, append, prepare, preview};
