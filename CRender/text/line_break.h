#ifndef CR_LINE_BREAK_H
#define CR_LINE_BREAK_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

/// The cluster after the line that begins at `from`, `indent` from the edge: greedy, at the last opportunity that fits, else within the
/// word. `*soft`: the line was wrapped.
uint32_t cr_break_line(cr_line_builder *b, const cr_paragraph *p, uint32_t from, double indent, bool *soft);
/// Sets the breaking width to the minimum at which the paragraph still has its least number of lines.
void cr_balance(cr_line_builder *b, const cr_paragraph *p);
/// Whether the first word from cluster `from` on ends before `room`.
bool cr_word_fits(const cr_line_builder *b, const cr_paragraph *p, uint32_t from, double indent, double room);
/// Whether a word ends before a cluster; a hyphenation point does not end one.
static inline bool cr_ends_word(const cr_cluster *c) {
  return c->flags & (CLUSTER_MANDATORY | CLUSTER_WHITE) || (c->flags & (CLUSTER_BREAK | CLUSTER_HYPHEN)) == CLUSTER_BREAK;
}

#endif
