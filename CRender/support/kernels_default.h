// The loops for every processor: vectors of 16 bytes.
// Units and threads as in kernel_table.h.
#pragma once
#include "kernel_table.h"

extern const cr_kernels cr_kernels_default;
