// Error messages of decoders. Any thread.
#pragma once
#include "image_codecs.h"

// Writes a printf-style reason into `message` (IC_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
ic_status ic_fail(char *message, ic_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
