// Error messages of the decoder. Any thread.
#pragma once
#include "webp_codec.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (WP_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define wp_fail(message, status, ...) ((wp_status)tl_fail(message, WP_MESSAGE_SIZE, status, __VA_ARGS__))
