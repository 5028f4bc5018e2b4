#ifndef CR_FONT_TABLES_H
#define CR_FONT_TABLES_H
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

#include "font_pages.h"

/// Whether the tables of face `index` are within the file, so that it is not truncated; `needed`: the bytes that they take. Any blob.
bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed);

/// Opens face `index`, which must be whole. For a paged blob, a table is read on HarfBuzz's first request. Of outlines (`glyf`, and `CFF `
/// with many glyphs) and bitmaps (`CBDT`) only the parts read by cr_font_tables_font. A table that cannot be read is missing. An empty face
/// on allocation failure.
hb_face_t *cr_font_tables_face(hb_blob_t *blob, unsigned index);
/// Whether such a face has a non-empty table `tag`; reads none of it.
bool cr_font_has_table(hb_face_t *face, hb_tag_t tag);
/// An immutable font at a place of the design space, with HarfBuzz's OpenType functions for a face of cr_font_tables_face. It reads the
/// outline of a glyph before use. A glyph that cannot be read is empty. `count` may be 0. An empty font on allocation failure.
hb_font_t *cr_font_tables_font(hb_face_t *face, const float *coordinates, unsigned count);

#endif
