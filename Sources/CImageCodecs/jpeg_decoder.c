#include "jpeg_reader.h"

// Only called with the jump set.
static void read_header(ic_jpeg *r, const uint8_t *bytes, size_t length) {
  ic_jpeg_begin(r, r->request == NULL);
  r->source.next_input_byte = bytes;
  r->source.bytes_in_buffer = length;
  jpeg_read_header(&r->jpeg, TRUE);
}

ic_status ic_jpeg_probe(const uint8_t *bytes, size_t length, ic_info *info, char *message) {
  ic_jpeg r;
  *info = (ic_info){.orientation = 1};
  message[0] = 0;
  ic_jpeg_open(&r, NULL, message);
  if (setjmp(r.jump) == 0) {
    read_header(&r, bytes, length);
    ic_jpeg_describe(&r, info);
  }
  return ic_jpeg_close(&r);
}

// Only called with the jump set.
static void decode(ic_jpeg *r) {
  const ic_request *request = r->request;
  struct jpeg_decompress_struct *jpeg = &r->jpeg;
  read_header(r, request->bytes, request->length);
  ic_status status = ic_check_size(request, jpeg->image_width, jpeg->image_height);
  if (status != IC_OK) ic_jpeg_stop(r, status);
  ic_jpeg_choose_colors(r);
  ic_part part = ic_jpeg_choose_scale(r);
  bool has_scans = jpeg_has_multiple_scans(jpeg);
  jpeg_calc_output_dimensions(jpeg);
  ic_jpeg_check_memory(r, &part, has_scans);
  jpeg->progress = &r->progress;
  jpeg_start_decompress(jpeg);
  if (has_scans && r->ended) ic_jpeg_fail((j_common_ptr)jpeg); // scans are missing: the result would be a blurred approximation
  ic_jpeg_read_part(r, part);
}

ic_status ic_jpeg_decode(const ic_request *request) {
  ic_jpeg r;
  request->message[0] = 0;
  ic_jpeg_open(&r, request, request->message);
  if (setjmp(r.jump) == 0) decode(&r);
  return ic_jpeg_close(&r);
}
