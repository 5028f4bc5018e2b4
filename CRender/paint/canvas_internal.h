// What the parts of the painter share. Not public: FreeType's types may appear here, pixman's stay in their .c files.
#pragma once
#include <ft2build.h>
#include FT_OUTLINE_H
#include "cr_paint.h"

// Fills `outline` (26.6 device pixels, y upwards as FreeType has it) with its origin at device (x, y): for glyphs too large to be cached.
// Non-zero winding unless the outline says otherwise. Any number of contours; anti-aliased exactly like a path.
cr_status cr_canvas_fill_outline(cr_canvas *canvas, const FT_Outline *outline, double x, double y, cr_color color);
