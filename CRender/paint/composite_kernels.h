// The combinations that loops of our own composite faster than pixman (docs/benchmarks.md has figures). Any thread.
#pragma once
#include "paint/composite_step.h"

typedef void (*cr_step_kernel)(const cr_step *step);

// The kernel of a step's combination, or NULL: pixman composites it.
cr_step_kernel cr_kernel_of(const cr_step *step);
