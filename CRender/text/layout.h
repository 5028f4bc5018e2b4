#ifndef CR_LAYOUT_H
#define CR_LAYOUT_H
#include "glyph_cache.h"
#include "line.h"

/// Immutable after creation except for `list`, which the glyph cache guards: any thread.
struct cr_layout {
  cr_font_library *library;
  cr_shaped *shaped, *token;
  cr_shaped **hyphens;         // by attribute, NULL if unused; NULL: none at all
  cr_piece *pieces;
  size_t piece_count, piece_capacity;
  cr_layout_line *lines;       // in the same block, as the fragments
  size_t line_count;
  cr_fragment *fragments;
  size_t fragment_count;
  size_t glyph_count;          // in all fragments
  double width, height, box_width;
  cr_wrapping wrapping;
  bool truncated;
  bool left_bound;             // lines have the same positions in any wider box
  uint32_t visible_start, visible_end;
  cr_glyph_owner list;         // list in the glyph cache, see glyph_cache.h
};

/// A copy of `layout` in one block with its lines and fragments. Their counts are bounded by the text's length: no sum overflows. NULL on
/// allocation failure.
cr_layout *cr_layout_packed(const cr_layout *layout);
/// Frees the parts of a layout being built, except its block and its text.
void cr_layout_free_parts(cr_layout *layout);

#endif
