// Error messages of the decoder. Any thread.
#pragma once
#include "gif.h"

// Writes a printf-style reason into `message` (GF_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
gf_status gf_fail(char *message, gf_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
