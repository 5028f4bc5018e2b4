/// Counts heap allocations, for benchmarks and tests: "allocates nothing" is a number here, not a belief.
///
/// A program that links this has malloc, calloc, realloc and the aligned calls counted on their way to the C library; free goes there
/// directly. Counted are calls that succeed, whatever their size, Swift's objects and arrays among them. Any thread.
#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Whether this build counts: not where a sanitizer brings an allocator of its own, and only on glibc.
bool tc_is_counting(void);

/// Returns how often the calling thread has allocated since it began.
uint64_t tc_thread_allocations(void);

/// Returns how often all threads have allocated while tc_count_process() was on.
uint64_t tc_process_allocations(void);

/// Returns the bytes that the process has on its heap now; 0 where the C library does not say.
uint64_t tc_heap_bytes(void);

/// Switches the counting of all threads together on or off. Off at first: one counter for all threads costs more than one for each.
void tc_count_process(bool on);
