#include "cr_status.h"

const char *cr_status_name(cr_status status) {
  switch (status) {
    case CR_OK: return "CR_OK";
    case CR_NO_MEMORY: return "CR_NO_MEMORY";
    case CR_BAD_SIZE: return "CR_BAD_SIZE";
    case CR_BAD_STRIDE: return "CR_BAD_STRIDE";
    case CR_BAD_FORMAT: return "CR_BAD_FORMAT";
    case CR_BAD_ARGUMENT: return "CR_BAD_ARGUMENT";
    case CR_BAD_FONT: return "CR_BAD_FONT";
    case CR_NOT_FOUND: return "CR_NOT_FOUND";
    case CR_TOO_COMPLEX: return "CR_TOO_COMPLEX";
  }
  return "unknown cr_status";
}
