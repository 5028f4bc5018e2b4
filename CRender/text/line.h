#ifndef CR_LINE_H
#define CR_LINE_H
#include "shaped.h"

// Parts of lines. Lengths are logical units. Immutable after the layout is created, and then for any
// thread.

/// A part of a run on one line; a line's fragments are in visual order.
typedef struct {
  const cr_shaped *shaped;
  const cr_run *run;
  const cr_cluster *clusters;  // logical order
  const cr_glyph *glyphs;      // base of cr_cluster.glyph
  uint32_t cluster_count;
  uint32_t end;                // code point after the last cluster
  uint8_t level;
  bool token, trailing;
  bool gap_last;               // gap_extra follows the last cluster too
  double x, width;             // from the layout's left
  double space_extra, gap_extra;  // justification: per space, after each ideograph followed by another
} cr_fragment;

typedef struct {
  uint32_t start, end;         // bytes
  uint32_t paragraph, first_cluster;
  uint32_t first_fragment, fragment_count;
  bool soft, truncated;        // wrapped: justified; contains a token
  double x, y, width, height, baseline;  // baseline from the layout's top
  double indent, room;         // limits of the line from and to, from the edge where lines start
  double above, below;         // extents of its fonts from the baseline
  double trailing;             // width of the hanging white space
  double hang_start, hang_end; // width of the signs that hang outside `width`
} cr_layout_line;

/// Extra space after cluster `k` (logical index) of a justified line.
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
