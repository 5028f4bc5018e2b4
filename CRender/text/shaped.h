#ifndef CR_SHAPED_H
#define CR_SHAPED_H
#include <stdatomic.h>

#include "cr_text.h"
#include "font_style.h"

/// A positioned glyph. Glyphs of one cluster are ordered from left to right, as drawn.
typedef struct {
  uint32_t id;
  float advance, x, y;  // logical units; y downwards
} cr_glyph;
#define CR_NO_GLYPH UINT32_MAX  // takes space, draws nothing

enum {
  CLUSTER_BREAK = 1,      // a line may break before it
  CLUSTER_MANDATORY = 2,  // a line must break before it
  CLUSTER_WHITE = 4,      // hangs at the end of a line
  CLUSTER_SPACE = 8,      // grows when a line is justified
  CLUSTER_UNSAFE = 16,    // cutting before it changes its glyphs or its neighbour's: shape again
  CLUSTER_CJK = 32,       // ideographs and the like: space may grow between two of them
  CLUSTER_TAB = 64,       // extends to the next tab stop; `advance` is that of a space
  CLUSTER_HYPHEN = 128,   // a line that breaks before it ends in a hyphen; without glyphs inside a ligature
};

/// The smallest unit of text that shaping keeps together: whole grapheme clusters. In logical order within a run.
typedef struct {
  uint32_t start;   // code point index
  uint32_t glyph;   // first glyph, from the run's base
  float advance;
  uint16_t glyphs;
  uint8_t flags, graphemes;  // graphemes: 255 means 255 or more
} cr_cluster;

/// A part of one paragraph with one font, script, direction and set of attributes.
typedef struct {
  uint32_t start, end;             // code points
  uint32_t first_cluster, cluster_count;
  uint32_t attribute;              // index into cr_shaped.attributes
  uint32_t script;
  uint32_t glyph_base;             // added to cr_cluster.glyph
  uint8_t level;
  bool tab;
  const cr_instance *font;
} cr_run;

typedef struct {
  uint32_t start, end, next;       // code points; `next` is after the separator
  uint32_t first_run, run_count;
  uint32_t first_cluster, end_cluster;
  uint32_t attribute;              // of its first character, for the height of an empty line
  const char *language;            // for fallback; static
  hb_language_t tag;               // for shaping
  uint8_t level;
} cr_paragraph;

typedef struct {
  cr_text_run run;
  const cr_instance *font;         // the first of its fonts
  const cr_stack *stack;           // all of them; NULL after the text is built
  const char *language;            // permanent copy (HarfBuzz's), or NULL
  hb_language_t tag;
  float size, scale;               // scale: logical units per font unit of the first font
} cr_attribute;

/// One block of memory, freed with the last reference. Immutable except for the reference count: any thread. Counts as a user of its fonts'
/// faces.
struct cr_shaped {
  atomic_int references;
  cr_font_library *library;
  void (*font_unused)(cr_font_library *library);  // called when the last user of a face is freed
  const uint32_t *text;            // code points, controls replaced
  const uint8_t *boundaries;       // segment.h
  const uint32_t *offsets;         // byte offset of each code point, and the length
  size_t count, length;
  cr_attribute *attributes;
  size_t attribute_count;
  const cr_paragraph *paragraphs;
  const cr_run *runs;
  const cr_cluster *clusters;
  const cr_glyph *glyphs;
  size_t paragraph_count, run_count, cluster_count, glyph_count;
  size_t bytes;
};

/// Clusters and glyphs of a part of a run that was shaped separately.
typedef struct {
  cr_cluster *clusters;
  cr_glyph *glyphs;
  size_t cluster_count, cluster_capacity, glyph_count, glyph_capacity;
} cr_piece;

/// A color of a run in a scheme. `dark_bits`: the run's value for the dark scheme.
static inline cr_color cr_scheme_color(cr_color light, uint64_t dark_bits, bool dark) {
  if (!dark || !dark_bits) return light;
  return (cr_color){(float)(dark_bits >> 24 & 255) / 255, (float)(dark_bits >> 16 & 255) / 255, (float)(dark_bits >> 8 & 255) / 255,
                    (float)(dark_bits & 255) / 255};
}
/// Whether a color of a run differs in the dark scheme.
static inline bool cr_run_is_dynamic(const cr_text_run *r) {
  return r->dark_color | r->dark_background | r->dark_outline | r->dark_underline_color | r->dark_strikethrough_color;
}

static inline float cr_run_scale(const cr_shaped *s, const cr_run *r) { return s->attributes[r->attribute].size / r->font->units_per_em; }
/// The run of a cluster of the paragraph.
static inline const cr_run *cr_run_of(const cr_shaped *s, const cr_paragraph *p, uint32_t cluster) {
  uint32_t low = p->first_run, high = p->first_run + p->run_count - 1;
  while (low < high) {
    uint32_t middle = (low + high + 1) / 2;
    if (s->runs[middle].first_cluster <= cluster) low = middle;
    else high = middle - 1;
  }
  return &s->runs[low];
}
/// Counts a new text as a user of its fonts' faces, which keeps them open until it is released.
void cr_shaped_use_fonts(cr_shaped *shaped);
/// Index of the code point that begins at or holds byte `offset`.
uint32_t cr_shaped_index(const cr_shaped *shaped, uint32_t offset);

#endif
