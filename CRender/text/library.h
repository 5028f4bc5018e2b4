#ifndef CR_LIBRARY_H
#define CR_LIBRARY_H
#include "cr_text.h"
#include "font_style.h"

/// The fonts of `style` in order of preference; NULL only where memory is short.
const cr_stack *cr_font_style_stack(cr_font_library *library, const cr_font_style *style);
/// The font for one cluster that the stack's fonts do not cover; NULL where none on the machine does.
/// Depends on the cluster, the style, the language and the registered fonts only, never on what was asked before.
const cr_instance *cr_font_fallback(cr_font_library *library, const cr_font_style *style, const char *language, const uint32_t *cluster,
                                    size_t count, bool emoji);

/// Counts a layout that was made.
void cr_font_library_count_layout(cr_font_library *library, size_t glyphs);
struct cr_glyph_cache *cr_font_library_glyphs(cr_font_library *library);
struct cr_word_cache *cr_font_library_words(cr_font_library *library);
struct cr_shape_cache *cr_font_library_texts(cr_font_library *library);
struct cr_single_cache *cr_font_library_singles(cr_font_library *library);
/// A text went that was the last user of a face, perhaps of one that was removed. Any thread, no lock held.
void cr_font_library_font_unused(cr_font_library *library);
/// Working memory from a pool (NULL where memory is short), and back to it on the same thread, also where it is NULL. In between fonts and stacks that
/// were looked up stay; beyond, those of texts that are kept. Any thread.
struct cr_scratch *cr_font_library_borrow_scratch(cr_font_library *library);
void cr_font_library_return_scratch(cr_font_library *library, struct cr_scratch *scratch);

#endif
