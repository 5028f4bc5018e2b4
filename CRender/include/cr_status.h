// Status codes of all CRender functions that can fail.
//
// Functions that return a cr_status never print, never trap, and write their out parameters only on CR_OK.
#pragma once

typedef enum cr_status {
  CR_OK = 0,
  CR_NO_MEMORY,      // allocation failure
  CR_BAD_SIZE,       // a width, height or area that is negative, too large, or does not match another one
  CR_BAD_STRIDE,     // fewer bytes than a row needs, or not a multiple that the format requires
  CR_BAD_FORMAT,     // a pixel format that is unknown or not supported by the operation
  CR_BAD_ARGUMENT,   // NaN, infinity, a null pointer or a value out of range
  CR_BAD_FONT,       // invalid font data, or a font without the requested part
  CR_NOT_FOUND,      // a name, file or entry that does not exist
  CR_TOO_COMPLEX,    // a path with too many edges
} cr_status;

// The constant's name, e.g. "CR_NO_MEMORY". Static storage; any thread.
const char *cr_status_name(cr_status status);
