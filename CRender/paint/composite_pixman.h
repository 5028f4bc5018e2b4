// Compositing by pixman, which has every combination. Any thread.
#pragma once
#include "cr_status.h"
#include "paint/composite_step.h"

// Composites a step of any size. Not both a mask and an alpha; a mask only with CR_BLEND_NORMAL and CR_BLEND_COPY, which then mixes the target with the
// source by the mask. CR_NO_MEMORY if an image of pixman could not be made; rows above may be composited by then.
cr_status cr_pixman_composite(const cr_step *step);
