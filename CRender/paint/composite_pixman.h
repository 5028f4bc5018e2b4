// Compositing by pixman, which supports every combination. Any thread.
#pragma once
#include "cr_status.h"
#include "paint/composite_step.h"

// Composites a step of any size. Not both a mask and an alpha; a mask only with CR_BLEND_NORMAL and CR_BLEND_COPY, which then blends target
// and source by the mask. CR_NO_MEMORY if a pixman image could not be created; rows above may then be composited.
cr_status cr_pixman_composite(const cr_step *step);
