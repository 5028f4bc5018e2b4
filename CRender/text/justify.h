#ifndef CR_JUSTIFY_H
#define CR_JUSTIFY_H
#include "layout.h"

/// Makes `line` of a layout that is being made wider by `missing` logical units: Arabic words by strokes between letters (kashidas) where the font has
/// one that joins, then spaces and the room between ideographs. A line that has none of these stays as it is; where memory is short there are no
/// strokes.
void cr_justify(cr_layout *l, cr_layout_line *line, double missing);

#endif
