#ifndef CR_LINE_ROW_H
#define CR_LINE_ROW_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

/// Builds the line from cluster `from` on between `indent` and `room`; `*next` is set to the cluster after it. False on allocation failure.
///
/// Text shaped again at a cut may get wider: such a line is broken again, earlier by the excess.
bool cr_make_line(cr_line_builder *b, uint32_t paragraph, uint32_t from, double indent, double room, uint32_t *next);
/// Builds the lines of one row next to exclusions: in each free segment with enough space for a word, from the side where lines start. As
/// cr_make_line.
bool cr_make_row(cr_line_builder *b, uint32_t paragraph, uint32_t from, uint32_t *next);

#endif
