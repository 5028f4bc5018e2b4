#include "failure.h"

#include <stdarg.h>
#include <stdio.h>

vd_status vd_fail(char *message, vd_status status, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, VD_MESSAGE_SIZE, format, arguments);
  va_end(arguments);
  return status;
}
