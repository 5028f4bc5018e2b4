// The loops for processors with AVX-512 F, BW, VL and DQ; empty on other architectures than x86.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernel_table.h"

extern const cr_kernels cr_kernels_avx512;
