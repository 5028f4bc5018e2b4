#ifndef CR_INSTANCE_H
#define CR_INSTANCE_H
#include <hb.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cr_face cr_face;

/// One face at one place of its design space, for shaping and drawing. Immutable after creation except for
/// the atomic fields: any thread. Lives as long as its library.
typedef struct cr_instance {
  cr_face *face;
  hb_font_t *font;          // scale: font units; HarfBuzz's own OpenType functions; immutable
  uint32_t id;              // unique in the process
  bool synthetic_bold;      // outlines are thickened
  bool synthetic_oblique;   // outlines are sheared
  bool color;               // the face has colour glyphs
  bool documents;           // the face has glyphs defined by SVG documents
  bool takes_ink;           // colour glyphs may use the text's colour: palette entry 0xFFFF of COLR, documents
  unsigned axis_count;
  float *coordinates;       // design coordinates of every axis, in the face's order
  float units_per_em;
  // Font units, y upwards; descent is positive downwards.
  float ascent, descent, line_gap;
  float underline_offset, underline_thickness;  // offset of the top below the baseline
  float strike_offset, strike_thickness;        // offset of the top above the baseline
  float space_advance;
  uint32_t space_glyph;
  /// Whether words may be shaped without the spaces around them: no rule of the font names the space. Cleared by the first word whose
  /// glyphs depend on a space nevertheless.
  atomic_bool parts_at_spaces;
  atomic_int stroke;        // justify.c: 0 unknown, 1 none, else the glyph that lengthens Arabic words + 2
  float box_left, box_bottom, box_right, box_top;  // bounds of all glyphs
  _Atomic(struct cr_extents_pages *) extents;      // glyph_extents.c: cached extents
} cr_instance;

#endif
