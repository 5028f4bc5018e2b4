#ifndef CR_ADDED_TEXT_H
#define CR_ADDED_TEXT_H
#include "line_builder.h"

// Threads, units and memory as line_builder.h says.

// What lines add to the text: hyphens, and the token that stands for what is left out.

/// Shapes `text` in the attributes of a part of the laid out text; the caller's. NULL where memory is short.
cr_shaped *cr_added_text(cr_line_builder *b, uint32_t attribute, const char *text, size_t length, cr_direction direction);
/// The hyphen that a line ends in which breaks before `cluster`, the layout's; NULL where memory is short.
const cr_shaped *cr_hyphen_before(cr_line_builder *b, const cr_paragraph *p, uint32_t cluster);
/// How wide it is.
double cr_added_width(const cr_shaped *s);

#endif
