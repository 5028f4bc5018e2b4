#ifndef CR_LAYOUT_H
#define CR_LAYOUT_H
#include "glyph_cache.h"
#include "shaped.h"

/// A part of a run on one line; a line's fragments stand in visual order.
typedef struct {
  const cr_shaped *shaped;
  const cr_run *run;
  const cr_cluster *clusters;  // logical order
  const cr_glyph *glyphs;      // base of cr_cluster.glyph
  uint32_t cluster_count;
  uint32_t end;                // code point behind the last cluster
  uint8_t level;
  bool token, trailing;
  bool gap_last;               // gap_extra follows the last cluster too
  double x, width;             // from the layout's left
  double space_extra, gap_extra;  // justification: per space, behind each ideograph that another follows
} cr_fragment;

typedef struct {
  uint32_t start, end;         // bytes
  uint32_t paragraph, first_cluster;
  uint32_t first_fragment, fragment_count;
  bool soft, truncated;        // broken for want of room: justified; holds a token
  double x, y, width, height, baseline;  // baseline from the layout's top
  double indent, room;         // where the line may stand: from and to, from the edge where lines start
  double above, below;         // how far its fonts reach from the baseline
  double trailing;             // width of the white space that hangs
  double hang_start, hang_end; // width of the signs that hang out of `width`
} cr_layout_line;

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
/// Frees what a layout holds beside its block and its text.
void cr_layout_free_parts(cr_layout *layout);

/// What follows cluster `k` (logical index) because its line is justified.
static inline bool cr_is_ideograph(const cr_fragment *f, uint32_t k) { return (f->clusters[k].flags & (CLUSTER_CJK | CLUSTER_WHITE)) == CLUSTER_CJK; }
static inline double cr_fragment_extra(const cr_fragment *f, uint32_t k) {
  if (f->clusters[k].flags & CLUSTER_SPACE) return f->space_extra;
  return cr_is_ideograph(f, k) && (k + 1 < f->cluster_count || f->gap_last) ? f->gap_extra : 0;
}
static inline double cr_cluster_width(const cr_fragment *f, uint32_t k) {
  if (f->run->tab) return f->width / f->cluster_count;
  return (double)f->clusters[k].advance + cr_fragment_extra(f, k);
}
static inline uint32_t cr_cluster_end(const cr_fragment *f, uint32_t k) {
  return k + 1 < f->cluster_count ? f->clusters[k + 1].start : f->end;
}
static inline const cr_attribute *cr_fragment_attribute(const cr_fragment *f) { return &f->shaped->attributes[f->run->attribute]; }

#endif
