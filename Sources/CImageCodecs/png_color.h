// What a PNG says of its colours: iCCP, sRGB, gAMA, cHRM and cICP. One thread.
#pragma once
#include "color.h"
#include <png.h>

// Has libpng keep these chunks as they are; before the header is read. Profiles are not unpacked.
void ic_png_keep_colors(png_structp png);
// The transform of the picture's colours, NULL: none. `layout`: of the rows as they are read. `byte_limit` bounds an unpacked profile.
ic_color *ic_png_color(png_structp png, png_infop info, ic_color_layout layout, size_t byte_limit);
// Writes what the file calls its profile into `name` (IC_PROFILE_NAME_SIZE bytes), an empty text where it has none.
void ic_png_profile_name(png_structp png, png_infop info, char *name);
