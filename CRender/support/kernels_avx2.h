// The loops for processors with AVX2; none where they are not x86.
// Units and threads as kernel_table.h says.
#pragma once
#include "kernel_table.h"

extern const cr_kernels cr_kernels_avx2;
