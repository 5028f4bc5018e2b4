// Colours as pixels. Any thread.
#pragma once
#include "cr_surface.h"

// Premultiplied argb8888 of a colour, each channel rounded.
uint32_t cr_color_premultiplied(cr_color color);
