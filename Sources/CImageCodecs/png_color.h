// Colour chunks of a PNG: iCCP, sRGB, gAMA, cHRM and cICP. One thread.
#pragma once
#include "color.h"
#include <png.h>

// Configures libpng to keep these chunks unchanged; call before the header is read. Profiles stay compressed.
void ic_png_keep_colors(png_structp png);
// Returns the transform of the picture's colours, or NULL if none is required. `layout` is that of the rows as read. `byte_limit` limits
// the size of a decompressed profile.
ic_color *ic_png_color(png_structp png, png_infop info, ic_color_layout layout, size_t byte_limit);
// Writes the file's name of its profile into `name` (IC_PROFILE_NAME_SIZE bytes); an empty string if it has none.
void ic_png_profile_name(png_structp png, png_infop info, char *name);
