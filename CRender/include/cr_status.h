// Status codes of every CRender function that can fail.
//
// Functions that return a cr_status never print, never trap and leave their out parameters untouched unless they return CR_OK.
#pragma once

typedef enum cr_status {
  CR_OK = 0,
  CR_NO_MEMORY,      // an allocation was refused
  CR_BAD_SIZE,       // a width, height or area that is negative, too large, or does not fit its partner
  CR_BAD_STRIDE,     // fewer bytes than a row needs, or not a multiple of what the format needs
  CR_BAD_FORMAT,     // a pixel format that is unknown or that the operation does not take
  CR_BAD_ARGUMENT,   // NaN, infinity, a null pointer or a value outside of its range
  CR_BAD_FONT,       // bytes that are no font, or a font without what was asked for
  CR_NOT_FOUND,      // a name, file or entry that does not exist
  CR_TOO_COMPLEX,    // a path with more edges than are drawn
} cr_status;

// The constant's name, e.g. "CR_NO_MEMORY". Static storage; any thread.
const char *cr_status_name(cr_status status);
