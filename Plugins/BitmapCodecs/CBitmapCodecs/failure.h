// Error messages of the decoders. Any thread.
#pragma once
#include "bitmap_codecs.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (BC_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define bc_fail(message, status, ...) ((bc_status)tl_fail(message, BC_MESSAGE_SIZE, status, __VA_ARGS__))
