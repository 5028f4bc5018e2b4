// Error messages of the decoder. Any thread.
#pragma once
#include "video_decoder.h"

// Writes a printf-style reason into `message` (VD_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
vd_status vd_fail(char *message, vd_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
