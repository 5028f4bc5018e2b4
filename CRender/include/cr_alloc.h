// The only interface to the heap: all allocations of CRender use these functions, so that they can be counted and made to fail.
//
// Any thread. Sizes are bytes. Memory is aligned as by malloc (cr_alloc_pixels: to 64 bytes).
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void *cr_alloc(size_t size);                      // NULL on failure or if size is 0
void *cr_alloc_zeroed(size_t size);
void *cr_alloc_array(size_t count, size_t size);  // NULL if count * size overflows
void *cr_alloc_pixels(size_t size);               // aligned to 64 bytes, uninitialized
// Zeroed, aligned to 64 bytes. Large blocks are kernel pages, which use memory and time only when they are first touched. `mapped` receives
// their size in bytes, else 0. Free the block with cr_free_pixels and that number.
void *cr_alloc_pixels_zeroed(size_t size, size_t *mapped);
// Makes the kernel allocate all pages of such a block together, in half the time of touching them one by one. The bytes do not change.
void cr_populate_pixels(void *block, size_t mapped);
void cr_free_pixels(void *block, size_t mapped);  // NULL with 0 is allowed
// Resizes `block` of `old_size` bytes; on failure returns NULL and keeps `block` unchanged.
void *cr_realloc(void *block, size_t old_size, size_t new_size);
void cr_free(void *block);                        // NULL is allowed

// Number of blocks allocated and not yet freed, by all threads.
int64_t cr_alloc_live_blocks(void);
// Lets the next `count` allocations of the calling thread succeed and makes all later ones fail; negative: none fails (the default).
void cr_alloc_fail_after(int64_t count);
