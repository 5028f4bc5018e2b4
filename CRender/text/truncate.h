#ifndef CR_TRUNCATE_H
#define CR_TRUNCATE_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

/// Rebuilds the last line, with the token in place of the omitted text. False on allocation failure.
bool cr_truncate(cr_line_builder *b);

#endif
