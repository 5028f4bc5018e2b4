#ifndef CR_LAYOUT_H
#define CR_LAYOUT_H
#include "glyph_cache.h"
#include "line.h"

/// Immutable once made, but for `list`, which the glyph cache guards: any thread.
struct cr_layout {
  cr_font_library *library;
  cr_shaped *shaped, *token;
  cr_shaped **hyphens;         // by attribute, NULL where none was needed; NULL: none at all
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
  bool left_bound;             // lines stand where they would in any wider box
  uint32_t visible_start, visible_end;
  cr_glyph_owner list;         // what the glyph cache keeps for it, see glyph_cache.h
};

/// A copy of `layout` in one block with its lines and fragments, whose counts are bounded by the text's length: no sum overflows. NULL where
/// memory is short.
cr_layout *cr_layout_packed(const cr_layout *layout);
/// Frees what a layout that is being made holds beside its block and its text.
void cr_layout_free_parts(cr_layout *layout);

#endif
