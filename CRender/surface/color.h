// Colours as pixels. Any thread.
#pragma once
#include "cr_surface.h"

// A colour as premultiplied argb8888, each channel rounded.
uint32_t cr_color_premultiplied(cr_color color);
