// Error messages of the decoder. Any thread.
#pragma once
#include "gif.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (GF_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define gf_fail(message, status, ...) ((gf_status)tl_fail(message, GF_MESSAGE_SIZE, status, __VA_ARGS__))
