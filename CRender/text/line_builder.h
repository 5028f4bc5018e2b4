#ifndef CR_LINE_BUILDER_H
#define CR_LINE_BUILDER_H
#include "exclude.h"
#include "layout.h"
#include "line_height.h"
#include "scratch.h"

// Shared state of line building. Lengths are logical units; one thread per layout being built. The layout owns
// everything that functions add; false or NULL on allocation failure.

#define CR_WIDTH_TOLERANCE 0.001   // of a logical unit: a width taken from this layout fits it again
#define CR_HEIGHT_TOLERANCE 0.01

/// Clusters of a line in logical order: of the text, or of text that a line adds.
typedef struct {
  const cr_shaped *shaped;
  uint32_t paragraph;
  uint32_t first, end;  // clusters
  bool token;           // the text is not the one being laid out
} cr_line_part;

/// A layout while its lines are built.
typedef struct {
  cr_layout *layout;    // its lines and fragments are those of `scratch` while it is built
  cr_scratch *scratch;
  const cr_paragraph_style *style;
  double width, height, spacing, paragraph_spacing, first_indent, head_indent;
  cr_line_height heights;
  double break_width;   // breaking width, from the edge where lines start: `width`, or less for balanced lines or next to a shape
  cr_exclusions *exclusions;  // NULL: none
  size_t rows;          // rows so far; next to exclusions, a row has several lines
  double top;           // of the current row
} cr_line_builder;

/// Indent of a line that begins with cluster `from`, from the edge where lines start.
static inline double cr_indent_of(const cr_line_builder *b, const cr_paragraph *p, uint32_t from) {
  return from == p->first_cluster ? b->first_indent : b->head_indent;
}

/// Byte offset of a cluster, or of the end of the paragraph's text.
static inline uint32_t cr_cluster_offset(const cr_shaped *s, const cr_paragraph *p, uint32_t cluster) {
  return s->offsets[cluster < p->end_cluster ? s->clusters[cluster].start : p->end];
}

/// `v` if it is within the bounds, else `otherwise`.
static inline double cr_bounded(double v, double low, double high, double otherwise) { return v >= low && v <= high ? v : otherwise; }

#endif
