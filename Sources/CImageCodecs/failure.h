// Error messages of decoders. Any thread.
#pragma once
#include "image_codecs.h"
#include <tessera_library.h>

// Writes a printf-style reason into `message` (IC_MESSAGE_SIZE bytes; a longer one is cut off) and returns `status`.
#define ic_fail(message, status, ...) ((ic_status)tl_fail(message, IC_MESSAGE_SIZE, status, __VA_ARGS__))
