// Error messages of the decoder. Any thread.
#pragma once
#include "avif_codec.h"

// Writes a printf-style reason into `message` (AV_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
av_status av_fail(char *message, av_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
