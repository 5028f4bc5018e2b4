// Error messages of the decoders. Any thread.
#pragma once
#include "bitmap_codecs.h"

// Writes a printf-style reason into `message` (BC_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
bc_status bc_fail(char *message, bc_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
