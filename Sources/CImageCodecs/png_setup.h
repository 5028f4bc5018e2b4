// What libpng is told before it reads. One thread.
#pragma once
#include <png.h>

// Sizes are judged by us, with better messages; text and the like are skipped unread, so that they cannot be bombs; colours are kept.
void ic_png_set_up(png_structp png);
