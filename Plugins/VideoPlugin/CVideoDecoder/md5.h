// MD5, RFC 1321, for checksums of samples without FFmpeg's libraries. Any thread.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Writes the 16 bytes of the MD5 of `count` bytes.
void vd_md5(const uint8_t *bytes, size_t count, uint8_t *digest);
