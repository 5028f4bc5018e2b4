#ifndef CR_LINE_BUILDER_H
#define CR_LINE_BUILDER_H
#include "exclude.h"
#include "layout.h"
#include "line_height.h"
#include "scratch.h"

// What the parts of line making share. Lengths are logical units; one thread for each layout that is made. What
// functions add belongs to the layout; false or NULL where memory is short.

#define CR_WIDTH_TOLERANCE 0.001   // of a logical unit: a width that came from this layout fits it again
#define CR_HEIGHT_TOLERANCE 0.01

/// Clusters that stand on a line in logical order: of the text, or of what a line adds to it.
typedef struct {
  const cr_shaped *shaped;
  uint32_t paragraph;
  uint32_t first, end;  // clusters
  bool token;           // the text is not the laid out one
} cr_line_part;

/// A layout while its lines are made.
typedef struct {
  cr_layout *layout;    // its lines and fragments are those of `scratch` while it is made
  cr_scratch *scratch;
  const cr_paragraph_style *style;
  double width, height, spacing, paragraph_spacing, first_indent, head_indent;
  cr_line_height heights;
  double break_width;   // what lines are broken at, from the edge where lines start: `width`, or less where they are balanced or beside a shape
  cr_exclusions *exclusions;  // NULL: none
  size_t rows;          // made so far; beside shapes several lines stand in one
  double top;           // of the row that is being made
} cr_line_builder;

/// Where the lines of a paragraph begin that begin with cluster `from`, from the edge where lines start.
static inline double cr_indent_of(const cr_line_builder *b, const cr_paragraph *p, uint32_t from) {
  return from == p->first_cluster ? b->first_indent : b->head_indent;
}

/// The byte where a cluster begins, or the paragraph's text ends.
static inline uint32_t cr_cluster_offset(const cr_shaped *s, const cr_paragraph *p, uint32_t cluster) {
  return s->offsets[cluster < p->end_cluster ? s->clusters[cluster].start : p->end];
}

/// `v` where it is within the bounds, else `otherwise`.
static inline double cr_bounded(double v, double low, double high, double otherwise) { return v >= low && v <= high ? v : otherwise; }

#endif
