#ifndef CR_LIBRARY_H
#define CR_LIBRARY_H
#include "cr_text.h"
#include "face.h"

/// The fonts that a style asked for, resolved: at least one. Lives as long as the library.
typedef struct cr_stack {
  struct cr_stack *older;
  uint32_t generation;
  size_t count;
  const cr_instance *fonts[];
} cr_stack;

struct cr_font_style {
  struct cr_font_style *next;
  uint64_t hash;
  char *names;              // as they were asked for
  size_t names_length;
  char **families;
  size_t family_count;
  int weight;
  double width;
  bool italic, hinted;
  bool missing;             // none of the families was known when the stack was made; under the library's lock
  hb_variation_t *variations;
  size_t variation_count;
  hb_feature_t *features;
  size_t feature_count;
  _Atomic(cr_stack *) stack;
};

/// The fonts of `style` in order of preference; NULL only where memory is short.
const cr_stack *cr_font_style_stack(cr_font_library *library, const cr_font_style *style);
/// The font for one cluster that the stack's fonts do not cover; NULL where none on the machine does.
/// Depends on the cluster, the style, the language and the registered fonts only, never on what was asked before.
const cr_instance *cr_font_fallback(cr_font_library *library, const cr_font_style *style, const char *language, const uint32_t *cluster,
                                    size_t count, bool emoji);
/// Whether `instance` can show each code point of the cluster that leaves ink.
bool cr_instance_covers(const cr_instance *instance, const uint32_t *cluster, size_t count);


/// Counts a layout that was made.
void cr_font_library_count_layout(cr_font_library *library, size_t glyphs);
struct cr_glyph_cache *cr_font_library_glyphs(cr_font_library *library);
struct cr_word_cache *cr_font_library_words(cr_font_library *library);
struct cr_shape_cache *cr_font_library_texts(cr_font_library *library);
struct cr_single_cache *cr_font_library_singles(cr_font_library *library);
/// Working memory from a pool (NULL where memory is short), and back to it. Any thread.
struct cr_scratch *cr_font_library_borrow_scratch(cr_font_library *library);
void cr_font_library_return_scratch(cr_font_library *library, struct cr_scratch *scratch);

#endif
