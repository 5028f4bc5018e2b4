#ifndef CR_LIBRARY_H
#define CR_LIBRARY_H
#include "cr_text.h"
#include "font_style.h"

/// The fonts of `style` in order of preference; NULL only on allocation failure.
const cr_stack *cr_font_style_stack(cr_font_library *library, const cr_font_style *style);
/// The font for a cluster that the stack's fonts don't cover; NULL if no installed font covers it.
/// Depends only on the cluster, the style, the language and the registered fonts, never on earlier queries.
const cr_instance *cr_font_fallback(cr_font_library *library, const cr_font_style *style, const char *language, const uint32_t *cluster,
                                    size_t count, bool emoji);

/// Counts a created layout.
void cr_font_library_count_layout(cr_font_library *library, size_t glyphs);
struct cr_glyph_cache *cr_font_library_glyphs(cr_font_library *library);
struct cr_word_cache *cr_font_library_words(cr_font_library *library);
struct cr_shape_cache *cr_font_library_texts(cr_font_library *library);
struct cr_single_cache *cr_font_library_singles(cr_font_library *library);
/// Called after the last user of a face, possibly a removed one, is freed. Any thread, no lock held.
void cr_font_library_font_unused(cr_font_library *library);
/// Borrows working memory from a pool (NULL on allocation failure); returns it on the same thread, even if it is NULL. In between, fonts
/// and stacks from look-ups stay valid; afterwards only those of existing texts. Any thread.
struct cr_scratch *cr_font_library_borrow_scratch(cr_font_library *library);
void cr_font_library_return_scratch(cr_font_library *library, struct cr_scratch *scratch);

#endif
