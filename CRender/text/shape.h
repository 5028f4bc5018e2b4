#ifndef CR_SHAPE_H
#define CR_SHAPE_H
#include "scratch.h"

// From runs to glyphs. Any thread.

/// Appends clusters and glyphs of code points [start, end) of `run` to `out`. False on allocation failure.
bool cr_shape_into(const cr_shaped *shaped, const cr_paragraph *paragraph, const cr_run *run, uint32_t start, uint32_t end, cr_scratch *scratch,
                   cr_piece *out);
/// Shapes code points [start, end) of `run` into `piece`, whose buffers may be reused. False on allocation failure.
bool cr_shape_piece(const cr_shaped *shaped, const cr_paragraph *paragraph, const cr_run *run, uint32_t start, uint32_t end, cr_piece *piece);
/// Width of the clusters [from, to) of `run`, shaped separately; infinite on allocation failure.
double cr_shape_width(const cr_shaped *shaped, const cr_paragraph *paragraph, const cr_run *run, uint32_t from, uint32_t to);

#endif
