#ifndef CR_GLYPH_DOCUMENT_H
#define CR_GLYPH_DOCUMENT_H
#include "color_paint.h"
#include "instance.h"

// Glyphs defined by SVG documents (OpenType's table `SVG `), painted by the registered painter. Any thread.

/// Whether there is a painter.
bool cr_documents_are_painted(void);
/// Records that a font with such glyphs was opened.
void cr_documents_were_opened(void);
/// Whether the font has a document for `glyph`, valid or not.
bool cr_glyph_has_document(const cr_instance *font, uint32_t glyph);
/// Paints `glyph` at `pixels` per em, in `ink` (0xRRGGBB) for the text's colour. CR_COLOR_NONE if there is no painter, or the font has no
/// valid document for it.
cr_color_result cr_paint_document_glyph(const cr_instance *font, uint32_t glyph, double pixels, uint32_t ink, cr_color_picture *picture);

/// Whether the font has colour glyphs.
static inline bool cr_instance_is_colored(const cr_instance *font) { return font->color || (font->documents && cr_documents_are_painted()); }

#endif
