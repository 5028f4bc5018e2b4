#ifndef CR_COLOR_BLEND_H
#define CR_COLOR_BLEND_H
/// Blends `source` with `backdrop` into `out`: red, green, blue, alpha, premultiplied, 0...1. `mode` is an OpenType number of
/// COLR; an unknown one counts as source over. Any thread.
void cr_blend_colors(unsigned mode, const float source[4], const float backdrop[4], float out[4]);

#endif
