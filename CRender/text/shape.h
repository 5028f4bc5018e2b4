#ifndef CR_SHAPE_H
#define CR_SHAPE_H
#include "scratch.h"

/// Appends clusters and glyphs of code points [start, end) of `run` to `out`. False where memory is short.
bool cr_shape_into(const cr_shaped *shaped, const cr_paragraph *paragraph, const cr_run *run, uint32_t start, uint32_t end, cr_scratch *scratch,
                   cr_piece *out);

#endif
