#ifndef CR_LINE_BUILD_H
#define CR_LINE_BUILD_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

/// Builds a line of `parts`, in logical order, and appends it at the top of the row. False on allocation failure.
bool cr_build_line(cr_line_builder *b, cr_layout_line line, const cr_line_part *parts, size_t count);
/// Removes the last line.
void cr_pop_line(cr_layout *l);

// Rows: next to exclusions, a row has several lines.

/// Top of the next row, below all lines so far, for paragraph `paragraph`.
double cr_next_top(const cr_line_builder *b, uint32_t paragraph);
/// First line of the last line's row.
size_t cr_row_start(const cr_layout *l);
/// Sets a common height and baseline for the lines of a row, from `first` on.
void cr_level_row(const cr_line_builder *b, size_t first);

#endif
