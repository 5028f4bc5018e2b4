// Error messages of the decoder. Any thread.
#pragma once
#include "video_decoder.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (VD_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define vd_fail(message, status, ...) ((vd_status)tl_fail(message, VD_MESSAGE_SIZE, status, __VA_ARGS__))
