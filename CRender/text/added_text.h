#ifndef CR_ADDED_TEXT_H
#define CR_ADDED_TEXT_H
#include "line_builder.h"

// Threads, units and memory as in line_builder.h.

// Text that lines add: hyphens, and the token in place of omitted text.

/// Shapes `text` in the attributes of a part of the laid out text; owned by the caller. NULL on allocation failure.
cr_shaped *cr_added_text(cr_line_builder *b, uint32_t attribute, const char *text, size_t length, cr_direction direction);
/// The hyphen at the end of a line that breaks before `cluster`, owned by the layout; NULL on allocation failure.
const cr_shaped *cr_hyphen_before(cr_line_builder *b, const cr_paragraph *p, uint32_t cluster);
/// Width of the added text.
double cr_added_width(const cr_shaped *s);

#endif
