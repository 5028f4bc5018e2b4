#ifndef CR_FONT_CFF_H
#define CR_FONT_CFF_H
#include <stdbool.h>
#include <stdint.h>

#include "font_pages.h"

// Where a table `CFF ` of a font file with pages has its glyphs, so that of the outlines only those that are drawn are read.
// Source: Adobe Technical Note 5176, The Compact Font Format Specification. Any thread.

/// The outlines in a table: its CharStrings INDEX. Offsets are of the file.
typedef struct {
  uint64_t table, table_end;
  uint64_t offsets;     // of the array of count + 1 offsets
  uint64_t base;        // what the offsets count from
  uint64_t glyphs_end;  // of the last outline
  uint32_t count;
  uint8_t offset_size;  // 1...4
} cr_cff_glyphs;

/// Finds the outlines of the table [table, table + length). False where the table is malformed or is not of a CID-keyed font: others have accented letters
/// that are made of two glyphs, and have few glyphs.
bool cr_cff_find_glyphs(cr_font_pages *pages, const uint8_t *bytes, uint64_t table, uint64_t length, cr_cff_glyphs *out);
/// Reads everything of the table that is no outline of a glyph; false where that fails.
bool cr_cff_need_rest(cr_font_pages *pages, const cr_cff_glyphs *glyphs);
/// Reads the outline of a glyph; true also where the table has no such glyph.
bool cr_cff_need_glyph(cr_font_pages *pages, const uint8_t *bytes, const cr_cff_glyphs *glyphs, uint32_t glyph);

#endif
