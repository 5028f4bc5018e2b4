#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

bc_status bc_fail(char *message, bc_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, BC_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
