// Loops over rows of pixels, compiled for several instruction sets. The fastest one supported by the processor is chosen when the
// program is loaded. All sets compute the same integers, so a picture never depends on the processor.
#pragma once
#include "kernel_table.h"
#include "pixel.h"

// The chosen set. Never NULL; never changed after the program is loaded: any thread.
extern const cr_kernels *cr_k;
