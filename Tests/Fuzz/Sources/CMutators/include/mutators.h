#pragma once
#include <stddef.h>
#include <stdint.h>

/// Mutates a PNG or APNG so that it gets past its checksums: content of chunks, their order, or the pixels before they are deflated. Bytes without
/// PNG's signature, and one PNG of eight, are mutated like any others. For LLVMFuzzerCustomMutator, whose arguments it has.
size_t fz_png_mutate(uint8_t *bytes, size_t size, size_t most, unsigned seed);

/// Returns a file in memory that holds the bytes, as a descriptor: one file for the process, which each call fills anew. Negative on error.
int fz_file(const uint8_t *bytes, size_t size);
