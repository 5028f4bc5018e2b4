// Error messages of the decoder. Any thread.
#pragma once
#include "webp_codec.h"

// Writes a printf-style reason into `message` (WP_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
wp_status wp_fail(char *message, wp_status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
