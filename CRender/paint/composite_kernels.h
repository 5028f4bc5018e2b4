// The combinations that loops of our own composite faster than pixman (docs/benchmarks.md has figures). Any thread.
#pragma once
#include "paint/composite_step.h"

typedef struct cr_kernel {
  void (*composite)(const cr_step *step);  // NULL: pixman composites the combination
  int64_t most_pixels;                     // of more, pixman's time is the same or shorter
} cr_kernel;

// The kernel of a step's combination: of operator, kind of source, alpha, whether there is a mask, and kind of target. Pointers and sizes do not count.
cr_kernel cr_kernel_of(const cr_step *step);
