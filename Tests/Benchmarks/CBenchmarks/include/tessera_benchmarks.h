#ifndef TB_BENCHMARKS_H
#define TB_BENCHMARKS_H

#include <stddef.h>
#include <stdint.h>

/// Writes a baseline JPEG with chroma of half the width and height.
///
/// `pixels` are rows of B G R X bytes, `stride` bytes apart. Returns 0, or the value of errno where the file cannot be written. An error inside of
/// libjpeg ends the process with a message, which is enough for a program that makes its own inputs. Any thread.
int tb_write_jpeg(const char *path, const uint8_t *pixels, size_t stride, uint32_t width, uint32_t height, int quality);

#endif
