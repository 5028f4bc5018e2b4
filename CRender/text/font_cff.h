#ifndef CR_FONT_CFF_H
#define CR_FONT_CFF_H
#include <stdbool.h>
#include <stdint.h>

#include "font_pages.h"

// Finds the glyphs of a `CFF ` table in a paged font file, so that only the outlines that are drawn are read.
// Source: Adobe Technical Note 5176, The Compact Font Format Specification. Any thread.

/// The outlines in a table: its CharStrings INDEX. Offsets are relative to the file.
typedef struct {
  uint64_t table, table_end;
  uint64_t offsets;     // of the array of count + 1 offsets
  uint64_t base;        // base of the offsets
  uint64_t glyphs_end;  // of the last outline
  uint32_t count;
  uint8_t offset_size;  // 1...4
} cr_cff_glyphs;

/// Finds the outlines of the table [table, table + length). False if the table is malformed or not of a CID-keyed font: other fonts have
/// accented letters composed of two glyphs, and have few glyphs.
bool cr_cff_find_glyphs(cr_font_pages *pages, const uint8_t *bytes, uint64_t table, uint64_t length, cr_cff_glyphs *out);
/// Reads all of the table except the glyph outlines; false on failure.
bool cr_cff_need_rest(cr_font_pages *pages, const cr_cff_glyphs *glyphs);
/// Reads the outline of a glyph; true too if the table has no such glyph.
bool cr_cff_need_glyph(cr_font_pages *pages, const uint8_t *bytes, const cr_cff_glyphs *glyphs, uint32_t glyph);

#endif
