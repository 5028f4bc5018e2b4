#include "png_setup.h"

#include "png_color.h"

void ic_png_set_up(png_structp png) {
  static const png_byte skipped[] = "zTXt\0iTXt\0tEXt\0sPLT\0hIST\0";
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_chunk_malloc_max(png, 4 << 20);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, skipped, (int)(sizeof skipped - 1) / 5);
  ic_png_keep_colors(png);
}
