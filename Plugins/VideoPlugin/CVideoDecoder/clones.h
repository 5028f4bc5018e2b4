// Functions whose loops profit from wider vectors are compiled twice if the processor type is known only at run time.
#pragma once

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define VD_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define VD_CLONES
#endif
