// The one road to the heap: everything that CRender allocates goes through these functions, and so can be counted and made to fail.
//
// Any thread. Sizes are bytes. Memory is aligned as the C library's malloc does it (cr_alloc_pixels: to 64 bytes).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *cr_alloc(size_t size);                      // NULL where refused or size is 0
void *cr_alloc_zeroed(size_t size);
void *cr_alloc_array(size_t count, size_t size);  // NULL where count * size overflows
void *cr_alloc_pixels(size_t size);               // aligned to 64 bytes, uninitialized
// Zeroed, aligned to 64 bytes. Large blocks are pages of the kernel, which take memory and time when they are
// first touched and not before: `mapped` gets their bytes, else 0. Free the block with cr_free_pixels and that number.
void *cr_alloc_pixels_zeroed(size_t size, size_t *mapped);
// Asks the kernel for all pages of such a block at once, which takes half the time of touching them one by one. The bytes stay as they are.
void cr_populate_pixels(void *block, size_t mapped);
void cr_free_pixels(void *block, size_t mapped);  // NULL with 0 is fine
// Grows or shrinks `block` of `old_size` bytes; on failure returns NULL and `block` stays as it was.
void *cr_realloc(void *block, size_t old_size, size_t new_size);
void cr_free(void *block);                        // NULL is fine

// Blocks handed out and not yet freed, by all threads.
int64_t cr_alloc_live_blocks(void);
// Lets `count` more allocations of the calling thread succeed and refuses all after them; negative: refuses none (the default).
void cr_alloc_fail_after(int64_t count);
