#ifndef CR_JUSTIFY_H
#define CR_JUSTIFY_H
#include "layout.h"

/// Makes `line`, of a layout being built, wider by `missing` logical units. Arabic words grow by strokes between letters (kashidas) if the
/// font has a joining one, then spaces and the gaps between ideographs grow. A line with none of these does not change. On allocation
/// failure there are no strokes.
void cr_justify(cr_layout *l, cr_layout_line *line, double missing);

#endif
