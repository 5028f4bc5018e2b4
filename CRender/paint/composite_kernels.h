// Combinations that the kernels composite faster than pixman (figures in docs/benchmarks.md). Any thread.
#pragma once
#include "paint/composite_step.h"

typedef struct cr_kernel {
  void (*composite)(const cr_step *step);  // NULL: pixman composites the combination
  int64_t most_pixels;                     // above this, pixman is as fast or faster
} cr_kernel;

// Kernel for a step's combination of operator, kind of source, alpha, mask (or none), and kind of target. Pointers and sizes are ignored.
cr_kernel cr_kernel_of(const cr_step *step);
