#include "kernels.h"

#include <stdlib.h>
#include <string.h>

#include "kernels_avx2.h"
#include "kernels_avx512.h"
#include "kernels_default.h"

const cr_kernels *cr_k = &cr_kernels_default;

#if defined(__x86_64__)
// At load time, before any thread of the program can run a kernel. TESSERA_SIMD=default or avx2 disables the faster sets, to find
// out whether a difference between two machines is caused by them.
__attribute__((constructor)) static void choose_kernels(void) {
  const char *limit = getenv("TESSERA_SIMD");
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx2") || (limit && strcmp(limit, "default") == 0)) return;
  cr_k = &cr_kernels_avx2;
  if (limit && strcmp(limit, "avx2") == 0) return;
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    cr_k = &cr_kernels_avx512;
}
#endif
