#include "tessera_benchmarks.h"

#include <errno.h>
#include <stdio.h>

#include <jpeglib.h>

int tb_write_jpeg(const char *path, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality) {
  FILE *file = fopen(path, "wb");
  if (file == NULL) return errno;
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  encoder.err = jpeg_std_error(&errors);
  jpeg_create_compress(&encoder);
  jpeg_stdio_dest(&encoder, file);
  encoder.image_width = width;
  encoder.image_height = height;
  encoder.input_components = 4;
  encoder.in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(&encoder);
  jpeg_set_quality(&encoder, quality, TRUE);
  jpeg_start_compress(&encoder, TRUE);
  while (encoder.next_scanline < height) {
    // libjpeg declares rows that it only reads as writable.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(pixels + encoder.next_scanline * stride);
    jpeg_write_scanlines(&encoder, &row, 1);
  }
  jpeg_finish_compress(&encoder);
  jpeg_destroy_compress(&encoder);
  int failed = ferror(file) != 0 ? EIO : 0;
  if (fclose(file) != 0) failed = errno;
  return failed;
}
