#ifndef CR_COLOR_PAINT_H
#define CR_COLOR_PAINT_H
#include <ft2build.h>
#include FT_FREETYPE_H
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

/// A glyph of COLR version 1 as pixels: premultiplied argb8888, `width` words per row.
typedef struct {
  uint32_t *pixels;  // cr_alloc'd, owned by the caller; NULL: invisible
  int32_t left, top, width, height;  // from the pen on the baseline to the top left pixel, y downwards
} cr_color_picture;

/// Returns the outline of a glyph at `pixels` per em, 26.6, y upwards; valid until the next call. False if it has none.
typedef bool (*cr_outline_source)(void *context, uint32_t glyph, double pixels, FT_Outline *outline);

typedef enum { CR_COLOR_NONE = 0, CR_COLOR_DONE, CR_COLOR_NO_MEMORY } cr_color_result;

/// Paints `glyph` of `font`, at its place in the design space, at `pixels` per em, in the font's first palette and in `ink` (0xRRGGBB) for
/// the text's colour. CR_COLOR_NONE if the font has no paint graph for it. Time and memory are bounded for any graph. Any thread with
/// exclusive use of `library`.
cr_color_result cr_paint_color_glyph(FT_Library library, hb_font_t *font, uint32_t glyph, double pixels, uint32_t ink, cr_outline_source outlines,
                                     void *context, cr_color_picture *picture);

#endif
