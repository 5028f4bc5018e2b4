#include "tessera_library.h"

#include <stdarg.h>
#include <stdio.h>

int tl_fail(char *message, size_t size, int status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, size, format, arguments);
  va_end(arguments);
  return status;
}
