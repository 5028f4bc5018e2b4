// Loops over rows of pixels, each compiled for several instruction sets; the fastest that the processor has is chosen when the
// program is loaded. Every set computes the same integers, so a picture never depends on the processor.
#pragma once
#include "kernel_table.h"
#include "pixel.h"

// The chosen set. Never NULL; never changed after the program was loaded: any thread.
extern const cr_kernels *cr_k;
