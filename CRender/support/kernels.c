#include "kernels.h"

const cr_kernels *cr_k = &cr_kernels_default;

#if defined(__x86_64__)
// At load time, before any thread of the program can be in a kernel.
__attribute__((constructor)) static void choose_kernels(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2")) cr_k = &cr_kernels_avx2;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx2"))
    cr_k = &cr_kernels_avx512;
}
#endif
