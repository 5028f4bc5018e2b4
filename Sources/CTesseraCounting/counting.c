#include "tessera_counting.h"
#include <errno.h>
#include <features.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define TC_SANITIZED 1
#endif
#endif

static atomic_bool counts_process;
static _Atomic uint64_t process_count;

uint64_t tc_heap_bytes(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
#else
  return 0;
#endif
}

void tc_count_process(bool on) { atomic_store_explicit(&counts_process, on, memory_order_relaxed); }

uint64_t tc_process_allocations(void) { return atomic_load_explicit(&process_count, memory_order_relaxed); }

#if defined(__GLIBC__) && !defined(TC_SANITIZED)

// Names that glibc exports for its own allocator, so that it can be reached past the functions below.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// Initial-exec: reading it never allocates, as a thread variable that is made on first use would.
static __thread uint64_t thread_count __attribute__((tls_model("initial-exec")));

static void *counted(void *result) {
  if (result == NULL) return NULL;
  thread_count++;
  if (atomic_load_explicit(&counts_process, memory_order_relaxed)) atomic_fetch_add_explicit(&process_count, 1, memory_order_relaxed);
  return result;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *old, size_t size) { return counted(__libc_realloc(old, size)); }

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **result, size_t alignment, size_t size) {
  // A power of two that holds a pointer, as POSIX asks.
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) return EINVAL;
  void *made = counted(__libc_memalign(alignment, size));
  if (made == NULL) return ENOMEM;
  *result = made;
  return 0;
}

bool tc_is_counting(void) { return true; }
uint64_t tc_thread_allocations(void) { return thread_count; }

#else

bool tc_is_counting(void) { return false; }
uint64_t tc_thread_allocations(void) { return 0; }

#endif
