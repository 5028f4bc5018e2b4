// Configuration of libpng before reading. One thread.
#pragma once
#include <png.h>

// Disables libpng's size checks, because ours have better messages. Skips text and similar chunks unread, so that they cannot expand
// without limit. Keeps colour chunks.
void ic_png_set_up(png_structp png);
