// Error messages of the decoder. Any thread.
#pragma once
#include "avif_codec.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (AV_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define av_fail(message, status, ...) ((av_status)tl_fail(message, AV_MESSAGE_SIZE, status, __VA_ARGS__))
