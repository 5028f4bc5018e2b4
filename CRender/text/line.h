#ifndef CR_LINE_H
#define CR_LINE_H
#include "shaped.h"

// What lines are made of. Lengths are logical units; immutable once the layout is made, and then for any
// thread.

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
