#ifndef CR_TABS_H
#define CR_TABS_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

/// Distance from `x`, counted from the edge where lines start, to the next tab stop; `space`: the advance of a space.
double cr_tab_advance(const cr_line_builder *b, double x, double space);

/// Advance of a cluster at `x` on its line.
static inline double cr_advance_of(const cr_line_builder *b, const cr_cluster *c, double x) {
  return c->flags & CLUSTER_TAB ? cr_tab_advance(b, x, (double)c->advance) : (double)c->advance;
}

#endif
