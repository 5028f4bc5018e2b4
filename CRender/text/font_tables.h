#ifndef CR_FONT_TABLES_H
#define CR_FONT_TABLES_H
#include <hb.h>
#include <stdbool.h>
#include <stdint.h>

#include "font_pages.h"

/// Whether the tables of face `index` lie within the file, which else was cut off; `needed`: the bytes that they take. Any blob.
bool cr_font_is_whole(hb_blob_t *blob, unsigned index, uint64_t *needed);

/// Opens face `index`, which is whole. Of a blob with pages a table is read when HarfBuzz asks for it the first time, and of outlines (`glyf`, and `CFF `
/// with many glyphs) and bitmaps (`CBDT`) only what cr_font_tables_font reads. A table that cannot be read is missing. An empty face where memory is short.
hb_face_t *cr_font_tables_face(hb_blob_t *blob, unsigned index);
/// Whether such a face has a table `tag` with any bytes; reads none of them.
bool cr_font_has_table(hb_face_t *face, hb_tag_t tag);
/// A font at a place of the design space, immutable, with HarfBuzz's OpenType functions for a face of cr_font_tables_face, which reads the outline of a glyph before it is used. A glyph
/// that cannot be read is empty. `count` may be 0. An empty font where memory is short.
hb_font_t *cr_font_tables_font(hb_face_t *face, const float *coordinates, unsigned count);

#endif
