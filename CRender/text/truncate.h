#ifndef CR_TRUNCATE_H
#define CR_TRUNCATE_H
#include "line_builder.h"

// Threads, units and memory as line_builder.h says.

/// Makes the last line again, with the token where the rest is left out. False where memory is short.
bool cr_truncate(cr_line_builder *b);

#endif
