// Paints as sources. One thread per source.
#pragma once
#include "paint/gradient_state.h"

// A paint as a source, under the canvas's map. The storage must live as long as the source. False if there is nothing to paint.
bool cr_source_from_paint(const cr_paint *paint, const cr_transform *t, cr_gradient *storage, cr_source *source);
