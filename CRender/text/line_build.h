#ifndef CR_LINE_BUILD_H
#define CR_LINE_BUILD_H
#include "line_builder.h"

// Threads, units and memory as line_builder.h says.

/// Makes a line of `parts`, in logical order, and puts it behind the others, at the top of the row. False where memory is short.
bool cr_build_line(cr_line_builder *b, cr_layout_line line, const cr_line_part *parts, size_t count);
/// Takes the last line away.
void cr_pop_line(cr_layout *l);

// Rows: beside shapes several lines stand in one.

/// Where the next row begins, below what there is, of paragraph `paragraph`.
double cr_next_top(const cr_line_builder *b, uint32_t paragraph);
/// The first line of the row that the last one stands in.
size_t cr_row_start(const cr_layout *l);
/// Gives the lines of a row, from `first` on, one height and one baseline.
void cr_level_row(const cr_line_builder *b, size_t first);

#endif
