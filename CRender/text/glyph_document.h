#ifndef CR_GLYPH_DOCUMENT_H
#define CR_GLYPH_DOCUMENT_H
#include "color_paint.h"
#include "instance.h"

// Glyphs that are SVG documents (OpenType's table `SVG `), painted by whoever registered for that. Any thread.

/// Whether something paints such glyphs.
bool cr_documents_are_painted(void);
/// A font with such glyphs was opened.
void cr_documents_were_opened(void);
/// Whether the font has a document for `glyph`, of whatever content.
bool cr_glyph_has_document(const cr_instance *font, uint32_t glyph);
/// Has `glyph` painted at `pixels` per em, in `ink` (0xRRGGBB) where the document asks for the text's colour. CR_COLOR_NONE where nothing paints
/// documents, the font has none for it, or a bad one.
cr_color_result cr_paint_document_glyph(const cr_instance *font, uint32_t glyph, double pixels, uint32_t ink, cr_color_picture *picture);

/// Whether glyphs of the font are pictures in colours of their own.
static inline bool cr_instance_is_colored(const cr_instance *font) { return font->color || (font->documents && cr_documents_are_painted()); }

#endif
