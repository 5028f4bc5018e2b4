#ifndef CR_TABS_H
#define CR_TABS_H
#include "line_builder.h"

// Threads, units and memory as line_builder.h says.

/// From `x`, which counts from the edge where lines start, to the next tab stop; `space`: the advance of one.
double cr_tab_advance(const cr_line_builder *b, double x, double space);

/// What a cluster takes of a line on which it stands at `x`.
static inline double cr_advance_of(const cr_line_builder *b, const cr_cluster *c, double x) {
  return c->flags & CLUSTER_TAB ? cr_tab_advance(b, x, (double)c->advance) : (double)c->advance;
}

#endif
