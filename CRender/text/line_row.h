#ifndef CR_LINE_ROW_H
#define CR_LINE_ROW_H
#include "line_builder.h"

// Threads, units and memory as line_builder.h says.

/// Makes the line from cluster `from` on that stands between `indent` and `room`; `*next` becomes the cluster behind it. False where memory is short.
///
/// What is shaped again at a cut may become wider than it was: such a line is broken again, as much earlier.
bool cr_make_line(cr_line_builder *b, uint32_t paragraph, uint32_t from, double indent, double room, uint32_t *next);
/// Makes the lines of one row beside shapes: in each free stretch that has room for a word, from the side where lines start. As cr_make_line.
bool cr_make_row(cr_line_builder *b, uint32_t paragraph, uint32_t from, uint32_t *next);

#endif
